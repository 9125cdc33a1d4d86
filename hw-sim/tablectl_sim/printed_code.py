"""The code that is printed on cards for scanners of lines and keys, with a check of its own. Written from the protocol page alone (section 2)."""

from __future__ import annotations

from typing import Final

from tablectl_sim.cards import RANKS, SUITS

VALUES: Final = {symbol: value for value, symbol in enumerate("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ*")}
CUT: Final = "cut"
CUT_PLACE: Final = 999
CARDS: Final = 52  # of a deck


def check(text: str) -> str:
    """What makes the sum over the text and itself 1 modulo 37."""
    total = 0
    for symbol in text.upper():
        total = (total + VALUES[symbol]) * 2
    return next(symbol for symbol, value in VALUES.items() if (total + value) % len(VALUES) == 1)


def printed(back: int, face: str, copy: int) -> str:
    """The code on a card: the back of its pack, its face, and which of the equal cards of the pack it is. What is no face is smeared."""
    if face == CUT:
        text = f"{back:02}{CUT_PLACE}Xx"
    elif face[0] in RANKS and face[1:] in SUITS:
        place = SUITS.index(face[1]) * len(RANKS) + RANKS.index(face[0]) + 1
        text = f"{back:02}{(copy - 1) * CARDS + place:03}{face}"
    else:
        return face
    return text + check(text)
