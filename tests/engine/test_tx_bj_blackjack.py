"""Blackjack on the cards of Texas Blackjack: what a seat may say, in which order hands are played, and when the dealer draws."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from tablectl.engine.cards import Card, cards
from tablectl.engine.facts import DEALER, CardDealt, CardExposed, CardIdentified, Decided, HandTurned, SeatSettled, seat
from tablectl.engine.games.tx_bj.house import DOCUMENT
from tablectl.engine.games.tx_bj.points import count, is_blackjack
from tablectl.engine.money import MoneyRules
from tablectl.engine.steps import Deal, Decide, Ending, Key, Option, Reveal, RoundOver, SettleSeat, Unsettled

if TYPE_CHECKING:
    from tests.engine.conftest import Telling

    Make = Callable[..., Telling]


def table(texas: Make, dealer: str, *hands: str, **switches: Any) -> Telling:  # noqa: ANN401 - the switches of blackjack
    """A seat for each hand, wagers of ten, up to the first question."""
    told = texas(**switches).put(DEALER, dealer)
    for number, hand in enumerate(hands, 1):
        told.stake(number, box=10).put(seat(number), hand)
    return told.close().proceed()


def asked(told: Telling) -> tuple[int, int, tuple[str, ...]]:
    """Seat, hand and what it may say."""
    step = told.step()
    assert isinstance(step, Decide), step
    return step.seat, step.hand, tuple(option.name for option in step.options)


def offered(told: Telling) -> set[str]:
    return set(asked(told)[2])


@pytest.mark.parametrize(
    ("hand", "total", "soft"),
    [
        ("2r 9w", 11, False), ("Jr Kb", 20, False), ("Ag 6b", 17, True), ("Ag Ag", 12, True),
        ("Ag 6b Tw", 17, False), ("Ag Ag Tr 9b", 21, False), ("Tr Tb 2w", 22, False),
    ],
)  # fmt: skip
def test_what_a_hand_counts(hand: str, total: int, soft: bool) -> None:
    """TX 5.1"""
    found = count(cards(hand))
    assert (found.total, found.soft, found.bust) == (total, soft, total > 21)


@pytest.mark.parametrize(("hand", "natural"), [("Ag Kb", True), ("Tr Ag", True), ("Ag 9b", False), ("Kr 5b 6w", False), ("Kr Qb", False)])
def test_blackjack_is_an_ace_and_a_ten(hand: str, natural: bool) -> None:
    """TX 5.4"""
    assert is_blackjack(cards(hand)) is natural


def test_the_first_cards_stay_and_the_second_come_face_up(texas: Make) -> None:
    """TX 5.2, TX 5.3: the dealer's second card comes when the players are done."""
    told = table(texas, "9w 8b", "7r 2b", "6r 3b")
    dealt = [(fact.place, str(fact.card)) for fact in told.round.facts if isinstance(fact, CardDealt)]
    assert dealt == [(seat(1), "7r"), (seat(2), "6r"), (DEALER, "9w"), (seat(1), "2b"), (seat(2), "3b")]
    assert told.exposed == {(DEALER, 0), *((seat(number), index) for number in (1, 2) for index in (0, 1))}
    told.answer("stand")
    assert asked(told)[:2] == (2, 0)
    told.answer("stand")
    assert told.round.facts[-3] == CardDealt(DEALER, Card.parse("8b"))
    assert (DEALER, 1) in told.exposed


def test_the_words_and_the_buttons(texas: Make) -> None:
    """TX 5.7"""
    step = table(texas, "9w", "8r 8b", surrender="late").step()
    assert step == Decide(
        1,
        (
            Option("hit", "Hit", spot="box"),
            Option("stand", "Stand", key=Key.NEXT),
            Option("double", "Double", bet="double", amount=10),
            Option("split_pair", "Split", bet="split", amount=10),
            Option("surrender", "Surrender", key=Key.FOLD),
        ),
        "TX 5.7",
    )


