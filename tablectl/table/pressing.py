"""A press is carried out: by a button on the table, or by the same key on the dealer display."""

from __future__ import annotations

from typing import assert_never

from tablectl.table import keys
from tablectl.table.packs import loading
from tablectl.table.seconding import drop_old
from tablectl.table.state import Cause
from tablectl.table.turn import Turn, reading


def carry_out(turn: Turn, meaning: keys.Meaning) -> None:
    """Do what a press says, unless play is held."""
    match meaning:
        case keys.CallSupervisor():
            turn.change(pulse=turn.state.pulse + 1)
            if not any(hold.cause is Cause.SUPERVISOR_CALLED for hold in turn.state.holds):
                turn.hold(Cause.SUPERVISOR_CALLED, "The dealer called a supervisor")
        case keys.Nothing(text=""):
            pass
        case _ if turn.state.holds:  # before whatever else speaks against the press
            turn.refuse("Play is held: " + turn.state.holds[-1].text)
        case _ if turn.state.scan is not None:
            turn.refuse(reading(turn.state.scan))
        case keys.Nothing(text=text):
            turn.refuse(text)
        case keys.NextRound():
            drop_old(turn)
            turn.open_round(turn.state.live.number + 1, turn.state.rules)
        case keys.PackIsIn(pack=pack):
            loading.bring(turn, pack)
            turn.change(pulse=turn.state.pulse + 1)
        case keys.Say(fact=fact):
            turn.take(fact)
        case _:
            assert_never(meaning)
