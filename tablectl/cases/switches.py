"""The switches of a game's house rules by short names, so that a case can turn one: `river_multiple`, `triple.after_fold`."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import asdict, fields

from pydantic import TypeAdapter, ValidationError

from tablectl.cases.reading import CaseError, told
from tablectl.engine.game import HouseRules

Path = tuple[str, ...]


def with_switches(rules: HouseRules, config: Mapping[str, object]) -> HouseRules:
    """Return the rules with some switches turned. Raise CaseError for a switch that the game does not have, or a value that it cannot take."""
    if not config:
        return rules
    tree = asdict(rules)
    names = _names(tree)
    turned: dict[Path, str] = {}
    for name, value in config.items():
        if name not in names:
            raise CaseError(f"config.{name}", f"one of {', '.join(sorted({'.'.join(path) for path in names.values()}))}", "no such switch")
        if turned.setdefault(names[name], name) != name:
            raise CaseError(f"config.{name}", "each switch once", f"{turned[names[name]]} and {name}, which are one switch")
        *above, last = names[name]
        branch = tree
        for key in above:
            branch = branch[key]
        branch[last] = value
    try:
        return TypeAdapter(type(rules)).validate_json(json.dumps(tree), strict=True)
    except ValidationError as error:
        first = error.errors()[0]
        key = ".".join(("config", *map(str, first["loc"])))
        found = first["input"] if first["loc"] else dict(config)
        raise CaseError(key, "a value that the switch can take", f"{told(found)}: {first['msg']}") from None


def _names(tree: Mapping[str, object]) -> dict[str, Path]:
    """Name each switch `triple.after_fold`, `triple_after_fold`, and `after_fold` where no other ends so."""
    own = {field.name for field in fields(HouseRules)} - {"unit"}
    paths = [path for path in _leaves(tree) if path[0] not in own]
    last_words = Counter(path[-1] for path in paths)
    short = {path[-1]: path for path in paths if last_words[path[-1]] == 1}
    return short | {sign.join(path): path for path in paths for sign in "._"}


def _leaves(tree: Mapping[str, object], above: Path = ()) -> Iterator[Path]:
    for key, value in tree.items():
        if isinstance(value, Mapping) and value:
            yield from _leaves(value, (*above, key))
        else:
            yield (*above, key)
