"""The configuration of one table, as a tree of frozen models; an unknown key is an error.

Reading files, finding the line of a mistake and the order file < environment < command line live in `config.py`.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, JsonValue, StringConstraints, model_validator
from pydantic_core import PydanticCustomError

Name = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_-]{0,31}$"), Field(examples=["buttons-a"])]
TableId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9_.-]{0,31}$"), Field(examples=["UTH-1"])]
LineName = Annotated[str, StringConstraints(pattern=r"^(seat[1-9]\.[a-z_]+|key\.(next|fold|supervisor)|lamp\.(deal|pack|hold|alarm))$")]
Line = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_-]*:[0-9]{1,3}$"), Field(examples=["header:17"])]
TwoPersons = Literal["release_hold", "void_round", "declare_misdeal", "identify_card", "take_out_card", "replace_card", "correct_round", "place_card"]
"""The actions at the table that the house may have two persons do."""

Found = list[tuple[tuple[str | int, ...], str]]
"""Mistakes that concern several keys: the path of the one to change, from the model down, and a sentence."""


class Section(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


def _refuse(found: Found) -> None:
    """Report all of them at their own places (`mistakes.py` puts them there)."""
    if found:
        raise PydanticCustomError("mistakes", "{text}", {"found": found, "text": "; ".join(text for _, text in found)})


def _repeated(values: list[object], path: tuple[str, str], what: str) -> Found:
    list_name, attribute = path
    return [
        ((list_name, index, attribute), f"{what} {json.dumps(value)} is taken by {list_name}[{values.index(value)}]")
        for index, value in enumerate(values)
        if value in values[:index]
    ]


class PackSettings(Section):
    """A pack of cards that this table owns; `id` is what the readers see of its back."""

    id: Annotated[int, Field(ge=1, le=255)]
    back: Annotated[str, StringConstraints(min_length=1, max_length=32)]
    cards: Annotated[Path | None, Field(description="which code is which card, for readers of codes; `tablectl decks enrol` writes it")] = None


class PolicySettings(Section):
    """A rule of the house about its packs."""

    on: bool = False
    citation: Annotated[str, Field(max_length=120, description="where the rule comes from; it stands behind the words of its holds")] = ""


class PackRulesSettings(Section):
    """What the house asks of its packs. All of it is off where nothing is said."""

    inspect: Annotated[PolicySettings, Field(description="a pack that was not opened and inspected by two people is not played")] = PolicySettings()
    alternate: Annotated[PolicySettings, Field(description="no pack is dealt in two rounds running, in games with a shuffle for every round")] = (
        PolicySettings()
    )
    reject: Annotated[PolicySettings, Field(description="a pack that a shuffler counted wrong leaves the table, and another replaces it")] = (
        PolicySettings()
    )


class WarningSettings(Section):
    """When a warning, such as a button that is not listened to any more, becomes a hold. 0 is never."""

    repeats: Annotated[int, Field(ge=0, le=1000, description="at its so manieth time")] = 0
    rounds: Annotated[int, Field(ge=0, le=1000, description="once it lasted for so many rounds")] = 0


class CountSettings(Section):
    """Counts by hand where no shuffler counts the cards after each shuffle."""

    every: Annotated[int, Field(ge=0, le=1000, description="the cards that are left are counted after so many rounds; 0: never")] = 5
    citation: Annotated[str, StringConstraints(max_length=120), Field(description="the rule that asks for it, as people read it")] = (
        "58 Pa. Code § 684a.10(d)"
    )


class TableSettings(Section):
    """Which game is dealt, at how many seats, by which house rules."""

    id: TableId
    game: Name
    seats: Annotated[int, Field(ge=1, le=9)]
    house_rules: Path = Field(description="TOML file with the house rules, relative to this file")
    currency: Annotated[str, StringConstraints(pattern=r"^[A-Z]{3}$"), Field(examples=["EUR"])] = "EUR"
    exponent: Annotated[int, Field(ge=0, le=3, description="digits after the point: amounts are minor units")] = 2
    bench: Annotated[bool, Field(description="true: this table is on a bench and never for live play; `tablectl run` then wants --bench too")] = False
    short_pack: Annotated[Literal["hold", "flag"], Field(description="while a card is out of the pack: hold play, or flag its rounds")] = "hold"
    second_person: Annotated[tuple[TwoPersons, ...], Field(description="what is done only once a second person confirms it")] = ()
    pack_rules: PackRulesSettings = PackRulesSettings()
    warnings: WarningSettings = WarningSettings()
    counts: CountSettings = CountSettings()
    packs: Annotated[tuple[PackSettings, ...], Field(min_length=1)]

    @model_validator(mode="after")
    def _packs_differ(self) -> Self:
        _refuse(_repeated([pack.id for pack in self.packs], ("packs", "id"), "the pack number"))
        return self


class DeviceSettings(Section):
    """A shoe or a shuffler. Where maker, model or serial are given, a device that says otherwise is refused."""

    name: Name
    role: Literal["shoe", "shuffler"]
    driver: Name
    port: Annotated[str, StringConstraints(min_length=1)] = Field(description="stable device name, such as /dev/tablectl/shoe")
    maker: str | None = None
    model: str | None = None
    serial: str | None = None
    options: Annotated[dict[str, JsonValue], Field(description="what this driver can be told; its page says what")] = {}


class ChipSettings(Section):
    """One GPIO chip. `factory` names a gpiozero pin factory and is never replaced by another. Chips of this machine are found by label and parent."""

    name: Name
    factory: Name
    label: Annotated[str | None, Field(min_length=1, description="what its driver calls it, such as mcp23017; see `tablectl devices list`")] = None
    parent: Annotated[str | None, Field(min_length=1, description="the device that has the lines: 1-0020 is address 0x20 on I2C bus 1")] = None
    chip: Annotated[int | None, Field(ge=0, description="number of the gpiochip, which changes with the kernel; label and parent do not")] = None
    active_low: Annotated[bool, Field(description="inputs: a pressed button pulls the line to ground")] = True


class PanelSettings(Section):
    """Buttons and lamps: names on the table to lines of a chip, as `"header:17"`."""

    name: Name = "panel"
    stable_ms: Annotated[int, Field(ge=1, le=200, description="a level counts after this time without change")] = 20
    long_press_ms: Annotated[int, Field(ge=50, le=5000)] = 800
    wink_ms: Annotated[int, Field(ge=0, le=500, description="dark time of a lamp that is due again")] = 60
    chatter_edges: Annotated[int, Field(ge=4, le=2000, description="a button with more edges than this in a second is not trusted")] = 20
    chips: Annotated[tuple[ChipSettings, ...], Field(min_length=1)]
    inputs: Annotated[dict[LineName, Line], Field(examples=[{"seat1.ante": "header:17", "key.next": "header:27"}])]
    lamps: Annotated[dict[LineName, Line], Field(examples=[{"seat1.ante": "header:5", "key.next": "header:6", "lamp.hold": "header:13"}])]
    sense: Annotated[dict[LineName, Line], Field(description="for a lamp: the line that tells if it burns")] = {}
    enable: Annotated[Line | None, Field(description="output that lets lamps burn; hardware pulls it down")] = None
    enable_pulses: Annotated[bool, Field(description="the enable line changes ten times a second instead of staying high")] = False

    @model_validator(mode="after")
    def _lines_exist_and_differ(self) -> Self:
        known = {chip.name for chip in self.chips}
        chips = ", ".join(sorted(known))
        used: dict[str, str] = {}
        found: Found = _repeated([chip.name for chip in self.chips], ("chips", "name"), "the chip name")
        kinds = {"inputs": self.inputs, "lamps": self.lamps, "sense": self.sense}
        places: list[tuple[tuple[str, ...], str]] = [((kind, name), line) for kind, lines in kinds.items() for name, line in lines.items()]
        for place, line in [*places, *([(("enable",), self.enable)] if self.enable else [])]:
            chip = line.partition(":")[0]
            if chip not in known:
                found.append((place, f'there is no chip "{chip}"; the chips are {chips}'))
            if line in used:
                found.append((place, f'line "{line}" is taken by {used[line]}'))
            used.setdefault(line, ".".join(place))
        found += [(("inputs", name), "a lamp is no input; it belongs to [panel.lamps]") for name in self.inputs if name.startswith("lamp.")]
        found += [(("sense", name), "there is no lamp of this name in [panel.lamps]") for name in self.sense if name not in self.lamps]
        _refuse(found)
        return self


class JournalSettings(Section):
    path: Path
    reserve_mb: Annotated[
        int, Field(ge=0, le=1024, description="beside the journal, given back when the disk is full so that the open round can end; 0 is none")
    ] = 8
    seal_key: Annotated[
        Path | None, Field(description="file with the key that seals faces in the record; `tablectl journal new-key` makes one, for its owner alone")
    ] = None
    signing_key: Annotated[
        Path | None, Field(description="file with the key that signs checkpoints; `tablectl journal new-signing-key` makes one, for its owner alone")
    ] = None


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

    @model_validator(mode="after")
    def _devices_differ(self) -> Self:
        found = [
            *_repeated([device.name for device in self.devices], ("devices", "name"), "the name"),
            *_repeated([device.port for device in self.devices], ("devices", "port"), "the port"),
        ]
        shoes = [index for index, device in enumerate(self.devices) if device.role == "shoe"]
        if not shoes:
            found.append((("devices",), 'a table has one device with role "shoe", and there is none'))
        found += [(("devices", index, "role"), f"a table has one shoe, and devices[{shoes[0]}] is it") for index in shoes[1:]]
        _refuse(found)
        return self

    @model_validator(mode="after")
    def _seats_are_wired(self) -> Self:
        _refuse(
            [
                (("panel", kind, name), f"the table has {self.table.seats} seats")
                for kind, lines in (("inputs", self.panel.inputs), ("lamps", self.panel.lamps))
                for name in lines
                if (match := re.match(r"seat(\d)\.", name)) and int(match[1]) > self.table.seats
            ]
        )
        return self
