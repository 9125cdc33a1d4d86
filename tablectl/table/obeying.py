"""What a named person's command does to the table. Each is answered, and the same command twice is one command."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import assert_never

from tablectl.engine.cards import Card
from tablectl.engine.facts import (
    CardDealt,
    CardExposed,
    CardIdentified,
    CardsChosen,
    Corrected,
    DealerCame,
    Decided,
    MisdealDeclared,
    PlayerSeated,
    Prepared,
    RoundVoided,
    ShuffleCalled,
    Task,
    WagerPlaced,
)
from tablectl.engine.game import Refusal, Supply
from tablectl.engine.steps import Decide as Asked
from tablectl.engine.steps import Key, Prepare, RoundOver
from tablectl.table import inspecting, keys, packs, placing, register, seconding, tagging, withdrawing, witnesses
from tablectl.table import shoe as ledger
from tablectl.table.actions import (
    Action,
    ApproveShuffle,
    BringPack,
    ChooseHands,
    ConfirmScan,
    CorrectRound,
    CountCards,
    CountPack,
    Decide,
    DeclareMisdeal,
    ExposeCard,
    IdentifyCard,
    NewDealer,
    OpenPack,
    OrderShuffle,
    PlaceCard,
    PressKey,
    QuarantinePack,
    ReleaseHold,
    ReplaceCard,
    RetirePack,
    ScanPack,
    SeatPlayer,
    SecondAction,
    SetWager,
    StopScan,
    TakeOutCard,
    TryLamps,
    VoidRound,
    WithdrawAction,
)
from tablectl.table.commands import BY_TWO, COMPARED, concerns_round, may, one
from tablectl.table.custody import Signed, Standing
from tablectl.table.events import CommandGiven
from tablectl.table.holds import is_active, linked
from tablectl.table.outcomes import Answered, HoldReleased, RoundPutRight
from tablectl.table.pressing import carry_out
from tablectl.table.stand import stand
from tablectl.table.state import COMMANDS_REMEMBERED, Cause, CommandAnswer, TableState
from tablectl.table.turn import Turn, open_faces


def on_command(turn: Turn, event: CommandGiven) -> None:
    """Obey or refuse, and remember the answer under the command's id."""
    earlier = next((answer for answer in turn.state.answers if answer.id == event.id), None)
    if earlier is not None:
        turn.outcomes.append(Answered(earlier))
        return
    before = turn.state
    refusal = _obey(turn, event) if may(event.role, event.action) else Refusal("", f"{one(event.role)} may not do this".capitalize())
    if refusal is None:
        waits = turn.state.next_pending != before.next_pending
        answer = CommandAnswer(event.id, True, "waits for a second person" if waits else "done", "")
    else:
        turn.state = before
        turn.outcomes.clear()
        answer = CommandAnswer(event.id, False, refusal.text, refusal.rule)
    turn.change(answers=(*turn.state.answers, answer)[-COMMANDS_REMEMBERED:])
    turn.outcomes.append(Answered(answer))


def _obey(turn: Turn, event: CommandGiven) -> Refusal | None:
    action = event.action
    if event.round is not None and concerns_round(action) and (fault := round_fault(turn.state, event.round)):
        return Refusal("", fault)
    if _needs_reason(action) and not action.reason.strip():  # type: ignore[union-attr] # those that need one have one
        return Refusal("", "A reason is needed")
    if action.kind not in turn.state.second_person and type(action) not in BY_TWO:
        return _do(turn, event)
    if refusal := _cannot_be_asked(turn.state, event):
        return refusal
    return seconding.ask(turn, event)


def _cannot_be_asked(state: TableState, event: CommandGiven) -> Refusal | None:
    """Why it would be asked in vain. What names faces is held against what everybody can see: asked for and withdrawn it changes nothing, and
    so must not tell of a card that lies face down."""
    match event.action:
        case IdentifyCard() as action:
            fault = naming_fault(state, action)
            return Refusal("", fault) if fault else None
        case CorrectRound() as action:
            fault = correction_fault(state, action)
            return Refusal("", fault) if fault else None
        case _:
            return _do(Turn(state), event)


def _second(turn: Turn, action: SecondAction, event: CommandGiven) -> Refusal | None:
    asked = seconding.confirm(turn, action, event)
    return asked if isinstance(asked, Refusal) else _do(turn, asked, (Signed(asked.person, asked.role), Signed(event.person, event.role)))


