"""What comes on a wire, changed over and over, and kept where it took a driver from one line of its code to another as nothing before it did.

An input is what a device said, piece by piece, with the seconds before each. It begins with real conversations of the simulated devices.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import CodeType, FrameType
from typing import Any, Final

Piece = tuple[float, bytes]
Input = tuple[Piece, ...]
Step = tuple[CodeType, int, int]
PIECES_AT_MOST: Final = 120
BYTES_AT_MOST: Final = 2000  # of a piece
PAUSES: Final = (0.0, 0.0, 0.05, 0.21, 1.0, 4.0, 30.0)
BYTES: Final = (0x00, 0x01, 0x02, 0x0D, 0x20, 0x7F, 0x80, 0xFE, 0xFF)


@dataclass
class Fuzz:
    """Call `run` with an input to try one; `inputs` are those that led somewhere new. `folder` is a part of the path of the files that count."""

    run: Callable[[Input], None]
    folder: str
    chance: random.Random
    inputs: list[Input] = field(default_factory=list)
    reached: set[Step] = field(default_factory=set)
    tried: int = 0

    def begin(self, seeds: list[Input]) -> None:
        for seed in seeds:
            self._try(seed[:PIECES_AT_MOST], keep=True)

    def go_on(self, times: int) -> None:
        for _ in range(times):
            self._try(self._changed(self.chance.choice(self.inputs)), keep=False)

    def _try(self, given: Input, *, keep: bool) -> None:
        self.tried += 1
        with _steps_in(self.folder) as steps:
            self.run(given)
        if keep or not steps <= self.reached:
            self.inputs.append(given)
            self.reached |= steps

    def _changed(self, given: Input) -> Input:
        pieces = list(given)
        for _ in range(self.chance.choice((1, 1, 2, 4, 8))):
            self.chance.choice((self._bend, self._bend, self._cut, self._splice, self._again, self._lose, self._wait))(pieces)
        return tuple(pieces[:PIECES_AT_MOST])

    def _at(self, pieces: list[Piece]) -> int:
        if not pieces:
            pieces.append((0.0, b""))
        return self.chance.randrange(len(pieces))

    def _bend(self, pieces: list[Piece]) -> None:
        """One byte is another, or one more."""
        at = self._at(pieces)
        wait, data = pieces[at]
        place = self.chance.randint(0, len(data))
        byte = self.chance.choice(
            (*BYTES, self.chance.randrange(256), *(data[place] ^ 1 << self.chance.randrange(8) for _ in data[place : place + 1]))
        )
        pieces[at] = wait, data[:place] + bytes((byte,)) + data[place + self.chance.randint(0, 1) :]

    def _cut(self, pieces: list[Piece]) -> None:
        """A part of a piece is lost, or comes later."""
        at = self._at(pieces)
        wait, data = pieces[at]
        start, end = sorted((self.chance.randint(0, len(data)), self.chance.randint(0, len(data))))
        rest = [] if self.chance.random() < 0.5 else [(self.chance.choice(PAUSES), data[start:end])]
        pieces[at : at + 1] = [(wait, data[:start]), *rest, (0.0, data[end:])]

    def _splice(self, pieces: list[Piece]) -> None:
        """What comes is that of another input from here on."""
        other = self.chance.choice(self.inputs)
        pieces[self._at(pieces) :] = other[self.chance.randrange(len(other) or 1) :]

    def _again(self, pieces: list[Piece]) -> None:
        """A piece comes twice, perhaps glued to itself."""
        at = self._at(pieces)
        wait, data = pieces[at]
        if self.chance.random() < 0.5:
            pieces.insert(at, pieces[at])
        else:
            pieces[at] = wait, (data + data)[:BYTES_AT_MOST]

    def _lose(self, pieces: list[Piece]) -> None:
        pieces.pop(self._at(pieces))

    def _wait(self, pieces: list[Piece]) -> None:
        at = self._at(pieces)
        pieces[at] = self.chance.choice(PAUSES), pieces[at][1]


@contextmanager
def _steps_in(folder: str) -> Iterator[set[Step]]:
    """The steps from line to line within files there that are taken meanwhile, in this thread."""
    steps: set[Step] = set()

    def entered(frame: FrameType, _event: str, _: object) -> Any:  # noqa: ANN401 - as sys.settrace has it
        if folder not in frame.f_code.co_filename:
            return None
        before = 0

        def step(frame: FrameType, event: str, _: object) -> Any:  # noqa: ANN401 - the same
            nonlocal before
            if event == "line":
                steps.add((frame.f_code, before, frame.f_lineno))
                before = frame.f_lineno
            return step

        return step

    before = sys.gettrace()
    sys.settrace(entered)
    try:
        yield steps
    finally:
        sys.settrace(before)
