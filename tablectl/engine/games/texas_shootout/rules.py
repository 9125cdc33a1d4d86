"""Texas Shootout from the shuffle to the last seat settled, in the order of the sheet. Numbers are those of RULES.md."""

from __future__ import annotations

from typing import Final

from tablectl.engine.facts import BOARD, BURN, DEALER, seat
from tablectl.engine.games.texas_shootout.preparing import task_due
from tablectl.engine.games.texas_shootout.standing import (
    ANTE,
    BONUS,
    COMMUNITY,
    KEPT,
    OWN,
    SPLIT_ANTE,
    SPLIT_BONUS,
    WITH_BONUS,
    WITHOUT_BONUS,
    Standing,
    stand,
)
from tablectl.engine.games.texas_shootout.wagers import closing_fault
from tablectl.engine.round import Round
from tablectl.engine.steps import ChooseCards, Deal, Decide, Ending, Key, Option, Reveal, RoundOver, SettleSeat, Step, TakeWagers, Unsettled

BURN_ONE: Final = Deal(BURN, face_up=False, rule="TS 3.1")


def next_step(round: Round) -> Step:
    return due(stand(round))


def due(at: Standing) -> Step:
    if early := at.ending:
        return RoundOver(*early)
    if task := task_due(at.ready, at.cutters):
        return Unsettled("the shoe ran out in the middle of a round: void the round", "TS 2.9") if _ran_out(at) else task
    if not at.ready.closed:
        return BURN_ONE if at.ready.burn_due else TakeWagers(tuple(range(1, at.table_seats + 1)), "TS 4.1")
    if fault := closing_fault(at):
        return Unsettled(f"a card was dealt on wagers that do not stand ({fault.text}): void the round", "TS 4.9")
    step = _four_cards_each(at) or _choice(at) or _house_hand(at) or _common_cards(at) or _settling(at) or RoundOver(Ending.SETTLED, "TS 10.8")
    return BURN_ONE if isinstance(step, Deal) and at.ready.burn_due else step


def _ran_out(at: Standing) -> bool:
    return at.ready.in_play and at.rules.deal.when_empty == "void"


def _four_cards_each(at: Standing) -> Step | None:
    places = (*(seat(number) for number in at.seats), DEALER)
    order = places * OWN if at.rules.deal.order == "one_at_a_time" else tuple(place for place in places for _ in range(OWN))
    dealt = sum(len(at.layout.at(place)) for place in places)
    return Deal(order[dealt], face_up=False, rule="TS 5.1") if dealt < len(order) else None


def _choice(at: Standing) -> Step | None:
    """Ask the first seat, clockwise, that has set no hand, or has not said whether its second hand gets a bonus wager."""
    for number in at.seats:
        ante, bonus = at.stake(number, ANTE), at.stake(number, BONUS)
        if not at.hands(number):
            second = ((SPLIT_ANTE, ante), (SPLIT_BONUS, bonus if at.rules.split.bonus == "required" else 0))
            # may_split says nothing of the cards, which lie face down: a split that they do not allow is refused, RULES.md 5.4
            return ChooseCards(number, KEPT, may_split=True, rule="TS 5.2", split_bets=tuple((bet, amount) for bet, amount in second if amount))
        if at.split_bonus_open(number):
            with_bonus = Option(WITH_BONUS, "Bonus on the second hand", spot=SPLIT_BONUS, bet=SPLIT_BONUS, amount=bonus)
            return Decide(number, (with_bonus, Option(WITHOUT_BONUS, "No bonus on the second hand", key=Key.NEXT)), "TS 5.6")
    return None


def _house_hand(at: Standing) -> Step | None:
    if DEALER not in at.layout.turned:
        return Reveal(DEALER, "TS 6.1")
    house = at.house_hand
    if at.dealer_set is None:
        if house is None:
            return ChooseCards(0, KEPT, may_split=False, rule="TS 6.6")
        return ChooseCards(0, KEPT, may_split=False, rule="TS 6.2", suggested=house.keep, row=str(house))
    if house is None or not at.wrongly_set:
        return None
    if at.layout.at(BOARD):
        keep = " ".join(map(str, house.keep))
        return Unsettled(f"the dealer's hand is not set by the house way, which keeps {keep} ({house}): reset it", "TS 6.7")
    return ChooseCards(0, KEPT, may_split=False, rule="TS 6.7", suggested=house.keep, row=str(house))


def _common_cards(at: Standing) -> Step | None:
    return Deal(BOARD, face_up=True, rule="TS 7.1") if len(at.layout.at(BOARD)) < COMMUNITY else None


def _settling(at: Standing) -> Step | None:
    """From the dealer's right, counter-clockwise (RULES.md 7.4)."""
    left = next((number for number in reversed(at.seats) if number not in at.layout.settled), None)
    if left is None:
        return None
    if doubt := at.doubt:
        return Unsettled(doubt.text, doubt.rule)
    return SettleSeat(left, "TS 7.4")
