"""Which tags lie on a reader, from one look at the field after another. No I/O, no clock.

A reader of tags does not say that a card was put: it says what answers now. A tag that rests may miss a look or two, so it counts as taken only after
several looks without it, and only then can the same tag be put again.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Look:
    """What answered in one whole look at the field. `blurred` says that something answered that could not be made out."""

    codes: tuple[str, ...] = ()
    blurred: bool = False


@dataclass(frozen=True, slots=True)
class Change:
    """What a look told: codes that were put since the last one, how many were taken, and whether something was there that never got a name."""

    put: tuple[str, ...] = ()
    taken: int = 0
    unread: bool = False


class Presence:
    """Takes looks and tells changes. The first `misses` looks after `restart` only say what lies there already: nobody saw it being put."""

    def __init__(self, misses: int) -> None:
        self._misses = misses
        self._missed: dict[str, int] = {}  # code to looks without it
        self._looks = 0
        self._blur = 0  # looks since something answered that has no name yet
        self._clear = 0  # looks in a row that were not blurred
        self._blur_told = False

    @property
    def settled(self) -> bool:
        """Whether it is known what lay there at the beginning."""
        return self._looks >= self._misses

    @property
    def codes(self) -> Collection[str]:
        return self._missed.keys()

    def restart(self) -> None:
        """Nobody looked for a while: begin again with what lies there now."""
        self._missed.clear()
        self._looks = self._blur = self._clear = 0
        self._blur_told = False

    def take(self, look: Look) -> Change:
        put = tuple(dict.fromkeys(code for code in look.codes if code not in self._missed))
        taken = self._age(look)
        self._missed.update(dict.fromkeys(look.codes, 0))
        if not self.settled:
            self._looks += 1
            return Change()
        return Change(put, taken, self._unread(look.blurred, named=bool(put)))

    def _age(self, look: Look) -> int:
        """Count a miss for every tag that did not answer; a blurred look says of none that it is gone."""
        if look.blurred:
            return 0
        for code in self._missed.keys() - set(look.codes):
            self._missed[code] += 1
        gone = [code for code, missed in self._missed.items() if missed >= self._misses]
        for code in gone:
            del self._missed[code]
        return len(gone)

    def _unread(self, blurred: bool, *, named: bool) -> bool:
        """Whether a blur has to be told now: once, when `misses` more looks gave it no name and nothing known explains it."""
        self._clear = 0 if blurred else self._clear + 1
        if self._clear >= self._misses:
            self._blur_told = False
        if named:
            self._blur = 0
        elif self._blur or (blurred and not self._blur_told):
            self._blur += 1
        if self._blur <= self._misses:
            return False
        self._blur = 0
        self._blur_told = blurred or not self._missed
        return self._blur_told
