"""What holds at a table whatever happens to it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import Final

from hypothesis import given, settings

from tablectl.engine.exposure import exposed
from tablectl.engine.facts import Corrected
from tablectl.engine.games import GAMES
from tablectl.engine.round import next_step
from tablectl.engine.steps import Ending, RoundOver
from tablectl.table.events import CardRead, CardsUnseen, KeyPressed, TableOpened
from tablectl.table.holds import uncovered
from tablectl.table.lamps import lamps
from tablectl.table.outcomes import CardReplaced, CardTakenOut, FactTaken, HoldRaised, HoldReleased, RoundEnded, RoundOpened, SeatRated, WarningGone
from tablectl.table.state import Severity
from tablectl.table.table import Applied, apply, opened

from .chance import BUTTONS, Start, play, rounds, tales
from .dealing import Dealing

Law = Callable[[Dealing], None]


def the_state_is_sound(dealing: Dealing) -> None:
    state = dealing.state
    assert next_step(state.live.round) == state.live.step
    assert state.live.shown == exposed(state.live.round)
    assert list(uncovered(state)) == []
    assert state.shoe.unseen >= 0
    assert all(count <= state.shoe.profile.composition[card] for card, count in state.shoe.seen.items())
    assert state.shoe.out <= state.missing(state.shoe.pack), "what the shoe lacks is out of its pack"
    assert all(state.missing(pack) <= state.shoe.profile.composition for pack in state.packs)
    assert ("lamp.hold" in lamps(state)) == bool(state.holds)
    numbers = [hold.id for hold in state.holds]
    assert numbers == sorted(set(numbers))
    assert all(number < state.next_hold for number in numbers)


def holds_open_and_close_on_record_only(dealing: Dealing) -> None:
    raised = [outcome.hold for outcome in dealing.told if isinstance(outcome, HoldRaised)]
    assert [hold.id for hold in raised] == list(range(1, len(raised) + 1))
    stops = {hold.id for hold in raised if hold.severity is Severity.STOP}
    released = [outcome.hold for outcome in dealing.told if isinstance(outcome, HoldReleased)]
    assert {hold.id for hold in dealing.state.holds} == stops - set(released)
    assert len(released) == len(set(released))
    gone = {outcome.hold for outcome in dealing.told if isinstance(outcome, WarningGone)}
    assert {warning.id for warning in dealing.state.warned} == {hold.id for hold in raised} - stops - gone


def cards_go_out_and_come_back_on_record_only(dealing: Dealing) -> None:
    taken = [outcome for outcome in dealing.told if isinstance(outcome, CardTakenOut)]
    replaced = [outcome for outcome in dealing.told if isinstance(outcome, CardReplaced)]
    assert [outcome.out for outcome in taken] == list(range(1, len(taken) + 1))
    assert len({outcome.out for outcome in replaced}) == len(replaced)
    booked = {(outcome.out, outcome.pack, outcome.card) for outcome in taken}
    back = {(outcome.out, outcome.pack, outcome.card) for outcome in replaced}
    assert back <= booked
    assert {(out.id, out.pack, out.card) for out in dealing.state.out} == booked - back


def what_players_gain_and_the_house_gains_sums_to_zero(dealing: Dealing) -> None:
    for outcome in dealing.told:
        if isinstance(outcome, RoundEnded):
            assert outcome.house + sum(net for _, net in outcome.nets) == 0
            assert outcome.ending is Ending.SETTLED or outcome.house == 0


def rounds_follow_one_another_and_each_ends_once(dealing: Dealing) -> None:
    told = [outcome for outcome in dealing.told if isinstance(outcome, RoundEnded)]
    ended = [outcome.round for outcome in told]
    assert sorted(ended) == ended
    corrected = any(isinstance(outcome, FactTaken) and isinstance(outcome.fact, Corrected) for outcome in dealing.told)
    assert corrected or ended == list(range(1, len(ended) + 1)), "only a correction lets a round end again"
    begun = [outcome.round for outcome in dealing.told if isinstance(outcome, RoundOpened)]
    assert all(after - before in {0, 1} for before, after in pairwise(begun))
    assert set(begun) <= {*ended, max(ended, default=0) + 1}


def the_same_events_lead_to_the_same_state_and_the_same_outcomes(dealing: Dealing) -> None:
    (first, at), *rest = dealing.history
    assert isinstance(first, TableOpened)
    applied = opened(GAMES, first, at)
    told = list(applied.outcomes)
    for event, now in rest:
        applied = apply(applied.state, event, now)
        told += applied.outcomes
    assert applied.state == dealing.state
    assert told == dealing.told


def a_card_report_that_comes_again_changes_nothing(dealing: Dealing) -> None:
    state = dealing.state
    for event, _ in dealing.history:
        if not isinstance(event, CardRead | CardsUnseen) or state.shoe.last is None or event.power_up != state.shoe.last.power_up:
            continue
        if (event.report if isinstance(event, CardRead) else event.last) <= state.shoe.last.number:
            again = apply(state, event, state.seen_ns)
            assert replace(again, state=replace(again.state, heard=state.heard, last_ns=state.last_ns)) == Applied(state, ()), "but when it was heard"


def no_button_moves_play_under_a_hold(dealing: Dealing) -> None:
    held = dealing.state if dealing.state.holds else apply(dealing.state, KeyPressed("key.supervisor", held=False), 0).state
    for button in BUTTONS:
        assert apply(held, KeyPressed(button, held=False), 0).state.live == held.live


LAWS: Final[tuple[Law, ...]] = (
    the_state_is_sound,
    holds_open_and_close_on_record_only,
    cards_go_out_and_come_back_on_record_only,
    what_players_gain_and_the_house_gains_sums_to_zero,
    rounds_follow_one_another_and_each_ends_once,
    the_same_events_lead_to_the_same_state_and_the_same_outcomes,
    a_card_report_that_comes_again_changes_nothing,
    no_button_moves_play_under_a_hold,
)


@settings(max_examples=150)
@given(tales())
def test_nothing_that_a_table_is_told_stops_it_or_breaks_a_law(dealing: Dealing) -> None:
    for law in LAWS:
        law(dealing)


@settings(max_examples=80)
@given(rounds())
def test_a_round_by_the_rules_ends_without_a_hold_and_pays_every_seat_as_it_was_rated(start: Start) -> None:
    dealing = start.dealing
    for _ in play(start):
        pass
    assert dealing.step == RoundOver(Ending.SETTLED, "UTH 9.9")
    assert dealing.causes == []
    rated = dealing.state.live.rated
    assert rated is not None
    assert rated.house + sum(line.net for line in rated.lines) == 0
    shown = [line for outcome in dealing.told if isinstance(outcome, SeatRated) for line in outcome.lines]
    assert sorted(shown, key=str) == sorted(rated.lines, key=str)
    staked = {spot: amount for spot, amount in dealing.state.live.placed.items() if amount}
    assert {(line.seat, line.bet): line.stake for line in rated.lines} == staked
