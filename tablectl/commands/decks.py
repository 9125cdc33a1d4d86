"""`tablectl decks`: which code is which card."""

from __future__ import annotations

import os
import queue
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from tablectl.commands.options import Whole, driver_options
from tablectl.engine.games import GAMES
from tablectl.enrol import Enrolment, Expected, order_of
from tablectl.equipment import read_map
from tablectl.errors import TablectlError
from tablectl.mistakes import nearest
from tablectl_drivers.catalog import DriverConfig, Kind, kind, known_drivers, open_driver
from tablectl_drivers.errors import BadDeckMap
from tablectl_drivers.events import CardSeen, CardUnreadable, DeviceEvent, LinkLost, LinkUp, Role, WrongDevice
from tablectl_drivers.reading.deck_map import write


@click.group()
def decks() -> None:
    """Teach the table which code is which card."""


@decks.command()
@click.argument("target", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--game", required=True, help="The game whose pack it is.")
@click.option("--pack", type=Whole(1, 255), required=True, help="The pack's number in the table's configuration.")
@click.option("--driver", required=True, help="The driver that speaks to the reader.")
@click.option("--port", required=True, help="Where the reader is plugged in.")
@click.option("--option", "given", multiple=True, metavar="KEY=VALUE", help="An option of the driver; a value is text, a number, true or false.")
@click.option("--order", help="One deck from its first card to its last, such as 'As-Ks Ad-Kd Kc-Ac Kh-Ah'; otherwise as makers pack it.")
@click.option("--beside", multiple=True, type=click.Path(path_type=Path, dir_okay=False, exists=True), help="The map of another pack of the table.")
@click.option("--bench", "on_bench", is_flag=True, help="The map is for a table on a bench: scanners may read it that no table for live play has.")
@click.option("--resume", is_flag=True, help="Go on with TARGET where it ends before the pack does.")
def enrol(
    target: Path,
    *,
    game: str,
    pack: int,
    driver: str,
    port: str,
    given: tuple[str, ...],
    order: str | None,
    beside: tuple[Path, ...],
    on_bench: bool,
    resume: bool,
) -> None:
    """Read a pack in a known order and write TARGET, the map of its cards.

    Lay the pack in the order of --order and pass the cards by the reader one after the other. A code that came before is refused and named, and
    the same card stays due. Each card is in TARGET before the next is due: whatever stops it, --resume goes on from there.
    """
    if game not in GAMES:
        raise click.UsageError(f"there is no game {game!r}{nearest(game, GAMES)}")
    profile = GAMES[game].pack(GAMES[game].sheet)
    needs = _kind(driver)
    options = driver_options(needs, given)
    if (what := needs.bench_only(options)) and not on_bench:
        raise click.UsageError(f"{what} is only for a table on a bench; --bench says that the map is for one, and never for live play")
    config = DriverConfig("reader", Role.SHOE, port, options=options)
    try:
        known = {code: str(path) for path in beside for code in read_map(path, 1).cards}
        enrolment = Enrolment(pack, order_of(profile, order), known)
        if target.exists() and not resume:
            raise click.UsageError(f"{target} is there already; --resume goes on with it")
        if resume:
            enrolment.resume(read_map(target, pack))
    except BadDeckMap as error:
        raise TablectlError(str(error)) from error
    _read(driver, config, enrolment, target)
    click.echo(f"{target}: {len(enrolment)} cards of pack {pack}")


def _kind(driver: str) -> Kind:
    if driver not in known_drivers():
        raise click.UsageError(f"there is no driver {driver!r}{nearest(driver, known_drivers())}")
    needs = kind(driver)
    if not needs.reads_codes:
        raise click.UsageError(f"driver {driver!r} reads faces by itself and needs no map")
    return needs


def _read(driver: str, config: DriverConfig, enrolment: Enrolment, target: Path) -> None:
    """Take codes until the pack is whole; each card is in the file before the next is due, so whatever ends it loses none."""
    _try_folder(target)
    seen: queue.SimpleQueue[DeviceEvent] = queue.SimpleQueue()
    device = open_driver(driver, config)
    device.start(seen.put, None)
    try:
        with click.progressbar(length=len(enrolment.order), label="cards", file=sys.stderr, item_show_func=_shown) as bar:
            bar.update(len(enrolment), enrolment.upcoming)
            while enrolment.upcoming is not None:
                if (words := _take(seen.get(), enrolment)) is None:
                    _keep(target, write(enrolment.deck_map))
                    bar.update(1, enrolment.upcoming)
                elif words:
                    click.echo(f"\n{words}", err=True)
    finally:
        device.stop()


def _try_folder(target: Path) -> None:
    """Refuse a TARGET that cannot be written before somebody passes a pack by the reader."""
    with _written(target) as part:
        part.touch()
        part.unlink()


def _keep(target: Path, text: str) -> None:
    """Put the whole map in the place of the one before."""
    with _written(target) as part:
        with part.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        part.replace(target)


@contextmanager
def _written(target: Path) -> Iterator[Path]:
    """The file beside TARGET that is written first."""
    try:
        yield target.with_name(target.name + ".part")
    except OSError as error:
        raise TablectlError(f"{target}: cannot be written: {error.strerror}") from error


def _take(event: DeviceEvent, enrolment: Enrolment) -> str | None:
    """None where a card was taken, else what to tell the person, which may be nothing."""
    match event:
        case CardSeen(code=code) | CardUnreadable(code=code) if code:
            return enrolment.take(code)
        case CardUnreadable():
            return "a card could not be read: pass the same card again"
        case LinkLost(reason=reason):
            return f"the reader does not answer: {reason}"
        case WrongDevice(found=found, expected=expected):
            return f"another device answers: found {found}, expected {expected}"
        case LinkUp(identity=found) if found.maker:
            return f"the reader answers: {found.maker} {found.model}".rstrip()
        case LinkUp():
            return "the port is open; nothing is known of the reader until a card comes"
        case _:
            return ""


def _shown(expected: Expected | None) -> str:
    return f"next: {expected.face} (deck {expected.deck}, card {expected.index})" if expected else ""
