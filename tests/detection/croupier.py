"""A dealer without a felt: whole shoes of any game through the real table, seats played by the lab's policies, until play is held or the pack is
counted again."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from pydantic import TypeAdapter

from tablectl.engine.cards import Card
from tablectl.engine.facts import BOARD, DEALER, Place, Task, seat
from tablectl.engine.game import Game, HouseRules, Supply
from tablectl.engine.games import GAMES
from tablectl.engine.steps import ChooseCards, Deal, Prepare, Reveal, RoundOver, SettleSeat, TakeWagers, Unsettled
from tablectl.engine.steps import Decide as Asked
from tablectl.lab.playing import opened
from tablectl.lab.policies import BENCHES
from tablectl.lab.policy import Sight
from tablectl.table import counts
from tablectl.table.actions import Action, ApproveShuffle, ChooseHands, CountCards, Counting, Decide, PersonRole, SetWager
from tablectl.table.events import DeviceUp
from tablectl.table.state import Cause
from tablectl_drivers.events import Activity, Light
from tests.table.dealing import DARK, IDENTITY, LOADED, READY, SHOE, SHUFFLER, Dealing, opening, table

from .planting import Fault, Thing, planted

POLICY: Final[Mapping[str, str]] = {
    "uth": "never_fold",
    "casino_holdem": "always_call",
    "texas_shootout": "house_way",
    "showdown_poker": "list",
    "tx_bj": "basic",
}
"""Who plays the seats: where there is a choice, whoever sees the most cards."""
_RULES: Final = Path(__file__).parents[2] / "config" / "rules"
_PACKS: Final = (1, 2)
_COUNT_EVERY: Final = 5  # rounds, where no shuffler counts
_BEHIND_CUT: Final = 6  # one in so many cards lies behind the cut card, one deck of six


@dataclass(frozen=True, slots=True)
class Shoe:
    """What became of one shoe: `drawn` cards came out of it, the first of those that were planted as number `came` (0: none of them). `causes` are
    those of the holds that ended it; `counted` says that it was the next count that raised them, the shuffler's or people's."""

    fault: Fault
    drawn: int
    came: int
    causes: tuple[Cause, ...]
    counted: bool


class Croupier:
    """One table of one game. After a shoe that was held its `table` is opened anew, with all cards right."""

    def __init__(self, game: str, chance: random.Random) -> None:
        self._game: Game = GAMES[game]
        kind: TypeAdapter[HouseRules] = TypeAdapter(self._game.rules_type)
        self._rules = kind.validate_python(tomllib.loads((_RULES / f"{game}-document.toml").read_text()))
        self._supply = self._game.supply(self._rules)
        self._pack = self._game.pack(self._rules)
        bench = BENCHES[game]
        self._policy = next(policy for policy in bench.policies if policy.name == POLICY[game])
        self._wagers = opened(self._game, self._rules, bench, side_bets=False).round.layout.wagers[1]
        self._chance = chance
        self.table: Dealing | None = None
        self._loads = 0

    def shoe(self, fault: Fault) -> Shoe:
        """Deal one shoe with this fault in it."""
        dealing = self.table or self._opened()
        self._loads += 1
        back = _PACKS[self._loads % len(_PACKS)]
        in_use = InUse(dealing, back, planted(self._pack, back, fault, self._chance))
        self._deal(in_use)
        came, counted = in_use.came, bool(dealing.causes) and in_use.counted
        if not dealing.causes and self._supply is not Supply.CONTINUOUS:
            self._count(in_use)
            counted = bool(dealing.causes)
        self.table = None if dealing.causes else dealing
        return Shoe(fault, in_use.drawn, came, tuple(dict.fromkeys(dealing.causes)), counted)

    def _opened(self) -> Dealing:
        devices = {SHOE: "shoe"} if self._supply is Supply.CONTINUOUS else {SHOE: "shoe", SHUFFLER: "shuffler"}
        dealing = table(
            replace(opening(self._rules), game=self._game.id, seats=self._game.max_seats, packs=_PACKS, devices=devices, count_every=_COUNT_EVERY),
            ready=False,
        )
        for name in devices:
            dealing.happen(DeviceUp(name, IDENTITY[name], dealing.power_up, 0))
        self._loads = 0
        return dealing

    def _deal(self, shoe: InUse) -> None:
        """Round after round: one of a pack that is shuffled for each, to the cut card of a shoe, or as many cards as the machine holds."""
        if self._supply is not Supply.SHOE:
            self._load(shoe)
        dealing = shoe.dealing
        while not dealing.causes:
            if isinstance(dealing.step, RoundOver):
                self._clear(shoe)
                if (pack := counts.wanted(dealing.state)) is not None:
                    shoe.counted = True
                    self._say(dealing, CountCards(pack, Counting.PACK, len(shoe.stack) + len(shoe.felt)))
                    continue
                dealing.press("key.next")
                if self._is_over(shoe):
                    return
            else:
                self._follow(shoe)

    def _is_over(self, shoe: InUse) -> bool:
        match self._supply:
            case Supply.FRESH_PACK:
                return True
            case Supply.SHOE:
                return isinstance(shoe.dealing.step, Prepare)
            case Supply.CONTINUOUS:
                return shoe.drawn >= self._pack.count

    def _clear(self, shoe: InUse) -> None:
        """A machine takes the cards of a round back and shuffles them in; others wait in the rack until the shoe is over."""
        if self._supply is Supply.CONTINUOUS:
            shoe.stack += shoe.felt
            shoe.felt = []
            self._chance.shuffle(shoe.stack)

    def _follow(self, shoe: InUse) -> None:
        dealing = shoe.dealing
        match dealing.step:
            case Prepare(task=Task.LOAD):
                self._load(shoe)
            case Prepare(task=Task.APPROVE):
                self._say(dealing, ApproveShuffle(), PersonRole.SUPERVISOR)
            case TakeWagers():
                for number in sorted(self._chance.sample(range(1, self._game.max_seats + 1), self._chance.randint(1, self._game.max_seats))):
                    for bet, amount in self._wagers.items():
                        self._say(dealing, SetWager(number, bet, amount))
                dealing.press("key.next")
            case Deal():
                shoe.draw()
            case Asked(seat=0) | ChooseCards(seat=0) | Prepare() | Reveal() | SettleSeat():
                dealing.press("key.next")
            case Asked(seat=number, hand=hand) as step:
                self._say(dealing, Decide(number, self._policy.decide(self._sight(dealing, seat(number, hand)), step)))
            case ChooseCards(seat=number) as step:
                self._say(dealing, ChooseHands(number, self._policy.choose(self._sight(dealing, seat(number)), step)))
            case Unsettled() | RoundOver() as step:
                raise AssertionError(f"nobody at the table can do {step.kind}, and play is not held")

    def _load(self, shoe: InUse) -> None:
        """What is wrong went wrong after the shuffler had counted."""
        dealing, loads = shoe.dealing, self._loads
        if self._supply is not Supply.CONTINUOUS:
            dealing.status(SHUFFLER, READY, pack=shoe.back, loads=loads, cards_in=self._pack.count)
            dealing.status(SHUFFLER, DARK, loads=loads)
        dealing.status(SHOE, LOADED, pack=shoe.back, loads=loads)
        shoe.behind_cut = self._pack.count // _BEHIND_CUT if self._supply is Supply.SHOE else None

    def _count(self, shoe: InUse) -> None:
        """The pack goes back into the shuffler, which counts it and knows backs."""
        things = [*shoe.stack, *shoe.felt]
        verdict = READY
        if len({thing.back for thing in things}) > 1:
            verdict = replace(DARK, activity=Activity.FOREIGN_CARD, red=Light.STEADY)
        elif len(things) != self._pack.count:
            over = len(things) > self._pack.count
            verdict = replace(DARK, activity=Activity.COUNT_OVER if over else Activity.COUNT_SHORT, red=Light.STEADY)
        shoe.dealing.status(SHUFFLER, verdict, pack=shoe.back, loads=self._loads, cards_in=len(things))

    def _sight(self, dealing: Dealing, own: Place) -> Sight:
        live = dealing.state.live

        def lying(place: Place, *, every: bool) -> tuple[Card, ...]:
            cards = enumerate(live.round.layout.at(place))
            return tuple(card for index, card in cards if card is not None and (every or (place, index) in live.shown))

        return Sight(self._rules, lying(own, every=True), lying(BOARD, every=False), lying(DEALER, every=False))

    @staticmethod
    def _say(dealing: Dealing, action: Action, role: PersonRole = PersonRole.DEALER) -> None:
        answer = dealing.command(action, role)
        assert answer.done, answer.text


@dataclass
class InUse:
    """The shoe that is being dealt: `stack` is drawn from its front, `felt` is what was. `counted`: people counted it since its last card."""

    dealing: Dealing
    back: int
    stack: list[Thing]
    felt: list[Thing] = field(default_factory=list)
    behind_cut: int | None = None
    drawn: int = 0
    came: int = 0
    counted: bool = False

    def draw(self) -> None:
        if self.behind_cut is not None and len(self.stack) <= self.behind_cut:
            self.behind_cut = None
            self.dealing.cards("--")
        self.counted = False
        thing = self.stack.pop(0)
        self.felt.append(thing)
        self.drawn += 1
        if thing.planted and not self.came:
            self.came = self.drawn
        self.dealing.happen(self.dealing.read("??" if thing.read is None else str(thing.read), pack=thing.back))
