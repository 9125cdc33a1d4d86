"""Where every card is: in the shoe, in the shuffler, on the felt, in the rack. Only hands move cards, and they move here."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable
from typing import Final

from tablectl_sim.cards import Card, new_pack
from tablectl_sim.errors import CannotDo
from tablectl_sim.games import UTH, Felt, Supply
from tablectl_sim.shoe import Misreading, Shoe
from tablectl_sim.shuffler import CLEAR, IN_TROUBLE, READY, Shuffler
from tablectl_sim.wires import Plug

LEAST_PARTS: Final = 4  # of a single deck a quarter is left behind the cut card


class World:
    """Two packs and one or two devices. Each method may be called from any thread."""

    def __init__(
        self,
        shoe: Plug[Shoe],
        shuffler: Plug[Shuffler] | None,
        packs: tuple[int, int],
        seed: str,
        *,
        table: Felt = UTH,
        before_cut: int | None = None,
    ) -> None:
        """`before_cut` is how many cards come before the cut card of a shoe that has one; where it is None the dealer places it."""
        self.shoe = shoe
        self.felt: list[Card] = []  # in the order in which they were drawn
        self.rack: list[Card] = []
        self._shuffler, self._packs, self._table, self._before_cut = shuffler, packs, table, before_cut
        self._found: list[Card] = []  # lost cards that somebody may find again
        self._random = random.Random(f"{seed}/world")
        self._lock = threading.RLock()

    @property
    def shuffler(self) -> Plug[Shuffler]:
        """Raise CannotDo at a table that has none."""
        if self._shuffler is None:
            raise CannotDo("this table has no shuffler but the machine that deals")
        return self._shuffler

    def open_table(self) -> None:
        """The first pack goes into the shuffler (or the machine that deals); the other waits in the rack, as one that is shuffled by hand does."""
        with self._lock:
            if self._table.supply is Supply.HAND:
                self.rack = new_pack(self._packs[0], self._table.pack)
                return
            self.rack = new_pack(self._packs[1], self._table.pack)
            if self._shuffler is None:
                self.new_cards(self._packs[0])
                return
            with self.shuffler.lock:
                self.shuffler.device.insert(new_pack(self._packs[0], self._table.pack), time.monotonic())

    @property
    def pack_is_ready(self) -> bool:
        """The machine shows that it is ready, that its lid is shut and that its link is up."""
        with self.shuffler.lock:
            shuffler = self.shuffler.device
            return shuffler.state == READY and not shuffler.lid_open and shuffler.is_followed and self.shuffler.plugged

    @property
    def ready_pack(self) -> int:
        """The back of the pack that a shuffler has ready; 0 where there is none."""
        return self._shuffler.device.body().pack if self._shuffler is not None and self.pack_is_ready else 0

    @property
    def shoe_is_empty(self) -> bool:
        with self.shoe.lock:
            return not self.shoe.device.stack

    def draw(self) -> Card | None:
        """The next card comes out of the shoe onto the felt; None where it does not give one."""
        with self._lock, self.shoe.lock:
            now = time.monotonic()
            card = self.shoe.device.draw(now)
            if card is not None:
                self.felt.append(card)
            self.shoe.flush(now)
            return card

    def put_last_aside(self) -> None:
        """The card that was drawn last goes into the rack, unused."""
        with self._lock:
            self.rack.append(self.felt.pop())

    def gather(self) -> None:
        """All cards on the felt and the rest in the shoe go into the rack, or into a shuffler that has no pack."""
        with self._lock, self.shoe.lock:
            now = time.monotonic()
            self.rack += self.felt + self.shoe.device.unload(now)
            self.felt = []
            self.shoe.flush(now)
            self._bring_in()

    def clear_felt(self) -> None:
        """After a round: its cards go where this table's cards go."""
        if self._table.supply is Supply.FRESH:
            self.gather()
            return
        with self._lock, self.shoe.lock:
            now = time.monotonic()
            if self._table.supply is Supply.MACHINE:
                self.shoe.device.take_back(self.felt, self._random, now)
            else:
                self.rack += self.felt
            self.felt = []
            self.shoe.flush(now)

    def change_packs(self) -> int:
        """The ready pack goes into the shoe, the one in the rack into the shuffler; return its back. Raise CannotDo where none is ready."""
        with self._lock, self.shuffler.lock, self.shoe.lock:
            if not self.pack_is_ready:
                raise CannotDo("no pack is ready")
            now = time.monotonic()
            ready = self.shuffler.device.take(now)
            self.shuffler.flush(now)
            self.shoe.device.load(ready, now, behind_cut=self._place_cut_card(len(ready)))
            self.shoe.flush(now)
            if self.rack:
                self.shuffler.device.insert(self.rack, now)
                self.shuffler.flush(now)
            self.rack = []
            return ready[0].back

    def new_cards(self, back: int = 0) -> None:
        """Another pack goes into the machine that deals: that of this back, or the one in the rack in place of the one inside."""
        with self._lock, self.shoe.lock:
            now = time.monotonic()
            old = self.felt + self.shoe.device.unload(now)
            if back:
                fresh, rest = new_pack(back, self._table.pack), old or self.rack
            elif self.rack:
                fresh, rest = self.rack, old
            else:
                fresh, rest = old, []
            self._random.shuffle(fresh)
            self.shoe.device.load(fresh, now)
            self.felt, self.rack = [], rest
            self.shoe.flush(now)

    def has(self, back: int) -> bool:
        """Whether this pack, or a part of it, is at the table."""
        with self._lock, self.shoe.lock:
            devices = (self.shoe,) if self._shuffler is None else (self.shoe, self._shuffler)
            return any(port.device.body().pack == back for port in devices) or any(card.back == back for card in (*self.felt, *self.rack))

    def take_out(self, back: int) -> None:
        """This pack leaves the table as it is, wherever it lies, and what waits in the rack comes in where that left nothing."""
        with self._lock, self.shoe.lock:
            now = time.monotonic()
            if self.shoe.device.body().pack == back:
                self.shoe.device.unload(now)
                self.shoe.flush(now)
            if self._shuffler is not None and self._shuffler.device.body().pack == back:
                with self._shuffler.lock:
                    self._shuffler.device.take(now)
                    self._shuffler.flush(now)
            self.felt = [card for card in self.felt if card.back != back]
            self.rack = [card for card in self.rack if card.back != back]
            self._bring_in()

    def bring(self, back: int) -> None:
        """A new pack comes to the table."""
        with self._lock:
            self.rack += new_pack(back, self._table.pack)
            self._bring_in()

    def collect(self) -> None:
        """With no pack in the shuffler, the cards on the felt and in the shoe are the next that are shuffled."""
        with self._lock:
            if not self.shuffler.device.body().pack:
                self.gather()

    def _bring_in(self) -> None:
        """One pack of the rack goes into the shuffler, or the machine that deals, where that is empty."""
        pack = [card for card in self.rack if card.back == self.rack[0].back]
        port: Plug[Shoe] | Plug[Shuffler] = self.shoe if self._shuffler is None else self._shuffler
        if not pack or self._table.supply is Supply.HAND:
            return
        with port.lock:
            if port.device.body().pack:
                return
            now = time.monotonic()
            if isinstance(port.device, Shoe):
                self._random.shuffle(pack)
                port.device.load(pack, now)
            else:
                port.device.insert(pack, now)
            self.rack = [card for card in self.rack if card.back != pack[0].back]
            port.flush(now)

    def bring_other_packs(self) -> None:
        """The packs of another table go into the machine that deals, and those inside into the rack. Raise CannotDo at a table that has none."""
        if self._table.supply is not Supply.MACHINE:
            raise CannotDo("this table has no machine that deals")
        self.new_cards(max(self._packs) + 1)

    def shuffle_by_hand(self) -> None:
        """All cards that do not lie on the felt."""
        with self._lock, self.shoe.lock:
            now = time.monotonic()
            self.rack += self.shoe.device.unload(now)
            self._random.shuffle(self.rack)
            self.shoe.flush(now)

    def load_by_hand(self) -> None:
        with self._lock, self.shoe.lock:
            now = time.monotonic()
            self.shoe.device.load(self.rack, now, behind_cut=self._place_cut_card(len(self.rack)))
            self.rack = []
            self.shoe.flush(now)

    def _place_cut_card(self, count: int) -> int | None:
        """At least one deck in from the back of the stack, as the sheet of a six-deck shoe has it."""
        if self._table.supply not in {Supply.SHOE, Supply.HAND}:
            return None
        if self._before_cut is not None:
            return count - self._before_cut
        deck = count // max(self._table.pack.decks, LEAST_PARTS)
        return self._random.randint(deck, deck + deck // 2)

    def jam(self, jammed: bool) -> None:
        """The machine that shuffles jams; or somebody takes out what is stuck and starts it again."""
        port: Plug[Shoe] | Plug[Shuffler] = self.shoe if self._shuffler is None else self._shuffler
        with port.lock:
            now = time.monotonic()
            if isinstance(port.device, Shoe):
                port.device.jam(jammed, now)
            elif jammed:
                port.device.jam(now)
            else:
                port.device.command(CLEAR, now)
                port.device.changed(now)
            port.flush(now)

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

    def put_right(self) -> bool:
        """Somebody opens the shuffler, finds what is lost, takes out what is foreign, and starts it again with whole packs. Nobody does before it
        complains: then it is False."""
        with self._lock, self.shuffler.lock:
            if self.shuffler.device.state not in IN_TROUBLE:
                return False
            now = time.monotonic()
            inside = self.shuffler.device.take(now)
            self._found.clear()
            if inside:
                back = max(self._packs, key=lambda back: sum(card.back == back for card in inside))
                self.shuffler.device.insert(new_pack(back, self._table.pack), now)
            self.shuffler.flush(now)
            return True
