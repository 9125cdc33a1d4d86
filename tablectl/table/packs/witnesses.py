"""Witnesses of a pack: what the reader saw go by, what a machine counted, and what people counted. Where they disagree play is held.

None of them is believed before the others: the hold says how many cards are missing or too many, and which rounds can be touched.
"""

from __future__ import annotations

from dataclasses import replace

from tablectl.engine.game import Refusal, Supply
from tablectl.engine.steps import RoundOver
from tablectl.table import counts
from tablectl.table.actions import CountCards, Counting
from tablectl.table.outcomes import PackCounted, ReadingsTold
from tablectl.table.readings import readings
from tablectl.table.shoe import Shoe
from tablectl.table.state import Cause, Counted, TableState, Trail
from tablectl.table.turn import Turn
from tablectl_drivers.events import Activity, Status

_NAMES = {Counting.STUB: "in the stub", Counting.RACK: "in the discard rack", Counting.PACK: "in all"}


def dealt(turn: Turn) -> None:
    """A card of the pack in the shoe came in this round."""
    state = turn.state
    shoe, number = state.shoe, state.live.number
    if not shoe.pack or isinstance(state.live.step, RoundOver):
        return
    turn.change(shoe=replace(shoe, first=shoe.first or number, last_round=number))
    trail = state.trails.get(shoe.pack, Trail(number, 0, 0))
    if trail.last != number:
        turn.change(trails={**state.trails, shoe.pack: Trail(trail.first, number, trail.uncounted + 1)})


def agreed(turn: Turn, pack: int) -> None:
    """A machine or two persons found all cards of the pack: nothing before it is touched by a later count, unless people say otherwise."""
    if pack in turn.state.trails and not any(hold.cause is Cause.COUNTS_DISAGREE for hold in turn.state.holds):
        turn.change(trails={number: trail for number, trail in turn.state.trails.items() if number != pack})


def forget(turn: Turn, pack: int) -> None:
    """Another pack goes by this number now."""
    state = turn.state
    turn.change(
        trails={number: trail for number, trail in state.trails.items() if number != pack},
        readings={number: told for number, told in state.readings.items() if number != pack},
    )


def on_shoe(turn: Turn, status: Status) -> None:
    """What a shoe says of the cards in it: that it is empty; or, where a machine takes its cards back, that it has counted all of them."""
    state = turn.state
    if not status.pack or status.pack != state.shoe.pack:
        return
    dealt_out = status.activity is Activity.EMPTY and state.shoe.verified and state.scan is None  # not read through, to inspect it
    if state.shoe.empty != dealt_out:
        turn.change(shoe=replace(state.shoe, empty=dealt_out))
    continuous = state.game.supply(state.live.round.rules) is Supply.CONTINUOUS
    if continuous and status.cards_out == 0 and status.cards_in == state.count_of(status.pack):
        agreed(turn, status.pack)


def count(turn: Turn, action: CountCards, person: str) -> Refusal | None:
    """Compare what a person counted. It is told whether it is right, and never which face would make it so. Where a shuffler counts as well, the
    rounds stay in doubt until it has."""
    state = turn.state
    if fault := _cannot_count(state, action):
        return Refusal("", fault)
    should = counts.expected(state, action.pack, action.place)
    turn.outcomes.append(PackCounted(action.pack, action.place, action.number, should, person))
    now = _with(state, action)
    right = all(number == counts.expected(state, action.pack, place) for place, number in now.figures.items())
    left = {number: trail for number, trail in state.trails.items() if number != action.pack}
    last_word = right and {Counting.STUB, Counting.PACK} & now.figures.keys() and not any(device.counts for device in state.shufflers())
    if now.trail is not None and not last_word:
        left[action.pack] = replace(now.trail, uncounted=0 if action.place is not Counting.RACK else now.trail.uncounted)
    turn.change(counted=now, trails=left, pulse=state.pulse + 1)
    if action.number != should:
        turn.hold(Cause.COUNTS_DISAGREE, _disagreement(state, action, should, now), pack=action.pack)
    return None


def close(turn: Turn, shoe: Shoe) -> None:
    """A pack goes out of the shoe. Its readings are told once the round of its last cards is over."""
    turn.change(counted=None)
    if shoe.pack and not shoe.untouched:
        turn.change(ended=(*turn.state.ended, readings(shoe)))


def tell_readings(turn: Turn) -> None:
    """Tell what was read of the packs that are out of the shoe, once none of their cards lies in a round."""
    if not turn.state.ended or not counts.between_rounds(turn.state):
        return
    ended, before = turn.state.ended, turn.state.readings
    turn.change(ended=())
    for found in ended:
        before = {pack: told for pack, told in before.items() if pack != found.pack}
        if found.over or found.under:
            before[found.pack] = found
            turn.outcomes.append(ReadingsTold(found.pack, found.first, found.last, found.drawn, found.cards, found.over, found.under))
        if found.empty and found.drawn < found.cards:
            faces = "" if found.unread else ": " + " ".join(str(each.face) for each in found.under for _ in range(each.copies - each.seen))
            rounds = counts.touched(turn.state.trails.get(found.pack))
            text = f"The shoe was empty after {found.drawn} cards of pack {found.pack}; the pack has {found.cards}"
            turn.hold(Cause.COUNTS_DISAGREE, f"{text}, {_missing(found.cards - found.drawn)}{faces}{rounds}", pack=found.pack)
    turn.change(readings=before)


def _cannot_count(state: TableState, action: CountCards) -> str | None:
    if action.pack not in state.packs:
        return f"This table has no pack {action.pack}; its packs are {', '.join(map(str, state.packs))}"
    if action.pack != state.shoe.pack:
        return None if action.place is Counting.PACK else f"Pack {action.pack} is not in the shoe: count all of it"
    return None if counts.between_rounds(state) else "Cards of this pack lie in the round: count between rounds"


def _with(state: TableState, action: CountCards) -> Counted:
    """What was counted at this point, with the new figure."""
    earlier, drawn = state.counted, state.shoe.drawn if action.pack == state.shoe.pack else 0
    if earlier is None or (earlier.pack, earlier.drawn) != (action.pack, drawn):
        earlier = Counted(action.pack, drawn, state.trails.get(action.pack), {})
    return replace(earlier, figures={**earlier.figures, action.place: action.number})


def _disagreement(state: TableState, action: CountCards, should: int, now: Counted) -> str:
    text = f"{action.number} cards of pack {action.pack} were counted {_NAMES[action.place]}, and {should} should be there"
    whole = state.count_of(action.pack)
    if {Counting.STUB, Counting.RACK} <= now.figures.keys():
        total = now.figures[Counting.STUB] + now.figures[Counting.RACK]
        told = "all are there, and the reader is wrong" if total == whole else _missing(whole - total)
        text += f"; with those counted {_NAMES[_other(action.place)]} there are {total} of {whole}, {told}"
    else:
        text += f": {_missing(should - action.number)}"
    return text + counts.touched(now.trail)


def _other(place: Counting) -> Counting:
    return Counting.RACK if place is Counting.STUB else Counting.STUB


def _missing(number: int) -> str:
    return f"{number} missing" if number > 0 else f"{-number} too many"
