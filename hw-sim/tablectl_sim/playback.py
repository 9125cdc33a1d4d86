"""A device that says what another one said in a capture, on ticks; time is an argument.

It waits where that device had waited for the host's bytes, and compares them loosely: what is missing or different is told, and the play goes on.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, assert_never

from tablectl_sim.captures import Act, What

QUIET_S: Final = 0.05  # a host that has said something else, and nothing for this long, has said its word
PATIENCE_S: Final = 5.0  # a host that says nothing at all is waited for this long
HELD_AT_MOST: Final = 4096
_SHOWN: Final = 24


class Playback:
    """`plugged` says where the plug belongs, which is for others to do. Where it `waits`, `go_on` is to be called once the plug is out, or is in and
    the host has the port open."""

    def __init__(self, acts: tuple[Act, ...], speed: float, tell: Callable[[str], None]) -> None:
        """`speed` is a factor; infinite is as fast as the host goes."""
        self._acts = acts
        self._speed = speed
        self._tell = tell
        self._place = 0
        self._captured_at = acts[0].at
        self._now = 0.0
        self._out: list[bytes] = []
        self._held = bytearray()
        self._heard = 0.0
        self.plugged = acts[0].what is not What.CLOSE
        self.waits = self.plugged
        self.differences = 0

    @property
    def done(self) -> bool:
        return self._place == len(self._acts)

    def switch_on(self, now: float) -> None:
        self._now = now

    def go_on(self, now: float) -> None:
        """The time runs on from here."""
        self.waits = False
        self._now = now

    def receive(self, data: bytes, now: float) -> None:
        self._held += data
        del self._held[:-HELD_AT_MOST]
        self._heard = now

    def tick(self, now: float) -> None:
        while not self.done and not self.waits and self._play(self._acts[self._place], now):
            self._place += 1

    def take_output(self) -> list[bytes]:
        out, self._out = self._out, []
        return out

    def _play(self, act: Act, now: float) -> bool:
        """Whether this act is over."""
        due = self._now + (act.at - self._captured_at) / self._speed
        if act.what is What.HOST:
            if not self._met(act, due, now):
                return False
            due = now
        elif now < due:
            return False
        self._captured_at, self._now = act.at, due
        match act.what:
            case What.HOST | What.END:
                pass
            case What.DEVICE:
                self._out.append(act.data)
            case What.CLOSE:
                self.waits, self.plugged = self.plugged, False
                self._held.clear()
            case What.OPEN:
                self.waits, self.plugged = not self.plugged, True
            case _:
                assert_never(act.what)
        return True

    def _met(self, act: Act, due: float, now: float) -> bool:
        """Whether the host has said its word, or will not."""
        place = self._held.find(act.data)
        if place >= 0:
            if place:
                self._differs(act, f"the host said more before it: {_shown(self._held[:place])}")
            del self._held[: place + len(act.data)]
            return True
        if self._held and now >= self._heard + QUIET_S:
            self._differs(act, f"the host was to say {_shown(act.data)}, and said {_shown(self._held)}")
            self._held.clear()
            return True
        if not self._held and now >= due + PATIENCE_S:
            self._differs(act, f"the host was to say {_shown(act.data)}, and said nothing for {PATIENCE_S:.0f} s")
            return True
        return False

    def _differs(self, act: Act, text: str) -> None:
        self.differences += 1
        self._tell(f"line {act.line}: {text}")


def _shown(data: bytes | bytearray) -> str:
    return data[:_SHOWN].hex(" ") + (f" and {len(data) - _SHOWN} bytes more" if len(data) > _SHOWN else "")
