"""Events and outcomes to and from the text of the journal, with the faces that the rules have not exposed kept apart.

A record's body may be shown to anybody who may read the journal; its secret part may not leave the process.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Annotated, Any, Final

from pydantic import Field, TypeAdapter

from tablectl.engine.facts import CardDealt, CardIdentified, CardsChosen, Corrected
from tablectl.engine.game import Game, HouseRules
from tablectl.journal.records import canonical
from tablectl.table.actions import Action, ChooseHands, CorrectRound, IdentifyCard
from tablectl.table.events import CardRead, CommandGiven, TableEvent
from tablectl.table.outcomes import FactTaken, Outcome

_EVENTS: Final[TypeAdapter[TableEvent]] = TypeAdapter(Annotated[TableEvent, Field(discriminator="kind")])
_ACTIONS: Final[TypeAdapter[Action]] = TypeAdapter(Annotated[Action, Field(discriminator="kind")])
_OUTCOMES: Final[TypeAdapter[Outcome]] = TypeAdapter(Outcome)
_ADAPTERS: Final[dict[type[HouseRules], TypeAdapter[HouseRules]]] = {}
"""Of the house rules that were met so far: to make one takes longer than to use it."""


_SECRET_IN: Final = {IdentifyCard: ("card",), ChooseHands: ("hands",), CorrectRound: ("facts",)}
"""What names faces in a person's command."""


def event_text(event: TableEvent) -> tuple[str, str | None]:
    """The body and the secret part of an event."""
    body = _EVENTS.dump_python(event, mode="json")
    secret: dict[str, Any] = {}
    if isinstance(event, CardRead):
        secret |= {name: body.pop(name) for name in ("card", "code") if body[name]}
    elif isinstance(event, CommandGiven):
        secret |= {name: body["action"].pop(name) for name in _SECRET_IN.get(type(event.action), ())}
    return _text(body), _text(secret) if secret else None


def public_action(action: Action) -> Mapping[str, Any]:
    """What everybody may know of a person's command."""
    body: dict[str, Any] = _ACTIONS.dump_python(action, mode="json")
    return {key: value for key, value in body.items() if key not in _SECRET_IN.get(type(action), ())}


def event_from(body: str, secret: str | None) -> TableEvent:
    """Put an event together again. Raise pydantic.ValidationError where the texts are none."""
    whole = json.loads(body)
    if secret is not None:
        (whole["action"] if whole["kind"] == "command_given" else whole).update(json.loads(secret))
    if whole["kind"] == "card_read":
        whole.setdefault("card", None)
    return _EVENTS.validate_python(whole)


def outcome_text(outcome: Outcome) -> tuple[str, str | None]:
    """The body and the secret part of an outcome; outcomes are compared as texts and never read back."""
    body = _OUTCOMES.dump_python(outcome, mode="json")
    secret: dict[str, Any] = {}
    if isinstance(outcome, FactTaken):
        match outcome.fact:
            case CardDealt() | CardIdentified():
                del body["fact"]["card"]
                secret["card"] = str(outcome.fact.card) if outcome.fact.card else None
            case Corrected(facts=facts):
                body["fact"]["facts"] = [fact.kind for fact in facts]
                secret["facts"] = _OUTCOMES.dump_python(outcome, mode="json")["fact"]["facts"]
            case CardsChosen():
                del body["fact"]["hands"]
                secret["hands"] = [[str(card) for card in hand] for hand in outcome.fact.hands]
            case _:
                pass
    return _text(body), _text(secret) if secret else None


def rules_json(rules: HouseRules) -> str:
    """House rules as canonical text, the form that is hashed and put on record."""
    return _text(_rules(type(rules)).dump_python(rules, mode="json"))


def rules_from_json(game: Game, text: str) -> HouseRules:
    return _rules(game.rules_type).validate_json(text)


def _rules(kind: type[HouseRules]) -> TypeAdapter[HouseRules]:
    if kind not in _ADAPTERS:
        _ADAPTERS[kind] = TypeAdapter(kind)
    return _ADAPTERS[kind]


def _text(value: Mapping[str, Any]) -> str:
    return canonical({**value})
