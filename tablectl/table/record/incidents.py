"""The register of holds and warnings, read from the journal: what each was raised for, what was done about it, and who ended it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from tablectl.journal.filters import Filter
from tablectl.journal.records import Record
from tablectl.table.actions import ReleaseHold
from tablectl.table.commands import ALLOWED
from tablectl.table.holds import ADVICE
from tablectl.table.requests import Money, capital, readings, requested
from tablectl.table.state import Cause, Severity

TYPES: Final = (
    *("hold_raised", "hold_released", "warning_gone", "command_given", "answered", "second_awaited", "action_seconded", "round_opened"),
    "readings_told",
)
"""The records that the register is made of."""

BLOCKS: Final = {
    Severity.STOP: "No decision, no payment and no next round; cards are still recorded",
    Severity.WARN: "Nothing: play goes on",
}
_RELEASES: Final = tuple(sorted(role.value for role in ALLOWED[ReleaseHold]))
_RULINGS: Final = frozenset(
    {
        "correct_round",
        "place_card",
        "identify_card",
        "void_round",
        "declare_misdeal",
        "order_shuffle",
        "take_out_card",
        "replace_card",
    }
)


_OF_ITS_CARDS: Final = frozenset({Cause.CARD_IMPOSSIBLE, Cause.COUNTS_DISAGREE, Cause.WRONG_COUNT})
"""What the readings of a whole pack explain."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What the readings of a whole pack told once it was out of the shoe: the faces that were missing and those that were too many."""

    record: int
    at_ns: int
    text: str


@dataclass(frozen=True, slots=True)
class Ruling:
    """What a person put right or decided while it stood: the record of what was asked, and who confirmed it where two persons do it."""

    record: int
    at_ns: int
    person: str
    second: str
    text: str


@dataclass(frozen=True, slots=True)
class Incident:
    """A hold or a warning. `event` is the record of what raised it, `raised` its own, `ended` that of its release or its end, 0 while it is open;
    `first_round` to `last_round` are the rounds that it touched, up to now while it is open. `synced` says that the clock was set then."""

    id: int
    severity: str
    cause: str
    text: str
    detail: str
    advice: str
    device: str
    pack: int
    blocks: str
    released_by: tuple[str, ...]
    first_round: int
    last_round: int
    raised_ns: int
    synced: bool
    event: int
    raised: int
    follows: int
    ended: int = 0
    ended_ns: int = 0
    person: str = ""
    reason: str = ""
    rulings: tuple[Ruling, ...] = ()
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which incidents: those that stood within a time (wall clock, `until_ns` not included), of a cause, in a round. Empty is all."""

    since_ns: int | None = None
    until_ns: int | None = None
    cause: str | None = None
    round: int | None = None
    open_only: bool = False

    def lets_through(self, incident: Incident) -> bool:
        is_open = incident.ended == 0
        return (
            (self.since_ns is None or is_open or incident.ended_ns >= self.since_ns)
            and (self.until_ns is None or incident.raised_ns < self.until_ns)
            and self.cause in {None, incident.cause}
            and (self.round is None or incident.first_round <= self.round <= incident.last_round)
            and (is_open or not self.open_only)
        )


def incidents(read: Callable[[Filter], Iterable[Record]], money: Money, wanted: Wanted = Wanted()) -> tuple[Incident, ...]:
    """The oldest first. `read` gives the records of a filter; each type is asked for by itself, as the journal finds one type quickly."""
    records = sorted((record for each in TYPES for record in read(Filter(types=frozenset({each})))), key=lambda record: record.seq)
    register = _Register(money)
    for record in records:
        register.take(record, json.loads(record.body))
    return tuple(filter(wanted.lets_through, register.told()))


@dataclass(slots=True)
class _Register:
    money: Money
    round: int = 0
    found: dict[int, Incident] = field(default_factory=dict)
    commands: dict[int, tuple[Record, Mapping[str, Any]]] = field(default_factory=dict)
    waiting: dict[int, int] = field(default_factory=dict)
    seconds: dict[int, tuple[int, str]] = field(default_factory=dict)

    def take(self, record: Record, body: Mapping[str, Any]) -> None:
        match record.type:
            case "hold_raised":
                self.found[body["hold"]["id"]] = _raised(record, body["hold"])
            case "hold_released":
                self._end(record, body["hold"], body["person"], body["reason"])
            case "warning_gone":
                self._end(record, body["hold"], "", "the cause is gone")
            case "command_given":
                self.commands[record.seq] = (record, body)
            case "second_awaited" if record.cause is not None:
                self.waiting[body["pending"]] = record.cause
            case "action_seconded" if record.cause is not None:
                self.seconds[record.cause] = (self.waiting.pop(body["pending"]), body["second"])
            case "answered" if record.cause is not None:
                self._answered(record.cause, body["answer"])
            case "round_opened":
                self.round = body["round"]
            case "readings_told":
                self._find(record, body)
            case _:
                pass

    def told(self) -> Iterator[Incident]:
        for incident in self.found.values():
            yield incident if incident.ended else replace(incident, last_round=max(incident.first_round, self.round))

    def _end(self, record: Record, number: int, person: str, reason: str) -> None:
        incident = self.found[number]
        last = max(incident.first_round, record.round or 0)
        self.found[number] = replace(incident, ended=record.seq, ended_ns=record.stamp.wall_ns, last_round=last, person=person, reason=reason)

    def _answered(self, seq: int, answer: Mapping[str, Any]) -> None:
        """What was done while incidents stood belongs to them; a command that only waits for a second person does not yet."""
        asked, second = self.seconds.pop(seq, (seq, ""))
        if asked not in self.commands or not answer["done"] or asked in self.waiting.values():
            return
        record, body = self.commands.pop(asked)
        if body["action"]["kind"] not in _RULINGS:
            return
        text = capital(requested(body["action"], self.money))
        ruling = Ruling(record.seq, record.stamp.wall_ns, body["person"], second, text)
        for incident in self._standing():
            self.found[incident.id] = replace(incident, rulings=(*incident.rulings, ruling))

    def _find(self, record: Record, body: Mapping[str, Any]) -> None:
        """What is known of a pack belongs to each incident over its cards in the rounds that it was dealt in, whether or not that is ended."""
        finding = Finding(record.seq, record.stamp.wall_ns, readings(body))
        for incident in tuple(self.found.values()):
            over_its_cards = incident.pack == body["pack"] and incident.cause in _OF_ITS_CARDS
            if over_its_cards and body["first"] <= incident.first_round <= body["last"]:
                self.found[incident.id] = replace(incident, findings=(*incident.findings, finding))

    def _standing(self) -> Iterator[Incident]:
        return (incident for incident in tuple(self.found.values()) if incident.ended == 0)


def _raised(record: Record, hold: Mapping[str, Any]) -> Incident:
    severity = Severity(hold["severity"])
    return Incident(
        id=hold["id"],
        severity=severity.value,
        cause=hold["cause"],
        text=capital(hold["text"]),
        detail=hold["detail"],
        advice=ADVICE[Cause(hold["cause"])],
        device=hold["device"] or "",
        pack=hold["pack"],
        blocks=BLOCKS[severity],
        released_by=_RELEASES if severity is Severity.STOP else (),
        first_round=hold["round"],
        last_round=hold["round"],
        raised_ns=record.stamp.wall_ns,
        synced=record.stamp.synced,
        event=record.cause or 0,
        raised=record.seq,
        follows=hold["follows"] or 0,
    )
