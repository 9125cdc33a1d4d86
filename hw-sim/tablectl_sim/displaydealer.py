"""A dealer who follows the dealer display: presses the buttons and keys that it names, draws where a card is due, and says on it what no button says.

One for every game; how its people play is in `plays.py`, what lies where in `laid.py`. The display never shows a face-down card: those the
dealer knows from having drawn them, as the players know theirs.
"""

from __future__ import annotations

import random
import re
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from tablectl_sim import laid
from tablectl_sim.dealer import Hooks, Played
from tablectl_sim.display import PATIENCE_S, Display, lit
from tablectl_sim.door import Door, View
from tablectl_sim.errors import CannotDo, DoorShut
from tablectl_sim.eyes import FOLD, NEXT
from tablectl_sim.fourcards import house_way
from tablectl_sim.games import Felt, Supply
from tablectl_sim.laid import LaidCards
from tablectl_sim.pace import Pace
from tablectl_sim.panel import Panel
from tablectl_sim.people import Player
from tablectl_sim.plays import MANNERS, Sight, Wager
from tablectl_sim.slips import BURNED, UNUSED, WAITING, Slip, Slips, Where, ask_muck_back, at, others, place_last_card
from tablectl_sim.world import World

SHUT_S: Final = 0.3  # between two tries at a door that is shut
REFUSES_CUT: Final = 0.3


@dataclass(frozen=True, slots=True)
class Plan:
    """What the scenario says of the dealing. `new_dealer_every` 0: the same dealer all the time."""

    table: Felt
    players: tuple[Player, ...]
    seed: str
    rounds: int = 0
    new_dealer_every: int = 0


