"""Where every card is: in the shoe, in the shuffler, on the felt, in the rack. Only hands move cards, and they move here."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable

from tablectl_sim.cards import Card, new_pack
from tablectl_sim.errors import CannotDo
from tablectl_sim.shoe import Misreading, Shoe
from tablectl_sim.shuffler import READY, Shuffler
from tablectl_sim.wires import Port


class World:
    """Two packs and two devices. Each method may be called from any thread."""

    def __init__(self, shoe: Port[Shoe], shuffler: Port[Shuffler], packs: tuple[int, int], seed: str) -> None:
        self.shoe, self.shuffler = shoe, shuffler
        self.felt: list[Card] = []
        self.rack: list[Card] = []
        self._packs = packs
        self._found: list[Card] = []  # lost cards that somebody may find again
        self._random = random.Random(f"{seed}/world")
        self._lock = threading.RLock()

    def open_table(self) -> None:
        """The first pack goes into the shuffler, the other waits in the rack."""
        with self._lock, self.shuffler.lock:
            self.shuffler.device.insert(new_pack(self._packs[0]), time.monotonic())
            self.rack = new_pack(self._packs[1])

    @property
    def pack_is_ready(self) -> bool:
        """The machine shows that it is ready, that its lid is shut and that its link is up."""
        with self.shuffler.lock:
            shuffler = self.shuffler.device
            return shuffler.state == READY and not shuffler.lid_open and shuffler.is_followed and self.shuffler.plugged

    def draw(self) -> Card | None:
        """The next card comes out of the shoe onto the felt; None where it does not give one."""
        with self._lock, self.shoe.lock:
            now = time.monotonic()
            card = self.shoe.device.draw(now)
            if card is not None:
                self.felt.append(card)
            self.shoe.flush(now)
            return card

    def gather(self) -> None:
        """All cards on the felt and the rest in the shoe go into the rack."""
        with self._lock, self.shoe.lock:
            now = time.monotonic()
            self.rack += self.felt + self.shoe.device.unload(now)
            self.felt = []
            self.shoe.flush(now)

    def change_packs(self) -> None:
        """The ready pack goes into the shoe, the one in the rack into the shuffler. Raise CannotDo where none is ready."""
        with self._lock, self.shuffler.lock, self.shoe.lock:
            if not self.pack_is_ready:
                raise CannotDo("no pack is ready")
            now = time.monotonic()
            ready = self.shuffler.device.take(now)
            self.shuffler.flush(now)
            self.shoe.device.load(ready, now)
            self.shoe.flush(now)
            if self.rack:
                self.shuffler.device.insert(self.rack, now)
                self.shuffler.flush(now)
            self.rack = []

    def spoil_next_read(self, misreading: Misreading) -> None:
        with self.shoe.lock:
            self.shoe.device.misreadings.append(misreading)

    def a_dealt_face(self) -> Card:
        """A card that lies on the felt. Raise CannotDo where there is none."""
        with self._lock:
            if not self.felt:
                raise CannotDo("no card has been dealt yet")
            return self._random.choice(self.felt)

    def lose_next(self) -> None:
        """The next card of the shoe drops under the table."""
        with self._lock, self.shoe.lock:
            if not self.shoe.device.stack:
                raise CannotDo("there is no card in the shoe")
            self._found.append(self.shoe.device.stack.popleft())

    def swap_next(self, other: Callable[[Card], Card]) -> None:
        """The next card of the shoe was another one all along."""
        with self._lock, self.shoe.lock:
            if not self.shoe.device.stack:
                raise CannotDo("there is no card in the shoe")
            self.shoe.device.stack[0] = other(self.shoe.device.stack[0])

    def put_right(self) -> None:
        """Somebody opens the shuffler, finds what is lost, takes out what is foreign, and starts it again with whole packs."""
        with self._lock, self.shuffler.lock:
            now = time.monotonic()
            inside = self.shuffler.device.take(now)
            self._found.clear()
            if inside:
                self.shuffler.device.insert(new_pack(max(self._packs, key=lambda back: sum(card.back == back for card in inside))), now)
            self.shuffler.flush(now)
