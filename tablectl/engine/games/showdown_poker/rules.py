"""Showdown Poker from the first wager to the last seat settled, in the order of the sheet. Numbers are those of RULES.md."""

from __future__ import annotations

from tablectl.engine.facts import BOARD, DEALER, seat
from tablectl.engine.games.showdown_poker.ranking import highest
from tablectl.engine.games.showdown_poker.standing import (
    ANTE,
    BONUS,
    COMMUNITY,
    DEALT,
    KEPT,
    SPLIT_ANTE,
    SPLIT_BONUS,
    Standing,
    row_words,
    stand,
)
from tablectl.engine.games.showdown_poker.wagers import closing_fault
from tablectl.engine.round import Round
from tablectl.engine.steps import ChooseCards, Deal, Ending, Reveal, RoundOver, SettleSeat, Step, TakeWagers, Unsettled


def next_step(round: Round) -> Step:
    return due(stand(round))


def due(at: Standing) -> Step:
    if early := at.ending:
        return RoundOver(*early)
    if not at.layout.closed:
        return TakeWagers(tuple(range(1, at.table_seats + 1)), "SP 2.1")
    if fault := closing_fault(at):
        return Unsettled(f"a card was dealt on wagers that do not stand ({fault.text}): void the round", "SP 2.8")
    return (
        _four_cards_each(at)
        or _turn_over(at)
        or _selection(at)
        or _house_hand(at)
        or _community_cards(at)
        or _settling(at)
        or RoundOver(Ending.SETTLED, "SP 8.9")
    )


def _four_cards_each(at: Standing) -> Step | None:
    places = (*(seat(number) for number in at.seats), DEALER)
    dealt = sum(len(at.layout.at(place)) for place in places)
    return Deal(places[dealt % len(places)], face_up=False, rule="SP 3.1") if dealt < DEALT * len(places) else None


def _turn_over(at: Standing) -> Step | None:
    down = next((number for number in at.seats if seat(number) not in at.layout.turned), None)
    return None if down is None else Reveal(seat(down), "SP 3.2")


def _selection(at: Standing) -> Step | None:
    """Ask the first seat, clockwise, that has selected nothing (RULES.md 4.1, 4.4)."""
    asked = next((number for number in at.seats if not at.hands(number)), None)
    if asked is None:
        return None
    cards = at.known(seat(asked))
    best = highest(cards) if at.rules.advice and len(cards) == DEALT else None  # RULES.md 4.6
    second = tuple((bet, amount) for bet, amount in ((SPLIT_ANTE, at.stake(asked, ANTE)), (SPLIT_BONUS, at.stake(asked, BONUS))) if amount)
    return ChooseCards(
        asked,
        KEPT,
        may_split=True,
        rule="SP 4.1",
        row=str(best) if best else "",
        advice=best.keep if best else (),
        split_bets=second,
    )


def _house_hand(at: Standing) -> Step | None:
    if DEALER not in at.layout.turned:
        return Reveal(DEALER, "SP 5.1")
    if at.dealer_set:
        return None
    if house := at.house_hand:
        return ChooseCards(0, KEPT, may_split=False, rule="SP 5.2", suggested=house.keep, row=row_words(house))
    return ChooseCards(0, KEPT, may_split=False, rule="SP 5.7")


def _community_cards(at: Standing) -> Step | None:
    return Deal(BOARD, face_up=True, rule="SP 5.8") if len(at.layout.at(BOARD)) < COMMUNITY else None


def _settling(at: Standing) -> Step | None:
    """RULES.md 6.4"""
    due_seat = next((number for number in reversed(at.seats) if number not in at.layout.settled), None)
    if due_seat is None:
        return None
    if doubt := at.doubt:
        return Unsettled(doubt.text, doubt.rule)
    return SettleSeat(due_seat, "SP 6.4")
