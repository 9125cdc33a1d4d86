"""Devices, chips, buttons and lamps as the drivers want them, and lines of devices that sit on the same chips."""

from __future__ import annotations

from collections.abc import Mapping

from tablectl.config import LoadedConfig
from tablectl.console.devices.board import Board, Fitted
from tablectl.console.devices.naming import chip_views, port_view
from tablectl.settings import DeviceSettings
from tablectl_drivers.catalog import DriverConfig, kind
from tablectl_drivers.events import Role
from tablectl_drivers.panel_gpio.wiring import ChipConfig, Gpio, Line, PanelConfig, read_lines, refuse_shared
from tablectl_drivers.ports import CardDevice, Panel


def gpio(config: LoadedConfig) -> Gpio:
    """The chips of the table, and the serial ports that may be on the header too."""
    settings = config.settings
    chips = tuple(ChipConfig(chip.name, chip.factory, chip.chip, chip.active_low, chip.label, chip.parent) for chip in settings.panel.chips)
    return Gpio(chips, {device.name: device.port for device in settings.devices})


def driver_config(config: LoadedConfig, device: DeviceSettings) -> DriverConfig:
    equipment = config.equipment
    identity = device.maker, device.model, device.serial
    return DriverConfig(device.name, Role(device.role), device.port, *identity, equipment.options[device.name], equipment.deck_map, gpio(config))


def panel_config(config: LoadedConfig) -> PanelConfig:
    panel, board = config.settings.panel, gpio(config)
    return PanelConfig(
        chips=board.chips,
        inputs=panel.inputs,
        lamps=panel.lamps,
        name=panel.name,
        stable_ms=panel.stable_ms,
        long_press_ms=panel.long_press_ms,
        wink_ms=panel.wink_ms,
        chatter_edges=panel.chatter_edges,
        sense=panel.sense,
        enable=panel.enable,
        enable_pulses=panel.enable_pulses,
        ports=board.ports,
    )


def board(config: LoadedConfig, devices: Mapping[str, CardDevice], panel: Panel, now: float) -> Board:
    """Every device and the panel, for the page that shows how they do."""
    settings, chips = config.settings, gpio(config).chips
    fitted = tuple(Fitted(each.name, each.role, each.driver, (port_view(each.port),), devices[each.name].health) for each in settings.devices)
    factories = ", ".join(dict.fromkeys(chip.factory for chip in chips))
    return Board(fitted, Fitted(panel.name, "panel", factories, chip_views(chips), panel.health), len(settings.panel.lamps), now)


def lines_apart(config: LoadedConfig) -> tuple[Line, ...]:
    """Every line that the panel or a device uses. Raise WiringError for one that two use, or that is no line."""
    settings, chips = config.settings, gpio(config).chips
    owners: dict[str, Mapping[str, str]] = {settings.panel.name: panel_config(config).lines()}
    owners |= {device.name: kind(device.driver).gpio_lines(config.equipment.options[device.name]) for device in settings.devices}
    lines = tuple(line for owner, uses in owners.items() for line in read_lines(chips, uses, owner).values())
    refuse_shared(lines)
    return lines
