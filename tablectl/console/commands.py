"""A command as it comes from a page: an id, one action of the closed set, and the round that it is meant for, with every text and number bounded."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Annotated, Final, Self

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

from tablectl.table.actions import Action, CorrectRound, DeclareMisdeal, IdentifyCard, PlaceCard, VoidRound
from tablectl.table.commands import concerns_round

MOST_REASON: Final = 500  # characters
MOST_TEXT: Final = 64
MOST_ENTRIES: Final = 16  # of any other list, such as the cards of a hand
MOST_FACTS: Final = 150  # of a correction, which may play a whole round anew
MOST_NUMBER: Final = 10**12  # beyond any amount at a table, and exact in a browser

CommandId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9-]{8,64}$")]


class Command(BaseModel):
    """The same `id` twice is one command. `round` is the one that the page showed; what concerns a round is not taken without it."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: CommandId
    action: Annotated[Action, Field(discriminator="kind")]
    round: Annotated[int, Field(ge=0, le=MOST_NUMBER)] | None = None

    @model_validator(mode="after")
    def _bounded(self) -> Self:
        _bound(self.action)
        if self.round is None and concerns_round(self.action):
            raise ValueError(f"round must say which round {self.action.kind} is meant for")
        return self


class WhatIf(BaseModel):
    """A change of the round that is only asked about, of the round that the page showed."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    action: Annotated[CorrectRound | PlaceCard | IdentifyCard | VoidRound | DeclareMisdeal, Field(discriminator="kind")]
    round: Annotated[int, Field(ge=0, le=MOST_NUMBER)]

    @model_validator(mode="after")
    def _bounded(self) -> Self:
        _bound(self.action)
        return self


def _bound(value: object, where: str = "") -> None:
    """Refuse what is too long, too much or cannot be shown; `where` it is in the action, as its field names."""
    if is_dataclass(value) and not isinstance(value, type):
        for part in fields(value):
            _bound(getattr(value, part.name), f"{where}.{part.name}".removeprefix("."))
    elif isinstance(value, tuple):
        most = MOST_FACTS if where == "facts" else MOST_ENTRIES
        if len(value) > most:
            raise ValueError(f"{where} has {len(value)} entries; at most {most} are taken")
        for entry in value:
            _bound(entry, where)
    elif isinstance(value, str):
        most = MOST_REASON if where.rpartition(".")[2] == "reason" else MOST_TEXT
        if not value.strip():
            raise ValueError(f"{where} must say something")
        if len(value) > most:
            raise ValueError(f"{where} has {len(value)} characters; at most {most} are taken")
        if not value.isprintable():
            raise ValueError(f"{where} holds characters that cannot be printed")
    elif isinstance(value, int) and not 0 <= value <= MOST_NUMBER:
        raise ValueError(f"{where} is {value}; it must be 0 to {MOST_NUMBER}")