def _do(turn: Turn, event: CommandGiven, people: tuple[Signed, ...] = ()) -> Refusal | None:
    """`people` are the two who do it, where two do."""
    before, action = turn.state, event.action
    refusal = _carry_out(turn, event, people)
    if refusal is None and isinstance(action, COMPARED):
        second = people[1].person if people else ""
        right = RoundPutRight(before.live.number, action.kind, event.person, action.reason, stand(before), stand(turn.state), second)
        turn.outcomes.append(right)
    return refusal


def _carry_out(turn: Turn, event: CommandGiven, people: tuple[Signed, ...]) -> Refusal | None:  # noqa: C901, PLR0911 - one case for each action
    action = event.action
    match action:
        case ReleaseHold():
            return _release_linked(turn, action, event.person)
        case VoidRound(reason=reason):
            return turn.take(RoundVoided(reason))
        case DeclareMisdeal(reason=reason):
            return turn.take(MisdealDeclared(reason))
        case IdentifyCard():
            return _identify(turn, action)
        case ExposeCard(place=place):
            return turn.take(CardExposed(place))
        case SetWager(seat=seat, bet=bet, amount=amount, marks=marks):
            return turn.take(WagerPlaced(seat, bet, amount, marks))
        case SeatPlayer(seat=seat, player=player):
            return turn.take(PlayerSeated(seat, player))
        case Decide(seat=seat, option=option):
            step = turn.state.live.step
            return _held(turn) or turn.take(Decided(seat, option, step.hand if isinstance(step, Asked) else 0))
        case ChooseHands(seat=seat, hands=hands):
            return _held(turn) or turn.take(CardsChosen(seat, hands))
        case ApproveShuffle():
            return turn.take(Prepared(Task.APPROVE))
        case OrderShuffle(reason=reason):
            return _order_shuffle(turn, reason)
        case BringPack(pack=pack):
            text = packs.bring(turn, pack)
            return Refusal("", text) if text else None
        case TakeOutCard():
            return register.take_out(turn, action, event.person)
        case ReplaceCard():
            return register.put_back(turn, action, event.person)
        case OpenPack() | CountPack() | ScanPack() | ConfirmScan() | StopScan():
            return inspecting.obey(turn, action, people or (Signed(event.person, event.role),))
        case QuarantinePack(pack=pack, reason=reason):
            return withdrawing.withdraw(turn, pack, Standing.QUARANTINED, event.person, reason=reason)
        case RetirePack(pack=pack, reason=reason):
            return withdrawing.withdraw(turn, pack, Standing.RETIRED, event.person, reason=reason)
        case CountCards():
            return witnesses.count(turn, action, event.person)
        case NewDealer(dealer=dealer):
            return turn.take(DealerCame(dealer))
        case CorrectRound():
            return _correct(turn, action)
        case PlaceCard(place=place, reason=reason, number=number):
            return placing.place(turn, place, reason, number)
        case PressKey(key=key):
            return _press(turn, Key(key))
        case TryLamps():
            return _try_lamps(turn)
        case SecondAction():
            return _second(turn, action, event)
        case WithdrawAction(pending=number, reason=reason):
            return seconding.withdraw(turn, number, event.person, reason)
        case _:
            assert_never(action)


def _order_shuffle(turn: Turn, reason: str) -> Refusal | None:
    """While the cards of a shoe are being made ready the shuffle begins again at once; else it comes before the next round."""
    live = turn.state.live
    if turn.state.game.supply(live.round.rules) is Supply.SHOE and isinstance(live.step, Prepare):
        return turn.take(ShuffleCalled(reason))
    turn.change(shuffle_ordered=reason)
    return None


def _needs_reason(action: Action) -> bool:
    ruled = ReleaseHold | VoidRound | DeclareMisdeal | IdentifyCard | OrderShuffle | TakeOutCard | ReplaceCard | CorrectRound | PlaceCard
    return isinstance(action, ruled | StopScan | QuarantinePack | RetirePack | WithdrawAction)


def _held(turn: Turn) -> Refusal | None:
    return Refusal("", "Play is held: " + turn.state.holds[-1].text) if turn.state.holds else None


def _press(turn: Turn, key: Key) -> Refusal | None:
    before = len(turn.state.notices), turn.state.pulse
    carry_out(turn, keys.key_meaning(turn.state.live, key, packs.awaited(turn.state)))
    if turn.state.pulse == before[1]:
        notice = turn.state.notices[-1]
        return Refusal(notice.rule, notice.text)
    return None


def _try_lamps(turn: Turn) -> Refusal | None:
    if fault := lamps_refused(turn.state):
        return Refusal("", fault)
    turn.change(lamp_trials=turn.state.lamp_trials + 1)
    return None


