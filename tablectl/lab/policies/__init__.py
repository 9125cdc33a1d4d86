"""The policies that the lab can play, by game."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from tablectl.engine.games import GAMES
from tablectl.lab.errors import LabError
from tablectl.lab.policies import casino_holdem, six_decks, tx_bj, uth
from tablectl.lab.policy import Bench

BENCHES: Final[Mapping[str, Bench]] = MappingProxyType(
    {
        "uth": uth.BENCH,
        "casino_holdem": casino_holdem.BENCH,
        "texas_shootout": six_decks.TEXAS_SHOOTOUT,
        "tx_bj": tx_bj.BENCH,
        "showdown_poker": six_decks.SHOWDOWN_POKER,
    }
)


def bench_of(game: str, benches: Mapping[str, Bench] = BENCHES) -> Bench:
    """Raise LabError for a game that no policy is written for."""
    if game not in benches:
        raise LabError(f"the lab has no policy for {GAMES[game].title}; it plays {', '.join(benches)}")
    return benches[game]
