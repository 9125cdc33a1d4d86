"""Casino Texas Hold'em from the shuffle to the last field settled, in the order of the sheet. Numbers are those of RULES.md."""

from __future__ import annotations

from tablectl.engine.facts import BOARD, DEALER, Task, seat
from tablectl.engine.game import Refusal
from tablectl.engine.games.casino_holdem.standing import ANTE, BET, BET_MULTIPLE, BONUS, CALL, COMMUNITY, FOLD, OPEN, Standing, stand
from tablectl.engine.games.casino_holdem.wagers import closing_fault
from tablectl.engine.round import Round
from tablectl.engine.steps import Deal, Decide, Ending, Key, Option, Prepare, Reveal, RoundOver, SettleSeat, Step, TakeWagers, Unsettled


def next_step(round: Round) -> Step:
    return due(stand(round))


def due(at: Standing) -> Step:
    if at.void:
        return RoundOver(Ending.VOID, "CH 9.7")
    if rule := at.redeal:
        return Prepare(Task.GATHER, 0, may_refuse=False, text="Gather all cards; the wagers stay, and all is dealt again", rule=rule)
    if task := _cards_made_ready(at):
        return task
    if not at.layout.closed:
        return TakeWagers(tuple(range(1, at.table_seats + 1)), "CH 3.1")
    if fault := closing_fault(at):
        return Unsettled(f"a card was dealt on wagers that do not stand ({fault.text}): void the round", "CH 3.8")
    return (
        _own_cards(at)
        or _community_cards(at)
        or _ask(at)
        or _turned_over(at)
        or _bonuses(at)
        or _antes_and_bets(at)
        or RoundOver(Ending.SETTLED, "CH 9.9")
    )


def _cards_made_ready(at: Standing) -> Step | None:
    """RULES.md 1.6, 9.5: what has to be done with the cards before a round, and again when they were gathered or came to an end."""
    shuffle = at.rules.shuffle
    anew = at.gathered or at.layout.shuffle is not None
    done = {fact.task for fact in at.layout.prepared if not fact.refused}
    if anew and not shuffle.every_round and Task.SHUFFLE not in done:
        return Prepare(Task.SHUFFLE, 0, may_refuse=False, text=f"Shuffle the cards{_why(at)}", rule="CH 1.2")
    if (anew or shuffle.every_round) and shuffle.cut and Task.CUT not in done:
        return _cut(at)
    if anew and Task.LOAD not in done:
        return Prepare(Task.LOAD, 0, may_refuse=False, text="Put the shuffled pack into the shoe", rule="CH 9.5" if at.gathered else "CH 1.6")
    return None


def _why(at: Standing) -> str:
    return f": {at.layout.shuffle}" if at.layout.shuffle and not at.gathered else ""


def _cut(at: Standing) -> Step:
    if any(fact.task is Task.CUT for fact in at.layout.prepared):  # it was offered, and refused
        return Prepare(Task.CUT, 0, may_refuse=False, text="The player does not cut: dealer or inspector cuts", rule="CH 1.5")
    return Prepare(Task.CUT, at.cut_goes_to, may_refuse=True, text="Let a player cut the cards", rule="CH 1.4")


def _own_cards(at: Standing) -> Step | None:
    places = (*(seat(number) for number in at.seats), DEALER)
    order = places * 2 if at.rules.deal.order == "one_at_a_time" else tuple(place for place in places for _ in range(2))
    dealt = sum(len(at.layout.at(place)) for place in places)
    return Deal(order[dealt], face_up=False, rule="CH 4.1") if dealt < len(order) else None


def _community_cards(at: Standing) -> Step | None:
    dealt = len(at.layout.at(BOARD))
    if dealt < OPEN:
        return Deal(BOARD, face_up=True, rule="CH 4.2")
    return Deal(BOARD, face_up=False, rule="CH 4.3") if dealt < COMMUNITY else None


def _ask(at: Standing) -> Step | None:
    waiting = next((number for number in at.seats if not at.dark(number) and at.decision(number) is None), None)  # RULES.md 4.5
    if waiting is None:
        return None
    call = Option(CALL, "Call", spot=BET, bet=BET, amount=BET_MULTIPLE * at.layout.stake(waiting, ANTE))
    return Decide(waiting, (call, Option(FOLD, "Fold", key=Key.FOLD)), "CH 4.4")


def _turned_over(at: Standing) -> Step | None:
    if BOARD not in at.layout.turned:
        return Reveal(BOARD, "CH 5.1")
    return Reveal(DEALER, "CH 5.2") if DEALER not in at.layout.turned else None


def _bonuses(at: Standing) -> Step | None:
    for number in at.seats[::-1]:
        if at.bonus_in_action(number) and not at.bonus_settled(number):
            return _shown(at, number, "CH 5.3") or _unless(at.bonus_doubt(number), SettleSeat(number, "CH 5.3", (BONUS,)))
    return None


def _antes_and_bets(at: Standing) -> Step | None:
    for number in at.seats[::-1]:
        if number not in at.layout.settled:
            shown = None if at.folded(number) else _shown(at, number, "CH 5.4")
            return shown or _unless(at.seat_doubt(number), SettleSeat(number, "CH 5.4"))
    return None


def _shown(at: Standing, number: int, rule: str) -> Step | None:
    return None if seat(number) in at.layout.turned else Reveal(seat(number), rule)


def _unless(doubt: Refusal | None, step: Step) -> Step:
    return Unsettled(doubt.text, doubt.rule) if doubt else step
