"""The host's side of an SSI conversation (PROTOCOL.md 3): bytes and times in, events and bytes out.

Knows no port, no clock and no thread; `now` is any monotonic time in seconds. One Session outlives the link.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from math import inf
from typing import Final, Literal, assert_never

from tablectl_drivers.admission import Expected, Stranger
from tablectl_drivers.events import CardUnreadable, CommandAnswered, Identity, LinkLost, ReportId, Role, WrongDevice
from tablectl_drivers.noise import Noise
from tablectl_drivers.ports import Command
from tablectl_drivers.reaction import Outbox, Reaction
from tablectl_drivers.reading.readings import Readings
from tablectl_drivers.ssi import frames
from tablectl_drivers.ssi.asking import RESEND, Asking, request
from tablectl_drivers.ssi.frames import HOST, Frame, Op, Spoilt
from tablectl_drivers.ssi.taking import Seen, Taking

ASK_EVERY_S: Final = 1.0  # PROTOCOL.md 3.3
ASK_AGAIN_S: Final = 5.0  # PROTOCOL.md 3.1: after a refusal, and a stranger
SILENCE_S: Final = 3.5  # PROTOCOL.md 3.3
DEAF_S: Final = 10.0  # PROTOCOL.md 3.3
HURRY_S: Final = 0.1  # PROTOCOL.md 3.3: after noise
GAP_S: Final = 0.2  # PROTOCOL.md 1: within a packet
HEADLESS: Final = 4  # PROTOCOL.md 3.6
WAKE: Final = b"\0"  # PROTOCOL.md 1

_NO_BEEP: Final = 0xFF
_FORMAT: Final = 0xEE
_PACKETED: Final = 1
_TRIGGER: Final = 0x8A
_OWN_BEEP: Final = 0x38
_LAMP: Final = b"\x01"
_GOOD_BEEP, _BAD_BEEP = b"\x00", b"\x11"
TRIGGERS: Final = {"level": 0x00, "continuous": 0x04, "presentation": 0x07}
TEXT_AT_MOST: Final = 32
_REVISION: Final = request(Op.REQUEST_REVISION)
_ASK_FORMAT: Final = request(Op.PARAM_REQUEST, bytes((_FORMAT,)))
_NEEDED: Final = (_REVISION, request(Op.PARAM_SEND, bytes((_NO_BEEP, _FORMAT, _PACKETED))), _ASK_FORMAT)
_COUNTED: Final = ("early_cards", "naks_sent", "naks_heard", "refused_settings", "unanswered", "engine_events", "round_trip_ms")


@dataclass(frozen=True, slots=True)
class Options:
    """`baud` and `rts_cts` are as the engine is set; over USB they mean nothing. `trigger` sets how reading starts; "unchanged" leaves it.
    With `beep` the engine sounds when a card is on record, not when a code was read, and low three times when it is refused; with `led` its lamp is
    lit from a refused card to the next good one."""

    baud: Literal[9600, 19200, 38400, 57600, 115200] = 9600
    rts_cts: bool = False
    trigger: Literal["unchanged", "level", "continuous", "presentation"] = "unchanged"
    beep: bool = True
    led: bool = False


class _Phase(Enum):
    CLOSED = "closed"
    ASKING = "asking"  # who is there, and what has to be set before it may speak
    WAITING = "waiting"  # it refused, or is another; asked again after a while
    UP = "up"


class Session:
    """Call `open` when the link opens, `close` when it is gone, `tick` no later than `deadline`; do what each Reaction says."""

    def __init__(self, device: str, expected: Expected, options: Options, readings: Readings) -> None:
        self._device = device
        self._expected = expected
        self._options = options
        self._readings = readings
        self._taking = Taking(readings)
        self._asking = Asking()
        self._noise = Noise(device)
        self._decoder = frames.Decoder()
        self._phase = _Phase.CLOSED
        self._told_lost = False
        self._stranger: Stranger | None = None
        self._identity: Identity | None = None
        self._steps: list[Frame] = []
        self._feedback: list[Frame] = []
        self._told: ReportId | None = None
        self._lit = False
        self._outbox = Outbox()
        self._lost_from = self._heard = self._answered = self._asked = self._got = -inf
        self._question = _REVISION
        self._hurry = False
        self._counts = dict.fromkeys(_COUNTED, 0)

    @property
    def up(self) -> bool:
        return self._phase is _Phase.UP

    @property
    def identity(self) -> Identity | None:
        """Who answered last, also when the link is lost."""
        return self._identity

    def counters(self) -> Mapping[str, int]:
        decoder = self._decoder
        wire = {"good_frames": decoder.good_frames, "discarded_bytes": decoder.discarded_bytes, "bad_frames": decoder.bad_frames}
        return wire | self._readings.counts | self._taking.counts | self._counts

    def open(self, now: float) -> Reaction:
        """The link is open: ask who is there."""
        self._decoder.clear()
        self._stranger = None
        self._begin(now)
        return self._outbox.empty()

    def close(self, reason: str) -> Reaction:
        """The link is gone or could not be opened; that is told once until the engine answers again."""
        self._lose(reason)
        self._phase = _Phase.CLOSED
        return self._outbox.empty()

    def receive(self, data: bytes, now: float) -> Reaction:
        """Take bytes from the engine, cut anywhere."""
        discarded = self._decoder.discarded_bytes
        found = self._decoder.end() if self._decoder.held and now >= self._got + GAP_S else []
        self._got = now
        self._take([*found, *self._decoder.feed(data)], now)
        if self._decoder.discarded_bytes > discarded:
            self._question, self._hurry = _ASK_FORMAT, True  # data without a check looks like noise
        self._doubt(now)
        self._work(now)
        return self._outbox.empty()

    def tick(self, now: float) -> Reaction:
        """Do what is due by now."""
        if self._phase is not _Phase.CLOSED:
            if self._decoder.held and now >= self._got + GAP_S:
                self._take(self._decoder.end(), now)
                self._doubt(now)
            self._work(now)
        return self._outbox.empty()

    def deadline(self) -> float:
        """When `tick` has something to do at the latest; `inf` where the link is closed."""
        if self._phase is _Phase.CLOSED:
            return inf
        cut = self._got + GAP_S if self._decoder.held else inf
        asking = inf if self._taking.engine_waits else min(self._asking.deadline(), inf if self._asking.waits else self._next_ask())
        return min(cut, self._loss()[0], self._taking.deadline(), asking, self._noise.deadline())

    def confirm(self, report: ReportId, now: float) -> Reaction:
        """Everything up to this report is durable."""
        self._taking.confirm(report)
        if self.up:
            self._work(now)
        return self._outbox.empty()

    def command(self, command: Command, now: float) -> Reaction:  # noqa: ARG002  # the answer takes no time
        """A reader moves no cards, so every command is refused at once."""
        return Reaction((CommandAnswered(self._device, command.value, accepted=False, detail="a reader takes no commands"),))

    # Who is there, and is it alive

    def _begin(self, now: float) -> None:
        """Start at PROTOCOL.md 3.1: until the engine has said that its data comes in packets, no card is taken from it."""
        self._phase = _Phase.ASKING
        self._taking.forget()
        self._asking.drop()
        self._feedback.clear()
        self._lit = False
        self._lost_from = now
        self._steps = [*_NEEDED, *self._settings()]
        self._ask(self._steps[0], now)

    def _settings(self) -> list[Frame]:
        pairs = [(_TRIGGER, TRIGGERS[self._options.trigger])] if self._options.trigger in TRIGGERS else []
        pairs += [(_OWN_BEEP, 0)] if self._options.beep else []
        return [*(request(Op.PARAM_SEND, bytes((_NO_BEEP, *pair))) for pair in pairs), request(Op.SCAN_ENABLE)]

    def _next_ask(self) -> float:
        match self._phase:
            case _Phase.UP:
                return -inf if self._feedback else self._asked + (HURRY_S if self._hurry else ASK_EVERY_S)
            case _Phase.WAITING:
                return self._asked + ASK_AGAIN_S
            case _Phase.ASKING | _Phase.CLOSED:
                return inf
            case _:
                assert_never(self._phase)

    def _loss(self) -> tuple[float, str]:
        """When the link counts as lost if nothing more comes, and why."""
        if self.up:
            silent = self._heard + SILENCE_S, f"nothing heard for {SILENCE_S} s"
            return min(silent, (self._answered + DEAF_S, f"the engine sends, but has answered nothing for {DEAF_S:.0f} s"))
        if self._told_lost or self._phase is not _Phase.ASKING:
            return inf, ""
        return self._lost_from + SILENCE_S, f"asked for {SILENCE_S} s, no engine that speaks SSI with ACK and NAK answers here"

    def _lose(self, reason: str) -> None:
        if not self._told_lost:
            self._outbox.events.append(LinkLost(self._device, reason))
        self._told_lost = True

    def _refuse(self, reason: str, now: float) -> None:
        self._lose(reason)
        self._wait(now)

    def _wait(self, now: float) -> None:
        self._phase, self._asked = _Phase.WAITING, now
        self._asking.drop()

    # What it says

    def _take(self, found: list[Frame | Spoilt], now: float) -> None:
        if self._phase is _Phase.CLOSED:
            return
        for frame in found:
            if isinstance(frame, Spoilt):
                self._on_spoilt(frame, now)
                continue
            self._heard = now
            match frame.op:
                case Op.DECODE_DATA:
                    self._on_card(frame, now)
                case Op.EVENT:
                    self._counts["engine_events"] += 1
                    self._send(Frame(Op.ACK, HOST))
                    self._question, self._hurry = _ASK_FORMAT, True  # it may have started anew
                case _:
                    self._on_answer(frame, now)

    def _on_spoilt(self, spoilt: Spoilt, now: float) -> None:
        if self.up and spoilt.op is Op.DECODE_DATA:
            self._taking.spoilt(now)
        self._counts["naks_sent"] += 1
        self._send(Frame(Op.NAK, HOST, 0, RESEND))

    def _doubt(self, now: float) -> None:
        """So many bytes of no packet at all may have been a card that lost its head."""
        if self._decoder.headless >= HEADLESS:
            self._decoder.headless = 0
            if self.up:
                self._taking.spoilt(now)

    def _on_card(self, frame: Frame, now: float) -> None:
        if not self.up:
            self._counts["early_cards"] += 1  # not answered: the engine sends it again, and then it can be told
        else:
            self._outbox.events += self._taking.take(frame, now)

    def _on_answer(self, frame: Frame, now: float) -> None:
        if frame.op is Op.NAK:
            self._counts["naks_heard"] += 1
        asked = self._asking.answered(frame)
        if asked is None:
            return
        self._answered = now
        if self.up:
            self._on_beat(asked, frame, now)
        elif self._is_good(asked, frame, now):
            self._go_on(now)

    def _is_good(self, asked: Frame, answer: Frame, now: float) -> bool:
        """Whether to go on with the next step; where not, it is said why."""
        if asked.op is Op.REQUEST_REVISION:
            identity = self._who(answer)
            if (stranger := self._expected.check(identity)) is not None:
                self._reject(stranger, now)
                return False
            self._identity = identity
        elif asked in _NEEDED:
            if answer.op is Op.NAK or (asked == _ASK_FORMAT and not _is_packeted(answer)):
                self._refuse("the engine does not send its data in packets with a check, so that no card is taken from it", now)
                return False
        elif answer.op is Op.NAK:
            self._counts["refused_settings"] += 1
        return True

    def _go_on(self, now: float) -> None:
        self._steps.pop(0)
        if self._steps:
            self._ask(self._steps[0], now)
        else:
            self._welcome(now)

    def _on_beat(self, asked: Frame, answer: Frame, now: float) -> None:
        if asked in {_REVISION, _ASK_FORMAT}:
            self._counts["round_trip_ms"] = round((now - self._asked) * 1000)
        if asked == _REVISION and self._who(answer) != self._identity:
            self._fall("another engine answers than before", now)
        elif asked == _ASK_FORMAT and not _is_packeted(answer):
            self._fall("the engine went back to data without a check: it was switched off, or somebody set it anew", now)

    def _who(self, answer: Frame) -> Identity:
        """The first word of a revision is the software, the rest tells boards and engines apart."""
        words = "".join(chr(byte) if 0x20 < byte < 0x7F else " " for byte in answer.data).split()  # noqa: PLR2004  # printable ASCII
        firmware, model = (words[0], " ".join(words[1:])) if answer.op is Op.REPLY_REVISION and words else ("", "")
        return Identity(self._expected.role or Role.SHOE, "SSI", model[:TEXT_AT_MOST], "", firmware[:TEXT_AT_MOST])

    def _reject(self, stranger: Stranger, now: float) -> None:
        if stranger != self._stranger:
            self._outbox.events.append(WrongDevice(self._device, stranger.found, stranger.expected))
        self._stranger, self._told_lost = stranger, False
        self._wait(now)

    def _welcome(self, now: float) -> None:
        if self._identity is not None:
            self._outbox.events += self._readings.begin(self._identity)
        self._phase, self._told_lost, self._stranger = _Phase.UP, False, None
        self._answered = now

    def _fall(self, reason: str, now: float) -> None:
        self._lose(reason)
        self._begin(now)

    # What is due

    def _work(self, now: float) -> None:
        if self._phase is _Phase.CLOSED:
            return
        lost_at, reason = self._loss()
        if now >= lost_at:
            self._fall(reason, now)
        if self.up:
            if (lost := self._taking.tick(now)) is not None:
                self._outbox.events.append(lost)
            if (card := self._taking.acknowledge(now)) is not None:
                self._send(Frame(Op.ACK, HOST))
                self._tell(card)
        if not self._taking.engine_waits:
            self._ask_what_is_due(now)
        self._outbox.events += self._noise.tell(self._decoder.discarded_bytes, self._decoder.bad_frames, now)

    def _ask_what_is_due(self, now: float) -> None:
        if (again := self._asking.repeat(now)) is not None:
            self._say(again)
        elif (silent := self._asking.expired(now)) is not None:
            self._counts["unanswered"] += 1
            if self._phase is _Phase.ASKING:
                self._on_silence(silent, now)
        if self._asking.waits or now < self._next_ask():
            return
        if self._phase is _Phase.WAITING:
            self._begin(now)
        elif self._feedback and now < self._asked + ASK_EVERY_S:
            self._say(self._asking.ask(self._feedback.pop(0), now))
        else:
            self._ask(self._question, now)
            self._question = _ASK_FORMAT if self._question == _REVISION else _REVISION

    def _on_silence(self, asked: Frame, now: float) -> None:
        """No answer while it is asked who it is and set: what it need not know may stay as it is."""
        if asked in _NEEDED:
            self._ask(asked, now)
        else:
            self._counts["refused_settings"] += 1
            self._go_on(now)

    def _tell(self, card: Seen) -> None:
        """What the dealer hears and sees of a card that is on record."""
        if card.report == self._told:
            return
        self._told = card.report
        refused = isinstance(card, CardUnreadable)
        self._feedback.clear()
        if self._options.beep:
            self._feedback.append(request(Op.BEEP, _BAD_BEEP if refused else _GOOD_BEEP))
        if self._options.led and refused != self._lit:
            self._feedback.append(request(Op.LED_ON if refused else Op.LED_OFF, _LAMP))
            self._lit = refused

    def _ask(self, frame: Frame, now: float) -> None:
        self._asked, self._hurry = now, False
        self._say(self._asking.ask(frame, now))

    def _say(self, frame: Frame) -> None:
        if not self._options.rts_cts:
            self._outbox.send += WAKE
        self._send(frame)

    def _send(self, frame: Frame) -> None:
        self._outbox.send += frames.encode(frame)


def _is_packeted(answer: Frame) -> bool:
    """Whether a PARAM_SEND says so of the parameter that was asked for; it begins with a beep code."""
    return answer.op is Op.PARAM_SEND and answer.data[1:] == bytes((_FORMAT, _PACKETED))
