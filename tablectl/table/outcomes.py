"""What followed from an event. Outcomes are journaled behind their event, so that a replay can compare what it computes with what was done."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tablectl.engine.facts import Fact, Place
from tablectl.engine.settlement import HandShown, Line
from tablectl.engine.steps import Ending
from tablectl.table.actions import Counting, Face
from tablectl.table.custody import Receipt, Signed, Standing
from tablectl.table.readings import FaceCount
from tablectl.table.state import CommandAnswer, Hold, Tag
from tablectl.table.views import StandView


@dataclass(frozen=True, slots=True)
class RoundOpened:
    round: int
    rules_id: str
    rules_version: int
    rules_hash: str
    kind: Literal["round_opened"] = "round_opened"


@dataclass(frozen=True, slots=True)
class FactTaken:
    fact: Fact
    kind: Literal["fact_taken"] = "fact_taken"


@dataclass(frozen=True, slots=True)
class CardsShown:
    """These cards lie face up from now on and are no secret any more."""

    place: Place
    cards: tuple[Face | None, ...]
    kind: Literal["cards_shown"] = "cards_shown"


@dataclass(frozen=True, slots=True)
class Refused:
    """A press, a card or a command that the rules or a hold do not allow now; nothing changed."""

    rule: str
    text: str
    kind: Literal["refused"] = "refused"


@dataclass(frozen=True, slots=True)
class PackLoaded:
    pack: int
    verified: bool
    kind: Literal["pack_loaded"] = "pack_loaded"


@dataclass(frozen=True, slots=True)
class CardTakenOut:
    """A face that is out of its pack is no secret: everybody may know what is not dealt."""

    out: int
    pack: int
    card: Face
    person: str
    reason: str
    kind: Literal["card_taken_out"] = "card_taken_out"


@dataclass(frozen=True, slots=True)
class CardReplaced:
    """`out` is the number under which the card before it was taken out."""

    out: int
    pack: int
    card: Face
    person: str
    reason: str
    kind: Literal["card_replaced"] = "card_replaced"


@dataclass(frozen=True, slots=True)
class PackOpened:
    """A new pack begins its life under this number."""

    pack: int
    back: str
    seal: str
    people: tuple[Signed, ...]
    kind: Literal["pack_opened"] = "pack_opened"


@dataclass(frozen=True, slots=True)
class PackInspected:
    receipt: Receipt
    kind: Literal["pack_inspected"] = "pack_inspected"


@dataclass(frozen=True, slots=True)
class ScanStopped:
    pack: int
    person: str
    reason: str
    kind: Literal["scan_stopped"] = "scan_stopped"


@dataclass(frozen=True, slots=True)
class PackDoubted:
    """The inspection of this pack does not count any more."""

    pack: int
    reason: str
    kind: Literal["pack_doubted"] = "pack_doubted"


@dataclass(frozen=True, slots=True)
class PackWithdrawn:
    """A pack is out of play for good. `replacement` is the pack that takes its place where it had to leave the table, else 0."""

    pack: int
    standing: Standing
    person: str
    reason: str
    replacement: int = 0
    kind: Literal["pack_withdrawn"] = "pack_withdrawn"


@dataclass(frozen=True, slots=True)
class DealtShort:
    """Cards of this round were dealt while these cards, by the numbers of their taking out, were missing from the pack."""

    round: int
    out: tuple[int, ...]
    kind: Literal["dealt_short"] = "dealt_short"


@dataclass(frozen=True, slots=True)
class RoundTagged:
    """Cards of this round were dealt on the finding of a person: a hold over them was released."""

    round: int
    tags: tuple[Tag, ...]
    kind: Literal["round_tagged"] = "round_tagged"


@dataclass(frozen=True, slots=True)
class WarningGone:
    """What warning `hold` was raised for is over."""

    hold: int
    cause: str
    kind: Literal["warning_gone"] = "warning_gone"


@dataclass(frozen=True, slots=True)
class PackCounted:
    """A person counted cards of a pack, and by what the reader saw so many were to be there."""

    pack: int
    place: Counting
    number: int
    expected: int
    person: str
    kind: Literal["pack_counted"] = "pack_counted"


@dataclass(frozen=True, slots=True)
class ReadingsTold:
    """A pack is out of the shoe, and its round is over: faces that were read more often than the pack has them (`over`), and such that should have
    come and did not (`under`). `drawn` of its `cards` had gone, in the rounds `first` to `last`."""

    pack: int
    first: int
    last: int
    drawn: int
    cards: int
    over: tuple[FaceCount, ...]
    under: tuple[FaceCount, ...]
    kind: Literal["readings_told"] = "readings_told"


@dataclass(frozen=True, slots=True)
class HoldRaised:
    hold: Hold
    kind: Literal["hold_raised"] = "hold_raised"


@dataclass(frozen=True, slots=True)
class HoldReleased:
    hold: int
    cause: str
    person: str
    reason: str
    kind: Literal["hold_released"] = "hold_released"


@dataclass(frozen=True, slots=True)
class SeatRated:
    """What a seat is due, at the moment at which the dealer has to take and pay it."""

    seat: int
    lines: tuple[Line, ...]
    hands: tuple[HandShown, ...]
    kind: Literal["seat_rated"] = "seat_rated"


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """`nets` are the players' gains by seat; with the house's they sum to zero."""

    round: int
    ending: Ending
    nets: tuple[tuple[int, int], ...]
    house: int
    kind: Literal["round_ended"] = "round_ended"


@dataclass(frozen=True, slots=True)
class RoundPutRight:
    """What `person` did changed the facts that count in the round: how it stood and how it stands, as far as it lay open. `second` confirmed it,
    where two persons did it."""

    round: int
    action: str
    person: str
    reason: str
    before: StandView
    after: StandView
    second: str = ""
    kind: Literal["round_put_right"] = "round_put_right"


@dataclass(frozen=True, slots=True)
class SecondAwaited:
    """A person asked for what the house has two persons do: it waits as number `pending`."""

    pending: int
    action: str
    person: str
    kind: Literal["second_awaited"] = "second_awaited"


@dataclass(frozen=True, slots=True)
class ActionSeconded:
    """What `person` asked for is done now, as `second` confirmed it."""

    pending: int
    action: str
    person: str
    second: str
    kind: Literal["action_seconded"] = "action_seconded"


@dataclass(frozen=True, slots=True)
class ActionDropped:
    """What `person` asked for is not done: `by` withdrew it, or its round is over and `by` is empty."""

    pending: int
    action: str
    person: str
    by: str
    reason: str
    kind: Literal["action_dropped"] = "action_dropped"


@dataclass(frozen=True, slots=True)
class Answered:
    answer: CommandAnswer
    kind: Literal["answered"] = "answered"


Outcome = (
    RoundOpened
    | FactTaken
    | CardsShown
    | Refused
    | PackLoaded
    | CardTakenOut
    | CardReplaced
    | PackOpened
    | PackInspected
    | ScanStopped
    | PackDoubted
    | PackWithdrawn
    | DealtShort
    | RoundTagged
    | WarningGone
    | PackCounted
    | ReadingsTold
    | HoldRaised
    | HoldReleased
    | SeatRated
    | RoundEnded
    | RoundPutRight
    | SecondAwaited
    | ActionSeconded
    | ActionDropped
    | Answered
)
