"""Holds: which causes stand right now, what each means at the table, and when one may be released."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from tablectl.engine.steps import RoundOver, Unsettled
from tablectl.table import counts
from tablectl.table.lights import Meaning, described, meaning
from tablectl.table.standing import unfit
from tablectl.table.state import Cause, DeviceState, Hold, Link, Owed, TableState
from tablectl_drivers.events import Activity


@dataclass(frozen=True, slots=True)
class Condition:
    """A cause that can be seen in the state, for as long as it lasts. `rejects` is the pack that has to leave the table for it, or 0."""

    cause: Cause
    device: str | None
    text: str
    detail: str = ""
    rejects: int = 0


ADVICE: Final = {
    Cause.DEVICE_LOST: "Check the plug and the cable. The device is found again by itself; then compare the cards on the table with the screen.",
    Cause.DEVICE_REFUSED: "Another device is plugged in here. Swap it back, or have a technician change the configuration.",
    Cause.DEVICE_RESTARTED: "The device lost power and may have missed cards. Compare the cards on the table with the screen.",
    Cause.DEVICE_UNWATCHED: "Cards that were drawn in that time were not seen. Compare the cards on the table with the screen.",
    Cause.ERROR_LIGHT: "Look at the device and clear what it complains of. Cards from it come into play only after your finding.",
    Cause.UNKNOWN_LIGHT: "The lights show a pattern that has no known meaning. Look at the device; it may be in a service or sorting mode.",
    Cause.LID_OPEN: "Close the lid. Make sure that no card was added or taken.",
    Cause.DEVICE_FAULT: "Clear the device. After a jam or an incomplete cycle all its cards are shuffled again.",
    Cause.WRONG_COUNT: "Take the pack off the table and count it. Bring another pack.",
    Cause.CARD_UNREADABLE: "Name the card if its face may be seen, or void the round.",
    Cause.CARD_IMPOSSIBLE: "This reading or an earlier one is wrong, or the pack is. Name the card, or void the round and have the pack inspected.",
    Cause.CARD_OF_OTHER_PACK: "A card with another back is in the shoe. Void the round and have both packs inspected.",
    Cause.CARDS_MISSED: "Cards were drawn that the reader did not see. Name them, or void the round.",
    Cause.CARD_NOT_DUE: "A card was drawn when none was due. Release to use it as the next card, or declare a misdeal.",
    Cause.PACK_UNVERIFIED: "No shuffler vouches for this pack. Have it counted and shuffled, or release to play with it on your finding.",
    Cause.PACK_USED: "The cards came from a pack that was dealt already. Void the round and put a shuffled pack in.",
    Cause.PACK_UNKNOWN: "Take it out and put a pack of this table in. Play cannot go on with it.",
    Cause.PACK_UNFINISHED: "Take the pack out and have all its cards shuffled again; then put it in. No finding lets them be dealt as they are.",
    Cause.PACK_CHANGED: "The pack was changed while a round was in progress. Void the round, or release if no card left the shoe.",
    Cause.PACK_SHORT: "Put a card of the same face and back in and book it, or bring another pack; then release. The round may be void.",
    Cause.PACK_ORDER: "Look at the cards that lie open and at what shuffled them. Void the round and have the pack shuffled, or release to play on.",
    Cause.PACK_UNINSPECTED: "Take it out and put an inspected pack in, or inspect this one: on the page Packs, by two people.",
    Cause.PACK_WITHDRAWN: "Take it out as it is, and put another pack in. Play cannot go on with it.",
    Cause.PACK_REPEATED: "Put the other pack in, or release to deal this one again.",
    Cause.COUNTS_DISAGREE: "Count the cards again, both of you. Where a card is missing, look for it and have the rounds since then judged.",
    Cause.COUNT_DUE: "Count the cards of this pack by hand and enter the number; the table compares it.",
    Cause.ROUND_UNSETTLED: "The round cannot go on until this is put right, or the round is void.",
    Cause.PAID_OTHERWISE: "Show the player the cards or the wager that were put right, and collect or pay the difference.",
    Cause.SUPERVISOR_CALLED: "The dealer asks for a supervisor.",
    Cause.JOURNAL_REPLACED: "Settle by hand what was open, gather all cards, and have a technician keep the damaged file.",
    Cause.JOURNAL_DAMAGED: "Play rests on a later checkpoint. Have a technician keep a copy of the file for the auditor; then release.",
    Cause.JOURNAL_INTERRUPTED: "For a while nothing could be recorded. Compare the table with the screen; have a technician look at the disk.",
    Cause.RECORD_ROOM: "Have a technician make room on the disk of the record; never remove the record itself.",
    Cause.TABLE_CUT_OFF: "Compare cards, wagers, paid seats and lamps with the recovery page, point by point; then release on your finding.",
    Cause.BUTTON_MASKED: "Wagers and decisions of this button are said on the dealer display. Have a technician look at it.",
    Cause.CLOCK_STEPPED: "Play goes on: order and durations do not follow this clock. Have a technician see that a time service keeps it.",
    Cause.PANEL_LOST: "Buttons and lamps do not answer. Have a technician check the panel.",
}

_FAULTS: Final = {
    Activity.JAM: "is jammed",
    Activity.FOREIGN_CARD: "found a card of another pack",
    Activity.INCOMPLETE: "did not finish its shuffle",
    Activity.BLOCKED: "blocks its cards",
    Activity.FAULT: "reports a fault",
    Activity.UNKNOWN: "is in a state that has no known meaning",
}


_SEEN_AT_A_DEVICE: Final = frozenset(
    {Cause.DEVICE_LOST, Cause.DEVICE_REFUSED, Cause.ERROR_LIGHT, Cause.UNKNOWN_LIGHT, Cause.LID_OPEN, Cause.DEVICE_FAULT, Cause.WRONG_COUNT}
)
STANDING: Final = _SEEN_AT_A_DEVICE | {
    Cause.PACK_SHORT,
    Cause.PACK_UNKNOWN,
    Cause.PACK_UNFINISHED,
    Cause.PACK_UNINSPECTED,
    Cause.PACK_WITHDRAWN,
    Cause.COUNT_DUE,
    Cause.ROUND_UNSETTLED,
    Cause.PANEL_LOST,
    Cause.RECORD_ROOM,
}
"""What `conditions` tells of, so that it can be seen when it is gone."""

_AT_THE_DEVICE: Final = frozenset({Cause.LID_OPEN, Cause.DEVICE_FAULT, Cause.WRONG_COUNT, Cause.ERROR_LIGHT, Cause.UNKNOWN_LIGHT})
CARD_IN_DOUBT: Final = frozenset({Cause.CARD_UNREADABLE, Cause.CARD_IMPOSSIBLE, Cause.CARD_OF_OTHER_PACK, Cause.CARDS_MISSED})
"""Holds over a card that nobody can name."""
_BEFORE: Final = {
    **dict.fromkeys((Cause.DEVICE_FAULT, Cause.WRONG_COUNT, Cause.ERROR_LIGHT, Cause.UNKNOWN_LIGHT), _AT_THE_DEVICE),
    Cause.DEVICE_RESTARTED: frozenset({Cause.DEVICE_LOST}),
    Cause.CARDS_MISSED: frozenset({Cause.DEVICE_LOST, Cause.DEVICE_RESTARTED}),
    Cause.CARD_OF_OTHER_PACK: frozenset({Cause.PACK_CHANGED, Cause.DEVICE_FAULT}),
    Cause.CARD_IMPOSSIBLE: frozenset({Cause.CARD_OF_OTHER_PACK, Cause.PACK_USED, Cause.WRONG_COUNT}),
    Cause.PACK_CHANGED: frozenset({Cause.LID_OPEN, Cause.DEVICE_RESTARTED}),
    Cause.PACK_UNVERIFIED: frozenset({Cause.LID_OPEN, Cause.PACK_CHANGED}),
    Cause.PACK_ORDER: frozenset({Cause.PACK_USED, Cause.PACK_UNVERIFIED}),
    Cause.PACK_UNINSPECTED: frozenset({Cause.CARD_OF_OTHER_PACK, Cause.DEVICE_FAULT}),
    Cause.PACK_WITHDRAWN: frozenset({Cause.WRONG_COUNT}),
    Cause.COUNTS_DISAGREE: frozenset({Cause.CARDS_MISSED, Cause.CARD_IMPOSSIBLE, Cause.CARD_OF_OTHER_PACK}),
    Cause.ROUND_UNSETTLED: CARD_IN_DOUBT,
}
"""What else, standing open at the same device, is the likely cause of a hold."""


def conditions(state: TableState) -> Iterator[Condition]:
    """Every cause that stands in this state."""
    for device in state.devices.values():
        pack = device.status.pack if device.status else 0
        for condition in _of_device(device, state.count_of(pack), state.shoe.profile.count, counts.touched(state.trails.get(pack))):
            rejected = condition.cause is Cause.WRONG_COUNT and state.pack_rules.reject.on
            yield replace(condition, rejects=state.known(pack)) if rejected else condition
    if state.panel_lost is not None:
        yield Condition(Cause.PANEL_LOST, None, "Buttons and lamps do not answer", state.panel_lost)
    if no_round_begins(state):
        yield Condition(Cause.RECORD_ROOM, None, "No round begins: there is no room for the record of another one")
    yield from _of_pack(state)
    if (text := counts.overdue(state)) is not None:
        yield Condition(Cause.COUNT_DUE, None, text, state.count_citation)
    if isinstance(state.live.step, Unsettled):
        yield Condition(Cause.ROUND_UNSETTLED, None, state.live.step.reason)


def no_round_begins(state: TableState) -> bool:
    """Whether the room for the record is out and no round is open; one that is may end. What is laid or drawn while play is held begins none."""
    resting = not state.live.round.facts or isinstance(state.live.step, RoundOver)
    return state.room == "out" and (resting or any(hold.cause is Cause.RECORD_ROOM for hold in state.holds))


def _of_pack(state: TableState) -> Iterator[Condition]:
    """What speaks against the packs in the devices; one that is read to inspect it may be whatever it is."""
    pack = state.shoe.pack
    if pack and pack not in state.packs:
        own = ", ".join(map(str, state.packs))
        yield Condition(Cause.PACK_UNKNOWN, None, f"Pack {pack} is in the shoe, and this table has no such pack; its packs are {own}")
    read = state.scan is not None and state.scan.pack == pack
    if pack in state.packs and not read and (found := unfit(state, pack)):
        yield Condition(found[0], None, f"In the shoe: {found[1]}")
    if pack in state.unfinished and not read:
        yield Condition(Cause.PACK_UNFINISHED, None, f"Pack {pack} is in the shoe, and its last shuffle did not come to its end")
    for device in state.shufflers():
        if device.status is not None and device.status.pack in state.packs and (found := unfit(state, device.status.pack)):
            yield Condition(found[0], device.name, f"In the {device.name}: {found[1]}")
    if state.short_pack == "hold" and (out := state.out_of(pack)):
        cards = "1 card is" if len(out) == 1 else f"{len(out)} cards are"
        yield Condition(Cause.PACK_SHORT, None, f"Pack {pack} is short: {cards} out and not replaced")


def _of_device(device: DeviceState, pack_size: int, whole: int, touched: str) -> Iterator[Condition]:
    """`pack_size` cards are in the pack that the device has, `whole` in one that nothing is out of; `touched` says which rounds it was dealt in."""
    name, status = device.name, device.status
    if device.link is Link.DOWN:
        yield Condition(Cause.DEVICE_LOST, name, f"The {name} does not answer", device.detail)
    elif device.link is Link.REFUSED:
        yield Condition(Cause.DEVICE_REFUSED, name, f"The {name} is not the one that belongs here", device.detail)
    if device.link is not Link.UP or status is None:
        return
    if status.lid_open:
        yield Condition(Cause.LID_OPEN, name, f"The lid of the {name} is open")
    if fault := _FAULTS.get(status.activity):
        yield Condition(Cause.DEVICE_FAULT, name, f"The {name} {fault}")
    right = status.cards_in == pack_size < whole  # a device that knows only whole packs may take it for a wrong count
    if (status.activity in {Activity.COUNT_SHORT, Activity.COUNT_OVER} and not right) or (
        status.activity is Activity.READY and status.cards_in not in {pack_size, None}
    ):
        text = f"The {name} counted {status.cards_in} cards in pack {status.pack}; the pack has {pack_size}{touched}"
        yield Condition(Cause.WRONG_COUNT, name, text)
    match meaning(status):  # behind what it may be lit for
        case Meaning.ERROR:
            yield Condition(Cause.ERROR_LIGHT, name, f"The {name} shows an error light: {described(status)}")
        case Meaning.UNKNOWN:
            yield Condition(Cause.UNKNOWN_LIGHT, name, f"The lights of the {name} have no known meaning: {described(status)}")
        case Meaning.DARK | Meaning.GOOD | Meaning.WORKING | Meaning.ATTENTION:
            pass


def is_active(state: TableState, hold: Hold) -> bool:
    """Whether what raised this hold still stands; until it is gone nobody can release the hold. Of a device that has not answered since the
    start nobody knows, so what it was held for stands."""
    device = state.devices.get(hold.device or "")
    if hold.cause in _SEEN_AT_A_DEVICE and device is not None and device.link is Link.WAITING:
        return True
    return any((condition.cause, condition.device) == (hold.cause, hold.device) for condition in conditions(state))


def raised(
    state: TableState,
    cause: Cause,
    text: str,
    device: str | None = None,
    *,
    detail: str = "",
    owed: Owed | None = None,
    rejects: int = 0,
    follows: int | None = None,
    pack: int | None = None,
) -> tuple[TableState, Hold]:
    """`pack` is the one that the doubt is about, where that is not the one in the device or in the shoe."""
    likely = next((hold.id for hold in state.holds if hold.cause in _BEFORE.get(cause, ()) and device in {hold.device, None}), follows)
    about = _pack_at(state, device) if pack is None else pack
    hold = Hold(state.next_hold, cause, text, device, state.live.number, state.seen_ns, detail, likely, owed, rejects, pack=about)
    return replace(state, holds=(*state.holds, hold), next_hold=hold.id + 1), hold


def _pack_at(state: TableState, name: str | None) -> int:
    """The pack that a doubt is about: the one in the shuffler that raises it, else the one in the shoe. 0 is one that nobody told yet."""
    device = state.devices.get(name or "")
    if device is None or device.role == "shoe":
        return state.shoe.pack
    return device.status.pack if device.status else 0


def linked(holds: Sequence[Hold], number: int) -> frozenset[int]:
    """The open holds that have one likely cause with this one, and itself."""
    group = {number}
    for _ in holds:  # a chain is no longer than the holds are many
        group |= {hold.id for hold in holds if hold.follows in group}
        group |= {hold.follows for hold in holds if hold.id in group and hold.follows is not None}
    return frozenset(hold.id for hold in holds if hold.id in group)


def uncovered(state: TableState) -> Iterator[Condition]:
    """The conditions that no open hold stands for yet."""
    covered = {(hold.cause, hold.device) for hold in state.holds}
    return (condition for condition in conditions(state) if (condition.cause, condition.device) not in covered)
