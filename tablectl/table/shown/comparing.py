"""What a person's command would change in the round, before and after, for the one who asks and for the one who confirms. It is worked out from
the cards that lie face up alone: nobody learns of a card by asking."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, assert_never

from tablectl.engine.facts import CardDealt, CardIdentified, CardsChosen, Corrected, MisdealDeclared, RoundVoided
from tablectl.engine.game import Refusal
from tablectl.engine.steps import Deal
from tablectl.table import placing
from tablectl.table.actions import Action, CorrectRound, DeclareMisdeal, IdentifyCard, PlaceCard, Recorded, VoidRound
from tablectl.table.commands import round_fault
from tablectl.table.righting import correction_fault, naming_fault, spelled_out
from tablectl.table.seconding import NOT_ASKED, asked_for
from tablectl.table.shown.correcting import fact_words
from tablectl.table.shown.knowing import Known, faces_known, without_secrets
from tablectl.table.shown.screens import Showing, hold_text
from tablectl.table.stand import stand
from tablectl.table.state import TableState
from tablectl.table.turn import Turn, played_again
from tablectl.table.views import CardView, LyingView, StandView, WhatIfView

Compared = CorrectRound | PlaceCard | IdentifyCard | VoidRound | DeclareMisdeal
NOT_BEFORE: Final = "What would follow rests on cards that lie face down: it is known once the round is put right"
NOTHING: Final = "This changes no fact of the round"


def what_if(state: TableState, action: Action, seen: int, showing: Showing) -> WhatIfView:
    """Say what an action would change in the round that a person saw."""
    before, live = stand(state), state.live
    view = _named(state, action, WhatIfView("", "", before, None, (), len(live.round.facts)), showing)
    if not isinstance(action, Compared):
        return replace(view, text=NOTHING)
    if fault := round_fault(state, seen):
        return replace(view, text=fault)
    if refusal := _fault(state, action):
        return replace(view, text=refusal.text, at=refusal.at)
    known = _told(state, action)
    if known is None:
        return replace(view, text=NOT_BEFORE)
    turn = Turn(replace(state, live=played_again(live, known.round), early=(None,) * len(state.early), holds=()))
    refusal = _take(turn, action, known)
    if refusal is not None:
        return replace(view, text=refusal.text, rule=refusal.rule, at=_at(refusal, action, known))
    after = stand(turn.state)
    cards = tuple(_unturned(lying, before) for lying in after.cards)
    return replace(view, after=replace(after, cards=cards), alerts=tuple(hold_text(hold, showing) for hold in turn.state.holds))


def what_if_confirmed(state: TableState, number: int, showing: Showing) -> WhatIfView:
    """Say what it would change now to confirm what waits as `number`. A face that was named for a card that lies down stays with who named it."""
    pending = asked_for(state, number)
    if pending is None:
        return WhatIfView(NOT_ASKED, "", stand(state), None, (), len(state.live.round.facts))
    action = _without_names(state, pending.action)
    untold = WhatIfView(NOT_BEFORE, "", stand(state), None, (), len(state.live.round.facts))
    return _named(state, pending.action, what_if(state, action, pending.round, showing) if action else untold, showing)


def _fault(state: TableState, action: Compared) -> Refusal | None:
    match action:
        case CorrectRound():
            return correction_fault(state, action)
        case IdentifyCard():
            fault = naming_fault(state, action)
            return Refusal("", fault) if fault else None
        case PlaceCard() | VoidRound() | DeclareMisdeal():
            return None
        case _:
            assert_never(action)


def _told(state: TableState, action: Compared) -> Known | None:
    """The round as it is told without secrets. Where all wagers go back no card has a say, so that it is taken as it is."""
    live = state.live
    if isinstance(action, VoidRound | DeclareMisdeal):
        return Known(live.round, {})
    known = without_secrets(live.round, live.shown)
    return None if known is None or (isinstance(action, CorrectRound) and not _run(action) <= known.at.keys()) else known


def _run(action: CorrectRound) -> set[int]:
    """The facts that a correction replaces."""
    return set(range(action.index, action.index + action.count))


def _take(turn: Turn, action: Compared, known: Known) -> Refusal | None:
    match action:
        case CorrectRound(index=index, reason=reason, count=count):
            facts = spelled_out(action, lambda at: known.round.facts[known.at[at]])
            return turn.take(Corrected(_before(index, known), facts, reason, count))
        case PlaceCard(place=place, reason=reason, number=number):
            return placing.place(turn, place, reason, number)
        case IdentifyCard(place=place, index=index, card=card):
            return turn.take(CardIdentified(place, index, card))
        case VoidRound(reason=reason):
            return turn.take(RoundVoided(reason))
        case DeclareMisdeal(reason=reason):
            return turn.take(MisdealDeclared(reason))
        case _:
            assert_never(action)


def _before(index: int, known: Known) -> int:
    """How many facts are told before this one."""
    return sum(at < index for at in known.at)


def _at(refusal: Refusal, action: Compared, known: Known) -> int | None:
    """The fact that a refusal is about, counted among all that the round would have."""
    if refusal.at is None or not isinstance(action, CorrectRound):
        return None
    beyond = refusal.at - _before(action.index, known) - len(action.facts)
    if beyond >= 0:
        later = sorted(at for at in known.at if at >= action.index + action.count)
        return later[beyond] - action.count + len(action.facts)
    within = beyond + len(action.facts)
    return action.index + within if within >= 0 else sorted(known.at)[refusal.at]


def _unturned(lying: LyingView, before: StandView) -> LyingView:
    """A card whose face was left out of the question lies face down; one that nobody could read lay there so before."""
    was = next((one.cards for one in before.cards if one.place == lying.place), ())
    unread = [index < len(was) and was[index].state == "unread" for index in range(len(lying.cards))]
    cards = zip(lying.cards, unread, strict=True)
    return replace(lying, cards=tuple(card if card.state != "unread" or same else CardView(None, "down", card.mucked) for card, same in cards))


def _named(state: TableState, action: Action, view: WhatIfView, showing: Showing) -> WhatIfView:
    """The facts that a correction replaces, in words, and those that take their place."""
    live = state.live
    if not isinstance(action, CorrectRound) or not _run(action) <= set(range(len(live.round.facts))):
        return view
    up = faces_known(live.round, live.shown)
    was = tuple(fact_words(live.round, live.round.facts[at], at in up, showing) for at in sorted(_run(action)))
    if correction_fault(state, action):
        return replace(view, was=was)
    facts = spelled_out(action, live.round.facts.__getitem__)
    instead = tuple(fact_words(live.round, fact, _lies_open(state, action, at), showing) for at, fact in enumerate(facts))
    return replace(view, was=was, instead=instead)


def _lies_open(state: TableState, action: CorrectRound, at: int) -> bool:
    """Whether the `at`-th fact of a correction names cards that lie open, as those do that it takes the place of, or as it is on record."""
    fact, live = action.facts[at], state.live
    if isinstance(fact, Recorded):
        return fact.fact in faces_known(live.round, live.shown)
    if not isinstance(fact, CardDealt | CardIdentified | CardsChosen):
        return True
    index = action.index + at
    if at >= action.count or index not in faces_known(live.round, live.shown):
        return isinstance(fact, CardDealt) and _is_dealt_open(state, action, fact)
    replaced = live.round.facts[index]
    if isinstance(fact, CardsChosen):
        return isinstance(replaced, CardsChosen) and replaced.seat == fact.seat
    return isinstance(replaced, CardDealt | CardIdentified) and replaced.place == fact.place


def _is_dealt_open(state: TableState, action: CorrectRound, fact: CardDealt) -> bool:
    """Whether a card that was missed came face up: the game says so of the card that was due then."""
    played = state.live.round
    step = replace(played, facts=played.facts[: action.index]).step
    return isinstance(step, Deal) and step.place == fact.place and step.face_up


def _without_names(state: TableState, action: Action) -> Action | None:
    """The action without faces that lie down; None where nothing of it is left."""
    match action:
        case IdentifyCard(place=place, index=index):
            return action if (place, index) in state.live.shown else None
        case CorrectRound(facts=facts):
            down = [not isinstance(fact, Recorded) and not _lies_open(state, action, at) for at, fact in enumerate(facts)]
            if any(hidden and not isinstance(fact, CardDealt) for hidden, fact in zip(down, facts, strict=True)):
                return None
            told = (replace(fact, card=None) if hidden and isinstance(fact, CardDealt) else fact for hidden, fact in zip(down, facts, strict=True))
            return replace(action, facts=tuple(told))
        case _:
            return action
