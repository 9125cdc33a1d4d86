"""Policies of Texas Blackjack."""

from __future__ import annotations

from typing import Final

from tablectl.engine.cards import Rank
from tablectl.engine.facts import SPLIT
from tablectl.engine.games.tx_bj.house import DOCUMENT
from tablectl.engine.games.tx_bj.points import count, value
from tablectl.engine.games.tx_bj.standing import BOX, CHECKED, COMBO, DOUBLE, HIT, NO_INSURANCE, SIDE_BETS, STAND, SURRENDER
from tablectl.engine.games.tx_bj.wagers import MARKS
from tablectl.engine.steps import Decide
from tablectl.lab.policy import Bench, Decides, Sight

_TWO: Final = 2
_ACE: Final = 11

# Dealer's cards by their value, an ace as 11, against which two cards are split or doubled and a hand stands.
_SPLIT: Final = {
    2: range(2, 8), 3: range(2, 8), 4: range(5, 7), 6: range(2, 7), 7: range(2, 8), 8: range(2, 12), 9: (2, 3, 4, 5, 6, 8, 9), 11: range(2, 12),
}  # fmt: skip
_DOUBLE_HARD: Final = {9: range(3, 7), 10: range(2, 10), 11: range(2, 11)}
_DOUBLE_SOFT: Final = {13: (5, 6), 14: (5, 6), 15: (4, 5, 6), 16: (4, 5, 6), 17: range(3, 7), 18: range(3, 7)}
_STAND_HARD: Final = {12: range(4, 7), 13: range(2, 7), 14: range(2, 7), 15: range(2, 7), 16: range(2, 7)}
_STAND_SOFT: Final = {18: range(2, 9)}
_SURRENDER: Final = {15: (10,), 16: (9, 10, 11)}


class Basic(Decides):
    """The basic strategy that is in print for many packs and a dealer who stands on 17; the ranks here are as frequent as in any pack."""

    name: str = "basic"
    text: str = "plays blackjack by the book, takes no insurance, and places every side bet"

    def decide(self, sight: Sight, step: Decide) -> str:
        offered = {option.name for option in step.options}
        if NO_INSURANCE in offered:
            return NO_INSURANCE
        if CHECKED in offered:
            return CHECKED
        return next(wanted for wanted in _wanted(sight) if wanted in offered)


def _wanted(sight: Sight) -> tuple[str, ...]:
    """What is best first; what is not offered is passed over."""
    dealer = _ACE if sight.dealer[0].rank is Rank.ACE else value(sight.dealer[0])
    points = count(sight.own)
    two_alike = len(sight.own) == _TWO and sight.own[0].rank is sight.own[1].rank
    pair = (_ACE if sight.own[0].rank is Rank.ACE else value(sight.own[0])) if two_alike else 0
    doubles, stands = (_DOUBLE_SOFT, _STAND_SOFT) if points.soft else (_DOUBLE_HARD, _STAND_HARD)
    least = 19 if points.soft else 17
    wanted = []
    if dealer in _SPLIT.get(pair, ()):
        wanted.append(SPLIT)
    if not points.soft and dealer in _SURRENDER.get(points.total, ()):
        wanted.append(SURRENDER)
    if dealer in doubles.get(points.total, ()):
        wanted.append(DOUBLE)
    wanted.append(STAND if points.total >= least or dealer in stands.get(points.total, ()) else HIT)
    return tuple(wanted)


BENCH: Final = Bench(DOCUMENT, BOX, (Basic(),), {bet: tuple(row[0] for row in MARKS) if bet == COMBO else () for bet in SIDE_BETS})
