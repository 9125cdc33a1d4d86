"""Plays written conversations of raw bytes to a session, and writes down what it does.

What a line may be is told in `tablectl_drivers/transcript.py`; bytes may also be text in quotes. Between two lines the session is ticked exactly
when it asked to be.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tablectl_drivers.events import ReportId
from tablectl_drivers.ports import Command
from tablectl_drivers.pump import Conversation
from tablectl_drivers.reaction import Reaction
from tablectl_drivers.transcript import event_of

_PIECE: Final = re.compile(r"""("(?:[^"\\]|\\.)*")|([0-9a-f]{2})+""")


def settings_of(path: Path) -> tuple[dict[str, str], list[str]]:
    """The words of the first line (`host resume=1/2 model="A B"`), and the lines after it."""
    lines = [line.split(" ;")[0].rstrip() for line in path.read_text().splitlines() if line and not line.startswith("#")]
    word, *settings = re.findall(r'[^\s="]+(?:="[^"]*"|=\S+)?', lines[0])
    assert word == "host", f"{path.name} begins with the host"
    return {key: value.strip('"') for key, value in (setting.split("=", 1) for setting in settings)}, lines[1:]


def report_of(text: str) -> ReportId:
    power_up, number = text.split("/")
    return ReportId(int(power_up), int(number))


def bytes_of(text: str) -> bytes:
    """Read `04 d0` or `"01001Ah5\\r"`."""
    pieces = [match.group() for match in _PIECE.finditer(text)]
    assert "".join(pieces) == text.replace(" ", "") or '"' in text, f"{text} is no bytes"
    return b"".join(ast.literal_eval("b" + piece) if piece.startswith('"') else bytes.fromhex(piece) for piece in pieces)


def play(session: Conversation, lines: list[str]) -> None:
    """Play the lines, and compare what the session told and sent with what they say."""
    written = [_canonical(line) for line in lines if line.split(" ", 2)[1] in "!>"]
    assert Player(session).play(lines) == written


def played(session: Conversation, inputs: list[str]) -> Iterator[str]:
    """Play the lines of the device and the host, and yield them with what the session told and sent."""
    player = Player(session)
    for line in inputs:
        yield from player.wait(line)
        yield line
        yield from player.act(line)


def _canonical(line: str) -> str:
    stamp, act, rest = line.split(" ", 2)
    return f"{stamp} > {bytes_of(rest).hex(' ')}" if act == ">" else line


class Player:
    """Does what the lines of device and host say. A wire whose frames are written in words reads and writes its bytes in its own way."""

    def __init__(self, session: Conversation) -> None:
        self._session = session
        self._now = 0.0

    def read(self, text: str) -> bytes:
        return bytes_of(text)

    def write(self, send: bytes) -> list[str]:
        return [send.hex(" ")] if send else []

    def play(self, lines: list[str]) -> list[str]:
        """What the session told and sent at the lines that are not its own."""
        return [entry for line in lines if line.split(" ", 2)[1] not in "!>" for entry in (*self.wait(line), *self.act(line))]

    def wait(self, line: str) -> Iterator[str]:
        """Do what is due before this line."""
        then = int(line.split(" ", 1)[0]) / 1000
        while (due := max(self._session.deadline(), self._now)) <= then:
            self._now = due
            yield from self._write(self._session.tick(due))
            assert self._session.deadline() > due, "a tick must do what it was asked for"
        self._now = then

    def act(self, line: str) -> Iterator[str]:
        yield from self._write(self._act(line.split(" ", 1)[1]))

    def _act(self, words: str) -> Reaction:
        act, _, rest = words.partition(" ")
        match act:
            case "open":
                return self._session.open(self._now)
            case "close":
                return self._session.close(rest.strip('"'))
            case "confirm":
                return self._session.confirm(report_of(rest), self._now)
            case "command":
                return self._session.command(Command(rest), self._now)
            case "<":
                return self._session.receive(self.read(rest), self._now)
            case "end":
                return self._session.tick(self._now)
            case _:
                pytest.fail(f"a transcript does not know {words!r}")

    def _write(self, reaction: Reaction) -> Iterator[str]:
        stamp = round(self._now * 1000)
        for event in reaction.events:
            yield f"{stamp} ! {event_of(event)}"
        for sent in self.write(reaction.send):
            yield f"{stamp} > {sent}"
