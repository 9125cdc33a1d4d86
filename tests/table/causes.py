"""Every cause of a hold, as a table of what raises it, how long it stands and what it says."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from tablectl.engine.cards import Card
from tablectl.table.actions import CountCards, Counting, PersonRole, QuarantinePack, ReplaceCard, TakeOutCard, VoidRound
from tablectl.table.custody import PackRules, Policy
from tablectl.table.events import (
    CardsUnseen,
    ClockStepped,
    DeviceDown,
    DeviceRefused,
    DeviceRestarted,
    DeviceUnwatched,
    DeviceUp,
    Escalation,
    JournalFoundDamaged,
    JournalInterrupted,
    JournalReplaced,
    KeyMasked,
    PanelFailed,
    PanelReturned,
    RecordRoom,
)
from tablectl.table.state import Cause
from tablectl_drivers.events import Activity, InputFault, Light

from .dealing import DARK, IDENTITY, LOADED, READY, SHOE, SHUFFLER, Dealing, dealt, opening, over, settling, table, wagered

Do = Callable[[Dealing], object]


@dataclass(frozen=True)
class Case:
    """`end` is what ends a cause that lasts; None where the cause is over as soon as it came."""

    start: Callable[[], Dealing]
    begin: Do
    end: Do | None
    text: str
    device: str | None = None
    detail: str = ""


def _lights(**changes: object) -> Do:
    return lambda dealing: dealing.status(SHUFFLER, DARK, **changes)


def _deal_one() -> Dealing:
    dealing = wagered()
    dealing.press("key.next")
    dealing.cards("Ah")
    return dealing


def _up_to_seven_spades() -> Dealing:
    dealing = table()
    dealing.wager(1, 2, 3)
    dealing.press("key.next")
    dealing.cards("As 2s 3s 4s 5s 6s 7s")
    return dealing


def _open_unsettled() -> Dealing:
    """Unsettled, and the hold for it was not raised yet: the last press before is left to the case."""
    dealing = wagered()
    dealing.press("key.next")
    dealing.cards("?? Kd 7c 7d 2s 9h")
    dealing.release(Cause.CARD_UNREADABLE)
    dealing.press("seat1.play", "seat2.play")
    dealing.cards("As 4d 5c Js Qd")
    dealing.press("key.next")
    return dealing


def _used() -> Dealing:
    dealing = over()
    dealing.press("key.next")
    dealing.wager(1)
    return dealing


def _jammed_before() -> Dealing:
    """The shuffle of pack 2 jammed, and the hold for it is released."""
    dealing = table()
    dealing.status(SHUFFLER, DARK, pack=2, activity=Activity.JAM)
    dealing.status(SHUFFLER, DARK)
    dealing.release(Cause.DEVICE_FAULT)
    return dealing


def _count_wanted() -> Dealing:
    """A round is over at a table without a shuffler, where each round asks for a count."""
    dealing = table(opening(devices={SHOE: "shoe"}, count_every=1), ready=False)
    dealing.happen(DeviceUp(SHOE, IDENTITY[SHOE], 1, 0))
    dealing.status(SHOE, LOADED)
    dealing.wager(1)
    dealing.press("key.next")
    dealing.cards("Ah 7c")
    dealing.command(VoidRound("a fire alarm"))
    return dealing


def _seat_paid() -> Dealing:
    dealing = settling()
    dealing.press("key.next")
    return dealing


def _void(dealing: Dealing) -> None:
    assert dealing.command(VoidRound("the pack was not whole")).done


INSPECTING: Final = PackRules(inspect=Policy(on=True, citation="Code 1"))


def _dealt_from_in_turn() -> Dealing:
    dealing = over()
    dealing.happen(opening(pack_rules=PackRules(alternate=Policy(on=True))))
    dealing.devices_up()
    return dealing


CASES: Final = {
    Cause.DEVICE_LOST: Case(
        table, lambda d: d.happen(DeviceDown(SHOE, "unplugged")), lambda d: d.devices_up(), "The shoe does not answer", SHOE, "unplugged"
    ),
    Cause.DEVICE_REFUSED: Case(
        table,
        lambda d: d.happen(DeviceRefused(SHOE, "Shoe 9", "Shoe 1")),
        lambda d: d.happen(DeviceUp(SHOE, IDENTITY[SHOE], 1, 0)),
        "The shoe is not the one that belongs here",
        SHOE,
        "found Shoe 9, expected Shoe 1",
    ),
    Cause.DEVICE_RESTARTED: Case(
        table, lambda d: d.happen(DeviceRestarted(SHUFFLER, 2)), None, "The shuffler was switched off and on again", SHUFFLER
    ),
    Cause.DEVICE_UNWATCHED: Case(
        table, lambda d: d.happen(DeviceUnwatched(SHOE, 2)), None, "Nobody listened to the shoe for a while, and it keeps no cards", SHOE
    ),
    Cause.ERROR_LIGHT: Case(table, _lights(red=Light.FLASHING), _lights(), "The shuffler shows an error light: red flashing", SHUFFLER),
    Cause.UNKNOWN_LIGHT: Case(
        table, _lights(green=Light.FLASHING), _lights(), "The lights of the shuffler have no known meaning: green flashing", SHUFFLER
    ),
    Cause.LID_OPEN: Case(
        table, lambda d: d.status(SHOE, LOADED, lid_open=True), lambda d: d.status(SHOE, LOADED), "The lid of the shoe is open", SHOE
    ),
    Cause.DEVICE_FAULT: Case(table, _lights(activity=Activity.JAM), _lights(), "The shuffler is jammed", SHUFFLER),
    Cause.WRONG_COUNT: Case(
        table,
        lambda d: d.status(SHUFFLER, READY, pack=2, cards_in=51),
        _lights(),
        "The shuffler counted 51 cards in pack 2; the pack has 52",
        SHUFFLER,
    ),
    Cause.CARD_UNREADABLE: Case(_deal_one, lambda d: d.cards("??"), None, "The shoe could not read card 2 of the pack", SHOE),
    Cause.CARD_IMPOSSIBLE: Case(
        _deal_one, lambda d: d.cards("Ah"), None, "Card 2 of the pack cannot be what the shoe read: it has been dealt already", SHOE
    ),
    Cause.CARD_OF_OTHER_PACK: Case(
        _deal_one, lambda d: d.happen(d.read("Kd", pack=2)), None, "A card of pack 2 came out of the shoe with pack 1", SHOE
    ),
    Cause.CARDS_MISSED: Case(_deal_one, lambda d: d.happen(CardsUnseen(SHOE, 1, 2, 3)), None, "2 cards left the shoe without being read", SHOE),
    Cause.CARD_NOT_DUE: Case(dealt, lambda d: d.cards("4c"), None, "A card left the shoe: none was due", SHOE),
    Cause.PACK_UNVERIFIED: Case(
        table,
        lambda d: d.status(SHOE, LOADED, pack=2, loads=2),
        None,
        "Pack 2 was put into the shoe, but no shuffler found it complete",
        SHOE,
    ),
    Cause.PACK_USED: Case(_used, lambda d: d.cards("4c"), None, "A card left the shoe, but its pack was dealt from already", SHOE),
    Cause.PACK_UNINSPECTED: Case(
        table, lambda d: d.happen(opening(pack_rules=INSPECTING)), lambda d: d.happen(opening()), "In the shoe: Pack 1 was not inspected (Code 1)"
    ),
    Cause.PACK_WITHDRAWN: Case(
        table,
        lambda d: d.command(QuarantinePack(1, "two backs are scratched")),
        lambda d: d.bring_pack(2, 2),
        "In the shoe: Pack 1 is quarantined and does not come back into play: two backs are scratched",
    ),
    Cause.PACK_REPEATED: Case(
        _dealt_from_in_turn,
        lambda d: d.bring_pack(1, 2),
        None,
        "Pack 1 was dealt in the round before and is in the shoe again, where packs take turns",
        SHOE,
    ),
    Cause.PACK_UNKNOWN: Case(
        table,
        lambda d: d.status(SHOE, LOADED, pack=3, loads=2),
        lambda d: d.bring_pack(2, 3),
        "Pack 3 is in the shoe, and this table has no such pack; its packs are 1, 2",
    ),
    Cause.PACK_UNFINISHED: Case(
        _jammed_before,
        lambda d: d.status(SHOE, LOADED, pack=2, loads=2),
        lambda d: d.bring_pack(1, 3),
        "Pack 2 is in the shoe, and its last shuffle did not come to its end",
    ),
    Cause.PACK_CHANGED: Case(_deal_one, lambda d: d.bring_pack(2, 2), None, "The pack in the shoe was changed while a round was in progress", SHOE),
    Cause.PACK_SHORT: Case(
        table,
        lambda d: d.command(TakeOutCard(1, Card.parse("7h"), "a corner is torn")),
        lambda d: d.command(ReplaceCard(1, 1, Card.parse("7h"), "a new one")),
        "Pack 1 is short: 1 card is out and not replaced",
    ),
    Cause.PACK_ORDER: Case(
        _up_to_seven_spades,
        lambda d: d.cards("8s"),
        None,
        "The order of the cards up to card 8 of the pack is not that of a shuffled pack",
        SHOE,
    ),
    Cause.COUNTS_DISAGREE: Case(
        over,
        lambda d: d.command(CountCards(1, Counting.STUB, 40)),
        None,
        "40 cards of pack 1 were counted in the stub, and 41 should be there: 1 missing. It was dealt in round 1 since its last right count",
    ),
    Cause.COUNT_DUE: Case(
        _count_wanted,
        lambda d: d.press("key.next"),
        lambda d: d.command(CountCards(1, Counting.STUB, 50), PersonRole.DEALER),
        "The cards of pack 1 were not counted after 1 round",
    ),
    Cause.ROUND_UNSETTLED: Case(
        _open_unsettled,
        lambda d: d.press("key.next"),
        lambda d: d.command(VoidRound("card not found")),
        "a card of seat 1 has not been read: a supervisor has to name it",
    ),
    Cause.PAID_OTHERWISE: Case(_seat_paid, _void, None, "Seat 1 was settled, and its result has changed since"),
    Cause.SUPERVISOR_CALLED: Case(table, lambda d: d.press("key.supervisor"), None, "The dealer called a supervisor"),
    Cause.JOURNAL_REPLACED: Case(
        table,
        lambda d: d.happen(JournalReplaced("table.journal.aside", "record 7")),
        None,
        "The record of this table was damaged and begins anew: record 7; the old file is table.journal.aside",
    ),
    Cause.JOURNAL_DAMAGED: Case(
        table, lambda d: d.happen(JournalFoundDamaged("record 7")), None, "The record of earlier play is not as it was written: record 7"
    ),
    Cause.JOURNAL_INTERRUPTED: Case(
        table, lambda d: d.happen(JournalInterrupted("disk full")), None, "Nothing could be recorded for a while: disk full"
    ),
    Cause.RECORD_ROOM: Case(
        table,
        lambda d: d.happen(RecordRoom("out", 20)),
        lambda d: d.happen(RecordRoom("fine", 0)),
        "No round begins: there is no room for the record of another one",
    ),
    Cause.TABLE_CUT_OFF: Case(
        _deal_one,
        lambda d: d.happen(opening(clean=False)),
        None,
        "The table was cut off in round 1 and goes on from its record: compare cards and wagers with the screen",
    ),
    Cause.BUTTON_MASKED: Case(
        lambda: table(opening(escalation=Escalation(repeats=1))),
        lambda d: d.happen(KeyMasked("seat1.ante", InputFault.STUCK)),
        None,
        "The button seat1.ante is not listened to any more: it is stuck, and the house plays on with none",
    ),
    Cause.CLOCK_STEPPED: Case(
        lambda: table(opening(escalation=Escalation(repeats=1))),
        lambda d: d.happen(ClockStepped(10**18, 10**18 + 90 * 10**9)),
        None,
        "The clock of this machine was set forward by 1 min 30 s: what was stamped before is off by that, and the house plays on with none",
    ),
    Cause.PANEL_LOST: Case(
        table, lambda d: d.happen(PanelFailed("no chip")), lambda d: d.happen(PanelReturned()), "Buttons and lamps do not answer", None, "no chip"
    ),
}
