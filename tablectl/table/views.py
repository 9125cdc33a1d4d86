"""What a person of a role may see of the table: plain values, ready for JSON, with no face that the rules have not exposed.

The console and the dealer display draw this and nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass

from tablectl.table.views_of_counts import CountsView
from tablectl.table.views_of_packs import PackView


@dataclass(frozen=True, slots=True)
class CardView:
    """`face` is `Ah` or None; `state` is `up`, `down`, or `unread` (no reader could name it). A card is `mucked` when its hand was folded, or
    when it was in none of the hands that were set."""

    face: str | None
    state: str
    mucked: bool = False


@dataclass(frozen=True, slots=True)
class SpotView:
    """A bet spot. `lamp` is off, on, slow, fast or double; `due` says that a press here is a possible answer to the step.

    A wager on a spot with `marks` marks one of each group; `marked` are the marks of the wager that stands.
    """

    bet: str
    label: str
    amount: int
    lamp: str
    due: bool
    before_deal: bool
    marks: tuple[tuple[str, ...], ...]
    marked: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LineView:
    """A line of the settlement; `odds` is `3:2` or None; `net` is the player's gain in minor units."""

    seat: int
    bet: str
    label: str
    stake: int
    result: str
    odds: str | None
    net: int
    rule: str
    text: str


@dataclass(frozen=True, slots=True)
class HandView:
    """A hand beside the seat's first: two cards that were kept, or, where `hand` is not 0, those that lie at that `Place.hand`."""

    label: str
    cards: tuple[CardView, ...]
    hand: int = 0


@dataclass(frozen=True, slots=True)
class SeatView:
    """`state` is empty, wagering, in, folded, settled. `hand` is words for the exposed hand, `player` whose position it is. `hands` are those
    that the seat set from its cards or split off."""

    seat: int
    state: str
    player: str
    acting: bool
    spots: tuple[SpotView, ...]
    cards: tuple[CardView, ...]
    hands: tuple[HandView, ...]
    hand: str | None
    lines: tuple[LineView, ...]


@dataclass(frozen=True, slots=True)
class OptionView:
    """An answer that the step allows. `seat` 0 is the dealer; `button` says where it can be pressed (`seat1.play`, `key.next`) or is None."""

    seat: int
    name: str
    label: str
    amount: int
    button: str | None


@dataclass(frozen=True, slots=True)
class StepView:
    """`kind` as in `engine/steps.py`, or `held`. `text` is the sentence for the dealer, `who` is `dealer`, `players`, `supervisor` or `seat 3`.

    `task` names what is to be done with the cards; where cards are to be chosen, a hand has `keep` of them, and two may be set where `may_split`;
    `advice` is what a printed list says of them.
    """

    kind: str
    text: str
    who: str
    seat: int
    rule: str
    options: tuple[OptionView, ...]
    task: str = ""
    keep: int = 0
    may_split: bool = False
    advice: str = ""


@dataclass(frozen=True, slots=True)
class HoldView:
    """`active` says that the cause is still there, and so the hold cannot be released yet. `code` is stable for a manual page, `detail` for
    technicians. `follows` is the open hold that is the likely cause of this one, or None. `standing` says in words whether the cause is gone.
    `rejects` is the pack that has to be replaced by another one, 0 where none has."""

    id: int
    code: str
    text: str
    advice: str
    device: str | None
    active: bool
    since_ns: int
    round: int
    detail: str = ""
    follows: int | None = None
    standing: str = ""
    rejects: int = 0


@dataclass(frozen=True, slots=True)
class DeviceView:
    """`state` is up, down, refused or waiting (never seen). Texts of the device are shown as plain text."""

    name: str
    role: str
    state: str
    text: str
    identity: str
    activity: str
    green: str
    amber: str
    red: str
    lid_open: bool
    pack: int
    cards_in: int | None
    cards_out: int | None


@dataclass(frozen=True, slots=True)
class SuitView:
    """A suit or colour of the pack and the letters of the ranks that it has: `c`, `23456789TJQKA`."""

    letter: str
    ranks: str


@dataclass(frozen=True, slots=True)
class ShoeView:
    """The ledger of the pack that is being dealt. `seen` and `expected` are numbers of cards; `suits` is what any such pack is made of."""

    pack: int
    back: str
    verified: bool
    seen: int
    expected: int
    cut_card: bool
    suits: tuple[SuitView, ...]


