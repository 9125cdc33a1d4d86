"""What a scanner printed or typed: the code of a card, or why it is none (ascii_line/PROTOCOL.md 3). No I/O, no clock."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Final

from tablectl_drivers.reading import card_code
from tablectl_drivers.reading.deck_map import DeckMap

QUALITY: Final = 50  # ascii_line/PROTOCOL.md 3.4: one check character is all there is

AIM: Final = re.compile(r"\][A-Za-z][0-9A-Za-z]", re.ASCII)
"""What an AIM prefix is: the kind of bar code and how it was read, such as `]C0` or `]d1`."""


class Refused(StrEnum):
    """Why a line is no card."""

    GLUED = "glued"
    WRONG_FORM = "wrong_form"
    NO_AIM = "no_aim"


def code_of(text: str, *, aim_required: bool) -> str | Refused:
    """The code that stands in a line, without its prefix."""
    prefix = AIM.match(text)
    code = text[prefix.end() :] if prefix else text
    if card_code.read(code) is None:
        parts = AIM.sub("", text)
        whole = len(parts) > card_code.LENGTH and card_code.read(parts[: card_code.LENGTH]) is not None
        return Refused.GLUED if whole else Refused.WRONG_FORM
    if prefix is None and aim_required:
        return Refused.NO_AIM
    return code


def agrees(deck_map: DeckMap, code: str) -> bool:
    """Whether the map says the same card as the code itself; where it knows none there is nothing to disagree with."""
    card, printed = deck_map.find(code), card_code.read(code)
    return card is None or printed is None or card.face == printed.face
