"""The state of a table as text, and back: what was worked out from the rest is not in it, everything else is, in an order that stays.

There are faces in it, so the text goes nowhere but into the secret part of a record. It is as long for one card as for another.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

from tablectl.engine.cards import Card
from tablectl.engine.facts import Corrected, PlainFact
from tablectl.engine.game import Game
from tablectl.engine.round import Round
from tablectl.journal.records import Json, canonical
from tablectl.table.codec import rules_from_json, rules_json
from tablectl.table.record.plain import read, read_fields, written
from tablectl.table.shoe import Shoe
from tablectl.table.state import Cut, LiveRound, TableState

FORMAT: Final = 1
"""Counts up whenever what a field means changes; a field that is new, or gone, shows by itself."""


def state_text(state: TableState) -> str:
    """A state as canonical JSON."""
    shoe, cut = state.shoe, state.cut
    return canonical(
        {
            "state": written(state, without=frozenset({"game", "rules", "live", "shoe", "cut"})),
            "game": state.game.id,
            "rules": rules_json(state.rules),
            "live": _live(state.live),
            "cut": None if cut is None else {"live": _live(cut.live), "rest": written(cut, without=frozenset({"live"}))},
            "shoe": written(shoe, without=frozenset({"profile", "seen"})),
            "seen": [[str(face), shoe.seen.get(face, 0)] for face in sorted(shoe.profile.composition | Counter(shoe.seen))],
        }
    )


def state_from(games: Mapping[str, Game], text: str) -> TableState:
    """The state again. Raise ValueError, KeyError or TypeError where the text is none of this format; what they say may quote a face."""
    whole: dict[str, Any] = json.loads(text)
    game, cut = games[whole["game"]], whole["cut"]
    live = _live_from(game, whole["live"])
    seen = +read(Counter[Card], whole["seen"])
    given = {
        "game": game,
        "rules": rules_from_json(game, whole["rules"]),
        "live": live,
        "cut": None if cut is None else read_fields(Cut, cut["rest"], {"live": _live_from(game, cut["live"])}),
        "shoe": read_fields(Shoe, whole["shoe"], {"profile": game.pack(live.round.rules), "seen": seen}),
    }
    state: TableState = read_fields(TableState, whole["state"], given)
    return state


def _live(live: LiveRound) -> dict[str, Json]:
    played = live.round
    return {
        "rest": written(live, without=frozenset({"round", "step"})),
        "rules": rules_json(played.rules),
        "seats": played.seats,
        "facts": written(played.facts),
        "corrections": written(played.corrections),
    }


def _live_from(game: Game, told: Mapping[str, Any]) -> LiveRound:
    facts, corrections = read(tuple[PlainFact, ...], told["facts"]), read(tuple[Corrected, ...], told["corrections"])
    played = Round(game, rules_from_json(game, told["rules"]), told["seats"], facts, corrections)
    live: LiveRound = read_fields(LiveRound, told["rest"], {"round": played, "step": played.step})
    return live
