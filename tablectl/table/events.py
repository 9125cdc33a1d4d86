"""What happens to a table: the closed set of inputs that are journaled before anything acts on them.

Devices and people are the only sources. An event says what was seen or asked, in the table's words; what it means is decided in
`table.apply`, from the state, so that a replay decides it again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

from tablectl.table.actions import Action, Face, PersonRole
from tablectl.table.custody import PackRules
from tablectl_drivers.events import Identity, InputFault, Status

RoomGrade = Literal["fine", "low", "out"]
"""For the record: `low` is a warning, at `out` no round begins."""
ShortPack = Literal["hold", "flag"]
"""While a card is out of the pack that is dealt: play is held, or goes on and its rounds are marked."""


@dataclass(frozen=True, slots=True)
class Escalation:
    """When a warning stops play: at its so manieth time, or once it lasted for so many rounds. 0 is never."""

    repeats: int = 0
    rounds: int = 0


@dataclass(frozen=True, slots=True)
class TableOpened:
    """The daemon took charge of the table. `rules_hash` is the SHA-256 of the house rules; `devices` tells the role
    of each device by name. `clean` is false where the run before this one was cut off. `short_pack` is what becomes of play while a card is out of
    the pack that is dealt. `second_person` names the actions that are done only once a second person confirms them, `backs` is what people call the
    packs by their number. `escalation` is when a warning stops play, `bench` says that nothing on this record was live play. Where no shuffler
    counts, people do after `count_every` rounds (0: never), as `count_citation` asks. `files` and `config` are the SHA-256 of the program's files and
    of the settings that were read at this start; `changed` says in words what differs from the start before it on this record."""

    table: str
    game: str
    seats: int
    packs: tuple[int, ...]
    rules_id: str
    rules_version: int
    rules_hash: str
    rules: str
    devices: Mapping[str, str]
    program: str
    clean: bool
    short_pack: ShortPack = "hold"
    second_person: tuple[str, ...] = ()
    backs: Mapping[int, str] = field(default_factory=dict)
    pack_rules: PackRules = field(default_factory=PackRules)
    bench: bool = False
    escalation: Escalation = Escalation()
    count_every: int = 0
    count_citation: str = ""
    files: str = ""
    editable: bool = False
    config: str = ""
    changed: tuple[str, ...] = ()
    kind: Literal["table_opened"] = "table_opened"


@dataclass(frozen=True, slots=True)
class DeviceUp:
    """`plain` says that the device tells of cards only, and of no pack, light or lid."""

    device: str
    identity: Identity
    power_up: int
    report: int
    plain: bool = False
    kind: Literal["device_up"] = "device_up"


@dataclass(frozen=True, slots=True)
class DeviceDown:
    device: str
    reason: str
    kind: Literal["device_down"] = "device_down"


@dataclass(frozen=True, slots=True)
class DeviceRefused:
    device: str
    found: str
    expected: str
    kind: Literal["device_refused"] = "device_refused"


@dataclass(frozen=True, slots=True)
class DeviceRestarted:
    device: str
    power_up: int
    kind: Literal["device_restarted"] = "device_restarted"


@dataclass(frozen=True, slots=True)
class DeviceUnwatched:
    """A reader that keeps no cards was not listened to for a while; its reports begin anew."""

    device: str
    power_up: int
    kind: Literal["device_unwatched"] = "device_unwatched"


@dataclass(frozen=True, slots=True)
class DeviceStatus:
    device: str
    status: Status
    kind: Literal["device_status"] = "device_status"


class Mark(StrEnum):
    """What the reader saw go by."""

    FACE = "face"
    UNREADABLE = "unreadable"
    CUT_CARD = "cut_card"


@dataclass(frozen=True, slots=True)
class CardRead:
    """Something was drawn from the shoe. `card` is the face where `mark` is FACE, else None. `code` is what tells this very card from
    every other, or what was read and names no card; empty where the reader knows no codes."""

    device: str
    power_up: int
    report: int
    mark: Mark
    card: Face | None
    pack: int
    quality: int
    code: str = ""
    kind: Literal["card_read"] = "card_read"


@dataclass(frozen=True, slots=True)
class CardsUnseen:
    """Reports `first` to `last` are gone: as many cards were drawn unseen."""

    device: str
    power_up: int
    first: int
    last: int
    kind: Literal["cards_unseen"] = "cards_unseen"


@dataclass(frozen=True, slots=True)
class KeyPressed:
    """A button of the panel by its name (`seat1.ante`, `key.next`); `held` is the long press that follows a press."""

    input: str
    held: bool
    kind: Literal["key_pressed"] = "key_pressed"


@dataclass(frozen=True, slots=True)
class KeyMasked:
    input: str
    fault: InputFault
    kind: Literal["key_masked"] = "key_masked"


@dataclass(frozen=True, slots=True)
class KeyRestored:
    input: str
    kind: Literal["key_restored"] = "key_restored"


@dataclass(frozen=True, slots=True)
class PanelFailed:
    """Buttons and lamps cannot be reached."""

    reason: str
    kind: Literal["panel_failed"] = "panel_failed"


@dataclass(frozen=True, slots=True)
class PanelReturned:
    kind: Literal["panel_returned"] = "panel_returned"


@dataclass(frozen=True, slots=True)
class JournalInterrupted:
    """For a while nothing could be put on record; what came in that time was kept and recorded afterwards."""

    reason: str
    kind: Literal["journal_interrupted"] = "journal_interrupted"


@dataclass(frozen=True, slots=True)
class JournalReplaced:
    """The journal before this one was damaged and was set aside as `file`; what the table knew up to then stands only there."""

    file: str
    reason: str
    kind: Literal["journal_replaced"] = "journal_replaced"


@dataclass(frozen=True, slots=True)
class JournalFoundDamaged:
    """The start relied on a checkpoint, and what lies before it is not as it was written."""

    reason: str
    kind: Literal["journal_found_damaged"] = "journal_found_damaged"


@dataclass(frozen=True, slots=True)
class ClockStepped:
    """Somebody or a time service set the wall clock of the machine: it would have shown `expected_ns`, and shows `now_ns`."""

    expected_ns: int
    now_ns: int
    kind: Literal["clock_stepped"] = "clock_stepped"


@dataclass(frozen=True, slots=True)
class RecordRoom:
    """How much room there is for the record: for `fewer` rounds than that, or plenty where it is `fine`."""

    grade: RoomGrade
    fewer: int
    kind: Literal["record_room"] = "record_room"


@dataclass(frozen=True, slots=True)
class CommandGiven:
    """A named person asks for an action. The same `id` twice is one command: the second gets the first one's answer.

    `round` is the one that the person saw; None where nobody said so.
    """

    id: str
    person: str
    role: PersonRole
    action: Action
    round: int | None = None
    kind: Literal["command_given"] = "command_given"


TableEvent = (
    TableOpened
    | DeviceUp
    | DeviceDown
    | DeviceRefused
    | DeviceRestarted
    | DeviceUnwatched
    | DeviceStatus
    | CardRead
    | CardsUnseen
    | KeyPressed
    | KeyMasked
    | KeyRestored
    | PanelFailed
    | PanelReturned
    | JournalInterrupted
    | JournalReplaced
    | JournalFoundDamaged
    | ClockStepped
    | RecordRoom
    | CommandGiven
)
