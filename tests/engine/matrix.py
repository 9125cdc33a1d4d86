"""A full matrix written as a table: cards, the cell that they are an example of, and every amount that the sheet and its readings give."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from pydantic import TypeAdapter

from tablectl.cases import settle_case
from tablectl.engine.cards import Card
from tablectl.engine.game import HouseRules
from tablectl.engine.games import GAMES
from tablectl.engine.hands import HandValue, rate

PROFILES: Final = Path(__file__).parents[2] / "config" / "rules"
CHIP: Final = 100  # the tables are written in whole units of the currency


@dataclass(frozen=True, slots=True)
class Row:
    """`cell` are the words before the cards, `nets` the groups of numbers after them."""

    cell: tuple[str, ...]
    player: tuple[str, ...]
    dealer: tuple[str, ...]
    board: tuple[str, ...]
    nets: tuple[tuple[int, ...], ...]

    def __str__(self) -> str:
        return "-".join(self.cell)

    @property
    def inputs(self) -> dict[str, Any]:
        return {"kind": "round", "player": list(self.player), "dealer": list(self.dealer), "board": list(self.board)}

    @property
    def own(self) -> HandValue:
        return _rated(self.player, self.board)

    @property
    def against(self) -> HandValue:
        return _rated(self.dealer, self.board)

    @property
    def outcome(self) -> str:
        return "win" if self.own > self.against else "lose" if self.own < self.against else "tie"


def rows(table: str) -> tuple[Row, ...]:
    """Read a table: a line has cell | player | dealer | board | numbers | numbers and so on."""
    found = []
    for line in table.strip().splitlines():
        cell, player, dealer, board, *nets = (tuple(part.split()) for part in line.split("|"))
        found.append(Row(cell, player, dealer, board, tuple(tuple(map(int, group)) for group in nets)))
    return tuple(found)


def profile(game: str, name: str) -> HouseRules:
    """The house rules that ship as `config/rules/<game>-<name>.toml`."""
    kind: TypeAdapter[HouseRules] = TypeAdapter(GAMES[game].rules_type)
    return kind.validate_python(tomllib.loads((PROFILES / f"{game}-{name}.toml").read_text()))


def settled(game: str, rules: HouseRules, row: Row, stakes: Mapping[str, int], **said: object) -> dict[str, int]:
    """Play the row for these stakes in units of the currency; return what each bet wins or loses, in the same unit."""
    result = settle_case(game, rules, {**row.inputs, **{bet: CHIP * amount for bet, amount in stakes.items()}, **said})
    nets = result["net"]
    assert isinstance(nets, dict)
    assert all(amount % CHIP == 0 for amount in nets.values())
    return {bet: amount // CHIP for bet, amount in nets.items()}


def _rated(hand: tuple[str, ...], board: tuple[str, ...]) -> HandValue:
    return rate([Card.parse(word) for word in (*hand, *board)])
