"""The session against written conversations."""

from __future__ import annotations

from pathlib import Path
from typing import Final, Literal

import pytest

from tablectl_drivers.admission import Expected
from tablectl_drivers.ascii_line.session import Options, Session
from tablectl_drivers.events import Role
from tablectl_drivers.reading.deck_map import DeckMap, MappedCard
from tablectl_drivers.reading.readings import Readings
from tests.drivers.playing import play, report_of, settings_of

TRANSCRIPTS: Final = sorted((Path(__file__).parent.parent / "transcripts" / "ascii_line").glob("*.txt"))
CARDS: Final = DeckMap({"01001Ah3": MappedCard(2, "Ah", 1, 1), "01002Kd0": MappedCard(2, "Kd", 1, 2), "01003Ts0": MappedCard(2, "Td", 1, 3)})


def session_of(given: dict[str, str]) -> Session:
    resume = given.get("resume")
    aim: Literal["required", "optional"] = "required" if given.get("aim") == "required" else "optional"
    readings = Readings("shoe", CARDS, report_of(resume) if resume else None)
    return Session("shoe", Expected(Role.SHOE, serial=given.get("serial")), Options(aim=aim), CARDS, readings)


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_the_conversation_goes_as_written(path: Path) -> None:
    given, lines = settings_of(path)
    play(session_of(given), lines)
