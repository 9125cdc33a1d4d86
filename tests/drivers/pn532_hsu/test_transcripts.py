"""The session against written conversations; `map=CODE:Ah,CODE:Kd` in the first line is the map of the pack."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from tablectl_drivers.admission import Expected
from tablectl_drivers.events import Role
from tablectl_drivers.pn532_hsu.session import Options, Session
from tablectl_drivers.reading.deck_map import DeckMap, MappedCard
from tests.drivers.playing import play, report_of, settings_of

TRANSCRIPTS: Final = sorted((Path(__file__).parent.parent / "transcripts" / "pn532_hsu").glob("*.txt"))


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_the_conversation_goes_as_written(path: Path) -> None:
    settings, lines = settings_of(path)
    cards = (entry.split(":") for entry in settings["map"].split(","))
    deck_map = DeckMap({code: MappedCard(3, face, 1, index) for index, (code, face) in enumerate(cards, start=1)})
    resume = report_of(settings["resume"]) if "resume" in settings else None
    options = Options(int(settings["poll_ms"]), int(settings["misses"]))
    play(Session("shoe", Expected(Role.SHOE, serial=settings.get("serial")), deck_map, resume, options), lines)
