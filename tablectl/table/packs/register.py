"""The register of packs: which card was taken out of which, and by which card it was replaced."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from tablectl.engine.facts import CardDealt, ShuffleCalled, Task
from tablectl.engine.game import Refusal, Supply
from tablectl.engine.steps import Prepare, RoundOver
from tablectl.table.actions import ReplaceCard, TakeOutCard
from tablectl.table.holds import uncovered
from tablectl.table.outcomes import CardReplaced, CardTakenOut
from tablectl.table.state import CardOut, Cause, TableState
from tablectl.table.turn import Turn


def take_out(turn: Turn, action: TakeOutCard, person: str) -> Refusal | None:
    """Book that one card of this face is out of its pack. What was read in the round has no say, so that nobody learns of a card by asking."""
    state = turn.state
    if fault := _unknown(state, action.pack) or _all_out(state, action) or _may_lie_here(state, action):
        return Refusal("", fault)
    out = CardOut(state.next_out, action.pack, action.card, action.reason, state.live.number, state.seen_ns)
    turn.change(out=(*state.out, out), next_out=out.id + 1, proven=state.proven - {action.pack}, pulse=state.pulse + 1)
    if action.from_shoe:
        turn.change(shoe=replace(state.shoe, out=state.shoe.out + Counter([action.card])))
    _count_again(turn)
    turn.outcomes.append(CardTakenOut(out.id, out.pack, out.card, person, out.reason))
    return None


def put_back(turn: Turn, action: ReplaceCard, person: str) -> Refusal | None:
    """Book the replacement. It takes the place of the card: among those to come where it was missing there, else with those that have gone."""
    state = turn.state
    out = next((out for out in state.out if out.id == action.out), None)
    if out is None:
        return Refusal("", "This card is not out (any more)")
    if (action.pack, action.card) != (out.pack, out.card):
        return Refusal("", f"It has to be of the same face and back: {out.card} of pack {out.pack} is out")
    shoe = state.shoe
    if out.pack == shoe.pack:
        if state.game.supply(state.live.round.rules) is Supply.CONTINUOUS and (refusal := _announced(turn, out)):
            return refusal
        turn.change(shoe=replace(shoe, out=shoe.out - Counter([out.card])))
    left = tuple(other for other in state.out if other is not out)
    turn.change(out=left, proven=state.proven - {out.pack}, pulse=turn.state.pulse + 1)
    _count_again(turn)
    turn.outcomes.append(CardReplaced(out.id, out.pack, out.card, person, action.reason))
    return None


def _count_again(turn: Turn) -> None:
    """A shuffler that counted the pack before this booking counted right then: its pack is counted again, and is no wrong one for that."""
    for condition in tuple(uncovered(turn.state)):
        if condition.cause is Cause.WRONG_COUNT:
            turn.hold(condition.cause, condition.text, condition.device)


def _unknown(state: TableState, pack: int) -> str | None:
    return None if pack in state.packs else f"This table has no pack {pack}; its packs are {', '.join(map(str, state.packs))}"


def _all_out(state: TableState, action: TakeOutCard) -> str | None:
    copies = state.shoe.profile.composition[action.card]
    if copies == 0:
        return f"A pack of this table has no {action.card}"
    if state.missing(action.pack)[action.card] < copies:
        return None
    return f"Every {action.card} of pack {action.pack} is out already"


def _may_lie_here(state: TableState, action: TakeOutCard) -> str | None:
    """A card that lies in a round stays in it until the round is over, and may lie face down until then."""
    live = state.live
    if action.from_shoe:
        return None if action.pack == state.shoe.pack else f"Pack {action.pack} is not in the shoe"
    over = isinstance(live.step, RoundOver) or not any(isinstance(fact, CardDealt) for fact in live.round.facts)
    if over or action.pack != state.shoe.pack:
        return None
    return "A card that was dealt counts in its round: take it out once the round is over or void"


def _announced(turn: Turn, out: CardOut) -> Refusal | None:
    """Cards that go into a machine between rounds are new cards: they are shown, approved and put in before the first wager of a round."""
    state = turn.state
    reason = f"the card that was taken out as number {out.id} is replaced"
    match state.live.step:
        case RoundOver():
            turn.change(shuffle_ordered=state.shuffle_ordered or reason)
        case Prepare(task=Task.APPROVE):
            pass
        case _:
            return turn.take(ShuffleCalled(reason))
    return None
