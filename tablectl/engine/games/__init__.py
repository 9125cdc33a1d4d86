"""The games that a table can be set to."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from tablectl.engine.game import Game
from tablectl.engine.games.casino_holdem import CASINO_HOLDEM
from tablectl.engine.games.showdown_poker import SHOWDOWN_POKER
from tablectl.engine.games.texas_shootout import TEXAS_SHOOTOUT
from tablectl.engine.games.tx_bj import TX_BJ
from tablectl.engine.games.uth import UTH

GAMES: Final[Mapping[str, Game]] = MappingProxyType({game.id: game for game in (UTH, CASINO_HOLDEM, TEXAS_SHOOTOUT, TX_BJ, SHOWDOWN_POKER)})
