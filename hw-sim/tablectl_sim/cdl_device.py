"""What a shoe and a shuffler have in common: the device's side of a CDL/1 session, on ticks.

Time is an argument (seconds of any steady clock). Bytes to send are collected by `take_output`. Section numbers are of the protocol page.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

from tablectl_sim import cdl_wire
from tablectl_sim.cdl_wire import Frame, Kind

HOST_SILENCE_S: Final = 5.0  # 3.3: after this no reports until the next RESEND
RESEND_AFTER_S: Final = 0.5  # 3.6
RESEND_AT_MOST: Final = 8  # 3.6: reports in one go
RESEND_TIMES: Final = 10  # 3.6
STATUS_EVERY_S: Final = 1.0  # 3.7
TAGS_REMEMBERED: Final = 8  # 3.8
REPORTS_HELD: Final = 64  # 3.5

ACCEPTED, BUSY, NOT_NOW, UNKNOWN = range(4)  # 6: results


@dataclass(frozen=True, slots=True)
class Identity:
    """Four texts as the device says them; any bytes are let through, so that a hostile device can be played."""

    maker: str = "Bench Works"
    model: str = "Model 1"
    serial: str = "0001"
    firmware: str = "1.0"

    def encoded(self) -> bytes:
        texts = [text.encode("latin-1") for text in (self.maker, self.model, self.serial, self.firmware)]
        return b"".join(bytes([len(text)]) + text for text in texts)


@dataclass(frozen=True, slots=True)
class Body:
    """The part of a STATUS that the mechanics decide (4)."""

    state: int
    lights: int = 0
    lid_open: bool = False
    pack: int = 0
    loads: int = 0
    cards_in: int = 0
    cards_out: int = 0

    def encoded(self) -> bytes:
        numbers = b"".join(number.to_bytes(2, "big") for number in (self.loads, self.cards_in, self.cards_out, 0))
        return bytes([self.state]) + self.lights.to_bytes(2, "big") + bytes([self.lid_open, self.pack]) + numbers


class CdlDevice:
    """A device on one wire. Subclasses are the mechanics: `body`, `command`, `work`."""

    def __init__(
        self,
        role: Literal[1, 2],
        identity: Identity,
        *,
        power_ups: int = 0,
        when_full: Literal["brake", "forget"] = "brake",
        remember: Callable[[int], None] | None = None,
    ) -> None:
        """`power_ups` is what the device's lasting memory holds; `remember` is called with the new count at each power-up."""
        self.identity = identity
        self.power_ups = power_ups
        self.reader = cdl_wire.Reader()
        self.lid_open = False
        self._role = role
        self._when_full = when_full
        self._remember = remember
        self._out: list[bytes] = []
        self._last_sent = -1.0
        self._wipe(0.0)

    def body(self) -> Body:
        raise NotImplementedError

    def command(self, code: int, now: float) -> int:
        raise NotImplementedError

    def work(self, now: float) -> None:
        """Let the mechanics go on; called on every tick."""

    def switch_on(self, now: float) -> None:
        """Power-up or reset: the count grows, reports and tags are forgotten, cards stay where they are."""
        self.power_ups += 1
        if self._remember is not None:
            self._remember(self.power_ups)
        self._out.clear()
        self._wipe(now)
        self.changed(now)

    def set_lid(self, opened: bool, now: float) -> None:
        self.lid_open = opened
        self.changed(now)

    def _wipe(self, now: float) -> None:
        self._held: deque[bytes] = deque()  # REPORT payloads not confirmed yet, oldest first
        self._next = 1
        self._on_since = now
        self._reporting = False
        self._told = False
        self._heard = now
        self._resend_at = 0.0
        self._resends = 0
        self._tags: deque[tuple[int, bytes]] = deque(maxlen=TAGS_REMEMBERED)
        self._said: Body | None = None
        self._status_at = 0.0

    @property
    def full(self) -> bool:
        return len(self._held) >= REPORTS_HELD

    @property
    def braked(self) -> bool:
        return self.full and self._when_full == "brake"

    @property
    def is_followed(self) -> bool:
        """The link lamp: a host takes reports, and has been told the present state since it began to."""
        return self._reporting and self._told

    @property
    def unconfirmed(self) -> int:
        return len(self._held)

    @property
    def oldest(self) -> int:
        return self._next - len(self._held)

    def take_output(self) -> list[bytes]:
        """The frames to send since the last call, each whole."""
        out, self._out = self._out, []
        return out

    def receive(self, data: bytes, now: float) -> None:
        for frame in self.reader.feed(data):
            self._heard = now
            self._obey(frame, now)
        self.changed(now)

    def tick(self, now: float) -> None:
        self.work(now)
        if self._reporting and now - self._heard >= HOST_SILENCE_S:
            self._reporting = self._told = False
        if self._reporting and self._held and self._resends < RESEND_TIMES and now >= self._resend_at:
            self._resends += 1
            self._resend_at = now + RESEND_AFTER_S
            self._send_reports(self.oldest, now, at_most=RESEND_AT_MOST)
        if now >= self._status_at:
            self._send_status(now)
        self.changed(now)

    def changed(self, now: float) -> None:
        """Say STATUS at once where anything but the uptime is another than was said last."""
        if self.body() != self._said:
            self._send_status(now)

    def report(self, kind: int, face: int, pack: int, quality: int, now: float) -> None:
        """A card went by (5). Called only while the device is not braked."""
        if self.full:
            self._held.popleft()
        if not self._held:
            self._resend_at = now + RESEND_AFTER_S
            self._resends = 0
        self._held.append(self.power_ups.to_bytes(4, "big") + self._next.to_bytes(4, "big") + bytes([kind, face, pack, quality]))
        self._next += 1
        if self._reporting:
            self._send(Frame(Kind.REPORT, 0, self._held[-1]), now)

    def _obey(self, frame: Frame, now: float) -> None:
        if frame.kind is Kind.WHO:
            numbers = b"".join(number.to_bytes(4, "big") for number in (self.power_ups, self.oldest, self._next))
            self._send(Frame(Kind.IDENTITY, frame.tag, bytes([self._role]) + numbers + self.identity.encoded()), now)
            self._tags.clear()
        elif frame.kind is Kind.COMMAND:
            self._answer(frame, now)
        elif int.from_bytes(frame.payload[:4], "big") == self.power_ups:
            number = int.from_bytes(frame.payload[4:], "big")
            self._resends = 0
            self._resend_at = now + RESEND_AFTER_S
            if frame.kind is Kind.CONFIRM:
                while self._held and self.oldest <= number:
                    self._held.popleft()
            else:
                self._start_reports(number, now)

    def _start_reports(self, first: int, now: float) -> None:
        self._reporting = True
        if first < self.oldest:
            self._say_gone(self.oldest, now)
        elif first > self._next:
            self._say_gone(self._next, now)
        self._send_reports(max(first, self.oldest), now)

    def _send_reports(self, first: int, now: float, *, at_most: int = REPORTS_HELD) -> None:
        skip = first - self.oldest
        for payload in list(self._held)[skip : skip + at_most]:
            self._send(Frame(Kind.REPORT, 0, payload), now)

    def _say_gone(self, oldest: int, now: float) -> None:
        self._send(Frame(Kind.GONE, 0, self.power_ups.to_bytes(4, "big") + oldest.to_bytes(4, "big")), now)

    def _answer(self, frame: Frame, now: float) -> None:
        payload = next((answer for tag, answer in self._tags if tag == frame.tag), None)
        if payload is None:
            code = frame.payload[0]
            payload = bytes([code, self.command(code, now)])
            self._tags.append((frame.tag, payload))
        self._send(Frame(Kind.ANSWER, frame.tag, payload), now)

    def _send_status(self, now: float) -> None:
        self._said = self.body()
        self._told = self._reporting
        self._status_at = now + STATUS_EVERY_S
        uptime = int((now - self._on_since) * 1000) & 0xFFFFFFFF
        self._send(Frame(Kind.STATUS, 0, self.power_ups.to_bytes(4, "big") + uptime.to_bytes(4, "big") + self._said.encoded()), now)

    def _send(self, frame: Frame, now: float) -> None:
        lead = b"\0" if now - self._last_sent > cdl_wire.GAP_BEFORE_ZERO_S or self._last_sent < 0 else b""
        self._last_sent = now
        self._out.append(lead + cdl_wire.write(frame))
