"""The configuration of one table, as a tree of frozen models; an unknown key is an error.

Reading files, finding the line of a mistake and the order file < environment < command line live in `config.py`.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, field_validator, model_validator

Name = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_-]{0,31}$")]
TableId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9_.-]{0,31}$")]
LineName = Annotated[str, StringConstraints(pattern=r"^(seat[1-9]\.[a-z_]+|key\.(next|fold|supervisor)|lamp\.(deal|pack|hold))$")]
Line = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_-]*:[0-9]{1,3}$")]


class Section(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class PackSettings(Section):
    """A pack of cards that this table owns; `id` is what the readers see of its back."""

    id: Annotated[int, Field(ge=1, le=255)]
    back: Annotated[str, StringConstraints(min_length=1, max_length=32)]


class TableSettings(Section):
    """Which game is dealt, at how many seats, by which house rules."""

    id: TableId
    game: Name
    seats: Annotated[int, Field(ge=1, le=9)]
    house_rules: Path = Field(description="TOML file with the house rules, relative to this file")
    currency: Annotated[str, StringConstraints(pattern=r"^[A-Z]{3}$")] = "EUR"
    exponent: Annotated[int, Field(ge=0, le=3, description="digits after the point: amounts are minor units")] = 2
    packs: Annotated[tuple[PackSettings, ...], Field(min_length=1)]

    @field_validator("packs")
    @classmethod
    def _packs_differ(cls, packs: tuple[PackSettings, ...]) -> tuple[PackSettings, ...]:
        ids = [pack.id for pack in packs]
        if len(set(ids)) < len(ids):
            raise ValueError("two packs have the same id")
        return packs


class DeviceSettings(Section):
    """A shoe or a shuffler. Where maker, model or serial are given, a device that says otherwise is refused."""

    name: Name
    role: Literal["shoe", "shuffler"]
    driver: Name
    port: Annotated[str, StringConstraints(min_length=1)] = Field(description="stable device name, such as /dev/tablectl/shoe")
    maker: str | None = None
    model: str | None = None
    serial: str | None = None


class ChipSettings(Section):
    """One GPIO chip. `factory` names a gpiozero pin factory and is never replaced by another."""

    name: Name
    factory: Name
    chip: Annotated[int, Field(ge=0, description="number of the gpiochip; use the one that `gpiodetect` shows")] = 0
    active_low: Annotated[bool, Field(description="inputs: a pressed button pulls the line to ground")] = True


class PanelSettings(Section):
    """Buttons and lamps: names on the table to lines of a chip, as `"header:17"`."""

    name: Name = "panel"
    stable_ms: Annotated[int, Field(ge=1, le=200, description="a level counts after this time without change")] = 20
    long_press_ms: Annotated[int, Field(ge=50, le=5000)] = 800
    wink_ms: Annotated[int, Field(ge=0, le=500, description="dark time of a lamp that is due again")] = 60
    chips: Annotated[tuple[ChipSettings, ...], Field(min_length=1)]
    inputs: dict[LineName, Line]
    lamps: dict[LineName, Line]

    @model_validator(mode="after")
    def _lines_exist_and_differ(self) -> Self:
        known = {chip.name for chip in self.chips}
        used: dict[str, str] = {}
        for kind, lines in (("inputs", self.inputs), ("lamps", self.lamps)):
            for name, line in lines.items():
                chip = line.partition(":")[0]
                if chip not in known:
                    raise ValueError(f"{kind}.{name}: there is no chip {chip!r}; the chips are {', '.join(sorted(known))}")
                if line in used:
                    raise ValueError(f"{kind}.{name}: line {line} is already {used[line]}")
                used[line] = f"{kind}.{name}"
        return self


class JournalSettings(Section):
    path: Path


class ConsoleSettings(Section):
    """The web console. It listens on this machine only unless told otherwise."""

    host: str = "127.0.0.1"
    port: Annotated[int, Field(ge=0, le=65535, description="0 takes a free port and prints it")] = 8080
    users: Path
    session_hours: Annotated[int, Field(ge=1, le=72)] = 12


class LogSettings(Section):
    format: Literal["json", "text"] = "json"
    level: Literal["debug", "info", "warning", "error"] = "info"


class Settings(Section):
    """Everything that a table's file may say."""

    table: TableSettings
    devices: Annotated[tuple[DeviceSettings, ...], Field(min_length=1)]
    panel: PanelSettings
    journal: JournalSettings
    console: ConsoleSettings
    log: LogSettings = LogSettings()

    @field_validator("devices")
    @classmethod
    def _devices_differ(cls, devices: tuple[DeviceSettings, ...]) -> tuple[DeviceSettings, ...]:
        for attribute in ("name", "port"):
            values = [getattr(device, attribute) for device in devices]
            if twice := next((value for value in values if values.count(value) > 1), None):
                raise ValueError(f"two devices have the {attribute} {twice!r}")
        if sum(device.role == "shoe" for device in devices) != 1:
            raise ValueError("a table has exactly one device with role shoe")
        return devices

    @model_validator(mode="after")
    def _seats_are_wired(self) -> Self:
        for name in (*self.panel.inputs, *self.panel.lamps):
            if (match := re.match(r"seat(\d)\.", name)) and int(match[1]) > self.table.seats:
                raise ValueError(f"panel: {name} is wired, but the table has {self.table.seats} seats")
        return self
