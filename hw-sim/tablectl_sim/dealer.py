"""The dealer: looks at the lamps, does what is due, again and again. A daemon that dies and comes back finds the same dealer.

What a lamp shows is read in `eyes.py`; what a dealer knows by heart is in `uth.py`; hands that move cards are in `world.py`.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from tablectl_sim import uth
from tablectl_sim.errors import CannotDo
from tablectl_sim.eyes import BLINK_S, DEAL, FOLD, NEXT, PACK, TAKEN_S, Eyes
from tablectl_sim.pace import Pace
from tablectl_sim.panel import Panel
from tablectl_sim.people import Player
from tablectl_sim.plainshoe import PlainShoe
from tablectl_sim.world import World

PATIENCE_S: Final = 4.5  # a lamp that contradicts the dealer's memory for this long is right; a lost link is told within 3.5 s
LOOK_S: Final = 0.1  # without any change of a lamp the dealer looks again after this


@dataclass(frozen=True, slots=True)
class Played:
    """A round that is over. `whole` says that the board was complete; a misdeal or a void has fewer cards."""

    number: int
    seats: tuple[int, ...]
    cards: int
    whole: bool
    seconds: float


@dataclass(frozen=True, slots=True)
class Hooks:
    """Who is told of what happens on the felt: rounds and cards before, `played` after; a step when the display first says its kind in a round."""

    round_begins: Callable[[int], None] = lambda _: None
    card_comes: Callable[[int, int], None] = lambda _, __: None
    step_comes: Callable[[int, str], None] = lambda _, __: None
    played: Callable[[Played], None] = lambda _: None


class Dealer:
    """One thread that deals to the players. `done` is set after `rounds` rounds; 0 is without end."""

    def __init__(
        self,
        panel: Panel,
        world: World,
        players: tuple[Player, ...],
        pace: Pace,
        seed: str,
        *,
        rounds: int = 0,
        hooks: Hooks = Hooks(),
    ) -> None:
        self.done = threading.Event()
        self._panel, self._world, self._pace = panel, world, pace
        self._players = {player.seat: player for player in sorted(players, key=lambda player: player.seat)}
        self._seed, self._rounds, self._hooks = seed, rounds, hooks
        self._eyes = Eyes(panel, pace)
        self._spots = [f"seat{seat}.{bet}" for seat in self._players for bet in uth.MANDATORY]
        self._hand: uth.Hand | None = None
        self._number = 0
        self._began = self._pressed_at = self._swapped_at = 0.0
        self._drawn_since_swap = True
        self._plain = isinstance(world.shoe.device, PlainShoe)
        self._greetings = 0
        self._contradicted_since: float | None = None
        self._closed_at: float | None = None
        self._thread = threading.Thread(target=self._run, name="dealer", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._pace.stop()
        self._panel.wake()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        while not self._pace.stopped and not self.done.is_set():
            seen = self._panel.edges
            if not self._act():
                self._eyes.wait_for_change(seen, LOOK_S)

    def _act(self) -> bool:
        """Do the one thing that is due; False where nothing is."""
        if self._eyes.held() or not self._panel.connected:
            self._contradicted_since = None
            return False
        if self._panel.greetings != self._greetings:
            return self._look_anew()
        if self._eyes.lit_now(PACK) and (not self._plain or self._awaits_pack):
            return self._change_packs()
        hand = self._hand
        if hand is None or (hand.dealt and self._wagers_reopened()):
            return self._take_wagers() if self._wagers_look_open() else self._press_next()
        if self._eyes.lit(DEAL):
            return self._deal(hand)
        self._contradicted_since = None
        if not hand.dealt:
            return self._close_wagers()
        asked = self._asked(hand)
        return self._press_next() if asked is None else self._ask(hand, asked)

    def _look_anew(self) -> bool:
        """The daemon came back and all lamps with it: look for longer than a lamp may be dark."""
        self._greetings, self._pressed_at = self._panel.greetings, time.monotonic()
        self._eyes.wait(lambda: False, 2 * BLINK_S)
        return True

    # packs and rounds

    @property
    def _awaits_pack(self) -> bool:
        """At a shoe that cannot tell what is in it: this round's bets are closed, and none of its cards is dealt."""
        return self._closed_at is not None and not (self._hand is not None and self._hand.dealt)

    def _change_packs(self) -> bool:
        """Clear the felt and bring the ready pack. A pack that was just brought is not taken out again at once; where the shoe cannot tell that it
        is in, the dealer says so."""
        if self._plain and not self._drawn_since_swap:
            return self._press_next()
        if not self._drawn_since_swap and time.monotonic() - self._swapped_at < PATIENCE_S:
            return False
        if self._hand is not None and self._hand.dealt:
            self._end_round(self._hand)
            self._world.gather()
        if self.done.is_set() or not self._world.pack_is_ready:
            return False
        self._pace.wait("pack")
        started = time.monotonic()
        self._world.gather()
        try:
            self._world.change_packs()
        except CannotDo:
            return False  # a lid was opened in between
        self._swapped_at, self._drawn_since_swap = started, False
        self._eyes.wait(lambda: not self._panel.lamp(PACK).level, TAKEN_S)
        self._eyes.rest()
        self._eyes.believe_dark()
        return True

    def _end_round(self, hand: uth.Hand) -> None:
        self._hand = None
        whole = len(hand.board) >= uth.WHOLE_BOARD
        if self._number == self._rounds:
            self.done.set()
        self._hooks.played(Played(self._number, hand.seats, hand.dealt, whole, time.monotonic() - self._began))

    def _wagers_look_open(self) -> bool:
        return all(map(self._eyes.lit, self._spots)) and not any(map(self._eyes.lit, (DEAL, FOLD)))

    def _wagers_reopened(self) -> bool:
        """The next round's wagers are open while the last round's cards still lie there. Lamps change one after the other: a felt is cleared only by
        lamps that have come to rest."""
        if not self._spots_came_back():
            return False
        self._eyes.rest()
        return self._panel.connected and not self._eyes.held() and self._spots_came_back()

    def _spots_came_back(self) -> bool:
        """Every mandatory spot is lit again that went dark since it was pressed. That all were lit a moment ago is not enough: so they were when a
        daemon dies."""
        again = self._eyes.lit_now(*self._spots) and not any(self._eyes.steady(name, self._pressed_at) for name in self._spots)
        return again and self._wagers_look_open() and not self._eyes.lit(NEXT)

    # wagers

    def _take_wagers(self) -> bool:
        if self._hand is not None:
            self._end_round(self._hand)
            self._world.gather()
        if self.done.is_set():
            return False
        self._number += 1
        self._began, self._closed_at = time.monotonic(), None
        self._hooks.round_begins(self._number)
        for seat in self._players:
            self._place(seat)
        self._hand = uth.Hand(tuple(self._players))
        return True

    def _place(self, seat: int) -> None:
        """A player presses: a unit on each mandatory spot by turns, then the bonus."""
        stake = self._players[seat].stake(f"{self._seed}/round {self._number}")
        for name in [f"seat{seat}.{bet}" for bet in uth.MANDATORY] * stake.units + [f"seat{seat}.{uth.BONUS}"] * stake.bonus:
            self._pace.wait("wager")
            self._press_spot(name, self._pace.press_s)

    def _press_spot(self, name: str, seconds: float) -> None:
        self._panel.press(name, seconds)
        self._pressed_at = time.monotonic()

    def _close_wagers(self) -> bool:
        """NEXT once every spot is seen to stand; what still blinks is pressed again, what cannot stand is taken back."""
        if self._closed_at is None:
            self._pace.wait("key")
        self._eyes.wait(lambda: self._eyes.lit_now(NEXT, *self._spots), TAKEN_S)
        if self._eyes.held() or self._eyes.lit(DEAL) or (self._eyes.lit(PACK) and not self._plain):
            return True
        if not any(map(self._eyes.lit, self._spots)):
            return self._press_next()  # the round was ended from elsewhere
        empty = [name for name in self._spots if self._eyes.blinks(name) and not self._eyes.steady(name, self._pressed_at)]
        for name in empty:
            self._press_spot(name, self._pace.press_s)
        if empty:
            return True
        if self._eyes.lit(NEXT) and not (self._plain and self._closed_at is not None):  # there it would say that the pack is in
            taken = self._press_next()
            if taken or not self._plain:  # where it was lost, NEXT stays lit and is pressed again
                self._closed_at = self._closed_at or time.monotonic()
            return True
        if self._closed_at is not None and time.monotonic() - self._closed_at < self._pace.closed_s:
            return False  # no more bets, and the cards are still being shuffled
        self._closed_at = None
        self._place_again()
        return True

    def _place_again(self) -> None:
        """A press was lost or counted twice, and the wagers do not fit together: seat by seat they are taken back and placed anew."""
        for seat in self._players:
            for bet in (uth.BONUS, *uth.MANDATORY):
                self._press_spot(f"seat{seat}.{bet}", self._pace.long_press_s)
            self._place(seat)
            if self._eyes.wait(lambda: self._eyes.lit(NEXT) or self._eyes.held(), BLINK_S) or self._pace.stopped:
                return

    # cards and choices

    def _deal(self, hand: uth.Hand) -> bool:
        if not hand.dealt:
            hand.seats = self._who_plays(hand.seats)
        places = hand.due()
        if not places:
            if not self._contradicted():
                return False
            places = hand.next_board()[:1] or [uth.BOARD]
        self._contradicted_since = None
        for place in places:
            self._pace.wait("card")
            if self._eyes.held() or self._pace.stopped:
                return True
            self._hooks.card_comes(self._number, hand.dealt + 1)
            if not self._eyes.lit(DEAL):
                return True  # the deal does not count any more
            card = self._world.draw()
            if card is None:
                return self._plain and self._fill_shoe()
            self._drawn_since_swap = True
            hand.lay(place, card)
        if hand.due():
            return True
        self._eyes.wait(lambda: not self._eyes.lit_now(DEAL), BLINK_S)
        self._eyes.rest()
        self._eyes.believe_dark()
        return True

    def _fill_shoe(self) -> bool:
        """The table was told that the pack is in, and the shoe is empty: put it in now."""
        if self._world.shoe_is_empty and self._world.pack_is_ready:
            with contextlib.suppress(CannotDo):
                self._world.change_packs()
                return True
        return False

    def _who_plays(self, seats: tuple[int, ...]) -> tuple[int, ...]:
        """Once bets are closed a wager that stands is lit and one whose press was lost is dark: only then can the two be told apart for sure."""
        self._eyes.rest()
        stands = {seat: self._eyes.lit_now(*(f"seat{seat}.{bet}" for bet in uth.MANDATORY)) for seat in seats}
        return tuple(seat for seat in seats if stands[seat]) or seats

    def _contradicted(self) -> bool:
        """The lamps have said something else than the dealer thinks for a while."""
        now = time.monotonic()
        if self._contradicted_since is None:
            self._contradicted_since = now
        return now - self._contradicted_since > PATIENCE_S

    def _asked(self, hand: uth.Hand) -> int | None:
        """The seat that has to speak: its raise spot is lit, and the round is not being settled."""
        if not hand.holes_complete or (len(hand.board) >= uth.WHOLE_BOARD and not self._eyes.lit(FOLD)):
            return None
        return next((seat for seat in hand.seats if self._eyes.lit(f"seat{seat}.{uth.RAISE}")), None)

    def _ask(self, hand: uth.Hand, seat: int) -> bool:
        hand.asked(seat)
        self._hooks.step_comes(self._number, "decide")
        self._pace.wait("think")
        say = self._players[seat].say(hand.hole(seat), hand.board, f"{self._seed}/round {self._number}")
        button = {"raise": f"seat{seat}.{uth.RAISE}", "fold": FOLD, "check": NEXT}[say]
        if not self._eyes.held() and self._eyes.press(button):
            hand.spoke(seat, final=say != "check")
        return True

    def _press_next(self) -> bool:
        if not self._eyes.lit(NEXT):
            return False
        self._pace.wait("key")
        return not self._eyes.held() and self._eyes.press(NEXT)
