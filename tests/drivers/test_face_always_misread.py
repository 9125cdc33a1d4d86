"""Six decks in a simulated shoe whose reader takes every ten of diamonds for a seven: what the table makes of it, over the wire."""

from __future__ import annotations

import random
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Final

from pydantic import TypeAdapter

from tablectl.engine.cards import Card
from tablectl.engine.decks import SIX_52
from tablectl.engine.game import HouseRules
from tablectl.engine.games import GAMES
from tablectl.table.state import Cause
from tablectl_sim.cards import card
from tablectl_sim.shoe import Misreading, Shoe
from tests.table.dealing import SHOE, opening, table

from .bad_lines import RIGS, Bench

RULES: Final = Path(__file__).parents[2] / "config/rules/showdown_poker-document.toml"
TEN, SEVEN = Card.parse("Td"), Card.parse("7d")
A_CARD_S: Final = 0.05


def test_a_ten_that_a_shoe_always_reads_as_a_seven_holds_play_at_the_seventh_seven() -> None:
    bench = _six_decks()
    shoe = bench.device
    assert isinstance(shoe, Shoe)
    sevens = tens = 0
    while Cause.CARD_IMPOSSIBLE not in bench.dealing.causes:
        drawn = str(shoe.stack[0])
        tens += drawn == "Td"
        sevens += drawn in {"7d", "Td"}
        if drawn == "Td":
            shoe.misreadings.append(Misreading(card("7d")))
        assert shoe.draw(bench.now) is not None
        bench.run(A_CARD_S)
    assert (sevens, tens > 0, len(shoe.stack) > 60) == (7, True, True)
    assert bench.dealing.hold(Cause.CARD_IMPOSSIBLE).text.endswith("all 6 copies have been dealt")
    ledger = bench.dealing.state.shoe
    assert (ledger.seen[SEVEN], ledger.seen.get(TEN, 0)) == (6, 0)


def _six_decks() -> Bench:
    """A table of Showdown Poker at the shoe of the bench, into which six decks were put."""
    bench = Bench(RIGS["cdl"])
    game = GAMES["showdown_poker"]
    kind: TypeAdapter[HouseRules] = TypeAdapter(game.rules_type)
    rules = kind.validate_python(tomllib.loads(RULES.read_text()))
    bench.dealing = table(replace(opening(rules, devices={SHOE: "shoe"}), game=game.id, seats=5), ready=False)
    faces = [str(one) for one in SIX_52.composition.elements()]
    random.Random(16).shuffle(faces)
    bench.unplug()
    bench.device.load([card(face) for face in faces], bench.now)
    bench.plug()
    bench.run(1.0)
    return bench
