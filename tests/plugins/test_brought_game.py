"""A sixth game that another distribution brings: found by its entry point, dealt at a table, settled, explained, and set up by a file."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from tablectl.cases import CaseError, settle_case
from tablectl.commands.rules import page
from tablectl.config import load
from tablectl.engine.facts import DEALER, seat
from tablectl.engine.game import KnowsEdges
from tablectl.engine.games import GAMES, NotThisGame
from tablectl.engine.games.uth import UTH
from tablectl.engine.steps import Deal, Decide, Ending, RoundOver, TakeWagers
from tablectl.errors import ConfigError
from tests.cli.conftest import SETTINGS
from tests.table.dealing import Dealing, opening, table

HERE = Path(__file__).parent
ID = "three_card_poker"
BUILT_IN = {"uth", "casino_holdem", "texas_shootout", "tx_bj", "showdown_poker"}
ENTRIES = f"""\
[tablectl.games]
{ID} = {ID}:THREE_CARD_POKER
uth = {ID}:THREE_CARD_POKER
four_card_poker = {ID}:THREE_CARD_POKER

[tablectl.cases]
{ID} = {ID}.cases:KINDS
uth = {ID}.cases:KINDS
"""
HAND: Mapping[str, object] = {
    "kind": "round", "player": ["9c", "9d", "Kh"], "dealer": ["Qs", "8h", "2c"], "ante": 10, "pair_plus": 5, "say": "play",
}  # fmt: skip


@pytest.fixture
def _brought(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Register the game as an installed distribution would; it also claims the id of one of ours, and one id that it does not have."""
    info = tmp_path / "site" / "three_card_poker-1.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: three-card-poker\nVersion: 1\n")
    (info / "entry_points.txt").write_text(ENTRIES)
    monkeypatch.syspath_prepend(str(HERE))
    monkeypatch.syspath_prepend(str(info.parent))


brought = pytest.mark.usefixtures("_brought")


def test_nothing_is_there_that_nobody_brings() -> None:
    assert set(GAMES) == BUILT_IN
    assert ID not in GAMES


@brought
def test_the_game_is_there_beside_ours_and_takes_the_place_of_none() -> None:
    assert set(GAMES) == BUILT_IN | {ID, "four_card_poker"}
    assert len(GAMES) == len(list(GAMES)) == 7
    assert GAMES[ID].title == "Three Card Poker"
    assert GAMES["uth"] is UTH
    assert settle_case("uth", None, {"kind": "validate", "ante": 10, "blind": 10})["accept"] is True
    with pytest.raises(NotThisGame, match="four_card_poker"):
        GAMES["four_card_poker"]
    with pytest.raises(KeyError):
        GAMES["five_card_poker"]


def at_a_table() -> Dealing:
    """Three seats and a pack of one deck in the shoe."""
    return table(replace(opening(GAMES[ID].sheet), table="TC-01", game=ID))


@brought
def test_a_whole_round_is_dealt_by_presses_and_cards() -> None:
    dealing = at_a_table()
    assert isinstance(dealing.step, TakeWagers)
    dealing.press("seat1.ante", "seat1.pair_plus", "seat3.ante", "seat3.ante", "key.next")
    assert dealing.step == Deal(seat(1), face_up=False, rule="TC 1.4")
    dealing.cards("9c Ah Qs 9d 7s 8h Kh 2d")
    assert dealing.step == Deal(DEALER, face_up=False, rule="TC 1.4")
    dealing.cards("2c")
    assert isinstance(dealing.step, Decide)
    dealing.press("seat1.play", "key.fold")
    dealing.press("key.next", "key.next", "key.next", "key.next", "key.next")
    assert dealing.step == RoundOver(Ending.SETTLED, "TC 2.2")
    assert dealing.state.holds == ()
    rated = dealing.state.live.rated
    assert rated is not None
    assert [(line.seat, line.bet, line.stake, line.net) for line in rated.lines] == [
        (1, "ante", 1, 1), (1, "play", 1, 1), (1, "pair_plus", 1, 1), (3, "ante", 2, -2),
    ]  # fmt: skip
    dealing.press("key.next")
    assert (dealing.state.live.number, isinstance(dealing.step, TakeWagers)) == (2, True)


@brought
@pytest.mark.parametrize(
    ("change", "net"),
    [
        ({}, {"ante": 10, "play": 10, "pair_plus": 5}),
        ({"dealer": ["Js", "8h", "2c"]}, {"ante": 10, "play": 0, "pair_plus": 5}),
        ({"dealer": ["Qs", "Qh", "2c"]}, {"ante": -10, "play": -10, "pair_plus": 5}),
        ({"dealer": ["9s", "9h", "Kc"]}, {"ante": 0, "play": 0, "pair_plus": 5}),
        ({"say": "fold"}, {"ante": -10, "pair_plus": 5}),
        ({"player": ["9c", "7d", "Kh"]}, {"ante": 10, "play": 10, "pair_plus": -5}),
        ({"player": ["9c", "7c", "Kc"]}, {"ante": 10, "play": 10, "pair_plus": 20}),
        ({"player": ["Ac", "2d", "3h"], "dealer": ["2h", "3s", "4c"]}, {"ante": -10, "play": -10, "pair_plus": 30}),
        ({"player": ["9c", "9d", "9h"]}, {"ante": 10, "play": 10, "pair_plus": 150}),
        ({"player": ["Tc", "Jc", "9c"], "pair_plus": 0}, {"ante": 10, "play": 10}),
    ],
)
def test_a_case_is_settled_by_its_own_kinds(change: dict[str, object], net: dict[str, int]) -> None:
    assert settle_case(ID, None, {**HAND, **change})["net"] == net


@brought
def test_a_case_is_refused_as_those_of_our_games_are() -> None:
    for change, key in (
        ({"ante": 0}, "wagers"),
        ({"player": ["9c"]}, "player"),
        ({"kind": "validate"}, "kind"),
        ({"config": {"ante_min": 20}}, "wagers"),
    ):
        with pytest.raises(CaseError) as caught:
            settle_case(ID, None, {**HAND, **change})
        assert caught.value.key == key


@brought
def test_its_page_and_its_edges_are_told() -> None:
    game = GAMES[ID]
    assert page(game) == (HERE / ID / "RULES.md").read_text()
    assert isinstance(game, KnowsEdges)
    assert {bet: (edge.numerator, edge.denominator) for bet, edge in game.edges(game.sheet).items()} == {"pair_plus": (128, 5525)}


def config(folder: Path, game: str) -> Path:
    """The configuration of a small table, set to another game, and house rules for it."""
    written = (SETTINGS / "base.toml").read_text().replace('game = "uth"', f'game = "{game}"')
    (folder / "rules.toml").write_text('id = "house"\nversion = 1\nprofile = "trade"\nunit = 500\nante_min = 1000\n')
    (folder / "table.toml").write_text(written)
    return folder / "table.toml"


@brought
def test_a_table_is_set_to_it_by_its_file(tmp_path: Path) -> None:
    loaded = load(config(tmp_path, ID), {})
    assert (loaded.game.id, loaded.rules.id, json.loads(json.dumps(loaded.warnings))) == (ID, "house", [])
    with pytest.raises(ConfigError, match="did you mean `three_card_poker`"):
        load(config(tmp_path, "tree_card_poker"), {})
