"""The step that is due, in the words and the buttons that a dealer needs."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from tablectl.engine.facts import BOARD, DEALER, Place, Task
from tablectl.engine.steps import ChooseCards, Deal, Decide, Ending, Key, Prepare, Reveal, RoundOver, SettleSeat, Step, TakeWagers, Unsettled
from tablectl.table import counts
from tablectl.table.packs.drawing import needs_fresh_pack
from tablectl.table.packs.loading import awaited, pack_at_hand
from tablectl.table.state import Cause, Link, TableState
from tablectl.table.views import OptionView, StepView
from tablectl_drivers.events import Activity

_ENDINGS = {
    Ending.SETTLED: "The round is over. NEXT opens the next round",
    Ending.MISDEAL: "Misdeal: give every wager back, gather all cards. NEXT opens the next round",
    Ending.VOID: "The round is void: give every wager back, gather all cards. NEXT opens the next round",
}


def step_view(state: TableState) -> StepView:
    """What is due, who has to do it, and where it can be said; while play is held, that and why."""
    step = state.live.step
    seat = step.seat if isinstance(step, Prepare | Decide | ChooseCards | SettleSeat) else 0
    if state.holds:
        hold = state.holds[-1]
        rule = step.rule if hold.cause is Cause.ROUND_UNSETTLED else ""  # no rule speaks of a plug
        return StepView("held", hold.text, "supervisor", seat, rule, ())
    if (scan := state.scan) is not None:
        text = f"Pass every card of pack {scan.pack} through the shoe: {scan.passed} of {state.count_of(scan.pack)} went by"
        return StepView("inspect", text + (f", {scan.unread} of them unread" if scan.unread else ""), "dealer", 0, "", ())
    view = StepView(step.kind, _sentence(state, step), _who(step), seat, step.rule, options_of(step, awaited(state)))
    match step:
        case Prepare(task=task):
            return replace(view, task=task.value)
        case ChooseCards(keep=keep, may_split=may_split, row=row, advice=advice):
            return replace(view, keep=keep, may_split=may_split, advice=f"{row}: {' '.join(map(str, advice))}" if advice else "")
        case _:
            return view


def due_buttons(state: TableState) -> frozenset[str]:
    """The buttons that are a possible answer now; none while play is held."""
    if state.holds or state.scan is not None:
        return frozenset()
    live = state.live
    due = {option.button for option in options_of(live.step, awaited(state)) if option.button}
    if isinstance(live.step, TakeWagers):
        due |= {f"seat{seat}.{bet.name}" for seat in live.step.seats for bet in live.round.game.bets if bet.before_deal}
    return frozenset(due)


def options_of(step: Step, pack: int | None) -> tuple[OptionView, ...]:
    """Every answer that the step allows, with its button. `pack` is the one that a person has to say is in the shoe."""
    next_key = f"key.{Key.NEXT}"
    if pack is not None:
        return (OptionView(0, "pack_is_in", f"Pack {pack} is in the shoe", 0, next_key),)
    match step:
        case Decide(seat=seat, options=options):
            return tuple(OptionView(seat, option.name, option.label, option.amount, _button(seat, option.spot, option.key)) for option in options)
        case TakeWagers():
            return (OptionView(0, "no_more_bets", "No more bets", 0, next_key),)
        case Reveal(place=place):
            return (OptionView(0, "turned", f"Turned over: {_hand(place)}", 0, next_key),)
        case SettleSeat(seat=seat):
            return (OptionView(0, "settled", f"Seat {seat} is settled", 0, next_key),)
        case RoundOver():
            return (OptionView(0, "next_round", "Next round", 0, next_key),)
        case Prepare(task=task, may_refuse=may_refuse, text=text) if task not in {Task.LOAD, Task.APPROVE}:
            done = OptionView(step.seat, "done", text, 0, next_key)
            return (done, OptionView(step.seat, "refused", "Refused", 0, f"key.{Key.FOLD}")) if may_refuse else (done,)
        case ChooseCards(seat=0, suggested=suggested, row=row) if suggested:
            return (OptionView(0, "house_way", f"{' '.join(map(str, suggested))}: {row}", 0, next_key),)
        case Prepare() | Deal() | ChooseCards() | Unsettled():
            return ()
        case _:
            assert_never(step)


def _button(seat: int, spot: str | None, key: Key | None) -> str | None:
    if spot is not None:
        return f"seat{seat}.{spot}"
    return None if key is None else f"key.{key}"


def _who(step: Step) -> str:
    match step:
        case TakeWagers():
            return "players"
        case Decide(seat=seat) | ChooseCards(seat=seat) if seat:
            return f"seat {seat}"
        case Prepare(task=Task.APPROVE) | Unsettled():
            return "supervisor"
        case Prepare(seat=seat) if seat:
            return f"seat {seat}"
        case _:
            return "dealer"


def _sentence(state: TableState, step: Step) -> str:
    match step:
        case TakeWagers():
            return f"Place your bets; {_pack_wanted(state).lower()}" if needs_fresh_pack(state) else "Place your bets"
        case Prepare(task=Task.LOAD) if awaited(state) is not None:
            return _pack_wanted(state)
        case Prepare(text=text):
            return text
        case Deal(place=place, face_up=face_up):
            if state.shoe_device().link is Link.WAITING:
                return "Waiting for the shoe to answer"
            if needs_fresh_pack(state):
                return _pack_wanted(state)
            return f"Deal a card to {place}, face {'up' if face_up else 'down'}"
        case Decide(seat=seat, options=options):
            return f"{_asked(step)}: {' or '.join(option.label for option in options)}"
        case ChooseCards(seat=seat, keep=keep):
            return (
                f"Seat {seat}: keep {keep} cards{' or split' if step.may_split else ''}"
                if seat
                else f"Set the dealer's {keep} cards by the house way"
            )
        case Reveal(place=place):
            return f"Turn over {_hand(place)}"
        case SettleSeat(seat=seat, bets=bets):
            labels = (bet.label for bet in state.game.bets if bet.name in bets)
            return f"Take and pay seat {seat}" + (f": {', '.join(labels)}" if bets else "")
        case Unsettled(reason=reason):
            return reason
        case RoundOver(ending=ending):
            count = counts.prompt(state)
            return _ENDINGS[ending] if count is None else f"{count}. {_ENDINGS[ending]}"
        case _:
            assert_never(step)


def _asked(step: Decide) -> str:
    if not step.seat:
        return "The dealer"
    return f"Seat {step.seat}, hand {step.hand + 1}" if step.hand else f"Seat {step.seat}"


def _pack_wanted(state: TableState) -> str:
    if (pack := awaited(state)) is not None:
        wait = "" if pack_at_hand(state) else "Wait for the green light of the shuffler. "
        return f"{wait}Put pack {pack} into the shoe, then press NEXT"
    if pack_at_hand(state):
        return "Put a shuffled pack into the shoe"
    waiting = (device.status for device in state.shufflers() if device.status is not None and device.status.activity is Activity.READY)
    if again := sorted({status.pack for status in waiting} & state.unfinished):
        return f"Shuffle pack {again[0]} again: its last shuffle was not seen to its end"
    return "Waiting for the shuffler to finish a pack"


def _hand(place: Place) -> str:
    names = {DEALER: "the dealer's hand", BOARD: "the cards of the board"}
    return names.get(place, f"the hand of {place}")
