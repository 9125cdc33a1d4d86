"""What is asked of an OBID reader and how it answers (PROTOCOL.md 2 and 3). No I/O, no clock."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from tablectl_drivers.admission import Expected
from tablectl_drivers.events import Identity, ReportId, Role
from tablectl_drivers.feig_obid import frames
from tablectl_drivers.feig_obid.frames import Frame
from tablectl_drivers.reading.deck_map import DeckMap
from tablectl_drivers.reading.polling import Pace, Polling, Question, Script, Trouble
from tablectl_drivers.reading.presence import Look
from tablectl_drivers.reading.readings import Readings

ANSWER_S: Final = 0.3
ANY_ADDRESS: Final = 255
MAKER: Final = "FEIG"
SETS_AT_MOST: Final = 64  # cards that one look may find; more are no cards on one spot
_POLL_MS: Final = range(20, 501)
_MISSES: Final = range(1, 21)

_VERSION: Final = 0x65
_INFO: Final = 0x66
_DEVICE_ID: Final = b"\x80"
_RF_RESET: Final = 0x69
_ISO15693: Final = 0xB0
_INVENTORY: Final = b"\x01\x00"
_MORE: Final = b"\x01\x80"

_OK: Final = 0x00
_NONE: Final = 0x01
_MORE_SETS: Final = 0x94
_BLURRED: Final = (0x02, 0x83, 0x95)  # something answered in the field, and not as a tag should
_SET: Final = 10  # kind of tag, DSFID, eight bytes of UID
_STATUS: Final = {0x04: "wrong address", 0x10: "its EEPROM fails", 0x11: "wrong parameter", 0x80: "unknown command", 0x81: "wrong length"}


@dataclass(frozen=True, slots=True)
class Options:
    """`address` is the reader's on its bus, 255 where it is the only one. `poll_ms` is the time between two looks at the field, 20 to 500. `misses`
    is after how many looks without it a card counts as taken, 1 to 20. `rf_reset` false saves a question a look, where the reader itself is set to
    wake resting tags (ONT cleared)."""

    address: int = ANY_ADDRESS
    poll_ms: int = 50
    misses: int = 3
    rf_reset: bool = True

    def __post_init__(self) -> None:
        for name, value, good in (("address", self.address, range(256)), ("poll_ms", self.poll_ms, _POLL_MS), ("misses", self.misses, _MISSES)):
            if value not in good:
                raise ValueError(f"{name} is {good[0]} to {good[-1]}, not {value}")


class Session(Polling[Frame]):
    """A shoe that reads the tags of its cards with an OBID reader."""

    def __init__(self, device: str, expected: Expected, deck_map: DeckMap, resume: ReportId | None, options: Options) -> None:
        language = Obid(expected.role or Role.SHOE, options)
        super().__init__(device, language, expected, Readings(device, deck_map, resume), Pace(options.poll_ms / 1000, options.misses))


class Obid:
    """The language of OBID readers; see Language."""

    def __init__(self, role: Role, options: Options) -> None:
        self._role = role
        self._address = options.address
        self._rf_reset = options.rf_reset
        self.decoder = frames.Decoder()

    def give_up(self) -> bytes:
        return b""

    def greeting(self, *, fresh: bool) -> Script[Frame, Identity]:  # noqa: ARG002  this reader answers at once
        version = yield self._ask(_VERSION)
        if version.body[0] != _OK:
            return _no("its version", version)
        info = yield self._ask(_INFO, _DEVICE_ID)
        revision, kind = version.body[1:3], version.body[5]
        serial = info.body[1:5].hex().upper() if info.body[0] == _OK else ""
        return Identity(self._role, MAKER, f"OBID type {kind}", serial, f"{revision[0]:X}.{revision[1]:02X}")

    def looking(self) -> Script[Frame, Look]:
        """One whole look: tags that rest are woken, and all data sets fetched."""
        if self._rf_reset:
            woken = yield self._ask(_RF_RESET)
            if woken.body[0] != _OK:
                return _no("the RF reset", woken)
        codes: list[str] = []
        ask = _INVENTORY
        while len(codes) <= SETS_AT_MOST:
            answer = yield self._ask(_ISO15693, ask)
            status = answer.body[0]
            if status == _NONE and not codes:
                return Look()
            if status in _BLURRED:
                return Look(blurred=True)
            if status not in (_OK, _MORE_SETS):
                return _no("the inventory", answer)
            codes += _uids(answer.body[1:])
            if status == _OK:
                return Look(tuple(codes)) if codes and len(set(codes)) == len(codes) else Look(blurred=True)
            ask = _MORE
        return Look(blurred=True)

    def _ask(self, command: int, data: bytes = b"") -> Question[Frame]:
        return Question(frames.encode(Frame(self._address, command, data)), self._answers(command), ANSWER_S)

    def _answers(self, command: int) -> Callable[[Frame], bool]:
        """An answer has the command of its question, the reader's own address, which is never 255, and what its status calls for: our own frames,
        should they come back, are none."""

        def takes(frame: Frame) -> bool:
            here = frame.address == self._address if self._address != ANY_ADDRESS else frame.address != ANY_ADDRESS
            return here and frame.command == command and fits(command, frame.body)

        return takes


def fits(command: int, body: bytes) -> bool:
    """Whether an answer is as long as its status says (PROTOCOL.md 2)."""
    if not body:
        return False
    status, data = body[0], body[1:]
    match command:
        case 0x65 if status == _OK:
            return len(data) == 7  # noqa: PLR2004  PROTOCOL.md 2
        case 0x66 if status == _OK:
            return len(data) >= 4  # noqa: PLR2004  PROTOCOL.md 2
        case 0xB0 if status in (_OK, _MORE_SETS):
            return len(data) == 1 + _SET * data[0] if data else False
        case 0xB0 if status in _BLURRED:
            return True
        case _:
            return not data


def _uids(data: bytes) -> list[str]:
    return [data[start + 2 : start + _SET].hex().upper() for start in range(1, len(data), _SET)]


def _no(what: str, answer: Frame) -> Trouble:
    status = answer.body[0]
    return Trouble(f"{what} fails: {_STATUS.get(status, 'no reason that is known')} (status {status:#04x})")