def test_a_hand_is_asked_until_it_stands_or_comes_to_21(texas: Make) -> None:
    """TX 5.7, TX 5.8"""
    told = table(texas, "9w 8b", "2r 3b 4w 5r 7b", "2r 3b 9w Kr").answer("hit", "hit")
    assert asked(told)[0] == 1
    assert asked(told.answer("hit"))[0] == 2
    assert told.refused(Decided(1, "hit")) == "TX 5.7"
    told.answer("hit", "hit")
    assert told.step() == RoundOver(Ending.SETTLED, "TX 9.5")
    assert [(line.seat, line.net, line.rule) for line in told.settlement().lines] == [(2, -10, "TX 7.4"), (1, 10, "TX 7.5")]


def test_a_21_of_two_cards_is_not_asked(texas: Make) -> None:
    """TX 5.8"""
    assert asked(table(texas, "9w 8b", "Ag Kb", "9r 9b"))[0] == 2


@pytest.mark.parametrize(
    ("switch", "hand", "may"),
    [
        ("any_two", "Tr 6b", True), ("any_two", "Ag 2b", True), ("nine_to_eleven", "5r 4b", True), ("nine_to_eleven", "6r 5b", True),
        ("nine_to_eleven", "5r 3b", False), ("nine_to_eleven", "Tr 2b", False), ("nine_to_eleven", "Ag 8b", False), ("none", "6r 5b", False),
    ],
)  # fmt: skip
def test_when_a_hand_may_be_doubled(texas: Make, switch: str, hand: str, may: bool) -> None:
    """TX 5.9"""
    told = table(texas, "9w", hand, double=switch)
    assert ("double" in offered(told)) is may
    assert "double" not in offered(table(texas, "9w", "2r 3b 4w", double=switch).answer("hit"))


def test_a_double_takes_one_card_and_no_more(texas: Make) -> None:
    """TX 5.9"""
    told = table(texas, "9w 8b", "6r 5b 2w").tell(Decided(1, "double"))
    assert told.step() == Deal(seat(1), face_up=True, rule="TX 5.9")
    told.proceed()
    assert [(line.bet, line.stake, line.net) for line in told.settlement().lines] == [("box", 10, -10), ("double", 10, -10)]


@pytest.mark.parametrize("may", [True, False])
def test_a_split_hand_may_be_doubled_where_the_house_lets_it(texas: Make, may: bool) -> None:
    """TX 5.10"""
    told = table(texas, "9w", "8r 8b 3w", double_after_split=may)
    assert "double" in offered(told)
    assert ("double" in offered(told.answer("split_pair"))) is may


@pytest.mark.parametrize(
    ("switch", "hand", "may"),
    [("same_value", "Tr Kb", True), ("same_rank", "Tr Kb", False), ("same_rank", "Kr Kb", True), ("same_value", "9r Tb", False)],
)
def test_which_pairs_may_be_split(texas: Make, switch: str, hand: str, may: bool) -> None:
    """TX 5.11"""
    assert ("split_pair" in offered(table(texas, "9w", hand, split_of=switch))) is may


def test_a_split_card_moves_and_hands_are_played_in_their_order(texas: Make) -> None:
    """TX 5.11"""
    told = table(texas, "9w 8b", "8r 8b 8w").put(seat(1, 1), "3r").put(seat(1, 2), "Tr").tell(Decided(1, "split_pair"))
    assert told.step() == Deal(seat(1), face_up=True, rule="TX 5.11")
    assert told.exposed == {(DEALER, 0), (seat(1), 0), (seat(1, 1), 0)}
    assert asked(told.proceed())[:2] == (1, 0)
    assert told.refused(Decided(1, "stand", 1)) == "TX 5.7"
    told.tell(Decided(1, "split_pair"))
    assert told.exposed == {(DEALER, 0), (seat(1), 0), (seat(1, 1), 0), (seat(1, 2), 0)}
    told.put(seat(1), "2w").answer("stand")
    assert asked(told)[:2] == (1, 1)
    told.answer("stand")
    assert asked(told)[:2] == (1, 2)
    assert {(seat(1, hand), index) for hand in range(3) for index in range(2)} <= told.exposed
    told.answer("stand")
    assert [(line.bet, line.hand, line.net) for line in told.settlement().lines] == [("box", 0, -10), ("split", 1, -10), ("split", 2, 10)]
    assert [(hand.seat, hand.ranks, hand.text) for hand in told.settlement().hands] == [
        (0, "98", "17"), (1, "82", "10"), (1, "83", "11"), (1, "8T", "18"),
    ]  # fmt: skip
    assert {line.text.split(":")[0] for line in told.settlement().lines} == {"hand 1", "hand 2", "hand 3"}


