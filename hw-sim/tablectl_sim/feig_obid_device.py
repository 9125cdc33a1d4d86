"""A FEIG OBID reader with an antenna under a shoe's mouth, written from the driver's protocol page alone. On ticks; time is an argument."""

from __future__ import annotations

import random
from typing import Final

from tablectl_sim.tags import Field

SHORTEST: Final = 5
LONGEST_STANDARD: Final = 255
ANY: Final = 255
VERSION, INFO, PROBE, RF_RESET, ISO15693 = 0x65, 0x66, 0x52, 0x69, 0xB0
OK, NO_TAG, UNKNOWN, BAD_LENGTH, MORE = 0x00, 0x01, 0x80, 0x81, 0x94
TAG_ISO15693: Final = 0x03


def checksum(data: bytes) -> bytes:
    """CRC-16/MCRF4XX: 0x6F91 for the digits 1 to 9, low byte first."""
    register = 0xFFFF
    for byte in data:
        register ^= byte
        for _ in range(8):
            register = register >> 1 ^ 0x8408 if register & 1 else register >> 1
    return register.to_bytes(2, "little")


class FeigReader:
    """One reader. Attributes are settings of the reader, and what goes wrong with it next."""

    def __init__(self, *, address: int = 0, device_number: int = 0x0A1B2C3D, seed: str = "feig") -> None:
        self.address = address
        self.device_number = device_number
        self.field = Field()
        self.rests = True  # ONT: a tag that has answered rests
        self.sets_at_once = 255  # data sets that fit into one answer
        self.knows_device_number = True
        self.answer_after_s = 0.0
        self.mute = False
        self.lost_answers = 0
        self.bad_checksums = 0
        self.noise_before = 0  # bytes before each of the next answers
        self.inventory_status: int | None = None  # what every inventory answers
        self.twice = False  # the same tag comes twice in one answer
        self.echo = False  # the line gives the host its own bytes back
        self._random = random.Random(seed)
        self._held = bytearray()
        self._left: list[str] = []
        self._out: list[tuple[float, bytes]] = []
        self._now = 0.0

    def switch_on(self, now: float) -> None:
        self._now = now
        self._held.clear()
        self._out.clear()
        self._left.clear()
        self.field.wake()

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
        if self.echo:
            self._out.append((now, data))
        self._held += data
        while (frame := self._next_frame()) is not None:
            self._answer(frame)

    def tick(self, now: float) -> None:
        self._now = now
        self.field.tick(now)

    def take_output(self) -> list[bytes]:
        due = [frame for at, frame in self._out if at <= self._now]
        self._out = [(at, frame) for at, frame in self._out if at > self._now]
        return due

    def _next_frame(self) -> bytes | None:
        """Address, command and body of the next frame of the host; the mark and the lengths are gone."""
        while self._held:
            marked = self._held[0] == 0x02  # noqa: PLR2004
            if marked and len(self._held) < 3:  # noqa: PLR2004
                return None
            size = int.from_bytes(self._held[1:3], "big") if marked else self._held[0]
            if size < SHORTEST:
                del self._held[0]
                continue
            if len(self._held) < size:
                return None
            whole = bytes(self._held[:size])
            if checksum(whole[:-2]) == whole[-2:]:
                del self._held[:size]
                return whole[3 if marked else 1 : -2]
            del self._held[0]
        return None

    def _answer(self, frame: bytes) -> None:
        address, command, body = frame[0], frame[1], frame[2:]
        if address not in (ANY, self.address) or self.mute:
            return
        match command, body:
            case 0x52, b"\x00":
                self._say(command, OK)
            case 0x65, b"":
                self._say(command, OK, bytes((3, 1, 0, 1, 40, 0, 8)))
            case 0x66, b"\x80" if self.knows_device_number:
                self._say(command, OK, self.device_number.to_bytes(4, "big") + bytes(14))
            case 0x69, b"":
                self.field.wake()
                self._left.clear()
                self._say(command, OK)
            case 0xB0, b"\x01\x00":
                self._left = list(self.field.awake)
                if self.rests:
                    self.field.rest(tuple(self._left))
                self._say_tags()
            case 0xB0, b"\x01\x80":
                self._say_tags()
            case 0x65 | 0x69 | 0xB0, _:
                self._say(command, BAD_LENGTH)
            case _:
                self._say(command, UNKNOWN)

    def _say_tags(self) -> None:
        if self.inventory_status is not None:
            self._say(ISO15693, self.inventory_status)
            return
        now, self._left = self._left[: self.sets_at_once], self._left[self.sets_at_once :]
        if not now:
            self._say(ISO15693, NO_TAG)
            return
        sets = [bytes((TAG_ISO15693, 0)) + bytes.fromhex(uid) for uid in now for _ in range(1 + self.twice)]
        self._say(ISO15693, MORE if self._left else OK, bytes((len(sets),)) + b"".join(sets))

    def _say(self, command: int, status: int, data: bytes = b"") -> None:
        if self.lost_answers:
            self.lost_answers -= 1
            return
        body = bytes((self.address, command, status)) + data
        size = len(body) + 3
        length = bytes((size,)) if size <= LONGEST_STANDARD else b"\x02" + (size + 2).to_bytes(2, "big")
        check = checksum(length + body)
        if self.bad_checksums:
            self.bad_checksums -= 1
            check = bytes((check[0] ^ 1, check[1]))
        noise = self._random.randbytes(self.noise_before)
        self.noise_before = 0
        self._out.append((self._now + self.answer_after_s, noise + length + body + check))
