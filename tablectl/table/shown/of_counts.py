"""Counts and readings as people see them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tablectl.table import counts
from tablectl.table.readings import FaceCount
from tablectl.table.state import TableState, Trail
from tablectl.table.views_of_counts import CountsView, FaceCountView, PackCountView, ReadingsView


def counts_view(state: TableState, backs: Mapping[int, str]) -> CountsView:
    return CountsView(counts.wanted(state) or 0, counts.prompt(state) or "", tuple(_pack(state, pack, backs.get(pack, "")) for pack in state.packs))


def _pack(state: TableState, pack: int, back: str) -> PackCountView:
    trail = state.trails.get(pack, Trail(0, 0, 0))
    told = state.readings.get(pack)
    found = ReadingsView(told.first, told.last, _faces(told.over), _faces(told.under)) if told else None
    return PackCountView(pack, back, trail.first, trail.last, found)


def _faces(counted: Iterable[FaceCount]) -> tuple[FaceCountView, ...]:
    return tuple(FaceCountView(str(each.face), each.seen, each.copies) for each in counted)
