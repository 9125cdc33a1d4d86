"""Which wagers may be placed, and which stand when betting closes (RULES.md 2)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from tablectl.engine.facts import PlayerSeated, WagerPlaced
from tablectl.engine.game import Refusal
from tablectl.engine.games.showdown_poker.house import ShowdownRules
from tablectl.engine.games.showdown_poker.standing import ANTE, BONUS, Standing
from tablectl.engine.money import payable

EVEN: Final = Fraction(1)
_WORDS: Final = {ANTE: "ante", BONUS: "Showdown Bonus"}
_HANDS_OF_A_SPLIT: Final = 2


def judge_player(at: Standing, fact: PlayerSeated) -> Refusal | None:
    if not 1 <= fact.seat <= at.table_seats:
        return _no_such_seat(at, fact.seat)
    return Refusal("SP 1.4", "who plays a seat is said before the first card") if at.layout.closed else None


def judge_wager(at: Standing, fact: WagerPlaced) -> Refusal | None:
    """Refuse at once what no later press can make right; the rest is judged when betting closes."""
    if not 1 <= fact.seat <= at.table_seats:
        return _no_such_seat(at, fact.seat)
    if at.layout.closed:
        return Refusal("SP 2.7", "no more bets: the wagers stand as they are")
    if fact.bet not in _WORDS:
        return Refusal("SP 2.1", f"before the deal a seat bets {' or '.join(_WORDS.values())}; {fact.bet!r} is none of them")
    return _amount_fault(at.rules, fact) or _too_much_to_win(at, fact)


def closing_fault(at: Standing) -> Refusal | None:
    """Say why betting cannot close on the wagers as they stand."""
    if not at.seats:
        return Refusal("SP 2.9", "no seat has an ante")
    return next(_faults(at), None)


def _faults(at: Standing) -> Iterator[Refusal]:
    for number in at.seats:
        ante = at.stake(number, ANTE)
        if not ante:
            yield Refusal("SP 2.2", f"seat {number} has a Showdown Bonus without an ante")
        elif ante < at.rules.limits.ante_min:
            yield Refusal("SP 2.4", f"the ante of seat {number} is below the table's minimum (limits.ante_min)")


def _amount_fault(rules: ShowdownRules, fact: WagerPlaced) -> Refusal | None:
    words = f"the {_WORDS[fact.bet]} of seat {fact.seat}"
    if fact.bet == BONUS and fact.amount and not rules.bonus.table:
        return Refusal("SP 2.3", "this table posts no pay table for the Showdown Bonus (bonus.table), so none is offered")
    if fact.amount < 0 or fact.amount % rules.money.smallest_chip:
        return Refusal("SP 2.5", f"{words} is no whole number of the smallest chip (money.smallest_chip)")
    if not payable(fact.amount, _odds(rules, fact.bet), rules.money):
        return Refusal("SP 2.5", f"{words} could not be paid exactly at all of its odds (money.rounding)")
    name, most = ("bonus_max", rules.limits.bonus_max) if fact.bet == BONUS else ("ante_max", rules.limits.ante_max)
    if most is not None and fact.amount > most:
        return Refusal("SP 2.4", f"{words} is above the table's maximum (limits.{name})")
    return None


def _too_much_to_win(at: Standing, fact: WagerPlaced) -> Refusal | None:
    stakes = {bet: at.stake(fact.seat, bet) for bet in _WORDS} | {fact.bet: fact.amount}
    most = at.rules.limits.aggregate_payout
    won = _HANDS_OF_A_SPLIT * sum(stake * max(_odds(at.rules, bet), default=Fraction(0)) for bet, stake in stakes.items())
    if most is not None and won > most:
        return Refusal("SP 2.6", f"the wagers of seat {fact.seat}, split, could win more than the table pays (limits.aggregate_payout)")
    return None


def _odds(rules: ShowdownRules, bet: str) -> tuple[Fraction, ...]:
    return tuple(rules.bonus.pays.odds.values()) if bet == BONUS else (EVEN,)


def _no_such_seat(at: Standing, number: int) -> Refusal:
    return Refusal("SP 1.3", f"the seats are 1 to {at.table_seats}; there is no seat {number}")
