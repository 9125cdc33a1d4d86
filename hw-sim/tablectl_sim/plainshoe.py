"""A shoe with nothing but a reader of codes at its mouth: no packs, no counts, no memory. What the reader says on the wire is the reader's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from tablectl_sim.cards import RANKS, SUITS, Card, PackKind, new_pack
from tablectl_sim.feig_obid_device import FeigReader
from tablectl_sim.hid_keyboard_device import HidKeyboardScanner
from tablectl_sim.hid_keyboard_device import gadget as keyboard_gadget
from tablectl_sim.hid_pos_device import HidPosScanner
from tablectl_sim.hid_pos_device import gadget as scanner_gadget
from tablectl_sim.line_device import LineDevice
from tablectl_sim.pn532_hsu_device import Pn532Board
from tablectl_sim.printed_code import CUT, printed
from tablectl_sim.shoe import A_CARD, CUT_CARD, Shoe
from tablectl_sim.ssi_device import SsiDevice
from tablectl_sim.usb_gadget import Gadget

SMEARED: Final = "?"  # the face of a card that nobody can make out


class Reader(Protocol):
    """The device's side of one reader, on ticks."""

    def switch_on(self, now: float) -> None: ...

    def receive(self, data: bytes, now: float) -> None: ...

    def tick(self, now: float) -> None: ...

    def take_output(self) -> list[bytes]: ...

    def show(self, code: str, now: float) -> None: ...


@dataclass(frozen=True, slots=True)
class Mouth:
    """What sits at the mouth and which driver speaks with it, by which options; what a card carries for it to read, told from the back of its pack,
    its face, and which of the equal cards it is. `gadget` makes a USB device of it. `bench_only` is not for a table that says to be live."""

    reader: Callable[[], Any]
    driver: str
    carried: Callable[[int, str, int], str]
    gadget: Callable[[Any], Gadget] | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    bench_only: bool = False


def label(back: int, face: str, copy: int) -> str:
    """What tells a card from every other."""
    return f"{back:02}-{copy}-{face}"


def _tag(first: str, length: int) -> Callable[[int, str, int], str]:
    """Tags with a UID of so many bytes, as hexadecimal digits."""
    return lambda back, face, copy: first + f"{back:02}{copy}{face}".encode().hex().upper().rjust(2 * length - len(first), "0")


MOUTHS: Final[dict[str, Mouth]] = {
    "ssi": Mouth(SsiDevice, "ssi", label),
    "feig_obid": Mouth(FeigReader, "feig_obid", _tag("E0", 8)),
    "pn532_hsu": Mouth(Pn532Board, "pn532_hsu", _tag("04", 7)),
    "ascii_line": Mouth(LineDevice, "ascii_line", printed),
    "hid_pos": Mouth(HidPosScanner, "hid_pos", label, scanner_gadget),
    "hid_keyboard": Mouth(HidKeyboardScanner, "hid_pos", printed, keyboard_gadget, {"mode": "keyboard"}, bench_only=True),
}


class PlainShoe(Shoe):
    """The mechanics of a shoe; every card that slides out shows its code to the reader."""

    def __init__(self, mouth: Mouth, kind: PackKind) -> None:
        self.mouth: Reader = mouth.reader()
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
            self.mouth.show(self._carried(pack, name, min(self._gone[name], max(copies, 1))), now)
        else:
            self.mouth.show(self._carried(1, CUT, 1) if kind == CUT_CARD else self._carried(0, SMEARED, 0), now)


def deck_map(back: int, kind: PackKind, mouth: Mouth) -> str:
    """The map of a pack for the table's configuration: which code is which card."""
    rows = ["code,card,deck,index"]
    seen: Counter[str] = Counter()
    for place, one in enumerate(new_pack(back, kind)):
        face = str(one)
        seen[face] += 1
        deck, index = divmod(place, len(kind.faces))
        rows.append(f"{mouth.carried(back, face, seen[face])},{face},{deck + 1},{index + 1}")
    return "\n".join(rows) + "\n"
