"""A bar code scanner that types as a keyboard, written from the page of such scanners alone."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from tablectl_sim.hid_pos_device import KEYBOARD_FACE
from tablectl_sim.usb_gadget import Face, Gadget, Label

NOTHING_DOWN: Final = bytes(8)
LEFT_SHIFT: Final = 0x02
ENTER: Final = 0x28
TAB: Final = 0x2B
_PLAIN: Final = {0x04: "abcdefghijklmnopqrstuvwxyz", 0x1E: "1234567890", 0x2C: " -=[]\\", 0x33: ";'`,./"}
_SHIFTED: Final = {0x04: "ABCDEFGHIJKLMNOPQRSTUVWXYZ", 0x1E: "!@#$%^&*()", 0x2D: "_+{}|", 0x33: ':"~<>?'}
KEYS: Final = {
    letter: (modifiers, first + place)
    for modifiers, rows in ((0, _PLAIN), (LEFT_SHIFT, _SHIFTED))
    for first, letters in rows.items()
    for place, letter in enumerate(letters)
}


@dataclass(slots=True)
class HidKeyboardScanner:
    """`show` is a card going past. `rolls_over` presses the next key before the last goes up, `lost` are the numbers of reports of the next card that
    never come. Before it was told the boot protocol it puts a number before each report, as its own descriptor says."""

    prefix: str = ""
    ends: tuple[int, ...] = (ENTER,)
    rolls_over: bool = False
    refuses_boot: bool = False
    lost: frozenset[int] = frozenset()
    boot: bool = False
    idle: int | None = None
    _out: list[bytes] = field(default_factory=list)

    def switch_on(self, now: float) -> None:  # noqa: ARG002 - a scanner keeps nothing over a power-up
        self.boot = False
        self._out.clear()

    def receive(self, data: bytes, now: float) -> None: ...

    def tick(self, now: float) -> None: ...

    def take_output(self) -> list[bytes]:
        out, self._out = self._out, []
        return out

    def set_protocol(self, protocol: int) -> bool:
        self.boot = protocol == 0
        return not self.refuses_boot

    def set_idle(self, quarters_of_ms: int) -> bool:
        self.idle = quarters_of_ms
        return True

    def show(self, code: str, now: float) -> None:  # noqa: ARG002 - it types as fast as it is asked
        """A card with this code goes past."""
        reports, down = [], 0
        for modifiers, key in [*(KEYS[letter] for letter in self.prefix + code), *((0, end) for end in self.ends)]:
            if down and (not self.rolls_over or key == down):
                reports.append(NOTHING_DOWN)
                down = 0
            reports.append(bytes((modifiers, 0, key, down, 0, 0, 0, 0)))
            if down:
                reports.append(bytes((modifiers, 0, key, 0, 0, 0, 0, 0)))
            down = key
        reports.append(NOTHING_DOWN)
        lost, self.lost = self.lost, frozenset()
        self._out += [report if self.boot else b"\x01" + report for number, report in enumerate(reports) if number not in lost]


def gadget(scanner: HidKeyboardScanner, *, faces: tuple[Face, ...] = (KEYBOARD_FACE,)) -> Gadget:
    """The scanner as a USB device, with the kernel's own driver on it."""
    return Gadget(scanner, faces, Label(0x0C2E, 0x0B6A, 0x0123, "Bench Works", "Scanner 1", "0001"), drivers=set(range(len(faces))))
