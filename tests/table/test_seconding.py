"""What two persons do: one asks, another one confirms, and nothing happens before that."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import get_args

import pytest

from tablectl.engine.cards import Card
from tablectl.engine.facts import DEALER, BettingClosed, CardDealt, HandTurned, WagerPlaced, seat
from tablectl.engine.games import GAMES
from tablectl.engine.steps import Ending, RoundOver
from tablectl.settings import TwoPersons
from tablectl.table.actions import Action, CorrectRound, IdentifyCard, PersonRole, PlaceCard, ReleaseHold, SecondAction, VoidRound, WithdrawAction
from tablectl.table.commands import ALLOWED, SECOND, kind_of
from tablectl.table.events import CommandGiven
from tablectl.table.outcomes import ActionDropped, ActionSeconded, Answered, HoldReleased, RoundPutRight, SecondAwaited
from tablectl.table.record.recovery import recover
from tablectl.table.record.replay import replay
from tablectl.table.shown.comparing import what_if, what_if_confirmed
from tablectl.table.shown.screens import Showing, view
from tablectl.table.state import Cause, CommandAnswer

from .dealing import HOLES, Dealing, only, opening, over, table
from .recording import SEALER, CountingClock, journal_of

EVERY = tuple(map(kind_of, SECOND))
SHOWING = Showing("EUR", 2, {})
VOID = VoidRound("a card fell")


def two_persons(*kinds: str) -> Dealing:
    """Two seats have wagered at a table where these actions, or all that can, need a second person."""
    dealing = table(opening(second_person=kinds or EVERY))
    dealing.wager(1, 2)
    return dealing


def dealt() -> Dealing:
    dealing = two_persons()
    dealing.press("key.next")
    dealing.cards(HOLES)
    return dealing


def by(dealing: Dealing, person: str, action: Action, role: PersonRole = PersonRole.SUPERVISOR) -> CommandAnswer:
    outcomes = dealing.happen(CommandGiven(f"{person}-{len(dealing.history)}", person, role, action, dealing.state.live.number))
    return only([outcome.answer for outcome in outcomes if isinstance(outcome, Answered)])


def confirm(dealing: Dealing, person: str, number: int) -> CommandAnswer:
    """Confirm what this person has just looked at."""
    return by(dealing, person, SecondAction(number, len(dealing.state.live.round.facts)))


def waiting(dealing: Dealing) -> list[int]:
    return [pending.id for pending in dealing.state.pending]


def test_the_house_may_choose_what_the_table_of_seconds_knows() -> None:
    assert set(get_args(TwoPersons)) == set(EVERY)
    assert all(SECOND[kind] for kind in SECOND)
    assert ALLOWED[SecondAction] == {role for roles in SECOND.values() for role in roles}


def test_nothing_happens_until_somebody_else_confirms() -> None:
    dealing = dealt()
    live = dealing.state.live
    answer = by(dealing, "Kim", VOID)
    assert (answer.done, answer.text) == (True, "waits for a second person")
    assert (dealing.state.live, waiting(dealing)) == (live, [1])
    assert dealing.told[-2] == SecondAwaited(1, "void_round", "Kim")
    assert confirm(dealing, "Lee", 1).text == "done"
    assert isinstance(dealing.step, RoundOver)
    assert dealing.step.ending is Ending.VOID
    assert waiting(dealing) == []
    assert ActionSeconded(1, "void_round", "Kim", "Lee") in dealing.told


@pytest.mark.parametrize(
    ("person", "role", "text"),
    [
        ("Kim", PersonRole.SUPERVISOR, "The second person has to be another one than the one who asked"),
        ("KIM", PersonRole.ADMIN, "The second person has to be another one than the one who asked"),
        ("Lee", PersonRole.DEALER, "A dealer may not do this"),
        ("Lee", PersonRole.TECHNICIAN, "A technician may not do this"),
    ],
)
def test_who_is_no_second_person(person: str, role: PersonRole, text: str) -> None:
    dealing = dealt()
    by(dealing, "Kim", VOID)
    before = dealing.state.live
    answer = by(dealing, person, SecondAction(1), role)
    assert (answer.done, answer.text) == (False, text)
    assert (dealing.state.live, waiting(dealing)) == (before, [1])


def test_what_the_house_does_not_name_one_person_does() -> None:
    dealing = two_persons("correct_round")
    assert by(dealing, "Kim", VOID).text == "done"
    assert isinstance(dealing.step, RoundOver)


def test_who_asked_or_another_takes_it_back_with_a_reason() -> None:
    dealing = dealt()
    for person in ("Kim", "Lee"):
        by(dealing, "Kim", VOID)
        number = only(waiting(dealing))
        assert by(dealing, person, WithdrawAction(number, "the card lay there")).done
        assert dealing.told[-2] == ActionDropped(number, "void_round", "Kim", person, "the card lay there")
        assert by(dealing, "Lee", SecondAction(number)).text == "This is not asked for (any more)"
    assert not isinstance(dealing.step, RoundOver)


def test_it_goes_with_its_round_but_a_release_does_not() -> None:
    dealing = over()
    dealing.happen(opening(second_person=EVERY))  # the next start of the table brings the house rule
    dealing.devices_up()
    by(dealing, "Kim", CorrectRound(0, (), "no wager lay there"))
    dealing.press("key.supervisor")
    by(dealing, "Kim", ReleaseHold(dealing.hold(Cause.SUPERVISOR_CALLED).id, "talked to the player"))
    assert waiting(dealing) == [1, 2]
    by(dealing, "Lee", SecondAction(2))
    assert HoldReleased(1, "supervisor_called", "Kim", "talked to the player") in dealing.told
    dealing.press("key.supervisor")
    by(dealing, "Kim", ReleaseHold(dealing.hold(Cause.SUPERVISOR_CALLED).id, "talked to the player"))
    dealing.happen(opening(second_person=()))  # what was asked for under the old rule still waits
    by(dealing, "Kim", ReleaseHold(dealing.state.holds[-1].id, "once more"))
    assert waiting(dealing) == [1, 3]
    dealing.press("key.next")
    assert waiting(dealing) == [3]
    assert ActionDropped(1, "correct_round", "Kim", "", "round 1 is over") in dealing.told


def test_a_correction_that_moved_the_facts_stops_what_waits() -> None:
    dealing = dealt()
    for index, fact in enumerate(dealing.state.live.round.facts[:2]):
        assert isinstance(fact, WagerPlaced)
        by(dealing, "Kim", CorrectRound(index, (fact,), "looked at it again"))
    first, second = waiting(dealing)
    assert confirm(dealing, "Lee", first).text == "done"
    answer = by(dealing, "Lee", SecondAction(second))
    assert (answer.done, answer.text) == (False, "The round was put right since this was asked for: withdraw it, and look at the round again")


def test_the_same_is_asked_once_and_what_cannot_be_done_is_not_asked() -> None:
    dealing = dealt()
    by(dealing, "Kim", VOID)
    assert by(dealing, "Lee", VOID).text == "This is asked for already, and waits for a second person"
    assert by(dealing, "Kim", PlaceCard(DEALER, "wrong", number=99)).text.startswith("This was meant for card 99 of the round")
    assert by(dealing, "Kim", IdentifyCard(seat(1), 7, Card.parse("As"), "seen")).text == "There is no card number 8 at seat 1"
    assert by(dealing, "Kim", CorrectRound(0, (), "wrong", corrections=3)).text == "The round was put right meanwhile: look at its facts again"
    assert waiting(dealing) == [1]


def test_asking_tells_nothing_of_cards_that_lie_face_down() -> None:
    """A name that the hidden cards rule out and one that they do not get the same answer; asked for and withdrawn, neither leaves a trace."""
    answers = []
    for face in ("7c", "3c"):  # the dealer has the seven of clubs face down
        dealing = dealt()
        index = next(at for at, fact in enumerate(dealing.state.live.round.facts) if isinstance(fact, CardDealt))
        correction = CorrectRound(index, (CardDealt(seat(1), Card.parse(face)),), "misread")
        answers.append([by(dealing, "Kim", action).text for action in (correction, IdentifyCard(seat(1), 0, Card.parse(face), "misread"))])
    assert answers[0] == answers[1] == ["waits for a second person"] * 2


def test_the_last_card_that_was_meant_stays_the_one_that_is_placed() -> None:
    dealing = two_persons("place_card")
    dealing.press("key.next")
    dealing.cards("Ah")
    by(dealing, "Kim", PlaceCard(seat(1), "it went there after all"))
    dealing.cards("Kd")
    answer = confirm(dealing, "Lee", 1)
    assert answer.text == "This was meant for card 1 of the round, but card 2 is the last now: look at the table again"
    assert waiting(dealing) == [1]


def test_everybody_sees_who_asks_for_what_and_no_face_of_it() -> None:
    dealing = dealt()
    by(dealing, "Kim", IdentifyCard(seat(1), 0, Card.parse("3c"), "misread"))
    shown = view(dealing.state, PersonRole.VIEWER, 1, SHOWING).pending[0]
    assert (shown.person, shown.role, shown.text) == ("Kim", "supervisor", "Name card 1 of seat 1, because: misread")
    assert shown.seconds == ("admin", "supervisor")
    assert "3c" not in json.dumps([record.body for record in journal_of(dealing)])


def test_a_start_knows_what_waits_and_a_replay_computes_it_again() -> None:
    dealing = dealt()
    by(dealing, "Kim", CorrectRound(0, (WagerPlaced(1, "ante", 1000),), "two chips"))
    by(dealing, "Kim", VOID)
    found = recover(GAMES, journal_of(dealing), SEALER, CountingClock().stamp())
    assert found.state == dealing.state
    confirm(dealing, "Lee", 2)
    assert replay(GAMES, journal_of(dealing), SEALER).first is None
    assert BettingClosed() in dealing.state.live.round.facts


def test_the_second_person_sees_what_the_first_one_saw_and_nothing_is_confirmed_unseen() -> None:
    dealing = over()
    dealing.happen(opening(second_person=EVERY))
    dealing.devices_up()
    index = next(at for at, fact in enumerate(dealing.state.live.round.facts) if isinstance(fact, CardDealt))
    action = CorrectRound(index, (CardDealt(seat(1), Card.parse("3c")),), "misread")
    first = what_if(dealing.state, action, dealing.state.live.number, SHOWING)
    by(dealing, "Kim", action)
    second = what_if_confirmed(dealing.state, 1, SHOWING)
    assert second == first
    assert (second.was, second.instead) == (("A card went to seat 1: Ah",), ("A card went to seat 1: 3c",))
    assert second.alerts[0].endswith("Difference: collect 45.00 EUR from it")
    for unseen in (None, second.facts - 1):
        assert not by(dealing, "Lee", SecondAction(1, unseen)).done
    assert by(dealing, "Lee", SecondAction(1, second.facts)).done
    right = only([outcome for outcome in dealing.told if isinstance(outcome, RoundPutRight)])
    assert (right.person, right.second, right.reason, right.before, right.after) == ("Kim", "Lee", "misread", first.before, first.after)
    assert what_if_confirmed(dealing.state, 1, SHOWING).text == "This is not asked for (any more)"


def test_a_round_that_went_on_is_looked_at_again_before_it_is_confirmed() -> None:
    dealing = dealt()
    by(dealing, "Kim", VOID)
    seen = what_if_confirmed(dealing.state, 1, SHOWING)
    dealing.press("key.next")
    answer = by(dealing, "Lee", SecondAction(1, seen.facts))
    assert (answer.done, answer.text) == (False, "The round went on since you looked: look again at what this changes")
    assert what_if_confirmed(dealing.state, 1, SHOWING).before != seen.before
    assert confirm(dealing, "Lee", 1).done


def test_the_second_person_learns_no_face_that_the_first_one_named_for_a_card_that_lies_down() -> None:
    """Whatever was named for it, the second person gets the same answer."""
    answers = []
    for face in ("3c", "8s"):
        dealing = dealt()
        index = next(at for at, fact in enumerate(dealing.state.live.round.facts) if isinstance(fact, CardDealt))
        hole = CardDealt(seat(1), Card.parse(face))
        by(dealing, "Kim", CorrectRound(index, (hole,), "misread"))
        by(dealing, "Kim", IdentifyCard(DEALER, 1, Card.parse(face), "misread"))
        by(dealing, "Kim", CorrectRound(index, (hole, HandTurned(seat(1))), "misread"))
        by(dealing, "Kim", CorrectRound(index, (hole,), "missed", count=0))
        answers.append([what_if_confirmed(dealing.state, number, SHOWING) for number in waiting(dealing)])
        assert face not in json.dumps([asdict(answer) for answer in answers[-1]])
    assert answers[0] == answers[1]
    assert answers[0][0].instead == ("A card went to seat 1: face down",)


def test_what_is_no_fact_of_the_round_is_confirmed_without_a_look() -> None:
    dealing = dealt()
    dealing.press("key.supervisor")
    by(dealing, "Kim", ReleaseHold(dealing.hold(Cause.SUPERVISOR_CALLED).id, "talked to the player"))
    assert what_if_confirmed(dealing.state, 1, SHOWING).after is None
    assert by(dealing, "Lee", SecondAction(1)).done
