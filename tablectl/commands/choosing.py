"""Which device a technician means: one driver at one port, or what a configuration has."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import wraps
from pathlib import Path
from typing import Any

import click

from tablectl import logs
from tablectl.commands.options import config_file, driver_options, loaded
from tablectl.config import CONFIG_VARIABLE, DEFAULT_PATH
from tablectl.errors import ConfigError, TryLater
from tablectl.mistakes import nearest
from tablectl.wired import driver_config
from tablectl_drivers.catalog import DriverConfig, kind, known_drivers, open_driver
from tablectl_drivers.errors import DriverError, LinkError
from tablectl_drivers.events import Role
from tablectl_drivers.ports import CardDevice, Sink

NOT_BLINDLY = "Nothing is tried blindly: what one device takes for a question sets another one up, or moves its cards."


DRIVERS = f"Drivers: {', '.join(known_drivers())}. {NOT_BLINDLY}"


@dataclass(frozen=True, slots=True)
class Chosen:
    """A device to speak to. `others` are further roles that it may have."""

    driver: str
    config: DriverConfig
    others: tuple[Role, ...] = ()

    @property
    def where(self) -> str:
        return f"driver {self.driver} on {self.config.port}"

    def in_one_role(self) -> Chosen:
        """This device, if it is known what it is."""
        if self.others:
            roles = " or a ".join(role.value for role in (self.config.role, *self.others))
            raise click.UsageError(f"driver {self.driver} is for a {roles}: say which by --role")
        return self


@dataclass(frozen=True, slots=True)
class Choice:
    """What was said on the command line."""

    driver: str | None
    port: str | None
    role: str | None
    given: tuple[str, ...]
    config_path: Path | None

    def devices(self, name: str | None = None) -> tuple[Chosen, ...]:
        """Every device that is meant; `name` is one of the configuration."""
        if self.driver or self.port:
            return (self._by_driver(name),)
        if not (self.config_path or os.environ.get(CONFIG_VARIABLE) or DEFAULT_PATH.exists()):
            raise click.UsageError(f"{NOT_BLINDLY} Give --driver ({', '.join(known_drivers())}) and --port, or --config.")
        if self.role or self.given:
            raise click.UsageError("--role and --option go with --driver; a configuration has them already")
        config = loaded(self.config_path, ())
        names = [device.name for device in config.settings.devices]
        if name and name not in names:
            raise click.UsageError(f"{config.path} has no device {name!r}{nearest(name, names)}")
        return tuple(Chosen(each.driver, driver_config(config, each)) for each in config.settings.devices if name in (None, each.name))

    def device(self, name: str | None = None) -> Chosen:
        """The one device that is meant."""
        found = self.devices(name)
        if len(found) > 1:
            raise click.UsageError(f"say which device: {', '.join(each.config.name for each in found)}")
        return found[0]

    def _by_driver(self, name: str | None) -> Chosen:
        if not self.driver:
            raise click.UsageError(f"{NOT_BLINDLY} Say which --driver speaks to {self.port}: {', '.join(known_drivers())}.")
        if self.driver not in known_drivers():
            raise click.UsageError(f"there is no driver {self.driver!r}{nearest(self.driver, known_drivers())}")
        if not self.port or self.config_path or name:
            raise click.UsageError("--driver goes with --port, and with no configuration")
        needs = kind(self.driver)
        options = driver_options(needs, self.given)
        if needs.gpio_lines(options):
            raise click.UsageError(f"driver {self.driver} reads lines of GPIO chips, which only a configuration describes: give --config")
        if what := needs.bench_only(options):
            raise click.UsageError(f"{what} is only for a table on a bench, which only a configuration can be: give --config")
        roles = needs.roles if self.role is None else (Role(self.role),)
        if not set(roles) <= set(needs.roles):
            raise click.UsageError(f"driver {self.driver} is for a {' or '.join(needs.roles)}, not for a {self.role}")
        return Chosen(self.driver, DriverConfig(roles[0].value, roles[0], self.port, options=options), roles[1:])


def choice(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options that say which device, as one `choice`."""

    @click.option("--driver", help="Who speaks to the device: NAME of a driver.", metavar="NAME")
    @click.option("--port", help="Where it is plugged in.")
    @click.option("--role", type=click.Choice([role.value for role in Role]), help="What it is, where the driver is for more than one.")
    @click.option("--option", "given", multiple=True, metavar="KEY=VALUE", help="An option of the driver; a value is text, a number, true or false.")
    @config_file
    @wraps(command)
    def run(*, driver: str | None, port: str | None, role: str | None, given: tuple[str, ...], config_path: Path | None, **rest: Any) -> Any:  # noqa: ANN401
        logs.setup("text", "debug" if click.get_current_context().obj == "debug" else "error")  # a loss is told as an event
        return command(choice=Choice(driver, port, role, given, config_path), **rest)

    return run


def start(chosen: Chosen, sink: Sink, role: Role | None = None) -> CardDevice:
    """Begin to listen. No card is confirmed, so that the device keeps what it keeps for the daemon, and nothing is commanded."""
    try:
        device = open_driver(chosen.driver, replace(chosen.config, role=role or chosen.config.role))
        device.start(sink, None)
    except DriverError as error:
        raise (TryLater if isinstance(error, LinkError) else ConfigError)(f"{chosen.config.name}: {error}") from error
    return device
