"""What the three lights of a shuffler say. A pattern that is not in the table is unknown, and unknown is never good."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from tablectl_drivers.events import Light, Status


class Meaning(StrEnum):
    DARK = "dark"
    GOOD = "good"
    WORKING = "working"
    ATTENTION = "attention"
    ERROR = "error"
    UNKNOWN = "unknown"


_OFF, _STEADY, _FLASHING = Light.OFF, Light.STEADY, Light.FLASHING

# CDL/1 leaves the meaning of lights to the maker; this is the table for devices that follow our page (green, amber, red).
_TABLE: Final = {
    (_OFF, _OFF, _OFF): Meaning.DARK,
    (_STEADY, _OFF, _OFF): Meaning.GOOD,
    (_OFF, _STEADY, _OFF): Meaning.WORKING,
    (_OFF, _FLASHING, _OFF): Meaning.ATTENTION,
    (_OFF, _OFF, _STEADY): Meaning.ERROR,
    (_OFF, _OFF, _FLASHING): Meaning.ERROR,
    (_OFF, _STEADY, _STEADY): Meaning.ERROR,
    (_OFF, _FLASHING, _FLASHING): Meaning.ERROR,
}


def meaning(status: Status) -> Meaning:
    return _TABLE.get((status.green, status.amber, status.red), Meaning.UNKNOWN)


def described(status: Status) -> str:
    """The lights in words: "green flashing, red steady", or "no light"."""
    lights = {"green": status.green, "amber": status.amber, "red": status.red}
    lit = [f"{name} {light.value}" for name, light in lights.items() if light is not Light.OFF]
    return ", ".join(lit) or "no light"