@pytest.mark.parametrize("hands", [1, 2, 3, 4])
def test_a_seat_has_so_many_hands_and_no_more(texas: Make, hands: int) -> None:
    """TX 5.11"""
    told = table(texas, "9w", "8r 8b 8w 8r 8b 8w", hands=hands)
    for _ in range(hands - 1):
        assert "split_pair" in offered(told)
        told.answer("split_pair")
    assert "split_pair" not in offered(told)


def test_split_aces_get_one_card_each(texas: Make) -> None:
    """TX 5.12, TX 5.4: an ace and a king after a split is 21, no blackjack."""
    told = table(texas, "9w 8b", "Ag Ag Kb").put(seat(1, 1), "Ag").tell(Decided(1, "split_pair"))
    assert told.step() == Deal(seat(1), face_up=True, rule="TX 5.12")
    told.proceed()
    assert [(line.bet, line.net, line.rule) for line in told.settlement().lines] == [("box", 10, "TX 7.5"), ("split", -10, "TX 7.7")]
    assert [hand.category for hand in told.settlement().hands] == ["points"] * 3


def test_split_aces_are_played_on_where_the_house_lets_them(texas: Make) -> None:
    """TX 5.12"""
    told = table(texas, "9w 8b", "Ag Ag 5b", split_aces="as_others").put(seat(1, 1), "Ag").answer("split_pair")
    assert offered(told) == {"hit", "stand", "double"}
    assert "split_pair" in offered(told.answer("stand"))


def test_surrender_is_for_the_first_two_cards(texas: Make) -> None:
    """TX 5.13"""
    assert "surrender" not in offered(table(texas, "9w", "Tr 6b"))
    told = table(texas, "9w", "8r 8b 2w 2r", surrender="late")
    assert "surrender" in offered(told)
    assert "surrender" not in offered(told.answer("split_pair"))
    assert "surrender" not in offered(table(texas, "9w", "8r 2b 2w", surrender="late").answer("hit"))


def test_insurance_is_offered_once_to_each_seat_on_an_ace(texas: Make) -> None:
    """TX 5.5"""
    told = table(texas, "Ag 8b", "9r 9b", "Ag Kb")
    offers = (Option("insurance", "Insurance", bet="insurance", amount=5), Option("no_insurance", "No insurance", key=Key.NEXT))
    assert told.step() == Decide(1, offers, "TX 5.5")
    assert asked(told.answer("insurance")) == (2, 0, ("insurance", "no_insurance"))
    assert asked(told.answer("no_insurance")) == (1, 0, ("hit", "stand", "double", "split_pair"))
    told.answer("stand")
    assert [(line.seat, line.bet, line.net) for line in told.settlement().lines] == [(2, "box", 15), (1, "insurance", -5), (1, "box", -10)]


@pytest.mark.parametrize(("dealer", "switch"), [("Tw", True), ("9w", True), ("Ag", False)])
def test_no_insurance_without_an_ace_or_where_the_house_has_none(texas: Make, dealer: str, switch: bool) -> None:
    """TX 5.5"""
    assert "insurance" not in offered(table(texas, dealer, "9r 9b", insurance=switch))


@pytest.mark.parametrize(("box", "amount"), [(5, 0), (10, 5), (15, 5), (20, 10)])
def test_insurance_is_half_in_whole_chips(texas: Make, box: int, amount: int) -> None:
    """TX 5.5: and half of one chip is none."""
    rules = replace(DOCUMENT, money=MoneyRules(rounding="down", smallest_chip=5))
    step = texas(rules=rules).put(DEALER, "Ag").put(seat(1), "9r 9b").stake(1, box=box).close().proceed().step()
    assert isinstance(step, Decide)
    assert [option.amount for option in step.options if option.name == "insurance"] == ([amount] if amount else [])