class DisplayDealer:
    """One thread that deals to the players once somebody has signed in. `done` is set after so many rounds."""

    def __init__(self, panel: Panel, world: World, pace: Pace, plan: Plan, *, hooks: Hooks, note: Callable[[str], None]) -> None:
        self.done = threading.Event()
        self._panel, self._world, self._pace, self._plan, self._hooks = panel, world, pace, plan, hooks
        self._players = {player.seat: player for player in sorted(plan.players, key=lambda player: player.seat)}
        self._manners = MANNERS[plan.table.game]
        self._laid = LaidCards()
        self._display = Display(panel, world, pace, self._laid, note)
        self._slips = Slips(world)
        self._relieved = self._begun = self._told = -1  # as the table numbers them: new dealer, wagers placed, over
        self._seen_step = ("", 0)
        self._number = 0
        self._interrupted = False  # something was shown while a card was about to be drawn
        self._began = time.monotonic()
        self._wanted: dict[tuple[int, str], Wager] = {}
        self._thread = threading.Thread(target=self._run, name="dealer", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._pace.stop()
        self._panel.wake()
        if self._thread.is_alive():
            self._thread.join()

    def sign_in(self, dealer: Door, supervisor: Door) -> None:
        """From now on the display and the supervisor's console are found behind these doors."""
        self._display.sign_in(dealer, supervisor)

    def show_card(self, where: Where) -> None:
        """A face-down card is shown by mistake. Raise CannotDo where the table does not take it so."""
        dealer, _ = self._display.doors()
        if refused := dealer.say(self._display.round, kind="expose_card", place=where):
            raise CannotDo(refused)
        self._interrupted = True

    def slip(self, slip: Slip, number: int) -> None:
        """Something is done otherwise than it should. Raise CannotDo where the table does not take what is said of it."""
        if slip in WAITING:
            self._slips.expect(slip)
            return
        dealer, floor = self._display.doors()
        self._interrupted = True
        match slip:
            case Slip.SECOND_BURN:
                self._draw_out_of_turn()
                place_last_card(floor, self._display.round, BURNED, "two cards were burned")
            case Slip.NO_BURN:
                if refused := dealer.say(self._display.round, kind="new_dealer", dealer="In a hurry"):
                    raise CannotDo(refused)
                self._draw_out_of_turn()
                place_last_card(floor, self._display.round, at("", number), "the new dealer burned no card")
            case Slip.SEEN_EARLY:
                self._draw_out_of_turn()
                place_last_card(floor, self._display.round, UNUSED, "drawn in error, and a player saw it")
                self._world.put_last_aside()
            case _:
                ask_muck_back(dealer, self._display.round, number, self._laid)

    def _draw_out_of_turn(self) -> None:
        if self._world.draw() is None:
            raise CannotDo("the shoe gives no card")
        drawn = self._world.shoe.device.body().cards_out
        self._display.wait_for(lambda now: now["shoe"]["seen"] == drawn, PATIENCE_S)

    def _run(self) -> None:
        while not self._pace.stopped and not self.done.is_set():
            try:
                view = self._display.look()
                if not self._act(view):
                    self._display.wait_for_change(view, self._pace.glance_s * 10)
            except DoorShut:
                self._pace.sleep(SHUT_S)

    # what is due

    def _act(self, view: View) -> bool:
        """Do the one thing that is due; False where nothing is, or somebody else has to act."""
        step = view["step"]
        came = self._tell_step(view)
        if self._interrupted:
            self._interrupted = False
            return True
        if came:
            return self._display.wait_for_change(view, PATIENCE_S)
        if step["kind"] == "held":
            return False
        if view["counts"]["due"]:
            return self._count(view)
        if lit(view, "pack") and step["kind"] != "prepare":
            return self._change_packs(view)
        match step["kind"]:
            case "prepare":
                return self._prepare(view)
            case "take_wagers":
                return self._close_wagers(view) if self._begun == view["round"] else self._take_wagers(view)
            case "deal":
                return lit(view, "deal") and self._deal(view)
            case "decide":
                return self._ask(view)
            case "choose_cards":
                return self._set_dealer(view) if not step["seat"] else self._let_choose(view)
            case "reveal" | "settle_seat":
                return self._display.press_key(NEXT, view)
            case "round_over":
                return self._end_round(view)
            case _:
                return False  # only a supervisor can help

    def _tell_step(self, view: View) -> bool:
        """What goes wrong may wait for what the display says; True where a card has come by it."""
        step, lying = (view["step"]["kind"], view["round"]), len(self._world.felt)
        if step != self._seen_step:
            self._seen_step = step
            self._hooks.step_comes(self._number_of(view), step[0])
        return len(self._world.felt) != lying

    def _number_of(self, view: View) -> int:
        """The round that the display shows, as the scenario counts it: it is counted when its wagers are placed."""
        return self._number + int(self._begun != view["round"])

    def _end_round(self, view: View) -> bool:
        if self._told != view["round"]:
            self._told = view["round"]
            seats = tuple(seat["seat"] for seat in view["seats"] if seat["state"] == "settled")
            whole = view["step"]["text"].startswith("The round is over")
            self._hooks.played(Played(self._number, seats, len(self._world.felt), whole, time.monotonic() - self._began))
            if self._number == self._plan.rounds:
                self.done.set()
                return True
        return self._display.press_key(NEXT, view)

    def _count(self, view: View) -> bool:
        """Count what is left in the shoe, as the display asks."""
        left = len(self._world.shoe.device.stack)
        return self._display.pause("pack", view) and self._display.say(kind="count_cards", pack=view["counts"]["due"], place="stub", number=left)

    # wagers

    def _take_wagers(self, view: View) -> bool:
        if self._relieved != view["round"] and self._relief_is_due():
            self._relieved = view["round"]
            return self._display.say(kind="new_dealer", dealer=f"Dealer {self._number // self._plan.new_dealer_every + 1}")
        self._begun, self._began, self._wanted = view["round"], time.monotonic(), {}
        self._number += 1
        self._hooks.round_begins(self._number)
        standing = {seat["seat"] for seat in view["seats"] if any(spot["amount"] for spot in seat["spots"])}
        for number, player in self._players.items():
            if player.name:
                self._display.say(kind="seat_player", seat=number, player=player.name)
            if number not in standing:  # a round that goes on has its wagers already
                self._place(player, view)
        return True

    def _relief_is_due(self) -> bool:
        every = self._plan.new_dealer_every
        return every > 0 and self._number > 0 and self._number % every == 0

    def _place(self, player: Player, view: View) -> None:
        for wager in self._manners.stakes(player, self._chance(player.seat, "stake")):
            self._wanted[player.seat, wager.spot] = wager
            name = f"seat{player.seat}.{wager.spot}"
            if wager.marks or name not in self._panel.buttons:
                self._pace.wait("wager")
                self._enter(player.seat, wager, view)
                continue
            for _ in range(wager.units):
                self._pace.wait("wager")
                self._panel.press(name, self._pace.press_s)

    def _enter(self, number: int, wager: Wager, view: View) -> None:
        """Enter a wager on the display by its amount and marks."""
        spot = next(spot for spot in view["seats"][number - 1]["spots"] if spot["bet"] == wager.spot)
        marks = [group[mark] for group, mark in zip(spot["marks"], wager.marks, strict=True)] if wager.marks else []
        self._display.say(kind="set_wager", seat=number, bet=wager.spot, amount=wager.units * view["unit"], marks=marks)

    def _close_wagers(self, view: View) -> bool:
        """NEXT once every wager is seen to stand; one whose press was lost is pressed again, as only the table knows what a press is worth."""
        if not self._display.wait_for(lambda now: not self._missing(now), PATIENCE_S / 2):
            for number, spot in self._missing(self._display.look()):
                name = f"seat{number}.{spot}"
                if self._wanted[number, spot].marks or name not in self._panel.buttons:
                    self._enter(number, self._wanted.pop((number, spot)), view)
                else:
                    self._panel.press(name, self._pace.press_s)
            return True
        now = self._display.look()
        return now["step"]["kind"] != "take_wagers" or self._display.press_key(NEXT, now)

    def _missing(self, view: View) -> list[tuple[int, str]]:
        if view["step"]["kind"] != "take_wagers":
            return []
        standing = {(seat["seat"], spot["bet"]) for seat in view["seats"] for spot in seat["spots"] if spot["amount"]}
        return sorted(self._wanted.keys() - standing)

    # cards

    def _prepare(self, view: View) -> bool:
        step = view["step"]
        match step["task"]:
            case "gather":
                self._world.gather()
                self._laid.forget()
                return self._display.press_key(NEXT, view)
            case "shuffle" if self._plan.table.supply is Supply.MACHINE:
                self._world.new_cards()
                return self._display.press_key(NEXT, view)
            case "shuffle" if self._plan.table.supply is Supply.HAND:
                self._world.shuffle_by_hand()
                return self._display.press_key(NEXT, view)
            case "shuffle":
                if not self._world.pack_is_ready:
                    self._world.collect()
                    return False
                return self._display.press_key(NEXT, view)
            case "approve":
                return self._display.pause("think", view) and not self._display.doors()[1].say(self._display.round, kind="approve_shuffle")
            case "load":
                self._slips.took(Slip.CUT_REFUSED)
                if self._slips.took(Slip.CUT_DOUBTED):
                    return not self._display.doors()[1].say(self._display.round, kind="order_shuffle", reason="the cut is doubted")
                return self._load(view)
            case _:  # the cut
                may_refuse = any(option["name"] == "refused" for option in step["options"])
                refuses = may_refuse and (self._slips.due(Slip.CUT_REFUSED) or self._chance(step["seat"], "cut").random() < REFUSES_CUT)
                return self._display.press_key(FOLD if refuses else NEXT, view)

    def _load(self, view: View) -> bool:
        if self._plan.table.supply is not Supply.HAND:
            return self._change_packs(view)
        if not self._display.pause("pack", view):
            return False
        self._world.load_by_hand()
        return self._display.wait_for_change(view, PATIENCE_S)

    def _change_packs(self, view: View) -> bool:
        """Clear the felt and the shoe, and bring the ready pack."""
        if not self._plan.table.supply.has_shuffler or not self._world.pack_is_ready or not self._display.pause("pack", view):
            return False  # a machine tells by itself what is in it, and what is shuffled by hand is loaded when that is due
        self._world.gather()
        try:
            pack = self._world.change_packs()
        except CannotDo:
            return False  # a lid was opened in between
        return self._display.wait_for(lambda now: now["shoe"]["pack"] == pack, PATIENCE_S)

    def _deal(self, view: View) -> bool:
        self._hooks.card_comes(self._number_of(view), len(self._world.felt) + 1)
        if self._interrupted or not self._display.pause("card", view):
            self._interrupted = False
            return True
        if self._world.draw() is None:
            return False
        self._display.wait_for_change(view, PATIENCE_S)
        if self._slips.took(Slip.FACE_UP):
            place_last_card(self._display.doors()[1], self._display.round, UNUSED, "it lay face up in the shoe")
        return True

    # what people say

    def _ask(self, view: View) -> bool:
        step = view["step"]
        options = {option["name"]: option for option in step["options"]}
        if not self._display.pause("think" if step["seat"] else "key", view):
            return True
        said = next(iter(options)) if not step["seat"] else self._answer(view, frozenset(options))
        button = options[said]["button"]
        if button in self._panel.buttons:
            return self._display.press(button, view)
        return self._display.say(kind="decide", seat=step["seat"], option=said)

    def _answer(self, view: View, options: frozenset[str]) -> str:
        number, hand = view["step"]["seat"], _hand(view["step"]["text"])
        sight = Sight(self._laid.at(laid.seat(number, hand)), laid.shown(view["board"]), laid.shown(view["dealer"]))
        return self._manners.say(self._players[number], sight, options, self._chance(number, f"say {hand} {len(sight.own)}"))

    def _let_choose(self, view: View) -> bool:
        """A seat lays out what it plays; with a card among them that nobody saw, it waits for the supervisor."""
        number, keep = view["step"]["seat"], view["step"]["keep"]
        cards = self._laid.at(laid.seat(number))
        if len(cards) != 2 * keep or not self._display.pause("think", view):
            return False
        hands = self._manners.choose(self._players[number], cards, self._chance(number, "choose"))
        return self._display.say(kind="choose_hands", seat=number, hands=[[str(card) for card in hand] for hand in hands])

    def _set_dealer(self, view: View) -> bool:
        """Set the dealer's cards by heart; NEXT agrees with the display, and where it says otherwise the own hand is laid out."""
        lying = self._laid.at(laid.DEALER)
        hand = house_way(lying)
        if self._slips.took(Slip.WRONG_HOUSE_HAND):
            return self._display.pause("key", view) and self._display.say(kind="choose_hands", seat=0, hands=[others(lying, hand)])
        own = {str(card) for card in hand}
        if any(own == set(option["label"].partition(":")[0].split()) for option in view["step"]["options"]):
            return self._display.press_key(NEXT, view)
        return self._display.pause("key", view) and self._display.say(kind="choose_hands", seat=0, hands=[sorted(own)])

    def _chance(self, number: int, what: str) -> random.Random:
        return random.Random(f"{self._plan.seed}/round {self._number}/seat {number}/{what}")


def _hand(text: str) -> int:
    """Which of its hands a seat is asked for, counted from 0: the sentence says it where there are several."""
    found = re.match(r"Seat \d+, hand (\d+)", text)
    return int(found[1]) - 1 if found else 0
