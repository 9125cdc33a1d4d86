"""Sessions of tag readers and the simulated readers that they talk to, on a clock that the test turns."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from tablectl_drivers.admission import Expected
from tablectl_drivers.device import LinkedDevice
from tablectl_drivers.events import CardSeen, CardUnreadable, DeviceEvent, ReportId, Role
from tablectl_drivers.feig_obid import driver as feig
from tablectl_drivers.feig_obid import session as feig_session
from tablectl_drivers.pn532_hsu import driver as pn532
from tablectl_drivers.pn532_hsu import session as pn532_session
from tablectl_drivers.reaction import Reaction
from tablectl_drivers.reading.deck_map import DeckMap, MappedCard
from tablectl_drivers.reading.polling import Polling
from tablectl_sim.feig_obid_device import FeigReader
from tablectl_sim.pn532_hsu_device import Pn532Board

STEP_S: Final = 0.005
FACES: Final = [rank + suit for suit in "cdhs" for rank in "A23456789TJQK"]
SimReader = FeigReader | Pn532Board
Spoil = Callable[[bytes], bytes]


@dataclass(frozen=True, slots=True)
class Kind:
    """One make of reader, from both ends. `code(n)` is the tag of the n-th card."""

    name: str
    device: type[SimReader]
    driver: Callable[[Any], LinkedDevice]
    session: Callable[..., Polling[Any]]
    options: Callable[..., Any]
    tag: str

    def code(self, number: int) -> str:
        return self.tag + f"{number:04X}"

    @property
    def deck_map(self) -> DeckMap:
        return DeckMap({self.code(number): MappedCard(3, face, 1, number) for number, face in enumerate(FACES, start=1)})

    def face(self, number: int) -> str:
        return FACES[number - 1]


FEIG: Final = Kind("feig_obid", FeigReader, feig.FeigReader, feig_session.Session, feig_session.Options, "E00401500000")
PN532: Final = Kind("pn532_hsu", Pn532Board, pn532.Pn532Reader, pn532_session.Session, pn532_session.Options, "04A1B2C3D4")
KINDS: Final = (FEIG, PN532)


class Desk:
    """A session and a simulated reader; `spoil` sees what goes to the session, piece by piece as the reader sends it."""

    def __init__(self, kind: Kind, *, resume: ReportId | None = None, serial: str | None = None, **options: Any) -> None:  # noqa: ANN401  what the kind takes
        self.kind = kind
        self.device = kind.device()
        self.session = kind.session("shoe", Expected(Role.SHOE, serial=serial), kind.deck_map, resume, kind.options(**options))
        self.events: list[DeviceEvent] = []
        self.spoil: Spoil = bytes
        self.now = 0.0
        self.device.switch_on(self.now)

    def open(self) -> None:
        self._do(self.session.open(self.now))

    def close(self, reason: str = "unplugged") -> None:
        self._do(self.session.close(reason))

    def run(self, seconds: float) -> None:
        end = self.now + seconds
        while self.now < end:
            self.now += STEP_S
            self.device.tick(self.now)
            for piece in self.device.take_output():
                if spoiled := self.spoil(piece):
                    self._do(self.session.receive(spoiled, self.now))
            if self.session.deadline() <= self.now:
                self._do(self.session.tick(self.now))

    def put(self, number: int, seconds: float = 0.3) -> None:
        self.device.put(self.kind.code(number), self.now)
        self.run(seconds)

    def take(self, number: int, seconds: float = 0.3) -> None:
        self.device.take(self.kind.code(number), self.now)
        self.run(seconds)

    @property
    def cards(self) -> list[CardSeen]:
        return [event for event in self.events if isinstance(event, CardSeen)]

    def faces(self) -> list[str]:
        return [event.face for event in self.cards]

    def saw(self, kind: type[DeviceEvent]) -> int:
        return sum(isinstance(event, kind) for event in self.events)

    @property
    def unreadable(self) -> int:
        return self.saw(CardUnreadable)

    def _do(self, reaction: Reaction) -> None:
        self.events += reaction.events
        if reaction.send:
            self.device.receive(reaction.send, self.now)


def up(kind: Kind, *lying: int) -> Desk:
    """A desk whose session is up, with these cards on the antenna from the beginning."""
    desk = Desk(kind)
    for number in lying:
        desk.device.put(kind.code(number), 0.0)
    desk.open()
    desk.run(0.6)
    assert desk.session.up
    return desk
