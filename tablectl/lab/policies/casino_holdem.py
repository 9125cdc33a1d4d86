"""Policies of Casino Texas Hold'em."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tablectl.engine.cards import Card, Rank
from tablectl.engine.games.casino_holdem.house import DOCUMENT
from tablectl.engine.games.casino_holdem.standing import ANTE, BONUS, CALL, FOLD
from tablectl.engine.hands import Category, category, rate
from tablectl.engine.steps import Decide
from tablectl.lab.policy import Bench, Decides, Sight

_FOUR: Final = 4
_ACE_LOW: Final = 1
_STRAIGHTS: Final = tuple(frozenset(range(low, low + 5)) for low in range(_ACE_LOW, Rank.TEN + 1))


class AlwaysCall(Decides):
    name: str = "always_call"
    text: str = "calls whatever it holds"

    def decide(self, sight: Sight, step: Decide) -> str:  # noqa: ARG002  nothing is looked at
        return CALL


class Sensible(Decides):
    """Below a ten, without a pair or a draw, a call costs more than the ante that a fold costs."""

    name: str = "sensible"
    text: str = "folds two cards up to a nine that make no pair and lack two cards or more to a straight or a flush; calls with all others"

    def decide(self, sight: Sight, step: Decide) -> str:  # noqa: ARG002  there is one question in this game
        return CALL if max(card.rank for card in sight.own) > Rank.NINE or _makes_something(sight.own, sight.board) else FOLD


def _makes_something(own: Sequence[Card], board: Sequence[Card]) -> bool:
    on_board = [card.rank for card in board]
    if own[0].rank is own[1].rank or any(card.rank in on_board for card in own) or category(rate((*own, *board))) >= Category.THREE_OF_A_KIND:
        return True
    suits = [card.suit for card in (*own, *board)]
    return any(suits.count(card.suit) == _FOUR for card in own) or _lacks_one_to_a_straight((*own, *board))


def _lacks_one_to_a_straight(cards: Sequence[Card]) -> bool:
    ranks = {int(card.rank) for card in cards}
    ranks |= {_ACE_LOW} if Rank.ACE in ranks else set()
    return any(len(straight & ranks) >= _FOUR for straight in _STRAIGHTS)


BENCH: Final = Bench(DOCUMENT, ANTE, (Sensible(), AlwaysCall()), {BONUS: ()})
