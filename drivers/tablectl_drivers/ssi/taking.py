"""Decoded data as cards: each once, acknowledged when it is durable and the engine still waits for it (PROTOCOL.md 3.4, 3.5). No I/O, no clock."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Final

from tablectl_drivers.events import CardSeen, CardUnreadable, CutCardSeen, ReportId
from tablectl_drivers.reading.deck_map import is_code
from tablectl_drivers.reading.readings import Readings
from tablectl_drivers.ssi.frames import CONTINUED, RETRANSMIT, Frame

ENGINE_WAITS_S: Final = 2.0  # PROTOCOL.md 3.4: then it sends again
ACK_WITHIN_S: Final = 1.5  # PROTOCOL.md 3.5
QUIET_S: Final = ENGINE_WAITS_S + 0.25  # PROTOCOL.md 3.5
SAME_WITHIN_S: Final = 5.0  # PROTOCOL.md 3.4: two sendings, one of them lost, and a margin
CROSSED_S: Final = 1.0  # PROTOCOL.md 3.5
LOST_AFTER_S: Final = 3 * ENGINE_WAITS_S + 0.5  # PROTOCOL.md 3.6
_SUFFIX: Final = b"\r\n"

Seen = CardSeen | CardUnreadable | CutCardSeen


@dataclass(slots=True)
class _Owed:
    """The engine waits for an ACK; `heard` is when the last copy came."""

    heard: float
    late: bool = False


class Taking:
    def __init__(self, readings: Readings) -> None:
        self._readings = readings
        self._last: Seen | None = None
        self._last_data = b""
        self._last_heard = -inf
        self._owed: _Owed | None = None
        self._durable: ReportId | None = None
        self._acked = -inf
        self._spoilt_at = inf
        self._continued = False
        self.counts = dict.fromkeys(("repeats", "late_acks", "given_up", "cards_spoilt"), 0)

    def forget(self) -> None:
        """The link was lost, nobody waits any more. What was told last stays known: its repeat is still no second card."""
        self._owed = None
        self._spoilt_at = inf
        self._continued = False

    def take(self, frame: Frame, now: float) -> list[Seen]:
        """Take decoded data: nothing where it is the card that was told already, and before it one that was spoilt and is not sent again."""
        spoilt, self._spoilt_at = self._spoilt_at < inf and not frame.status & RETRANSMIT, inf
        seen: list[Seen] = [self._lose()] if spoilt else []
        if self._is_repeat(frame, now):
            self.counts["repeats"] += 1
            self._last_heard = now
            self._owed = _Owed(now) if now >= self._acked + CROSSED_S else None
            return seen
        self._owed = _Owed(now)
        continued, self._continued = self._continued, bool(frame.status & CONTINUED)
        self._last_data, self._last_heard = frame.data, now
        text = frame.data[1:].rstrip(_SUFFIX).decode("latin-1")
        part = continued or self._continued
        self._last = self._readings.code(text) if is_code(text) and not part else self._readings.unreadable()
        return [*seen, self._last]

    def spoilt(self, now: float) -> None:
        """Decoded data came whose check failed, or what may have been some; it should be sent again."""
        self._spoilt_at = min(self._spoilt_at, now)

    def confirm(self, report: ReportId) -> None:
        self._durable = report

    def acknowledge(self, now: float) -> Seen | None:
        """The card that may be acknowledged now, None where none may: it is not durable, or the engine is about to send it again."""
        owed, last = self._owed, self._last
        if owed is None or last is None or now >= owed.heard + ACK_WITHIN_S or not self._is_durable(last.report):
            return None
        self._owed = None
        self._acked = now
        return last

    def tick(self, now: float) -> CardUnreadable | None:
        """Notice what did not come in time; a card that was sent and never came whole is one that could not be read."""
        if (owed := self._owed) is not None:
            if now >= owed.heard + ACK_WITHIN_S and not owed.late:
                owed.late = True
                self.counts["late_acks"] += 1
            if now >= owed.heard + QUIET_S:
                self._owed = None
                self.counts["given_up"] += 1
        if now < self._spoilt_at + LOST_AFTER_S:
            return None
        self._spoilt_at = inf
        return self._lose()

    @property
    def engine_waits(self) -> bool:
        """Whether the engine waits for an ACK and must not be asked anything."""
        return self._owed is not None

    def deadline(self) -> float:
        owed = self._owed
        due = inf if owed is None else owed.heard + (QUIET_S if owed.late else ACK_WITHIN_S)
        return min(due, self._spoilt_at + LOST_AFTER_S)

    def _lose(self) -> CardUnreadable:
        self.counts["cards_spoilt"] += 1
        return self._readings.unreadable()

    def _is_repeat(self, frame: Frame, now: float) -> bool:
        return bool(frame.status & RETRANSMIT) and frame.data == self._last_data and now < self._last_heard + SAME_WITHIN_S

    def _is_durable(self, report: ReportId) -> bool:
        durable = self._durable
        return durable is not None and (durable.power_up, durable.number) >= (report.power_up, report.number)
