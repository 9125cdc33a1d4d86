"""What named persons may ask for, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tablectl.engine.cards import Card
from tablectl.engine.facts import BOARD, BURN, DEALER, BettingClosed, Decided, HandTurned, Place, PlayerSeated, SeatSettled, WagerPlaced, seat
from tablectl.engine.steps import Ending
from tablectl.table.actions import (
    Action,
    ApproveShuffle,
    BringPack,
    ChooseHands,
    ConfirmScan,
    CorrectRound,
    CountCards,
    Counting,
    CountPack,
    Decide,
    DeclareMisdeal,
    ExposeCard,
    IdentifyCard,
    NewDealer,
    OpenPack,
    OrderShuffle,
    PersonRole,
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
from tablectl.table.commands import ALLOWED, OF_THE_ROUND
from tablectl.table.events import PanelFailed
from tablectl.table.lamps import lamps
from tablectl.table.outcomes import Answered, FactTaken, RoundEnded
from tablectl.table.state import COMMANDS_REMEMBERED, Cause

from .dealing import HOLES, STEPS, Dealing, dealt, over, river, settling, table, wagered

PIT = {PersonRole.SUPERVISOR, PersonRole.ADMIN}
AT_THE_TABLE = PIT | {PersonRole.DEALER}

ACTIONS: list[tuple[Action, set[PersonRole]]] = [
    (ReleaseHold(1, "why"), PIT),
    (VoidRound("why"), PIT),
    (DeclareMisdeal("why"), PIT),
    (IdentifyCard(seat(1), 0, Card.parse("As"), "why"), PIT),
    (ExposeCard(seat(1)), AT_THE_TABLE),
    (SetWager(1, "ante", 500), AT_THE_TABLE),
    (SeatPlayer(1, "Ann"), AT_THE_TABLE),
    (Decide(1, "check"), AT_THE_TABLE),
    (ChooseHands(1, ()), AT_THE_TABLE),
    (NewDealer("Lee"), AT_THE_TABLE),
    (ApproveShuffle(), PIT),
    (OrderShuffle("why"), PIT),
    (BringPack(1), AT_THE_TABLE),
    (TakeOutCard(1, Card.parse("7h"), "why"), PIT),
    (ReplaceCard(1, 1, Card.parse("7h"), "why"), PIT),
    (OpenPack(2, "A-1"), AT_THE_TABLE),
    (CountPack(2, 52), AT_THE_TABLE),
    (ScanPack(2), AT_THE_TABLE),
    (ConfirmScan(2), AT_THE_TABLE),
    (StopScan(2, "why"), AT_THE_TABLE),
    (QuarantinePack(2, "why"), PIT),
    (RetirePack(2, "why"), PIT),
    (CountCards(1, Counting.STUB, 40), AT_THE_TABLE),
    (CorrectRound(0, (), "why"), PIT),
    (PlaceCard(BURN, "why"), PIT),
    (PressKey("next"), AT_THE_TABLE),
    (TryLamps(), {PersonRole.TECHNICIAN, PersonRole.ADMIN}),
    (SecondAction(1), PIT),
    (WithdrawAction(1, "why"), PIT),
]


NAMES = {
    PersonRole.VIEWER: "A viewer",
    PersonRole.DEALER: "A dealer",
    PersonRole.SUPERVISOR: "A supervisor",
    PersonRole.TECHNICIAN: "A technician",
    PersonRole.AUDITOR: "An auditor",
    PersonRole.ADMIN: "An admin",
}


def facts(dealing: Dealing) -> list[object]:
    return [outcome.fact for outcome in dealing.told if isinstance(outcome, FactTaken)]


def test_every_action_has_its_roles() -> None:
    assert {type(action) for action, _ in ACTIONS} == set(ALLOWED)


@pytest.mark.parametrize(("action", "roles"), ACTIONS, ids=[action.kind for action, _ in ACTIONS])
def test_who_may_ask(action: Action, roles: set[PersonRole]) -> None:
    for role in PersonRole:
        dealing = dealt()
        live = dealing.state.live
        answer = dealing.command(action, role)
        assert (answer.text == f"{NAMES[role]} may not do this") == (role not in roles)
        if role not in roles:
            assert (answer.done, dealing.state.live) == (False, live)


@pytest.mark.parametrize(
    "action",
    [
        VoidRound(" "),
        DeclareMisdeal(""),
        IdentifyCard(seat(1), 0, Card.parse("As"), "\t"),
        CorrectRound(0, (), ""),
        PlaceCard(BURN, " "),
        TakeOutCard(1, Card.parse("7h"), ""),
        ReplaceCard(1, 1, Card.parse("7h"), " "),
        WithdrawAction(1, " "),
        StopScan(1, ""),
        QuarantinePack(1, ""),
        RetirePack(1, " "),
    ],
)
def test_what_undoes_something_needs_a_reason(action: Action) -> None:
    dealing = dealt()
    live = dealing.state.live
    answer = dealing.command(action)
    assert (answer.done, answer.text, dealing.state.live) == (False, "A reason is needed", live)


def test_the_same_command_twice_is_one_command_with_one_answer() -> None:
    dealing = table()
    first = dealing.command(VoidRound("no cards"), id="one")
    after = dealing.state.live
    assert dealing.command(VoidRound("no cards"), id="one") == first
    assert first.done
    assert dealing.state.live == after
    third = dealing.command(VoidRound("no cards"), id="two")
    assert (third.done, third.rule, third.text) == (False, "UTH 9.7", "the round is over (void); nothing is added to it")
    assert [outcome.ending for outcome in dealing.told if isinstance(outcome, RoundEnded)] == [Ending.VOID]


def test_a_repeat_of_a_refused_command_is_refused_again_although_it_could_be_done_now() -> None:
    dealing = dealt()
    refused = dealing.command(Decide(2, "check"), id="one")
    dealing.press("key.next")
    assert dealing.command(Decide(2, "check"), id="one") == refused
    assert not refused.done
    assert dealing.command(Decide(2, "check"), id="two").done


def second_round() -> Dealing:
    dealing = over()
    dealing.press("key.next")
    dealing.wager(1)
    return dealing


@pytest.mark.parametrize("action", [action for action, _ in ACTIONS if type(action) in OF_THE_ROUND], ids=lambda action: action.kind)
@pytest.mark.parametrize(("round", "seen"), [(1, "round 1"), (3, "round 3")])
def test_what_was_meant_for_another_round_changes_nothing_in_this_one(action: Action, round: int, seen: str) -> None:
    dealing = second_round()
    before = dealing.state
    answer = dealing.command(action, round=round)
    assert (answer.done, answer.text) == (False, f"This was meant for {seen}, but round 2 is open: look at the table again")
    assert (dealing.state.live, dealing.state.shuffle_ordered, dealing.state.holds) == (before.live, before.shuffle_ordered, before.holds)


@pytest.mark.parametrize("action", [VoidRound("why"), SetWager(1, "ante", 1000), OrderShuffle("why"), SeatPlayer(1, "Ann")])
def test_the_same_is_done_in_the_round_that_it_was_meant_for(action: Action) -> None:
    assert second_round().command(action, round=2).done


def test_what_concerns_no_round_is_done_in_any() -> None:
    dealing = second_round()
    assert dealing.command(NewDealer("Lee"), round=1).done
    assert dealing.command(PressKey("supervisor"), PersonRole.DEALER, round=1).done
    assert dealing.command(ReleaseHold(dealing.hold(Cause.SUPERVISOR_CALLED).id, "looked"), round=1).done


def test_so_many_commands_are_remembered() -> None:
    dealing = table()
    for number in range(COMMANDS_REMEMBERED + 1):
        dealing.command(SetWager(1, "ante", 500), id=f"c{number}")
    assert len(dealing.state.answers) == COMMANDS_REMEMBERED
    assert {answer.id for answer in dealing.state.answers}.isdisjoint({"c0"})


def test_a_refused_command_leaves_its_answer_and_nothing_else() -> None:
    dealing = dealt()
    before = dealing.state
    answer = dealing.command(SetWager(1, "ante", 1000))
    assert not answer.done
    assert dealing.told[-1] == Answered(answer)
    assert (dealing.state.live, dealing.state.notices, dealing.state.pulse) == (before.live, before.notices, before.pulse)


@pytest.mark.parametrize("step", [name for name in STEPS if name != "round_over"])
def test_a_void_gives_every_wager_back(step: str) -> None:
    dealing = STEPS[step]()
    staked = {spot for spot, amount in dealing.state.live.placed.items() if amount}
    assert dealing.command(VoidRound("the pack is spoilt")).done
    rated = dealing.state.live.rated
    assert rated is not None
    assert {(line.seat, line.bet) for line in rated.lines} == staked
    assert {line.net for line in rated.lines} <= {0}


def test_a_misdeal_can_be_declared_until_a_seat_is_settled() -> None:
    dealing = settling()
    assert dealing.command(DeclareMisdeal("a card too many")).done
    settled = settling()
    settled.press("key.next")
    assert settled.command(DeclareMisdeal("a card too many")).rule == "UTH 9.6"


def ending(dealing: Dealing) -> Ending | None:
    return getattr(dealing.step, "ending", None)


def test_one_card_of_a_player_shown_in_the_deal_is_no_misdeal_and_a_second_is() -> None:
    dealing = wagered()
    dealing.press("key.next")
    dealing.cards("Ah Kd 7c 7d")
    assert dealing.command(ExposeCard(seat(1)), PersonRole.DEALER).done
    assert (dealing.step.kind, dealing.state.live.shown) == ("deal", frozenset())
    assert dealing.command(ExposeCard(seat(2)), PersonRole.DEALER).done
    assert ending(dealing) is Ending.MISDEAL
    assert all(line.net == 0 for line in dealing.state.live.rated.lines)  # type: ignore[union-attr] # a round that is over is rated


def test_a_card_of_the_dealer_shown_in_the_deal_is_a_misdeal() -> None:
    dealing = wagered()
    dealing.press("key.next")
    dealing.cards("Ah Kd 7c")
    assert dealing.command(ExposeCard(DEALER), PersonRole.DEALER).done
    assert ending(dealing) is Ending.MISDEAL


@pytest.mark.parametrize(("place", "done"), [(BOARD, False), (DEALER, True), (seat(1), True), (seat(3), False)])
def test_only_a_card_that_lies_face_down_is_shown_by_mistake(place: Place, done: bool) -> None:
    dealing = river()
    assert dealing.command(ExposeCard(place), PersonRole.DEALER).done is done
    assert dealing.step.kind == "decide", "after the first decision it changes nothing"


def test_a_player_has_at_most_two_seats() -> None:
    dealing = table()
    answers = [dealing.command(SeatPlayer(number, "Ann"), PersonRole.DEALER) for number in (1, 2, 3)]
    assert [answer.done for answer in answers] == [True, True, False]
    assert (answers[2].rule, answers[2].text) == ("UTH 1.4", "a player has at most two seats, and this one has 1 and 2")
    assert dealing.command(SeatPlayer(1, "Bob"), PersonRole.DEALER).done
    assert dealing.command(SeatPlayer(3, "Ann"), PersonRole.DEALER).done
    assert facts(dealing)[-1] == PlayerSeated(3, "Ann")


def test_who_plays_a_seat_is_said_before_the_first_card() -> None:
    assert dealt().command(SeatPlayer(1, "Ann"), PersonRole.DEALER).rule == "UTH 1.4"


def test_an_exact_amount_takes_the_place_of_presses() -> None:
    dealing = table()
    dealing.press("seat1.ante", "seat1.ante")
    assert dealing.command(SetWager(1, "ante", 550), PersonRole.DEALER).done
    assert dealing.command(SetWager(1, "ante", 555), PersonRole.DEALER).rule == "UTH 2.5"
    assert dealing.state.live.placed == {(1, "ante"): 550}
    assert facts(dealing)[-1] == WagerPlaced(1, "ante", 550)


def test_the_keys_of_the_display_say_what_the_buttons_say() -> None:
    dealing = wagered()
    said = []
    for _ in range(2):
        answer = dealing.command(PressKey("next"), PersonRole.DEALER)
        said.append((answer.done, answer.text))
    assert said == [(True, "done"), (False, "A card is due to seat 1")]
    dealing.cards(HOLES)
    assert dealing.command(Decide(1, "play_4x"), PersonRole.DEALER).done
    assert dealing.command(PressKey("next"), PersonRole.DEALER).done
    fold = dealing.command(PressKey("fold"), PersonRole.DEALER)
    assert (fold.done, fold.text) == (False, "Nobody has to decide now")
    assert [fact for fact in facts(dealing) if isinstance(fact, BettingClosed | Decided)] == [
        BettingClosed(), Decided(1, "play_4x"), Decided(2, "check"),
    ]  # fmt: skip


def test_next_on_the_display_turns_settles_and_opens_the_next_round() -> None:
    dealing = river()
    for key in ("fold", "next", "next", "next", "next"):
        assert dealing.command(PressKey(key), PersonRole.DEALER).done
    assert facts(dealing)[-4:] == [HandTurned(DEALER), HandTurned(seat(1)), SeatSettled(1), SeatSettled(2)]
    assert dealing.command(PressKey("next"), PersonRole.DEALER).done
    assert dealing.state.live.number == 2


def test_supervisor_on_the_display_is_answered_as_done_each_time() -> None:
    dealing = table()
    assert all(dealing.command(PressKey("supervisor"), PersonRole.DEALER).done for _ in range(2))
    assert dealing.causes == [Cause.SUPERVISOR_CALLED]


@pytest.mark.parametrize("action", [PressKey("next"), Decide(1, "check")])
def test_play_goes_on_by_no_command_under_a_hold(action: Action) -> None:
    dealing = dealt()
    dealing.press("key.supervisor")
    live = dealing.state.live
    answer = dealing.command(action, PersonRole.DEALER)
    assert (answer.done, answer.text) == (False, "Play is held: The dealer called a supervisor")
    assert dealing.state.live == live


@pytest.mark.parametrize(("number", "option", "rule"), [(2, "check", "UTH 3.7"), (1, "fold", "UTH 3.2"), (1, "play_3x", "UTH 3.2")])
def test_a_decision_that_is_not_asked_for_is_refused_with_its_rule(number: int, option: str, rule: str) -> None:
    answer = dealt().command(Decide(number, option), PersonRole.DEALER)
    assert (answer.done, answer.rule) == (False, rule)


def test_a_hold_that_is_not_open_cannot_be_released() -> None:
    assert table().command(ReleaseHold(1, "why")).text == "This hold is not open (any more)"


def test_nothing_is_added_to_a_round_that_is_over() -> None:
    dealing = over()
    live = dealing.state.live
    for action in (VoidRound("why"), DeclareMisdeal("why"), SetWager(1, "ante", 500), ExposeCard(seat(1)), SeatPlayer(1, "Ann")):
        answer = dealing.command(action)
        assert (answer.done, answer.rule) == (False, "UTH 9.9")
    assert dealing.state.live == live


def test_every_command_is_answered_last_of_what_follows_from_it() -> None:
    dealing = table()
    dealing.command(VoidRound("why"), id="one")
    assert dealing.told[-1] == Answered(dealing.state.answers[-1])


@pytest.mark.parametrize("at", [table, over], ids=["before the wagers", "after the round"])
def test_the_lamps_are_tried_between_rounds(at: Callable[[], Dealing]) -> None:
    dealing = at()
    before = dealing.state
    assert dealing.command(TryLamps(), PersonRole.TECHNICIAN).done
    assert dealing.state.lamp_trials == before.lamp_trials + 1
    assert (dealing.state.live, lamps(dealing.state)) == (before.live, lamps(before))


@pytest.mark.parametrize("at", [wagered, dealt, settling], ids=["wagers", "cards", "settlement"])
def test_the_lamps_are_not_tried_in_a_round_unless_play_is_held(at: Callable[[], Dealing]) -> None:
    dealing = at()
    answer = dealing.command(TryLamps(), PersonRole.TECHNICIAN)
    assert (answer.done, answer.text) == (False, "A round is being played: the lamps are tried between rounds, or while play is held")
    assert dealing.state.lamp_trials == 0
    dealing.command(PressKey("supervisor"))
    assert dealing.command(TryLamps(), PersonRole.TECHNICIAN).done
    assert dealing.state.holds, "a trial releases nothing"


def test_the_lamps_of_a_panel_that_is_lost_are_not_tried() -> None:
    dealing = table()
    dealing.happen(PanelFailed("no chip"))
    answer = dealing.command(TryLamps(), PersonRole.ADMIN)
    assert (answer.done, answer.text) == (False, "Buttons and lamps do not answer")
