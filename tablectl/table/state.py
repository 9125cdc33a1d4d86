"""The state of a table: everything that follows from its journaled events, and nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from tablectl.engine.cards import Card
from tablectl.engine.facts import Place, SeatSettled
from tablectl.engine.game import Game, HouseRules
from tablectl.engine.round import Round
from tablectl.engine.settlement import Line, Settlement
from tablectl.engine.steps import SettleSeat, Step
from tablectl.table.actions import Action, Counting, PersonRole
from tablectl.table.custody import Life, PackRules, Scan
from tablectl.table.events import Escalation, RoomGrade, ShortPack
from tablectl.table.order import Order
from tablectl.table.readings import Readings
from tablectl.table.shoe import Shoe
from tablectl_drivers.events import Identity, InputFault, Status

COMMANDS_REMEMBERED = 256
"""How many command ids are kept to tell a repeat from a new command."""


class Link(StrEnum):
    """How a device stands: `WAITING` until it was first heard in this run."""

    WAITING = "waiting"
    UP = "up"
    DOWN = "down"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class DeviceState:
    name: str
    role: str
    link: Link = Link.WAITING
    detail: str = ""
    identity: Identity | None = None
    status: Status | None = None
    plain: bool = False

    @property
    def counts(self) -> bool:
        """Whether it counts the cards of its pack. Until it was heard, a device is taken for one that does."""
        return self.status is None or self.status.cards_in is not None


class Cause(StrEnum):
    """Why play is held. The value is the stable code that manuals and alarms use."""

    DEVICE_LOST = "device_lost"
    DEVICE_REFUSED = "device_refused"
    DEVICE_RESTARTED = "device_restarted"
    DEVICE_UNWATCHED = "device_unwatched"
    ERROR_LIGHT = "error_light"
    UNKNOWN_LIGHT = "unknown_light"
    LID_OPEN = "lid_open"
    DEVICE_FAULT = "device_fault"
    WRONG_COUNT = "wrong_count"
    CARD_UNREADABLE = "card_unreadable"
    CARD_IMPOSSIBLE = "card_impossible"
    CARD_OF_OTHER_PACK = "card_of_other_pack"
    CARDS_MISSED = "cards_missed"
    CARD_NOT_DUE = "card_not_due"
    PACK_UNVERIFIED = "pack_unverified"
    PACK_USED = "pack_used"
    PACK_CHANGED = "pack_changed"
    PACK_UNKNOWN = "pack_unknown"
    PACK_UNFINISHED = "pack_unfinished"
    PACK_SHORT = "pack_short"
    PACK_ORDER = "pack_order"
    PACK_UNINSPECTED = "pack_uninspected"
    PACK_WITHDRAWN = "pack_withdrawn"
    PACK_REPEATED = "pack_repeated"
    COUNTS_DISAGREE = "counts_disagree"
    COUNT_DUE = "count_due"
    ROUND_UNSETTLED = "round_unsettled"
    PAID_OTHERWISE = "paid_otherwise"
    SUPERVISOR_CALLED = "supervisor_called"
    JOURNAL_REPLACED = "journal_replaced"
    JOURNAL_DAMAGED = "journal_damaged"
    JOURNAL_INTERRUPTED = "journal_interrupted"
    RECORD_ROOM = "record_room"
    TABLE_CUT_OFF = "table_cut_off"
    BUTTON_MASKED = "button_masked"
    CLOCK_STEPPED = "clock_stepped"
    PANEL_LOST = "panel_lost"


class Severity(StrEnum):
    """A warning lets play go on; a stop holds it until a supervisor releases it."""

    WARN = "warn"
    STOP = "stop"


@dataclass(frozen=True, slots=True)
class Owed:
    """A seat was settled with one result, and is due another: the player's gain that was paid (negative: taken), and the one that is right."""

    seat: int
    paid: int
    due: int


