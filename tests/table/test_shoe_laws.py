"""The law of witnesses: whatever is wrong with the cards of a shoe, and whatever one witness says wrongly, is told no later than the end of the
shoe; and a right shoe whose witnesses are right never alarms."""

from __future__ import annotations

import random
import tomllib
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest
from hypothesis import Phase, example, given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter

from tablectl.engine.cards import Card
from tablectl.engine.decks import EIGHT_39, SIX_52
from tablectl.engine.game import HouseRules
from tablectl.engine.games import GAMES
from tablectl.table.actions import CountCards, Counting, PersonRole, VoidRound
from tablectl.table.outcomes import ReadingsTold
from tablectl.table.readings import FaceCount
from tablectl.table.record.snapshot import state_from, state_text
from tablectl.table.shown.screens import Showing, view
from tablectl.table.state import Cause
from tablectl_drivers.events import Activity

from .dealing import DARK, LOADED, READY, SHOE, SHUFFLER, Dealing, only, opening, table

RULES: Final = Path(__file__).parents[2] / "config/rules"
WHOLE: Final = 312
FIRST: Final = 9  # so many cards at least are drawn in the round, as the smallest round draws


def _without(shoe: list[Card], at: int) -> list[Card]:
    return shoe[:at] + shoe[at + 1 :]


def _with(shoe: list[Card], at: int, card: Card) -> list[Card]:
    return [*shoe[:at], card, *shoe[at:]]


def _swapped(shoe: list[Card], chance: random.Random) -> list[Card]:
    at = chance.randrange(len(shoe))
    return [*shoe[:at], chance.choice([card for card in shoe if card != shoe[at]]), *shoe[at + 1 :]]


FAULTS: Final[dict[str, Callable[[list[Card], random.Random], list[Card]]]] = {
    "none": lambda shoe, _: shoe,
    "missing": lambda shoe, chance: _without(shoe, chance.randrange(len(shoe))),
    "extra": lambda shoe, chance: _with(shoe, chance.randrange(len(shoe)), chance.choice(shoe)),
    "swapped": _swapped,
}
LIES: Final = ("none", "stub", "rack", "shuffler", "reader")


def big_table(game: str, count: int = WHOLE) -> Dealing:
    """A table whose shoe holds many packs, in a round that was voided after its first card: what is drawn from now on is only counted."""
    kind: TypeAdapter[HouseRules] = TypeAdapter(GAMES[game].rules_type)
    rules = kind.validate_python(tomllib.loads((RULES / f"{game}-document.toml").read_text()))
    dealing = table(replace(opening(rules), game=game, seats=5), ready=False)
    dealing.devices_up()
    dealing.status(SHUFFLER, READY, pack=1, loads=1, cards_in=count)
    dealing.status(SHUFFLER, DARK)
    dealing.status(SHOE, LOADED, pack=1, loads=1)
    return dealing


def deal_out(dealing: Dealing, cards: list[Card]) -> None:
    dealing.press("seat1.ante", "key.next")
    dealing.cards(str(cards[0]))
    assert dealing.command(VoidRound("only the shoe matters here")).done
    dealing.cards(" ".join(map(str, cards[1:])))


def shuffled(profile: Counter[Card], seed: int) -> list[Card]:
    shoe = sorted(profile.elements())
    random.Random(seed).shuffle(shoe)
    return shoe


def ends(dealing: Dealing, physical: int, drawn: int, lie: str, by: int) -> None:
    """The shoe is over: the stub and the rack are counted, the pack goes out and into the shuffler."""
    if drawn == physical:
        dealing.status(SHOE, LOADED, activity=Activity.EMPTY, pack=1, loads=1)
    for place, number in ((Counting.STUB, physical - drawn), (Counting.RACK, drawn)):
        said = abs(number + (by if lie == place.value else 0))
        assert dealing.command(CountCards(1, place, said), PersonRole.DEALER).done
    dealing.status(SHOE, DARK, loads=1)
    dealing.status(SHUFFLER, READY, pack=1, loads=2, cards_in=physical + (by if lie == "shuffler" else 0))


