"""Packs that go out of play: frozen for who has to look into them, at the end of their life, or rejected and replaced; and packs in doubt."""

from __future__ import annotations

from dataclasses import replace

from tablectl.engine.game import Refusal
from tablectl.table.custody import Life, Standing, Withdrawn
from tablectl.table.outcomes import PackDoubted, PackWithdrawn
from tablectl.table.standing import unfit, whose
from tablectl.table.state import Hold
from tablectl.table.turn import Turn


def withdraw(turn: Turn, pack: int, to: Standing, person: str, *, reason: str, replacement: int = 0) -> Refusal | None:
    """Take a pack out of play for good. One that is frozen may still be retired; nothing brings a pack back."""
    state = turn.state
    if fault := whose(state, pack):
        return Refusal("", fault)
    life = state.life(pack)
    if life.withdrawn is not None and (life.withdrawn.standing is Standing.RETIRED or to is Standing.QUARANTINED):
        return Refusal("", f"Pack {pack} is {life.withdrawn.standing} already")
    if state.scan is not None and state.scan.pack == pack:
        return Refusal("", f"Pack {pack} is being read to inspect it: end or stop that first")
    keep(turn, pack, replace(life, withdrawn=Withdrawn(to, person, reason, state.seen_ns)))
    turn.change(proven=state.proven - {pack}, pulse=state.pulse + 1)
    turn.outcomes.append(PackWithdrawn(pack, to, person, reason, replacement))
    return None


def replace_rejected(turn: Turn, hold: Hold, replacement: int, person: str, reason: str) -> Refusal | None:
    """A pack that was counted wrong leaves the table before its hold goes, and the record says which pack came in its place."""
    state, pack, rule = turn.state, hold.rejects, turn.state.pack_rules.reject
    if not replacement:
        return Refusal("", rule.cited(f"Pack {pack} was counted wrong and has to leave the table: name the pack that takes its place"))
    if fault := whose(state, replacement):
        return Refusal("", fault)
    if replacement == pack:
        return Refusal("", f"Pack {pack} itself was counted wrong: name another pack, or take it out of play and open a new one under its number")
    if found := unfit(state, replacement):
        return Refusal("", found[1])
    if state.life(pack).withdrawn is not None:
        return None
    return withdraw(turn, pack, Standing.QUARANTINED, person, reason=reason, replacement=replacement)


def doubt(turn: Turn, pack: int, reason: str) -> None:
    """What was found at the inspection of this pack is not to be relied on any more."""
    life = turn.state.life(pack)
    if life.inspected:
        keep(turn, pack, replace(life, doubt=reason))
        turn.outcomes.append(PackDoubted(pack, reason))


def keep(turn: Turn, pack: int, life: Life) -> None:
    turn.change(lives={**turn.state.lives, pack: life})


def note_seen(turn: Turn, pack: int) -> None:
    """A pack that a device sees is in use, whether or not anybody opened it on record."""
    life = turn.state.life(pack)
    if pack in turn.state.packs and not life.since_ns:
        keep(turn, pack, replace(life, since_ns=turn.state.seen_ns))
