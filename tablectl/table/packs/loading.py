"""Packs come and go: which one is in the shoe, and whether anybody vouches for it."""

from __future__ import annotations

from dataclasses import replace

from tablectl.engine.facts import Task
from tablectl.engine.game import Supply
from tablectl.engine.steps import Deal, Decide, Prepare
from tablectl.table import order, tagging
from tablectl.table import shoe as ledger
from tablectl.table.lights import Meaning, meaning
from tablectl.table.outcomes import PackLoaded
from tablectl.table.packs import witnesses
from tablectl.table.packs.drawing import needs_fresh_pack
from tablectl.table.packs.withdrawing import doubt, note_seen
from tablectl.table.standing import unfit
from tablectl.table.state import Cause, Link, TableState
from tablectl.table.turn import Turn
from tablectl_drivers.events import Activity, Status


def on_shuffler(turn: Turn, name: str, status: Status) -> None:
    """A shuffler that counts says what became of its pack. Of one that only shows lights it is kept that a cycle ended well, until the pack is in the
    shoe: by then the machine is at work on the next one."""
    if status.cards_in is None:
        turn.change(shown_good=_shown_good(turn.state.shown_good, name, status))
    note_seen(turn, status.pack)
    if status.activity is Activity.FOREIGN_CARD:
        doubt(turn, status.pack, "a shuffler found a card of another pack in it")
    if pack := turn.state.known(status.pack):
        turn.change(unfinished=_unfinished(turn.state, status.activity, pack))
    if status.pack:
        turn.change(proven=_proven(turn.state, status))
    if status.activity is Activity.READY and status.cards_in == turn.state.count_of(status.pack):
        witnesses.agreed(turn, status.pack)


def on_shoe(turn: Turn, name: str, status: Status) -> None:
    """A shoe that knows its packs says which one is in it."""
    shoe = turn.state.shoe
    witnesses.on_shoe(turn, status)
    if shoe.loads is None and status.pack == shoe.pack:
        turn.change(shoe=replace(shoe, loads=status.loads))
    elif (status.pack, status.loads) != (shoe.pack, shoe.loads):
        _load(turn, name, status.pack, status.loads)


def bring(turn: Turn, pack: int) -> str | None:
    """A person puts a pack into a shoe that cannot tell packs; the text says why not."""
    state = turn.state
    shoe = state.shoe_device()
    if not shoe.plain:
        return f"The {shoe.name} says itself which pack is in it"
    if pack not in state.packs:
        return f"This table has no pack {pack}; its packs are {', '.join(map(str, state.packs))}"
    _load(turn, shoe.name, pack, None)
    return None


def pack_at_hand(state: TableState) -> bool:
    """Whether there is a pack that may go into the shoe: one that a shuffler vouches for, or any where the table has no shuffler."""
    return any(unfit(state, pack) is None for pack in state.proven) or _lights_vouch(state)


def awaited(state: TableState) -> int | None:
    """The pack that is due in a shoe which cannot tell packs: the dealer says by NEXT that it is in, also where the lights of a shuffler do not
    vouch for it. None where none is due, or the shoe tells."""
    shoe = state.shoe_device()
    match state.live.step:
        case Deal():
            due = needs_fresh_pack(state)
        case Prepare(task=Task.LOAD):
            due = True
        case _:
            due = False
    unseen = any(device.counts for device in state.shufflers()) and not pack_at_hand(state)
    if not due or shoe.link is not Link.UP or not shoe.plain or unseen:
        return None
    place = state.packs.index(state.shoe.pack) + 1 if state.shoe.pack in state.packs else 0
    return next((pack for pack in (*state.packs[place:], *state.packs[:place]) if unfit(state, pack) is None), None)


def _load(turn: Turn, name: str, pack: int, loads: int | None) -> None:
    state = turn.state
    in_round = isinstance(state.live.step, Deal | Decide) and not state.shoe.untouched and not needs_fresh_pack(state)
    read_through = state.scan is not None and state.scan.pack == pack
    verified = pack in state.packs and not read_through and _vouched(state, pack)
    turn.change(shoe=ledger.load(state.shoe, pack, loads, verified, state.missing(pack)), proven=state.proven - {pack}, shown_good=frozenset())
    witnesses.close(turn, state.shoe)
    turn.change(order=order.another_pack(state.order, state.shoe.pack), tags=tagging.moved(state.tags, state.shoe.pack, pack))
    turn.change(unfinished=state.unfinished - {state.shoe.pack})  # it was taken out to be shuffled, as nobody could release it
    note_seen(turn, pack)
    if not in_round:
        turn.change(early=())  # cards that were drawn before the round began go away with their pack
    if pack:
        turn.outcomes.append(PackLoaded(pack, verified))
    if in_round:
        turn.hold(Cause.PACK_CHANGED, f"The pack in the {name} was changed while a round was in progress", name)
    elif not read_through and _repeated(state, pack):
        text = f"Pack {pack} was dealt in the round before and is in the {name} again, where packs take turns"
        turn.hold(Cause.PACK_REPEATED, state.pack_rules.alternate.cited(text), name)
    if pack in state.packs and not verified and not read_through and pack not in turn.state.unfinished:
        turn.hold(Cause.PACK_UNVERIFIED, f"Pack {pack} was put into the {name}, but no shuffler found it complete", name)


def _repeated(state: TableState, pack: int) -> bool:
    """Whether a pack of a game that is shuffled for every round comes twice running, though another one could."""
    if not pack or not state.pack_rules.alternate.on or state.game.supply(state.live.round.rules) is not Supply.FRESH_PACK:
        return False
    return pack == (state.live.pack or state.pack_before) and any(other != pack and unfit(state, other) is None for other in state.packs)


def _vouched(state: TableState, pack: int) -> bool:
    """A shuffler that counts must have counted this pack; one that cannot must have shown that its cycle ended well."""
    return pack in state.proven if any(device.counts for device in state.shufflers()) else _lights_vouch(state)


def _lights_vouch(state: TableState) -> bool:
    """Whether all shufflers have lights alone, and each shows a good end of its cycle, or showed one since a pack was put into the shoe."""
    return all(
        device.status is not None and not device.counts and (device.name in state.shown_good or meaning(device.status) is Meaning.GOOD)
        for device in state.shufflers()
    )


def _shown_good(before: frozenset[str], name: str, status: Status) -> frozenset[str]:
    """A light that is red or means nothing known, or an open lid, takes back what was shown."""
    shown = meaning(status)
    if status.lid_open or shown in {Meaning.ERROR, Meaning.UNKNOWN}:
        return before - {name}
    return before | {name} if shown is Meaning.GOOD else before


def _unfinished(state: TableState, activity: Activity, pack: int) -> frozenset[int]:
    """The packs whose cards lie as a shuffle left them that was not brought to its end, until they are shuffled again."""
    match activity:
        case Activity.JAM | Activity.INCOMPLETE:
            return state.unfinished | {pack}
        case Activity.SHUFFLING:
            return state.unfinished - {pack}
        case _:
            return state.unfinished


def _proven(state: TableState, status: Status) -> frozenset[int]:
    """The packs that a shuffler found complete: one that it is giving out stays what it was found to be."""
    good = meaning(status) is Meaning.GOOD and status.cards_in == state.count_of(status.pack)
    match status.activity:
        case Activity.READY if good and status.pack not in state.unfinished:
            return state.proven | {status.pack}
        case Activity.DISPENSING if good:
            return state.proven
        case _:
            return state.proven - {status.pack}
