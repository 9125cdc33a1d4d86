"""Which wagers may be placed, and which stand when betting closes (RULES.md 4); what may stand on a second hand (RULES.md 5.7)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from tablectl.engine.facts import DEALER, PlayerSeated, WagerPlaced
from tablectl.engine.game import Refusal
from tablectl.engine.games.texas_shootout.house import ShootoutRules
from tablectl.engine.games.texas_shootout.standing import ANTE, BONUS, BONUS_TOKE, FIRST_HAND, SPLIT_TOKE, TOKE, Standing
from tablectl.engine.money import payable

EVEN: Final = Fraction(1)
WORDS: Final = {
    ANTE: "wager",
    BONUS: "Shootout Bonus",
    TOKE: "toke",
    BONUS_TOKE: "toke on the bonus",
    SPLIT_TOKE: "toke on the second hand",
}
_TOKES: Final = {TOKE: ANTE, BONUS_TOKE: BONUS}


def judge_player(at: Standing, fact: PlayerSeated) -> Refusal | None:
    if not 1 <= fact.seat <= at.table_seats:
        return _no_such_seat(at, fact.seat)
    if at.ready.closed:
        return Refusal("TS 1.4", "who plays a seat is said before the first card")
    most = at.rules.limits.spots
    others = [number for number, player in at.layout.players.items() if player == fact.player and number != fact.seat]
    if most is not None and len(others) >= most:
        return Refusal("TS 1.4", f"a player has at most {most} seats here (limits.spots)")
    return None


def judge_wager(at: Standing, fact: WagerPlaced) -> Refusal | None:
    """Refuse at once what no later press can make right; the rest is judged when betting closes."""
    if not 1 <= fact.seat <= at.table_seats:
        return _no_such_seat(at, fact.seat)
    if fact.bet == SPLIT_TOKE:
        return _split_toke_fault(at, fact)
    if at.ready.closed:
        return Refusal("TS 4.8", "no more bets: the wagers stand as they are")
    if fact.bet not in FIRST_HAND:
        return Refusal("TS 4.1", f"before the deal a seat bets {', '.join(WORDS[bet] for bet in FIRST_HAND)}; {fact.bet!r} is none of them")
    return _amount_fault(at.rules, fact) or _toke_at_maximum(at, fact)


def closing_fault(at: Standing) -> Refusal | None:
    """Say why betting cannot close on the wagers as they stand."""
    if not at.seats:
        return Refusal("TS 4.10", "no seat has a wager")
    return next(_faults(at), None)


def _faults(at: Standing) -> Iterator[Refusal]:
    limits = at.rules.limits
    for number in at.seats:
        stakes = {bet: at.stake(number, bet) for bet in FIRST_HAND}
        if stakes[BONUS] and not stakes[ANTE]:
            yield Refusal("TS 4.2", f"seat {number} has a Shootout Bonus without a wager")
        for toke, beside in _TOKES.items():
            if stakes[toke] and not stakes[beside]:
                yield Refusal("TS 4.6", f"seat {number} has a {WORDS[toke]} without a {WORDS[beside]} of its own")
        for bet, name, least in ((ANTE, "ante_min", limits.ante_min), (BONUS, "bonus_min", limits.bonus_min)):
            if 0 < stakes[bet] < least:
                yield Refusal("TS 4.3", f"the {WORDS[bet]} of seat {number} is below the table's minimum (limits.{name})")


def _amount_fault(rules: ShootoutRules, fact: WagerPlaced) -> Refusal | None:
    words = f"the {WORDS[fact.bet]} of seat {fact.seat}"
    if fact.bet in {*_TOKES, SPLIT_TOKE} and fact.amount and not rules.tokes.allowed:
        return Refusal("TS 4.6", "no wagers are taken for the dealer here (tokes.allowed)")
    if fact.amount < 0 or fact.amount % rules.money.smallest_chip:
        return Refusal("TS 4.4", f"{words} is no whole number of the smallest chip (money.smallest_chip)")
    odds = tuple(rules.bonus.pays.odds.values()) if fact.bet in {BONUS, BONUS_TOKE} else (EVEN,)
    if not payable(fact.amount, odds, rules.money):
        return Refusal("TS 4.4", f"{words} could not be paid exactly at all of its odds (money.rounding)")
    if fact.bet == BONUS_TOKE:
        return Refusal("TS 4.7", f"{words} is above tokes.bonus_max") if fact.amount > rules.tokes.bonus_max else None
    name, most = ("bonus_max", rules.limits.bonus_max) if fact.bet == BONUS else ("ante_max", rules.limits.ante_max)
    if most is not None and fact.amount > most:
        return Refusal("TS 4.3", f"{words} is above the table's maximum (limits.{name})")
    return None


def _toke_at_maximum(at: Standing, fact: WagerPlaced) -> Refusal | None:
    stakes = {bet: at.stake(fact.seat, bet) for bet in (ANTE, TOKE)} | {fact.bet: fact.amount}
    most = at.rules.limits.ante_max
    if most is None or stakes[ANTE] < most or stakes[TOKE] * 100 <= most * at.rules.tokes.percent_at_max:
        return None
    words = f"the toke of seat {fact.seat}, which wagers the maximum, is at most {at.rules.tokes.percent_at_max} % of it (tokes.percent_at_max)"
    return Refusal("TS 4.7", words)


def _split_toke_fault(at: Standing, fact: WagerPlaced) -> Refusal | None:
    if not at.split(fact.seat):
        return Refusal("TS 5.7", f"seat {fact.seat} has no second hand")
    if DEALER in at.layout.turned:
        return Refusal("TS 5.7", "the dealer's cards lie open: no more bets")
    if fact.amount > at.stake(fact.seat, TOKE):
        return Refusal("TS 5.7", f"the toke on the second hand of seat {fact.seat} is at most its first toke")
    return _amount_fault(at.rules, fact)


def _no_such_seat(at: Standing, number: int) -> Refusal:
    return Refusal("TS 1.3", f"the seats are 1 to {at.table_seats}; there is no seat {number}")
