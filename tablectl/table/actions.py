"""What people may ask of a table. An action is journaled with the name and role of who asked; `obeying.py` does it or says why not."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, PlainSerializer

from tablectl.engine.cards import Card
from tablectl.engine.facts import Place, PlainFact

Face = Annotated[Card, BeforeValidator(lambda face: Card.parse(face) if isinstance(face, str) else face), PlainSerializer(str)]
"""A card that is written as its two characters in JSON."""


class PersonRole(StrEnum):
    """Who may do what; each role is written out in `console/auth.py` and `table/commands.py`."""

    VIEWER = "viewer"
    DEALER = "dealer"
    SUPERVISOR = "supervisor"
    TECHNICIAN = "technician"
    AUDITOR = "auditor"
    ADMIN = "admin"


@dataclass(frozen=True, slots=True)
class ReleaseHold:
    """Let play go on, with the holds `along` that have the same likely cause. Refused while one of the causes is still there. `replacement` is the
    pack that takes the place of one that has to leave the table; 0 where none has to."""

    hold: int
    reason: str
    along: tuple[int, ...] = ()
    replacement: int = 0
    kind: Literal["release_hold"] = "release_hold"


@dataclass(frozen=True, slots=True)
class VoidRound:
    reason: str
    kind: Literal["void_round"] = "void_round"


@dataclass(frozen=True, slots=True)
class DeclareMisdeal:
    reason: str
    kind: Literal["declare_misdeal"] = "declare_misdeal"


@dataclass(frozen=True, slots=True)
class IdentifyCard:
    """Name the card that lies `index`-th (from 0) at a place, after looking at it."""

    place: Place
    index: int
    card: Face
    reason: str
    kind: Literal["identify_card"] = "identify_card"


@dataclass(frozen=True, slots=True)
class ExposeCard:
    """A face-down card at this place was shown by mistake."""

    place: Place
    kind: Literal["expose_card"] = "expose_card"


@dataclass(frozen=True, slots=True)
class SetWager:
    """The exact amount on a bet spot before the deal, where presses of one unit do not say it."""

    seat: int
    bet: str
    amount: int
    marks: tuple[str, ...] = ()
    kind: Literal["set_wager"] = "set_wager"


@dataclass(frozen=True, slots=True)
class SeatPlayer:
    """One player plays this betting position in the coming round."""

    seat: int
    player: str
    kind: Literal["seat_player"] = "seat_player"


@dataclass(frozen=True, slots=True)
class Decide:
    """A seat's decision given on the dealer display."""

    seat: int
    option: str
    kind: Literal["decide"] = "decide"


@dataclass(frozen=True, slots=True)
class ChooseHands:
    """The hands that a seat (or the dealer, 0) laid out, each card by its face; what is in none of them is mucked."""

    seat: int
    hands: tuple[tuple[Face, ...], ...]
    kind: Literal["choose_hands"] = "choose_hands"


@dataclass(frozen=True, slots=True)
class ApproveShuffle:
    """A supervisor saw the shuffle and lets the cards go to the cut."""

    kind: Literal["approve_shuffle"] = "approve_shuffle"


@dataclass(frozen=True, slots=True)
class OrderShuffle:
    """Shuffle before the next round."""

    reason: str
    kind: Literal["order_shuffle"] = "order_shuffle"


@dataclass(frozen=True, slots=True)
class BringPack:
    """This pack was put into the shoe, which cannot tell packs by itself."""

    pack: int
    kind: Literal["bring_pack"] = "bring_pack"


@dataclass(frozen=True, slots=True)
class TakeOutCard:
    """One card of this face was taken out of a pack: it is damaged, marked or gone. `from_shoe` says that it was among the cards that are still to
    come from the shoe; else it had come already, or the pack is not in the shoe."""

    pack: int
    card: Face
    reason: str
    from_shoe: bool = False
    kind: Literal["take_out_card"] = "take_out_card"


@dataclass(frozen=True, slots=True)
class ReplaceCard:
    """A card of the same face and the same back was put in for the one that was taken out as number `out`. Pack and face are said again, so that a
    mistake shows."""

    out: int
    pack: int
    card: Face
    reason: str
    kind: Literal["replace_card"] = "replace_card"


class Counting(StrEnum):
    """Which cards of a pack were counted: those that are left (the stub), those that have gone (the discard rack), or all of them."""

    STUB = "stub"
    RACK = "rack"
    PACK = "pack"


@dataclass(frozen=True, slots=True)
class CountCards:
    """So many cards of a pack were counted by hand, between rounds. The cut card is none of them."""

    pack: int
    place: Counting
    number: Annotated[int, Field(ge=0, le=1000)]
    kind: Literal["count_cards"] = "count_cards"


