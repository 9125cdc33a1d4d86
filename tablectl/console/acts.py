"""What people did, read out of a journal: log-ins, changes of who may do what, and commands, each with what became of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

from tablectl.console.telling import told
from tablectl.journal.filters import Filter
from tablectl.journal.reader import Reader

COMMAND: Final = "command_given"
ANSWER: Final = "answered"
NO_ANSWER: Final = "no answer is on record"

OF_PEOPLE: Final = frozenset(
    {
        *(COMMAND, ANSWER, "action_seconded", "action_dropped", "hold_released"),
        *("console_login", "console_login_refused", "console_logout"),
        *("console_command_refused", "console_request_refused", "console_change_refused", "console_refusals_counted"),
        *("console_user_added", "console_user_locked", "console_user_role", "console_password_changed", "console_password_set"),
    }
)


@dataclass(frozen=True, slots=True)
class Act:
    """One record. `people` are all whom it names; `done` is false where it was refused, and `became` what was answered."""

    seq: int
    at_ns: int
    synced: bool
    round: int | None
    type: str
    people: tuple[str, ...]
    text: str
    done: bool = True
    became: str = ""

    def names(self, person: str) -> bool:
        return person.casefold() in map(str.casefold, self.people)


def acts(reader: Reader, money: Callable[[int], str], wanted: Filter) -> Iterator[Act]:
    """In the order of the record, a command where its answer is. `wanted` says when."""
    asked: dict[int, Act] = {}
    for record in reader.records(filter=replace(wanted, types=OF_PEOPLE)):
        body = json.loads(record.body)
        if record.type != ANSWER:
            act = Act(
                *(record.seq, record.stamp.wall_ns, record.stamp.synced, record.round, record.type),
                _people(body),
                told(record.type, body, money),
                not record.type.endswith("_refused"),
            )
            if record.type == COMMAND:
                asked[record.seq] = act
            else:
                yield act
        elif record.cause is not None and record.cause in asked:
            answer = body["answer"]
            yield replace(asked.pop(record.cause), done=answer["done"], became=answer["text"] + (f" ({answer['rule']})" if answer["rule"] else ""))
    for act in asked.values():
        yield replace(act, done=False, became=NO_ANSWER)


def _people(body: dict[str, Any]) -> tuple[str, ...]:
    named = [body[key] for key in ("person", "by", "second") if body.get(key)]
    return tuple(dict.fromkeys([*named, *body.get("people", ())]))
