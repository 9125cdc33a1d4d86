"""How a dealer reads lamps that blink: lit is lit now, or within the last 0.6 s, as no blinking lamp is dark for longer."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import Final

from tablectl_sim.pace import Pace
from tablectl_sim.panel import Panel

BLINK_S: Final = 0.6
WINK_S: Final = 0.2  # a key's lamp that was dark for less than this after a press says that the press was taken
TAKEN_S: Final = 1.5  # a press that changes nothing for this long was not taken

NEXT, FOLD = "key.next", "key.fold"
DEAL, PACK, HOLD = "lamp.deal", "lamp.pack", "lamp.hold"
OF_A_HOLD: Final = frozenset({HOLD, "key.supervisor"})


class Eyes:
    """Looks at a panel, and remembers which lamps went out because of something that was done."""

    def __init__(self, panel: Panel, pace: Pace) -> None:
        self._panel, self._pace = panel, pace
        self._put_out: dict[str, float] = {}  # lamp: the time of the fall that counts as off at once

    def lit(self, name: str) -> bool:
        lamp = self._panel.lamp(name)
        return bool(lamp.level) or (time.monotonic() - lamp.fell_at < BLINK_S and self._put_out.get(name) != lamp.fell_at)

    def lit_now(self, *names: str) -> bool:
        return all(self._panel.lamp(name).level for name in names)

    def held(self) -> bool:
        """Play is held; here a dark lamp is only believed when it stays dark."""
        lamp = self._panel.lamp(HOLD)
        return bool(lamp.level) or time.monotonic() - lamp.fell_at < BLINK_S

    def steady(self, name: str, since: float) -> bool:
        """Lit, and not dark once since then."""
        lamp = self._panel.lamp(name)
        return bool(lamp.level) and lamp.fell_at <= since

    def blinks(self, name: str) -> bool:
        """Lit and dark by turns."""
        lamp, now = self._panel.lamp(name), time.monotonic()
        return self.lit(name) and lamp.fell_at > now - 2 * BLINK_S and lamp.rose_at > now - 2 * BLINK_S

    def wait(self, predicate: Callable[[], bool], seconds: float) -> bool:
        """Wait for it, looking at each change; False in the end, or where everything stops."""
        seen = self._panel.wait_for(lambda _: self._pace.stopped or predicate(), time.monotonic() + seconds)
        return seen and not self._pace.stopped

    def wait_for_change(self, seen: int, seconds: float) -> bool:
        return self.wait(lambda: self._panel.edges != seen, seconds)

    def press(self, name: str) -> bool:
        """Press, and see whether it was taken: a key's lamp winks, or a lamp lights that was off."""
        self.wait(lambda: self.lit_now(name), BLINK_S)  # a wink cannot be told from a blink while the lamp is dark
        off = [lamp for lamp in self._panel.lamps() if lamp not in OF_A_HOLD and not self.lit(lamp)]  # those say that nothing is taken
        pressed_at = time.monotonic()
        self._panel.press(name, self._pace.press_s)
        taken = self.wait(lambda: self._lights(off, pressed_at) or self._winks(pressed_at), TAKEN_S)
        self.rest()
        if taken:
            self.believe_dark()
        return taken

    def believe_dark(self) -> None:
        """Something was done and the lamps have answered: what is dark now is off, as what is due anew begins lit."""
        for name, lamp in self._panel.lamps().items():
            if not lamp.level:
                self._put_out[name] = lamp.fell_at

    def rest(self) -> None:
        """Lamps change one after the other: return when they have come to rest."""
        while self.wait_for_change(self._panel.edges, self._pace.rest_s):
            pass

    def _lights(self, off: Iterable[str], since: float) -> bool:
        return any(self._panel.lamp(name).rose_at > since for name in off)

    def _winks(self, since: float) -> bool:
        return any(since <= lamp.fell_at < lamp.rose_at < lamp.fell_at + WINK_S for lamp in map(self._panel.lamp, (NEXT, FOLD)))
