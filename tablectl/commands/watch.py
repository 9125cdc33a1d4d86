"""`tablectl devices watch`: what devices tell, as it comes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from typing import Final

import click

from tablectl.commands.choosing import DRIVERS, Choice, choice
from tablectl.commands.listening import Listening
from tablectl.commands.options import Seconds, json_lines
from tablectl.errors import TryLater

_WARNING: Final = "faces and codes are shown: whoever sees this screen knows cards that lie face down"

acknowledge = click.option(
    "--acknowledge",
    is_flag=True,
    help="Acknowledge every card: the device forgets it, and the daemon will say that it missed it. For a pack that is not in play.",
)
seconds = click.option("--seconds", type=Seconds(min=0.1), metavar="N", help="End after so many seconds; otherwise with Ctrl-C.")


@click.command(epilog=DRIVERS)
@click.argument("device", required=False)
@choice
@click.option("--faces", is_flag=True, help="Show the faces and codes of cards, which are secrets.")
@acknowledge
@click.option("--every", type=Seconds(min=0.1), metavar="N", help="Show the counters every N seconds, and not only at the end.")
@seconds
@json_lines
def watch(choice: Choice, device: str | None, *, faces: bool, acknowledge: bool, every: float | None, seconds: float | None, as_json: bool) -> None:
    """Show what devices tell, an event a line, until Ctrl-C. The daemon must be stopped.

    Give --driver and --port, or a configuration, of which DEVICE is one. Nothing is commanded. Without --acknowledge no card is acknowledged, so a
    device that waits for that tells no more cards than it can hold.
    """
    if faces:
        click.echo(_WARNING, err=True)
    listening = Listening(tuple(one.in_one_role() for one in choice.devices(device)))
    with suppress(KeyboardInterrupt), listening:
        for told in listening.told(seconds, every):
            if told is None:
                _count(listening.counters(), as_json=as_json)
                continue
            if acknowledge:
                listening.confirm(told)
            click.echo(json.dumps(told.row(faces=faces), ensure_ascii=False) if as_json else told.text(faces=faces))
    _count(listening.counters(), as_json=as_json)
    if away := listening.away():
        raise TryLater(away)


def _count(devices: Mapping[str, Mapping[str, int]], *, as_json: bool) -> None:
    for name, counters in devices.items():
        if as_json:
            click.echo(json.dumps({"event": "counters", "device": name, "counters": dict(counters)}))
        else:
            counted = ", ".join(f"{key} {count}" for key, count in counters.items() if count)
            click.echo(f"{name} counters: {counted or 'all are zero'}")
