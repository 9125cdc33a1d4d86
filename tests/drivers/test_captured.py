"""Sessions against conversations that were captured on a wire and made transcripts of by `transcribe.py`."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from tests.drivers.playing import play, settings_of
from tests.drivers.transcribe import session_of, transcript

CAPTURED: Final = sorted((Path(__file__).parent / "transcripts" / "captured").glob("*.txt"))


@pytest.mark.parametrize("path", CAPTURED, ids=lambda path: path.stem)
def test_the_conversation_goes_as_captured(path: Path) -> None:
    given, lines = settings_of(path)
    play(session_of(given), lines)


@pytest.mark.parametrize("path", CAPTURED, ids=lambda path: path.stem)
def test_a_transcript_of_a_transcript_is_the_same(path: Path) -> None:
    written, differences = transcript(path)
    assert [line for line in path.read_text().splitlines() if not line.startswith("#")] == written
    assert differences == []


def test_an_event_that_a_session_does_not_tell_is_a_difference(tmp_path: Path) -> None:
    path = tmp_path / "capture.txt"
    seen = "CardSeen report=1/1 face=Ac pack=1 quality=50 code=01001Ah3"
    path.write_text(f'host driver=ascii_line role=shoe\n0 open\n5 < "01001Ah3\\r"\n5 ! {seen}\n9 end\n')
    lines, differences = transcript(path)
    assert lines[0] == "host driver=ascii_line role=shoe map=01001Ah3:1:Ac"
    assert lines[-2].startswith("5 ! ")
    assert len(differences) == 2
    assert differences[0].startswith(f"the capture has {seen}, and the session tells LinkUp")