def lamps_refused(state: TableState) -> str | None:
    """Why the lamps cannot be tried now: in a round that goes on they say whose turn it is."""
    if state.panel_lost is not None:
        return "Buttons and lamps do not answer"
    live = state.live
    resting = isinstance(live.step, RoundOver) or not (any(live.placed.values()) or live.round.layout.cards)
    return None if resting or state.holds else "A round is being played: the lamps are tried between rounds, or while play is held"


def _release_linked(turn: Turn, action: ReleaseHold, person: str) -> Refusal | None:
    group = linked(turn.state.holds, action.hold)
    for each in action.along:
        if each not in group:
            return Refusal("", f"Hold {each} is not open or has another cause: release it for itself")
    for each in dict.fromkeys((action.hold, *action.along)):
        if refusal := _release(turn, each, person, action):
            return refusal
    return None


def _release(turn: Turn, number: int, person: str, action: ReleaseHold) -> Refusal | None:
    hold = next((hold for hold in turn.state.holds if hold.id == number), None)
    if hold is None:
        return Refusal("", "This hold is not open (any more)")
    if is_active(turn.state, hold):
        return Refusal("", f"The cause is still there: {hold.text}")
    if hold.rejects and (refusal := withdrawing.replace_rejected(turn, hold, action.replacement, person, action.reason)):
        return refusal
    turn.change(holds=tuple(other for other in turn.state.holds if other is not hold), notices=())  # what was refused for a hold is old now
    if hold.cause is Cause.PACK_UNVERIFIED:
        turn.change(shoe=replace(turn.state.shoe, verified=True))
    tagging.found(turn, hold, person, action.reason)
    if (cut := turn.state.cut) is not None and cut.hold == hold.id:
        turn.change(cut=replace(cut, person=person, reason=action.reason, acknowledged_ns=turn.state.seen_ns))
    turn.outcomes.append(HoldReleased(hold.id, hold.cause.value, person, action.reason))
    return None


def _identify(turn: Turn, action: IdentifyCard) -> Refusal | None:
    if fault := naming_fault(turn.state, action):
        return Refusal("", fault)
    lying = turn.state.live.round.layout.at(action.place)
    refusal = turn.take(CardIdentified(action.place, action.index, action.card))
    if refusal is None:
        turn.change(shoe=ledger.rename(turn.state.shoe, lying[action.index], action.card))
    return refusal


def naming_fault(state: TableState, action: IdentifyCard) -> str | None:
    """What everybody can see that forbids to name a card so."""
    if not 0 <= action.index < len(state.live.round.layout.at(action.place)):
        return f"There is no card number {action.index + 1} at {action.place}"
    fault = _cannot_be(state, action)
    return f"It cannot be this card: {fault}" if fault else None


def _cannot_be(state: TableState, action: IdentifyCard) -> str | None:
    """What everybody can see that speaks against a name. A card that lies face down has no say: nobody learns of it by trying names."""
    copies = state.shoe.profile.composition[action.card]
    if not copies:
        return "no such card is in this pack"
    if state.shoe.pack and not state.shoe.composition[action.card]:
        return "it is out of the pack"
    others = open_faces(state.live, besides=(action.place, action.index))
    if others[action.card] < copies:
        return None
    return "it lies open on the table already" if copies == 1 else f"all {copies} copies lie open on the table already"


def round_fault(state: TableState, seen: int) -> str | None:
    """Why what was meant for the round that a person saw cannot be meant for the one that is open."""
    now = state.live.number
    return None if seen == now else f"This was meant for round {seen}, but round {now} is open: look at the table again"


def correction_fault(state: TableState, action: CorrectRound) -> str | None:
    """Why this cannot put the round right, whatever the rules say of its facts."""
    if action.corrections != len(state.live.round.corrections):
        return "The round was put right meanwhile: look at its facts again"
    named = {fact.card for fact in action.facts if isinstance(fact, CardDealt | CardIdentified) and fact.card is not None}
    return None if named <= state.shoe.composition.keys() else "It cannot have been so: no such card is in this pack"


def _correct(turn: Turn, action: CorrectRound) -> Refusal | None:
    if fault := correction_fault(turn.state, action):
        return Refusal("", fault)
    before = _on_the_table(turn)
    refusal = turn.take(Corrected(action.index, action.facts, action.reason, action.count))
    if refusal is None:
        turn.change(shoe=ledger.correct(turn.state.shoe, before, _on_the_table(turn)))
    return refusal


def _on_the_table(turn: Turn) -> Counter[Card | None]:
    return Counter(card for lying in turn.state.live.round.layout.cards.values() for card in lying)
