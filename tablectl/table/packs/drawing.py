"""A card leaves the shoe: the ledger counts it, the round gets it, and every doubt about it becomes a hold."""

from __future__ import annotations

from dataclasses import replace

from tablectl.engine.cards import Card
from tablectl.engine.facts import BettingClosed, CardDealt, CutCardOut
from tablectl.engine.game import Refusal, Supply
from tablectl.engine.steps import Deal, RoundOver, TakeWagers
from tablectl.table import order
from tablectl.table import shoe as ledger
from tablectl.table.events import CardRead, CardsUnseen, Mark
from tablectl.table.packs import inspecting, witnesses
from tablectl.table.packs.withdrawing import doubt
from tablectl.table.state import Cause, TableState
from tablectl.table.turn import Turn
from tablectl_drivers.events import ReportId


def on_card(turn: Turn, event: CardRead) -> None:
    """Count and place a card that the reader reported; a report that is on record already changes nothing."""
    last = turn.state.shoe.last
    if last is not None and last.power_up == event.power_up:
        if event.report <= last.number:
            return
        if event.report > last.number + 1:
            _unseen(turn, event.report - last.number - 1, event.device)
    _note_report(turn, event.power_up, event.report)
    if turn.state.scan is not None:
        inspecting.pass_by(turn, event)
        return
    if event.mark is Mark.CUT_CARD:
        turn.change(shoe=replace(turn.state.shoe, cut_card=True))
        if not isinstance(turn.state.live.step, RoundOver):
            turn.take(CutCardOut())
        return
    _check_pack(turn, event)
    card = _counted(turn, event)
    _note_order(turn, (card,), event.device)
    _place(turn, card, event.device)


def on_unseen(turn: Turn, event: CardsUnseen) -> None:
    """Cards went by unread: they took the next places, with faces that nobody knows. Those that are on record already change nothing."""
    last = turn.state.shoe.last
    before = last.number if last is not None and last.power_up == event.power_up else event.first - 1
    if event.last <= before:
        return
    _note_report(turn, event.power_up, event.last)
    _unseen(turn, event.last - before, event.device)


def needs_fresh_pack(state: TableState) -> bool:
    """Whether the round that is being prepared has to wait for a pack: none is in, or it was dealt from already."""
    if any(isinstance(fact, CardDealt) for fact in state.live.round.facts):
        return False
    shoe = state.shoe
    fresh = state.game.supply(state.live.round.rules) is Supply.FRESH_PACK
    return shoe.pack == 0 or not shoe.verified or (fresh and not shoe.untouched)


def _note_report(turn: Turn, power_up: int, number: int) -> None:
    turn.change(shoe=replace(turn.state.shoe, last=ReportId(power_up, number)))


def _unseen(turn: Turn, count: int, device: str) -> None:
    if turn.state.scan is not None:
        inspecting.pass_unread(turn, count)
        return
    count = min(count, turn.state.shoe.count)
    turn.hold(Cause.CARDS_MISSED, f"{count} card{'s' if count > 1 else ''} left the {device} without being read", device)
    turn.change(shoe=ledger.draw_unseen(turn.state.shoe, count))
    _note_order(turn, (None,) * count, device)
    for _ in range(count):
        _place(turn, None, device)


def _note_order(turn: Turn, cards: tuple[Card | None, ...], device: str) -> None:
    """The words do not say which order it is: one card that lies open would tell those that do not."""
    after, doubted = order.draw(turn.state.order, cards, turn.state.shoe.profile.count)
    turn.change(order=after)
    if doubted and not any(hold.cause is Cause.PACK_ORDER for hold in turn.state.holds):
        turn.hold(Cause.PACK_ORDER, f"The order of the cards up to card {turn.state.shoe.drawn} of the pack is not that of a shuffled pack", device)


def _counted(turn: Turn, event: CardRead) -> Card | None:
    shoe = turn.state.shoe
    foreign = event.pack and shoe.pack and event.pack != shoe.pack
    if event.card is None or foreign:
        turn.change(shoe=ledger.draw_unseen(shoe))
        if foreign:
            turn.hold(Cause.CARD_OF_OTHER_PACK, f"A card of pack {event.pack} came out of the shoe with pack {shoe.pack}", event.device)
            for pack in (event.pack, shoe.pack):
                doubt(turn, pack, f"a card of pack {event.pack} was among those of pack {shoe.pack}")
        else:
            turn.hold(Cause.CARD_UNREADABLE, f"The {event.device} could not read card {shoe.drawn + 1} of the pack", event.device)
        return None
    counted, problem = ledger.draw(shoe, event.card, event.code)
    turn.change(shoe=counted)
    if problem:
        turn.hold(Cause.CARD_IMPOSSIBLE, f"Card {shoe.drawn + 1} of the pack cannot be what the {event.device} read: {problem}", event.device)
        return None
    return event.card


def _check_pack(turn: Turn, event: CardRead) -> None:
    state = turn.state
    if isinstance(state.live.step, RoundOver) or not needs_fresh_pack(state):
        return
    shoe = state.shoe
    open_causes = {hold.cause for hold in state.holds}
    if (shoe.pack == 0 or not shoe.verified) and Cause.PACK_UNVERIFIED not in open_causes:
        turn.hold(Cause.PACK_UNVERIFIED, f"A card left the {event.device}, but no shuffled and counted pack is in it", event.device)
    elif not shoe.untouched and Cause.PACK_USED not in open_causes:
        turn.hold(Cause.PACK_USED, f"A card left the {event.device}, but its pack was dealt from already", event.device)


def _place(turn: Turn, card: Card | None, device: str) -> None:
    state = turn.state
    if not isinstance(state.live.step, RoundOver) and (out := state.out_of(state.shoe.pack)):
        turn.change(live=replace(state.live, lacked=state.live.lacked | {each.id for each in out}))
    turn.tag(state.tags.get(state.shoe.pack, ()))
    witnesses.dealt(turn)
    if isinstance(turn.state.live.step, TakeWagers):
        refusal = turn.take(BettingClosed())
        if isinstance(refusal, Refusal):
            _keep(turn, card, device, refusal.text)
            return
    match turn.state.live.step:
        case Deal(place=place) if not turn.state.early:
            turn.take(CardDealt(place, card))
        case Deal():  # behind those that wait: cards come into play in the order in which they were drawn
            turn.change(early=(*turn.state.early, card))
        case RoundOver():
            pass
        case _:
            _keep(turn, card, device, "none was due")


def _keep(turn: Turn, card: Card | None, device: str, why: str) -> None:
    turn.change(early=(*turn.state.early, card))
    if not any(hold.cause is Cause.CARD_NOT_DUE for hold in turn.state.holds):
        turn.hold(Cause.CARD_NOT_DUE, f"A card left the {device}: {why}", device)
