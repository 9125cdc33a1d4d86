"""Commands to a CDL/1 device: one at a time, repeated under the same tag until answered (PROTOCOL.md 3.8). No I/O, no clock."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from math import inf
from typing import Final

from tablectl_drivers.cdl import frames, meaning
from tablectl_drivers.events import CommandAnswered
from tablectl_drivers.ports import Command

ANSWER_TIMEOUT_S: Final = 0.5  # PROTOCOL.md 3.8
REPEATS: Final = 3  # PROTOCOL.md 3.8
MAX_WAITING: Final = 8
_TAGS: Final = 255


@dataclass(slots=True)
class _Sent:
    command: Command
    frame: frames.Command
    due: float
    repeats: int = 0


class Commands:
    """A queue with one command in flight, so that a repeat can never arrive after a later command.

    STOP does not wait: it takes the place of everything before it."""

    def __init__(self, device: str) -> None:
        self._device = device
        self._waiting: deque[Command] = deque()
        self._sent: _Sent | None = None
        self._tag = 0

    @property
    def in_flight(self) -> bool:
        return self._sent is not None

    def ask(self, command: Command) -> list[CommandAnswered]:
        """Queue a command and return the refusals that follow from that."""
        if command is Command.STOP:
            refused = self.drop("overtaken by stop")
            self._waiting.append(command)
            return refused
        if len(self._waiting) >= MAX_WAITING:
            return [self._refuse(command, f"{MAX_WAITING} commands are waiting already")]
        self._waiting.append(command)
        return []

    def drop(self, reason: str) -> list[CommandAnswered]:
        """Give up every command that was not answered."""
        dropped = [self._sent.command] if self._sent else []
        dropped += self._waiting
        self._sent = None
        self._waiting.clear()
        return [self._refuse(command, reason) for command in dropped]

    def answer(self, frame: frames.Answer) -> CommandAnswered | None:
        """Take an answer, or None where it answers nothing that is still open."""
        sent = self._sent
        if sent is None or (frame.tag, frame.code) != (sent.frame.tag, sent.frame.code):
            return None
        self._sent = None
        accepted, detail = meaning.result(frame.result)
        return CommandAnswered(self._device, sent.command.value, accepted, detail)

    def expire(self, now: float) -> CommandAnswered | None:
        """Give up the command in flight when its last repeat was not answered."""
        sent = self._sent
        if sent is None or now < sent.due or sent.repeats < REPEATS:
            return None
        self._sent = None
        return self._refuse(sent.command, "no answer")

    def next_frame(self, now: float) -> frames.Command | None:
        """What is due to be sent: a repeat of the command in flight, or the next one."""
        if self._sent is not None:
            if now < self._sent.due:
                return None
            self._sent.repeats += 1
            self._sent.due = now + ANSWER_TIMEOUT_S
            return self._sent.frame
        if not self._waiting:
            return None
        command = self._waiting.popleft()
        self._tag = self._tag % _TAGS + 1
        frame = frames.Command(self._tag, meaning.COMMAND_CODES[command], 0)
        self._sent = _Sent(command, frame, now + ANSWER_TIMEOUT_S)
        return frame

    def deadline(self) -> float:
        """When `expire` or `next_frame` has something to do."""
        if self._sent is not None:
            return self._sent.due
        return -inf if self._waiting else inf

    def _refuse(self, command: Command, reason: str) -> CommandAnswered:
        return CommandAnswered(self._device, command.value, accepted=False, detail=reason)
