"""All tests of one shuffler, or of one pack in it, over the shoes that it shuffled."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

from tablectl.engine.cards import Card, Rank, Suit
from tablectl.engine.game import DeckProfile
from tablectl.shuffling.counting import Ascents, Finding, Hits, Places

LEAST_SHOES: Final = 30
"""Fewer tell nothing: what chance does alone hides all but a machine that does nothing (docs/shuffles.md has what so many find)."""
BLOCKS: Final = 4
"""A pack is looked at in quarters."""

Faces = Sequence[Card | None]
_UP: Final = "A23456789TJQK"

RANKS, SUITS = "ranks by quarter of the pack", "suits by quarter of the pack"
NEIGHBOURS, APART = "neighbours of the last shoe", "neighbours of the last shoe, one card between"
KEPT, RISING = "cards at their place of the last shoe", "rising sequences of the last shoe"
SORTED, SAME_RANK, SAME_SUIT = "neighbours as in a new pack", "two of a rank in a row", "two of a suit in a row"


@dataclass(slots=True)
class Judged:
    """Counts of one kind of pack, shoe by shoe. `paired` shoes had one before them of the same pack."""

    profile: DeckProfile
    shoes: int = 0
    cards: int = 0
    paired: int = 0
    _ranks: Places[Rank] = field(init=False)
    _suits: Places[Suit] = field(init=False)
    _hits: Mapping[str, Hits] = field(default_factory=lambda: {name: Hits() for name in (NEIGHBOURS, APART, KEPT, SORTED, SAME_RANK, SAME_SUIT)})
    _rising: Ascents = field(default_factory=Ascents)

    def __post_init__(self) -> None:
        faces = self.profile.composition
        self._ranks = Places(tuple(sorted({card.rank for card in faces})), BLOCKS)
        self._suits = Places(tuple(sorted({card.suit for card in faces})), BLOCKS)

    def add(self, faces: Faces, last: Faces | None) -> None:
        """One shoe in the order in which it came out, and the shoe before it of the same pack. From a card on that cannot be there a shoe is not
        counted: its reading is wrong, or the pack is."""
        self.shoes += 1
        self.paired += last is not None
        left = Counter(self.profile.composition)
        former = _Former(last or (), _followers(last or ()))
        for at, card in enumerate(faces):
            if card is None:
                continue
            if not left[card]:
                break
            self._count(faces, at, card, left, former)
            left[card] -= 1
            self.cards += 1
        if last is not None and max(self.profile.composition.values()) == 1:
            now = {card: at for at, card in enumerate(faces) if card is not None}
            self._rising.add([now[card] for card in last if card in now])

    def _count(self, faces: Faces, at: int, card: Card, left: Counter[Card], former: _Former) -> None:
        total = left.total()
        block = min(at * BLOCKS // self.profile.count, BLOCKS - 1)
        ranks: Counter[Rank] = Counter()
        suits: Counter[Suit] = Counter()
        for face, count in left.items():
            ranks[face.rank] += count
            suits[face.suit] += count
        self._ranks.add(block, [ranks[rank] for rank in self._ranks.kinds], total, card.rank)
        self._suits.add(block, [suits[suit] for suit in self._suits.kinds], total, card.suit)

        def hit(name: str, wanted: frozenset[Card]) -> None:
            self._hits[name].add(sum(left[face] for face in wanted) / total, hit=card in wanted)

        before = faces[at - 1] if at else None
        if before is not None:
            hit(NEIGHBOURS, former.after.get(before, frozenset()))
            hit(SORTED, _as_in_a_new_pack(before))
            self._hits[SAME_RANK].add(ranks[before.rank] / total, hit=card.rank is before.rank)
            self._hits[SAME_SUIT].add(suits[before.suit] / total, hit=card.suit is before.suit)
        if at > 1 and (far := faces[at - 2]) is not None:
            hit(APART, former.after.get(far, frozenset()))
        if at < len(former.faces) and (there := former.faces[at]) is not None:
            hit(KEPT, frozenset({there}))

    def findings(self) -> Iterator[Finding]:
        """What each test came to; a test that has counted nothing says nothing, and all of them where there are too few shoes."""
        if self.shoes < LEAST_SHOES:
            return
        of_last = {NEIGHBOURS, APART, KEPT} if self.paired < LEAST_SHOES else set()
        found = [self._ranks.finding(RANKS), self._suits.finding(SUITS)]
        found += [hits.finding(name) for name, hits in self._hits.items() if name not in of_last]
        found += [self._rising.finding(RISING)] if self.paired >= LEAST_SHOES else []
        yield from (each for each in found if each is not None)


@dataclass(frozen=True, slots=True)
class _Former:
    """The last shoe, and which cards lay behind each of its."""

    faces: Faces
    after: Mapping[Card, frozenset[Card]]


def _followers(last: Faces) -> Mapping[Card, frozenset[Card]]:
    after: defaultdict[Card, set[Card]] = defaultdict(set)
    for one, other in pairwise(last):
        if one is not None and other is not None:
            after[one].add(other)
    return {card: frozenset(others) for card, others in after.items()}


def _as_in_a_new_pack(card: Card) -> frozenset[Card]:
    """The next card of the suit, up or down."""
    at = _UP.index(card.rank.letter)
    return frozenset(Card.parse(_UP[(at + step) % len(_UP)] + card.suit.value) for step in (1, -1))
