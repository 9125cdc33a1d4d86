"""Reading the configuration of a table: the file and its house rules, all of it or nothing.

Order: file < environment < command line. Every mistake in both files is reported at once, at its line.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, Final

from pydantic import BaseModel, ConfigDict, ValidationError, create_model

from tablectl.engine.game import Game, HouseRules
from tablectl.engine.games import GAMES
from tablectl.equipment import Equipment, fit_out
from tablectl.errors import ConfigError, ConfigUnreadable
from tablectl.locator import Path as KeyPath
from tablectl.locator import join_path, line_and_column
from tablectl.mistakes import Mistake, Schema, dates, from_validation, nearest
from tablectl.settings import Settings
from tablectl.sources import Override, Source, from_arguments, from_environment, override, read

DEFAULT_PATH: Final = Path("/etc/tablectl/tablectl.toml")
CONFIG_VARIABLE: Final = "TABLECTL_CONFIG"
PIN_FACTORIES: Final = "gpiozero_pin_factories"
"""The entry points by which gpiozero finds a factory by its name."""


@dataclass(frozen=True, slots=True)
class LoadedRules:
    """House rules as read. `hash` is over their content with defaults filled in, so a comment does not change it."""

    rules: HouseRules
    text: str
    hash: str


@dataclass(frozen=True, slots=True)
class LoadedConfig:
    """A configuration without mistakes. `origins` tells for each key who set it; `base` is what relative paths start from."""

    path: Path
    base: Path
    settings: Settings
    game: Game
    rules: HouseRules
    rules_path: Path
    rules_text: str
    rules_hash: str
    origins: Mapping[str, str]
    equipment: Equipment
    warnings: tuple[str, ...]

    def at(self, path: Path) -> Path:
        """Where a path of the configuration is: a relative one starts at the directory of the file."""
        return self.base / path


def locate(flag: Path | None, environment: Mapping[str, str]) -> Path:
    """Find the file: the flag, then TABLECTL_CONFIG, then the system's own."""
    if flag is not None:
        return flag
    return Path(environment[CONFIG_VARIABLE]) if environment.get(CONFIG_VARIABLE) else DEFAULT_PATH


def load(path: Path, environment: Mapping[str, str], arguments: Iterable[str] = ()) -> LoadedConfig:
    """Read, override and check everything. Raise ConfigError with every mistake there is; nothing is half applied."""
    source = read(path)
    schema = Settings.model_json_schema()
    overrides = (*from_environment(environment), *from_arguments(arguments))
    tree, setters, mistakes = override(source.tree, overrides, schema)
    mistakes += dates(tree)
    settings = None
    try:
        settings = Settings.model_validate_json(_as_json(tree), strict=True)
    except ValidationError as error:
        mistakes += from_validation(error, schema)
    game = _game(tree, mistakes)
    if settings:
        mistakes += _factories_exist(settings)
    if settings and game:
        mistakes += _seats_fit(settings, game)
    house = None
    house_report: list[str] = []
    rules_path = path.parent / (_text_at(tree, "house_rules") or "")
    try:
        house_source = read(rules_path) if _text_at(tree, "house_rules") else None
        house, house_report = _house(game, house_source) if game and house_source else (None, [])
    except ConfigUnreadable as error:
        mistakes.append(Mistake(("table", "house_rules"), str(error)))
    except ConfigError as error:
        house_report = [str(error)]
    equipment = Equipment()
    if settings:
        equipment, found = fit_out(settings, path.parent, game.pack(house.rules) if game and house else None)
        mistakes += found
    report = [*_report(mistakes, source, setters), *house_report]
    if report or settings is None or game is None or house is None:
        raise ConfigError(_all(report))
    return LoadedConfig(
        path=path,
        base=path.parent,
        settings=settings,
        game=game,
        rules=house.rules,
        rules_path=rules_path,
        rules_text=house.text,
        rules_hash=house.hash,
        origins=_origins(settings, source, setters),
        equipment=equipment,
        warnings=game.warnings(house.rules),
    )


def load_rules(game: Game, path: Path) -> LoadedRules:
    """Read the house rules of a game. Raise ConfigError with every mistake in the file."""
    house, report = _house(game, read(path))
    if house is None:
        raise ConfigError(_all(report))
    return house