@pytest.mark.parametrize(("insurance", "options"), [(True, ("insurance", "even_money", "no_insurance")), (False, ("even_money", "no_insurance"))])
def test_even_money_is_offered_to_a_blackjack(texas: Make, insurance: bool, options: tuple[str, ...]) -> None:
    """TX 5.6"""
    told = table(texas, "Ag", "Ag Kb", "9r 9b", insurance=insurance, even_money=True)
    assert asked(told) == (1, 0, options)
    told.answer("even_money")
    assert offered(told) == ({"insurance", "no_insurance"} if insurance else {"hit", "stand", "double", "split_pair"})


def test_the_dealer_draws_only_when_a_hand_depends_on_it(texas: Make) -> None:
    """TX 6.2, TX 6.3"""
    bust = table(texas, "9w", "Tr 6b Kw").answer("hit")
    assert bust.step() == RoundOver(Ending.SETTLED, "TX 9.5")
    standing = table(texas, "9w", "Tr 6b")
    assert standing.tell(Decided(1, "stand")).step() == Deal(DEALER, face_up=True, rule="TX 6.2")
    natural = texas().stake(1, box=10).close().put(seat(1), "Ag Kb").put(DEALER, "Tw 6b")
    while natural.step() != Deal(DEALER, face_up=True, rule="TX 6.3"):
        natural.proceed(1)
    assert natural.proceed(1).step() == SettleSeat(1, "TX 7.1")


@pytest.mark.parametrize(("rule", "dealer", "drawn"), [
    ("stand", "6w Ag", 2), ("hit", "6w Ag 2b", 3), ("hit", "7w Tb", 2), ("stand", "6w Tb Ag", 3), ("hit", "6w 5b 5r Ag", 4), ("hit", "7w Ag", 2),
    ("stand", "2w 2b 2r 2w 9b", 5),
])  # fmt: skip
def test_the_dealer_draws_to_17(texas: Make, rule: str, dealer: str, drawn: int) -> None:
    """TX 6.1"""
    told = table(texas, dealer, "9r 9b", dealer_soft_17=rule).answer("stand")
    assert told.step() == RoundOver(Ending.SETTLED, "TX 9.5")
    assert sum(isinstance(fact, CardDealt) and fact.place == DEALER for fact in told.round.facts) == drawn


def test_a_hidden_second_card_is_looked_at_under_a_ten_and_shown_at_the_end(texas: Make) -> None:
    """TX 5.3, TX 6.4, TX 6.5"""
    told = texas(dealer_second_card="before_players").stake(1, box=10).close().put(seat(1), "9r 9b").put(DEALER, "Tw 8b")
    while not (isinstance(step := told.step(), Decide) and step.rule == "TX 6.4"):
        told.proceed(1)
    assert step.seat == 0
    assert (DEALER, 1) not in told.exposed
    assert told.proceed().step().rule == "TX 5.7"
    assert (DEALER, 1) not in told.exposed
    told.tell(CardExposed(DEALER))
    assert (DEALER, 1) not in told.exposed
    assert told.refused(CardExposed(DEALER)) == "TX 3.10"
    told.tell(Decided(1, "stand"))
    assert told.step() == Reveal(DEALER, "TX 6.5")
    assert told.refused(HandTurned(seat(1))) == "TX 3.5"
    told.proceed()
    assert (DEALER, 1) in told.exposed
    assert [line.net for line in told.settlement().lines] == [0]


def test_under_a_nine_the_hidden_card_is_not_looked_at(texas: Make) -> None:
    """TX 6.4"""
    told = table(texas, "9w 8b", "9r 9b", dealer_second_card="before_players")
    assert sum(isinstance(fact, Decided) for fact in told.round.facts) == 1
    assert asked(told)[0] == 1


