"""Which button and which lamp is on which line of which chip.

Checks what can be checked on paper; whether a chip or a line exists is known only when it is opened (`chips.py`).
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from tablectl_drivers.errors import WiringError


@dataclass(frozen=True, slots=True)
class ChipConfig:
    """One GPIO chip: `factory` names a gpiozero pin factory, `chip` is the number in `/dev/gpiochipN`. With `active_low` a
    pressed button pulls its line to ground, else to the supply; lamps are lit by a high line always."""

    name: str
    factory: str
    chip: int = 0
    active_low: bool = True


@dataclass(frozen=True, slots=True)
class PanelConfig:
    """A panel as it is wired. `inputs` and `lamps` map a name on the table to a line such as `"header:17"`; times in ms. A button
    with more than `chatter_edges` edges in a second is masked."""

    chips: tuple[ChipConfig, ...]
    inputs: Mapping[str, str] = field(default_factory=dict)
    lamps: Mapping[str, str] = field(default_factory=dict)
    name: str = "panel"
    stable_ms: int = 20
    long_press_ms: int = 800
    wink_ms: int = 60
    chatter_edges: int = 20


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a chip, and what is on it."""

    role: str
    chip: str
    number: int

    def __str__(self) -> str:
        return f"{self.role} (line {self.number} of chip {self.chip!r})"


@dataclass(frozen=True, slots=True)
class Wiring:
    """A wiring that holds together: every line belongs to a chip that is there, and to one button or lamp only."""

    chips: tuple[ChipConfig, ...]
    inputs: Mapping[str, Line]
    lamps: Mapping[str, Line]


def check(config: PanelConfig) -> Wiring:
    """Read the lines of a panel.

    Raises WiringError for a chip that is named twice or by two names, a line that is no line, and a line that is used twice.
    """
    _chips_differ(config.chips)
    chips = {chip.name: chip for chip in config.chips}
    used: dict[tuple[str, int], str] = {}

    def read(kind: str, lines: Mapping[str, str]) -> dict[str, Line]:
        found: dict[str, Line] = {}
        for name, text in lines.items():
            role = f"{kind}.{name}"
            line = _line(role, text, chips)
            if other := used.get((line.chip, line.number)):
                raise WiringError(f"{role}: line {text} is already {other}")
            used[line.chip, line.number] = role
            found[name] = line
        return found

    return Wiring(config.chips, read("inputs", config.inputs), read("lamps", config.lamps))


def _chips_differ(chips: tuple[ChipConfig, ...]) -> None:
    names: set[str] = set()
    hardware: dict[tuple[str, int], str] = {}
    for chip in chips:
        if chip.name in names:
            raise WiringError(f"two chips are named {chip.name!r}")
        if other := hardware.get((chip.factory, chip.chip)):
            raise WiringError(f"chips {other!r} and {chip.name!r} are both chip {chip.chip} of {chip.factory!r}")
        names.add(chip.name)
        hardware[chip.factory, chip.chip] = chip.name


def _line(role: str, text: str, chips: Mapping[str, ChipConfig]) -> Line:
    match = re.fullmatch(r"([^:]+):([0-9]{1,3})", text)
    if match is None:
        raise WiringError(f"{role}: {text!r} is no line; expected a chip and a number, such as 'header:17'")
    if match[1] not in chips:
        raise WiringError(f"{role}: there is no chip {match[1]!r}{nearest(match[1], chips)}; the chips are {', '.join(sorted(chips)) or 'none'}")
    return Line(role, match[1], int(match[2]))


def nearest(name: str, known: Mapping[str, object]) -> str:
    """Ask back with the known name that looks most like this one, or say nothing."""
    close = difflib.get_close_matches(name, known, n=1)
    return f", did you mean {close[0]!r}?" if close else ""
