"""What every lamp should show: a pure function of the state, so that a restart lights them right.

Wagers that stand are lit; what may be pressed now blinks; while play is held only the hold lamp calls.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tablectl.engine.facts import BettingClosed, SeatSettled, Task
from tablectl.engine.game import Refusal
from tablectl.engine.round import apply
from tablectl.engine.settlement import Result
from tablectl.engine.steps import ChooseCards, Deal, Decide, Key, Prepare, Reveal, RoundOver, SettleSeat, TakeWagers
from tablectl.table.packs.drawing import needs_fresh_pack
from tablectl.table.packs.loading import awaited, pack_at_hand
from tablectl.table.state import LiveRound, TableState, lines_due
from tablectl_drivers.ports import ALARM, Pattern

INDICATORS: Final = {"deal": "Deal a card", "pack": "Shuffled pack into the shoe", "hold": "Play is held"}
KEYS: Final = {Key.NEXT: "Next", Key.FOLD: "Fold", Key.SUPERVISOR: "Supervisor"}

_RESULTS: Final = {Result.WIN: Pattern.SLOW, Result.LOSE: Pattern.FAST, Result.PUSH: Pattern.DOUBLE, Result.RETURNED: Pattern.DOUBLE}

Lamps = Mapping[str, Pattern]


def lamps(state: TableState) -> Lamps:
    """The pattern of every lamp that is not off, by the name of its button or indicator."""
    shown = _standing(state.live)
    if state.holds:
        return shown | {"lamp.hold": Pattern.FAST, "key.supervisor": Pattern.ON}
    return shown if state.scan is not None else shown | _due(state)


def winks(before: TableState, after: TableState) -> frozenset[str]:
    """The dealer's keys that are due again right after a press was taken, and the alarm where a device made play stop."""
    alarmed = any(hold.id >= before.next_hold and hold.device is not None for hold in after.holds)
    return _due_again(before, after) | ({ALARM} if alarmed else set())


def _due_again(before: TableState, after: TableState) -> frozenset[str]:
    if before.pulse == after.pulse:
        return frozenset()
    return frozenset(name for name in lamps(before).keys() & lamps(after).keys() if name.startswith("key."))


def _standing(live: LiveRound) -> dict[str, Pattern]:
    """Wagers from before the deal stay lit until the seat is settled or the round is over."""
    if isinstance(live.step, RoundOver):
        return {}
    before_deal = {bet.name for bet in live.round.game.bets if bet.before_deal}
    settled = [fact for fact in live.round.facts if isinstance(fact, SeatSettled)]
    gone = {(fact.seat, bet) for fact in settled for bet in fact.bets or before_deal}
    standing = (at for at, amount in live.placed.items() if amount and at[1] in before_deal and at not in gone)
    return {f"seat{seat}.{bet}": Pattern.ON for seat, bet in standing}


def _due(state: TableState) -> dict[str, Pattern]:
    live = state.live
    shown: dict[str, Pattern] = {"key.next": Pattern.SLOW} if awaited(state) is not None else {}
    match live.step:
        case TakeWagers(seats=seats):
            required = [bet.name for bet in live.round.game.bets if bet.required]
            shown |= {f"seat{seat}.{bet}": Pattern.SLOW for seat in seats for bet in required if not live.placed.get((seat, bet))}
            if not isinstance(apply(live.round, BettingClosed()), Refusal):
                shown["key.next"] = Pattern.SLOW
            if needs_fresh_pack(state) and pack_at_hand(state):
                shown["lamp.pack"] = Pattern.SLOW
        case Deal():
            if not needs_fresh_pack(state):
                shown["lamp.deal"] = Pattern.ON
            elif pack_at_hand(state):
                shown["lamp.pack"] = Pattern.SLOW
        case Decide(seat=seat, options=options):
            shown |= {f"seat{seat}.{option.spot}": Pattern.FAST for option in options if option.spot}
            shown |= {f"key.{option.key}": Pattern.SLOW for option in options if option.key}
        case Prepare(task=Task.LOAD):
            shown["lamp.pack"] = Pattern.SLOW
        case Prepare(task=Task.APPROVE):
            shown["key.supervisor"] = Pattern.SLOW
        case Prepare(may_refuse=may_refuse):
            shown |= {"key.next": Pattern.SLOW} | ({"key.fold": Pattern.SLOW} if may_refuse else {})
        case ChooseCards(seat=0):
            shown["key.next"] = Pattern.SLOW
        case Reveal() | RoundOver():
            shown["key.next"] = Pattern.SLOW
        case SettleSeat(seat=seat) as step:
            shown["key.next"] = Pattern.SLOW
            if live.rated is not None:
                shown |= {f"seat{seat}.{line.bet}": _RESULTS[line.result] for line in lines_due(live, live.rated, step)}
        case _:
            pass
    return shown
