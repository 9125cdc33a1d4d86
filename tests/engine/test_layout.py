"""What lies on the layout when cards are chosen and named again."""

from __future__ import annotations

from tablectl.engine.cards import Card, cards
from tablectl.engine.facts import DEALER, CardDealt, CardIdentified, CardsChosen, Fact, Place, seat
from tablectl.engine.layout import lay_out, picked

KINGS = cards("Kh Kh")


def dealt(place: Place, text: str) -> list[Fact]:
    return [CardDealt(place, card) for card in cards(text)]


def test_of_equal_cards_the_first_are_chosen() -> None:
    lying = (*cards("8c Kh 8c"), None)
    assert picked(lying, [cards("8c Kh")]) == ((0, 1),)
    assert picked(lying, [cards("8c"), cards("8c")]) == ((0,), (2,))
    assert picked(lying, [cards("8c 8c 8c"), cards("2d")]) == ((0, 2, None), (None,))


def test_a_card_that_is_named_again_changes_in_the_hand_that_holds_it() -> None:
    facts = [*dealt(seat(2), "Kh Kh 7d 2s"), *dealt(DEALER, "Kh Kh 7d 2s"), CardsChosen(2, (KINGS, cards("2s 7d"))), CardsChosen(0, (KINGS,))]
    assert lay_out(facts).chosen == {2: (KINGS, cards("2s 7d")), 0: (KINGS,)}
    again = [*facts, CardIdentified(seat(2), 1, Card.parse("Kd")), CardIdentified(seat(2), 3, Card.parse("3s"))]
    assert lay_out(again).chosen == {2: (cards("Kh Kd"), cards("3s 7d")), 0: (KINGS,)}
    assert lay_out([*facts, CardIdentified(DEALER, 0, Card.parse("Ah"))]).chosen[0] == (cards("Ah Kh"),)
    assert lay_out([*facts, CardIdentified(DEALER, 2, Card.parse("Ah"))]).chosen[0] == (KINGS,)
