"""What people do at the table otherwise than they should: a dealer, a player, and the supervisor who says on the console what no reader sees."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Final

from tablectl_sim import laid
from tablectl_sim.errors import CannotDo
from tablectl_sim.shoe import Misreading

if TYPE_CHECKING:
    from tablectl_sim.cards import Card
    from tablectl_sim.door import Door
    from tablectl_sim.laid import LaidCards
    from tablectl_sim.world import World

Where = dict[str, object]
BURNED: Final[Where] = {"area": "burn"}
UNUSED: Final[Where] = {"area": "discard"}


class Slip(StrEnum):
    """The first four wait for their occasion, the others are done at once."""

    FACE_UP = "face_up"
    WRONG_HOUSE_HAND = "wrong_house_hand"
    CUT_REFUSED = "cut_refused"
    CUT_DOUBTED = "cut_doubted"
    SECOND_BURN = "second_burn"
    NO_BURN = "no_burn"
    SEEN_EARLY = "seen_early"
    MUCK_ASKED_BACK = "muck_asked_back"


WAITING: Final = frozenset({Slip.FACE_UP, Slip.WRONG_HOUSE_HAND, Slip.CUT_REFUSED, Slip.CUT_DOUBTED})


def at(area: str, seat: int) -> Where:
    """A place in the console's words."""
    return {"area": area or ("seat" if seat else "dealer"), "seat": seat}


class Slips:
    """Remembers which slip is still to come. Every method runs on the thread that deals."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._waiting: set[Slip] = set()

    def expect(self, slip: Slip) -> None:
        if slip is Slip.FACE_UP:  # its back lies before the reader
            self._world.spoil_next_read(Misreading(None))
        self._waiting.add(slip)

    def due(self, slip: Slip) -> bool:
        return slip in self._waiting

    def took(self, slip: Slip) -> bool:
        """Whether it was to come; it does so once."""
        came = slip in self._waiting
        self._waiting.discard(slip)
        return came


def place_last_card(floor: Door, round: int, where: Where, reason: str) -> None:
    """A supervisor says where the card went that was drawn last. Raise CannotDo where the table does not take it so."""
    if refused := floor.say(round, kind="place_card", place=where, reason=reason):
        raise CannotDo(refused)


def others(four: list[Card], hand: tuple[Card, Card]) -> list[str]:
    """The two cards that are not in a hand: set by a dealer who does not look."""
    rest = list(four)
    for kept in hand:
        rest.remove(kept)
    return [str(card) for card in rest]


def ask_muck_back(dealer: Door, round: int, number: int, cards: LaidCards) -> None:
    """A player wants to play other cards after all; raise CannotDo where the table lets it happen."""
    hand = [str(card) for card in cards.at(laid.seat(number))[-2:]]
    if not dealer.say(round, kind="choose_hands", seat=number, hands=[hand]):
        raise CannotDo(f"the table let seat {number} have its mucked cards back")
