"""The session of a scanner that types, against written conversations; a report ends where only zeros follow."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import pytest

from tablectl_drivers.admission import Expected
from tablectl_drivers.events import Identity, Role
from tablectl_drivers.hid_pos.session import Session
from tablectl_drivers.hid_pos.typed import Keys
from tablectl_drivers.reading.deck_map import DeckMap, MappedCard
from tablectl_drivers.reading.readings import Readings
from tests.drivers.playing import play, report_of, settings_of

TRANSCRIPTS: Final = sorted((Path(__file__).parent.parent / "transcripts" / "hid_keyboard").glob("*.txt"))
CARDS: Final = DeckMap({"01001Ah3": MappedCard(2, "Ah", 1, 1), "01002Kd0": MappedCard(2, "7s", 1, 2), "1": MappedCard(2, "7s", 1, 4)})


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_the_conversation_goes_as_written(path: Path) -> None:
    given, lines = settings_of(path)
    resume = given.get("resume")
    readings = Readings("shoe", CARDS, report_of(resume) if resume else None)
    session: Session[Any] = Session(
        "shoe", Expected(Role.SHOE, serial=given.get("serial")), Keys(tuple(given.get("symbologies", "")), CARDS, readings)
    )
    session.meet(Identity(Role.SHOE, "Bench Works", "Scanner 1", "0001", "1.23"))
    play(session, [f"{line} {'00 ' * (10 - len(line.split()))}".rstrip() if " < " in line else line for line in lines])
