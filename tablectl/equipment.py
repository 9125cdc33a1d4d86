"""What drivers and packs need beyond the settings: options that only the driver knows, and maps that say which card a code is."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from pydantic import ConfigDict, ValidationError, create_model

from tablectl.engine.game import DeckProfile
from tablectl.mistakes import Mistake, from_validation, nearest
from tablectl.settings import DeviceSettings, Settings
from tablectl_drivers.catalog import Kind, kind, known_drivers
from tablectl_drivers.errors import BadDeckMap
from tablectl_drivers.reading.deck_map import CUT, DeckMap, joined, read

MAP_AT_MOST: Final = 1_000_000  # bytes; a pack of 999 cards with the longest codes takes a tenth of it


@dataclass(frozen=True, slots=True)
class Equipment:
    """`options` holds by the name of a device what its driver calls its Options, `deck_map` every card of every pack that has a map."""

    options: Mapping[str, Any] = field(default_factory=dict)
    deck_map: DeckMap = field(default_factory=DeckMap)


def fit_out(settings: Settings, base: Path, profile: DeckProfile | None) -> tuple[Equipment, list[Mistake]]:
    """Check what the devices ask for, and read the maps of all packs. Without a profile (the house rules are wrong) no map is compared with it."""
    kinds: dict[str, Kind] = {}
    mistakes: list[Mistake] = []
    options: dict[str, Any] = {}
    for index, device in enumerate(settings.devices):
        if device.driver not in known_drivers():
            mistakes.append(Mistake(("devices", index, "driver"), f'there is no driver "{device.driver}"{nearest(device.driver, known_drivers())}'))
            continue
        kinds[device.name] = kind(device.driver)
        options[device.name], found = _options(index, device, kinds[device.name], bench=settings.table.bench)
        mistakes += found
    readers = [device.name for device in settings.devices if device.name in kinds and kinds[device.name].reads_codes]
    deck_map, found = _maps(settings, base, profile, readers)
    return Equipment(options, deck_map), [*mistakes, *found]


def _options(index: int, device: DeviceSettings, needs: Kind, *, bench: bool) -> tuple[Any, list[Mistake]]:
    mistakes = []
    if device.role not in needs.roles:
        roles = " or ".join(role.value for role in needs.roles)
        mistakes.append(Mistake(("devices", index, "role"), f'driver "{device.driver}" is for a {roles}, found "{device.role}"'))
    options, wrong = read_options(needs, device.options)
    if options is not None and not bench and (what := needs.bench_only(options)):
        mistakes.append(Mistake(("devices", index, "options"), f"{what} is only for a table on a bench: table.bench = true, and never for live play"))
    return options, [*mistakes, *(Mistake(("devices", index, *mistake.path), mistake.text, mistake.at_key) for mistake in wrong)]


def read_options(needs: Kind, given: Mapping[str, object]) -> tuple[Any, tuple[Mistake, ...]]:
    """Take a driver's options by its own words for them; None where there are mistakes, whose paths begin with `options`."""
    model = create_model("DeviceOptions", __config__=ConfigDict(extra="forbid", strict=True), options=(needs.options, ...))
    try:
        read = model.model_validate_json(json.dumps({"options": given}))
    except ValidationError as error:
        return None, from_validation(error, model.model_json_schema())
    return read.options, ()  # type: ignore[attr-defined]  # the model is made at run time


def _maps(settings: Settings, base: Path, profile: DeckProfile | None, readers: list[str]) -> tuple[DeckMap, list[Mistake]]:
    mistakes: list[Mistake] = []
    maps: list[tuple[str, DeckMap]] = []
    for index, pack in enumerate(settings.table.packs):
        path = ("table", "packs", index, "cards")
        if pack.cards is None:
            if readers:
                mistakes.append(Mistake(path, f"the {readers[0]} reads codes, so a map of this pack is needed; `tablectl decks enrol` makes one"))
            continue
        try:
            deck_map = read_map(base / pack.cards, pack.id)
            maps.append((str(pack.cards), deck_map))
            joined(maps)
        except BadDeckMap as error:
            mistakes.append(Mistake(path, str(error)))
            continue
        if profile and (differs := _differs(deck_map, profile)):
            mistakes.append(Mistake(path, f"{pack.cards} is no pack of this game: {differs}"))
    return (DeckMap() if mistakes else joined(maps)), mistakes


def read_map(path: Path, pack: int) -> DeckMap:
    """Read the map of a pack. Raise BadDeckMap where there is none, or it has a mistake."""
    try:
        with path.open("rb") as file:
            raw = file.read(MAP_AT_MOST + 1)
        if len(raw) > MAP_AT_MOST:
            raise BadDeckMap(f"{path}: expected at most {MAP_AT_MOST} bytes")
        return read(raw.decode("utf-8-sig"), pack, str(path))
    except OSError as error:
        raise BadDeckMap(f"{path}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise BadDeckMap(f"{path}: is no text in UTF-8") from error


def _differs(deck_map: DeckMap, profile: DeckProfile) -> str | None:
    """Which cards a map has too many or too few of, None where it is a whole pack."""
    there = Counter(card.face for card in deck_map.cards.values() if card.face != CUT)
    wanted = Counter({str(card): copies for card, copies in profile.composition.items()})
    parts = [f"{word} {_listed(cards)}" for word, cards in (("missing", wanted - there), ("too many", there - wanted)) if cards]
    return "; ".join(parts) or None


def _listed(cards: Counter[str]) -> str:
    shown = [face if count == 1 else f"{count} of {face}" for face, count in sorted(cards.items())]
    most = 6
    return ", ".join(shown[:most]) + (f" and {len(shown) - most} more" if len(shown) > most else "")
