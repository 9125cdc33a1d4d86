"""Which wagers may be placed, and which stand when betting closes (RULES.md 2)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from tablectl.engine.facts import PlayerSeated, WagerPlaced
from tablectl.engine.game import Refusal
from tablectl.engine.games.tx_bj.house import HALF, TxBjRules
from tablectl.engine.games.tx_bj.standing import BOX, COLUMNS, COMBO, D_AREAS, P_AREAS, SIDE_BETS, A, Standing
from tablectl.engine.money import payable

MARKS: Final = (tuple(P_AREAS), tuple(COLUMNS), tuple(D_AREAS))
ROW_ODDS: Final = Fraction(2)
COMBO_ODDS: Final = Fraction(25)
A_ODDS: Final = Fraction(11)
EVEN: Final = Fraction(1)
LABELS: Final = {
    BOX: "Box",
    "p_red": "P red",
    "p_white": "P white",
    "p_blue": "P blue",
    "column_one": "Column 1",
    "column_two": "Column 2",
    "column_three": "Column 3",
    "d_red": "D red",
    "d_white": "D white",
    "d_blue": "D blue",
    COMBO: "COMBO",
    A: "A",
}


def judge_player(at: Standing, fact: PlayerSeated) -> Refusal | None:
    if not 1 <= fact.seat <= at.table_seats:
        return _no_such_seat(at, fact.seat)
    return Refusal("TX 1.4", "who plays a seat is said before the first card") if at.layout.closed else None


def judge_wager(at: Standing, fact: WagerPlaced) -> Refusal | None:
    """Refuse at once what no later press can make right; the rest is judged when betting closes."""
    if fact.seat == 0:
        return Refusal("TX 1.5", "the dealer does not wager")
    if not 1 <= fact.seat <= at.table_seats:
        return _no_such_seat(at, fact.seat)
    if at.layout.closed:
        return Refusal("TX 2.8", "no more bets: the wagers stand as they are")
    if fact.bet not in LABELS:
        return Refusal("TX 2.2", f"before the deal a seat bets {', '.join(LABELS.values())}; {fact.bet!r} is none of them")
    return _marks_fault(fact) or _amount_fault(at.rules, fact) or _seat_fault_so_far(at, fact)


def closing_fault(at: Standing) -> Refusal | None:
    """Say why betting cannot close on the wagers as they stand."""
    if not at.seats:
        return Refusal("TX 2.10", "no seat has a wager in its box")
    return next(_faults(at), None)


def _faults(at: Standing) -> Iterator[Refusal]:
    limits = at.rules.limits
    for number in at.seats:
        box = at.stake(number, BOX)
        if not box:
            yield Refusal("TX 2.1", f"seat {number} has a side bet without a wager in its box")
        elif box < limits.box_min:
            yield Refusal("TX 2.5", f"the box wager of seat {number} is below the table's minimum (limits.box_min)")
        for bet in at.staked(number, SIDE_BETS):
            if at.stake(number, bet) > box:
                yield _above_box(number, bet)
            elif at.stake(number, bet) < limits.side_min:
                yield Refusal("TX 2.5", f"{LABELS[bet]} of seat {number} is below the table's minimum (limits.side_min)")


def _marks_fault(fact: WagerPlaced) -> Refusal | None:
    if fact.bet != COMBO:
        return Refusal("TX 2.4", f"marks are for COMBO alone, not for {LABELS[fact.bet]}") if fact.marks else None
    marked = len(fact.marks) == len(MARKS) and all(mark in row for mark, row in zip(fact.marks, MARKS, strict=True))
    if marked or (not fact.amount and not fact.marks):
        return None
    return Refusal("TX 2.4", f"COMBO of seat {fact.seat} needs three marks: a colour of P, a column and a colour of D")


def _amount_fault(rules: TxBjRules, fact: WagerPlaced) -> Refusal | None:
    words = f"{LABELS[fact.bet]} of seat {fact.seat}"
    if fact.amount < 0 or fact.amount % rules.money.smallest_chip:
        return Refusal("TX 2.6", f"{words} is no whole number of the smallest chip (money.smallest_chip)")
    if not payable(fact.amount, rules.box_odds if fact.bet == BOX else (HALF,), rules.money):
        return Refusal("TX 2.6", f"{words} could not be {'paid' if fact.bet == BOX else 'halved'} exactly (money.rounding)")
    name, most = ("box_max", rules.limits.box_max) if fact.bet == BOX else ("side_max", rules.limits.side_max)
    if most is not None and fact.amount > most:
        return Refusal("TX 2.5", f"{words} is above the table's maximum (limits.{name})")
    return None


def _seat_fault_so_far(at: Standing, fact: WagerPlaced) -> Refusal | None:
    stakes = {bet: at.stake(fact.seat, bet) for bet in LABELS} | {fact.bet: fact.amount}
    above = next((bet for bet in SIDE_BETS if 0 < stakes[BOX] < stakes[bet]), None)
    if above:
        return _above_box(fact.seat, above)
    most = at.rules.limits.aggregate_payout
    if most is not None and _could_win(at.rules, stakes) > most:
        return Refusal("TX 2.7", f"the wagers of seat {fact.seat} could win more than the table pays (limits.aggregate_payout)")
    return None


def _could_win(rules: TxBjRules, stakes: dict[str, int]) -> Fraction:
    """The most that a seat could win: one area of each row and COMBO, or A, and all hands split and doubled."""
    blackjack = rules.blackjack
    doubled = 1 if blackjack.double == "none" else 2
    hands = doubled * blackjack.hands if blackjack.double_after_split else max(doubled, blackjack.hands)
    rows = sum(max(stakes[area] for area in row) for row in MARKS)
    side = max(rows * ROW_ODDS + stakes[COMBO] * COMBO_ODDS, stakes[A] * A_ODDS)
    return side + stakes[BOX] * max(blackjack.odds, Fraction(hands))


def _above_box(number: int, bet: str) -> Refusal:
    return Refusal("TX 2.3", f"{LABELS[bet]} of seat {number} is above the wager in its box")


def _no_such_seat(at: Standing, number: int) -> Refusal:
    return Refusal("TX 1.3", f"the seats are 1 to {at.table_seats}; there is no seat {number}")
