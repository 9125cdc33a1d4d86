"""What the house keeps of a bet of Ultimate Texas Hold'em that no decision can change, exactly."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from tablectl.engine.counting import edge_of
from tablectl.engine.game import HouseRules
from tablectl.engine.games.uth.house import UthRules
from tablectl.engine.games.uth.standing import TRIPLE
from tablectl.engine.games.uth.wagers import TRIPLE_TABLE


def edges(rules: HouseRules) -> Mapping[str, Fraction]:
    """The triple bonus by RULES.md 8.1, where neither a fold nor the dealer's hand can lose it (RULES.md 8.3, 8.4)."""
    alone = isinstance(rules, UthRules) and rules.triple.after_fold == "in_action" and not rules.triple.must_win
    return {TRIPLE: edge_of(TRIPLE_TABLE.odds)} if alone else {}
