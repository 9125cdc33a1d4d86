"""What games say exactly of their bets, and that they say nothing where a decision matters."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from tablectl.engine.game import HouseRules, KnowsEdges
from tablectl.engine.games import GAMES
from tablectl.engine.games.casino_holdem import CASINO_HOLDEM
from tablectl.engine.games.casino_holdem.house import DOCUMENT as CASINO_HOLDEM_SHEET
from tablectl.engine.games.tx_bj import TX_BJ
from tablectl.engine.games.tx_bj.edges import edge
from tablectl.engine.games.tx_bj.house import DOCUMENT as TX_BJ_SHEET
from tablectl.engine.games.tx_bj.standing import COLUMNS, D_AREAS, P_AREAS
from tablectl.engine.games.uth import UTH
from tablectl.engine.games.uth.house import DOCUMENT as UTH_SHEET


def test_the_triple_bonus() -> None:
    """UTH 8.1, UTH 8.3, UTH 8.4"""
    assert UTH.edges(UTH_SHEET) == {"triple_bonus": Fraction(48987, 2572780)}
    for change in ({"after_fold": "forfeit"}, {"must_win": True}):
        assert UTH.edges(replace(UTH_SHEET, triple=replace(UTH_SHEET.triple, **change))) == {}


def test_every_area_of_texas_blackjack_but_combo() -> None:
    """TX 4.1, TX 4.2, TX 4.3, TX 4.4, TX 4.9"""
    rows = dict.fromkeys((*P_AREAS, *COLUMNS, *D_AREAS), Fraction(599, 8086))
    assert TX_BJ.edges(TX_BJ_SHEET) == rows | {"a": Fraction(541, 4043)}
    assert TX_BJ.edges(replace(TX_BJ_SHEET, a_bet_dealer_ace="half_loss")) == rows | {"a": Fraction(397, 4043)}
    assert edge(TX_BJ_SHEET, "combo", ("p_red", "column_one", "d_red")) == Fraction(2701, 24258)


@pytest.mark.parametrize(
    ("switch", "exact"), [("as_trips", Fraction(141252, 270725)), ("as_quads", Fraction(135012, 270725)), ("none", Fraction(141538, 270725))]
)
def test_the_bonus_of_casino_holdem_by_each_reading(switch: Any, exact: Fraction) -> None:  # noqa: ANN401 - one of the three words
    """CH 8.1, CH 8.2, CH 8.3"""
    rules = replace(CASINO_HOLDEM_SHEET, bonus=replace(CASINO_HOLDEM_SHEET.bonus, quads_one_own=switch))
    assert CASINO_HOLDEM.edges(rules) == {"bonus": exact}


def test_a_bonus_that_a_fold_can_lose_has_no_number() -> None:
    """CH 8.5"""
    assert CASINO_HOLDEM.edges(replace(CASINO_HOLDEM_SHEET, bonus=replace(CASINO_HOLDEM_SHEET.bonus, after_fold="forfeit"))) == {}


def test_only_bets_of_the_game_are_named_and_only_by_its_own_rules() -> None:
    other = HouseRules(id="other", version=1, profile="none", unit=1)
    for game in GAMES.values():
        if isinstance(game, KnowsEdges):
            assert game.edges(game.sheet).keys() <= {bet.name for bet in game.bets}
            assert game.edges(other) == {}