@dataclass(frozen=True, slots=True)
class Hold:
    """Play stops until a supervisor releases this, or goes on with a warning that goes with its cause. `id` counts up and is never used again.

    `detail` is what a technician wants to know. `follows` is the open hold, or the warning, that is the likely cause of this one. `rejects` is the
    pack that has to leave the table before this can be released, 0 where none has to. `pack` is the one that the doubt is about, 0 where nobody told.
    """

    id: int
    cause: Cause
    text: str
    device: str | None
    round: int
    since_ns: int
    detail: str = ""
    follows: int | None = None
    owed: Owed | None = None
    rejects: int = 0
    severity: Severity = Severity.STOP
    pack: int = 0


@dataclass(frozen=True, slots=True)
class Tag:
    """What a round was dealt under: the finding by which `person` released a hold over its cards."""

    hold: int
    cause: str
    person: str
    reason: str


@dataclass(frozen=True, slots=True)
class Heard:
    """What a device told last: the kind of the event, and its wall clock."""

    kind: str
    at_ns: int


@dataclass(frozen=True, slots=True)
class CardOut:
    """A card that was taken out of a pack and is not replaced. `id` counts up and is never used again."""

    id: int
    pack: int
    card: Card
    reason: str
    round: int
    since_ns: int


@dataclass(frozen=True, slots=True)
class Trail:
    """The rounds that were dealt from a pack since all who counted its cards agreed, first and last of them. `uncounted` of them were dealt since
    anybody counted."""

    first: int
    last: int
    uncounted: int


@dataclass(frozen=True, slots=True)
class Counted:
    """What people counted while no card was drawn: `figures` by place, of the pack from which `drawn` cards had come. `trail` is that of the pack
    before the first of them."""

    pack: int
    drawn: int
    trail: Trail | None
    figures: Mapping[Counting, int]


@dataclass(frozen=True, slots=True)
class LiveRound:
    """The round with what was worked out from it: `step` is due, `placed` stands on the spots, `rated` is the settlement once it
    is due, `shown` are the cards that lie face up. `paid` is what settled seats gained by the settlement of that moment. `lacked` names the
    cards, by `CardOut.id`, that were out of its pack when one of its cards was drawn, `tags` the findings that its cards were dealt under. `pack` is
    the one that its first card came from, 0 before."""

    number: int
    round: Round
    step: Step
    placed: Mapping[tuple[int, str], int]
    rated: Settlement | None = None
    shown: frozenset[tuple[Place, int]] = frozenset()
    paid: Mapping[int, int] = field(default_factory=dict)
    lacked: frozenset[int] = frozenset()
    pack: int = 0
    tags: tuple[Tag, ...] = ()


@dataclass(frozen=True, slots=True)
class Cut:
    """The last run was cut off. `live`, `holds` and `heard` are as they were on record then, `at_ns` is when the last record was made, `opened_ns`
    when the table came back, `hold` what play was held by for it, if a round was open. `person` looked at the table. `changed` is
    what differs from the start before: program, configuration, house rules."""

    live: LiveRound
    holds: tuple[Hold, ...]
    heard: Mapping[str, Heard]
    at_ns: int
    opened_ns: int
    hold: int | None = None
    person: str = ""
    reason: str = ""
    acknowledged_ns: int = 0
    changed: tuple[str, ...] = ()


def lines_due(live: LiveRound, settlement: Settlement, step: SettleSeat) -> tuple[Line, ...]:
    """The lines of a settlement by which the seat that is due is taken and paid in this pass."""
    earlier = {bet for fact in live.round.facts if isinstance(fact, SeatSettled) and fact.seat == step.seat for bet in fact.bets}
    return tuple(line for line in settlement.seat(step.seat) if (line.bet in step.bets if step.bets else line.bet not in earlier))


@dataclass(frozen=True, slots=True)
class CommandAnswer:
    """`at` says which fact (from 0) of the round as it was put right a refusal is about, where it is about one."""

    id: str
    done: bool
    text: str
    rule: str = ""
    at: int | None = None


@dataclass(frozen=True, slots=True)
class Pending:
    """What a person asked for and a second one has to confirm. `id` counts up and is never used again; `corrections` is how often the round
    `round` had been put right then: each of them may have moved its facts. `role` is what the person was then."""

    id: int
    person: str
    role: PersonRole
    action: Action
    round: int
    corrections: int
    since_ns: int


@dataclass(frozen=True, slots=True)
class Notice:
    """What a press or a card did not do, and the rule that says so."""

    text: str
    rule: str


