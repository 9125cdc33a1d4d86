"""Pin factories of a distribution that is not gpiozero's: mock pins that tell of every change of an output."""

from __future__ import annotations

from queue import SimpleQueue
from time import monotonic
from typing import ClassVar

from gpiozero.pins.mock import MockFactory, MockPin  # type: ignore[import-untyped]  # it carries no types


class OtherPin(MockPin):  # type: ignore[misc]  # the same
    changes: ClassVar[SimpleQueue[tuple[str, bool, float]]] = SimpleQueue()
    held: ClassVar[set[str]] = set()

    def _set_pull(self, value: str) -> None:
        super()._set_pull(value)
        if self.info.name in OtherPin.held:
            self.drive_low()

    def _change_state(self, value: bool) -> bool:
        changed: bool = super()._change_state(value)
        if changed and self._function == "output":
            OtherPin.changes.put((self.info.name, value, monotonic()))
        return changed


class OtherFactory(MockFactory):  # type: ignore[misc]  # the same
    opened: ClassVar[list[OtherFactory]] = []

    def __init__(self, chip: int) -> None:
        super().__init__(pin_class=OtherPin)
        self.chip = chip
        OtherFactory.opened.append(self)


class ExpanderError(Exception):
    """Derives from Exception alone, as lgpio's errors do."""


class BrokenFactory(MockFactory):  # type: ignore[misc]  # the same
    def __init__(self) -> None:
        super().__init__()
        raise ExpanderError("no answer from the expander")