@pytest.mark.parametrize("dealer", ["Tw Ag", "Ag Tw"])
def test_with_a_hidden_blackjack_nobody_is_asked(texas: Make, dealer: str) -> None:
    """TX 6.4, TX 6.5"""
    told = table(texas, dealer, "9r 9b", "Ag Kb", dealer_second_card="before_players", insurance=False)
    assert told.step() == RoundOver(Ending.SETTLED, "TX 9.5")
    assert told.exposed >= {(DEALER, 0), (DEALER, 1)}
    assert [(line.seat, line.net, line.rule) for line in told.settlement().lines] == [(2, 0, "TX 7.3"), (1, -10, "TX 7.9")]


def test_hands_are_settled_from_the_dealers_right(texas: Make) -> None:
    """TX 7.1"""
    told = texas().put(DEALER, "9w 9b")
    for number in (1, 3, 5):
        told.stake(number, box=10).put(seat(number), "9r Tb")
    told.close().answer("stand", "stand", "stand")
    assert [fact.seat for fact in told.round.facts if isinstance(fact, SeatSettled)] == [5, 3, 1]
    assert [line.seat for line in told.settlement().lines] == [5, 3, 1]


@pytest.mark.parametrize(("hand", "dealer", "moment"), [("9r ?", "9w 8b", 0), ("9r 2b ?", "9w 8b", 1), ("9r 9b", "9w ?", 2), ("9r ?", "Ag 8b", 0)])
def test_an_unread_card_stops_the_play_that_depends_on_it(texas: Make, hand: str, dealer: str, moment: int) -> None:
    """TX 3.8, TX 8.6: a damaged card is one that nobody can read."""
    told = table(texas, dealer, hand)
    if moment:
        told.answer("hit" if moment == 1 else "stand")
    step = told.step()
    assert isinstance(step, Unsettled)
    assert step.rule == told.unsettled().rule == "TX 3.8"
    place, index = (DEALER, 1) if moment == 2 else (seat(1), moment + 1)
    told.tell(CardIdentified(place, index, Card.parse("8w"))).proceed()
    assert isinstance(told.step(), Decide | RoundOver)


def test_a_hidden_card_that_nobody_read_is_named_after_the_look(texas: Make) -> None:
    """TX 3.8, TX 6.4"""
    told = table(texas, "Tw ?", "9r 9b", dealer_second_card="before_players")
    assert told.step().rule == "TX 3.8"
    assert asked(told.tell(CardIdentified(DEALER, 1, Card.parse("8w"))))[0] == 1
    later = table(texas, "9w ?", "9r 9b", dealer_second_card="before_players").answer("stand")
    assert later.step().rule == "TX 3.8"
    assert later.tell(CardIdentified(DEALER, 1, Card.parse("8w"))).proceed().step() == RoundOver(Ending.SETTLED, "TX 9.5")


def test_a_card_of_a_split_hand_can_be_named_where_it_lies_now(texas: Make) -> None:
    """TX 3.9: and only as a card that the play allows."""
    told = table(texas, "9w 8b", "8r 8b 3w").put(seat(1, 1), "Tr").answer("split_pair")
    assert told.refused(CardIdentified(seat(1, 1), 0, Card.parse("9b"))) == "TX 3.9"  # an eight and a nine cannot have been split
    told.tell(CardIdentified(seat(1, 1), 0, Card.parse("8w")), CardIdentified(seat(1), 1, Card.parse("9w")))
    assert told.refused(CardIdentified(seat(1, 1), 1, Card.parse("2b"))) == "TX 3.9"
    told.answer("stand", "stand")
    assert [(line.bet, line.rule) for line in told.settlement().lines] == [("box", "TX 7.8"), ("split", "TX 7.5")]


def test_a_name_that_would_have_ended_a_hand_before_it_hit_is_refused(texas: Make) -> None:
    """TX 3.9"""
    told = table(texas, "9w 8b", "Tr 6b 2w").answer("hit")
    assert told.refused(CardIdentified(seat(1), 1, Card.parse("Ag"))) == "TX 3.9"
    told.tell(CardIdentified(seat(1), 1, Card.parse("5b")))
