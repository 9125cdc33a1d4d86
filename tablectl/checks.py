"""What would stop a table from working, found without opening a device. Each check is a function from the configuration to findings."""

from __future__ import annotations

import difflib
import os
import shutil
import stat
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final

from tablectl import hardware, wired
from tablectl.config import LoadedConfig
from tablectl.errors import TablectlError
from tablectl.installed import installed
from tablectl.journal.clock import kernel_clock_synchronised
from tablectl.journal.errors import JournalDamaged, JournalError, KeyUnusable, SecretUnreadable
from tablectl.journal.keys import CREDENTIAL, KeySealer
from tablectl.journal.lock import holder
from tablectl.journal.room import ROUND_BYTES, Reserve, Room, judged
from tablectl.journal.room import Grade as RoomGrade
from tablectl.journal.signing import CREDENTIAL as SIGNING
from tablectl.journal.signing import Signer
from tablectl.opening import ON_A_BENCH, SHORT, journal_fits, journal_refused, seal_keys, settings_hash, signing_keys, users_usable
from tablectl.settings import DeviceSettings
from tablectl_drivers.catalog import kind
from tablectl_drivers.errors import BadPort, DriverError, WiringError
from tablectl_drivers.links import usb_port as usb_text
from tablectl_drivers.links.holder import named
from tablectl_drivers.links.usb_bus import LIBUSB
from tablectl_drivers.panel_gpio.finding import LOCAL_FACTORY, GpioChip, find, gpio_chips, refuse_reserved
from tablectl_drivers.panel_gpio.wiring import ChipConfig

FACTORY_TIMEOUT_S: Final = 30.0
_LOAD_FACTORY: Final = """
import sys
from importlib.metadata import entry_points
[factory.load() for factory in entry_points(group="gpiozero_pin_factories", name=sys.argv[1])]
"""


class Grade(StrEnum):
    """`PROBLEM`: the table will not work. `WARNING`: it will, and somebody should know."""

    FINE = "fine"
    WARNING = "warning"
    PROBLEM = "problem"


@dataclass(frozen=True, slots=True)
class Finding:
    """`refused` is what a start raises for it, where it would not even begin."""

    what: str
    grade: Grade
    text: str
    refused: TablectlError | None = None


def program(config: LoadedConfig) -> Iterator[Finding]:
    found = installed()
    of = "; an editable install, which runs from files that somebody may be at work on" if found.editable else ""
    yield Finding("program", Grade.FINE, f"{found.version}, files sha256 {found.files[:SHORT]}{of}")
    yield Finding("configuration", Grade.FINE, f"{config.path}: sha256 {settings_hash(config)[:SHORT]}")


def house_rules(config: LoadedConfig) -> Iterator[Finding]:
    rules = config.rules
    yield Finding("house rules", Grade.FINE, f"{config.game.title}: {rules.id} version {rules.version}, sha256 {config.rules_hash[:SHORT]}")
    for text in config.warnings:
        yield Finding("house rules", Grade.WARNING, text)


def bench(config: LoadedConfig) -> Iterator[Finding]:
    if config.settings.table.bench:
        yield Finding("bench", Grade.WARNING, f"{ON_A_BENCH}: `tablectl run` refuses it without --bench, and so does the systemd unit")


def journal(config: LoadedConfig) -> Iterator[Finding]:
    path = config.at(config.settings.journal.path)
    folder = path.parent
    if not folder.is_dir():
        yield Finding("journal", Grade.PROBLEM, f"{folder}: there is no such folder")
        return
    if not os.access(folder, os.W_OK | os.X_OK) or (path.exists() and not os.access(path, os.R_OK | os.W_OK)):
        yield Finding("journal", Grade.PROBLEM, f"{path}: this user may not write there")
        return
    yield from _record(config, path)
    free = shutil.disk_usage(folder).free
    left = max(0, free - Reserve(path, config.settings.journal.reserve_mb * 1_000_000).missing()) // ROUND_BYTES
    grade = {RoomGrade.FINE: Grade.FINE, RoomGrade.LOW: Grade.WARNING, RoomGrade.OUT: Grade.PROBLEM}[judged(left, Room(0)).grade]
    yield Finding("journal", grade, f"{path}: {free // 1_000_000} MB free, for about {left} rounds at six seats")


def _record(config: LoadedConfig, path: Path) -> Iterator[Finding]:
    """What a start finds in the journal."""
    if (process := holder(path)) is not None:
        text = f"{path}: process {process or 'of unknown id'} has this journal, so this table runs; a second daemon will not start"
        yield Finding("journal", Grade.WARNING, text)
    try:
        fit = journal_fits(config, path)
    except JournalDamaged as error:
        text = f"{path}: {error}; a start sets it aside as it is, begins a new one and holds play until a supervisor has looked"
        yield Finding("journal", Grade.PROBLEM, text)
    except KeyUnusable:
        return  # told as the seal key's
    except SecretUnreadable as error:
        # Where the service manager hands the key over, nobody else has it: then nothing is wrong.
        here = seal_keys(config) is not None
        yield Finding("journal", Grade.PROBLEM if here else Grade.WARNING, f"{path}: {error}", journal_refused(error) if here else None)
    except (JournalError, TablectlError) as error:
        refused = error if isinstance(error, TablectlError) else journal_refused(error)
        text = str(error) if str(path) in str(error) else f"{path}: {error}"
        yield Finding("journal", Grade.PROBLEM, text, refused)
    else:
        for remark in fit.remarks:
            yield Finding("journal", Grade.WARNING, f"{path}: {remark}; a start takes longer for it")
        for each in fit.changed:
            yield Finding("changed", Grade.WARNING, each)
        if fit.damaged:
            text = f"{path}: {fit.damaged}; a start goes on from a later checkpoint, and holds play until a supervisor has looked"
            yield Finding("journal", Grade.PROBLEM, text)


