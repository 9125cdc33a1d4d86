"""The packs that the games are played with: which face, how often."""

from __future__ import annotations

from collections import Counter
from types import MappingProxyType
from typing import Final

from tablectl.engine.cards import COLOURS, Card, Rank, Suit
from tablectl.engine.game import DeckProfile


def _fifty_two() -> Counter[Card]:
    return Counter(Card(rank, suit) for suit in Suit if suit not in COLOURS for rank in Rank)


def _thirty_nine() -> Counter[Card]:
    """Texas Blackjack: two to king in red, white and blue, and three aces, all green."""
    pips = Counter(Card(rank, suit) for suit in (Suit.RED, Suit.WHITE, Suit.BLUE) for rank in Rank if rank is not Rank.ACE)
    return pips + Counter({Card(Rank.ACE, Suit.GREEN): 3})


def _times(number: int, pack: Counter[Card]) -> Counter[Card]:
    return Counter({card: number * copies for card, copies in pack.items()})


SINGLE_52: Final = DeckProfile("single-52", _fifty_two())
SIX_52: Final = DeckProfile("six-52", _times(6, _fifty_two()))
TXBJ_39: Final = DeckProfile("txbj-39", _thirty_nine())
EIGHT_39: Final = DeckProfile("eight-39", _times(8, _thirty_nine()))

DECKS: Final = MappingProxyType({deck.id: deck for deck in (SINGLE_52, SIX_52, TXBJ_39, EIGHT_39)})
