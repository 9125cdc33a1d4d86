"""The nine golden cases that no single hand shows: what the table lets happen, what it refuses, and in which order. Each is played by events.

TX-18, TX-21, CH-33, UT-24, TS-I02, TS-I05, TS-I08, TS-I09, TS-I10; the other seventy are hands, and stand in tests/cases/golden.jsonl.
"""

from __future__ import annotations

import random
import tomllib
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest
from pydantic import TypeAdapter

from tablectl.engine.cards import Card, Rank, Suit, cards
from tablectl.engine.facts import BOARD, BURN, DEALER, CardDealt, CardsChosen, Place, Task, seat
from tablectl.engine.game import HouseRules
from tablectl.engine.games import GAMES
from tablectl.engine.settlement import Result
from tablectl.engine.steps import ChooseCards, Deal, Ending, Prepare, Reveal, RoundOver, SettleSeat, TakeWagers
from tablectl.table.actions import ApproveShuffle, ChooseHands, CorrectRound, ExposeCard, NewDealer, PersonRole, SetWager
from tablectl.table.outcomes import FactTaken, SeatRated
from tablectl.table.shown.screens import Showing, view
from tablectl.table.state import Cause

from .dealing import DARK, LOADED, READY, SHOE, SHUFFLER, Dealing, opening, table

RULES: Final = Path(__file__).parents[2] / "config/rules"
MARKS: Final = ("p_red", "column_two", "d_white")


def opened(game: str, seats: int) -> Dealing:
    """A table of the game by the sheet, its devices up, no cards ready yet."""
    kind: TypeAdapter[HouseRules] = TypeAdapter(GAMES[game].rules_type)
    rules = kind.validate_python(tomllib.loads((RULES / f"{game}-document.toml").read_text()))
    dealing = table(replace(opening(rules), table="T-01", game=game, seats=seats), ready=False)
    dealing.devices_up()
    return dealing


def filled(dealing: Dealing, count: int) -> Dealing:
    dealing.status(SHUFFLER, READY, cards_in=count)
    dealing.status(SHUFFLER, DARK, loads=1)
    dealing.status(SHOE, LOADED)
    return dealing


def cut(seats: int) -> Dealing:
    """Texas Shootout, shuffled and approved: the cut is due."""
    dealing = opened("texas_shootout", seats)
    dealing.press("key.next")
    assert dealing.command(ApproveShuffle()).done
    return dealing


def loaded() -> Dealing:
    """Texas Shootout with six decks in the shoe: the burn is due."""
    dealing = cut(2)
    dealing.press("key.next")
    return filled(dealing, 312)


def lying(dealing: Dealing, place: Place) -> tuple[Card | None, ...]:
    return dealing.state.live.round.layout.at(place)


def remarks(dealing: Dealing) -> tuple[str, ...]:
    return view(dealing.state, PersonRole.DEALER, 1, Showing("EUR", 2, {1: "red"})).warnings


def test_eight_decks_of_texas_blackjack_hold_312_cards_and_not_one_of_them_twenty_five_times() -> None:
    """TX-18: every card is drawn, each as often as eight packs have it; whatever comes after that cannot be."""
    dealing = filled(opened("tx_bj", 5), 312)
    pack = [Card(rank, suit) for suit in (Suit.RED, Suit.WHITE, Suit.BLUE) for rank in Rank if rank is not Rank.ACE] + 3 * [
        Card(Rank.ACE, Suit.GREEN)
    ]
    for card in random.Random(18).sample(8 * pack, 312):
        dealing.cards(str(card))
    assert dealing.causes == [Cause.CARD_NOT_DUE], "nobody wagered, and every single card can be"
    seen: Counter[Card] = Counter(dealing.state.shoe.seen)
    colours, ranks = (
        Counter({key: sum(seen[card] for card in seen if card.suit is key or card.rank is key) for key in keys}) for keys in (Suit, Rank)
    )
    assert (dealing.state.shoe.drawn, seen[Card(Rank.ACE, Suit.GREEN)]) == (312, 24)
    assert +colours == {Suit.GREEN: 24, Suit.RED: 96, Suit.WHITE: 96, Suit.BLUE: 96}
    assert set(ranks.values()) == {24}
    for card in {Card(Rank.ACE, Suit.GREEN), *pack}:
        again = filled(opened("tx_bj", 5), 312)
        again.cards(" ".join([str(card)] * seen[card]))
        assert Cause.CARD_IMPOSSIBLE not in again.causes
        again.cards(str(card))
        assert again.hold(Cause.CARD_IMPOSSIBLE).text.endswith(f"all {seen[card]} copies have been dealt")


