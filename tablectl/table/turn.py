"""One event's way through the table: the state as it changes, and the outcomes in the order in which they came about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from tablectl.engine.cards import Card
from tablectl.engine.exposure import grown
from tablectl.engine.facts import CardDealt, CardIdentified, CardsChosen, Corrected, Decided, Fact, Place, Prepared, ShuffleCalled, Task, WagerPlaced
from tablectl.engine.game import Game, HouseRules, Refusal, Supply
from tablectl.engine.round import Round, apply, next_step, settle
from tablectl.engine.settlement import Settlement
from tablectl.engine.steps import ChooseCards, Deal, Decide, Prepare, RoundOver, SettleSeat
from tablectl.table.custody import Scan
from tablectl.table.holds import raised, uncovered
from tablectl.table.outcomes import CardsShown, DealtShort, FactTaken, HoldRaised, Outcome, Refused, RoundEnded, RoundOpened, RoundTagged, SeatRated
from tablectl.table.paid import changed, handed_over
from tablectl.table.readings import readings
from tablectl.table.shoe import Shoe
from tablectl.table.state import Cause, LiveRound, Notice, Owed, TableState, Tag, lines_due
from tablectl.table.warning import warn

NOTICES_KEPT = 4


@dataclass(slots=True)
class Turn:
    """Lives only inside `table.apply`."""

    state: TableState
    outcomes: list[Outcome] = field(default_factory=list)

    def change(self, **changes: Any) -> None:  # noqa: ANN401 - the fields of TableState, checked by replace
        self.state = replace(self.state, **changes)

    def take(self, fact: Fact) -> Refusal | None:
        """Add a fact to the round and follow what it brings about; a refusal becomes a notice."""
        live = self.state.live
        if self.state.scan is not None:
            refusal = Refusal("", reading(self.state.scan))
            self.refuse(refusal.text)
            return refusal
        after = apply(live.round, fact)
        if isinstance(after, Refusal):
            self.refuse(after.text, after.rule)
            return after
        now = played_again(live, after) if isinstance(fact, Corrected) else _moved(live, after, fact)
        self.change(live=now, notices=(), pulse=self.state.pulse + 1)
        self.outcomes.append(FactTaken(fact))
        if isinstance(fact, CardDealt) and not now.pack and self.state.shoe.pack:
            self._count_round(self.state.shoe.pack)
        self._show(now.shown - live.shown)
        if now.shown != live.shown or isinstance(fact, Corrected | CardIdentified):
            self._doubt_doubles(live)
        self._rate(live)
        self._compare(fact)
        return None

    def refuse(self, text: str, rule: str = "") -> None:
        if text:
            self.change(notices=(*self.state.notices, Notice(text, rule))[-NOTICES_KEPT:])
            self.outcomes.append(Refused(rule, text))

    def hold(
        self,
        cause: Cause,
        text: str,
        device: str | None = None,
        *,
        detail: str = "",
        owed: Owed | None = None,
        rejects: int = 0,
        pack: int | None = None,
    ) -> None:
        self.state, hold = raised(self.state, cause, text, device, detail=detail, owed=owed, rejects=rejects, pack=pack)
        self.outcomes.append(HoldRaised(hold))

    def _count_round(self, pack: int) -> None:
        """The first card of a round comes from this pack."""
        life = self.state.life(pack)
        self.change(live=replace(self.state.live, pack=pack), lives={**self.state.lives, pack: replace(life, rounds=life.rounds + 1)})

    def tag(self, tags: tuple[Tag, ...]) -> None:
        """Note the findings that cards of the round are dealt under."""
        live = self.state.live
        if not isinstance(live.step, RoundOver) and (fresh := tuple(tag for tag in tags if tag not in live.tags)):
            self.change(live=replace(live, tags=(*live.tags, *fresh)))

    def open_round(self, number: int, rules: HouseRules) -> None:
        self.change(pack_before=self.state.live.pack or self.state.pack_before)
        self.change(live=new_round(self.state.game, rules, self.state.seats, number), early=(), notices=(), pulse=self.state.pulse + 1)
        self.change(clock_set="")
        self.outcomes.append(RoundOpened(number, rules.id, rules.version, self.state.rules_hash))
        pack = self.state.game.pack(rules)
        if pack != self.state.shoe.profile:  # other house rules may ask for another pack
            self.change(shoe=Shoe(pack, last=self.state.shoe.last))
        shoe = self.state.shoe
        match self.state.game.supply(rules):
            case Supply.FRESH_PACK:
                pass
            case Supply.SHOE:
                if shoe.pack == 0 or shoe.cut_card or self.state.shuffle_ordered:
                    reason = self.state.shuffle_ordered or ("the cut card came out" if shoe.cut_card else "there is no pack in the shoe")
                    self.take(ShuffleCalled(reason))
                    self.change(shuffle_ordered=None)
            case Supply.CONTINUOUS:
                if shoe.over:  # its readings are told like those of a pack that is dealt down
                    self.change(ended=(*self.state.ended, readings(shoe)))
                fresh = Shoe(shoe.profile, shoe.pack, shoe.loads, shoe.verified, out=self.state.missing(shoe.pack), last=shoe.last)
                self.change(shoe=replace(fresh, cut_card=shoe.cut_card))
                if self.state.shuffle_ordered:  # the machine shuffles by itself: what a supervisor orders is new cards
                    self.take(ShuffleCalled(self.state.shuffle_ordered))
                    self.change(shuffle_ordered=None)

    def finish(self) -> None:
        """Note a pack that was waited for, use cards that were drawn early and are due now, and raise a hold for every cause that has none."""
        shoe, step = self.state.shoe, self.state.live.step
        if isinstance(step, Prepare) and step.task is Task.LOAD and shoe.pack and shoe.verified and shoe.untouched:
            self.take(Prepared(Task.LOAD))
            lying = [card for cards in self.state.live.round.layout.cards.values() for card in cards]  # and so is not in the shoe
            self.change(shoe=replace(shoe, seen=Counter(card for card in lying if card), unseen=lying.count(None)))
        self._note_end_of_pack()
        while self.state.early and not self.state.holds and isinstance(self.state.live.step, Deal):
            card, *rest = self.state.early
            self.change(early=tuple(rest))
            self.take(CardDealt(self.state.live.step.place, card))
        for condition in tuple(uncovered(self.state)):
            self.hold(condition.cause, condition.text, condition.device, detail=condition.detail, rejects=condition.rejects)
        self.state, told = warn(self.state)
        self.outcomes += told

    def _note_end_of_pack(self) -> None:
        live, shoe = self.state.live, self.state.shoe
        all_gone = shoe.pack != 0 and shoe.drawn >= shoe.count and self.state.game.supply(live.round.rules) is Supply.SHOE
        if isinstance(live.step, Deal) and all_gone:
            called = ShuffleCalled("all cards of the pack have been dealt")
            if not isinstance(apply(live.round, called), Refusal):  # a game whose shoe never ends within a round knows no such shuffle
                self.take(called)

    def _show(self, fresh: frozenset[tuple[Place, int]]) -> None:
        layout = self.state.live.round.layout if fresh else None
        for place in sorted({place for place, _ in fresh}, key=str):
            if layout is not None:
                cards = layout.at(place)
                self.outcomes.append(CardsShown(place, tuple(cards[index] for where, index in sorted(fresh, key=str) if where == place)))

    def _doubt_doubles(self, before: LiveRound) -> None:
        """Hold play where more cards of one face lie open than the pack has: one of them was named or read wrongly. No record names the face."""
        copies = self.state.shoe.profile.composition
        already = open_faces(before)
        for card, count in sorted(open_faces(self.state.live).items()):
            if count > max(copies[card], already[card]):
                self.hold(Cause.CARD_IMPOSSIBLE, f"{count} cards of one face lie open, and the pack has {copies[card]}")

    def _rate(self, before: LiveRound) -> None:
        live = self.state.live
        match live.step:
            case SettleSeat(seat=seat) as step:
                settlement = _settled(live)
                if (live.step, settlement) == (before.step, live.rated):
                    return
                self.change(live=replace(live, rated=settlement))
                shown = tuple(hand for hand in settlement.hands if hand.seat in {0, seat})
                self.outcomes.append(SeatRated(seat, lines_due(live, settlement, step), shown))
            case RoundOver(ending=ending):
                settlement = _settled(live)
                self.change(live=replace(live, rated=settlement), early=())
                nets = tuple((seat, sum(line.net for line in settlement.seat(seat))) for seat in sorted({line.seat for line in settlement.lines}))
                self.outcomes.append(RoundEnded(live.number, ending, nets, settlement.house))
                if live.lacked:
                    self.outcomes.append(DealtShort(live.number, tuple(sorted(live.lacked))))
                if live.tags:
                    self.outcomes.append(RoundTagged(live.number, live.tags))
            case _:
                pass

    def _compare(self, fact: Fact) -> None:
        """Hold play for each seat whose settlement comes out otherwise than it was taken and paid."""
        live = self.state.live
        if not live.paid:
            return
        settlement = live.rated
        if isinstance(fact, Corrected | CardIdentified):
            worked = settle(live.round)
            settlement = None if isinstance(worked, Refusal) else worked
            self.change(live=replace(live, rated=settlement))
        if settlement is None:
            return
        paid, owed = changed(live, settlement)
        self.change(live=replace(self.state.live, paid=paid))
        for each in owed:
            self.hold(Cause.PAID_OTHERWISE, f"Seat {each.seat} was settled, and its result has changed since", owed=each)


def reading(scan: Scan) -> str:
    """Why nothing is played while a pack is read."""
    return f"Pack {scan.pack} is being read to inspect it: nothing is dealt until that is over"


def open_faces(live: LiveRound, besides: tuple[Place, int] | None = None) -> Counter[Card]:
    """The faces that lie face up, without the card at one place."""
    layout = live.round.layout
    faces = (layout.at(place)[index] for place, index in live.shown if (place, index) != besides and index < len(layout.at(place)))
    return Counter(face for face in faces if face is not None)


def new_round(game: Game, rules: HouseRules, seats: int, number: int) -> LiveRound:
    fresh = Round(game, rules, seats)
    return LiveRound(number, fresh, next_step(fresh), {})


def _moved(live: LiveRound, after: Round, fact: Fact) -> LiveRound:
    shown = grown(live.shown, live.step, live.round, fact)
    paid = handed_over(live, fact)
    return replace(live, round=after, step=next_step(after), placed=_placed(live, fact), shown=shown, paid=paid)


def played_again(live: LiveRound, corrected: Round) -> LiveRound:
    """Carry along anew what the corrected facts bring; the round allowed each of them already."""
    again = new_round(corrected.game, corrected.rules, corrected.seats, live.number)
    for count, fact in enumerate(corrected.facts, 1):
        again = _moved(again, replace(corrected, facts=corrected.facts[:count]), fact)
    return replace(again, round=corrected, paid=live.paid, lacked=live.lacked, pack=live.pack, tags=live.tags)


def _settled(live: LiveRound) -> Settlement:
    settlement = settle(live.round)
    if isinstance(settlement, Refusal):
        raise TypeError(f"{live.round.game.id}: {live.step.kind} is due, but settle() refuses: {settlement.text} ({settlement.rule})")
    return settlement


def _placed(live: LiveRound, fact: Fact) -> Mapping[tuple[int, str], int]:
    match fact:
        case WagerPlaced(seat=seat, bet=bet, amount=amount):
            return {**live.placed, (seat, bet): amount}
        case Decided(seat=seat, option=name) if isinstance(live.step, Decide):
            option = next(option for option in live.step.options if option.name == name)
            return {**live.placed, (seat, option.bet): option.amount} if option.bet else live.placed
        case Prepared(task=Task.GATHER):  # what was wagered on the cards that were taken back goes back with them
            wagers = live.round.layout.wagers
            return {(seat, bet): amount for seat, bets in wagers.items() for bet, amount in bets.items()}
        case CardsChosen(seat=seat, hands=hands) if isinstance(live.step, ChooseCards) and len(hands) > 1:
            return {**live.placed, **{(seat, bet): amount for bet, amount in live.step.split_bets}}
        case _:
            return live.placed
