"""A table, a driver's session and a simulated device on a clock that the test turns, with a line between them that spoils what passes."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final, Protocol

from tablectl.engine.cards import Card
from tablectl.engine.facts import CardDealt
from tablectl.table.actions import BringPack
from tablectl.table.translate import translate
from tablectl_drivers import events as seen
from tablectl_drivers.admission import Expected
from tablectl_drivers.ascii_line import session as ascii_line
from tablectl_drivers.cdl import session as cdl
from tablectl_drivers.events import DeviceEvent, Identity, Role
from tablectl_drivers.feig_obid import session as feig_obid
from tablectl_drivers.hid_pos import session as hid_pos
from tablectl_drivers.hid_pos.typed import Keys
from tablectl_drivers.pn532_hsu import session as pn532_hsu
from tablectl_drivers.pump import Conversation
from tablectl_drivers.reaction import Reaction
from tablectl_drivers.reading.card_code import CardCode, write
from tablectl_drivers.reading.deck_map import DeckMap, MappedCard
from tablectl_drivers.reading.readings import Readings
from tablectl_drivers.ssi import session as ssi
from tablectl_sim.cards import card
from tablectl_sim.feig_obid_device import FeigReader
from tablectl_sim.hid_keyboard_device import HidKeyboardScanner
from tablectl_sim.hid_pos_device import HidPosScanner
from tablectl_sim.line_device import LineDevice
from tablectl_sim.pn532_hsu_device import Pn532Board
from tablectl_sim.shoe import Shoe
from tablectl_sim.ssi_device import SsiDevice
from tests.table.dealing import SHOE, Dealing, opening, table

STEP_S: Final = 0.01
BETWEEN_CARDS_S: Final = 0.8
SETTLES_S: Final = 8.0  # an engine gives a card up after 6 s, a silent device is lost after 3.5 s
ROUND: Final = 8  # cards that are due before anybody is asked: three seats and the dealer
FACES: Final = random.Random(52).sample([rank + suit for suit in "cdhs" for rank in "A23456789TJQK"], 52)


class Device(Protocol):
    def switch_on(self, now: float) -> None: ...
    def receive(self, data: bytes, now: float) -> None: ...
    def tick(self, now: float) -> None: ...
    def take_output(self) -> list[bytes]: ...


Piece = tuple[float, bytes]
Spoil = Callable[[bytes], list[Piece]]


def clean(piece: bytes) -> list[Piece]:
    return [(0.0, piece)]


@dataclass(frozen=True, slots=True)
class Spoiler:
    """What becomes of what passes, byte by byte and piece by piece: the share that is lost, bent by a bit, said twice, or late."""

    drop: float = 0.0
    flip: float = 0.0
    double: float = 0.0
    again: float = 0.0
    late_s: float = 0.0

    def with_chance(self, chance: random.Random) -> Spoil:
        def spoil(piece: bytes) -> list[Piece]:
            spoilt = bytearray()
            for byte in piece:
                if chance.random() < self.drop:
                    continue
                bent = byte ^ 1 << chance.randrange(8) if chance.random() < self.flip else byte
                spoilt += bytes((bent,)) * (2 if chance.random() < self.double else 1)
            times = 2 if chance.random() < self.again else 1
            return [(chance.random() * self.late_s, bytes(spoilt))] * times

        return spoil


SPOILERS: Final = {
    "a fifth lost": Spoiler(drop=0.2),
    "a few lost": Spoiler(drop=0.01),
    "bits bent": Spoiler(flip=0.05),
    "bytes twice": Spoiler(double=0.05),
    "all twice": Spoiler(again=1.0),
    "late": Spoiler(late_s=0.4),
    "everything": Spoiler(drop=0.02, flip=0.02, double=0.02, again=0.2, late_s=0.2),
}


@dataclass(frozen=True, slots=True)
class Rig:
    """One driver and its device. `packet` is the most that one transfer carries, 0 on a serial line; of each, the wire itself vouches for the first
    `vouched` bytes. `once`: what the host says comes once and in time, where its protocol has no way to tell a second ACK from the next."""

    device: Callable[[], Any]
    session: Callable[[DeckMap], Any]
    code: Callable[[int], str]
    packet: int = 0
    vouched: int = 0
    once: bool = False

    @property
    def deck_map(self) -> DeckMap:
        return DeckMap({self.code(index): MappedCard(1, face, 1, index) for index, face in enumerate(FACES, start=1)})


def _label(index: int) -> str:
    return write(CardCode(1, index, FACES[index - 1]))


def _tag(prefix: str, length: int) -> Callable[[int], str]:
    """Numbers that makers burn in follow no rule that a table could use. Each belongs to one card, wherever it lies in the pack."""
    return lambda index: prefix + random.Random(f"{prefix}{FACES[index - 1]}").randbytes(length).hex().upper()


def _hid(deck_map: DeckMap) -> hid_pos.Session[Any]:
    session = hid_pos.Session(SHOE, Expected(Role.SHOE), hid_pos.Scanned((), Readings(SHOE, deck_map, None)))
    session.meet(Identity(Role.SHOE, "Maker", "Scanner", "1", "1"))
    return session


def _keyboard(deck_map: DeckMap) -> hid_pos.Session[Any]:
    session = hid_pos.Session(SHOE, Expected(Role.SHOE), Keys((), deck_map, Readings(SHOE, deck_map, None)))
    session.meet(Identity(Role.SHOE, "Maker", "Scanner", "1", "1"))
    return session


def _shoe() -> Shoe:
    shoe = Shoe()
    shoe.load([card(face) for face in FACES], 0.0)
    return shoe


def _cdl(_map: DeckMap) -> cdl.Session:
    return cdl.Session(SHOE, Expected(Role.SHOE), None)


RIGS: Final = {
    "cdl": Rig(_shoe, _cdl, str),
    "cdl over USB": Rig(_shoe, _cdl, str, packet=64),
    "ssi": Rig(
        SsiDevice, lambda cards: ssi.Session(SHOE, Expected(Role.SHOE), ssi.Options(beep=False), Readings(SHOE, cards, None)), _label, once=True
    ),
    "ascii_line": Rig(
        LineDevice,
        lambda cards: ascii_line.Session(SHOE, Expected(Role.SHOE), ascii_line.Options(), cards, Readings(SHOE, cards, None)),
        _label,
    ),
    "feig_obid": Rig(FeigReader, lambda cards: feig_obid.Session(SHOE, Expected(Role.SHOE), cards, None, feig_obid.Options()), _tag("E00401", 5)),
    "pn532_hsu": Rig(Pn532Board, lambda cards: pn532_hsu.Session(SHOE, Expected(Role.SHOE), cards, None, pn532_hsu.Options()), _tag("04", 6)),
    "hid_keyboard": Rig(HidKeyboardScanner, _keyboard, _label, packet=8),
    "hid_pos": Rig(HidPosScanner, _hid, _label, packet=64, vouched=1),  # the number of a report says what it is, and USB checks it
}


class Bench:
    """`dealing` is the table, `drawn` the cards in the order in which they went past. What is told is durable at once and confirmed.
    `overheard` is told what passes and when, as a tap of the link is."""

    def __init__(self, rig: Rig, overheard: Callable[[float, str, bytes], None] = lambda *_: None) -> None:
        self.rig = rig
        self.device = rig.device()
        self.session: Conversation = rig.session(rig.deck_map)
        self.dealing: Dealing = table(opening(devices={SHOE: "shoe"}), ready=False)
        self.drawn: list[Card] = []
        self.to_host: Spoil = clean
        self.to_device: Spoil = clean
        self.now = 0.0
        self.overheard: Callable[[float, str, bytes], None] = overheard
        self._plugged = False
        self._up: deque[Piece] = deque()
        self._down: deque[Piece] = deque()
        self.device.switch_on(0.0)
        if isinstance(self.device, HidKeyboardScanner):
            self.device.set_protocol(0)
        if isinstance(self.device, Shoe):
            self.device.load([card(face) for face in FACES], 0.0)
        self.plug()
        self.run(3.0)
        assert self.session.up
        if self.dealing.state.devices[SHOE].plain:
            self.dealing.command(BringPack(1))
        self.dealing.wager(1, 2, 3)
        self.dealing.press("key.next")
        assert self.dealing.causes == []

    def spoil(self, spoiler: Spoiler, chance: random.Random) -> None:
        down = replace(spoiler, again=0.0, late_s=0.0) if self.rig.once else spoiler
        self.to_host, self.to_device = spoiler.with_chance(chance), down.with_chance(chance)

    def draw(self) -> None:
        """The next card goes past the reader."""
        index = len(self.drawn) + 1
        self.drawn.append(Card.parse(FACES[index - 1]))
        if isinstance(self.device, Shoe):
            assert self.device.draw(self.now)
        else:
            self.device.show(self.rig.code(index), self.now)

    def deal(self, cards: int) -> None:
        for _ in range(cards):
            self.draw()
            self.run(BETWEEN_CARDS_S)

    def plug(self) -> None:
        self._plugged = True
        self._do(self.session.open(self.now))

    def unplug(self) -> None:
        self._plugged = False
        self._up.clear()
        self._down.clear()
        self._do(self.session.close("it was unplugged"))

    def run(self, seconds: float) -> None:
        end = self.now + seconds
        while self.now < end:
            self.now += STEP_S
            self.device.tick(self.now)
            for output in self.device.take_output():
                self._send(self._up, output, self.to_host)
            for data in self._due(self._up):
                self.overheard(self.now, "<", data)
                self._do(self.session.receive(data, self.now))
            if self._plugged and self.session.deadline() <= self.now:
                self._do(self.session.tick(self.now))
            for data in self._due(self._down):
                self.device.receive(data, self.now)

    def _send(self, line: deque[Piece], data: bytes, spoil: Spoil) -> None:
        if not self._plugged:
            return
        size = self.rig.packet or len(data)
        for start in range(0, len(data), size):
            whole = data[start : start + size]
            for late, piece in spoil(whole[self.rig.vouched :]):
                line.append((max(self.now + late, line[-1][0] if line else 0.0), whole[: self.rig.vouched] + piece))

    def _due(self, line: deque[Piece]) -> list[bytes]:
        due = []
        while line and line[0][0] <= self.now:
            due.append(line.popleft()[1])
        return [data for data in due if data]

    def _do(self, reaction: Reaction) -> None:
        if reaction.send:
            self.overheard(self.now, ">", reaction.send)
            self._send(self._down, reaction.send, self.to_device)
        for event in reaction.events:
            self._tell(event)

    def _tell(self, event: DeviceEvent) -> None:
        if (told := translate(event)) is not None:
            self.dealing.happen(told)
        match event:
            case seen.CardSeen(report=report) | seen.CardUnreadable(report=report) | seen.CutCardSeen(report=report) | seen.CardsMissed(last=report):
                self._do(self.session.confirm(report, self.now))
            case seen.LinkUp(resumed_at=report):
                self._do(self.session.confirm(report, self.now))
            case _:
                pass

    def check(self) -> None:
        """No card is another one, none is there twice, and whatever is not as it was drawn holds play."""
        ledger = self.dealing.state.shoe
        assert set(ledger.seen) <= set(self.drawn), "a card that was never drawn"
        assert all(count == 1 for count in ledger.seen.values()), "a card twice"
        dealt = [fact.card for fact in self.dealing.state.live.round.facts if isinstance(fact, CardDealt)]
        order = iter(self.drawn)
        assert all(one in order for one in dealt if one), "cards in another order than they were drawn in"
        if dealt != self.drawn:
            assert self.dealing.causes, f"{len(self.drawn)} cards were drawn, {ledger.drawn} are counted, and nobody is told"
