"""A new pack is opened and inspected by two people: they count it by hand, or the whole of it passes the shoe."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import assert_never

from tablectl.engine.facts import ShuffleCalled
from tablectl.engine.game import Refusal, Supply
from tablectl.engine.steps import Prepare, RoundOver
from tablectl.table.actions import ConfirmScan, CountPack, OpenPack, ScanPack, StopScan
from tablectl.table.custody import Life, Scan, Signed
from tablectl.table.events import CardRead, Mark
from tablectl.table.outcomes import PackInspected, PackOpened, ScanStopped
from tablectl.table.packs.finding import Found, by_count, by_reading, receipt
from tablectl.table.packs.withdrawing import keep
from tablectl.table.packs.witnesses import agreed, forget
from tablectl.table.standing import whose
from tablectl.table.state import Link, TableState
from tablectl.table.turn import Turn

People = tuple[Signed, ...]


def obey(turn: Turn, action: OpenPack | CountPack | ScanPack | ConfirmScan | StopScan, people: People) -> Refusal | None:
    """Do what the people at the pack say: the one who asks, and the one who confirms where two are needed."""
    match action:
        case OpenPack():
            return _open(turn, action, people)
        case CountPack():
            return _count(turn, action, people)
        case ScanPack(pack=pack):
            return _begin(turn, pack)
        case ConfirmScan(pack=pack):
            return _confirm(turn, pack, people)
        case StopScan(pack=pack, reason=reason):
            return _stop(turn, pack, people, reason)
        case _:
            assert_never(action)


def pass_by(turn: Turn, event: CardRead) -> None:
    """A card of the pack that is read went by. One that tells itself by a code is counted once, however often it passes."""
    scan = turn.state.scan
    if scan is None or event.mark is Mark.CUT_CARD or event.code in scan.codes:
        return
    codes = scan.codes | {event.code} if event.code else scan.codes
    if event.pack not in {0, scan.pack}:
        turn.change(scan=replace(scan, foreign=scan.foreign + 1, codes=codes))
    elif event.card is None:
        turn.change(scan=replace(scan, unread=scan.unread + 1, codes=codes))
    else:
        turn.change(scan=replace(scan, read=scan.read + Counter([event.card]), codes=codes))


def pass_unread(turn: Turn, count: int) -> None:
    if (scan := turn.state.scan) is not None:
        turn.change(scan=replace(scan, unread=scan.unread + count))


def _open(turn: Turn, action: OpenPack, people: People) -> Refusal | None:
    state, pack = turn.state, action.pack
    life = state.life(pack)
    if pack not in state.packs:
        return Refusal("", whose(state, pack) or f"Pack {pack} is no pack of this table any more")
    if life.withdrawn is None and _being_dealt(state, pack):
        return Refusal("", f"Pack {pack} is being dealt")
    if life.opened_by and life.withdrawn is None:
        return Refusal("", f"Pack {pack} is in use: it has to be retired before another one is opened under its number")
    if life.withdrawn is not None and (where := _seen_in(state, pack)):
        return Refusal("", f"The {life.withdrawn.standing} pack {pack} is still in the {where}: take it out first")
    if action.seal.strip() == life.seal:
        return Refusal("", f"Seal {life.seal} was that of the pack before this one")
    keep(turn, pack, Life(state.seen_ns, action.seal.strip(), people, rounds=0 if life.withdrawn else life.rounds))
    turn.change(
        out=tuple(out for out in state.out if out.pack != pack or life.withdrawn is None),
        holds=tuple(replace(hold, rejects=0) if hold.rejects == pack else hold for hold in state.holds),
        pulse=state.pulse + 1,
    )
    forget(turn, pack)
    turn.outcomes.append(PackOpened(pack, state.backs.get(pack, ""), action.seal.strip(), people))
    return None


def _count(turn: Turn, action: CountPack, people: People) -> Refusal | None:
    state = turn.state
    if fault := _not_inspectable(state, action.pack):
        return Refusal("", fault)
    _conclude(turn, action.pack, people, by_count(state.shoe.profile, state.count_of(action.pack), action.cards))
    return None


def _begin(turn: Turn, pack: int) -> Refusal | None:
    state = turn.state
    if state.scan is not None:
        return Refusal("", f"Pack {state.scan.pack} is being read already")
    if fault := _not_inspectable(state, pack):
        return Refusal("", fault)
    shoe = state.shoe_device()
    if shoe.link is not Link.UP:
        return Refusal("", f"The {shoe.name} does not answer")
    live = state.live
    if not isinstance(live.step, RoundOver) and (any(live.placed.values()) or live.round.layout.cards or state.early):
        return Refusal("", "A round is being played: a pack is read between rounds")
    turn.change(scan=Scan(pack), proven=state.proven - {pack}, notices=(), pulse=state.pulse + 1)
    return None


def _confirm(turn: Turn, pack: int, people: People) -> Refusal | None:
    state = turn.state
    scan = state.scan
    if scan is None or scan.pack != pack:
        return Refusal("", f"Pack {pack} is not being read")
    if scan.unread:
        cards = "1 card" if scan.unread == 1 else f"{scan.unread} cards"
        return Refusal("", f"{cards} could not be read: stop, and read the pack again")
    if not scan.passed:
        return Refusal("", "No card has passed the shoe yet")
    expected = state.shoe.profile.composition - state.missing(pack)
    _end(turn, scan)
    _conclude(turn, pack, people, by_reading(state.shoe.profile, expected, scan))
    return None


def _stop(turn: Turn, pack: int, people: People, reason: str) -> Refusal | None:
    scan = turn.state.scan
    if scan is None or scan.pack != pack:
        return Refusal("", f"Pack {pack} is not being read")
    _end(turn, scan)
    turn.outcomes.append(ScanStopped(pack, people[0].person, reason))
    return None


def _end(turn: Turn, scan: Scan) -> None:
    """A pack that was read through is in the order in which it came, and has to be shuffled before it is dealt."""
    state = turn.state
    turn.change(scan=None, pulse=state.pulse + 1)
    if state.shoe.pack != scan.pack:
        return
    turn.change(shoe=replace(state.shoe, verified=False))
    live = state.live
    if state.game.supply(live.round.rules) is Supply.FRESH_PACK or isinstance(live.step, Prepare):
        return
    reason = f"pack {scan.pack} was read to inspect it"
    if isinstance(live.step, RoundOver):
        turn.change(shuffle_ordered=state.shuffle_ordered or reason)
    else:
        turn.take(ShuffleCalled(reason))


def _conclude(turn: Turn, pack: int, people: tuple[Signed, ...], found: Found) -> None:
    state = turn.state
    made = receipt(state, pack, people, found)
    keep(turn, pack, replace(state.life(pack), receipt=made, doubt="", since_ns=state.life(pack).since_ns or state.seen_ns))
    turn.change(next_receipt=made.number + 1)
    turn.outcomes.append(PackInspected(made))
    if made.right:
        agreed(turn, pack)


def _not_inspectable(state: TableState, pack: int) -> str | None:
    life = state.life(pack)
    if fault := whose(state, pack):
        return fault
    if life.withdrawn is not None:
        return f"Pack {pack} is {life.withdrawn.standing}: it stays as it is"
    if state.pack_rules.inspect.on and not life.opened_by:
        return f"Pack {pack} was not opened on record: two people give the number of its seal first"
    return f"Pack {pack} is being dealt" if _being_dealt(state, pack) else None


def _being_dealt(state: TableState, pack: int) -> bool:
    return state.shoe.pack == pack and bool(state.live.round.layout.cards) and not isinstance(state.live.step, RoundOver)


def _seen_in(state: TableState, pack: int) -> str | None:
    if state.shoe.pack == pack:
        return state.shoe_device().name
    return next((device.name for device in state.shufflers() if device.status is not None and device.status.pack == pack), None)