def _key(what: str, config: LoadedConfig, keys: Callable[[LoadedConfig], KeySealer | Signer | None], there: str, none: str) -> Finding:
    try:
        found = keys(config)
    except KeyUnusable as error:
        return Finding(what, Grade.PROBLEM, str(error), journal_refused(error))
    return Finding(what, Grade.FINE, f"{there} by {found.id}") if found else Finding(what, Grade.WARNING, none)


def seal_key(config: LoadedConfig) -> Iterator[Finding]:
    text = f"none here, so faces lie in the journal in clear, unless the service manager hands over the credential {CREDENTIAL}"
    none = f"{text}; `tablectl journal new-key` makes a key for journal.seal_key"
    yield _key("seal key", config, seal_keys, "faces are sealed in the journal", none)


def signing_key(config: LoadedConfig) -> Iterator[Finding]:
    text = f"none here, so nothing shows that the record was written anew, unless the service manager hands over the credential {SIGNING}"
    none = f"{text}; `tablectl journal new-signing-key` makes a key for journal.signing_key"
    yield _key("signing key", config, signing_keys, "checkpoints of the journal are signed", none)


def console(config: LoadedConfig) -> Iterator[Finding]:
    path = config.at(config.settings.console.users)
    host = config.settings.console.host
    if not path.exists():
        yield Finding("console", Grade.WARNING, f"{path}: there is no users file, so nobody can log in")
    else:
        try:
            users_usable(config)
        except TablectlError as error:
            yield Finding("console", Grade.PROBLEM, str(error), error)
        else:
            yield Finding("console", Grade.FINE, f"users in {path}")
    if host not in ("127.0.0.1", "::1", "localhost"):
        yield Finding("console", Grade.WARNING, f"listens on {host} without encryption: put a TLS proxy or a private network before it")


def ports(config: LoadedConfig) -> Iterator[Finding]:
    for device in config.settings.devices:
        if lines := kind(device.driver).gpio_lines(config.equipment.options[device.name]):
            yield Finding(f"device {device.name}", Grade.FINE, f"on lines: {', '.join(f'{name} {line}' for name, line in lines.items())}")
        else:
            yield _port(device)


def usb_port(device: DeviceSettings, here: tuple[hardware.UsbDevice, ...]) -> Finding:
    """Whether the one device that a USB port names is here and may be opened."""
    what, backend = f"device {device.name}", device.options.get("usb_backend", LIBUSB)
    if backend != LIBUSB:
        return Finding(what, Grade.WARNING, f"{device.port}: carried by the USB library {backend}, which was not asked")
    try:
        port = usb_text.read(device.port)
    except BadPort as error:
        return Finding(what, Grade.PROBLEM, str(error))
    found = [one for one in here if one.answers_to(port)]
    if not found:
        known = ", ".join(f"{one.socket} ({one.kind} {one.text})" for one in here) or "none"
        return Finding(what, Grade.PROBLEM, f"{port}: nothing is plugged in there; USB devices here: {known}")
    if len(found) > 1:
        return Finding(what, Grade.PROBLEM, f"{port}: {len(found)} devices, name one by its socket: {' or '.join(one.socket for one in found)}")
    node = Path(found[0].node)
    if node.exists() and not os.access(node, os.R_OK | os.W_OK):
        return Finding(what, Grade.PROBLEM, f"{port}: this user may not open {node}; a udev rule gives the right: {found[0].udev_rule}")
    if taken := named(str(node)):
        return Finding(what, Grade.PROBLEM, f"{port}: {node} is in use by {', '.join(taken)}")
    return Finding(what, Grade.FINE, f"{port}: {found[0].text or found[0].kind} in {found[0].socket}")


def _port(device: DeviceSettings) -> Finding:
    if usb_text.is_usb(device.port):
        return usb_port(device, hardware.usb_devices())
    what, path = f"device {device.name}", Path(device.port)
    if not path.exists():
        known = [name for names in hardware.stable_names().values() for name in names]
        close = difflib.get_close_matches(device.port, known, n=3, cutoff=0.4) or known[:3]
        return Finding(what, Grade.PROBLEM, f"{path}: nothing is plugged in there; serial devices here: {', '.join(close) or 'none'}")
    if not stat.S_ISCHR(path.stat().st_mode):
        return Finding(what, Grade.PROBLEM, f"{path}: this is not a device")
    if not os.access(path, os.R_OK | os.W_OK):
        return Finding(what, Grade.PROBLEM, f"{path}: this user may not open it; it belongs to group {path.group()}")
    if taken := named(device.port):
        return Finding(what, Grade.PROBLEM, f"{path}: in use by {', '.join(taken)}")
    if text := hardware.bare_number(device.port, hardware.serial_ports()):
        return Finding(what, Grade.WARNING, text)
    return Finding(what, Grade.FINE, str(path))


