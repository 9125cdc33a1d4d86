"""The firmware and mechanics of a shuffler that counts: one pack at a time, from loading to ready, on ticks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

from tablectl_sim.cards import SINGLE_52, Card, in_order
from tablectl_sim.cdl_device import ACCEPTED, BUSY, NOT_NOW, UNKNOWN, Body, CdlDevice, Identity
from tablectl_sim.errors import CannotDo
from tablectl_sim.mixing import FAIR, Mixing, mixed

IDLE, LOADING, SHUFFLING, VERIFYING, READY, DISPENSING = range(6)
JAM, COUNT_SHORT, COUNT_OVER, FOREIGN_CARD, INCOMPLETE = 7, 8, 9, 10, 11
IN_CYCLE: Final = (LOADING, SHUFFLING, VERIFYING)
IN_TROUBLE: Final = (JAM, COUNT_SHORT, COUNT_OVER, FOREIGN_CARD, INCOMPLETE)

GREEN, AMBER, AMBER_FLASHING, RED, RED_FLASHING = 0x001, 0x010, 0x020, 0x100, 0x200
LIGHTS: Final = {
    IDLE: 0,
    LOADING: AMBER,
    SHUFFLING: AMBER_FLASHING,
    VERIFYING: AMBER_FLASHING,
    READY: GREEN,
    DISPENSING: GREEN,
    JAM: RED_FLASHING,
    COUNT_SHORT: RED,
    COUNT_OVER: RED,
    FOREIGN_CARD: RED,
    INCOMPLETE: RED_FLASHING,
}

SHUFFLE, RELEASE, STOP, CLEAR = 1, 2, 3, 4  # commands


@dataclass(frozen=True, slots=True)
class Cycle:
    """Seconds that each phase takes."""

    load_s: float = 2.0
    shuffle_s: float = 18.0
    verify_s: float = 2.0

    def scaled(self, speed: float) -> Cycle:
        return Cycle(self.load_s / speed, self.shuffle_s / speed, self.verify_s / speed)


class Shuffler(CdlDevice):
    """`lights_stuck` replaces what the lamps show; `miscount` is added to the count of the next cycle, and one that `sorts`
    puts its cards into the order of new boxes and shows the lights of a shuffle. A whole pack has `pack_size` cards."""

    def __init__(
        self,
        identity: Identity | None = None,
        *,
        seed: str = "0",
        cycle: Cycle = Cycle(),
        mixing: Mixing = FAIR,
        pack_size: int = SINGLE_52.size,
        power_ups: int = 0,
        when_full: Literal["brake", "forget"] = "brake",
        remember: Callable[[int], None] | None = None,
    ) -> None:
        self.state = IDLE
        self.lights_stuck: int | None = None
        self.miscount = 0
        self.sorts = False
        self._cards: list[Card] = []
        self._seed, self._cycle, self._cycles, self._pack_size, self._mixing = seed, cycle, 0, pack_size, mixing
        self._phase_ends: float | None = None
        self._loads = self._in = self._taken = 0
        super().__init__(2, identity or Identity(model="Shuffler 1", serial="0002"), power_ups=power_ups, when_full=when_full, remember=remember)

    def switch_on(self, now: float) -> None:
        """A cycle that was running did not finish, and a pack that was ready is vouched for no more."""
        self._loads = self._in = self._taken = 0
        if self._cards:
            self.state, self._phase_ends = INCOMPLETE, None
        super().switch_on(now)

    def body(self) -> Body:
        lights = LIGHTS[self.state] if self.lights_stuck is None else self.lights_stuck
        pack = Counter(card.back for card in self._cards).most_common(1)[0][0] if self._cards else 0
        return Body(self.state, lights, self.lid_open, pack, self._loads, self._in, self._taken)

    def command(self, code: int, now: float) -> int:
        if code not in (SHUFFLE, RELEASE, STOP, CLEAR):
            return UNKNOWN
        if code == SHUFFLE and self.state in (SHUFFLING, VERIFYING):
            return BUSY
        possible = {
            SHUFFLE: self._cards and not self.lid_open and self.state in (LOADING, READY, INCOMPLETE),
            RELEASE: self.state == READY,
            STOP: self.state in IN_CYCLE,
            CLEAR: self.state in IN_TROUBLE,
        }
        if not possible[code]:
            return NOT_NOW
        if code == RELEASE:
            self.state = DISPENSING
        elif code == STOP:
            self.state, self._phase_ends = INCOMPLETE, None
        else:
            self.begin(now)
        return ACCEPTED

    def insert(self, cards: list[Card], now: float) -> None:
        """A pack is put in and the machine starts by itself. Raise CannotDo where one is in already."""
        if self._cards:
            raise CannotDo("there is a pack in the shuffler already")
        self._cards = list(cards)
        self._loads += 1
        self._taken = 0
        self.begin(now)
        self.changed(now)

    def take(self, now: float) -> list[Card]:
        """Everything in the machine is taken out, shuffled or not."""
        cards, self._cards = self._cards, []
        self._taken = len(cards)
        self.state, self._phase_ends = IDLE, None
        self.changed(now)
        return cards

    def begin(self, now: float) -> None:
        """Start a cycle with what is inside."""
        if not self._cards:
            self.state = IDLE
            return
        self._in = 0
        self.state, self._phase_ends = LOADING, now + self._cycle.load_s

    def jam(self, now: float) -> None:
        self.state, self._phase_ends = JAM, None
        self.changed(now)

    def set_lid(self, opened: bool, now: float) -> None:
        """An open lid breaks off a cycle."""
        if opened and self.state in IN_CYCLE:
            self.state, self._phase_ends = INCOMPLETE, None
        super().set_lid(opened, now)

    def work(self, now: float) -> None:
        while self._phase_ends is not None and now >= self._phase_ends:
            self._next_phase(self._phase_ends)
            self.changed(now)  # a host that never sees it shuffle does not believe that it did

    def _next_phase(self, now: float) -> None:
        if self.state == LOADING:
            self._in = max(0, len(self._cards) + self.miscount)
            self.state, self._phase_ends = SHUFFLING, now + self._cycle.shuffle_s
        elif self.state == SHUFFLING:
            self._cycles += 1
            seed = f"{self._seed}/power-up {self.power_ups}/cycle {self._cycles}"
            self._cards = in_order(self._cards) if self.sorts else mixed(self._cards, seed, self._mixing)
            self.sorts = False
            self.state, self._phase_ends = VERIFYING, now + self._cycle.verify_s
        else:
            self.state, self._phase_ends = self._verdict(), None
            self.miscount = 0

    def _verdict(self) -> int:
        if len({card.back for card in self._cards}) > 1:
            return FOREIGN_CARD
        if self._in != self._pack_size:
            return COUNT_SHORT if self._in < self._pack_size else COUNT_OVER
        return READY
