"""The code that this project prints on cards: deck, index, rank, suit and a check character (ascii_line/PROTOCOL.md 2). No I/O, no clock."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from tablectl_drivers.reading.deck_map import CUT

LENGTH: Final = 8
_SYMBOLS: Final = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ*"
_MODULUS: Final = 37
_CUT_FACE: Final = "Xx"
_BODY: Final = re.compile(r"(\d\d)(\d\d\d)([A23456789TJQK][cdhsrwbg]|Xx)", re.ASCII)


@dataclass(frozen=True, slots=True)
class CardCode:
    """What a code says of its card: `deck` 1 to 99, `index` 1 to 999, `face` as `Ah`, or `cut`."""

    deck: int
    index: int
    face: str


def check(body: str) -> str:
    """The check character of ISO/IEC 7064 MOD 37-2 for digits and letters, small letters counted as capital ones."""
    total = 0
    for letter in body.upper():
        total = (total + _SYMBOLS.index(letter)) * 2 % _MODULUS
    return _SYMBOLS[(1 - total) % _MODULUS]


def write(code: CardCode) -> str:
    """The code's text. Raise ValueError where it cannot be written."""
    body = f"{code.deck:02}{code.index:03}{_CUT_FACE if code.face == CUT else code.face}"
    text = body + (check(body) if _BODY.fullmatch(body) else "")
    if read(text) != code:
        raise ValueError(f"expected a deck from 1 to 99, an index from 1 to 999 and a face such as Ah or {CUT}, found {code}")
    return text


def read(text: str) -> CardCode | None:
    """Read a code, or None where the text is none: of another form, or its check does not hold."""
    found = _BODY.fullmatch(text[:-1])
    if found is None or check(text[:-1]) != text[-1]:
        return None
    deck, index, face = found.groups()
    if int(deck) == 0 or int(index) == 0:
        return None
    return CardCode(int(deck), int(index), CUT if face == _CUT_FACE else face)
