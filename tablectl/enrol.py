"""Enrolling a pack: its cards go past a reader in a known order, and each code is given the card whose turn it is. No I/O."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from tablectl.engine.cards import COLOURS, Card, NotACard
from tablectl.engine.game import DeckProfile
from tablectl.errors import TablectlError
from tablectl_drivers.reading import card_code
from tablectl_drivers.reading.deck_map import DeckMap, MappedCard, is_code

NEW_DECK: Final = "As-Ks Ad-Kd Kc-Ac Kh-Ah"
"""How most makers pack 52 cards, from the top."""
_RANKS: Final = "A23456789TJQK"
_RUN: Final = re.compile(r"(..)(?:-(..))?")


class WrongOrder(TablectlError):
    """The order that was given is not one of the pack."""


@dataclass(frozen=True, slots=True)
class Expected:
    """The card whose turn it is: its face, its deck and its place in the deck, from 1."""

    face: str
    deck: int
    index: int


def order_of(profile: DeckProfile, text: str | None) -> tuple[Expected, ...]:
    """Every card of a pack in the order in which it will be read. `text` names one deck, from its first card to its last: single cards, and
    runs such as `Kc-Ac`. Raise WrongOrder where whole decks of it do not make up the pack."""
    faces = tuple(_faces(text or _usual(profile)))
    decks, rest = divmod(profile.count, len(faces)) if faces else (0, 1)
    if rest or Counter({face: copies * decks for face, copies in Counter(faces).items()}) != profile.composition:
        raise WrongOrder(f"this order has {len(faces)} cards, and decks of it are not the {profile.count} cards of {profile.id}")
    return tuple(Expected(str(face), deck, index) for deck in range(1, decks + 1) for index, face in enumerate(faces, start=1))


def _usual(profile: DeckProfile) -> str:
    suits = {card.suit for card in profile.composition}
    if not suits & set(COLOURS):
        return NEW_DECK
    return "Ag Ag Ag 2r-Kr 2w-Kw 2b-Kb"


def _faces(text: str) -> Iterator[Card]:
    for word in text.split():
        run = _RUN.fullmatch(word)
        if run is None:
            raise WrongOrder(f"{word!r} is no card and no run of cards; expected such as As or As-Ks")
        first = _card(run[1])
        last = _card(run[2] or run[1])
        if first.suit is not last.suit:
            raise WrongOrder(f"the run {word!r} begins and ends in different suits")
        start, end = _RANKS.index(first.rank.letter), _RANKS.index(last.rank.letter)
        step = 1 if end >= start else -1
        yield from (Card.parse(_RANKS[place] + first.suit.value) for place in range(start, end + step, step))


def _card(text: str) -> Card:
    try:
        return Card.parse(text)
    except NotACard as error:
        raise WrongOrder(f"{text!r} is no card; expected rank and suit, such as As or Td") from error


class Enrolment:
    """Codes taken so far. `known` are the codes of other packs, which must not come again, and the files that they stand in."""

    def __init__(self, pack: int, order: tuple[Expected, ...], known: Mapping[str, str]) -> None:
        self._pack = pack
        self.order = order
        self._known = known
        self._taken: dict[str, MappedCard] = {}

    @property
    def upcoming(self) -> Expected | None:
        """The card whose turn it is, None where all are taken."""
        return self.order[len(self._taken)] if len(self._taken) < len(self.order) else None

    @property
    def deck_map(self) -> DeckMap:
        return DeckMap(dict(self._taken))

    def __len__(self) -> int:
        return len(self._taken)

    def take(self, code: str) -> str | None:
        """Give this code the card whose turn it is; the text says why not, and then nothing has changed."""
        expected = self.upcoming
        if expected is None:
            return "all cards of the pack have been read; this one is too many"
        if not is_code(code):
            return "this code has a comma, a quote or a character that is not printable ASCII, and cannot be in a map"
        if code in self._known:
            return f"this code stands in {self._known[code]} already: the card is of another pack"
        if (twin := self._taken.get(code)) is not None:
            return f"this code is already that of {twin} ({twin.face}); was a card read twice, or has it a twin?"
        if (printed := card_code.read(code)) is not None and printed.face != expected.face:
            return f"this code says that its card is {printed.face}, and {expected.face} is due: do the cards lie in the order that was given?"
        self._taken[code] = MappedCard(self._pack, expected.face, expected.deck, expected.index)
        return None

    def resume(self, so_far: DeckMap) -> None:
        """Go on after cards that were read earlier. Raise WrongOrder where they are not the first of this order."""
        for code, card in so_far.cards.items():
            expected = self.upcoming
            if expected is None or (card.face, card.deck, card.index) != (expected.face, expected.deck, expected.index):
                raise WrongOrder(f"{card} is {card.face} in the map to go on with, which was read in another order")
            self.take(code)