@dataclass(frozen=True, slots=True)
class KeyView:
    key: str
    label: str
    lamp: str
    due: bool


@dataclass(frozen=True, slots=True)
class NoticeView:
    """A refusal or a remark of the last moments: what was not done, and the rule that says so."""

    text: str
    rule: str


@dataclass(frozen=True, slots=True)
class PendingView:
    """What `person` asked for as number `id`, and somebody else of one of the roles `seconds` has to confirm. It names no face. Where it is
    `compared`, the second person looks at the round before and after it first."""

    id: int
    action: str
    text: str
    person: str
    role: str
    seconds: tuple[str, ...]
    round: int
    since_ns: int
    compared: bool = False


@dataclass(frozen=True, slots=True)
class TableView:
    """All of it. `bench` says that this is no table for live play, `cursor` which journal record this state follows from, `as_of_ns` the wall
    clock of that record."""

    cursor: int
    as_of_ns: int
    table: str
    bench: bool
    game: str
    title: str
    profile: str
    rules_id: str
    rules_version: int
    currency: str
    exponent: int
    unit: int
    round: int
    held: bool
    step: StepView
    seats: tuple[SeatView, ...]
    dealer: tuple[CardView, ...]
    dealer_hands: tuple[HandView, ...]
    dealer_hand: str | None
    qualifies: bool | None
    board: tuple[CardView, ...]
    burned: int
    keys: tuple[KeyView, ...]
    indicators: tuple[KeyView, ...]
    holds: tuple[HoldView, ...]
    pending: tuple[PendingView, ...]
    devices: tuple[DeviceView, ...]
    masked: tuple[str, ...]
    shoe: ShoeView
    packs: tuple[PackView, ...]
    counts: CountsView
    notices: tuple[NoticeView, ...]
    warnings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ChoiceView:
    """An answer that a seat could give at that moment."""

    name: str
    label: str


@dataclass(frozen=True, slots=True)
class FactView:
    """A fact of the round in plain words. `face` is that of its card where it lies face up, or None; `position` counts the cards of the place
    from 0. `choices` are the answers that could be given where the fact is a decision."""

    index: int
    kind: str
    text: str
    area: str = ""
    seat: int = 0
    hand: int = 0
    position: int = 0
    face: str | None = None
    bet: str = ""
    amount: int = 0
    marks: tuple[str, ...] = ()
    option: str = ""
    choices: tuple[ChoiceView, ...] = ()


@dataclass(frozen=True, slots=True)
class RoundView:
    """The facts that count in the round that is open, in their order, and how often it was put right."""

    round: int
    corrections: int
    facts: tuple[FactView, ...]


@dataclass(frozen=True, slots=True)
class LastCardView:
    """The card that was drawn last: its number in the round from 1 (0: none was drawn), where it is, and where it may have gone, each named
    `<area>.<seat>`."""

    round: int
    number: int
    text: str
    places: tuple[ChoiceView, ...]


@dataclass(frozen=True, slots=True)
class LyingView:
    """The cards at a place of the layout, in the order in which they came."""

    place: str
    cards: tuple[CardView, ...]


@dataclass(frozen=True, slots=True)
class StandView:
    """What is due, the lines of the seats that are settled or due, and the cards that lie on the table."""

    step: str
    rule: str
    lines: tuple[LineView, ...]
    cards: tuple[LyingView, ...] = ()


@dataclass(frozen=True, slots=True)
class WhatIfView:
    """How the round stands, and how it would stand if it were put right so; cards that lie face down have no part in it. Where `after` is
    None, `text` and `rule` say why. `alerts` are the holds that it would raise. `facts` counts those of the round now: once there are more, this
    is old. `was` and `instead` are the facts that a correction replaces, and what takes their place; `at` is the fact (from 0) of the round as it
    would be put right that `text` is about, where it is about one."""

    text: str
    rule: str
    before: StandView
    after: StandView | None
    alerts: tuple[str, ...]
    facts: int = 0
    was: tuple[str, ...] = ()
    instead: tuple[str, ...] = ()
    at: int | None = None