def adapters(config: LoadedConfig, here: tuple[hardware.SerialPort, ...] | None = None) -> Iterator[Finding]:
    """Adapters that their serial numbers do not tell apart; a problem where the table has one of them by a name that does not stay."""
    found = hardware.serial_ports() if here is None else here
    for twins in hardware.twins(found):
        nodes = {os.path.realpath(port.device) for port in twins}
        lasting = {name for port in twins for name in port.lasting(found)}
        mistaken = [device.name for device in config.settings.devices if os.path.realpath(device.port) in nodes and device.port not in lasting]
        where = ", ".join(f"{port.device} ({next(iter(port.paths), 'no path is known')})" for port in twins)
        text = f"{len(twins)} adapters have the serial number {twins[0].serial}: {where}; only a path tells which is which"
        if mistaken:
            yield Finding("adapters", Grade.PROBLEM, f"{text}, so give one as the port of {' and of '.join(mistaken)}")
        else:
            yield Finding("adapters", Grade.WARNING, text)


def panel(config: LoadedConfig) -> Iterator[Finding]:
    for factory in sorted({chip.factory for chip in config.settings.panel.chips}):
        yield _factory(factory)
    board, here = wired.gpio(config), gpio_chips()
    for chip in board.chips:
        if chip.factory == LOCAL_FACTORY:
            yield _chip(chip, here)
        elif chip.by_place:
            yield Finding(f"chip {chip.name}", Grade.PROBLEM, f"pin factory {chip.factory} knows no labels and parents; give the number of the chip")
    yield from _lines(config, here)


def _chip(chip: ChipConfig, here: tuple[GpioChip, ...]) -> Finding:
    what = f"chip {chip.name}"
    try:
        number = find(chip, here)
    except DriverError as error:
        return Finding(what, Grade.PROBLEM, str(error))
    node = Path(f"/dev/gpiochip{number}")
    found = next((each for each in here if each.number == number), None)
    if not node.exists():
        return Finding(what, Grade.PROBLEM, f"{node}: there is no such chip; chips here: {', '.join(map(str, here)) or 'none'}")
    if not os.access(node, os.R_OK | os.W_OK):
        return Finding(what, Grade.PROBLEM, f"{node}: this user may not open it; it belongs to group {node.group()}")
    if not chip.by_place:
        hint = f'label = "{found.label}", parent = "{found.parent}"' if found else "a label and a parent"
        return Finding(what, Grade.WARNING, f"{node} is found by its number, which another kernel may change; give {hint} instead")
    return Finding(what, Grade.FINE, str(found))


def _lines(config: LoadedConfig, here: tuple[GpioChip, ...]) -> Iterator[Finding]:
    """Lines that two would use, and lines of the header that are a bus or a port in use."""
    try:
        lines = wired.lines_apart(config)
        numbers = {chip.name: find(chip, here) for chip in wired.gpio(config).chips if chip.factory == LOCAL_FACTORY}
        refuse_reserved(lines, numbers, here, wired.gpio(config).ports)
    except WiringError as error:
        yield Finding("lines", Grade.PROBLEM, str(error))
    except DriverError:
        return  # a chip that is not there was told above
    else:
        yield Finding("lines", Grade.FINE, f"{len(lines)} lines, each used once")


def _factory(name: str) -> Finding:
    """Import the factory in a process and a folder of its own: lgpio leaves a file in the working directory."""
    what = f"pin factory {name}"
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", _LOAD_FACTORY, name]
        try:
            done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=FACTORY_TIMEOUT_S, check=False)  # noqa: S603  # our own words
        except subprocess.TimeoutExpired:
            return Finding(what, Grade.PROBLEM, f"did not load within {FACTORY_TIMEOUT_S:.0f} s")
    if done.returncode:
        return Finding(what, Grade.PROBLEM, f"does not load: {done.stderr.strip().rpartition(chr(10))[2]}")
    return Finding(what, Grade.FINE, "loads")


def clock(_config: LoadedConfig) -> Iterator[Finding]:
    if kernel_clock_synchronised():
        yield Finding("clock", Grade.FINE, "kept by a time service")
    else:
        yield Finding("clock", Grade.WARNING, "not synchronised: records will be marked so, and their wall times are a guess")


_RECORD: Final = (journal, seal_key, signing_key)
ALL: Final[tuple[Callable[[LoadedConfig], Iterator[Finding]], ...]] = (bench, program, house_rules, *_RECORD, console, ports, adapters, panel, clock)


def findings(config: LoadedConfig) -> Iterator[Finding]:
    """Run every check, in the order in which a technician would."""
    for check in ALL:
        yield from check(config)
