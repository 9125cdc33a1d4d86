"""What players make of their cards, and what a dealer knows by heart."""

from __future__ import annotations

import pytest

from tablectl_sim.cards import Card, card
from tablectl_sim.people import Player, Policy, good_start, strength
from tablectl_sim.uth import BOARD, DEALER, Hand


def _cards(text: str) -> list[Card]:
    return [card(word) for word in text.split()]


@pytest.mark.parametrize("hole", ["3c 3d", "As 2d", "Ks 5d", "Ks 2s", "Qc 8d", "Qc 6c", "Jc Td", "Jc 8c"])
def test_worth_four_times(hole: str) -> None:
    assert good_start(_cards(hole))


@pytest.mark.parametrize("hole", ["2c 2d", "Ks 4d", "Qc 7d", "Qc 5c", "Jc 9d", "Jc 7c", "Tc 9c"])
def test_not_worth_four_times(hole: str) -> None:
    assert not good_start(_cards(hole))


@pytest.mark.parametrize(
    ("cards", "rank"),
    [
        ("As Kd 7c 5h 2s 9d Jc", 0),
        ("As Ad 7c 5h 2s 9d Jc", 1),
        ("As Ad 7c 7h 2s 2d Jc", 2),
        ("As Ad Ac 5h 2s 9d Jc", 3),
        ("As 2d 3c 4h 5s Kd Kc", 4),
        ("As Kd Qc Jh Ts 2d 2c", 4),
        ("5s 7s 8s 9s 2s Kh Jd", 5),
        ("As Ad Ac 5h 5s 9d Jc", 6),
        ("As Ad Ac Ah 2s 9d Jc", 6),
    ],
)
def test_strength(cards: str, rank: int) -> None:
    assert strength(_cards(cards)) == rank


@pytest.mark.parametrize(
    ("policy", "hole", "board", "say"),
    [
        ("sheet", "As 2d", "", "raise"),
        ("sheet", "7s 2d", "", "check"),
        ("sheet", "7s 2d", "7c Kd 9h", "raise"),
        ("sheet", "7s 2d", "Kc Kd 9h", "check"),
        ("sheet", "7s 2d", "Kc Jd 9h 8h 4c", "fold"),
        ("sheet", "7s 2d", "Kc Kd 9h 8h 4c", "raise"),
        ("never_fold", "7s 2d", "Kc Jd 9h 8h 4c", "raise"),
        ("never_fold", "7s 2d", "", "check"),
    ],
)
def test_policies(policy: Policy, hole: str, board: str, say: str) -> None:
    assert Player(1, policy).say(_cards(hole), _cards(board), "seed") == say


class TestHand:
    def test_cards_come_clockwise_and_the_dealer_last_twice_round(self) -> None:
        assert Hand((1, 3)).due() == [1, 3, DEALER, 1, 3, DEALER]

    def test_an_interrupted_deal_goes_on(self) -> None:
        hand = Hand((1, 3))
        for place in hand.due()[:4]:
            hand.lay(place, card("As"))
        assert hand.due() == [3, DEALER]

    def _dealt(self) -> Hand:
        hand = Hand((1, 3))
        for place in hand.due():
            hand.lay(place, card("As"))
        return hand

    def test_the_flop_waits_until_all_have_spoken(self) -> None:
        hand = self._dealt()
        assert hand.due() == []
        hand.spoke(1, final=True)
        assert hand.due() == []
        hand.spoke(3, final=False)
        assert hand.due() == [BOARD] * 3
        hand.lay(BOARD, card("2s"))
        assert hand.due() == [BOARD] * 2

    def test_who_has_raised_is_asked_no_more(self) -> None:
        hand = self._dealt()
        for seat in (1, 3):
            hand.spoke(seat, final=True)
        for place in hand.due():
            hand.lay(place, card("2s"))
        assert hand.due() == [BOARD] * 2

    def test_a_lit_lamp_is_right_against_memory(self) -> None:
        hand = self._dealt()
        hand.spoke(3, final=True)
        hand.asked(3)
        assert hand.spoken == {0: {1}}
        assert hand.out == set()
