"""Which button and which lamp is on which line of which chip.

Checks what can be checked on paper; whether a chip or a line exists is known only when it is opened (`chips.py`).
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from tablectl_drivers.errors import WiringError


@dataclass(frozen=True, slots=True)
class ChipConfig:
    """One GPIO chip: `factory` names a gpiozero pin factory. A chip of this machine is found by the `label` that its driver gives it and the
    `parent` device that its lines belong to (`1-0020` is address 0x20 on I2C bus 1); `chip` is the number in `/dev/gpiochipN`, which kernels
    change. With `active_low` a pressed button pulls its line to ground, else to the supply; lamps are lit by a high line always."""

    name: str
    factory: str
    chip: int | None = None
    active_low: bool = True
    label: str | None = None
    parent: str | None = None

    @property
    def by_place(self) -> bool:
        """Whether it says which chip it is, and not just a number."""
        return self.label is not None or self.parent is not None

    @property
    def place(self) -> str:
        """Which chip of its factory this is, in words: `0`, or `mcp23017 on 1-0020`."""
        if not self.by_place:
            return str(self.chip or 0)
        return " on ".join(filter(None, (self.label or "any chip", self.parent)))


@dataclass(frozen=True, slots=True)
class Gpio:
    """The chips of a table, and the serial ports that its devices use, by their names: one of them may be on the header."""

    chips: tuple[ChipConfig, ...] = ()
    ports: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PanelConfig:
    """A panel as it is wired. `inputs` and `lamps` map a name on the table to a line such as `"header:17"`; times in ms. A button
    with more than `chatter_edges` edges in a second is masked.

    `sense` names for a lamp the line that tells if it burns. `enable` is the line that lets any lamp burn: it is high while the panel's
    thread runs, and with `enable_pulses` it changes ten times a second instead. `ports` are those of `Gpio`.
    """

    chips: tuple[ChipConfig, ...]
    inputs: Mapping[str, str] = field(default_factory=dict)
    lamps: Mapping[str, str] = field(default_factory=dict)
    name: str = "panel"
    stable_ms: int = 20
    long_press_ms: int = 800
    wink_ms: int = 60
    chatter_edges: int = 20
    sense: Mapping[str, str] = field(default_factory=dict)
    enable: str | None = None
    enable_pulses: bool = False
    ports: Mapping[str, str] = field(default_factory=dict)

    def lines(self) -> dict[str, str]:
        """Every line that the panel uses, by what is on it."""
        kinds = {"inputs": self.inputs, "lamps": self.lamps, "sense": self.sense}
        named = {f"{kind}.{name}": text for kind, lines in kinds.items() for name, text in lines.items()}
        return named | ({"enable": self.enable} if self.enable else {})


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a chip, and what is on it. `active_low` and `pull` ("up" or "down") are the chip's where they are None."""

    role: str
    chip: str
    number: int
    active_low: bool | None = None
    pull: str | None = None

    def __str__(self) -> str:
        return f"{self.role} (line {self.number} of chip {self.chip!r})"


@dataclass(frozen=True, slots=True)
class Wiring:
    """A wiring that holds together: every line belongs to a chip that is there, and to one button or lamp only."""

    chips: tuple[ChipConfig, ...]
    inputs: Mapping[str, Line]
    lamps: Mapping[str, Line]
    sense: Mapping[str, Line] = field(default_factory=dict)
    enable: Line | None = None
    ports: Mapping[str, str] = field(default_factory=dict)

    def lines(self) -> tuple[Line, ...]:
        return (*self.inputs.values(), *self.lamps.values(), *self.sense.values(), *((self.enable,) if self.enable else ()))


def check(config: PanelConfig) -> Wiring:
    """Read the lines of a panel.

    Raises WiringError for a chip that is named twice or by two names, a line that is no line, a line that is used twice, and a sense
    line of no lamp.
    """
    lines = read_lines(config.chips, config.lines())
    refuse_shared(lines.values())
    for name in config.sense:
        if name not in config.lamps:
            raise WiringError(f"sense.{name}: there is no lamp {name!r}{nearest(name, config.lamps)}")

    def of(kind: str, names: Mapping[str, str]) -> dict[str, Line]:
        return {name: lines[f"{kind}.{name}"] for name in names}

    return Wiring(config.chips, of("inputs", config.inputs), of("lamps", config.lamps), of("sense", config.sense), lines.get("enable"), config.ports)


def read_lines(chips: tuple[ChipConfig, ...], lines: Mapping[str, str], owner: str = "") -> dict[str, Line]:
    """Read lines by what is on them. Raises WiringError for chips that are not told apart and for a line that is no line."""
    _chips_differ(chips)
    known = {chip.name: chip for chip in chips}
    return {role: _line(f"{owner} {role}".strip(), text, known) for role, text in lines.items()}


def refuse_shared(lines: Iterable[Line]) -> None:
    """Raise WiringError for a line that is used twice."""
    used: dict[tuple[str, int], str] = {}
    for line in lines:
        if other := used.get((line.chip, line.number)):
            raise WiringError(f"{line.role}: line {line.chip}:{line.number} is already {other}")
        used[line.chip, line.number] = line.role


def _chips_differ(chips: tuple[ChipConfig, ...]) -> None:
    names: set[str] = set()
    hardware: dict[tuple[str, str], str] = {}
    for chip in chips:
        if chip.name in names:
            raise WiringError(f"two chips are named {chip.name!r}")
        if other := hardware.get((chip.factory, chip.place)):
            raise WiringError(f"chips {other!r} and {chip.name!r} are both chip {chip.place} of {chip.factory!r}")
        names.add(chip.name)
        hardware[chip.factory, chip.place] = chip.name


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