@dataclass(frozen=True, slots=True)
class TableState:
    """`lives` has the packs that something is on record of; `pack_before` dealt the last round that had cards. `trails` are the rounds that a wrong
    count of a pack would touch; `ended` the packs that are out of the shoe while the round of their last cards goes on; `readings` what was read too
    often or too rarely of a pack when it was dealt last. `pulse` grows with every press, card or command that was taken, so that the lamps can show
    it; `lamp_trials` with every order to try the lamps. `tags` are the findings that each pack is dealt under, 0 is the next one to come;
    `unfinished` are the packs whose shuffle did not come to its end; `shown_good` the shufflers with lights alone that showed a good end since a pack
    was put into the shoe. `warnings_before` counts how often each warning was raised since it last
    stopped play. `clock_set` says what was done to the wall clock in this round, `begun_ns` is when this run began by the clock as it goes now.
    `seen_ns` is the wall clock of the newest event, `last_ns` that of the one before it."""

    table: str
    game: Game
    rules: HouseRules
    rules_hash: str
    seats: int
    packs: tuple[int, ...]
    live: LiveRound
    shoe: Shoe
    devices: Mapping[str, DeviceState]
    order: Order = field(default_factory=Order)
    proven: frozenset[int] = frozenset()
    shown_good: frozenset[str] = frozenset()
    short_pack: ShortPack = "hold"
    count_every: int = 0
    count_citation: str = ""
    trails: Mapping[int, Trail] = field(default_factory=dict)
    counted: Counted | None = None
    ended: tuple[Readings, ...] = ()
    readings: Mapping[int, Readings] = field(default_factory=dict)
    out: tuple[CardOut, ...] = ()
    next_out: int = 1
    backs: Mapping[int, str] = field(default_factory=dict)
    pack_rules: PackRules = field(default_factory=PackRules)
    lives: Mapping[int, Life] = field(default_factory=dict)
    scan: Scan | None = None
    next_receipt: int = 1
    pack_before: int = 0
    shuffle_ordered: str | None = None
    early: tuple[Card | None, ...] = ()
    holds: tuple[Hold, ...] = ()
    next_hold: int = 1
    second_person: frozenset[str] = frozenset()
    bench: bool = False
    warned: tuple[Hold, ...] = ()
    warnings_before: Mapping[str, int] = field(default_factory=dict)
    escalation: Escalation = field(default_factory=Escalation)
    room: RoomGrade = "fine"
    fewer_rounds: int = 0
    tags: Mapping[int, tuple[Tag, ...]] = field(default_factory=dict)
    cut: Cut | None = None
    heard: Mapping[str, Heard] = field(default_factory=dict)
    unfinished: frozenset[int] = frozenset()
    pending: tuple[Pending, ...] = ()
    next_pending: int = 1
    masked: Mapping[str, InputFault] = field(default_factory=dict)
    panel_lost: str | None = None
    answers: tuple[CommandAnswer, ...] = ()
    notices: tuple[Notice, ...] = ()
    pulse: int = 0
    lamp_trials: int = 0
    clock_set: str = ""
    begun_ns: int = 0
    seen_ns: int = 0
    last_ns: int = 0

    def shoe_device(self) -> DeviceState:
        return next(device for device in self.devices.values() if device.role == "shoe")

    def out_of(self, pack: int) -> tuple[CardOut, ...]:
        return tuple(out for out in self.out if out.pack == pack)

    def missing(self, pack: int) -> Counter[Card]:
        """The faces that are out of a pack."""
        return Counter(out.card for out in self.out_of(pack))

    def count_of(self, pack: int) -> int:
        """How many cards a pack has now. Pack 0 is one that a device does not know: that of a table with a single pack."""
        return self.shoe.profile.count - len(self.out_of(self.known(pack)))

    def known(self, pack: int) -> int:
        """The pack that a device means; where it knows none, the only one of the table, or 0."""
        return pack or (self.packs[0] if len(self.packs) == 1 else 0)

    def life(self, pack: int) -> Life:
        return self.lives.get(pack, Life())

    def shufflers(self) -> tuple[DeviceState, ...]:
        return tuple(device for device in self.devices.values() if device.role == "shuffler")
