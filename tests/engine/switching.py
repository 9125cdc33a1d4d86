"""A case played by the house rules of a sheet with one switch turned."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any, Final, get_type_hints

from tablectl.cases import CaseError, settle_case
from tablectl.cases.switches import with_switches
from tablectl.engine.game import HouseRules
from tablectl.engine.games import GAMES

_RULE: Final = re.compile(r"\(([A-Z]+ \d+\.\d+)\)")


def switches(kind: type, above: str = "") -> Iterator[tuple[str, Any]]:
    """Every switch of a game's house rules, `triple.must_win`, with its type; not the name, version and unit that all house rules have."""
    shared = {field.name for field in fields(HouseRules)}
    for name, hint in get_type_hints(kind).items():
        if above or name not in shared:
            path = f"{above}{name}"
            yield from switches(hint, f"{path}.") if isinstance(hint, type) and is_dataclass(hint) else [(path, hint)]


def turned(rules: Any, switch: str, value: object) -> Any:  # noqa: ANN401 - house rules, or a part of them
    first, _, rest = switch.partition(".")
    return replace(rules, **{first: turned(getattr(rules, first), rest, value) if rest else _of_json(value)})


def answer(game: str, switch: str, value: object, inputs: Mapping[str, Any]) -> object:
    """What the case comes to with the switch at this value: its result without the reasons, "accept", or the rule that refuses it."""
    case = {key: each for key, each in inputs.items() if key != "config"}
    rules = turned(with_switches(GAMES[game].sheet, inputs.get("config", {})), switch, value)
    try:
        result = settle_case(game, rules, case)
    except CaseError as error:
        refused = _RULE.search(error.found)
        return refused.group(1) if refused else str(error)
    explain: Any = result.pop("explain")
    if "accept" in result:
        return "accept" if result["accept"] else explain[0]["rule"]
    return result


def _of_json(value: object) -> object:
    return tuple(map(_of_json, value)) if isinstance(value, list) else value
