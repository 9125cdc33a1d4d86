"""Whether the cards come out in the order of a shuffled pack. A sequence that no fair shuffle gives is told once, on the card that completes it.

Faces are one text of two letters each, in the order in which they were drawn; a card that was not read is `??` and ends every sequence.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise, product
from typing import Final

from tablectl.engine.cards import Card

SORTED: Final = 8
"""So many cards of one suit in a row that go up, or down, rank by rank, as makers pack them and machines sort them; copies of one card may lie
side by side. Of fair shuffles of 52 cards 2 in 10,000,000,000 have such a row, of six packs 5 in 100,000,000."""
ACROSS: Final = 9
"""So many in a row with one change of suit among them, where the direction may change as well: a cut leaves no whole suit on top. Of fair shuffles of
52 cards 2 in 1,000,000,000 have such a row, of six packs 7 in 10,000,000. The smallest round draws nine cards."""
REPEATED: Final = 9
"""So many cards in a row that came in this order before: earlier in this shoe, or the last time that a pack of this table was dealt. It is
what the smallest round draws. Of fair shuffles of 52 cards 1 in 1,000,000,000,000 has such a row, of six packs 7 in 100,000,000,000."""

UNREAD: Final = "??"
_RANKS: Final = "A23456789TJQK"
_FACE: Final = 2


@dataclass(frozen=True, slots=True)
class Order:
    """`drawn` is the order of the pack that is being dealt, `before` the last one of each pack."""

    drawn: str = ""
    before: Mapping[int, str] = field(default_factory=dict)


def another_pack(order: Order, pack: int) -> Order:
    """A pack comes in; `pack` is the one that goes out."""
    return Order("", {**order.before, pack: order.drawn}) if order.drawn else order


def draw(order: Order, cards: Iterable[Card | None], keep: int) -> tuple[Order, bool]:
    """The order with these cards, and whether it is to be told that it is none of a shuffle."""
    after = replace(order, drawn=noted(order.drawn, cards, keep))
    return after, is_told(after.drawn, after.before.values())


def noted(order: str, cards: Iterable[Card | None], keep: int) -> str:
    """The order with these cards behind it, the last `keep` of them all."""
    return (order + "".join(UNREAD if card is None else str(card) for card in cards))[-keep * _FACE :]


def is_told(order: str, earlier: Iterable[str]) -> bool:
    """Whether the last card completes a sequence; one that goes on beyond it is the same and told no second time."""
    return (is_sorted(order) and not is_sorted(order[:-_FACE])) or repeated_run(order, earlier) == REPEATED


def is_sorted(order: str) -> bool:
    """Whether the last cards lie as in a sorted pack."""
    faces = [order[at : at + _FACE] for at in range(max(0, len(order) - ACROSS * _FACE), len(order), _FACE)]
    return any(_is_row(faces[-SORTED:], SORTED, (step,)) for step in (1, -1)) or any(
        _is_row(faces, ACROSS, steps) for steps in product((1, -1), repeat=2)
    )


def _is_row(faces: Sequence[str], length: int, steps: tuple[int, ...]) -> bool:
    """`steps` are the directions of the suits that follow each other, the first one's first."""
    if len(faces) < length or UNREAD in faces:
        return False
    suit = 0
    for before, after in pairwise(faces):
        if not _follows(before, after, steps[suit]):
            suit += 1
            if suit == len(steps) or before[1] == after[1]:
                return False
    return True


def _follows(before: str, after: str, step: int) -> bool:
    return (before[1] == after[1] and (_RANKS.index(after[0]) - _RANKS.index(before[0]) - step) % len(_RANKS) == 0) or before == after


def repeated_run(order: str, earlier: Iterable[str]) -> int:
    """How many of the last cards came in this order before, up to one more than it takes; fewer than it takes are none."""
    return max(_again(order, past) for past in (order[:-_FACE], *earlier))


def _again(order: str, past: str) -> int:
    for length in (REPEATED + 1, REPEATED):
        last = order[-length * _FACE :]
        if len(last) == length * _FACE and UNREAD not in last and last in past:
            return length
    return 0