@settings(max_examples=20, deadline=None, phases=[Phase.explicit, Phase.reuse, Phase.generate])  # shrinking takes minutes and tells no more
@given(
    seed=st.integers(0, 2**32),
    fault=st.sampled_from(sorted(FAULTS)),
    lie=st.sampled_from(LIES),
    by=st.sampled_from([-2, -1, 1, 2]),
    share=st.floats(0.1, 1.0),
)
@example(seed=1, fault="none", lie="none", by=1, share=1.0)
@example(seed=2, fault="none", lie="none", by=1, share=0.7)
@example(seed=3, fault="missing", lie="shuffler", by=1, share=0.6)
@example(seed=4, fault="missing", lie="stub", by=1, share=0.6)
@example(seed=5, fault="extra", lie="rack", by=-1, share=0.6)
@example(seed=6, fault="extra", lie="reader", by=1, share=0.6)
@example(seed=7, fault="swapped", lie="none", by=1, share=1.0)
def test_every_doubt_is_told_by_the_end_of_the_shoe_and_nothing_else_is(seed: int, fault: str, lie: str, by: int, share: float) -> None:
    chance = random.Random(seed)
    shoe = FAULTS[fault](shuffled(SIX_52.composition, seed), chance)
    dealing = big_table("showdown_poker")
    # a face that is wrong can be seen only once it comes
    drawn = len(shoe) if fault == "swapped" else max(FIRST, int(len(shoe) * share))
    seen = shoe[:drawn]
    if lie == "reader":
        seen = _without(seen, chance.randrange(1, len(seen)))
    deal_out(dealing, seen)
    ends(dealing, len(shoe), drawn, lie, by)
    right = fault == "none" and lie == "none"
    assert (not dealing.state.holds) == right, f"{dealing.causes} of {len(shoe)} cards, {drawn} drawn"
    if fault != "swapped":
        assert right or any(cause in {Cause.COUNTS_DISAGREE, Cause.WRONG_COUNT, Cause.CARD_IMPOSSIBLE} for cause in dealing.causes)
    assert right == (not dealing.state.trails) or (fault, lie) == ("swapped", "none"), "the round stays in doubt"
    for hold in dealing.state.holds:
        if hold.cause in {Cause.COUNTS_DISAGREE, Cause.WRONG_COUNT}:
            assert hold.text.endswith("It was dealt in round 1 since its last right count")


@pytest.mark.parametrize("depth", [WHOLE, 250])
def test_c16_a_ten_always_read_as_a_seven_is_told_by_name_once_the_shoe_is_over(depth: int) -> None:
    ten, seven = Card.parse("Td"), Card.parse("7d")
    shoe = [seven if card == ten else card for card in shuffled(SIX_52.composition, 16)][:depth]
    dealing = big_table("showdown_poker")
    deal_out(dealing, shoe)
    assert Cause.CARD_IMPOSSIBLE in dealing.causes
    assert not any(isinstance(outcome, ReadingsTold) for outcome in dealing.told), "not while the shoe can still be dealt"
    dealing.status(SHOE, DARK, loads=1)
    told = only([outcome for outcome in dealing.told if isinstance(outcome, ReadingsTold)])
    assert (told.over, told.under) == ((FaceCount(seven, shoe.count(seven), 6),), (FaceCount(ten, 0, 6),))
    shown = view(dealing.state, PersonRole.DEALER, 1, Showing("EUR", 2, {})).counts.packs[0].readings
    assert shown is not None
    assert [(each.face, each.seen, each.copies) for each in (*shown.over, *shown.under)] == [("7d", shoe.count(seven), 6), ("Td", 0, 6)]


def test_readings_are_told_only_once_no_card_of_the_pack_lies_in_a_round() -> None:
    dealing = table()
    dealing.wager(1)
    dealing.press("key.next")
    dealing.cards("Ah Ah")
    dealing.status(SHOE, DARK)
    assert not any(isinstance(outcome, ReadingsTold) for outcome in dealing.told)
    dealing.state = state_from(GAMES, state_text(dealing.state))  # a start from a checkpoint changes nothing
    dealing.command(VoidRound("two aces of hearts"))
    told = only([outcome for outcome in dealing.told if isinstance(outcome, ReadingsTold)])
    assert (told.over, told.under) == ((FaceCount(Card.parse("Ah"), 2, 1),), ())
    dealing.bring_pack(1, 2)
    dealing.press("key.next")
    dealing.wager(1)
    dealing.cards("Kd")
    dealing.command(VoidRound("again"))
    dealing.status(SHOE, DARK, loads=2)
    assert dealing.state.readings == {}, "the pack was dealt again, and nothing was wrong with it"


@pytest.mark.parametrize(("game", "other"), [("showdown_poker", EIGHT_39.composition), ("tx_bj", SIX_52.composition)])
def test_a_pack_of_another_kind_is_told_though_its_number_of_cards_is_right(game: str, other: Counter[Card]) -> None:
    assert other.total() == WHOLE
    dealing = big_table(game)
    deal_out(dealing, shuffled(other, 39)[:4])
    texts = [hold.text for hold in dealing.state.holds if hold.cause is Cause.CARD_IMPOSSIBLE]
    assert texts[0].endswith("this is a wrong pack, however many cards it has")


def test_a_pack_of_the_right_number_with_too_many_of_one_face_is_told() -> None:
    kings = [Card.parse("Ks") if card == Card.parse("2c") else card for card in shuffled(SIX_52.composition, 5)]
    dealing = big_table("showdown_poker")
    deal_out(dealing, kings)
    ends(dealing, WHOLE, WHOLE, "none", 0)
    told = only([outcome for outcome in dealing.told if isinstance(outcome, ReadingsTold)])
    assert ([str(each.face) for each in told.over], [str(each.face) for each in told.under]) == (["Ks"], ["2c"])
