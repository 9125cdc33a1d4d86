"""The register of packs as people see it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from tablectl.table.custody import Life, Receipt, Signed
from tablectl.table.standing import hours_in_use, standing, unfit
from tablectl.table.state import CardOut, TableState
from tablectl.table.views_of_packs import OutView, PackView, ReceiptView, SignedView


def pack_views(state: TableState, backs: Mapping[int, str]) -> tuple[PackView, ...]:
    """Those of the table, and those that it has no more and of which something is on record."""
    gone = sorted(({out.pack for out in state.out} | state.lives.keys()) - set(state.packs))
    return tuple(_pack(state, pack, backs.get(pack, "")) for pack in (*state.packs, *gone))


def long_used(state: TableState) -> tuple[str, ...]:
    """The remark on every pack that is in use for more than a day."""
    found = ((pack, hours_in_use(state, pack)) for pack in state.packs)
    return tuple(f"Pack {pack} is in use for {hours} hours: more than a day" for pack, hours in found if hours)


def receipt_view(receipt: Receipt) -> ReceiptView:
    plain: dict[str, Any] = {field.name: getattr(receipt, field.name) for field in fields(receipt)}
    faces = {name: tuple(map(str, plain[name])) for name in ("missing", "extra")}
    return ReceiptView(**{**plain, **faces, "people": _people(receipt.people)})


def _pack(state: TableState, pack: int, back: str) -> PackView:
    life, profile = state.life(pack), state.shoe.profile
    against = unfit(state, pack)
    scan = state.scan if state.scan is not None and state.scan.pack == pack else None
    return PackView(
        pack=pack,
        back=back,
        decks=profile.decks,
        cards=state.count_of(pack),
        profile=profile.id,
        standing=standing(state, pack).value,
        unfit=against[1] if against else "",
        seal=life.seal,
        opened_by=_people(life.opened_by),
        since_ns=life.since_ns,
        hours=hours_in_use(state, pack) or 0,
        rounds=life.rounds,
        receipt=receipt_view(life.receipt) if life.receipt else None,
        withdrawn=_withdrawn(life),
        reading=scan is not None,
        passed=scan.passed if scan else 0,
        out=tuple(map(_out, state.out_of(pack))),
    )


def _withdrawn(life: Life) -> str:
    return f"{life.withdrawn.person}: {life.withdrawn.reason}" if life.withdrawn else ""


def _people(people: tuple[Signed, ...]) -> tuple[SignedView, ...]:
    return tuple(SignedView(each.person, each.role.value) for each in people)


def _out(out: CardOut) -> OutView:
    return OutView(out.id, str(out.card), out.reason, out.round, out.since_ns)
