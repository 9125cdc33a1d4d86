"""What settled seats were taken and paid, and what a change of the round makes of it."""

from __future__ import annotations

from collections.abc import Mapping

from tablectl.engine.facts import Fact, SeatSettled
from tablectl.engine.settlement import Settlement
from tablectl.engine.steps import SettleSeat
from tablectl.table.state import LiveRound, Owed, lines_due


def handed_over(live: LiveRound, fact: Fact) -> Mapping[int, int]:
    """The gains that were paid so far, with those of a seat that is settled now."""
    if not isinstance(fact, SeatSettled) or not isinstance(live.step, SettleSeat) or live.rated is None:
        return live.paid
    gain = sum(line.net for line in lines_due(live, live.rated, live.step))
    return {**live.paid, fact.seat: live.paid.get(fact.seat, 0) + gain}


def changed(live: LiveRound, settlement: Settlement) -> tuple[Mapping[int, int], tuple[Owed, ...]]:
    """What the settled seats are due by this settlement, and those among them that were paid otherwise."""
    layout = live.round.layout
    due: dict[int, int] = {}
    for line in settlement.lines:
        if line.seat in layout.settled or (line.seat, line.bet) in layout.settled_bets:
            due[line.seat] = due.get(line.seat, 0) + line.net
    settled = {*layout.settled, *(seat for seat, _ in layout.settled_bets)}
    paid = {seat: due.get(seat, gain) for seat, gain in {**due, **live.paid}.items() if seat in settled}
    return paid, tuple(Owed(seat, gain, paid[seat]) for seat, gain in sorted(live.paid.items()) if seat in paid and paid[seat] != gain)
