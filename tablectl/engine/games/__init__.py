"""The games that a table can be set to: those of this package, and those that another distribution brings by an entry point."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from importlib.metadata import EntryPoint, entry_points
from typing import Final

from tablectl.engine.game import Game
from tablectl.engine.games.casino_holdem import CASINO_HOLDEM
from tablectl.engine.games.showdown_poker import SHOWDOWN_POKER
from tablectl.engine.games.texas_shootout import TEXAS_SHOOTOUT
from tablectl.engine.games.tx_bj import TX_BJ
from tablectl.engine.games.uth import UTH

GROUP: Final = "tablectl.games"
"""Entry points of this group name a Game; the name of the entry point is the game's id."""


class NotThisGame(TypeError):
    """An entry point leads to something else than the game that it names."""


class Games(Mapping[str, Game]):
    """Games by id. Nobody takes the id of a game of ours; one that another distribution brings is imported when it is asked for."""

    def __init__(self, built_in: Iterable[Game]) -> None:
        self._built_in: Final = {game.id: game for game in built_in}

    def __getitem__(self, id: str) -> Game:
        if id in self._built_in:
            return self._built_in[id]
        game: Game = self._brought()[id].load()
        if getattr(game, "id", None) != id:
            raise NotThisGame(f"the entry point {id} of {GROUP} leads to {game!r}, which is not the game {id}")
        return game

    def __iter__(self) -> Iterator[str]:
        return iter((*self._built_in, *sorted(self._brought())))

    def __len__(self) -> int:
        return len(self._built_in) + len(self._brought())

    def _brought(self) -> dict[str, EntryPoint]:
        return {entry.name: entry for entry in entry_points(group=GROUP) if entry.name not in self._built_in}


GAMES: Final[Mapping[str, Game]] = Games((UTH, CASINO_HOLDEM, TEXAS_SHOOTOUT, TX_BJ, SHOWDOWN_POKER))
