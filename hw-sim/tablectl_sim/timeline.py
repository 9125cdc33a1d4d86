"""Does each fault of a scenario once, at its moment, and undoes it after its time."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Final

from tablectl_sim.errors import BenchError
from tablectl_sim.incidents import KINDS, Fault, Moment, Parts, Undo
from tablectl_sim.wires import Wires

AGAIN_S: Final = 0.25


class Timeline:
    """Moments come from the dealer (rounds and cards) and from the wires' clock (seconds)."""

    def __init__(self, faults: tuple[Fault, ...], parts: Parts, wires: Wires, note: Callable[[str], None]) -> None:
        """`note` is told one line for each thing that happens, or cannot."""
        self._waiting = list(faults)
        self._parts, self._wires, self._note = parts, wires, note
        self._lock = threading.Lock()

    def start(self) -> None:
        for fault in self._take(lambda at: at.seconds > 0):
            self._wires.after(fault.at.seconds, lambda fault=fault: self._try(fault))  # type: ignore[misc]  # lambda default

    def round_begins(self, number: int) -> None:
        for fault in self._take(lambda at: at.round == number and not at.card and not at.step):
            self._try(fault)

    def card_comes(self, round: int, card: int) -> None:
        for fault in self._take(lambda at: (at.round, at.card) == (round, card)):
            self._try(fault)

    def step_comes(self, round: int, step: str) -> None:
        for fault in self._take(lambda at: (at.round, at.step) == (round, step)):
            self._try(fault)

    def do(self, fault: Fault) -> None:
        """Do it now. Raise BenchError where it cannot be."""
        undo = KINDS[fault.kind].act(self._parts, fault)
        self._note(f"fault {fault.kind}")
        if undo is not None and fault.for_s:
            self._wires.after(fault.for_s, lambda: self._undo(undo))

    def _undo(self, undo: Undo) -> None:
        if undo() is False:
            self._wires.after(AGAIN_S, lambda: self._undo(undo))

    def _take(self, fits: Callable[[Moment], bool]) -> list[Fault]:
        with self._lock:
            taken = [fault for fault in self._waiting if fits(fault.at)]
            self._waiting = [fault for fault in self._waiting if not fits(fault.at)]
            return taken

    def _try(self, fault: Fault) -> None:
        try:
            self.do(fault)
        except BenchError as problem:
            self._note(f"fault {fault.kind} did not happen: {problem}")
