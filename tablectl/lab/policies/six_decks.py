"""Policies of Texas Shootout and Showdown Poker: which two of four cards a player keeps."""

from __future__ import annotations

from typing import Final

from tablectl.engine.game import HouseRules
from tablectl.engine.games.showdown_poker.house import DOCUMENT as SHOWDOWN_SHEET
from tablectl.engine.games.showdown_poker.house import ShowdownRules
from tablectl.engine.games.showdown_poker.ranking import highest
from tablectl.engine.games.showdown_poker.standing import ANTE as SHOWDOWN_ANTE
from tablectl.engine.games.showdown_poker.standing import BONUS as SHOWDOWN_BONUS
from tablectl.engine.games.texas_shootout.house import DOCUMENT as SHOOTOUT_SHEET
from tablectl.engine.games.texas_shootout.house import ShootoutRules
from tablectl.engine.games.texas_shootout.standing import ANTE as SHOOTOUT_ANTE
from tablectl.engine.games.texas_shootout.standing import BONUS as SHOOTOUT_BONUS
from tablectl.engine.house_way import DEFAULT, HouseWayRules, house_way
from tablectl.engine.steps import ChooseCards
from tablectl.lab.policy import Bench, Chooses, Hands, Sight


class HouseWay(Chooses):
    name: str = "house_way"
    text: str = "keeps the two cards that the house way keeps for the dealer, and never splits"

    def choose(self, sight: Sight, step: ChooseCards) -> Hands:  # noqa: ARG002  there is one question in these games
        return (house_way(sight.own, _way_of(sight.rules)).keep,)


class ByList(Chooses):
    name: str = "list"
    text: str = "keeps the two cards that stand highest in the sheet's list of all two-card hands, and never splits"

    def choose(self, sight: Sight, step: ChooseCards) -> Hands:  # noqa: ARG002
        return (highest(sight.own).keep,)


def _way_of(rules: HouseRules) -> HouseWayRules:
    match rules:
        case ShowdownRules():
            return rules.way
        case ShootoutRules():
            return rules.house_way
        case _:
            return DEFAULT


TEXAS_SHOOTOUT: Final = Bench(SHOOTOUT_SHEET, SHOOTOUT_ANTE, (HouseWay(), ByList()), {SHOOTOUT_BONUS: ()})
SHOWDOWN_POKER: Final = Bench(SHOWDOWN_SHEET, SHOWDOWN_ANTE, (HouseWay(), ByList()), {SHOWDOWN_BONUS: ()})
