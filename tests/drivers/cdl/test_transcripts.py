"""The session against written conversations: `time_ms` and what happens then.

`open`, `close WHY`, `confirm 7/12` and `command shuffle` are the daemon's; `<` comes from the device, `>` goes to it, `!` is an event; `hex` stands
before raw bytes. Between two lines the session is ticked exactly when it asked to be.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import pytest

from tablectl_drivers.admission import Expected
from tablectl_drivers.cdl import frames
from tablectl_drivers.cdl.session import Reaction, Session
from tablectl_drivers.events import DeviceEvent, ReportId, Role
from tablectl_drivers.ports import Command

TRANSCRIPTS: Final = sorted((Path(__file__).parent.parent / "transcripts" / "cdl").glob("*.txt"))


def _report(text: str) -> ReportId:
    power_up, number = text.split("/")
    return ReportId(int(power_up), int(number))


def _session(line: str) -> Session:
    word, *settings = shlex.split(line)
    assert word == "host"
    given = dict(setting.split("=", 1) for setting in settings)
    resume = given.pop("resume", None)
    role = given.pop("role", None)
    return Session("device", Expected(role=Role(role) if role else None, **given), _report(resume) if resume else None)


class Player:
    """Plays one transcript and writes down what the session does."""

    def __init__(
        self,
        session: Session,
        read_frame: Callable[[str], frames.Frame],
        write_frame: Callable[[frames.Frame], str],
        write_event: Callable[[DeviceEvent], str],
    ) -> None:
        self._session = session
        self._read_frame, self._write_frame, self._write_event = read_frame, write_frame, write_event
        self._to_device = frames.Decoder()
        self._now = 0.0

    def play(self, line: str) -> Iterator[str]:
        stamp, words = line.split(" ", 1)
        yield from self._tick_until(int(stamp) / 1000)
        yield from self._write(self._act(words))

    def _tick_until(self, then: float) -> Iterator[str]:
        while (due := max(self._session.deadline(), self._now)) <= then:
            self._now = due
            yield from self._write(self._session.tick(due))
            assert self._session.deadline() > due, "a tick must do what it was asked for"
        self._now = then

    def _act(self, words: str) -> Reaction:
        act, _, rest = words.partition(" ")
        match act:
            case "open":
                return self._session.open(self._now)
            case "close":
                return self._session.close(rest.strip('"'))
            case "confirm":
                return self._session.confirm(_report(rest), self._now)
            case "command":
                return self._session.command(Command(rest), self._now)
            case "<":
                raw = bytes.fromhex(rest.removeprefix("hex ")) if rest.startswith("hex ") else frames.encode(self._read_frame(rest))
                return self._session.receive(raw, self._now)
            case "end":
                return self._session.tick(self._now)
            case _:
                pytest.fail(f"a transcript does not know {words!r}")

    def _write(self, reaction: Reaction) -> Iterator[str]:
        stamp = round(self._now * 1000)
        for event in reaction.events:
            yield f"{stamp} ! {self._write_event(event)}"
        for frame in self._to_device.feed(reaction.send):
            yield f"{stamp} > {self._write_frame(frame)}"
        assert self._to_device.bad_frames == self._to_device.held == 0


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_the_conversation_goes_as_written(
    path: Path,
    read_frame: Callable[[str], frames.Frame],
    write_frame: Callable[[frames.Frame], str],
    write_event: Callable[[DeviceEvent], str],
) -> None:
    host, *lines = (line for line in path.read_text().splitlines() if line and not line.startswith("#"))
    player = Player(_session(host), read_frame, write_frame, write_event)
    written = [line for line in lines if line.split(" ", 2)[1] in "!>"]
    seen = [entry for line in lines if line not in written for entry in player.play(line)]
    assert seen == written
