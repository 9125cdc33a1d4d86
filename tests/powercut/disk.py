"""A disk with a cache that loses its power: what was flushed stays, of the rest any part may have got there, in any order.

File by file and sector by sector: a sector that was written since the last flush holds what it held then or what any of the writes since made
of it; a file has the length it had then or any it was given since. Names are as after any number of the first changes since the folder was
flushed, as a file system with a journal keeps the order of its own records. A sector is never half old and half new; that is what disks promise.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import assert_never

from .ops import Flushed, FolderFlushed, Made, Moved, Op, Promised, Removed, Resized, Written

Image = Mapping[str, bytes]
"""What the files of the folder hold, by name."""


@dataclass
class Stored:
    """`cached` is what programs read, `kept` what the plates hold, `since` what sectors were made to hold after that."""

    sector: int
    cached: bytearray = field(default_factory=bytearray)
    kept: bytes = b""
    since: dict[int, list[bytes]] = field(default_factory=dict)
    sizes: list[int] = field(default_factory=list)

    def write(self, at: int, data: bytes) -> None:
        end = at + len(data)
        if end > len(self.cached):
            self.resize(end)
        self.cached[at:end] = data
        for number in range(at // self.sector, -(-end // self.sector)):
            self.since.setdefault(number, []).append(bytes(self.cached[number * self.sector : (number + 1) * self.sector]))

    def resize(self, size: int) -> None:
        if size < len(self.cached):
            del self.cached[size:]
        else:
            self.cached += bytes(size - len(self.cached))
        self.sizes.append(size)

    def flush(self) -> None:
        self.kept = bytes(self.cached)
        self.since.clear()
        self.sizes.clear()

    def after_cut(self, chance: random.Random, share: float) -> bytes:
        """What is found when the power is back, where this share of what was not flushed had got to the plates."""
        size = len(self.kept)
        if self.sizes and chance.random() < share:
            size = chance.choice(self.sizes)
        left = bytearray(self.kept[:size].ljust(size, b"\0"))
        for number, versions in self.since.items():
            at = number * self.sector
            if at < size and chance.random() < share:
                version = chance.choice(versions)[: size - at]
                left[at : at + len(version)] = version
        return bytes(left)


class Disk:
    """`lies` says that it answers to a flush and does none."""

    def __init__(self, sector: int, *, lies: bool = False) -> None:
        self._sector = sector
        self._lies = lies
        self._files: dict[int, Stored] = {}
        self._names: dict[str, int] = {}
        self._renamed: list[Made | Moved | Removed] = []
        self.promised: list[tuple[str, ...]] = []

    def do(self, op: Op) -> None:
        match op:
            case Made(_, file):
                self._files[file] = Stored(self._sector)
                self._renamed.append(op)
            case Moved() | Removed():
                self._renamed.append(op)
            case Written(file, at, data):
                self._files[file].write(at, data)
            case Resized(file, size):
                self._files[file].resize(size)
            case Flushed(file):
                if not self._lies:
                    self._files[file].flush()
            case FolderFlushed():
                if not self._lies:
                    self._names = self._named(len(self._renamed))
                    self._renamed.clear()
            case Promised(what):
                self.promised.append(what)
            case _:
                assert_never(op)

    def cut(self, chance: random.Random) -> Image:
        """What is left of the folder. None, some or all of what was not flushed is there."""
        share = chance.choice((0.0, 0.1, 0.5, 0.9, 1.0))
        names = self._named(chance.randint(0, len(self._renamed)))
        return {name: self._files[file].after_cut(chance, share) for name, file in names.items()}

    def whole(self) -> Image:
        """The folder as programs see it while the power is on."""
        return {name: bytes(self._files[file].cached) for name, file in self._named(len(self._renamed)).items()}

    def _named(self, changes: int) -> dict[str, int]:
        names = dict(self._names)
        for change in self._renamed[:changes]:
            match change:
                case Made(name, file):
                    names[name] = file
                case Moved(name, to):
                    names[to] = names.pop(name)
                case Removed(name):
                    del names[name]
        return names


def cuts(ops: Sequence[Op], number: int, seed: int, *, lies: bool = False) -> Iterator[tuple[int, Image, list[tuple[str, ...]]]]:
    """Cut the power so many times, each at a moment of its own; yield before which operation, what is left and what had been promised by then."""
    chance = random.Random(seed)
    disks = Disk(512, lies=lies), Disk(4096, lies=lies)
    moments = sorted(chance.sample(range(len(ops) + 1), number))
    done = 0
    for moment in moments:
        for op in ops[done:moment]:
            for disk in disks:
                disk.do(op)
        done = moment
        disk = chance.choice(disks)
        yield moment, disk.cut(chance), list(disk.promised)
