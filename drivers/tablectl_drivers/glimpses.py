"""What passed between host and device, frame by frame, as far as it may be seen while cards lie face down. No I/O, no clock.

A driver says of each of its frames how much of it may be shown, and names every one of them for that. What it does not name shows nothing, nor
does noise: half of it may be half a card. It reads beside the session, with decoders of its own, and changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final, Generic, Literal, Protocol, TypeVar

NOISE: Final = "noise"
BYTES: Final = "bytes"
_UNFRAMED: Final = frozenset({NOISE, BYTES})

F = TypeVar("F")
F_co = TypeVar("F_co", covariant=True)
Way = Literal["<", ">"]
"""`<` comes from the device, `>` goes to it, as in transcripts."""


@dataclass(frozen=True, slots=True)
class Exposed:
    """A frame and how much of it may be shown: the first `shown` of its bytes, None is every one. `sized` says that its length tells no card."""

    kind: str
    wire: bytes = field(repr=False)
    shown: int | None = 0
    sized: bool = True


@dataclass(frozen=True, slots=True)
class Glimpse:
    """What is shown of a frame: nothing here tells a card. `data` are the first bytes of `length`, which is None where it is not shown either."""

    way: Way
    at_ns: int
    kind: str
    length: int | None
    data: bytes

    def with_next(self, after: Glimpse) -> Glimpse | None:
        """Both in one, where neither is a frame."""
        if (self.kind, self.way) != (after.kind, after.way) or self.kind not in _UNFRAMED:
            return None
        length = None if self.length is None or after.length is None else self.length + after.length
        return Glimpse(self.way, after.at_ns, self.kind, length, b"")


class Watch(Protocol):
    """Reads one direction. `at_ns` is when the bytes passed."""

    def feed(self, data: bytes, at_ns: int) -> list[Glimpse]: ...

    def end(self, at_ns: int) -> list[Glimpse]:
        """What has begun does not go on."""
        ...


@dataclass(frozen=True, slots=True)
class Watches:
    from_device: Watch
    to_device: Watch


class Decoder(Protocol[F_co]):
    """Bytes to frames, cut anywhere."""

    @property
    def held(self) -> int: ...

    def feed(self, data: bytes) -> Sequence[F_co]: ...

    def clear(self) -> None: ...


class Stream(Generic[F]):
    """Frames in a stream of bytes. `exposed` gives None for what is no frame; `padding` are bytes that mean nothing around a frame."""

    def __init__(
        self,
        way: Way,
        decoder: Decoder[F],
        exposed: Callable[[F], Exposed | None],
        *,
        padding: bytes = b"",
        at_end: Callable[[], Sequence[F]] = tuple,
    ) -> None:
        self._way = way
        self._decoder = decoder
        self._exposed = exposed
        self._padding = padding
        self._at_end = at_end
        self._held = bytearray()

    def feed(self, data: bytes, at_ns: int) -> list[Glimpse]:
        """Byte by byte, so that it is known where each frame ends."""
        found: list[Glimpse] = []
        for byte in data:
            self._held.append(byte)
            for frame in self._decoder.feed(bytes((byte,))):
                found += self._frame(frame, at_ns)
        return [*found, *self._noise(len(self._held) - self._decoder.held, at_ns)]

    def end(self, at_ns: int) -> list[Glimpse]:
        found = [glimpse for frame in self._at_end() for glimpse in self._frame(frame, at_ns)]
        self._decoder.clear()
        return [*found, *self._noise(len(self._held), at_ns)]

    def _frame(self, frame: F, at_ns: int) -> list[Glimpse]:
        exposed = self._exposed(frame)
        if exposed is None:
            return []
        whole, bare = exposed.wire, exposed.wire.strip(self._padding)
        wire = whole if whole in self._held else bare
        at = self._held.find(wire)
        if at < 0:  # it was written in another way than ours, so that nobody has said which byte is which
            wire, at = bytes(self._held), 0
            exposed = Exposed(exposed.kind, wire, sized=exposed.sized)
        before = self._noise(at, at_ns)
        del self._held[: len(wire)]
        shown = len(wire) if exposed.shown is None else exposed.shown
        return [*before, Glimpse(self._way, at_ns, exposed.kind, len(wire) if exposed.sized else None, wire[:shown])]

    def _noise(self, count: int, at_ns: int) -> list[Glimpse]:
        dropped = bytes(self._held[: max(count, 0)]).strip(self._padding)
        del self._held[: max(count, 0)]
        return [Glimpse(self._way, at_ns, NOISE, len(dropped), b"")] if dropped else []


class Pieces:
    """Frames that come whole, one with each transfer."""

    def __init__(self, way: Way, exposed: Callable[[bytes], Exposed]) -> None:
        self._way = way
        self._exposed = exposed

    def feed(self, data: bytes, at_ns: int) -> list[Glimpse]:
        exposed = self._exposed(data)
        return [Glimpse(self._way, at_ns, exposed.kind, len(data) if exposed.sized else None, data[: exposed.shown])]

    def end(self, at_ns: int) -> list[Glimpse]:  # noqa: ARG002  nothing is ever begun
        return []


def hidden() -> Watches:
    """For a driver that says nothing of its frames: that something passed, and no more."""
    return Watches(*(Pieces(way, lambda data: Exposed(BYTES, data, sized=False)) for way in ("<", ">")))
