"""What devices tell, in the table's words."""

from __future__ import annotations

from typing import get_args

import pytest

from tablectl.engine.cards import Card
from tablectl.table.events import (
    CardRead,
    CardsUnseen,
    DeviceDown,
    DeviceRefused,
    DeviceRestarted,
    DeviceStatus,
    DeviceUnwatched,
    DeviceUp,
    KeyMasked,
    KeyPressed,
    KeyRestored,
    Mark,
    PanelFailed,
    PanelReturned,
    TableEvent,
)
from tablectl.table.translate import translate
from tablectl_drivers import events as seen

from .dealing import IDENTITY, LOADED, SHOE

AT = seen.ReportId(3, 7)

SAID: list[tuple[seen.DeviceEvent, TableEvent | None]] = [
    (seen.LinkUp(SHOE, IDENTITY[SHOE], AT), DeviceUp(SHOE, IDENTITY[SHOE], 3, 7)),
    (seen.LinkUp(SHOE, IDENTITY[SHOE], AT, plain=True), DeviceUp(SHOE, IDENTITY[SHOE], 3, 7, plain=True)),
    (seen.LinkLost(SHOE, "unplugged"), DeviceDown(SHOE, "unplugged")),
    (seen.WrongDevice(SHOE, "Shoe 9", "Shoe 1"), DeviceRefused(SHOE, "Shoe 9", "Shoe 1")),
    (seen.PowerCycled(SHOE, 4), DeviceRestarted(SHOE, 4)),
    (seen.Unwatched(SHOE, 4), DeviceUnwatched(SHOE, 4)),
    (seen.StatusChanged(SHOE, LOADED), DeviceStatus(SHOE, LOADED)),
    (seen.CardSeen(SHOE, AT, "Ah", 1, 99), CardRead(SHOE, 3, 7, Mark.FACE, Card.parse("Ah"), 1, 99)),
    (seen.CardUnreadable(SHOE, AT, 1, 9), CardRead(SHOE, 3, 7, Mark.UNREADABLE, None, 1, 9)),
    (seen.CardSeen(SHOE, AT, "Ah", 1, 99, "01001AhX"), CardRead(SHOE, 3, 7, Mark.FACE, Card.parse("Ah"), 1, 99, "01001AhX")),
    (seen.CardUnreadable(SHOE, AT, 0, 100, "?"), CardRead(SHOE, 3, 7, Mark.UNREADABLE, None, 0, 100, "?")),
    (seen.CutCardSeen(SHOE, AT), CardRead(SHOE, 3, 7, Mark.CUT_CARD, None, 0, 100)),
    (seen.CardsMissed(SHOE, AT, seen.ReportId(3, 9)), CardsUnseen(SHOE, 3, 7, 9)),
    (seen.CommandAnswered(SHOE, "shuffle", accepted=True, detail=""), None),
    (seen.LinkNoisy(SHOE, 12, 1), None),
    (seen.InputPressed("panel", "key.next"), KeyPressed("key.next", held=False)),
    (seen.InputHeld("panel", "key.next"), KeyPressed("key.next", held=True)),
    (seen.InputMasked("panel", "key.next", seen.InputFault.STUCK), KeyMasked("key.next", seen.InputFault.STUCK)),
    (seen.InputRestored("panel", "key.next"), KeyRestored("key.next")),
    (seen.PanelLost("panel", "no chip"), PanelFailed("no chip")),
    (seen.PanelUp("panel"), PanelReturned()),
]


@pytest.mark.parametrize(("told", "meant"), SAID, ids=[type(told).__name__ for told, _ in SAID])
def test_what_a_device_tells(told: seen.DeviceEvent, meant: TableEvent | None) -> None:
    assert translate(told) == meant


def test_every_event_of_a_device_has_a_row() -> None:
    assert {type(told) for told, _ in SAID} == set(get_args(seen.DeviceEvent))


@pytest.mark.parametrize("face", ["", "A", "AhAh", "AsAs", "1h", "Ax", "hA", "ah ", "Joker"])
def test_a_face_that_is_no_card_is_unreadable(face: str) -> None:
    """Fault C13: two reads that arrive as one are not one card, and not two."""
    meant = translate(seen.CardSeen(SHOE, AT, face, 1, 99))
    assert meant == CardRead(SHOE, 3, 7, Mark.UNREADABLE, None, 1, 99)
