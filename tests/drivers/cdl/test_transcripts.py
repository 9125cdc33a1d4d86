"""The session against written conversations: `time_ms` and what happens then.

`open`, `close WHY`, `confirm 7/12` and `command shuffle` are the daemon's; `<` comes from the device, `>` goes to it, `!` is an event; `hex` stands
before raw bytes. Between two lines the session is ticked exactly when it asked to be.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

import pytest

from tablectl_drivers.admission import Expected
from tablectl_drivers.cdl import frames
from tablectl_drivers.cdl.session import Session
from tablectl_drivers.events import Role
from tests.drivers.playing import Player, report_of, settings_of

TRANSCRIPTS: Final = sorted((Path(__file__).parent.parent / "transcripts" / "cdl").glob("*.txt"))


def _session(settings: Mapping[str, str]) -> Session:
    given = dict(settings)
    resume, role = given.pop("resume", None), given.pop("role", None)
    return Session("device", Expected(role=Role(role) if role else None, **given), report_of(resume) if resume else None)


class Frames(Player):
    """Reads and writes the bytes as frames in words."""

    def __init__(self, session: Session, read_frame: Callable[[str], frames.Frame], write_frame: Callable[[frames.Frame], str]) -> None:
        super().__init__(session)
        self._read_frame, self._write_frame = read_frame, write_frame
        self._to_device = frames.Decoder()

    def read(self, text: str) -> bytes:
        return bytes.fromhex(text.removeprefix("hex ")) if text.startswith("hex ") else frames.encode(self._read_frame(text))

    def write(self, send: bytes) -> list[str]:
        sent = [self._write_frame(frame) for frame in self._to_device.feed(send)]
        assert self._to_device.bad_frames == self._to_device.held == 0
        return sent


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_the_conversation_goes_as_written(path: Path, read_frame: Callable[[str], frames.Frame], write_frame: Callable[[frames.Frame], str]) -> None:
    settings, lines = settings_of(path)
    written = [line for line in lines if line.split(" ", 2)[1] in "!>"]
    assert Frames(_session(settings), read_frame, write_frame).play(lines) == written
