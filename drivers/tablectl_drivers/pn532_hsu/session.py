"""What is asked of a PN532 and how it answers (PROTOCOL.md 2 and 3). No I/O, no clock."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Final

from tablectl_drivers.admission import Expected
from tablectl_drivers.events import Identity, ReportId, Role
from tablectl_drivers.pn532_hsu import frames
from tablectl_drivers.pn532_hsu.frames import CHIP, HOST, Ack, Failure, Frame, Message
from tablectl_drivers.reading.deck_map import DeckMap
from tablectl_drivers.reading.polling import Pace, Polling, Question, Script, Trouble
from tablectl_drivers.reading.presence import Look
from tablectl_drivers.reading.readings import Readings

FIRST_ACK_S: Final = 1.5  # PROTOCOL.md 3: USB serial of a Pi may be so late after the port was opened
ACK_S: Final = 0.2
ANSWER_S: Final = 0.3
MAKER: Final = "NXP"
WAKE: Final = b"\x55\x55" + bytes(14)  # PROTOCOL.md 3
_POLL_MS: Final = range(20, 501)
_MISSES: Final = range(1, 21)

_VERSION: Final = 0x02
_SAM: Final = 0x14
_SAM_NORMAL: Final = b"\x01\x14\x01"
_RF: Final = 0x32
_FEW_TRIES: Final = b"\x05\xff\x01\x01"  # a poll of an empty field ends after two tries instead of never
_POLL: Final = 0x4A
_TWO_OF_TYPE_A: Final = b"\x02\x00"
_HEAD: Final = 5  # number, two bytes of SENS_RES, SEL_RES, length of the UID
_UID_LENGTHS: Final = (4, 7, 10)
_HAS_ATS: Final = 0x20  # in SEL_RES


@dataclass(frozen=True, slots=True)
class Options:
    """`poll_ms` is the time between two looks at the field, 20 to 500. `misses` is after how many looks without it a card counts as taken,
    1 to 20."""

    poll_ms: int = 50
    misses: int = 3

    def __post_init__(self) -> None:
        for name, value, good in (("poll_ms", self.poll_ms, _POLL_MS), ("misses", self.misses, _MISSES)):
            if value not in good:
                raise ValueError(f"{name} is {good[0]} to {good[-1]}, not {value}")


class Session(Polling[Frame]):
    """A shoe that reads the tags of its cards with a PN532."""

    def __init__(self, device: str, expected: Expected, deck_map: DeckMap, resume: ReportId | None, options: Options) -> None:
        language = Pn532(expected.role or Role.SHOE)
        super().__init__(device, language, expected, Readings(device, deck_map, resume), Pace(options.poll_ms / 1000, options.misses))


class Pn532:
    """The language of the PN532; see Language."""

    def __init__(self, role: Role) -> None:
        self._role = role
        self.decoder = frames.Decoder()

    def give_up(self) -> bytes:
        return frames.encode(Ack())

    def greeting(self, *, fresh: bool) -> Script[Frame, Identity]:
        """Wake the chip, whose first command has to be how its SAM is used, and ask who it is."""
        awake = yield from _command(_SAM, _SAM_NORMAL, lead=WAKE, ack_s=FIRST_ACK_S if fresh else ACK_S)
        if isinstance(awake, Failure):
            return _no("the SAM setting")
        version = yield from _command(_VERSION)
        if isinstance(version, Failure) or len(version.data) != 4:  # noqa: PLR2004  chip, version, revision, what it supports
            return _no("its version")
        tries = yield from _command(_RF, _FEW_TRIES)
        if isinstance(tries, Failure):
            return _no("the number of tries")
        chip, major, minor, _ = version.data
        return Identity(self._role, MAKER, f"PN5{chip:02X}", "", f"{major}.{minor}")

    def looking(self) -> Script[Frame, Look]:
        """One look: two tags are asked for, so that a second one is doubted instead of left out."""
        answer = yield from _command(_POLL, _TWO_OF_TYPE_A)
        if isinstance(answer, Failure):
            return _no("the poll")
        codes = _uids(answer.data)
        return Look(blurred=True) if codes is None else Look(codes)


def _command(code: int, data: bytes = b"", *, lead: bytes = b"", ack_s: float = ACK_S) -> Generator[Question[Frame], Frame, Message | Failure]:
    """Send a command, wait until it has come, and then for its answer."""
    yield Question(lead + frames.encode(Message(HOST, code, data)), _is_ack, ack_s)
    answer = yield Question(b"", _answers(code), ANSWER_S)
    return answer if isinstance(answer, Message) else Failure()


def _is_ack(frame: Frame) -> bool:
    return isinstance(frame, Ack)


def _answers(code: int) -> Callable[[Frame], bool]:
    def takes(frame: Frame) -> bool:
        return isinstance(frame, Failure) or (isinstance(frame, Message) and frame.sender == CHIP and frame.code == code + 1)

    return takes


def _uids(data: bytes) -> tuple[str, ...] | None:
    """The UIDs of a poll's answer; None where it does not hold together."""
    if not data:
        return None
    codes: list[str] = []
    rest = data[1:]
    for number in range(1, data[0] + 1):
        if len(rest) < _HEAD or rest[0] != number or rest[4] not in _UID_LENGTHS:
            return None
        end = _HEAD + rest[4]
        codes.append(rest[_HEAD:end].hex().upper())
        if rest[3] & _HAS_ATS:
            end += rest[end] if len(rest) > end else 1
        if len(rest) < end:
            return None
        rest = rest[end:]
    return None if rest or len(set(codes)) != len(codes) else tuple(codes)


def _no(what: str) -> Trouble:
    return Trouble(f"{what} fails: it calls the command an error")
