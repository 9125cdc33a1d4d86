"""Which wagers may be placed, and which stand when betting closes (RULES.md 2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final

from tablectl.engine.facts import PlayerSeated, WagerPlaced
from tablectl.engine.game import Refusal
from tablectl.engine.games.uth.house import UthRules
from tablectl.engine.games.uth.standing import ANTE, BLIND, TRIPLE, Standing
from tablectl.engine.money import payable
from tablectl.engine.paytables import PayTable, pay_table

EVEN: Final = Fraction(1)
BLIND_TABLE: Final[PayTable] = pay_table(
    straight="1:1", flush="3:2", full_house="3:1", four_of_a_kind="10:1", straight_flush="50:1", royal_flush="500:1"
)
TRIPLE_TABLE: Final[PayTable] = pay_table(
    three_of_a_kind="3:1", straight="5:1", flush="6:1", full_house="8:1", four_of_a_kind="30:1", straight_flush="40:1", royal_flush="50:1"
)
_ODDS: Final[Mapping[str, tuple[Fraction, ...]]] = {
    ANTE: (EVEN,),
    BLIND: tuple(BLIND_TABLE.odds.values()),
    TRIPLE: tuple(TRIPLE_TABLE.odds.values()),
}
_WORDS: Final = {ANTE: "ante", BLIND: "blind", TRIPLE: "triple bonus"}
_SEATS_A_PLAYER: Final = 2


def judge_player(at: Standing, fact: PlayerSeated) -> Refusal | None:
    if not 1 <= fact.seat <= at.table_seats:
        return _no_such_seat(at, fact.seat)
    if at.layout.closed:
        return Refusal("UTH 1.4", "who plays a seat is said before the first card")
    others = [number for number, player in at.layout.players.items() if player == fact.player and number != fact.seat]
    if len(others) >= _SEATS_A_PLAYER:
        return Refusal("UTH 1.4", f"a player has at most two seats, and this one has {others[0]} and {others[1]}")
    return None


def judge_wager(at: Standing, fact: WagerPlaced) -> Refusal | None:
    """Refuse at once what no later press can make right; the rest is judged when betting closes."""
    if not 1 <= fact.seat <= at.table_seats:
        return _no_such_seat(at, fact.seat)
    if at.layout.closed:
        return Refusal("UTH 2.7", "no more bets: the wagers stand as they are")
    if fact.bet not in _ODDS:
        return Refusal("UTH 3.7", f"before the deal a seat bets {', '.join(_WORDS.values())}; {fact.bet!r} is none of them")
    return _amount_fault(at.rules, fact) or _seat_fault_so_far(at, fact)


def closing_fault(at: Standing) -> Refusal | None:
    """Say why betting cannot close on the wagers as they stand."""
    if not at.seats:
        return Refusal("UTH 2.9", "no seat has an ante and a blind")
    return next(_faults(at), None)


def _faults(at: Standing) -> Iterator[Refusal]:
    for number in at.seats:
        ante, blind, triple = (at.stake(number, bet) for bet in (ANTE, BLIND, TRIPLE))
        if not ante and not blind:
            yield Refusal("UTH 2.3", f"seat {number} has a triple bonus without an ante")
        elif not ante or not blind:
            yield Refusal("UTH 2.1", f"seat {number} has no {'ante' if not ante else 'blind'}")
        elif ante != blind:
            yield Refusal("UTH 2.2", f"ante and blind of seat {number} are not equal")
        elif triple > ante:
            yield _triple_above_ante(number)
        elif ante < at.rules.limits.ante_min:
            yield Refusal("UTH 2.4", f"the ante of seat {number} is below the table's minimum (limits.ante_min)")


def _amount_fault(rules: UthRules, fact: WagerPlaced) -> Refusal | None:
    words = f"the {_WORDS[fact.bet]} of seat {fact.seat}"
    if fact.amount < 0 or fact.amount % rules.money.smallest_chip:
        return Refusal("UTH 2.5", f"{words} is no whole number of the smallest chip (money.smallest_chip)")
    if not payable(fact.amount, _ODDS[fact.bet], rules.money):
        return Refusal("UTH 2.5", f"{words} could not be paid exactly at all of its odds (money.rounding)")
    name, most = ("triple_max", rules.limits.triple_max) if fact.bet == TRIPLE else ("ante_max", rules.limits.ante_max)
    if most is not None and fact.amount > most:
        return Refusal("UTH 2.4", f"{words} is above the table's maximum (limits.{name})")
    return None


def _seat_fault_so_far(at: Standing, fact: WagerPlaced) -> Refusal | None:
    stakes = {bet: at.stake(fact.seat, bet) for bet in _ODDS} | {fact.bet: fact.amount}
    if 0 < stakes[ANTE] < stakes[TRIPLE]:
        return _triple_above_ante(fact.seat)
    most = at.rules.limits.aggregate_payout
    won = stakes[ANTE] * (1 + max(at.rules.multiples)) + stakes[BLIND] * max(_ODDS[BLIND]) + stakes[TRIPLE] * max(_ODDS[TRIPLE])
    if most is not None and won > most:
        return Refusal("UTH 2.6", f"the wagers of seat {fact.seat} could win more than the table pays (limits.aggregate_payout)")
    return None


def _triple_above_ante(number: int) -> Refusal:
    return Refusal("UTH 2.3", f"the triple bonus of seat {number} is above its ante")


def _no_such_seat(at: Standing, number: int) -> Refusal:
    return Refusal("UTH 1.3", f"the seats are 1 to {at.table_seats}; there is no seat {number}")
