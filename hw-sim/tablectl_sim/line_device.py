"""A scanner that prints a line a card and hears nothing, on ticks, written from the driver's protocol page alone.

Time is an argument (seconds of any steady clock). Faults are attributes: for as long as they are set, or as often as they say.
"""

from __future__ import annotations


class LineDevice:
    def __init__(self, end: bytes = b"\r", prefix: str = "") -> None:
        """`end` is what it prints after a code, nothing where only silence ends a line; `prefix` what it prints before one."""
        self.end = end
        self.prefix = prefix
        self.mute = False  # its cable is broken behind the adapter
        self.glued = 0  # so many cards are read twice and printed as one line
        self.cut = 0  # so many cards lose their last character
        self.stalls_s = 0.0  # it stops that long in the middle of a code
        self.noise = b""  # comes before the next card
        self._out: list[bytes] = []
        self._later: list[tuple[float, bytes]] = []

    def switch_on(self, now: float) -> None:  # noqa: ARG002  # it has no clock
        self._out.clear()
        self._later.clear()

    def show(self, code: str, now: float) -> None:
        """A card with this code goes past the reader."""
        if self.mute:
            return
        text = self.prefix + code
        if self.glued:
            self.glued -= 1
            text += text
        if self.cut:
            self.cut -= 1
            text = text[:-1]
        whole = self.noise + text.encode("ascii") + self.end
        self.noise = b""
        half = len(whole) // 2 if self.stalls_s else len(whole)
        self._out.append(whole[:half])
        if whole[half:]:
            self._later.append((now + self.stalls_s, whole[half:]))

    def receive(self, data: bytes, now: float) -> None:
        """It has no ears."""

    def tick(self, now: float) -> None:
        while self._later and self._later[0][0] <= now:
            self._out.append(self._later.pop(0)[1])

    def take_output(self) -> list[bytes]:
        out, self._out = self._out, []
        return out
