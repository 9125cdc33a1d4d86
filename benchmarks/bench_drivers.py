"""What a card costs from bytes to event, for each driver, beside a loop that cuts its stream where cards end and looks the codes up.

    python benchmarks/bench_drivers.py --cards 20000

CDL/1, which brings faces and no codes, is in bench_codec.py. The loops are run in turn, with chunks as a serial port gives them, and compared
within the same run: the ratio says what checks, typed frames and numbers add; the last column how many times faster than the wire at its usual
speed a driver is. A driver is one row of DRIVERS.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from tablectl_drivers.admission import Expected
from tablectl_drivers.ascii_line.session import Options as LineOptions
from tablectl_drivers.ascii_line.session import Session as LineSession
from tablectl_drivers.events import CardSeen, Identity, Role
from tablectl_drivers.feig_obid import frames as feig
from tablectl_drivers.feig_obid.session import Options as FeigOptions
from tablectl_drivers.feig_obid.session import Session as FeigSession
from tablectl_drivers.hid_pos.session import Language, Scanned
from tablectl_drivers.hid_pos.session import Session as HidSession
from tablectl_drivers.hid_pos.typed import Keys
from tablectl_drivers.pn532_hsu import frames as pn532
from tablectl_drivers.pn532_hsu.session import Options as Pn532Options
from tablectl_drivers.pn532_hsu.session import Session as Pn532Session
from tablectl_drivers.pump import Conversation
from tablectl_drivers.reaction import Reaction
from tablectl_drivers.reading.card_code import CardCode, write
from tablectl_drivers.reading.deck_map import DeckMap, MappedCard
from tablectl_drivers.reading.readings import Readings
from tablectl_drivers.ssi import frames as ssi
from tablectl_drivers.ssi.session import Options as SsiOptions
from tablectl_drivers.ssi.session import Session as SsiSession
from tablectl_sim.hid_keyboard_device import ENTER, KEYS, HidKeyboardScanner

ROUNDS: Final = 7
CHUNKS: Final = (16, 64, 4096)  # bytes: what a USB adapter hands over at a time, and a full buffer
REPORT: Final = 64  # bytes: a HID scanner hands over whole reports and nothing else
DECKS: Final = 6
FACES: Final = [rank + suit for suit in "cdhs" for rank in "A23456789TJQK"]
PACK: Final = [MappedCard(1, FACES[place % 52], place // 52 + 1, place + 1) for place in range(52 * DECKS)]
CODES: Final = [write(CardCode(card.deck, card.index, card.face)) for card in PACK]
CARDS: Final = DeckMap(dict(zip(CODES, PACK, strict=True)))
TAGS: Final = {code: f"04{place:012X}" for place, code in enumerate(CODES)}
TAGGED: Final = DeckMap({tag: CARDS.cards[code] for code, tag in TAGS.items()})
KEY_REPORT: Final = 8  # bytes, of a scanner that types
LETTERS: Final = {pressed: letter for letter, pressed in KEYS.items()}
POLL_S: Final = 0.05


@dataclass(frozen=True, slots=True)
class Driver:
    """`card` is what the device sends for a code, `bare` counts the cards of a stream and checks nothing, `session` is up and takes them."""

    card: Callable[[str], bytes]
    bare: Callable[[Sequence[bytes]], int]
    session: Callable[[], Conversation]
    bytes_per_s: int
    chunks: tuple[int, ...] = CHUNKS


def _ssi_card(code: str) -> bytes:
    return ssi.encode(ssi.Frame(ssi.Op.DECODE_DATA, ssi.ENGINE, 0, b"\x03" + code.encode()))


def _bare_packets(chunks: Sequence[bytes]) -> int:
    held, found = b"", 0
    for chunk in chunks:
        held += chunk
        while held and len(held) >= held[0] + 2:
            found += CARDS.find(held[5 : held[0]].decode()) is not None
            held = held[held[0] + 2 :]
    return found


def _ssi_session() -> SsiSession:
    session = SsiSession("shoe", Expected(Role.SHOE), SsiOptions(beep=False), Readings("shoe", CARDS, None))
    session.open(0.0)
    for op, data in ((ssi.Op.REPLY_REVISION, b"R00 N"), (ssi.Op.ACK, b""), (ssi.Op.PARAM_SEND, b"\xff\xee\x01"), (ssi.Op.ACK, b"")):
        session.receive(ssi.encode(ssi.Frame(op, ssi.ENGINE, 0, data)), 0.0)
    return session


def _bare_lines(chunks: Sequence[bytes]) -> int:
    held, found = b"", 0
    for chunk in chunks:
        *closed, held = (held + chunk).split(b"\r")
        found += sum(CARDS.find(line.decode()) is not None for line in closed)
    return found


def _line_session() -> LineSession:
    session = LineSession("shoe", Expected(Role.SHOE), LineOptions(), CARDS, Readings("shoe", CARDS, None))
    session.open(0.0)
    return session


def _report(code: str) -> bytes:
    return (bytes((2, len(code))) + b"]C0" + code.encode()).ljust(REPORT - 3, b"\0") + b"j\0\0"


def _bare_reports(chunks: Sequence[bytes]) -> int:
    return sum(CARDS.find(chunk[5 : 5 + chunk[1]].decode()) is not None for chunk in chunks)


def _typed(code: str) -> bytes:
    scanner = HidKeyboardScanner(boot=True)
    scanner.show(code, 0.0)
    return b"".join(scanner.take_output())


def _bare_keys(chunks: Sequence[bytes]) -> int:
    held, found = "", 0
    for chunk in chunks:
        if chunk[2] == ENTER:
            found += CARDS.find(held) is not None
            held = ""
        elif chunk[2]:
            held += LETTERS[chunk[0], chunk[2]]
    return found


def _hid_session(language: Language[Any]) -> HidSession[Any]:
    session = HidSession("shoe", Expected(Role.SHOE), language)
    session.meet(Identity(Role.SHOE, "Maker", "Model", "1", "1.00"))
    session.open(0.0)
    return session


def _hid_pos_session() -> HidSession[Any]:
    return _hid_session(Scanned(("C",), Readings("shoe", CARDS, None)))


def _typing_session() -> HidSession[Any]:
    return _hid_session(Keys((), CARDS, Readings("shoe", CARDS, None)))


class _FeigAsked(FeigSession):
    """A reader of tags says nothing unless it was asked, so that each answer comes a look after the one before."""

    _clock = 0.0

    def receive(self, data: bytes, now: float) -> Reaction:  # noqa: ARG002  its own clock
        self._clock += POLL_S
        self.tick(self._clock)
        return super().receive(data, self._clock)


class _Pn532Asked(Pn532Session):
    _clock = 0.0

    def receive(self, data: bytes, now: float) -> Reaction:  # noqa: ARG002  its own clock
        self._clock += POLL_S
        self.tick(self._clock)
        return super().receive(data, self._clock)


def _feig_card(code: str) -> bytes:
    return feig.encode(feig.Frame(0, 0xB0, bytes.fromhex("00010300e0" + TAGS[code])))


def _bare_inventories(chunks: Sequence[bytes]) -> int:
    return sum(TAGGED.find(chunk[8:15].hex().upper()) is not None for chunk in chunks)


def _feig_session() -> FeigSession:
    tags = DeckMap({"E0" + tag: card for tag, card in TAGGED.cards.items()})
    session = _FeigAsked("shoe", Expected(Role.SHOE), tags, None, FeigOptions(misses=1, rf_reset=False))
    session.open(0.0)
    for command, body in ((0x65, "0003010001280008"), (0x66, "80"), (0xB0, "01")):
        session.receive(feig.encode(feig.Frame(0, command, bytes.fromhex(body))), 0.0)
    return session


def _pn532_answer(code: int, data: str) -> bytes:
    return pn532.encode(pn532.Ack()) + pn532.encode(pn532.Message(pn532.CHIP, code, bytes.fromhex(data)))


def _pn532_card(code: str) -> bytes:
    return _pn532_answer(0x4B, "010100440007" + TAGS[code])


def _bare_polls(chunks: Sequence[bytes]) -> int:
    return sum(TAGGED.find(chunk[19:26].hex().upper()) is not None for chunk in chunks)


def _pn532_session() -> Pn532Session:
    session = _Pn532Asked("shoe", Expected(Role.SHOE), TAGGED, None, Pn532Options(misses=1))
    session.open(0.0)
    for code, data in ((0x15, ""), (0x03, "32010607"), (0x33, ""), (0x4B, "00")):
        session.receive(_pn532_answer(code, data), 0.0)
    return session


DRIVERS: Final = {
    "ssi": Driver(_ssi_card, _bare_packets, _ssi_session, 960),
    "ascii_line": Driver(lambda code: code.encode() + b"\r", _bare_lines, _line_session, 960),
    "hid_pos": Driver(_report, _bare_reports, _hid_pos_session, 64_000, (REPORT,)),  # a report each millisecond
    "hid_pos typed": Driver(_typed, _bare_keys, _typing_session, 8000, (KEY_REPORT,)),
    "feig_obid": Driver(_feig_card, _bare_inventories, _feig_session, 3490, (17,)),  # eleven bits a byte; an answer at a time
    "pn532_hsu": Driver(_pn532_card, _bare_polls, _pn532_session, 11_520, (28,)),
}


def _told(session: Conversation, chunks: Sequence[bytes]) -> int:
    return sum(isinstance(event, CardSeen) for chunk in chunks for event in session.receive(chunk, 0.1).events)


def seconds(work: Callable[[Sequence[bytes]], int], chunks: Sequence[bytes], count: int) -> float:
    began = time.perf_counter()
    found = work(chunks)
    taken = time.perf_counter() - began
    if found != count:
        raise SystemExit(f"found {found} of {count} cards")
    return taken


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cards", type=int, default=20_000)
    count = parser.parse_args().cards
    print(f"{'driver':<13} {'chunk':>6} {'bare us':>8} {'us/card':>8} {'ratio':>6} {'x line':>7}")
    for name, driver in DRIVERS.items():
        stream = b"".join(driver.card(CODES[number % len(CODES)]) for number in range(count))
        for size in driver.chunks:
            chunks = [stream[start : start + size] for start in range(0, len(stream), size)]
            bare, whole = [], []
            for _ in range(ROUNDS):
                bare.append(seconds(driver.bare, chunks, count))
                session = driver.session()
                whole.append(seconds(lambda given, to=session: _told(to, given), chunks, count))  # type: ignore[misc]  # mypy sees no type for a default
            base, took = statistics.median(bare), statistics.median(whole)
            line_s = len(stream) / driver.bytes_per_s
            print(f"{name:<13} {size:>6} {base / count * 1e6:>8.2f} {took / count * 1e6:>8.2f} {took / base:>6.1f} {line_s / took:>7.0f}")


if __name__ == "__main__":
    main()
