"""Every mistake in words. A case in messages/ changes lines of base.toml or rules.toml and shows what is said of it:

- a line that goes
+ a line that stands in its place
$ NAME=VALUE of the environment
> key=value given to --set
= a line of the message
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tablectl.config import LoadedConfig
from tablectl.errors import ConfigError

CASES = sorted((Path(__file__).parent / "messages").glob("*.txt"))


def changed(text: str, case: list[str]) -> str:
    """Replace each `-` line by the `+` lines after it, where the text has it."""
    lines = text.splitlines()
    at: int | None = None
    for line in case:
        mark, content = line[:1], line[2:]
        if mark == "-":
            at = lines.index(content) if content in lines else None
            if at is not None:
                del lines[at]
        elif mark == "+" and at is not None:
            lines.insert(at, content)
            at += 1
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_message(path: Path, base: str, house_rules: str, load_table: Callable[..., LoadedConfig]) -> None:
    case = path.read_text("utf-8").splitlines()
    table, rules = changed(base, case), changed(house_rules, case)
    environment = dict(line[2:].split("=", 1) for line in case if line.startswith("$ "))
    arguments = [line[2:] for line in case if line.startswith("> ")]
    assert (table, rules) != (base, house_rules) or environment or arguments, "this case changes nothing"
    with pytest.raises(ConfigError) as caught:
        load_table(table, rules, environment, arguments)
    assert str(caught.value).splitlines() == [line[2:] for line in case if line.startswith("=")]
