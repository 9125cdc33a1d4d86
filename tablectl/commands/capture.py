"""`tablectl devices capture`: the bytes on a wire, both ways, in a file that can be played back."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import fields, replace
from pathlib import Path
from typing import TextIO

import click

from tablectl.commands.choosing import DRIVERS, Choice, Chosen, choice
from tablectl.commands.listening import Listening
from tablectl.commands.options import option_text
from tablectl.commands.watch import acknowledge, seconds
from tablectl.errors import ProblemsFound, TablectlError, TryLater
from tablectl_drivers.links.tapped import FROM_DEVICE, TO_DEVICE
from tablectl_drivers.transcript import Capture


@click.command(epilog=DRIVERS)
@click.argument("words", nargs=-1, required=True, metavar="[DEVICE] FILE")
@choice
@acknowledge
@seconds
def capture(choice: Choice, words: tuple[str, ...], *, acknowledge: bool, seconds: float | None) -> None:
    """Write the bytes of both directions to FILE, with times and what the driver made of them, until Ctrl-C. The daemon must be stopped.

    Give --driver and --port, or a configuration, of which DEVICE is one. FILE tells the faces of cards, so only this user may read it.
    `tablectl-sim play` plays it back.
    """
    if len(words) > 2:  # noqa: PLR2004 - a device and a file
        raise click.UsageError(f"expected a device and a file, found {' '.join(words)}")
    chosen, path = choice.device(words[0] if len(words) > 1 else None).in_one_role(), Path(words[-1])
    with _secret(path) as file:
        writing = Capture(file, _told(chosen))
        tapped = replace(chosen, config=replace(chosen.config, tap=writing.tap))
        listening = Listening((tapped,), writing.event)
        with suppress(KeyboardInterrupt), listening:
            for told in listening.told(seconds):
                if told is None:
                    continue
                if acknowledge and told.report is not None:
                    writing.confirmed(told.report)
                    listening.confirm(told)
                click.echo(told.text(faces=False))
        writing.end()
    heard, said = writing.counts[FROM_DEVICE], writing.counts[TO_DEVICE]
    click.echo(f"{path}: {heard} bytes from the device, {said} to it. It tells the faces of cards: only this user may read it, keep it secret.")
    if away := listening.away():
        raise TryLater(away)
    if not heard:
        raise ProblemsFound(f"{path}: not one byte came from {chosen.config.name} ({chosen.where})")


def _secret(path: Path) -> TextIO:
    """A new file that nobody else may read, whatever the umask is."""
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    except FileExistsError as error:
        raise TablectlError(f"{path} is there already; a capture goes to a new file") from error
    except OSError as error:
        raise TablectlError(f"{path}: cannot be written: {error.strerror}") from error
    os.fchmod(handle, 0o600)
    return os.fdopen(handle, "w", encoding="utf-8")


def _told(chosen: Chosen) -> dict[str, str]:
    """What the driver is told, as the first line of a capture has it."""
    config = chosen.config
    words = {"driver": chosen.driver, "role": config.role.value, "maker": config.maker, "model": config.model, "serial": config.serial}
    options = {field.name: getattr(config.options, field.name) for field in fields(config.options)}
    given = {field.name: option_text(options[field.name]) for field in fields(config.options) if options[field.name] != field.default}
    return {key: word for key, word in (words | given).items() if word is not None}
