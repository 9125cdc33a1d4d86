"""Texas Blackjack from the first wager to the last seat settled, in the order of the sheet. Numbers are those of RULES.md."""

from __future__ import annotations

from typing import Final

from tablectl.engine.facts import DEALER, Task, seat
from tablectl.engine.games.tx_bj.playing import dealer_draws, hidden_card_checked, insurance, players, second_cards
from tablectl.engine.games.tx_bj.standing import AFTER_THE_DEALER, AT_ONCE, CHECKED, SIDE_BETS, Standing, stand
from tablectl.engine.games.tx_bj.wagers import closing_fault
from tablectl.engine.round import Round
from tablectl.engine.steps import Deal, Decide, Ending, Key, Option, Prepare, Reveal, RoundOver, SettleSeat, Step, TakeWagers, Unsettled

CHECK: Final = Option(CHECKED, "Looked at the hidden card", key=Key.NEXT)


def next_step(round: Round) -> Step:
    return due(stand(round))


def due(at: Standing) -> Step:
    if early := at.ending:
        return RoundOver(*early)
    if not at.layout.closed:
        return _new_cards(at) or TakeWagers(tuple(range(1, at.table_seats + 1)), "TX 2.1")
    if fault := closing_fault(at):
        return Unsettled(f"a card was dealt on wagers that do not stand ({fault.text}): void the round", "TX 2.9")
    if fault := at.impossible():
        return Unsettled(f"{fault.text}: a supervisor has to name it or void the round", fault.rule)
    return (
        _first_cards(at)
        or _side_bets(at)
        or second_cards(at)
        or insurance(at)
        or hidden_card_checked(at)
        or players(at)
        or dealer_draws(at)
        or _settling(at)
        or RoundOver(Ending.SETTLED, "TX 9.5")
    )


def _new_cards(at: Standing) -> Step | None:
    """RULES.md 8.3, 8.4: what a supervisor's order of new cards asks for, before any wager."""
    if at.layout.shuffle is None:
        return None
    done = {fact.task for fact in at.layout.prepared}
    if Task.APPROVE not in done:
        text = f"New cards ({at.layout.shuffle}): show the players that the old and the new cards are complete"
        return Prepare(Task.APPROVE, 0, may_refuse=False, text=text, rule="TX 8.3")
    if Task.SHUFFLE not in done:
        text = "Put the new cards, with another back where there is one, into the shuffler"  # RULES.md 8.5
        return Prepare(Task.SHUFFLE, 0, may_refuse=False, text=text, rule="TX 8.4")
    return None


def _first_cards(at: Standing) -> Step | None:
    empty = next((place for place in (*map(seat, at.seats), DEALER) if not at.layout.at(place)), None)
    return Deal(empty, face_up=False, rule="TX 3.1") if empty else None


def _side_bets(at: Standing) -> Step | None:
    if not at.checks:
        return Decide(0, (CHECK,), "TX 3.2")
    if at.first(DEALER) is None:
        return Unsettled("the dealer's first card has not been read: a supervisor has to name it", "TX 3.8")
    clockwise, back = at.seats, at.seats[::-1]
    if at.dealer_has_ace:
        return _dealer_shown(at, "TX 3.3") or _pass(at, back, SIDE_BETS, "TX 3.4")
    return _pass(at, clockwise, AT_ONCE, "TX 3.5") or _dealer_shown(at, "TX 3.6") or _pass(at, back, AFTER_THE_DEALER, "TX 3.7")


def _dealer_shown(at: Standing, rule: str) -> Step | None:
    return None if DEALER in at.layout.turned else Reveal(DEALER, rule)


def _pass(at: Standing, seats: tuple[int, ...], bets: tuple[str, ...], rule: str) -> Step | None:
    """Show each seat's first card, unless that was done, and take and pay its wagers on these bets."""
    for number in seats:
        if seat(number) not in at.layout.turned:
            return Reveal(seat(number), rule)
        if at.first(seat(number)) is None:
            return Unsettled(f"the first card of seat {number} has not been read: a supervisor has to name it", "TX 3.8")
        staked = at.staked(number, bets)
        if not at.passed(number, staked):
            return SettleSeat(number, rule, staked)
    return None


def _settling(at: Standing) -> Step | None:
    waiting = next((number for number in at.seats[::-1] if number not in at.layout.settled), None)
    return None if waiting is None else SettleSeat(waiting, "TX 7.1")
