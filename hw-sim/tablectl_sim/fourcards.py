"""Which two of four cards to play: the sheet's list of house ways, as a dealer and a careful player know it by heart."""

from __future__ import annotations

from itertools import combinations
from typing import Final

from tablectl_sim.cards import SUITS, Card

Hand = tuple[Card, Card]
EIGHT, TEN, JACK, ACE = 8, 10, 11, 14
ALPHABET: Final = tuple(SUITS.index(suit) for suit in "cdhs")


def house_way(cards: list[Card]) -> Hand:
    """The two cards that come first in the list; of one row the higher cards, then one suit before two, then the alphabet of suits."""
    return min((_ordered(pair) for pair in combinations(cards, 2)), key=_place)


def worth_a_split(cards: list[Card]) -> tuple[Hand, Hand] | None:
    """Two pairs are played as two hands."""
    by_rank = sorted(cards, key=lambda card: -card.high)
    first, second = (by_rank[0], by_rank[1]), (by_rank[2], by_rank[3])
    both_pairs = all(one.rank == other.rank for one, other in (first, second))
    return (first, second) if both_pairs else None


def _ordered(pair: tuple[Card, Card]) -> Hand:
    high, low = sorted(pair, key=lambda card: (-card.high, ALPHABET.index(card.suit)))
    return high, low


def _place(hand: Hand) -> tuple[int, ...]:
    high, low = hand
    return _row(hand), -high.high, -low.high, int(high.suit != low.suit), ALPHABET.index(high.suit), ALPHABET.index(low.suit)


def _row(hand: Hand) -> int:
    """1 to 14, as the sheet numbers them; a ten goes with a jack or better when both cards are ten or higher."""
    high, low = (card.high for card in hand)
    apart = int(hand[0].suit != hand[1].suit)
    if high == low:
        return 1 if high >= EIGHT else 3 + apart
    if high == ACE and low >= JACK:
        return 2
    if high == ACE and not apart:
        return 5
    if low >= TEN:
        return 6 + apart
    if high == ACE:
        return 8
    if high >= JACK:
        return 9 + apart
    return (11 if high - low == 1 else 13) + apart
