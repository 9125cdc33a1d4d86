"""Requests to an engine: one at a time, repeated with the retransmit bit until answered (PROTOCOL.md 3.2). No I/O, no clock."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf
from typing import Final

from tablectl_drivers.ssi.frames import HOST, RETRANSMIT, Frame, Op

ANSWER_TIMEOUT_S: Final = 0.5  # PROTOCOL.md 3.2
REPEATS: Final = 2  # PROTOCOL.md 3.2
RESEND: Final = b"\x01"  # PROTOCOL.md 2: causes in a NAK
BAD_CONTEXT: Final = b"\x02"

_ANSWERED_BY: Final = {Op.REQUEST_REVISION: Op.REPLY_REVISION, Op.PARAM_REQUEST: Op.PARAM_SEND}


def request(op: Op, data: bytes = b"") -> Frame:
    return Frame(op, HOST, 0, data)


@dataclass(slots=True)
class _Open:
    frame: Frame
    due: float
    repeats: int = 0


class Asking:
    """The request that waits for its answer, if there is one."""

    def __init__(self) -> None:
        self._open: _Open | None = None

    @property
    def waits(self) -> bool:
        return self._open is not None

    def ask(self, frame: Frame, now: float) -> Frame:
        self._open = _Open(frame, now + ANSWER_TIMEOUT_S)
        return frame

    def answered(self, answer: Frame) -> Frame | None:
        """Take an answer; give the request that it belongs to, None where it belongs to none."""
        waiting = self._open
        if waiting is None or answer.op not in (_ANSWERED_BY.get(waiting.frame.op, Op.ACK), Op.NAK):
            return None
        if answer.op is Op.NAK and answer.data in {RESEND, BAD_CONTEXT}:
            if answer.data == RESEND:
                waiting.due = -inf
            return None  # it was not understood, or came at a bad time: no refusal
        self._open = None
        return waiting.frame

    def repeat(self, now: float) -> Frame | None:
        """What has to be said again by now; the last time has its own time to be answered."""
        waiting = self._open
        if waiting is None or now < waiting.due or waiting.repeats >= REPEATS:
            return None
        waiting.repeats += 1
        waiting.due = now + ANSWER_TIMEOUT_S
        return replace(waiting.frame, status=RETRANSMIT)

    def expired(self, now: float) -> Frame | None:
        """Give up a request whose last repeat was not answered."""
        waiting = self._open
        if waiting is None or now < waiting.due or waiting.repeats < REPEATS:
            return None
        self._open = None
        return waiting.frame

    def drop(self) -> None:
        self._open = None

    def deadline(self) -> float:
        return self._open.due if self._open is not None else inf
