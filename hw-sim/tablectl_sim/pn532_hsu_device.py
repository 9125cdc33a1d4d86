"""A PN532 board on its UART with a tag or two on it, written from the driver's protocol page alone. On ticks; time is an argument."""

from __future__ import annotations

import random
from typing import Final

from tablectl_sim.tags import Field

HOST, CHIP = 0xD4, 0xD5
ACK: Final = bytes.fromhex("0000ff00ff00")
FAILURE: Final = bytes.fromhex("0000ff01ff7f8100")
TRIES_S: Final = 0.005  # a poll of an empty field, each try


def framed(body: bytes, *, extended: bool = False) -> bytes:
    size = len(body).to_bytes(2 if extended else 1, "big")
    return b"\x00\x00\xff" + b"\xff\xff" * extended + size + _check(size) + body + _check(body) + b"\x00"


def _check(data: bytes) -> bytes:
    return bytes((256 - sum(data) % 256 & 0xFF,))


class Pn532Board:
    """One board. It sleeps until it is woken, and polls an empty field for ever until it is told how often to try."""

    def __init__(self, *, version: tuple[int, int] = (1, 6), seed: str = "pn532") -> None:
        self.version = version
        self.field = Field()
        self.flickers = False  # a tag that lies there answers every other poll
        self.first_after_s = 0.0  # how late the adapter gives the first bytes after it was opened
        self.answer_after_s = 0.0
        self.extended = False
        self.mute = False
        self.lost_acks = 0
        self.bad_checksums = 0
        self.failures = 0  # commands that make no sense to it
        self.noise_before = 0
        self.twice = False  # the same tag comes twice in one answer
        self._random = random.Random(seed)
        self._held = bytearray()
        self._out: list[tuple[float, bytes]] = []
        self._now = 0.0
        self._asleep()

    def _asleep(self) -> None:
        self._awake = self._ready = self._polls_end = False
        self._poll_ends: float | None = None
        self._polled = 0
        self._odd = False

    def switch_on(self, now: float) -> None:
        self._now = now
        self._held.clear()
        self._out.clear()
        self._asleep()

    def put(self, uid: str, now: float) -> None:
        self._now = now
        self.field.put(uid)

    def take(self, uid: str, now: float) -> None:
        self._now = now
        self.field.take(uid)

    def show(self, code: str, now: float) -> None:
        """A card with this tag goes past."""
        self.field.pass_by(code, now)

    def receive(self, data: bytes, now: float) -> None:
        self._now = now
        if b"\x55\x55" in data:
            self._awake = True
        if not self._awake:
            return
        self._held += data
        while (start := self._held.find(b"\x00\xff")) >= 0:
            del self._held[:start]
            if self._held[2:4] == b"\x00\xff":
                del self._held[:4]
                self._poll_ends, self._out = None, []  # an ACK of the host ends what runs
                continue
            if len(self._held) < 4 or len(self._held) < self._held[2] + 6:  # noqa: PLR2004
                return
            size = self._held[2]
            body, check = bytes(self._held[4 : 4 + size]), bytes(self._held[4 + size : 5 + size])
            del self._held[: size + 6]
            if _check(body) == check and body[:1] == bytes((HOST,)):
                self._obey(body[1], body[2:])
        del self._held[:-1]

    def tick(self, now: float) -> None:
        self._now = now
        self.field.tick(now)
        if self._poll_ends is not None and (self.field.tags or (self._polls_end and now >= self._poll_ends)):
            self._poll_ends = None
            self._say_tags()

    def take_output(self) -> list[bytes]:
        due = [frame for at, frame in self._out if at <= self._now]
        self._out = [(at, frame) for at, frame in self._out if at > self._now]
        return due

    def _obey(self, code: int, data: bytes) -> None:
        if self.mute or not (self._ready or code == 0x14):  # noqa: PLR2004
            return
        self._poll_ends = None
        if self.lost_acks:
            self.lost_acks -= 1
            return
        self._send(ACK)
        if self.failures:
            self.failures -= 1
            self._send(FAILURE)
            return
        match code:
            case 0x14 if data[:1] == b"\x01":
                self._ready = True
                self._answer(code)
            case 0x02:
                self._answer(code, bytes((0x32, *self.version, 7)))
            case 0x32 if data[:1] == b"\x05":
                self._polls_end = data[3] != 0xFF  # noqa: PLR2004
                self._answer(code)
            case 0x4A if len(data) == 2 and data[1] == 0:  # noqa: PLR2004
                self._polled = data[0]
                self._poll_ends = self._now + 2 * TRIES_S
                self.tick(self._now)
            case _:
                self._send(FAILURE)

    def _say_tags(self) -> None:
        self._odd = not self._odd
        tags = () if self.flickers and not self._odd else self.field.tags[: self._polled]
        targets = [self._target(number, uid) for number, uid in enumerate(tags * (1 + self.twice), start=1)]
        self._answer(0x4A, bytes((len(targets),)) + b"".join(targets))

    def _target(self, number: int, uid: str) -> bytes:
        raw = bytes.fromhex(uid)
        return bytes((number, 0x00, 0x44, 0x00, len(raw))) + raw

    def _answer(self, code: int, data: bytes = b"") -> None:
        frame = framed(bytes((CHIP, code + 1)) + data, extended=self.extended)
        if self.bad_checksums:
            self.bad_checksums -= 1
            frame = frame[:-2] + bytes((frame[-2] ^ 1,)) + frame[-1:]
        noise = self._random.randbytes(self.noise_before)
        self.noise_before = 0
        self._send(noise + frame)

    def _send(self, frame: bytes) -> None:
        late, self.first_after_s = self.first_after_s, 0.0
        at = max(self._now + late + self.answer_after_s, self._out[-1][0] if self._out else 0.0)
        self._out.append((at, frame))