@pytest.mark.parametrize("count", [311, 313])
def test_a_wrong_number_of_cards_is_no_shoe_of_texas_blackjack(count: int) -> None:
    """TX-18"""
    dealing = opened("tx_bj", 5)
    dealing.status(SHUFFLER, READY, cards_in=count)
    assert dealing.causes == [Cause.WRONG_COUNT]


def test_without_a_dealers_ace_side_bets_go_once_clockwise_and_once_back() -> None:
    """TX-21"""
    dealing = filled(opened("tx_bj", 5), 312)
    for number in range(1, 6):
        dealing.press(*(f"seat{number}.{bet}" for bet in ("box", "p_red", "column_two", "d_white", "a")))
        assert dealing.command(SetWager(number, "combo", 500, MARKS), PersonRole.DEALER).done
    dealing.press("key.next")
    dealing.cards("7r 7r 7r 7r 7r 9w")
    passes: list[tuple[int, tuple[str, ...]]] = []
    while not isinstance(dealing.step, Deal):
        if isinstance(dealing.step, SettleSeat):
            passes.append((dealing.step.seat, dealing.step.bets))
        dealing.press("key.next")
    at_once, later = ("p_red", "column_two", "a"), ("d_white", "combo")
    assert passes == [*((number, at_once) for number in (1, 2, 3, 4, 5)), *((number, later) for number in (5, 4, 3, 2, 1))]
    rated = [(outcome.seat, tuple(line.bet for line in outcome.lines)) for outcome in dealing.told if isinstance(outcome, SeatRated)]
    assert rated == passes, "the screens are told the same"


def test_a_seventh_field_is_no_field_of_casino_holdem() -> None:
    """CH-33: six fields are played on a table with more buttons than that; the seventh takes no wager and gets no card."""
    dealing = opened("casino_holdem", 7)
    dealing.bring_pack()
    while isinstance(dealing.step, Prepare):
        dealing.press("key.next")
    assert isinstance(dealing.step, TakeWagers)
    assert dealing.step.seats == (1, 2, 3, 4, 5, 6)
    dealing.press(*(f"seat{number}.ante" for number in range(1, 8)))
    assert {number for number, _ in dealing.state.live.placed} == {1, 2, 3, 4, 5, 6}
    assert dealing.state.notices[-1].rule == "CH 2.1"
    assert dealing.command(SetWager(7, "ante", 500), PersonRole.DEALER).rule == "CH 2.1"
    dealing.press("key.next")
    dealing.cards("2c 3c 4c 5c 6c 7c")
    assert dealing.step == Deal(DEALER, face_up=False, rule="CH 4.1")


def test_one_card_of_the_dealer_shown_in_the_deal_is_a_misdeal_of_ultimate() -> None:
    """UT-24: the round ends at once, and every wager goes back."""
    dealing = opened("uth", 3)
    dealing.bring_pack()
    dealing.wager(1, 2)
    dealing.press("seat1.triple_bonus", "key.next")
    dealing.cards("Ah Kd 7c")
    assert dealing.command(ExposeCard(DEALER), PersonRole.DEALER).done
    assert dealing.step == RoundOver(Ending.MISDEAL, "UTH 9.4")
    rated = dealing.state.live.rated
    assert rated is not None
    bets = [(1, "ante"), (1, "blind"), (1, "triple_bonus"), (2, "ante"), (2, "blind")]
    assert [(line.seat, line.bet, line.result, line.net) for line in rated.lines] == [(*bet, Result.RETURNED, 0) for bet in bets]


def test_one_card_of_a_player_shown_in_the_deal_is_no_misdeal_of_ultimate() -> None:
    """UT-24, the other side."""
    dealing = opened("uth", 3)
    dealing.bring_pack()
    dealing.wager(1, 2)
    dealing.press("key.next")
    dealing.cards("Ah Kd 7c")
    assert dealing.command(ExposeCard(seat(1)), PersonRole.DEALER).done
    assert isinstance(dealing.step, Deal)


def chosen(dealing: Dealing) -> Dealing:
    """Texas Shootout: two seats have set their hands, and the dealer's cards are to be turned over."""
    dealing.cards("2c")
    dealing.press("seat1.ante", "seat2.ante", "key.next")
    dealing.cards("Ah Qc Kh Ac Qd 9c 7d 4s 5d 8s 2s 3s")
    for number, hand in ((1, "Ah Ac"), (2, "Qc Qd")):
        assert dealing.command(ChooseHands(number, (cards(hand),)), PersonRole.DEALER).done
    return dealing


