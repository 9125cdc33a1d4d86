"""The house rules of Three Card Poker."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tablectl.engine.game import HouseRules


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreeCardRules(HouseRules):
    ante_min: int


SHEET: Final = ThreeCardRules(id="three_card_poker-sheet", version=1, profile="document", unit=1, ante_min=1)
