"""Drawing the views from the state: the one place that decides which face a person may see.

A face is shown when the rules have exposed it, to every role alike; no role sees a face-down card.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial

from tablectl.engine.facts import BOARD, BURN, DEALER, Place, seat
from tablectl.engine.game import Bet, Remarking
from tablectl.engine.layout import Layout
from tablectl.engine.steps import ChooseCards, Decide, RoundOver, TakeWagers
from tablectl.table.actions import PersonRole
from tablectl.table.holds import ADVICE, CARD_IN_DOUBT, STANDING, is_active
from tablectl.table.lamps import INDICATORS, KEYS, lamps
from tablectl.table.sentences import due_buttons, step_view
from tablectl.table.shown.of_counts import counts_view
from tablectl.table.shown.of_packs import long_used, pack_views
from tablectl.table.shown.pending import pending_views
from tablectl.table.stand import cards_at, lines_told
from tablectl.table.state import DeviceState, Hold, LiveRound, TableState
from tablectl.table.views import (
    CardView,
    DeviceView,
    HandView,
    HoldView,
    KeyView,
    NoticeView,
    SeatView,
    ShoeView,
    SpotView,
    SuitView,
    TableView,
)
from tablectl_drivers.ports import Pattern

SEES_DEVICES = frozenset({PersonRole.SUPERVISOR, PersonRole.TECHNICIAN, PersonRole.AUDITOR, PersonRole.ADMIN})


@dataclass(frozen=True, slots=True)
class Showing:
    """What is only for showing: the currency, digits after its point, and the backs of the packs by pack id."""

    currency: str
    exponent: int
    backs: Mapping[int, str]


@dataclass(frozen=True, slots=True)
class _Look:
    """What the parts of one view share: lit lamps, buttons that are due, rated hands that may be seen."""

    layout: Layout
    lit: Mapping[str, str]
    due: frozenset[str]
    hands: Mapping[int, str]


def view(state: TableState, role: PersonRole, cursor: int, showing: Showing) -> TableView:
    """Everything that a person of this role may see of the table as it stands after the journal record `cursor`."""
    live = state.live
    rules = live.round.rules
    layout = live.round.layout
    lit = {name: pattern.value for name, pattern in lamps(state).items()}
    due = due_buttons(state)
    look = _Look(layout, lit, due, _hands(state))
    return TableView(
        cursor=cursor,
        as_of_ns=state.seen_ns,
        table=state.table,
        bench=state.bench,
        game=state.game.id,
        title=state.game.title,
        profile=rules.profile,
        rules_id=rules.id,
        rules_version=rules.version,
        currency=showing.currency,
        exponent=showing.exponent,
        unit=rules.unit,
        round=live.number,
        held=bool(state.holds),
        step=replace(step_view(state), text=hold_text(state.holds[-1], showing)) if state.holds else step_view(state),
        seats=tuple(_seat(state, look, number) for number in range(1, state.seats + 1)),
        dealer=cards_at(state, DEALER),
        dealer_hands=_hands_of(state, layout, DEALER),
        dealer_hand=look.hands.get(0),
        qualifies=live.rated.qualifies if live.rated else None,
        board=cards_at(state, BOARD),
        burned=len(layout.at(BURN)),
        keys=tuple(KeyView(key.value, label, lit.get(f"key.{key}", "off"), f"key.{key}" in due) for key, label in KEYS.items()),
        indicators=tuple(KeyView(name, label, lit.get(f"lamp.{name}", "off"), due=False) for name, label in INDICATORS.items()),
        holds=tuple(_hold(state, hold, showing) for hold in state.holds),
        pending=pending_views(state, partial(money, showing=showing)),
        devices=tuple(_device(device, sees_identity=role in SEES_DEVICES) for device in state.devices.values()),
        masked=tuple(f"{name}: {fault.value}" for name, fault in sorted(state.masked.items())),
        shoe=_shoe(state, showing.backs),
        packs=pack_views(state, showing.backs),
        counts=counts_view(state, showing.backs),
        notices=tuple(NoticeView(notice.text, notice.rule) for notice in state.notices),
        warnings=(
            *state.game.warnings(rules),
            *(state.game.remarks(live.round) if isinstance(state.game, Remarking) else ()),
            *_dealt_short(state),
            *long_used(state),
            *(f"Round {live.number} is tagged: {tag.cause.replace('_', ' ')}, released by {tag.person}: {tag.reason}" for tag in live.tags),
        ),
    )


def _seat(state: TableState, look: _Look, number: int) -> SeatView:
    live, layout = state.live, look.layout
    spots = tuple(_spot(live, look, number, bet) for bet in live.round.game.bets)
    return SeatView(
        seat=number,
        state=_seat_state(state, layout, number),
        player=layout.players.get(number, ""),
        acting=isinstance(live.step, Decide | ChooseCards) and live.step.seat == number and not state.holds,
        spots=spots,
        cards=cards_at(state, seat(number)),
        hands=_hands_of(state, layout, seat(number)),
        hand=look.hands.get(number),
        lines=lines_told(live, number),
    )


def _spot(live: LiveRound, look: _Look, number: int, bet: Bet) -> SpotView:
    name = f"seat{number}.{bet.name}"
    return SpotView(
        bet=bet.name,
        label=bet.label,
        amount=live.placed.get((number, bet.name), 0),
        lamp=look.lit.get(name, Pattern.OFF.value),
        due=name in look.due,
        before_deal=bet.before_deal,
        marks=bet.marks,
        marked=look.layout.marks.get((number, bet.name), ()),
    )


def _hands_of(state: TableState, layout: Layout, place: Place) -> tuple[HandView, ...]:
    """The hands that were set from the cards of a place, which lie face up, and those that were split off."""
    chosen = layout.chosen.get(place.seat, ())
    chosen_hands = [(tuple(CardView(str(card), "up") for card in hand), 0) for hand in chosen]
    split = sorted(
        (other for other in layout.cards if (other.area, other.seat) == (place.area, place.seat) and other.hand), key=lambda other: other.hand
    )
    hands = [*chosen_hands, *((cards_at(state, other), other.hand) for other in split)]
    first = 1 if chosen else 2
    return tuple(HandView(f"Hand {number}", cards, hand) for number, (cards, hand) in enumerate(hands, first))


def _seat_state(state: TableState, layout: Layout, number: int) -> str:
    live = state.live
    if number in layout.settled or (isinstance(live.step, RoundOver) and layout.wagers.get(number)):
        return "settled"
    if not any(amount for (at, _), amount in live.placed.items() if at == number):
        return "empty"
    if not layout.closed or isinstance(live.step, TakeWagers):  # a burn may come before the wagers
        return "wagering"
    return "folded" if "fold" in layout.decisions.get(number, ()) else "in"


def _hands(state: TableState) -> dict[int, str]:
    """The rated hands that lie face up, chosen or turned over; a seat that split has two."""
    live = state.live
    if live.rated is None:
        return {}
    layout = live.round.layout
    places = {hand.seat: DEALER if hand.seat == 0 else seat(hand.seat) for hand in live.rated.hands}
    up = {at for at, place in places.items() if at in layout.chosen or all((place, index) in live.shown for index in range(len(layout.at(place))))}
    seen = [hand for hand in live.rated.hands if hand.seat in up]
    return {number: "; ".join(hand.text for hand in seen if hand.seat == number) for number in {hand.seat for hand in seen}}


def _hold(state: TableState, hold: Hold, showing: Showing) -> HoldView:
    follows = hold.follows if any(other.id == hold.follows for other in state.holds) else None
    return HoldView(
        id=hold.id,
        code=hold.cause.value,
        text=hold_text(hold, showing),
        advice=ADVICE[hold.cause],
        device=hold.device,
        active=is_active(state, hold),
        standing=_standing(state, hold),
        since_ns=hold.since_ns,
        round=hold.round,
        detail=hold.detail,
        follows=follows,
        rejects=hold.rejects,
    )


def _standing(state: TableState, hold: Hold) -> str:
    """How it stands with what raised a hold, in words."""
    if is_active(state, hold):
        return "the cause is still there"
    if hold.cause in CARD_IN_DOUBT:
        lying = (card for cards in state.live.round.layout.cards.values() for card in cards)
        unnamed = sum(card is None for card in (*lying, *state.early))
        return {0: "every card has its name", 1: "the card has no name yet"}.get(unnamed, f"{unnamed} cards have no name yet")
    return "the cause is gone" if hold.cause in STANDING else "it waits for your finding"


def hold_text(hold: Hold, showing: Showing) -> str:
    """The words of a hold, with the amounts where it is about money."""
    text = hold.text[:1].upper() + hold.text[1:]
    if hold.owed is None:
        return text
    paid, due = hold.owed.paid, hold.owed.due
    do = f"pay it {money(due - paid, showing)}" if due > paid else f"collect {money(paid - due, showing)} from it"
    return f"{text}: {_gain(paid, showing)} before, {_gain(due, showing)} now. Difference: {do}"


def _gain(amount: int, showing: Showing) -> str:
    return f"{money(abs(amount), showing)} {'taken' if amount < 0 else 'paid'}"


def money(amount: int, showing: Showing) -> str:
    """An amount, which is not negative, with its currency."""
    whole, rest = divmod(amount, 10**showing.exponent)
    return f"{whole}.{rest:0{showing.exponent}} {showing.currency}" if showing.exponent else f"{whole} {showing.currency}"


def _device(device: DeviceState, *, sees_identity: bool) -> DeviceView:
    identity = device.identity
    status = device.status
    words = f"{identity.maker} {identity.model}, serial {identity.serial}, firmware {identity.firmware}" if identity and sees_identity else ""
    return DeviceView(
        name=device.name,
        role=device.role,
        state=device.link.value,
        text=device.detail,
        identity=words,
        activity=status.activity.value if status else "unknown",
        green=status.green.value if status else "unknown",
        amber=status.amber.value if status else "unknown",
        red=status.red.value if status else "unknown",
        lid_open=status.lid_open if status else False,
        pack=status.pack if status else 0,
        cards_in=status.cards_in if status else None,
        cards_out=status.cards_out if status else None,
    )


def _shoe(state: TableState, backs: Mapping[int, str]) -> ShoeView:
    shoe = state.shoe
    faces = sorted(shoe.profile.composition)
    suits = tuple(
        SuitView(suit.value, "".join(card.rank.letter for card in faces if card.suit is suit)) for suit in sorted({card.suit for card in faces})
    )
    return ShoeView(shoe.pack, backs.get(shoe.pack, ""), shoe.verified, shoe.drawn, shoe.count, shoe.cut_card, suits)


def _dealt_short(state: TableState) -> tuple[str, ...]:
    """The remark on every round whose cards come from a short pack."""
    pack = state.shoe.pack
    count = len(state.live.lacked | {out.id for out in state.out_of(pack)})
    if not count:
        return ()
    return (f"Pack {pack} is dealt without {count} card{'s' if count > 1 else ''} that {'are' if count > 1 else 'is'} out: the round is marked",)
