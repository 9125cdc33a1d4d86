"""The ledger of the pack that is being dealt: which cards have gone, which can still come, and where the reader's count stands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from tablectl.engine.cards import Card
from tablectl.engine.game import DeckProfile
from tablectl_drivers.events import ReportId


@dataclass(frozen=True, slots=True)
class Shoe:
    """`pack` 0 is none. `loads` is the shoe's own count of packs put in,
    None where a restart of the device made it unknown.
    `seen` holds the faces that were read, `unseen` how many cards went by without a name, `codes` what tells each card that was read from every
    other. `over` are the faces that were read although no more of them could come. `first` and `last_round` are the rounds in which cards were
    drawn. `empty` says that the device found nothing left in it. `out` are the faces that this pack lacked when it came, or that were taken out of
    what was still to come. `last` is the last report on record."""

    profile: DeckProfile
    pack: int = 0
    loads: int | None = None
    verified: bool = False
    seen: Mapping[Card, int] = field(default_factory=dict)
    unseen: int = 0
    codes: frozenset[str] = frozenset()
    over: Counter[Card] = field(default_factory=Counter)
    first: int = 0
    last_round: int = 0
    empty: bool = False
    out: Counter[Card] = field(default_factory=Counter)
    cut_card: bool = False
    last: ReportId | None = None

    @property
    def composition(self) -> Counter[Card]:
        return self.profile.composition - self.out

    @property
    def count(self) -> int:
        return self.profile.count - self.out.total()

    @property
    def drawn(self) -> int:
        return sum(self.seen.values()) + self.unseen

    @property
    def untouched(self) -> bool:
        return self.drawn == 0


def load(shoe: Shoe, pack: int, loads: int | None, verified: bool, out: Counter[Card]) -> Shoe:
    """Begin the ledger of another pack, without the cards that are out of it; the reader's own count goes on."""
    return Shoe(shoe.profile, pack, loads, verified, out=out, last=shoe.last)


def draw(shoe: Shoe, card: Card, code: str = "") -> tuple[Shoe, str | None]:
    """Count a card that was read; the second value says why it cannot be in the pack, and then it is counted as unseen."""
    if code in shoe.codes:
        return draw_unseen(shoe), "this very card, by its code, has been dealt already"
    if card not in shoe.profile.composition:
        return _draw_over(shoe, card), f"a pack of {shoe.profile.id} has no such card, so this is a wrong pack, however many cards it has"
    copies = shoe.composition[card]
    if shoe.seen.get(card, 0) >= copies:
        if shoe.out:  # the same words for every face: which card is out is known, and which was read may lie face down
            return _draw_over(shoe, card), "every card of its face has been dealt or is out of the pack"
        so_far = "it has been dealt already" if copies == 1 else f"all {copies} copies have been dealt"
        return _draw_over(shoe, card), so_far
    if shoe.drawn >= shoe.count:
        return draw_unseen(shoe), f"all {shoe.count} cards of the pack have been dealt"
    return replace(shoe, seen=Counter(shoe.seen) + Counter([card]), codes=shoe.codes | {code} if code else shoe.codes), None


def _draw_over(shoe: Shoe, card: Card) -> Shoe:
    return draw_unseen(replace(shoe, over=shoe.over + Counter([card])))


def draw_unseen(shoe: Shoe, count: int = 1) -> Shoe:
    return replace(shoe, unseen=shoe.unseen + count)


def rename(shoe: Shoe, old: Card | None, new: Card) -> Shoe:
    """A person named a drawn card. More copies of it may have been seen then than there are: whether one lies face down is nobody's to learn."""
    if old is None:
        return replace(shoe, seen=Counter(shoe.seen) + Counter([new]), unseen=shoe.unseen - 1) if shoe.unseen else shoe
    if not shoe.seen.get(old, 0):
        return shoe  # it came from the pack before this one
    return replace(shoe, seen=Counter(shoe.seen) - Counter([old]) + Counter([new]))


def correct(shoe: Shoe, before: Counter[Card | None], after: Counter[Card | None]) -> Shoe:
    """The cards that lie on the table were put right. They are not in this ledger when they came from the pack before this one."""
    named, put = (Counter({card: count for card, count in cards.items() if card}) for cards in (before, after))
    if not named.keys() & shoe.seen.keys() if named else before[None] > shoe.unseen:
        return shoe
    seen = Counter(shoe.seen) - named + put  # of a face that lies face down there may be one too many: the count must not tell it
    return replace(shoe, seen=seen, unseen=max(shoe.unseen - before[None], 0) + after[None])