def test_a_card_drawn_in_error_that_nobody_saw_is_the_next_card_of_texas_shootout() -> None:
    """TS-I02: it waits until a person has looked at it, and is dealt before any later card."""
    dealing = chosen(loaded())
    assert isinstance(dealing.step, Reveal)
    dealing.cards("Ks")
    assert (lying(dealing, BOARD), dealing.state.early, dealing.causes) == ((), cards("Ks"), [Cause.CARD_NOT_DUE])
    assert dealing.release(Cause.CARD_NOT_DUE).done
    dealing.press("key.next", "key.next")
    assert (lying(dealing, BOARD), dealing.state.early) == (cards("Ks"), ())
    dealing.cards("Qs 8h 6c 3c")
    assert lying(dealing, BOARD) == cards("Ks Qs 8h 6c 3c")
    assert isinstance(dealing.step, SettleSeat)
    assert Counter(dealing.state.shoe.seen)[Card.parse("Ks")] == 1


def test_play_goes_on_in_texas_shootout_when_two_cards_were_burned() -> None:
    """TS-I05: the shoe's second report came where a seat's first card was due, and a supervisor says that it was burned."""
    dealing = loaded()
    dealing.cards("2c")
    dealing.press("seat1.ante", "key.next")
    dealing.cards("3c")
    assert lying(dealing, seat(1)) == cards("3c")
    second = len(dealing.state.live.round.facts) - 1
    assert dealing.command(CorrectRound(second, (CardDealt(BURN, Card.parse("3c")),), "two cards were burned")).done
    assert dealing.confirm().done, "nobody sees that card: a second person says so too"
    assert lying(dealing, BURN) == cards("2c 3c")
    assert (dealing.step, dealing.causes) == (Deal(seat(1), face_up=False, rule="TS 5.1"), [])
    assert remarks(dealing) == ("a card was burned that need not be: play goes on (TS 3.4)",)
    dealing.cards("Ah Kh Ac 9c 7d 5d 8s 3s")
    assert dealing.step == ChooseCards(1, 2, may_split=True, rule="TS 5.2", split_bets=(("split_ante", 500),))


def test_mucked_cards_do_not_come_back_in_texas_shootout() -> None:
    """TS-I08: neither while another seat is asked nor when the dealer lies open."""
    dealing = chosen(loaded())
    before = dealing.state.live
    for again in (ChooseHands(1, (cards("7d 8s"),)), ChooseHands(1, (cards("Ah Ac"), cards("7d 8s")))):
        answer = dealing.command(again, PersonRole.DEALER)
        assert (answer.done, answer.rule) == (False, "TS 5.3")
    assert dealing.state.live == before
    dealing.press("key.next")
    assert not dealing.command(ChooseHands(2, (cards("4s 2s"),)), PersonRole.DEALER).done
    assert [outcome.fact.hands for outcome in dealing.told if isinstance(outcome, FactTaken) and isinstance(outcome.fact, CardsChosen)] == [
        (cards("Ah Ac"),),
        (cards("Qc Qd"),),
    ]


def test_a_cut_that_is_refused_in_texas_shootout_goes_round_and_comes_to_the_dealer() -> None:
    """TS-I09"""
    dealing = cut(4)
    offered = []
    while isinstance(step := dealing.step, Prepare) and step.task is Task.CUT and step.may_refuse:
        offered.append(step.seat)
        dealing.press("key.fold")
    assert offered == [1, 2, 3, 4]
    step = dealing.step
    assert isinstance(step, Prepare)
    assert (step.task, step.seat, step.may_refuse) == (Task.CUT, 0, False)
    dealing.press("key.fold")
    assert dealing.step == step, "the dealer cannot refuse"
    dealing.press("key.next")
    assert isinstance(dealing.step, Prepare)
    assert dealing.step.task is Task.LOAD


def test_the_next_seat_cuts_in_texas_shootout_when_the_one_before_it_refused() -> None:
    """TS-I09"""
    dealing = cut(4)
    dealing.press("key.fold", "key.next")
    assert isinstance(dealing.step, Prepare)
    assert dealing.step.task is Task.LOAD


def test_a_new_dealer_of_texas_shootout_burns_one_card_and_no_more() -> None:
    """TS-I10: before the wagers, and in the middle of a deal."""
    dealing = loaded()
    dealing.cards("2c")
    assert dealing.command(NewDealer("eve"), PersonRole.DEALER).done
    assert dealing.step == Deal(BURN, face_up=False, rule="TS 3.1")
    dealing.cards("3c")
    assert isinstance(dealing.step, TakeWagers)
    dealing.press("seat1.ante", "key.next")
    dealing.cards("Ah")
    assert dealing.command(NewDealer("bob"), PersonRole.DEALER).done
    assert isinstance(dealing.step, Deal)
    assert dealing.step.place == BURN
    dealing.cards("4c Kh")
    assert (lying(dealing, BURN), lying(dealing, DEALER)) == (cards("2c 3c 4c"), cards("Kh"))
    assert dealing.step == Deal(seat(1), face_up=False, rule="TS 5.1")
    assert remarks(dealing) == ()
