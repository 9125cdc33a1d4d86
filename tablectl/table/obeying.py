"""What a named person's command does to the table. Each is answered, and the same command twice is one command."""

from __future__ import annotations

from typing import assert_never

from tablectl.engine.facts import (
    CardExposed,
    CardsChosen,
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
from tablectl.table import keys, placing, releasing, righting, seconding
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
from tablectl.table.commands import BY_TWO, COMPARED, concerns_round, may, one, round_fault
from tablectl.table.custody import Signed, Standing
from tablectl.table.events import CommandGiven
from tablectl.table.outcomes import Answered, RoundPutRight
from tablectl.table.packs import inspecting, loading, register, withdrawing, witnesses
from tablectl.table.pressing import carry_out
from tablectl.table.righting import correction_fault, naming_fault
from tablectl.table.stand import stand
from tablectl.table.state import COMMANDS_REMEMBERED, CommandAnswer, TableState
from tablectl.table.turn import Turn
from tablectl.table.unseen import against_the_reader


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
        answer = CommandAnswer(event.id, False, refusal.text, refusal.rule, refusal.at)
    turn.change(answers=(*turn.state.answers, answer)[-COMMANDS_REMEMBERED:])
    turn.outcomes.append(Answered(answer))


def _obey(turn: Turn, event: CommandGiven) -> Refusal | None:
    action = event.action
    if event.round is not None and concerns_round(action) and (fault := round_fault(turn.state, event.round)):
        return Refusal("", fault)
    if _needs_reason(action) and not action.reason.strip():  # type: ignore[union-attr] # those that need one have one
        return Refusal("", "A reason is needed")
    by_two = action.kind in turn.state.second_person or type(action) in BY_TWO or against_the_reader(turn.state.live, action)
    if not by_two:
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
            return correction_fault(state, action)
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
            return releasing.release(turn, action, event.person)
        case VoidRound(reason=reason):
            return turn.take(RoundVoided(reason))
        case DeclareMisdeal(reason=reason):
            return turn.take(MisdealDeclared(reason))
        case IdentifyCard():
            return righting.identify(turn, action)
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
            text = loading.bring(turn, pack)
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
            return righting.correct(turn, action)
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
    carry_out(turn, keys.key_meaning(turn.state.live, key, loading.awaited(turn.state)))
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
