"""Who may ask for what, and what a named person's command does to the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Final

from tablectl.table.actions import (
    Action,
    ApproveShuffle,
    BringPack,
    ChooseHands,
    ConfirmScan,
    CorrectRound,
    CountCards,
    CountPack,
    Decide,
    DeclareMisdeal,
    ExposeCard,
    IdentifyCard,
    NewDealer,
    OpenPack,
    OrderShuffle,
    PersonRole,
    PlaceCard,
    PressKey,
    QuarantinePack,
    ReleaseHold,
    ReplaceCard,
    RetirePack,
    ScanPack,
    SeatPlayer,
    SecondAction,
    SetWager,
    StopScan,
    TakeOutCard,
    TryLamps,
    VoidRound,
    WithdrawAction,
)
from tablectl.table.state import TableState

_PIT: Final = frozenset({PersonRole.SUPERVISOR, PersonRole.ADMIN})
_TABLE: Final = _PIT | {PersonRole.DEALER}

SECOND: Final[Mapping[type[Action], frozenset[PersonRole]]] = {
    ReleaseHold: _PIT,
    VoidRound: _PIT,
    DeclareMisdeal: _PIT,
    IdentifyCard: _PIT,
    TakeOutCard: _PIT,
    ReplaceCard: _PIT,
    CorrectRound: _PIT,
    PlaceCard: _PIT,
}
"""What the house may have two persons do, and the roles that may be the second one."""

BY_TWO: Final[Mapping[type[Action], frozenset[PersonRole]]] = {OpenPack: _PIT, CountPack: _PIT, ConfirmScan: _PIT}
"""What two persons do at every house, and the roles that may be the second one: a dealer inspects a pack, the pit verifies it."""

COMPARED: Final = (CorrectRound, PlaceCard, IdentifyCard, VoidRound, DeclareMisdeal)
"""What changes the facts that count in a round. How it stood before and stands after it is shown before it is done, and goes on record."""

_SECONDS: Final = frozenset(role for roles in (*SECOND.values(), *BY_TWO.values()) for role in roles)

ALLOWED: Final[Mapping[type[Action], frozenset[PersonRole]]] = {
    ReleaseHold: _PIT,
    VoidRound: _PIT,
    DeclareMisdeal: _PIT,
    IdentifyCard: _PIT,
    ExposeCard: _TABLE,
    SetWager: _TABLE,
    SeatPlayer: _TABLE,
    Decide: _TABLE,
    ChooseHands: _TABLE,
    NewDealer: _TABLE,
    ApproveShuffle: _PIT,
    OrderShuffle: _PIT,
    BringPack: _TABLE,
    TakeOutCard: _PIT,
    ReplaceCard: _PIT,
    OpenPack: _TABLE,
    CountPack: _TABLE,
    ScanPack: _TABLE,
    ConfirmScan: _TABLE,
    StopScan: _TABLE,
    QuarantinePack: _PIT,
    RetirePack: _PIT,
    CountCards: _TABLE,
    CorrectRound: _PIT,
    PlaceCard: _PIT,
    PressKey: _TABLE,
    TryLamps: frozenset({PersonRole.TECHNICIAN, PersonRole.ADMIN}),
    SecondAction: _SECONDS,
    WithdrawAction: _SECONDS,
}
"""Every action and the roles that may ask for it; viewers and auditors only look."""

_OF_A_PACK: Final[frozenset[type[Action]]] = frozenset(
    {TakeOutCard, ReplaceCard, OpenPack, CountPack, ScanPack, ConfirmScan, StopScan, QuarantinePack, RetirePack}
)

OF_THE_ROUND: Final[frozenset[type[Action]]] = frozenset(ALLOWED) - _OF_A_PACK - {ReleaseHold, NewDealer, TryLamps, SecondAction, WithdrawAction}
"""What is meant for the round that a person sees, and must not happen to the one after it."""


def seconds(action: Action) -> frozenset[PersonRole]:
    """The roles that may be the second person for an action; empty where no second one is ever asked for."""
    return {**SECOND, **BY_TWO}.get(type(action), frozenset())


def concerns_round(action: Action) -> bool:
    """Whether an action is refused once its round is over. A supervisor is called whatever the round."""
    return type(action) in OF_THE_ROUND and action != PressKey("supervisor")


def kind_of(action: type[Action]) -> str:
    """The name of an action in JSON."""
    return str(next(field.default for field in fields(action) if field.name == "kind"))


def one(role: PersonRole) -> str:
    """A person of this role, as sentences name one: `a dealer`, `an admin`."""
    return f"{'an' if role.value[0] in 'aeiou' else 'a'} {role.value}"


def may(role: PersonRole, action: Action) -> bool:
    return role in ALLOWED[type(action)]


def round_fault(state: TableState, seen: int) -> str | None:
    """Why what was meant for the round that a person saw cannot be meant for the one that is open."""
    now = state.live.number
    return None if seen == now else f"This was meant for round {seen}, but round {now} is open: look at the table again"
