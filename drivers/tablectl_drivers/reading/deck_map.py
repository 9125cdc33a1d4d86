"""Which card a code is: the maps that `tablectl decks enrol` writes, one file a pack. No I/O, no clock.

A code is a card only because a map says so. It is printed on the card, or it is the number of the tag inside.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from tablectl_drivers.errors import BadDeckMap

HEADER: Final = ("code", "card", "deck", "index")
CUT: Final = "cut"
"""In the column of the card: the code of the cut card."""
CODE_AT_MOST: Final = 64
DECKS_AT_MOST: Final = 99
CARDS_AT_MOST: Final = 999
_FACE: Final = re.compile(r"[A23456789TJQK][cdhsrwbg]")
_SHOWN_AT_MOST: Final = 40


@dataclass(frozen=True, slots=True)
class MappedCard:
    """One physical card: its face (`Ah`, or `cut`), the pack it belongs to, the deck of that pack, and its place in a new deck, from 1."""

    pack: int
    face: str
    deck: int
    index: int

    def __str__(self) -> str:
        return f"card {self.index} of deck {self.deck} in pack {self.pack}"


@dataclass(frozen=True, slots=True)
class DeckMap:
    """Codes and the cards that carry them."""

    cards: Mapping[str, MappedCard] = field(default_factory=dict)

    def find(self, code: str) -> MappedCard | None:
        return self.cards.get(code)

    def __len__(self) -> int:
        return len(self.cards)


def read(text: str, pack: int, source: str) -> DeckMap:
    """Read one file. Raise BadDeckMap with the first mistakes in it, each at its line; half a map is none."""
    rows = [(number, row) for number, row in enumerate(csv.reader(text.splitlines()), start=1) if row]
    if not rows or tuple(cell.strip() for cell in rows[0][1]) != HEADER:
        found = _shown(",".join(rows[0][1])) if rows else "an empty file"
        raise BadDeckMap(f"{source}:1: expected the header {','.join(HEADER)}, found {found}")
    cards: dict[str, MappedCard] = {}
    lines: dict[object, int] = {}
    mistakes: list[str] = []
    for number, row in rows[1:]:
        mistake = _row(row, pack, cards, lines, number)
        if mistake:
            mistakes.append(f"{source}:{number}: {mistake}")
    if mistakes:
        raise BadDeckMap("\n".join(mistakes))
    return DeckMap(cards)


def write(deck_map: DeckMap) -> str:
    """The text of a map, as `read` takes it."""
    rows = [",".join((code, card.face, str(card.deck), str(card.index))) for code, card in deck_map.cards.items()]
    return "\n".join((",".join(HEADER), *rows)) + "\n"


def joined(maps: Iterable[tuple[str, DeckMap]]) -> DeckMap:
    """All packs of a table in one map. Raise BadDeckMap where two packs have a code in common."""
    cards: dict[str, MappedCard] = {}
    for source, deck_map in maps:
        for code, card in deck_map.cards.items():
            if code in cards:
                raise BadDeckMap(f"{source}: a code of {card} is already that of {cards[code]}; every card needs a code of its own")
            cards[code] = card
    return DeckMap(cards)


def is_code(text: str) -> bool:
    """Whether a text may be a code: printable ASCII without a comma or a quote, of a length that a label can have."""
    return 0 < len(text) <= CODE_AT_MOST and text.isascii() and text.isprintable() and not set(text) & set(',"') and text == text.strip()


def _row(row: list[str], pack: int, cards: dict[str, MappedCard], lines: dict[object, int], number: int) -> str | None:
    """Take one row, or say what is wrong with it."""
    cells = [cell.strip() for cell in row]
    if len(cells) != len(HEADER):
        return f"expected {len(HEADER)} columns, found {len(cells)}"
    code, face, deck, index = cells
    if not is_code(code):
        return f"{_shown(code)} is no code; expected 1 to {CODE_AT_MOST} printable ASCII characters without comma and quote"
    if face != CUT and _FACE.fullmatch(face) is None:
        return f"{_shown(face)} is no card; expected rank and suit, such as Ah or Td, or {CUT}"
    place = _number(deck, DECKS_AT_MOST), _number(index, CARDS_AT_MOST)
    if place[0] is None or place[1] is None:
        return f"expected a deck from 1 to {DECKS_AT_MOST} and an index from 1 to {CARDS_AT_MOST}, found {_shown(deck)} and {_shown(index)}"
    card = MappedCard(pack, face, place[0], place[1])
    if code in cards:
        return f"this code stands in line {lines[code]} already"
    if place in lines:
        return f"{card} stands in line {lines[place]} already"
    cards[code], lines[code], lines[place] = card, number, number
    return None


def _number(text: str, at_most: int) -> int | None:
    value = int(text) if text.isascii() and text.isdecimal() and len(text) <= len(str(at_most)) else 0
    return value if 1 <= value <= at_most else None


def _shown(text: str) -> str:
    return repr(text if len(text) <= _SHOWN_AT_MOST else text[:_SHOWN_AT_MOST] + "...")
