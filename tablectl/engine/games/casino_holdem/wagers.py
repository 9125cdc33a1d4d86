"""Which wagers may be placed, and which stand when betting closes (RULES.md 2 and 3)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import chain
from typing import Final

from tablectl.engine.facts import PlayerSeated, WagerPlaced
from tablectl.engine.game import Refusal
from tablectl.engine.games.casino_holdem.house import CasinoHoldemRules
from tablectl.engine.games.casino_holdem.standing import ANTE, BET, BET_MULTIPLE, BONUS, Standing, stand
from tablectl.engine.money import payable
from tablectl.engine.paytables import PayTable, pay_table
from tablectl.engine.round import Round, one_unit_more

EVEN: Final = Fraction(1)
BONUS_TABLE: Final[PayTable] = pay_table(
    three_of_a_kind="10:1",
    straight="15:1",
    flush="25:1",
    full_house="75:1",
    four_of_a_kind="250:1",
    straight_flush="500:1",
    royal_flush="1000:1",
)
_BETS: Final = (ANTE, BONUS, BET)


def pressed(round: Round, number: int, bet: str) -> int:
    """One more unit; on the bet twice the ante, which makes the field dark. A bet that is pressed before its ante is that of one unit."""
    if bet != BET:
        return one_unit_more(round, number, bet)
    return BET_MULTIPLE * (stand(round).layout.stake(number, ANTE) or round.rules.unit)


def judge_player(at: Standing, fact: PlayerSeated) -> Refusal | None:
    if not 1 <= fact.seat <= at.table_seats:
        return _no_such_field(at, fact.seat)
    return Refusal("CH 2.3", "who plays a field is said before the first card") if at.layout.closed else None


def judge_wager(at: Standing, fact: WagerPlaced) -> Refusal | None:
    """Refuse at once what no later press can make right; the rest is judged when betting closes."""
    if not 1 <= fact.seat <= at.table_seats:
        return _no_such_field(at, fact.seat)
    if at.layout.closed:
        return Refusal("CH 3.7", "no more bets: the wagers stand as they are")
    if fact.bet not in _BETS:
        return Refusal("CH 3.7", f"a field wagers on {', '.join(_BETS)}; {fact.bet!r} is none of them")
    return _amount_fault(at.rules, fact) or _payout_fault(at, fact)


def closing_fault(at: Standing) -> Refusal | None:
    """Say why betting cannot close on the wagers as they stand."""
    if not at.seats:
        return Refusal("CH 3.9", "no field has an ante")
    return next(chain(_field_faults(at), _light_faults(at)), None)


def _field_faults(at: Standing) -> Iterator[Refusal]:
    for number in at.seats:
        ante = at.layout.stake(number, ANTE)
        if not ante:
            rule, bet = ("CH 3.2", BET) if at.dark(number) else ("CH 3.3", BONUS)
            yield Refusal(rule, f"field {number} has a {bet} without an ante")
        elif ante < at.rules.limits.ante_min:
            yield Refusal("CH 3.4", f"the ante of field {number} is below the table's minimum (limits.ante_min)")
        elif at.dark(number) and at.layout.stake(number, BET) != BET_MULTIPLE * ante:
            yield Refusal("CH 3.2", f"field {number} is dark, and its bet is not twice its ante")
        elif at.dark(number) and at.layout.stake(number, BONUS) and not at.rules.dark.bonus:
            yield Refusal("CH 3.3", f"field {number} is dark, and there is no bonus on a dark field (dark.bonus)")


def _light_faults(at: Standing) -> Iterator[Refusal]:
    """RULES.md 2.3"""
    light: dict[str, int] = {}
    for number in at.seats:
        player = at.layout.players.get(number)
        if player is None or at.dark(number):
            continue
        if player in light:
            yield Refusal("CH 2.3", f"one player has the light fields {light[player]} and {number}: all but one of them have to be dark")
        light[player] = number


def _amount_fault(rules: CasinoHoldemRules, fact: WagerPlaced) -> Refusal | None:
    words = f"the {fact.bet} of field {fact.seat}"
    if fact.amount < 0 or fact.amount % rules.money.smallest_chip:
        return Refusal("CH 3.5", f"{words} is no whole number of the smallest chip (money.smallest_chip)")
    if not payable(fact.amount, _odds(rules, fact.bet), rules.money):
        return Refusal("CH 3.5", f"{words} could not be paid exactly at all of its odds (money.rounding)")
    limits = rules.limits
    twice = None if limits.ante_max is None else BET_MULTIPLE * limits.ante_max
    name, most = {ANTE: ("ante_max", limits.ante_max), BONUS: ("bonus_max", limits.bonus_max), BET: ("ante_max", twice)}[fact.bet]
    if most is not None and fact.amount > most:
        return Refusal("CH 3.4", f"{words} is above the table's maximum (limits.{name})")
    return None


def _payout_fault(at: Standing, fact: WagerPlaced) -> Refusal | None:
    stakes = {bet: at.layout.stake(fact.seat, bet) for bet in _BETS} | {fact.bet: fact.amount}
    most = at.rules.limits.aggregate_payout
    bet = max(stakes[BET], BET_MULTIPLE * stakes[ANTE])  # a light field may still call
    won = stakes[ANTE] * max(at.rules.ante.odds) + bet * EVEN + stakes[BONUS] * max(BONUS_TABLE.odds.values())
    if most is not None and won > most:
        return Refusal("CH 3.6", f"the wagers of field {fact.seat} could win more than the table pays (limits.aggregate_payout)")
    return None


def _odds(rules: CasinoHoldemRules, bet: str) -> tuple[Fraction, ...]:
    return {ANTE: rules.ante.odds, BONUS: tuple(BONUS_TABLE.odds.values())}.get(bet, (EVEN,))


def _no_such_field(at: Standing, number: int) -> Refusal:
    return Refusal("CH 2.1", f"the fields are 1 to {at.table_seats}; there is no field {number}")
