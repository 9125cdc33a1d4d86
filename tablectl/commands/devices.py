"""`tablectl devices`: what is plugged in, by the names that stay, and which of it the configuration uses."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

import click

from tablectl.commands.capture import capture
from tablectl.commands.lamps import test_lamps
from tablectl.commands.options import config_file, json_lines, loaded
from tablectl.commands.probe import probe
from tablectl.commands.watch import watch
from tablectl.config import CONFIG_VARIABLE, DEFAULT_PATH, LoadedConfig
from tablectl.hardware import SerialPort, UsbDevice, bare_number, serial_ports, usb_devices
from tablectl.udev import rules, serial_rule, standing, usb_name
from tablectl.wired import gpio
from tablectl_drivers.errors import BadPort, DriverError
from tablectl_drivers.links.usb_port import is_usb, read
from tablectl_drivers.panel_gpio.finding import LOCAL_FACTORY, GpioChip, find, gpio_chips
from tablectl_drivers.panel_gpio.wiring import ChipConfig


@click.group()
def devices() -> None:
    """List what is plugged into this machine, and try it."""


for _command in (probe, watch, capture, test_lamps):
    devices.add_command(_command)


@devices.command("list")
@config_file
@click.option("--udev", is_flag=True, help="Print a file of udev rules for what is plugged in.")
@json_lines
def list_devices(config_path: Path | None, *, udev: bool, as_json: bool) -> None:
    """List serial ports, USB devices and GPIO chips, and say which of their names stay. With a configuration, also which device is on which."""
    if udev and as_json:
        raise click.UsageError("--udev and --json exclude each other")
    config = loaded(config_path, ()) if config_path or os.environ.get(CONFIG_VARIABLE) or DEFAULT_PATH.exists() else None
    ports, usb, chips = serial_ports(), usb_devices(), gpio_chips()
    if udev:
        users = {port.device: _on_port(config, port) for port in ports} | {device.socket: _on_usb(config, device) for device in usb}
        click.echo("\n".join(rules(ports, usb, chips, {place: names[0] for place, names in users.items() if names})))
    elif as_json:
        for row in _rows(config, ports, usb, chips):
            click.echo(json.dumps(row))
    else:
        for line in _lines(config, ports, usb, chips):
            click.echo(line)
        if not ports and not usb and not chips:
            click.echo("no serial port, no USB device and no GPIO chip on this machine", err=True)
    for device in config.settings.devices if config else ():
        if text := bare_number(device.port, ports):
            click.echo(f"warning: {device.name}: {text}", err=True)


def _rows(
    config: LoadedConfig | None, ports: tuple[SerialPort, ...], usb: tuple[UsbDevice, ...], chips: tuple[GpioChip, ...]
) -> Iterator[dict[str, object]]:
    for port in ports:
        said = {"lasting": port.lasting(ports), "udev_rule": serial_rule(port, ports)}
        yield {"kind": "serial", **asdict(port), **said, "used_by": _on_port(config, port)}
    for device in usb:
        said_of_usb = {"port": usb_name(device, usb), "udev_rule": device.udev_rule}
        yield {"kind": "usb", **asdict(device), **said_of_usb, "used_by": _on_usb(config, device)}
    for chip in chips:
        yield {"kind": "gpiochip", **asdict(chip), "used_by": _on_chip(config, chip)}


def _lines(config: LoadedConfig | None, ports: tuple[SerialPort, ...], usb: tuple[UsbDevice, ...], chips: tuple[GpioChip, ...]) -> Iterator[str]:
    for port in ports:
        yield f"{port.device}: {port.text}{_suffix(_on_port(config, port))}"
        yield from (f"    {text}" for text in standing(port, ports))
        if rule := serial_rule(port, ports):
            yield f"    udev rule: {rule}"
    for device in usb:
        yield f"{device.socket}: {device.text or 'no name'}{_suffix(_on_usb(config, device))}"
        yield f"    port: {usb_name(device, usb)}"
        yield f"    udev rule: {device.udev_rule}"
    for chip in chips:
        lines = "" if chip.lines is None else f", {chip.lines} lines"
        yield f"/dev/gpiochip{chip.number}: {chip.label} on {chip.parent}{lines}{_suffix(_on_chip(config, chip))}"


def _on_port(config: LoadedConfig | None, port: SerialPort) -> list[str]:
    devices = config.settings.devices if config else ()
    return [device.name for device in devices if os.path.realpath(device.port) == os.path.realpath(port.device)]


def _on_usb(config: LoadedConfig | None, found: UsbDevice) -> list[str]:
    return [device.name for device in (config.settings.devices if config else ()) if _names(device.port, found)]


def _names(port: str, found: UsbDevice) -> bool:
    try:
        return is_usb(port) and found.answers_to(read(port))
    except BadPort:
        return False


def _on_chip(config: LoadedConfig | None, chip: GpioChip) -> list[str]:
    return [wired.name for wired in gpio(config).chips if wired.factory == LOCAL_FACTORY and _is(wired, chip)] if config else []


def _is(wired: ChipConfig, chip: GpioChip) -> bool:
    try:
        return find(wired, (chip,)) == chip.number
    except DriverError:
        return False


def _suffix(names: list[str]) -> str:
    return f"  <- {', '.join(names)}" if names else ""