def _house(game: Game, source: Source) -> tuple[LoadedRules | None, list[str]]:
    model = _rules_model(game)
    if mistakes := tuple(dates(source.tree)):
        return None, source.point_all(mistakes)
    try:
        wrapped = model.model_validate_json(_as_json({"rules": source.tree}))
    except ValidationError as error:
        mistakes = from_validation(error, model.model_json_schema())
        return None, source.point_all(Mistake(mistake.path[1:], mistake.text, mistake.at_key) for mistake in mistakes)
    canonical = json.dumps(wrapped.model_dump(mode="json"), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    rules: HouseRules = wrapped.rules  # type: ignore[attr-defined]  # the model is made at run time
    return LoadedRules(rules, source.text, hashlib.sha256(canonical.encode()).hexdigest()), []


def _rules_model(game: Game) -> type[BaseModel]:
    """Wrap the engine's dataclass, which knows no pydantic, in a model that forbids unknown keys all the way down."""
    return create_model("HouseRulesFile", __config__=ConfigDict(extra="forbid", strict=True), rules=(game.rules_type, ...))


def _game(tree: Mapping[str, Any], mistakes: list[Mistake]) -> Game | None:
    name = _text_at(tree, "game")
    if name is None:
        return None
    if name not in GAMES:
        mistakes.append(Mistake(("table", "game"), f"there is no game {json.dumps(name)}{nearest(name, GAMES)}"))
    return GAMES.get(name)


def _factories_exist(settings: Settings) -> list[Mistake]:
    """Check the names of pin factories, which other distributions may add to."""
    factories = sorted(entry_points(group=PIN_FACTORIES).names)
    return [
        Mistake(("panel", "chips", index, "factory"), f"gpiozero has no pin factory {json.dumps(chip.factory)}{nearest(chip.factory, factories)}")
        for index, chip in enumerate(settings.panel.chips)
        if chip.factory not in factories
    ]


def _seats_fit(settings: Settings, game: Game) -> list[Mistake]:
    """Check what only the game knows: how many may sit down, and which bets a seat has."""
    mistakes = []
    if settings.table.seats > game.max_seats:
        mistakes.append(Mistake(("table", "seats"), f"{game.title} has at most {game.max_seats} seats, found {settings.table.seats}"))
    bets = [bet.name for bet in game.bets]
    for kind, lines in (("inputs", settings.panel.inputs), ("lamps", settings.panel.lamps)):
        for name in lines:
            seat, _, bet = name.partition(".")
            if seat.startswith("seat") and bet not in bets:
                mistakes.append(Mistake(("panel", kind, name), f"{game.title} has no bet {json.dumps(bet)}{nearest(bet, bets)}", at_key=True))
    return mistakes


def _text_at(tree: Mapping[str, Any], key: str) -> str | None:
    table = tree.get("table")
    value = table.get(key) if isinstance(table, dict) else None
    return value if isinstance(value, str) else None


def _report(mistakes: Iterable[Mistake], source: Source, setters: Mapping[KeyPath, Override]) -> list[str]:
    """Say where each mistake is: in the file, or with whoever overrode it."""
    in_file, overridden = [], []
    for mistake in mistakes:
        setter = _setter(mistake.path, setters) or _bringer(mistake.path, source, setters)
        if setter:
            overridden.append(f"{setter.origin}: {join_path(mistake.path)}: {mistake.text}")
        else:
            in_file.append(mistake)
    return [*source.point_all(in_file), *overridden]


def _setter(path: KeyPath, setters: Mapping[KeyPath, Override]) -> Override | None:
    return next((setter for start, setter in setters.items() if path[: len(start)] == start), None)


def _bringer(path: KeyPath, source: Source, setters: Mapping[KeyPath, Override]) -> Override | None:
    """Who brought a table that the file does not have."""
    if not path or path in source.places:
        return None
    return next((setter for start, setter in setters.items() if start[: len(path)] == path), None)


def _all(report: list[str]) -> str:
    return "\n".join([f"the configuration has {len(report)} {'mistake' if len(report) == 1 else 'mistakes'}", *report])


def _origins(settings: Settings, source: Source, setters: Mapping[KeyPath, Override]) -> dict[str, str]:
    origins = {}
    for path in leaves(settings.model_dump(mode="json")):
        if setter := _setter(path, setters):
            origins[join_path(path)] = setter.origin
        elif place := source.places.get(path):
            origins[join_path(path)] = f"{source.path}:{line_and_column(source.text, place.key)[0]}"
        else:
            origins[join_path(path)] = "default"
    return origins


def leaves(node: object, path: KeyPath = ()) -> dict[KeyPath, object]:
    """Flatten a tree to its values by path."""
    if isinstance(node, dict) and node:
        return {inner: value for key, item in node.items() for inner, value in leaves(item, (*path, key)).items()}
    if isinstance(node, list) and node:
        return {inner: value for index, item in enumerate(node) for inner, value in leaves(item, (*path, index)).items()}
    return {path: node}


def _as_json(tree: object) -> str:
    """Everything in TOML is the same in JSON, except dates, which are mistakes."""
    return json.dumps(tree, default=str)


def schema_text() -> str:
    """The JSON schema of the table's file, for editors."""
    schema: Schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", **Settings.model_json_schema()}
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"
