"""What people and machines know of the other games: packs, shoes with a cut card, machines that take cards back, hands of four, blackjack."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest

from tablectl_sim import scenario
from tablectl_sim.bench import Bench
from tablectl_sim.blackjack import play, total
from tablectl_sim.cards import EIGHT_39, SIX_52, Card, card, new_pack
from tablectl_sim.cdl_wire import Frame, Kind, read_one, write
from tablectl_sim.errors import BadScenario, CannotDo
from tablectl_sim.fourcards import house_way, worth_a_split
from tablectl_sim.games import FELTS
from tablectl_sim.laid import DEALER, LaidCards, seat
from tablectl_sim.people import Player
from tablectl_sim.plays import MANNERS, Sight
from tablectl_sim.shoe import CUT_CARD, Shoe


def _cards(text: str) -> list[Card]:
    return [card(word) for word in text.split()]


class TestPacks:
    def test_six_decks(self) -> None:
        faces = Counter(each.face_byte for each in new_pack(1, SIX_52))
        assert (len(faces), set(faces.values()), SIX_52.size) == (52, {6}, 312)

    def test_eight_decks_in_colours(self) -> None:
        """Twelve red, twelve white and twelve blue faces a deck, and three green aces."""
        faces = Counter(str(each) for each in new_pack(1, EIGHT_39))
        assert EIGHT_39.size == faces.total() == 312
        assert faces["Ag"] == 24
        assert {suit: sum(count for face, count in faces.items() if face[1] == suit) for suit in "rwbg"} == {"r": 96, "w": 96, "b": 96, "g": 24}
        assert Card(1, 7, 1).face_byte == 0x17
        assert "Ar" not in faces

    def test_those_of_another_table_go_into_a_machine_that_deals_only(self, tmp_path: Path) -> None:
        machine = Bench(scenario.load(scenario.find("blackjack")), tmp_path).world
        machine.open_table()
        machine.bring_other_packs()
        assert {card.back for card in machine.shoe.device.stack} == {3}
        assert {card.back for card in machine.rack} == {1}
        with pytest.raises(CannotDo, match="no machine that deals"):
            Bench(scenario.load(scenario.find("shootout")), tmp_path).world.bring_other_packs()


def _reports(shoe: Shoe) -> list[bytes]:
    """The payloads of the reports that the shoe has sent since it was asked last."""
    frames = (read_one(sent.strip(b"\0"))[0] for sent in shoe.take_output())
    return [frame.payload[8:] for frame in frames if isinstance(frame, Frame) and frame.kind is Kind.REPORT]


class TestShoe:
    @pytest.fixture
    def shoe(self) -> Shoe:
        shoe = Shoe()
        shoe.switch_on(0.0)
        shoe.receive(write(Frame(Kind.RESEND, 0, (1).to_bytes(4, "big") * 2)), 0.0)
        return shoe

    def test_the_cut_card_comes_before_the_cards_behind_it(self, shoe: Shoe) -> None:
        shoe.load(_cards("As Kd 7c 5h"), 0.0, behind_cut=2)
        for _ in range(4):
            shoe.draw(0.0)
        kinds = [payload[0] for payload in _reports(shoe)]
        assert kinds == [1, 1, CUT_CARD, 1, 1]
        assert shoe.body().cards_out == 4

    def test_a_shoe_without_a_cut_card_shows_none(self, shoe: Shoe) -> None:
        shoe.load(_cards("As Kd"), 0.0)
        for _ in range(3):
            shoe.draw(0.0)
        assert [payload[0] for payload in _reports(shoe)] == [1, 1]

    def test_cards_go_back_into_a_machine(self, shoe: Shoe) -> None:
        shoe.load(new_pack(1, EIGHT_39), 0.0)
        drawn = [each for _ in range(10) if (each := shoe.draw(0.0))]
        assert shoe.body().cards_out == 10
        shoe.take_back(drawn, random.Random("x"), 0.0)
        assert shoe.body().cards_out == 0
        assert Counter(shoe.stack) == Counter(new_pack(1, EIGHT_39))

    def test_a_jam_gives_no_card(self, shoe: Shoe) -> None:
        shoe.load(_cards("As"), 0.0)
        shoe.jam(jammed=True, now=0.0)
        assert (shoe.draw(0.0), shoe.body().state, shoe.body().lights) == (None, 7, 0x200)
        shoe.jam(jammed=False, now=0.0)
        assert shoe.draw(0.0) == card("As")


@pytest.mark.parametrize(
    ("four", "kept"),
    [
        ("8c 8d Ah Kh", "8c 8d"),
        ("Ac Jd 7h 7s", "Ac Jd"),
        ("7c 7s 6h 6h", "6h 6h"),
        ("2c 2d Ah 9h", "2c 2d"),
        ("Ah 9h Ts Kd", "Ah Kd"),
        ("Ah 9h Tc 2d", "Ah 9h"),
        ("Kd Td 9c 2c", "Kd Td"),
        ("Ac Td 9h 3s", "Ac Td"),
        ("Ac 9d 7h 3s", "Ac 9d"),
        ("Kh 2h 9d 5c", "Kh 2h"),
        ("Kh 9d 5c 2s", "Kh 9d"),
        ("9c 8c 7d 2h", "9c 8c"),
        ("9c 8d 6d 2h", "9c 8d"),
        ("9c 7d 5d 2h", "7d 5d"),
        ("9c 7d 5h 3s", "9c 7d"),
        ("4h 4c 4s 4d", "4c 4d"),
        ("4h 4h 4c 4c", "4c 4c"),
    ],
)
def test_the_house_way(four: str, kept: str) -> None:
    assert house_way(_cards(four)) == tuple(_cards(kept))


def test_two_pairs_are_worth_a_split() -> None:
    assert worth_a_split(_cards("9c 4d 9h 4s")) == (tuple(_cards("9c 9h")), tuple(_cards("4d 4s")))
    assert worth_a_split(_cards("9c 9d 9h 4s")) is None


@pytest.mark.parametrize(
    ("own", "dealer", "said"),
    [
        ("Tr 6w", "Tb", "hit"),
        ("Tr 6w", "5b", "stand"),
        ("Tr 7w", "Ag", "stand"),
        ("Ag 7w", "9b", "hit"),
        ("Ag 7w", "8b", "stand"),
        ("6r 5w", "Kb", "double"),
        ("8r 8w", "Tb", "split_pair"),
        ("5r 5w", "Tb", "hit"),
        ("Tr Kw", "6b", "stand"),
        ("Tr 2w", "3b", "hit"),
        ("Tr 2w", "4b", "stand"),
    ],
)
def test_blackjack(own: str, dealer: str, said: str) -> None:
    first, second = _cards(own)
    pair = first.rank == second.rank
    options = frozenset({"hit", "stand", "double"} | ({"split_pair"} if pair else set()))
    assert play([first, second], card(dealer), options) == said


def test_an_ace_counts_eleven_where_it_may() -> None:
    assert [total(_cards(text)) for text in ("Ag Kr", "Ag Kr 5w", "Ag Ag 9r")] == [(21, True), (16, False), (21, True)]


@pytest.mark.parametrize("game", MANNERS)
@pytest.mark.parametrize("policy", ["sheet", "never_fold", "random"])
def test_people_stake_on_spots_that_are_there(game: str, policy: str) -> None:
    player = Player(1, policy, units=3, bonus=0.7)  # type: ignore[arg-type]  # one of the policies
    for number in range(50):
        wagers = MANNERS[game].stakes(player, random.Random(number))
        assert {wager.spot for wager in wagers} <= set(FELTS[game].spots)
        assert all(1 <= wager.units <= 3 for wager in wagers)
        again = MANNERS[game].stakes(player, random.Random(number))
        assert wagers == again


@pytest.mark.parametrize("policy", ["sheet", "never_fold", "random"])
def test_people_say_and_choose_what_they_may(policy: str) -> None:
    player = Player(1, policy)  # type: ignore[arg-type]  # one of the policies
    four = _cards("9c 4d 9h 4s")
    sight = Sight(_cards("9c 4d"), _cards("9h Ks 2c"), _cards("6b"))
    for number in range(30):
        chance = random.Random(number)
        hands = MANNERS["texas_shootout"].choose(player, four, chance)
        assert not Counter(each for hand in hands for each in hand) - Counter(four)
        assert {len(hand) for hand in hands} == {2}
        assert MANNERS["casino_holdem"].say(player, sight, frozenset({"call", "fold"}), chance) in {"call", "fold"}
        assert MANNERS["tx_bj"].say(player, sight, frozenset({"insurance", "no_insurance"}), chance) in {"insurance", "no_insurance"}


def _view(dealer: int, first: int, second: int = 0) -> dict[str, object]:
    down = {"face": None, "state": "down"}
    hands = [{"hand": 1, "cards": [down] * second}] if second else []
    return {"burned": 0, "board": [], "dealer": [down] * dealer, "seats": [{"seat": 2, "cards": [down] * first, "hands": hands}]}


def test_a_dealer_remembers_what_lies_where_also_after_a_split() -> None:
    drawn = _cards("8r 6b 8w")
    memory = LaidCards()
    for shown, come in ((_view(0, 1), 1), (_view(1, 1), 2), (_view(1, 2), 3), (_view(1, 1, 1), 3)):
        memory.look(shown, drawn[:come])
    assert (memory.at(seat(2)), memory.at(seat(2, 1)), memory.at(DEALER)) == (_cards("8r"), _cards("8w"), _cards("6b"))
    memory.forget()
    memory.look(_view(0, 1), [])
    assert memory.at(seat(2)) == [], "a card that nobody saw come is not known"


def test_a_colour_is_no_face_that_a_card_lacks() -> None:
    assert card("7r") == Card(7, 4, 1)
    with pytest.raises(BadScenario):
        card("7x")
