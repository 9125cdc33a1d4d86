"""The session against written conversations; `00*54` stands for 54 zeros."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final

import pytest

from tablectl_drivers.admission import Expected
from tablectl_drivers.events import Identity, Role
from tablectl_drivers.hid_pos.session import Scanned, Session
from tablectl_drivers.reading.deck_map import DeckMap, MappedCard
from tablectl_drivers.reading.readings import Readings
from tests.drivers.playing import play, report_of, settings_of

TRANSCRIPTS: Final = sorted((Path(__file__).parent.parent / "transcripts" / "hid_pos").glob("*.txt"))
CARDS: Final = DeckMap({"01001Ah3": MappedCard(2, "Ah", 1, 1), "01002Kd0": MappedCard(2, "Kd", 1, 2), "A" * 56 + "B" * 4: MappedCard(2, "2c", 1, 3)})
SCANNER: Final = Identity(Role.SHOE, "Bench Works", "Scanner 1", "0001", "1.23")


def session_of(given: dict[str, str]) -> Session[Any]:
    resume = given.get("resume")
    readings = Readings("shoe", CARDS, report_of(resume) if resume else None)
    session = Session("shoe", Expected(Role.SHOE, serial=given.get("serial")), Scanned(tuple(given.get("symbologies", "")), readings))
    session.meet(SCANNER)
    return session


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_the_conversation_goes_as_written(path: Path) -> None:
    given, lines = settings_of(path)
    play(session_of(given), [re.sub(r"00\*(\d+)", lambda zeros: " ".join(["00"] * int(zeros[1])), line) for line in lines])
