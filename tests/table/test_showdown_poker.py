"""Showdown Poker at a table: six decks in one pack, cards that are turned over and chosen, advice, splits and the house way by one key."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from pydantic import TypeAdapter

from tablectl.engine.cards import cards
from tablectl.engine.facts import BOARD, DEALER, DISCARD, CardDealt, seat
from tablectl.engine.games.showdown_poker.house import ShowdownRules
from tablectl.engine.steps import ChooseCards, Deal, RoundOver, SettleSeat, Unsettled
from tablectl.table.actions import ChooseHands, IdentifyCard, PersonRole, PlaceCard
from tablectl.table.lamps import lamps
from tablectl.table.shown.screens import Showing, view
from tablectl.table.state import Cause
from tablectl.table.views import TableView

from .dealing import DARK, LOADED, READY, SHOE, SHUFFLER, Dealing, opening, table

RULES: Final = tomllib.loads((Path(__file__).parents[2] / "config/rules/showdown_poker-document.toml").read_text())
OWN: Final = "9c Ah 9d Ad Kc Qc Kh 7s"
"""Seat 1 gets two nines and two kings, the dealer two aces, a queen and a seven; dealt one by one."""
BOARD_CARDS: Final = "9h 9s Kd 4s 3h"


def showdown(**changes: Any) -> Dealing:  # noqa: ANN401 - house rules
    """A table with a pack of six decks in the shoe."""
    rules = TypeAdapter(ShowdownRules).validate_python(RULES | changes)
    dealing = table(replace(opening(rules), table="SP-01", game="showdown_poker"), ready=False)
    dealing.devices_up()
    dealing.status(SHUFFLER, READY, cards_in=312)
    dealing.status(SHUFFLER, DARK, loads=1)
    dealing.status(SHOE, LOADED)
    return dealing


def dealt(**changes: Any) -> Dealing:  # noqa: ANN401 - house rules
    """Seat 1 has an ante and a bonus and four cards; its cards lie open."""
    dealing = showdown(**changes)
    dealing.press("seat1.ante", "seat1.bonus", "key.next")
    dealing.cards(OWN)
    dealing.press("key.next")
    return dealing


def choose(dealing: Dealing, *hands: str) -> None:
    answer = dealing.command(ChooseHands(1, tuple(cards(hand) for hand in hands)), PersonRole.DEALER)
    assert answer.done, answer


def shown(dealing: Dealing) -> TableView:
    return view(dealing.state, PersonRole.DEALER, 1, Showing("EUR", 2, {1: "red", 2: "blue"}))


def test_a_pack_is_six_decks_and_new_for_every_round() -> None:
    """SP 1.1, SP 1.2, SP 8.4"""
    dealing = showdown()
    assert (dealing.state.holds, dealing.state.shoe.profile.count) == ((), 312)
    dealing.press("seat1.ante", "key.next")
    dealing.cards("9c 9c 9c 9c 9c 9c")
    assert dealing.causes == []
    dealing.cards("9c")
    assert dealing.causes == [Cause.CARD_IMPOSSIBLE]


def test_cards_go_alternately_and_only_the_seats_lie_open() -> None:
    """SP 3.1, SP 3.2"""
    dealing = dealt()
    places = [fact.place for fact in dealing.state.live.round.facts if isinstance(fact, CardDealt)]
    assert places == [seat(1), DEALER] * 4
    now = shown(dealing)
    assert [card.face for card in now.seats[0].cards] == ["9c", "9d", "Kc", "Kh"]
    assert [card.face for card in now.dealer] == [None] * 4
    assert now.seats[0].acting


def test_the_display_shows_the_advice_where_the_house_wants_it() -> None:
    """SP 4.6"""
    step = shown(dealt()).step
    assert step.text == "Seat 1: keep 2 cards or split"
    assert step.advice == "4 of 182 in the list of two-card hands: Kc Kh"
    assert (step.who, step.keep, step.may_split, step.rule) == ("seat 1", 2, True, "SP 4.1")
    assert shown(dealt(advice=False)).step.advice == ""


def test_nobodys_cards_are_told_before_they_lie_open() -> None:
    """SP 3.2, SP 4.6"""
    dealing = showdown()
    dealing.press("seat1.ante", "key.next")
    dealing.cards(OWN)
    text = str(shown(dealing))
    assert not [face for face in OWN.split() if face in text]


def test_the_cards_that_a_seat_did_not_keep_are_mucked() -> None:
    """SP 4.1"""
    dealing = dealt()
    assert [card.mucked for card in shown(dealing).seats[0].cards] == [False] * 4
    choose(dealing, "9d Kh")
    now = shown(dealing)
    assert [(card.face, card.mucked) for card in now.seats[0].cards] == [("9c", True), ("9d", False), ("Kc", True), ("Kh", False)]
    assert not any(card.mucked for card in (*now.seats[0].hands[0].cards, *now.dealer))


def test_a_split_shows_two_hands_with_their_wagers_and_is_settled_as_two() -> None:
    """SP 4.1, SP 4.2, SP 4.3, SP 6.8"""
    dealing = dealt()
    choose(dealing, "9c 9d", "Kc Kh")
    now = shown(dealing)
    assert {spot.bet: spot.amount for spot in now.seats[0].spots} == {"ante": 500, "bonus": 500, "split_ante": 500, "split_bonus": 500}
    assert [[card.face for card in hand.cards] for hand in now.seats[0].hands] == [["9c", "9d"], ["Kc", "Kh"]]
    dealing.press("key.next")
    step = shown(dealing).step
    assert [(option.label, option.button) for option in step.options] == [("Ad Ah: row 1: the highest pair, eights or better", "key.next")]
    dealing.press("key.next")
    assert isinstance(dealing.step, Deal)
    dealing.cards(BOARD_CARDS)
    assert isinstance(dealing.step, SettleSeat)
    now = shown(dealing)
    assert [(line.bet, line.net) for line in now.seats[0].lines] == [("ante", 500), ("bonus", 3500), ("split_ante", 500), ("split_bonus", 1500)]
    assert now.seats[0].hand == "four nines; a full house, kings over nines"
    assert now.dealer_hand == "two pair, aces and nines"
    assert {name: pattern.value for name, pattern in lamps(dealing.state).items() if name.startswith("seat1")} == {
        f"seat1.{bet}": "slow" for bet in ("ante", "bonus", "split_ante", "split_bonus")
    }
    dealing.press("key.next")
    assert isinstance(dealing.step, RoundOver)


def test_a_card_drawn_too_early_is_the_next_card() -> None:
    """SP 8.2"""
    dealing = dealt()
    dealing.cards("9h")
    assert dealing.causes == [Cause.CARD_NOT_DUE]
    dealing.release(Cause.CARD_NOT_DUE)
    choose(dealing, "9c 9d")
    dealing.press("key.next", "key.next")
    first = next(fact for fact in dealing.state.live.round.facts if isinstance(fact, CardDealt) and fact.place == BOARD)
    assert str(first.card) == "9h"


def test_cards_that_were_seen_go_to_the_discard_rack() -> None:
    """SP 8.3: one that lay face up in the shoe, one drawn too early."""
    dealing = showdown()
    dealing.press("seat1.ante", "key.next")
    dealing.cards("2c")
    assert dealing.command(PlaceCard(DISCARD, "it lay face up")).done
    assert dealing.step == Deal(seat(1), face_up=False, rule="SP 3.1")
    dealing.cards(OWN + " 9h")
    assert dealing.command(PlaceCard(DISCARD, "a player saw it")).done
    dealing.release(Cause.CARD_NOT_DUE)
    assert (dealing.state.live.round.layout.at(DISCARD), dealing.state.early) == (cards("2c 9h"), ())
    dealing.press("key.next")
    choose(dealing, "9c 9d")


def test_a_dealers_card_named_anew_asks_for_the_hand_again() -> None:
    """SP 5.6"""
    dealing = dealt()
    choose(dealing, "9c 9d")
    dealing.press("key.next", "key.next")
    dealing.cards(BOARD_CARDS)
    assert dealing.command(IdentifyCard(DEALER, 1, cards("Jd")[0], "misread")).done
    step = dealing.step
    assert isinstance(step, ChooseCards)
    assert step.suggested == cards("Ah Qc")
    dealing.press("key.next")
    assert isinstance(dealing.step, SettleSeat)


def test_an_unread_community_card_holds_the_settlement() -> None:
    """SP 6.9"""
    dealing = dealt()
    choose(dealing, "9c 9d")
    dealing.press("key.next", "key.next")
    dealing.cards("9h ?? Kd 4s 3h")
    dealing.release(Cause.CARD_UNREADABLE)
    assert isinstance(dealing.step, Unsettled)
    assert dealing.causes == [Cause.ROUND_UNSETTLED]
    assert dealing.command(IdentifyCard(BOARD, 1, cards("9s")[0], "looked at it")).done
    assert isinstance(dealing.step, SettleSeat)
