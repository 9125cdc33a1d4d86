"""Shoes out of a simulated shuffler: two packs in turn, each put back in the order in which it lay."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Final

from tablectl.engine.cards import Card
from tablectl.engine.decks import DECKS
from tablectl.shuffling import Dealt
from tablectl_sim.cards import SINGLE_52, SIX_52, PackKind, new_pack
from tablectl_sim.mixing import FAIR, Mixing, mixed

KINDS: Final[dict[str, PackKind]] = {"single-52": SINGLE_52, "six-52": SIX_52}


def shoes(count: int, mixing: Mixing = FAIR, *, seed: int = 1, deck: str = "single-52") -> Iterator[Dealt]:
    """Of a single pack as many cards as a round of one to seven seats draws, of six packs all but one."""
    chance = random.Random(seed)
    packs = {pack: mixed(new_pack(pack, KINDS[deck]), f"{seed}/new {pack}") for pack in (1, 2)}
    for number in range(count):
        pack = 1 + number % 2
        packs[pack] = mixed(packs[pack], f"{seed}/{number}", mixing)
        drawn = 2 * chance.randint(1, 7) + 7 if deck == "single-52" else 260
        yield Dealt("Maker Shuffler 1, serial 0002", pack, DECKS[deck], tuple(Card.parse(str(card)) for card in packs[pack][:drawn]))
