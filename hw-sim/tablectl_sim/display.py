"""The dealer display with the buttons before it: what a dealer sees of it, presses at it and says on it, at a person's pace."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from tablectl_sim.door import Door, View
from tablectl_sim.errors import DoorShut
from tablectl_sim.laid import LaidCards
from tablectl_sim.pace import Pace
from tablectl_sim.panel import Panel
from tablectl_sim.world import World

PATIENCE_S: Final = 4.5  # what was done and changes nothing on the display for this long was in vain; a lost link is told within 3.5 s
VOLATILE: Final = frozenset({"cursor", "as_of_ns", "devices", "masked"})  # what may change though nothing happened at the table


class Display:
    """Behind the dealer's door, once somebody has signed in. `round` is that on the felt as the table numbers it, -1 before the first look; `laid`
    is kept up with what lies there. `note` hears what the display refuses."""

    def __init__(self, panel: Panel, world: World, pace: Pace, laid: LaidCards, note: Callable[[str], None]) -> None:
        self.round = -1
        self._panel, self._world, self._pace, self._laid, self._note = panel, world, pace, laid, note
        self._doors: tuple[Door, Door] | None = None

    def sign_in(self, dealer: Door, supervisor: Door) -> None:
        self._doors = dealer, supervisor

    def doors(self) -> tuple[Door, Door]:
        """The dealer's and the supervisor's. Raise DoorShut before anybody has signed in."""
        if self._doors is None:
            raise DoorShut("nobody has signed in yet")
        return self._doors

    def look(self) -> View:
        """What it shows now. With a new round the felt is clear."""
        view = self.doors()[0].view()
        if view["round"] != self.round:
            if self.round >= 0:
                self._world.clear_felt()
            self.round = view["round"]
            self._laid.forget()
        self._laid.look(view, list(self._world.felt))
        return view

    def wait_for(self, true: Callable[[View], bool], seconds: float) -> bool:
        """Look again and again until it is true; False in the end."""
        until = time.monotonic() + seconds
        while time.monotonic() < until and not self._pace.stopped:
            if true(self.look()):
                return True
            self._pace.sleep(self._pace.glance_s)
        return False

    def wait_for_change(self, view: View, seconds: float) -> bool:
        return self.wait_for(lambda now: _picture(now) != _picture(view), seconds)

    def pause(self, what: str, view: View) -> bool:
        """Take a person's time; False where the display says something else after it."""
        self._pace.wait(what)
        return not self._pace.stopped and (self._pace.is_full or _picture(self.look()) == _picture(view))

    def press(self, name: str, view: View) -> bool:
        self._panel.press(name, self._pace.press_s)
        return self.wait_for_change(view, PATIENCE_S)

    def press_key(self, name: str, view: View) -> bool:
        return not self.pause("key", view) or self.press(name, view)

    def say(self, **action: object) -> bool:
        """Enter what no button says; False where it is refused."""
        refused = self.doors()[0].say(self.round, **action)
        if refused:
            self._note(f"the display refused {action['kind']}: {refused}")
        return not refused


def lit(view: View, indicator: str) -> bool:
    return any(each["key"] == indicator and each["lamp"] != "off" for each in view["indicators"])


def _picture(view: View) -> View:
    return {key: value for key, value in view.items() if key not in VOLATILE}
