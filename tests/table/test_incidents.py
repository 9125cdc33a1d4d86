"""The register of holds and warnings, and the rounds with their tags, as they are read from the journal."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest

from tablectl.engine.cards import Card
from tablectl.engine.facts import Place
from tablectl.journal import Filter, Record
from tablectl.table.actions import Action, IdentifyCard, PersonRole, ReleaseHold, SecondAction, VoidRound
from tablectl.table.events import CommandGiven, KeyMasked, KeyRestored
from tablectl.table.record.incidents import Incident, Wanted, incidents
from tablectl.table.record.rounds import PlayedRound, Tagged, played_rounds
from tablectl.table.state import Cause
from tablectl_drivers.events import InputFault

from .dealing import DARK, LOADED, SHOE, Dealing, only, opening, table
from .recording import journal_of


def reading(records: list[Record]) -> Callable[[Filter], Iterable[Record]]:
    def read(wanted: Filter) -> Iterable[Record]:
        return (record for record in records if record.type in wanted.types)

    return read


EVERY = Wanted()


def register(dealing: Dealing, wanted: Wanted = EVERY) -> tuple[Incident, ...]:
    return incidents(reading(journal_of(dealing)), str, wanted)


def unread() -> Dealing:
    """Card 2 was not read, a supervisor named it and released the hold; the lid is open, and a button is masked."""
    dealing = table()
    dealing.wager(1)
    dealing.cards("Ah ??")
    dealing.command(IdentifyCard(only_unread(dealing), 0, Card.parse("Kd"), "looked at it"))
    dealing.release(Cause.CARD_UNREADABLE)
    dealing.status(SHOE, LOADED, lid_open=True)
    dealing.happen(KeyMasked("seat3.ante", InputFault.STUCK))
    return dealing


def only_unread(dealing: Dealing) -> Place:
    return only([place for place, cards in dealing.state.live.round.layout.cards.items() if None in cards])


def test_each_is_told_with_its_records_and_with_who_ended_it_and_why() -> None:
    dealing = unread()
    records = journal_of(dealing)
    first, lid, button = register(dealing)
    raised = records[first.raised - 1]
    assert (raised.type, records[first.event - 1].type, raised.cause) == ("hold_raised", "card_read", first.event)
    assert (first.cause, first.severity, first.device, first.pack) == ("card_unreadable", "stop", SHOE, 1)
    assert (first.person, first.reason, records[first.ended - 1].type) == ("Kim", "looked at it", "hold_released")
    assert (first.first_round, first.last_round, first.synced) == (1, 1, True)
    assert first.released_by == ("admin", "supervisor")
    (ruling,) = first.rulings
    assert (ruling.person, ruling.second, ruling.text) == ("Kim", "", "Name card 1 of the dealer, because: looked at it")
    assert records[ruling.record - 1].type == "command_given"
    assert "Kd" not in repr(first), "it lies face down"
    assert (lid.cause, lid.ended, lid.rulings) == ("lid_open", 0, ())
    assert (button.cause, button.severity, button.blocks) == ("button_masked", "warn", "Nothing: play goes on")


def test_what_was_read_of_a_whole_pack_is_told_with_the_incidents_over_its_cards() -> None:
    dealing = table()
    dealing.wager(1)
    dealing.press("key.next")
    dealing.cards("Ah Ah")
    dealing.command(VoidRound("two aces of hearts"))
    dealing.release(Cause.CARD_IMPOSSIBLE)
    dealing.press("key.supervisor")
    assert [incident.findings for incident in register(dealing)] == [(), ()]
    dealing.status(SHOE, DARK)
    records = journal_of(dealing)
    impossible, called = register(dealing)
    (finding,) = impossible.findings
    assert (finding.text, records[finding.record - 1].type) == ("Pack 1, dealt in round 1: Ah read 2 times of 1, over", "readings_told")
    assert (impossible.cause, called.cause, called.findings) == ("card_impossible", "supervisor_called", ())
    dealing.release(Cause.SUPERVISOR_CALLED)
    dealing.bring_pack(2, 2)
    dealing.press("key.next")
    dealing.wager(1)
    dealing.cards("Kd Kd")
    assert register(dealing)[-1].findings == (), "another pack, and it is still dealt"


def test_a_warning_ends_with_its_cause_and_nobody_released_it() -> None:
    dealing = unread()
    dealing.happen(KeyRestored("seat3.ante"))
    button = register(dealing)[2]
    assert (button.person, button.reason, button.ended > button.raised) == ("", "the cause is gone", True)


def test_what_two_persons_put_right_names_both() -> None:
    dealing = table(opening(second_person=("void_round",)))
    dealing.wager(1)
    dealing.cards("Ah ??")
    steps: tuple[tuple[str, Action], ...] = (("Kim", VoidRound("not to be read")), ("Lee", SecondAction(1, len(dealing.state.live.round.facts))))
    for number, (person, action) in enumerate(steps):
        assert all(not incident.rulings for incident in register(dealing))
        dealing.happen(CommandGiven(f"c{number}", person, PersonRole.SUPERVISOR, action, 1))
    (incident,) = register(dealing)
    (ruling,) = incident.rulings
    assert (ruling.person, ruling.second, ruling.text) == ("Kim", "Lee", "Void the round, because: not to be read")


def test_a_hold_that_is_released_rounds_later_touched_all_of_them() -> None:
    dealing = unread()
    dealing.command(VoidRound("the lid"))
    dealing.status(SHOE, LOADED)
    dealing.release(Cause.LID_OPEN)
    dealing.press("key.next")
    dealing.press("key.supervisor")
    dealing.command(VoidRound("the player left"))
    assert dealing.command(ReleaseHold(dealing.state.holds[-1].id, "talked")).done
    assert [(one.first_round, one.last_round) for one in register(dealing)] == [(1, 1), (1, 1), (1, 2), (2, 2)]


def test_one_that_is_open_touches_every_round_up_to_now_and_none_that_is_to_come() -> None:
    dealing = unread()
    dealing.command(VoidRound("the lid"))
    dealing.status(SHOE, LOADED)
    dealing.release(Cause.LID_OPEN)
    dealing.press("key.next")
    button = register(dealing)[2]
    assert (button.cause, button.first_round, button.last_round, button.ended) == ("button_masked", 1, 2, 0)
    assert [register(dealing, Wanted(round=number))[-1:] for number in (1, 2, 3)] == [(button,), (button,), ()]


@pytest.mark.parametrize(
    ("wanted", "causes"),
    [
        (Wanted(cause="lid_open"), ["lid_open"]),
        (Wanted(open_only=True), ["lid_open", "button_masked"]),
        (Wanted(round=1), ["card_unreadable", "lid_open", "button_masked"]),
        (Wanted(round=2), []),
        (Wanted(round=0), []),
        (Wanted(until_ns=1), []),
        (Wanted(since_ns=10**18), ["lid_open", "button_masked"]),
        (Wanted(), ["card_unreadable", "lid_open", "button_masked"]),
    ],
)
def test_they_are_picked(wanted: Wanted, causes: list[str]) -> None:
    assert [incident.cause for incident in register(unread(), wanted)] == causes


def test_rounds_are_told_as_they_stand_with_their_tags() -> None:
    dealing = unread()
    dealing.command(VoidRound("the lid"))
    dealing.status(SHOE, LOADED)
    dealing.release(Cause.LID_OPEN)
    dealing.press("key.next")
    first, second = played_rounds(reading(journal_of(dealing)))
    assert (first.round, first.ending, first.house, first.tags) == (1, "void", 0, (Tagged(1, "card_unreadable", "Kim", "looked at it"),))
    assert isinstance(second, PlayedRound)
    assert (second.round, second.ending, second.ended_ns, second.tags) == (2, "", 0, ())
