"""A bar code scanner that is a HID point of sale device: reports, and what it tells of itself. Written from the protocol page alone."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from tablectl_sim.usb_gadget import HID_CLASS, INTERRUPT, End, Face, Gadget, Label

SIZE: Final = 64  # 2: a report with its number
DATA_AT_MOST: Final = 56
SHIFTED_AT_MOST: Final = 55
SCANNED: Final = 2
SWITCH: Final = 0xFE  # 1.3: the feature report that makes it speak
HONEYWELL: Final = 0x0C2E
MAKERS_LETTERS: Final = {"C": "j", "d": "w", "Q": "s", "A": "b"}  # 2: byte 61, the maker's own

REPORT_DESCRIPTOR: Final = bytes.fromhex(
    "05 8c 09 02 a1 01"  # usage page bar code scanner, usage scanner, application
    " 85 02 09 12 15 00 26 ff 00 75 08 95 3f 81 02"  # report 2: 63 bytes to the host
    " 85 fd 09 11 75 08 95 3f 91 02"  # report 253: 63 bytes from the host
    " 85 fe 09 11 75 08 95 01 b1 02"  # report 254: one byte, a feature
    " c0"
)
KEYBOARD_DESCRIPTOR: Final = bytes.fromhex("05 01 09 06 a1 01 05 07 19 e0 29 e7 15 00 25 01 75 01 95 08 81 02 95 06 75 08 25 65 19 00 29 65 81 00 c0")
SCANNER_FACE: Final = Face(HID_CLASS, (End(0x81, INTERRUPT),), report_descriptor=REPORT_DESCRIPTOR)
KEYBOARD_FACE: Final = Face(HID_CLASS, (End(0x82, INTERRUPT, 8),), 1, 1, KEYBOARD_DESCRIPTOR)


def report(aim: str, data: bytes, *, more: bool = False, shifted: bool = False) -> bytes:
    """One report 2 (section 2)."""
    start = 6 if shifted else 5
    out = bytearray(SIZE)
    out[0:2] = bytes((SCANNED, len(data)))
    out[start - 3 : start] = b"]" + aim.encode("ascii")
    out[61] = ord(MAKERS_LETTERS.get(aim[0], "?"))
    out[start : start + len(data)] = data
    out[63] = more
    return bytes(out)


@dataclass(slots=True)
class Mishaps:
    """What goes wrong with the next code: its last report does not come, comes twice, comes cut, or without its AIM identifier."""

    lose_last: bool = False
    repeat_last: bool = False
    cut_last: bool = False
    no_aim: bool = False


@dataclass(slots=True)
class HidPosScanner:
    """`show` is a card going past. `needs_switch` says nothing before it was switched on, as some makers' do; `refuses_switch` never is."""

    aim: str = "C0"
    suffix: str = ""
    shifted: bool = False
    needs_switch: bool = False
    refuses_switch: bool = False
    mute: bool = False
    mishaps: Mishaps = field(default_factory=Mishaps)
    switched_on: bool = False
    unheard: int = 0
    _out: list[bytes] = field(default_factory=list)

    def switch_on(self, now: float) -> None:  # noqa: ARG002 - a scanner keeps nothing over a power-up
        self.switched_on = False
        self._out.clear()

    def receive(self, data: bytes, now: float) -> None: ...

    def tick(self, now: float) -> None: ...

    def take_output(self) -> list[bytes]:
        out, self._out = self._out, []
        return out

    def feature(self, number: int, data: bytes) -> bool:
        if number != SWITCH or self.refuses_switch:
            return False
        self.switched_on = data == bytes((SWITCH, 1))
        return True

    def show(self, code: str, now: float) -> None:  # noqa: ARG002 - a scanner says at once what it reads
        """A card with this code goes past."""
        if self.mute or (self.needs_switch and not self.switched_on):
            self.unheard += 1
            return
        data = (code + self.suffix).encode("latin-1")
        size = SHIFTED_AT_MOST if self.shifted else DATA_AT_MOST
        pieces = [data[start : start + size] for start in range(0, len(data), size)] or [b""]
        reports = [report(self.aim, piece, more=number < len(pieces), shifted=self.shifted) for number, piece in enumerate(pieces, start=1)]
        self._out += self._spoil(reports)

    def _spoil(self, reports: list[bytes]) -> list[bytes]:
        mishaps, self.mishaps = self.mishaps, Mishaps()
        last = reports[-1]
        if mishaps.no_aim:
            last = last[:2] + b"   " + last[5:]
        if mishaps.cut_last:
            last = last[:17]
        return [*reports[:-1], *([] if mishaps.lose_last else [last, last] if mishaps.repeat_last else [last])]


def gadget(scanner: HidPosScanner, *, vendor: int = HONEYWELL, serial: str = "0001", faces: tuple[Face, ...] = (SCANNER_FACE,)) -> Gadget:
    """The scanner as a USB device, with the kernel's own driver on each of its interfaces."""
    label = Label(vendor, 0x0B61, 0x0123, "Bench Works", "Scanner 1", serial)
    return Gadget(scanner, faces, label, drivers=set(range(len(faces))))
