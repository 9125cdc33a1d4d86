"""The host's side of a CDL/1 conversation (PROTOCOL.md 3): bytes and times in, events and bytes out.

Knows no port, no clock and no thread; `now` is any monotonic time in seconds. One Session outlives the link: it keeps where the
reports stand, so that after a loss nothing is told twice and nothing is passed over.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from math import inf
from typing import Final, assert_never

from tablectl_drivers.admission import Expected, Stranger
from tablectl_drivers.cdl import frames, meaning
from tablectl_drivers.cdl.admission import judge
from tablectl_drivers.cdl.commands import Commands
from tablectl_drivers.cdl.reports import Misfit, Reports
from tablectl_drivers.events import Identity, LinkLost, LinkUp, PowerCycled, ReportId, Status, StatusChanged, WrongDevice
from tablectl_drivers.noise import Noise
from tablectl_drivers.ports import Command
from tablectl_drivers.reaction import Outbox, Reaction

ASK_EVERY_S: Final = 1.0  # PROTOCOL.md 3.1, 3.3
ASK_STRANGER_EVERY_S: Final = 5.0  # PROTOCOL.md 3.2
SILENCE_S: Final = 3.5  # PROTOCOL.md 3.7
DEAF_S: Final = 5.0  # PROTOCOL.md 3.3
RESEND_EVERY_S: Final = 0.1  # PROTOCOL.md 3.4
LEAD_ZERO_S: Final = 0.2  # PROTOCOL.md 1
_TAGS: Final = 255


class _Phase(Enum):
    CLOSED = "closed"
    ASKING = "asking"
    STRANGER = "stranger"
    UP = "up"


class Session:
    """Call `open` when the link opens, `close` when it is gone, `tick` no later than `deadline`; do what each Reaction says."""

    def __init__(self, device: str, expected: Expected, resume: ReportId | None) -> None:
        self._device = device
        self._expected = expected
        self._reports = Reports(device, resume)
        self._commands = Commands(device)
        self._decoder = frames.Decoder()
        self._phase = _Phase.CLOSED
        self._told_lost = False
        self._identity: Identity | None = None
        self._status: Status | None = None
        self._outbox = Outbox()
        self._tag = 0
        self._asked = self._sent = self._resent = self._heard = self._answered = -inf
        self._noise = Noise(device)
        self._counts = dict.fromkeys(("echoes", "resends", "round_trip_ms"), 0)

    @property
    def up(self) -> bool:
        return self._phase is _Phase.UP

    @property
    def identity(self) -> Identity | None:
        """Who answered last, also when the link is lost."""
        return self._identity

    def counters(self) -> Mapping[str, int]:
        decoder = self._decoder
        faults = {str(fault): count for fault, count in decoder.faults.items()}
        return {"good_frames": decoder.good_frames, "discarded_bytes": decoder.discarded_bytes} | faults | self._reports.counts | self._counts

    def open(self, now: float) -> Reaction:
        """The link is open: ask who is there."""
        self._decoder.clear()
        self._ask(now)
        return self._outbox.empty()

    def close(self, reason: str) -> Reaction:
        """The link is gone or could not be opened; that is told once until the device answers again."""
        self._lose(reason)
        self._phase = _Phase.CLOSED
        return self._outbox.empty()

    def receive(self, data: bytes, now: float) -> Reaction:
        """Take bytes from the device, cut anywhere."""
        repeats = self._reports.counts["repeats"]
        for frame in self._decoder.feed(data):
            if isinstance(frame, frames.HostFrame):
                self._counts["echoes"] += 1
                continue
            self._heard = now
            match frame:
                case frames.Identity():
                    self._on_identity(frame, now)
                case frames.Status() | frames.Report() | frames.Gone():
                    self._on_news(frame, now)
                case frames.Answer():
                    self._on_answer(frame, now)
                case _:
                    assert_never(frame)
        if self._reports.counts["repeats"] != repeats and self.up:
            self._send_confirm(now)
        self._tell_noise(now)
        return self._outbox.empty()

    def tick(self, now: float) -> Reaction:
        """Do what is due by now."""
        if self._phase is not _Phase.CLOSED:
            lost_at, reason = self._loss()
            if now >= lost_at:
                self._lose(reason)
                self._ask(now)
            if (expired := self._commands.expire(now)) is not None:
                self._outbox.events.append(expired)
            self._send_what_is_due(now)
            self._tell_noise(now)
        return self._outbox.empty()

    def deadline(self) -> float:
        """When `tick` has something to do at the latest; `inf` where the link is closed."""
        if self._phase is _Phase.CLOSED:
            return inf
        lost_at, _ = self._loss()
        return min(self._noise.deadline(), lost_at, self._commands.deadline(), self._next_ask())

    def confirm(self, report: ReportId, now: float) -> Reaction:
        """Everything up to this report is durable."""
        if self._reports.confirm(report) and self.up:
            self._send_confirm(now)
        return self._outbox.empty()

    def command(self, command: Command, now: float) -> Reaction:
        """Send a command in its turn; where nobody is there to take it, it is answered at once."""
        self._outbox.events += self._commands.ask(command)
        if self.up:
            self._send_what_is_due(now)
        else:
            self._outbox.events += self._commands.drop("not connected")
        return self._outbox.empty()

    # Who is there, and is it alive

    def _ask(self, now: float) -> None:
        """Start at PROTOCOL.md 3.1: until an IDENTITY comes, nothing else is believed."""
        self._phase = _Phase.ASKING
        self._outbox.events += self._commands.drop("the device was asked anew before it answered")
        self._answered = now
        self._send_who(now)

    def _next_ask(self) -> float:
        if self._commands.in_flight:
            return inf
        return self._asked + (ASK_STRANGER_EVERY_S if self._phase is _Phase.STRANGER else ASK_EVERY_S)

    def _on_identity(self, frame: frames.Identity, now: float) -> None:
        if self._phase is _Phase.CLOSED or frame.tag != self._tag:
            return
        self._answered = now
        self._counts["round_trip_ms"] = round((now - self._asked) * 1000)
        taken = self._reports.taken
        verdict = judge(frame, self._expected, taken, self._identity)
        if isinstance(verdict, Stranger):
            self._refuse(verdict)
        elif self.up and taken is not None and taken.power_up == frame.power_up:
            self._identity = verdict
        else:
            self._welcome(verdict, frame, now)

    def _refuse(self, stranger: Stranger) -> None:
        if self._phase is not _Phase.STRANGER:
            self._outbox.events += self._commands.drop("another device answers here")
            self._outbox.events.append(WrongDevice(self._device, stranger.found, stranger.expected))
        self._outbox.send.clear()  # what was to be sent was meant for another
        self._phase = _Phase.STRANGER
        self._told_lost = False

    def _welcome(self, identity: Identity, frame: frames.Identity, now: float) -> None:
        self._outbox.events += self._commands.drop("the device started anew before it answered")
        resumed_at, anew = self._reports.begin(frame.power_up, frame.next)
        if anew:
            self._outbox.events.append(PowerCycled(self._device, frame.power_up))
        self._outbox.events.append(LinkUp(self._device, identity, resumed_at))
        self._identity, self._status = identity, None
        self._phase, self._told_lost = _Phase.UP, False
        self._send_resend(now)
        self._send_confirm(now)

    def _loss(self) -> tuple[float, str]:
        """When the link counts as lost if nothing more comes, and why."""
        silent = self._heard + SILENCE_S, f"nothing heard for {SILENCE_S} s"
        match self._phase:
            case _Phase.CLOSED | _Phase.ASKING:
                return inf if self._told_lost else self._answered + SILENCE_S, f"asked for {SILENCE_S} s, the device does not say who it is"
            case _Phase.STRANGER:
                return silent
            case _Phase.UP:
                return min(silent, (self._answered + DEAF_S, f"the device sends, but has answered nothing for {DEAF_S} s"))
            case _:
                assert_never(self._phase)

    def _lose(self, reason: str) -> None:
        self._outbox.events += self._commands.drop("the link was lost")
        if not self._told_lost:
            self._outbox.events.append(LinkLost(self._device, reason))
        self._told_lost = True

    # What it says

    def _on_news(self, frame: frames.Status | frames.Report | frames.Gone, now: float) -> None:
        taken = self._reports.taken
        if not self.up or taken is None:
            return
        if frame.power_up != taken.power_up:
            self._reports.restart(frame.power_up)
            self._outbox.events.append(PowerCycled(self._device, frame.power_up))
            self._ask(now)
            return
        match frame:
            case frames.Status():
                self._on_status(frame)
            case frames.Report():
                outcome = self._reports.take(frame)
                if isinstance(outcome, Misfit):
                    if outcome is Misfit.GAP and now >= self._resent + RESEND_EVERY_S:
                        self._send_resend(now)
                else:
                    self._outbox.events.append(outcome)
            case frames.Gone():
                skipped = self._reports.skip(frame)
                if isinstance(skipped, Misfit):
                    if skipped is Misfit.BEHIND and not self._commands.in_flight and now >= self._asked + RESEND_EVERY_S:
                        self._send_who(now)
                else:
                    self._outbox.events.append(skipped)
            case _:
                assert_never(frame)

    def _on_status(self, frame: frames.Status) -> None:
        status = meaning.status(frame)
        if status != self._status:
            self._status = status
            self._outbox.events.append(StatusChanged(self._device, status))

    def _on_answer(self, frame: frames.Answer, now: float) -> None:
        if (event := self._commands.answer(frame)) is not None:
            self._answered = now
            self._outbox.events.append(event)
            self._send_what_is_due(now)

    # What is sent

    def _send_who(self, now: float) -> None:
        self._tag = self._tag % _TAGS + 1
        self._asked = now
        self._send(frames.Who(self._tag), now)

    def _send_resend(self, now: float) -> None:
        self._resent = now
        self._counts["resends"] += 1
        self._send(self._reports.resend_frame(), now)

    def _send_confirm(self, now: float) -> None:
        self._send(self._reports.confirm_frame(), now)

    def _send_what_is_due(self, now: float) -> None:
        if now >= self._next_ask():
            self._send_who(now)
            if self.up:
                self._send_resend(now)
        if self.up:
            self._send(self._commands.next_frame(now), now)

    def _send(self, frame: frames.HostFrame | None, now: float) -> None:
        if frame is None:
            return
        if now - self._sent > LEAD_ZERO_S:
            self._outbox.send += b"\0"
        self._sent = now
        self._outbox.send += frames.encode(frame)

    def _tell_noise(self, now: float) -> None:
        self._outbox.events += self._noise.tell(self._decoder.discarded_bytes, self._decoder.bad_frames, now)
