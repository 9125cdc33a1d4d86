"""A shoe with nothing but a reader of codes at its mouth: no packs, no counts, no memory. What the reader says on the wire is the reader's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol

from tablectl_sim.cards import RANKS, SUITS, Card, PackKind, new_pack
from tablectl_sim.feig_obid_device import FeigReader
from tablectl_sim.pn532_hsu_device import Pn532Board
from tablectl_sim.shoe import A_CARD, CUT_CARD, Shoe
from tablectl_sim.ssi_device import SsiDevice

UNREADABLE: Final = "smudge"  # a code that no card carries
CUT: Final = "cut"


class Reader(Protocol):
    """The device's side of one reader, on ticks."""

    def switch_on(self, now: float) -> None: ...

    def receive(self, data: bytes, now: float) -> None: ...

    def tick(self, now: float) -> None: ...

    def take_output(self) -> list[bytes]: ...

    def show(self, code: str, now: float) -> None: ...


@dataclass(frozen=True, slots=True)
class Mouth:
    """What sits at the mouth, and what a card with a label carries for it to read."""

    reader: Callable[[], Reader]
    carried: Callable[[str], str] = str


def _tag(first: str, length: int) -> Callable[[str], str]:
    """Tags with a UID of so many bytes, as hexadecimal digits."""
    return lambda label: first + label.replace("-", "").encode().hex().upper().rjust(2 * length - len(first), "0")


MOUTHS: Final[dict[str, Mouth]] = {
    "ssi": Mouth(SsiDevice),
    "feig_obid": Mouth(FeigReader, _tag("E0", 8)),
    "pn532_hsu": Mouth(Pn532Board, _tag("04", 7)),
}
"""By the name of the driver that speaks with the reader."""


class PlainShoe(Shoe):
    """The mechanics of a shoe; every card that slides out shows its code to the reader."""

    def __init__(self, mouth: Mouth, kind: PackKind) -> None:
        self.mouth = mouth.reader()
        self._carried = mouth.carried
        self._kind = kind
        self._gone: Counter[str] = Counter()
        super().__init__()

    def switch_on(self, now: float) -> None:
        self._gone.clear()
        self.mouth.switch_on(now)

    def receive(self, data: bytes, now: float) -> None:
        self.mouth.receive(data, now)

    def tick(self, now: float) -> None:
        self.mouth.tick(now)

    def take_output(self) -> list[bytes]:
        return self.mouth.take_output()

    def changed(self, now: float) -> None:
        """Nobody is told: it knows nothing of itself."""

    def load(self, cards: list[Card], now: float, *, behind_cut: int | None = None) -> None:
        self._gone.clear()
        super().load(cards, now, behind_cut=behind_cut)

    def report(self, kind: int, face: int, pack: int, quality: int, now: float) -> None:  # noqa: ARG002 - a reader of codes grades nothing
        """The reader sees the code of this card: of equal cards the first one out carries the first deck's."""
        if kind == A_CARD:
            name = RANKS[(face >> 4) - 1] + SUITS[face & 0xF]
            copies = sum(RANKS[rank - 1] + SUITS[suit] == name for rank, suit in self._kind.faces) * self._kind.decks
            self._gone[name] += 1
            self.mouth.show(self._carried(label(pack, name, min(self._gone[name], max(copies, 1)))), now)
        else:
            self.mouth.show(self._carried(label(1, CUT, 1) if kind == CUT_CARD else UNREADABLE), now)


def label(back: int, face: str, copy: int) -> str:
    """What tells a card from every other."""
    return f"{back:02}-{copy}-{face}"


def deck_map(back: int, kind: PackKind, mouth: Mouth) -> str:
    """The map of a pack for the table's configuration: which code is which card."""
    rows = ["code,card,deck,index"]
    seen: Counter[str] = Counter()
    for place, one in enumerate(new_pack(back, kind)):
        face = str(one)
        seen[face] += 1
        deck, index = divmod(place, len(kind.faces))
        rows.append(f"{mouth.carried(label(back, face, seen[face]))},{face},{deck + 1},{index + 1}")
    return "\n".join(rows) + "\n"
