"""The firmware and mechanics of a shoe that reads each card as it is drawn; a machine that shuffles all the time is one that takes cards back."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from tablectl_sim.cards import Card
from tablectl_sim.cdl_device import UNKNOWN, Body, CdlDevice, Identity

IDLE, EMPTY, JAM, LOADED, BLOCKED = 0, 6, 7, 12, 13
RED_FLASHING = 0x200
A_CARD, UNREAD, CUT_CARD = 1, 2, 3  # REPORT kinds
GOOD_READ, POOR_READ = 98, 12  # quality


@dataclass(frozen=True, slots=True)
class Misreading:
    """What the reader makes of one card: another face, or nothing."""

    face: Card | None


class Shoe(CdlDevice):
    """Cards are drawn from the front of `stack`. `misreadings` spoil the reports of the next cards, one each. `jammed` gives no card."""

    def __init__(
        self,
        identity: Identity | None = None,
        *,
        power_ups: int = 0,
        when_full: Literal["brake", "forget"] = "brake",
        remember: Callable[[int], None] | None = None,
    ) -> None:
        self.stack: deque[Card] = deque()
        self.misreadings: deque[Misreading] = deque()
        self.lights = 0
        self.jammed = False
        self._behind_cut: int | None = None
        self._pack = self._loads = self._in = self._drawn = 0
        super().__init__(1, identity or Identity(model="Shoe 1"), power_ups=power_ups, when_full=when_full, remember=remember)

    def switch_on(self, now: float) -> None:
        self._loads = self._in = self._drawn = 0
        super().switch_on(now)

    def body(self) -> Body:
        state = JAM if self.jammed else IDLE if not self._pack else BLOCKED if self.braked else LOADED if self.stack else EMPTY
        return Body(state, RED_FLASHING if self.jammed else self.lights, self.lid_open, self._pack, self._loads, self._in, self._drawn)

    def command(self, code: int, now: float) -> int:  # noqa: ARG002 - a shoe knows no commands
        return UNKNOWN

    def load(self, cards: list[Card], now: float, *, behind_cut: int | None = None) -> None:
        """A pack is put in, with a cut card before the last `behind_cut` cards; the shoe knows the pack by the back of the card on top."""
        self.stack = deque(cards)
        self._behind_cut = behind_cut
        self._pack = cards[0].back if cards else 0
        self._loads += 1
        self._in, self._drawn = len(cards), 0
        self.changed(now)

    def unload(self, now: float) -> list[Card]:
        """What is left is taken out."""
        rest = list(self.stack)
        self.stack.clear()
        self._behind_cut = None
        self._pack = self._in = self._drawn = 0
        self.changed(now)
        return rest

    def take_back(self, cards: list[Card], chance: random.Random, now: float) -> None:
        """Cards that were dealt go back in and are shuffled in with the rest."""
        inside = [*self.stack, *cards]
        chance.shuffle(inside)
        self.stack = deque(inside)
        self._drawn -= len(cards)
        self.changed(now)

    def jam(self, jammed: bool, now: float) -> None:
        self.jammed = jammed
        self.changed(now)

    def draw(self, now: float) -> Card | None:
        """The next card slides out past the reader, behind the cut card where that comes first; None where the shoe brakes or is empty."""
        if self._behind_cut == len(self.stack) and not self.braked:
            self._behind_cut = None
            self.report(CUT_CARD, 0, 0, GOOD_READ, now)
        if self.braked or self.jammed or not self.stack:
            return None
        card = self.stack.popleft()
        self._drawn += 1
        misreading = self.misreadings.popleft() if self.misreadings else None
        if misreading is None:
            self.report(A_CARD, card.face_byte, card.back, GOOD_READ, now)
        elif misreading.face is None:
            self.report(UNREAD, 0, 0, POOR_READ, now)
        else:
            self.report(A_CARD, misreading.face.face_byte, card.back, GOOD_READ, now)
        self.changed(now)
        return card
