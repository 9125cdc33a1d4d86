"""A scenario: who plays what, on which devices, how fast, and what goes wrong when. Read from TOML, refused where it is not understood."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, fields, replace
from pathlib import Path
from textwrap import fill
from typing import Final, Literal, cast, get_args

from tablectl_sim.cdl_device import Identity
from tablectl_sim.errors import BadScenario, NoSuchScenario
from tablectl_sim.games import FELTS, UTH, Felt, Supply
from tablectl_sim.incidents import Fault, Moment
from tablectl_sim.mixing import FAIR, Mixing
from tablectl_sim.pace import FULL, Delays
from tablectl_sim.people import POLICIES, Player, Policy
from tablectl_sim.plainshoe import MOUTHS
from tablectl_sim.shuffler import Cycle
from tablectl_sim.tables import Section

DELAYS: Final = Delays()
CYCLE: Final = Cycle()
SHOE: Final = Identity(model="Shoe 1")
SHUFFLER: Final = Identity(model="Shuffler 1", serial="0002")

WIDTH: Final = 100  # of a list on a terminal
WhenFull = Literal["brake", "forget"]
SHIPPED: Final = (Path(__file__).parent / "scenarios", Path(__file__).parents[1] / "scenarios")  # in a wheel, in a checkout


@dataclass(frozen=True, slots=True)
class Scenario:
    """Everything that a bench does follows from this and a seed."""

    name: str
    about: str = ""
    table: Felt = UTH
    seats: int = 3
    seed: int = 1
    rounds: int = 0
    speed: float = 1.0
    baud: int = 0
    house_rules: Path | None = None
    players: tuple[Player, ...] = ()
    delays: Delays = DELAYS
    cycle: Cycle = CYCLE
    mixing: Mixing = FAIR
    shoe: Identity = SHOE
    shuffler: Identity = SHUFFLER
    when_full: WhenFull = "brake"
    mouth: str = ""
    lights_only: bool = False
    faults: tuple[Fault, ...] = ()
    new_dealer_every: int = 0
    before_cut: int | None = None


def shipped() -> dict[str, Path]:
    """Every scenario that comes with the bench, by name."""
    return {path.stem: path for folder in reversed(SHIPPED) for path in sorted(folder.glob("*.toml"))}


def find(name: str) -> Path:
    """A path as it is, or the name of a shipped scenario. Raise NoSuchScenario."""
    path = Path(name)
    if path.is_file():
        return path
    try:
        return shipped()[name]
    except KeyError:
        known = fill(", ".join(sorted(shipped())), WIDTH, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False)
        raise NoSuchScenario(f"there is no file and no scenario {name!r}; the scenarios are\n{known}") from None


def load(path: Path) -> Scenario:
    """Read a scenario. Raise BadScenario with file, key and what was expected."""
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as problem:
        raise BadScenario(f"{path}: {problem}") from problem
    return _read(Section(str(path), "", values), path)


def _read(top: Section, path: Path) -> Scenario:
    table = FELTS[top.choice("game", UTH.game, tuple(FELTS))]
    if top.flag("by_hand"):
        if table is UTH or not table.supply.has_shuffler:
            raise top.wrong("by_hand", "a game whose dealer goes by the display, and has no machine that deals", table.game)
        table = replace(table, supply=Supply.HAND)
    seats = top.whole("seats", 3, 1, table.most_seats)
    players = tuple(_player(section, seats) for section in top.tables("player"))
    taken = [player.seat for player in players]
    if len(set(taken)) < len(taken):
        raise top.wrong("player", "at most one player a seat", taken)
    devices, when_full, mouth, lights_only = _devices(top.table("devices"), table)
    rules = top.text("house_rules", "")
    scenario = Scenario(
        name=path.stem,
        about=top.text("about", ""),
        table=table,
        seats=seats,
        seed=top.whole("seed", 1, 0, 2**63),
        rounds=top.whole("rounds", 0, 0, 10**9),
        speed=speed(top.take("speed", 1.0), top.place("speed")),
        baud=top.whole("baud", 0, 0, 4_000_000),
        house_rules=path.parent / rules if rules else None,
        players=players or tuple(Player(seat) for seat in range(1, seats + 1)),
        delays=Delays(**_seconds(top.table("pace"), DELAYS)),
        cycle=Cycle(**_seconds(top.table("cycle"), CYCLE)),
        mixing=_mixing(top.table("mixing"), table),
        shoe=devices["shoe"],
        shuffler=devices["shuffler"],
        when_full=when_full,
        mouth=mouth,
        lights_only=lights_only,
        faults=tuple(_fault(section, table) for section in top.tables("fault")),
        new_dealer_every=top.whole("new_dealer_every", 0, 0, 10**6),
        before_cut=top.whole("before_cut", 0, 0, table.pack.size) or None,
    )
    top.finish()
    return scenario


def speed(value: object, place: str) -> float:
    """`"max"` or a number above zero."""
    if value == "max":
        return FULL
    try:
        number = float(value) if isinstance(value, int | float | str) and not isinstance(value, bool) else 0.0
    except ValueError:
        number = 0.0
    if not 0 < number <= 1000:  # noqa: PLR2004 - faster than this is "max"
        raise BadScenario(f'{place}: expected "max" or a number above 0 and up to 1000, not {value!r}')
    return number


def _player(section: Section, seats: int) -> Player:
    player = Player(
        section.whole("seat", None, 1, seats),
        cast("Policy", section.choice("policy", "sheet", POLICIES)),
        section.whole("units", 1, 1, 20),
        section.number("bonus", 0.3, 0.0, 1.0),
        section.text("name", ""),
        section.flag("dark"),
    )
    section.finish()
    return player


def _devices(section: Section, table: Felt) -> tuple[dict[str, Identity], WhenFull, str, bool]:
    """`mouth` is the reader of codes that a shoe without any other electronics has; the shoe speaks CDL/1 where it is empty. The last word is whether
    the shuffler has lights and a lid alone."""
    when_full = cast("WhenFull", section.choice("when_full", "brake", get_args(WhenFull)))
    mouth = section.choice("mouth", "", ("", *MOUTHS))
    if mouth and table is not UTH:
        raise section.wrong("mouth", f"no reader of codes at a table of {table.game}, whose dealer goes by the display", mouth)
    lights_only = section.flag("lights_only")
    if lights_only and not table.supply.has_shuffler:
        raise section.wrong("lights_only", f"no shuffler with lights only at a table that has none ({table.game})", lights_only)
    identities = {}
    for name, default in (("shoe", SHOE), ("shuffler", SHUFFLER)):
        texts = section.table(name)
        identities[name] = Identity(**{key: texts.latin(key, getattr(default, key)) for key in ("maker", "model", "serial", "firmware")})
        texts.finish()
    section.finish()
    return identities, when_full, mouth, lights_only


def _seconds(section: Section, defaults: Delays | Cycle) -> dict[str, float]:
    """Every field of the defaults, as it stands there or as the section says."""
    values = {one.name: section.number(one.name, getattr(defaults, one.name), 0.0, 3600.0) for one in fields(defaults)}
    section.finish()
    return values


def _mixing(section: Section, table: Felt) -> Mixing:
    mixing = Mixing(section.whole("riffles", 0, 0, 100), section.whole("keeps_top", 0, 0, table.pack.size), section.number("repeats", 0.0, 0.0, 1.0))
    if mixing != FAIR and table.supply not in {Supply.FRESH, Supply.SHOE}:
        raise section.wrong("mixing", f"no shuffler that mixes otherwise at a table that has none ({table.game})", mixing)
    section.finish()
    return mixing


def _fault(section: Section, table: Felt) -> Fault:
    when = section.table("at")
    number, card, seconds = when.whole("round", 0, 0, 10**9), when.whole("card", 0, 0, table.pack.size), when.number("s", 0.0, 0.0, 1e9)
    moment = Moment(number, card, seconds, when.text("step", ""))
    if not moment.round and not moment.seconds:
        raise section.wrong("at", "round = N, or round and card, or round and step, or s = seconds", {})
    when.finish()
    return Fault.read(section, moment)
