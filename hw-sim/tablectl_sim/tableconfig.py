"""Writes the configuration that a daemon needs to sit at the bench: devices, wiring, files, all in the bench's directory."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from tablectl_sim.cdl_device import Identity
from tablectl_sim.games import UTH, Felt
from tablectl_sim.lights_plug import lines
from tablectl_sim.pace import FULL, FULL_LONG_PRESS_S
from tablectl_sim.panel import Wire
from tablectl_sim.plainshoe import MOUTHS
from tablectl_sim.scenario import Scenario
from tablectl_sim.usb_plug import PORT

PIN_FACTORY: Final = "tablectl_sim"
USB_BACKEND: Final = "tablectl_sim_bench"
INPUTS, LAMPS = "inputs", "lamps"
CHIPS: Final = {INPUTS: 0, LAMPS: 1}
SHUFFLER: Final = "shuffler"
FIRST_LIGHT: Final = 100  # lines of the lights of a machine, beyond those of the buttons
KEYS: Final = ("next", "fold", "supervisor")
INDICATORS: Final = ("deal", "pack", "hold")
PACKS: Final = {1: "red", 2: "blue"}
SEAL_KEY: Final = "seal.key"
SIGNING_KEY: Final = "signing.key"
PRINTABLE: Final = range(0x20, 0x7F)


def buttons(seats: int, table: Felt = UTH) -> dict[str, Wire]:
    """Every button by name, on the inputs' chip."""
    names = [f"seat{seat}.{bet}" for seat in range(1, seats + 1) for bet in table.spots] + [f"key.{key}" for key in KEYS]
    return {name: Wire(CHIPS[INPUTS], line) for line, name in enumerate(names)}


def lights() -> dict[str, Wire]:
    """The lines of a shuffler that only has lights, on the inputs' chip."""
    return {name: Wire(CHIPS[INPUTS], line) for line, name in enumerate(lines(SHUFFLER).values(), FIRST_LIGHT)}


def lamps(seats: int, table: Felt = UTH) -> dict[str, Wire]:
    """Every lamp by name, on the lamps' chip: one in each button, and the indicators."""
    names = [*buttons(seats, table), *(f"lamp.{name}" for name in INDICATORS)]
    return {name: Wire(CHIPS[LAMPS], line) for line, name in enumerate(names)}


def table_toml(scenario: Scenario, speed: float, ports: Path, *, house_rules: str, driver: str, console_port: int) -> str:
    """The text of table.toml. Devices are below `ports`; files are named relative to the folder that it will lie in."""
    quick = {"stable_ms": 2, "long_press_ms": int(FULL_LONG_PRESS_S * 1000), "wink_ms": 2, "chatter_edges": 1000} if speed == FULL else {}
    table = {"id": "BENCH", "game": scenario.table.game, "seats": scenario.seats, "house_rules": house_rules, "currency": "EUR", "exponent": 2}
    if scenario.mouth and MOUTHS[scenario.mouth].bench_only:
        table["bench"] = True
    log = {"format": "json", "level": "warning"} if speed == FULL else {"format": "text", "level": "info"}
    chips = [{"name": name, "factory": PIN_FACTORY, "chip": chip, "active_low": True} for name, chip in CHIPS.items()]
    sections = [
        _section("table", table),
        *(_section("table.packs", _pack(number, scenario), many=True) for number in PACKS),
        _reader(scenario.mouth, ports) if scenario.mouth else _device("shoe", scenario.shoe, ports, driver),
        *_shuffler(scenario, ports, driver),
        _section("panel", {"name": "panel", **quick}),
        *(_section("panel.chips", chip, many=True) for chip in chips),
        _section("panel.inputs", _wiring(INPUTS, buttons(scenario.seats, scenario.table))),
        _section("panel.lamps", _wiring(LAMPS, lamps(scenario.seats, scenario.table))),
        _section("journal", {"path": "journal.db", "seal_key": SEAL_KEY, "signing_key": SIGNING_KEY}),
        _section("console", {"host": "127.0.0.1", "port": console_port, "users": "users.json"}),
        _section("log", log),
    ]
    return "\n".join(sections)


def new_seal_key() -> str:
    """The text of the file with the key that seals faces in the record: another one at each bench."""
    return f"tablectl-seal-1:{secrets.token_hex(32)}\n"


def new_signing_key() -> str:
    """The text of the file with the key that signs the record's checkpoints: another one at each bench."""
    return f"tablectl-sign-1:{secrets.token_hex(32)}\n"


def map_of(back: int) -> str:
    """The file that says which code is which card of a pack."""
    return f"pack{back}.csv"


def _pack(number: int, scenario: Scenario) -> dict[str, object]:
    return {"id": number, "back": PACKS[number]} | ({"cards": map_of(number)} if scenario.mouth else {})


def _reader(name: str, ports: Path) -> str:
    mouth = MOUTHS[name]
    options = {**mouth.options, **({"usb_backend": USB_BACKEND} if mouth.gadget else {})}
    port = f"usb:{PORT}" if mouth.gadget else str(ports / "shoe")
    device = _section("devices", {"name": "shoe", "role": "shoe", "driver": mouth.driver, "port": port}, many=True)
    return f"{device}{_section('devices.options', options)}" if options else device


def _shuffler(scenario: Scenario, ports: Path, driver: str) -> list[str]:
    if not scenario.table.supply.has_shuffler:
        return []
    if not scenario.lights_only:
        return [_device(SHUFFLER, scenario.shuffler, ports, driver)]
    at = _wiring(INPUTS, lights())
    options = {name: at[line] for name, line in lines(SHUFFLER).items()}
    device = {"name": SHUFFLER, "role": SHUFFLER, "driver": "lamps_in", "port": "gpio"}
    return [_section("devices", device, many=True) + _section("devices.options", options)]


def _device(name: str, identity: Identity, ports: Path, driver: str) -> str:
    """What a device says of itself is demanded, as far as a configuration can hold it."""
    texts = {key: getattr(identity, key) for key in ("maker", "model", "serial")}
    plain = {key: text for key, text in texts.items() if 0 < len(text) <= 32 and all(ord(sign) in PRINTABLE for sign in text)}  # noqa: PLR2004 - a text's length
    return _section("devices", {"name": name, "role": name, "driver": driver, "port": str(ports / name), **plain}, many=True)


def _wiring(chip: str, wires: Mapping[str, Wire]) -> dict[str, str]:
    return {name: f"{chip}:{wire.line}" for name, wire in wires.items()}


def _section(name: str, values: Mapping[str, object], *, many: bool = False) -> str:
    # a JSON text, number or truth value is one in TOML too, and a quoted key is a key
    body = "".join(f"{key if key.isidentifier() else json.dumps(key)} = {json.dumps(value)}\n" for key, value in values.items())
    return (f"[[{name}]]\n" if many else f"[{name}]\n") + body
