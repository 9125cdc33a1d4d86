"""What the reader made of a whole pack: faces that came more often than the pack has them, and faces that should have come and did not.

It is worked out once the pack is out of the shoe and told once its last round is over: then all its cards may be looked at.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import comb
from typing import Final

from tablectl.engine.cards import Card
from tablectl.table.actions import Face
from tablectl.table.shoe import Shoe

UNLIKELY: Final = 1 / 1000
"""A face is told to be missing where fewer than one pack in so many would have shown so few of it. Where every card was read, none is left to
chance."""


@dataclass(frozen=True, slots=True)
class FaceCount:
    """A face, how often it was read, and how often the pack has it."""

    face: Face
    seen: int
    copies: int


@dataclass(frozen=True, slots=True)
class Readings:
    """Of `drawn` cards of a pack that has `cards`, in the rounds `first` to `last`; of `unread` of them no face is known. `empty` says that the shoe
    found nothing left in it."""

    pack: int
    empty: bool
    unread: int
    first: int
    last: int
    drawn: int
    cards: int
    over: tuple[FaceCount, ...]
    under: tuple[FaceCount, ...]


def readings(shoe: Shoe) -> Readings:
    """What is wrong with the faces of a pack that was dealt. Of one that was dealt in part and had no face too often nothing is: what did not come
    lies in the rest."""
    copies = shoe.composition
    over = tuple(FaceCount(face, shoe.seen.get(face, 0) + count, copies[face]) for face, count in sorted(shoe.over.items()))
    all_came = shoe.drawn >= shoe.count or shoe.empty
    under = _under(shoe, copies) if over or all_came else ()
    return Readings(shoe.pack, shoe.empty, shoe.unseen, shoe.first, shoe.last_round, shoe.drawn, shoe.count, over, under)


def _under(shoe: Shoe, copies: Mapping[Card, int]) -> tuple[FaceCount, ...]:
    read = sum(shoe.seen.values())
    every = shoe.count if not (shoe.empty and shoe.unseen == 0) else read  # nothing is left that was not read
    short = [(face, shoe.seen.get(face, 0), number) for face, number in sorted(copies.items()) if shoe.seen.get(face, 0) < number]
    return tuple(FaceCount(*each) for each in short if every == read or _chance_of_so_few(every, read, each[2], each[1]) < UNLIKELY)


def _chance_of_so_few(cards: int, read: int, copies: int, seen: int) -> float:
    """Of all ways in which `copies` cards can lie among `cards`, the share that puts no more than `seen` of them among those that were read."""
    ways = sum(comb(read, among) * comb(cards - read, copies - among) for among in range(seen + 1))
    return ways / comb(cards, copies)