@dataclass(frozen=True, slots=True)
class OpenPack:
    """The seal of a new pack was broken, and it had this number. Nothing is done before a second person confirms it."""

    pack: int
    seal: str
    kind: Literal["open_pack"] = "open_pack"


@dataclass(frozen=True, slots=True)
class CountPack:
    """The pack was laid out by suit and rank, and has so many cards. Nothing is done before a second person confirms it."""

    pack: int
    cards: int
    kind: Literal["count_pack"] = "count_pack"


@dataclass(frozen=True, slots=True)
class ScanPack:
    """From here on the cards that pass the shoe are those of this pack, read to inspect it; none is dealt."""

    pack: int
    kind: Literal["scan_pack"] = "scan_pack"


@dataclass(frozen=True, slots=True)
class ConfirmScan:
    """The whole pack passed the shoe: compare it. Nothing is done before a second person confirms it."""

    pack: int
    kind: Literal["confirm_scan"] = "confirm_scan"


@dataclass(frozen=True, slots=True)
class StopScan:
    """Give up reading a pack. It stays what it was before."""

    pack: int
    reason: str
    kind: Literal["stop_scan"] = "stop_scan"


@dataclass(frozen=True, slots=True)
class QuarantinePack:
    """Keep this pack as it is, for who has to look into it: it never comes into play again."""

    pack: int
    reason: str
    kind: Literal["quarantine_pack"] = "quarantine_pack"


@dataclass(frozen=True, slots=True)
class RetirePack:
    """The life of this pack is over. Another one with the same back may be opened under its number."""

    pack: int
    reason: str
    kind: Literal["retire_pack"] = "retire_pack"


@dataclass(frozen=True, slots=True)
class NewDealer:
    """A new dealer pushes in."""

    dealer: str
    kind: Literal["new_dealer"] = "new_dealer"


@dataclass(frozen=True, slots=True)
class Recorded:
    """The `fact`-th fact of the round (from 0) as it is on record, with the card that a person need not know. `place` is where a card went in
    truth, `position` which card there (from 0) was named; None leaves them as they are."""

    fact: int
    place: Place | None = None
    position: int | None = None
    kind: Literal["recorded"] = "recorded"


@dataclass(frozen=True, slots=True)
class CorrectRound:
    """Put `count` facts of the round right, from the `index`-th (from 0) on; see `engine.facts.Corrected`. Each of them may stand among `facts` once
    as it is on record. `corrections` is how many the person had seen: each of them may have moved the facts."""

    index: int
    facts: tuple[PlainFact | Recorded, ...]
    reason: str
    corrections: int = 0
    count: int = 1
    kind: Literal["correct_round"] = "correct_round"


@dataclass(frozen=True, slots=True)
class PlaceCard:
    """The card that was drawn last went to this place and not where one was due: it was burned, put on the discard rack, or dealt without a burn.
    `number` says which card of the round the person meant, counted from 1; None where nobody said so."""

    place: Place
    reason: str
    number: int | None = None
    kind: Literal["place_card"] = "place_card"


@dataclass(frozen=True, slots=True)
class PressKey:
    """One of the dealer's keys, pressed on the dealer display."""

    key: Literal["next", "fold", "supervisor"]
    kind: Literal["press_key"] = "press_key"


@dataclass(frozen=True, slots=True)
class TryLamps:
    """Every lamp of the panel alight for a moment, one after the other, for somebody who watches."""

    kind: Literal["try_lamps"] = "try_lamps"


@dataclass(frozen=True, slots=True)
class SecondAction:
    """What another person asked for, as number `pending`, is right: do it. Where it changes the facts of the round, `facts` is how many they were
    when the person looked at what it changes."""

    pending: int
    facts: int | None = None
    kind: Literal["second_action"] = "second_action"


@dataclass(frozen=True, slots=True)
class WithdrawAction:
    """What was asked for as number `pending` is not to be done."""

    pending: int
    reason: str
    kind: Literal["withdraw_action"] = "withdraw_action"


Action = (
    ReleaseHold
    | VoidRound
    | DeclareMisdeal
    | IdentifyCard
    | ExposeCard
    | SetWager
    | SeatPlayer
    | Decide
    | ChooseHands
    | ApproveShuffle
    | OrderShuffle
    | BringPack
    | TakeOutCard
    | ReplaceCard
    | OpenPack
    | CountPack
    | ScanPack
    | ConfirmScan
    | StopScan
    | QuarantinePack
    | RetirePack
    | CountCards
    | NewDealer
    | CorrectRound
    | PlaceCard
    | PressKey
    | TryLamps
    | SecondAction
    | WithdrawAction
)
