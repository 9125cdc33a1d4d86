"""What a bad line does to bytes: it loses, doubles and bends them, adds noise, holds them back. Seeded, on ticks.

It sits between a device and its wire and never looks at more than a frame's type.
"""

from __future__ import annotations

import random
from collections import deque
from enum import StrEnum

from tablectl_sim.cdl_wire import Kind, read_one


class Spoil(StrEnum):
    """What happens to one byte of a frame."""

    DROP = "drop"
    REPEAT = "repeat"
    FLIP = "flip"


class Line:
    """One wire, both ways. Everything is clean until told otherwise."""

    def __init__(self, seed: str) -> None:
        self.mute = False  # no byte passes, either way, and the port stays open
        self.lost_confirms = 0  # CONFIRMs of the host still to be swallowed; below zero: all
        self.delay_s = 0.0
        self.cut_after: int | None = None  # bytes towards the host until the plug comes out
        self._random = random.Random(seed)
        self._spoils: deque[Spoil] = deque()
        self._noise = bytearray()
        self._late: deque[tuple[float, bytes]] = deque()
        self._from_host = bytearray()

    @property
    def cut(self) -> bool:
        return self.cut_after == 0

    def spoil_next(self, spoil: Spoil, frames: int) -> None:
        """Spoil one byte in each of the next frames towards the host."""
        self._spoils.extend([spoil] * frames)

    def add_junk(self, count: int) -> None:
        """Noise before the next frame; it may hold zeros."""
        self._noise += self._random.randbytes(count)

    def to_host(self, frame: bytes, now: float) -> None:
        """Take a frame from the device."""
        if self.mute:
            return
        spoiled = self._spoil(frame, self._spoils.popleft()) if self._spoils else frame
        self._late.append((now + self.delay_s, spoiled))

    def due_to_host(self, now: float) -> bytes:
        """The bytes that reach the host's end by now."""
        out, self._noise = self._noise, bytearray()
        while self._late and self._late[0][0] <= now:
            out += self._late.popleft()[1]
        if self.cut_after is not None:
            del out[self.cut_after :]
            self.cut_after -= len(out)
        return bytes(out)

    def to_device(self, data: bytes) -> bytes:
        """The bytes of the host that reach the device."""
        if self.mute:
            return b""
        if not self.lost_confirms and not self._from_host:
            return data
        self._from_host += data
        *whole, rest = bytes(self._from_host).split(b"\0")
        self._from_host[:] = rest
        return b"".join(encoded + b"\0" for encoded in whole if not self._loses(encoded))

    def _loses(self, encoded: bytes) -> bool:
        frame, _ = read_one(encoded)
        if frame is None or frame.kind is not Kind.CONFIRM or not self.lost_confirms:
            return False
        self.lost_confirms -= self.lost_confirms > 0
        return True

    def _spoil(self, frame: bytes, spoil: Spoil) -> bytes:
        at = self._random.randrange(len(frame))
        if spoil is Spoil.FLIP:
            return frame[:at] + bytes([frame[at] ^ 1 << self._random.randrange(8)]) + frame[at + 1 :]
        middle = b"" if spoil is Spoil.DROP else frame[at : at + 1] * 2
        return frame[:at] + middle + frame[at + 1 :]
