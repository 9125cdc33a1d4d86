"""`tablectl devices`: what is plugged in, by the names that stay, and which of it the configuration uses."""

from __future__ import annotations

import json
import os
from dataclasses import asdict
from pathlib import Path

import click

from tablectl.commands.capture import capture
from tablectl.commands.lamps import test_lamps
from tablectl.commands.options import config_file, json_lines, loaded
from tablectl.commands.probe import probe
from tablectl.commands.watch import watch
from tablectl.config import CONFIG_VARIABLE, DEFAULT_PATH, LoadedConfig
from tablectl.hardware import SerialPort, UsbDevice, serial_ports, usb_devices
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
@json_lines
def list_devices(config_path: Path | None, *, as_json: bool) -> None:
    """List serial ports, USB devices and GPIO chips. With a configuration, also which device is on which."""
    config = loaded(config_path, ()) if config_path or os.environ.get(CONFIG_VARIABLE) or DEFAULT_PATH.exists() else None
    ports, usb, chips = serial_ports(), usb_devices(), gpio_chips()
    if as_json:
        for port in ports:
            click.echo(json.dumps({"kind": "serial", **asdict(port), "udev_rule": port.udev_rule, "used_by": _on_port(config, port)}))
        for device in usb:
            click.echo(json.dumps({"kind": "usb", **asdict(device), "udev_rule": device.udev_rule, "used_by": _on_usb(config, device)}))
        for chip in chips:
            click.echo(json.dumps({"kind": "gpiochip", **asdict(chip), "used_by": _on_chip(config, chip)}))
        return
    for port in ports:
        click.echo(f"{port.device}: {port.text}{_suffix(_on_port(config, port))}")
        for name in port.names:
            click.echo(f"    {name}")
        if port.udev_rule:
            click.echo(f"    udev rule: {port.udev_rule}")
    for device in usb:
        serial = f":{device.serial}" if device.serial else ""
        click.echo(f"{device.socket}: {device.text or 'no name'}{_suffix(_on_usb(config, device))}")
        click.echo(f"    {device.kind}{serial}")
        click.echo(f"    udev rule: {device.udev_rule}")
    for chip in chips:
        lines = "" if chip.lines is None else f", {chip.lines} lines"
        click.echo(f"/dev/gpiochip{chip.number}: {chip.label} on {chip.parent}{lines}{_suffix(_on_chip(config, chip))}")
    if not ports and not usb and not chips:
        click.echo("no serial port, no USB device and no GPIO chip on this machine", err=True)


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
