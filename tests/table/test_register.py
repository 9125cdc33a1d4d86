"""Cards that are taken out of a pack and replaced: what the pack has then, what becomes of play, and what stands on record."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablectl.engine.cards import Card
from tablectl.engine.facts import CardDealt, WagerPlaced
from tablectl.engine.games import GAMES
from tablectl.table import codec
from tablectl.table import shoe as ledger
from tablectl.table.actions import CorrectRound, IdentifyCard, PersonRole, ReplaceCard, TakeOutCard, VoidRound
from tablectl.table.events import CommandGiven, TableOpened
from tablectl.table.outcomes import CardReplaced, CardTakenOut, DealtShort, RoundEnded
from tablectl.table.shown.screens import Showing, view
from tablectl.table.state import Cause
from tablectl.table.table import apply, opened
from tablectl_drivers.events import Activity, Light

from .dealing import DARK, LOADED, READY, SHOE, SHUFFLER, Dealing, dealt, opening, over, settling, table, wagered

SEVEN, ACE = Card.parse("7h"), Card.parse("Ah")
SHOWING = Showing("EUR", 2, {1: "red", 2: "blue"})
flagging = partial(opening, short_pack="flag")


def taken(card: Card = SEVEN, pack: int = 1, *, from_shoe: bool = False) -> TakeOutCard:
    return TakeOutCard(pack, card, "a corner is torn", from_shoe)


def put_in(out: int = 1, card: Card = SEVEN, pack: int = 1) -> ReplaceCard:
    return ReplaceCard(out, pack, card, "one of the same face and back")


def remarks(dealing: Dealing) -> tuple[str, ...]:
    return tuple(text for text in view(dealing.state, PersonRole.VIEWER, 1, SHOWING).warnings if "is dealt without" in text)


def play_to_the_end(dealing: Dealing) -> None:
    """Seat 1 plays 4x and is paid, as in `over`."""
    dealing.wager(1)
    dealing.press("key.next")
    dealing.cards("Ac Kd 2s 9h")
    dealing.press("seat1.play")
    dealing.cards("As 4d 5c Js Qd")
    dealing.press("key.next", "key.next", "key.next")


def test_what_was_taken_out_and_what_came_in_its_place_stands_on_record_under_one_number() -> None:
    dealing = table()
    assert dealing.command(taken()).done
    assert [outcome for outcome in dealing.told if isinstance(outcome, CardTakenOut)] == [CardTakenOut(1, 1, SEVEN, "Kim", "a corner is torn")]
    assert dealing.state.count_of(1) == 51
    assert dealing.command(put_in()).done
    replaced = [outcome for outcome in dealing.told if isinstance(outcome, CardReplaced)]
    assert replaced == [CardReplaced(1, 1, SEVEN, "Kim", "one of the same face and back")]
    assert (dealing.state.out, dealing.state.count_of(1)) == ((), 52)
    dealing.command(taken())
    assert dealing.state.out[0].id == 2


def test_play_is_held_until_the_card_is_replaced() -> None:
    dealing = table()
    dealing.command(taken(from_shoe=True))
    assert dealing.causes == [Cause.PACK_SHORT]
    refused = dealing.release(Cause.PACK_SHORT)
    assert (refused.done, refused.text) == (False, "The cause is still there: Pack 1 is short: 1 card is out and not replaced")
    dealing.command(put_in())
    assert dealing.release(Cause.PACK_SHORT).done
    play_to_the_end(dealing)
    assert not [outcome for outcome in dealing.told if isinstance(outcome, DealtShort)]


def test_play_is_held_until_another_pack_is_in_the_shoe_and_again_when_the_short_one_comes_back() -> None:
    dealing = over()
    dealing.command(taken(ACE))
    dealing.bring_pack(2, 2)
    assert dealing.release(Cause.PACK_SHORT).done
    dealing.press("key.next")
    play_to_the_end(dealing)
    dealing.status(SHUFFLER, READY, cards_in=51, loads=3)
    dealing.status(SHUFFLER, DARK)
    dealing.status(SHOE, LOADED, loads=3)
    assert dealing.causes == [Cause.PACK_SHORT]
    assert not [outcome for outcome in dealing.told if isinstance(outcome, DealtShort)]


def test_rounds_of_a_short_pack_are_marked_where_the_house_plays_on() -> None:
    dealing = table(flagging())
    dealing.command(taken(from_shoe=True))
    assert dealing.causes == []
    assert remarks(dealing) == ("Pack 1 is dealt without 1 card that is out: the round is marked",)
    play_to_the_end(dealing)
    assert dealing.told[-1] == DealtShort(1, (1,))
    assert isinstance(dealing.told[-2], RoundEnded)
    dealing.command(put_in())
    assert remarks(dealing) == ("Pack 1 is dealt without 1 card that is out: the round is marked",), "its cards came from the short pack"
    dealing.press("key.next")
    dealing.bring_pack(1, 2)
    assert remarks(dealing) == ()
    play_to_the_end(dealing)
    assert [outcome.round for outcome in dealing.told if isinstance(outcome, DealtShort)] == [1]


def test_a_round_that_was_dealt_in_part_from_a_short_pack_is_marked_and_stays_marked() -> None:
    dealing = dealt()
    dealing.command(taken(Card.parse("7s"), from_shoe=True))
    dealing.press("key.supervisor")
    assert dealing.state.live.lacked == frozenset(), "these cards came from a whole pack"
    dealing.cards("3c")
    assert dealing.state.live.lacked == {1}, "whenever it comes into play"
    dealing.command(put_in(card=Card.parse("7s")))
    dealing.command(CorrectRound(1, (WagerPlaced(1, "blind", 500),), "the same again"))
    dealing.command(VoidRound("the pack was short"))
    assert [outcome for outcome in dealing.told if isinstance(outcome, DealtShort)] == [DealtShort(1, (1,))]


def test_a_card_that_is_out_cannot_come() -> None:
    dealing = table(flagging())
    dealing.command(taken(ACE, from_shoe=True))
    dealing.wager(1)
    dealing.cards("Ah")
    assert dealing.causes == [Cause.CARD_IMPOSSIBLE]
    text = "Card 1 of the pack cannot be what the shoe read: every card of its face has been dealt or is out of the pack"
    assert dealing.hold(Cause.CARD_IMPOSSIBLE).text == text


def test_the_words_for_a_card_that_cannot_come_are_the_same_whether_it_was_dealt_or_is_out() -> None:
    def words(second: str) -> str:
        dealing = table(flagging())
        dealing.command(taken(ACE, from_shoe=True))
        dealing.wager(1)
        dealing.cards(f"Kd {second}")
        return dealing.hold(Cause.CARD_IMPOSSIBLE).text

    assert words("Kd") == words("Ah")


def test_a_replaced_card_may_come_from_where_it_was_missing() -> None:
    dealing = table(flagging())
    dealing.command(taken(ACE, from_shoe=True))
    dealing.command(put_in(card=ACE))
    dealing.wager(1)
    dealing.cards("Ah")
    assert dealing.causes == []


def test_a_card_that_had_come_is_missed_from_the_next_time_in_the_shoe_on() -> None:
    dealing = over()
    dealing.command(taken(ACE))
    assert dealing.state.shoe.count == 52, "it was among what this shoe held"
    dealing.status(SHUFFLER, READY, cards_in=51, loads=2)
    dealing.status(SHUFFLER, DARK)
    dealing.status(SHOE, LOADED, loads=2)
    assert (dealing.state.shoe.count, dealing.state.shoe.verified) == (51, True)


@pytest.mark.parametrize(("cards_in", "activity", "right"), [(51, Activity.READY, True), (52, Activity.READY, False), (50, Activity.READY, False)])
def test_a_shuffler_has_to_count_what_the_pack_has_now(cards_in: int, activity: Activity, right: bool) -> None:
    dealing = table(flagging())
    dealing.command(taken(pack=2))
    dealing.status(SHUFFLER, READY, activity=activity, pack=2, cards_in=cards_in)
    assert dealing.causes == ([] if right else [Cause.WRONG_COUNT])
    assert (2 in dealing.state.proven) is right
    if not right:
        assert dealing.hold(Cause.WRONG_COUNT).text == f"The shuffler counted {cards_in} cards in pack 2; the pack has 51"


def test_a_shuffler_that_takes_the_reduced_number_for_wrong_is_wrong_itself_but_its_light_holds_play() -> None:
    dealing = table(flagging())
    dealing.command(taken(pack=2))
    dealing.status(SHUFFLER, READY, activity=Activity.COUNT_SHORT, pack=2, cards_in=51, green=Light.OFF, red=Light.STEADY)
    assert dealing.causes == [Cause.ERROR_LIGHT]
    assert 2 not in dealing.state.proven


def test_a_pack_in_the_shuffler_is_counted_again_after_each_change() -> None:
    dealing = table(flagging())
    dealing.prove_pack(2, 2)
    assert 2 in dealing.state.proven
    dealing.command(taken(pack=2))
    assert (2 in dealing.state.proven, dealing.causes) == (False, [Cause.WRONG_COUNT])
    dealing.status(SHUFFLER, READY, pack=2, cards_in=51)
    assert dealing.release(Cause.WRONG_COUNT).done
    dealing.command(put_in(pack=2))
    assert (2 in dealing.state.proven, dealing.causes) == (False, [Cause.WRONG_COUNT])


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (taken(pack=3), "This table has no pack 3; its packs are 1, 2"),
        (taken(Card.parse("7r")), "A pack of this table has no 7r"),
        (taken(pack=2, from_shoe=True), "Pack 2 is not in the shoe"),
        (put_in(2), "This card is not out (any more)"),
        (put_in(pack=2), "It has to be of the same face and back: 7h of pack 1 is out"),
        (put_in(card=ACE), "It has to be of the same face and back: 7h of pack 1 is out"),
        (taken(), "Every 7h of pack 1 is out already"),
    ],
    ids=lambda value: value.kind if hasattr(value, "kind") else None,
)
def test_what_cannot_be_is_refused(action: TakeOutCard | ReplaceCard, text: str) -> None:
    dealing = table()
    dealing.command(taken())
    before = dealing.state
    answer = dealing.command(action)
    assert (answer.done, answer.text) == (False, text)
    assert dealing.state.out == before.out


def test_a_face_of_six_decks_is_out_six_times_at_most() -> None:
    dealing = six_decks()
    answers = [dealing.command(taken()).done for _ in range(7)]
    assert answers == [True] * 6 + [False]
    assert dealing.state.count_of(1) == 306


@pytest.mark.parametrize("card", ["Ah", "Kd", "7s"], ids=["face_down", "of_another_seat", "not_dealt"])
def test_a_card_of_the_round_stays_in_it_and_asking_tells_nobody_whether_it_lies_there(card: str) -> None:
    dealing = dealt()
    answer = dealing.command(taken(Card.parse(card)))
    assert answer.text == "A card that was dealt counts in its round: take it out once the round is over or void"
    assert dealing.command(taken(Card.parse(card), from_shoe=True)).done
    assert dealing.causes == [Cause.PACK_SHORT]


def test_a_damaged_card_that_was_not_read_is_named_and_then_taken_out() -> None:
    dealing = settling()
    dealing.command(VoidRound("the card of seat 1 is torn"))
    assert dealing.command(taken(ACE)).done


def test_a_card_is_named_and_corrected_without_those_that_are_out_of_the_shoe() -> None:
    dealing = wagered()
    dealing.press("key.next")
    dealing.cards("??")
    dealing.command(taken(ACE, from_shoe=True))
    place = dealing.state.live.round.layout.cards.keys()
    answer = dealing.command(IdentifyCard(next(iter(place)), 0, ACE, "seen"))
    assert (answer.done, answer.text) == (False, "It cannot be this card: it is out of the pack")


def test_what_is_out_is_shown_with_its_pack() -> None:
    dealing = table()
    dealing.command(taken(pack=2))
    shown = view(dealing.state, PersonRole.DEALER, 1, SHOWING)
    assert [(pack.pack, pack.back, [(out.id, out.face, out.reason) for out in pack.out]) for pack in shown.packs] == [
        (1, "red", []),
        (2, "blue", [(1, "7h", "a corner is torn")]),
    ]
    dealing.happen(opening(packs=(1,)))
    assert [pack.pack for pack in view(dealing.state, PersonRole.DEALER, 1, SHOWING).packs] == [1, 2], "it is not forgotten with its pack"


def test_what_is_out_outlives_a_restart_and_the_setting_is_that_of_the_new_run() -> None:
    dealing = table()
    dealing.command(taken())
    (first, _), *rest = dealing.history
    assert isinstance(first, TableOpened)
    state = opened(GAMES, first, 1).state
    for event, now in rest:
        state = apply(state, codec.event_from(*codec.event_text(event)), now).state
    assert state == dealing.state
    assert [out.card for out in state.out] == [SEVEN]
    dealing.happen(flagging())
    assert (dealing.state.short_pack, [out.card for out in dealing.state.out]) == ("flag", [SEVEN])
    assert dealing.release(Cause.PACK_SHORT).done


def test_a_journal_of_before_holds_play_when_a_card_is_taken_out() -> None:
    body, secret = codec.event_text(opening())
    old = {key: value for key, value in json.loads(body).items() if key != "short_pack"}
    assert codec.event_from(json.dumps(old), secret) == replace(opening(), short_pack="hold")


def test_a_card_that_is_out_is_no_secret_of_the_record() -> None:
    body, secret = codec.event_text(CommandGiven("id", "Kim", PersonRole.SUPERVISOR, taken()))
    assert secret is None
    assert json.loads(body)["action"]["card"] == "7h"


def test_a_correction_names_no_card_that_is_out_of_the_shoe() -> None:
    dealing = dealt()
    dealing.command(taken(from_shoe=True))
    index = next(at for at, fact in enumerate(dealing.state.live.round.facts) if isinstance(fact, CardDealt))
    place = dealing.state.live.round.facts[index].place  # type: ignore[union-attr] # a card that was dealt
    answer = dealing.command(CorrectRound(index, (CardDealt(place, SEVEN),), "read wrong"))
    assert answer.text == "It cannot have been so: no such card is in this pack"


def test_the_count_of_a_corrected_ledger_does_not_tell_that_a_face_has_gone_already() -> None:
    whole = six_decks().state.shoe
    shoe = replace(whole, out=Counter([SEVEN]), seen=Counter({SEVEN: 5, ACE: 1}))
    assert ledger.correct(shoe, Counter([ACE]), Counter([SEVEN])).drawn == shoe.drawn


def test_a_shuffler_that_knows_no_packs_counts_the_only_one_of_the_table() -> None:
    dealing = table(flagging(packs=(1,)))
    dealing.command(taken())
    dealing.status(SHUFFLER, READY, pack=0, cards_in=51)
    assert dealing.causes == []
    dealing.status(SHUFFLER, READY, pack=0, cards_in=52)
    assert dealing.causes == [Cause.WRONG_COUNT]


def test_a_card_that_is_drawn_after_the_round_marks_it_not() -> None:
    dealing = over()
    dealing.happen(flagging())
    dealing.command(taken(ACE))
    dealing.cards("3c")
    assert dealing.state.live.lacked == frozenset()


FEW = (SEVEN, ACE, Card.parse("2c"))
moves = st.lists(st.tuples(st.sampled_from(["draw", "torn in the shoe", "torn on the table", "replace", "reload"]), st.integers(0, 5)), max_size=60)


@settings(max_examples=150)
@given(moves)
def test_in_any_order_of_drawing_taking_out_and_replacing_the_ledger_expects_what_lies_in_the_shoe(moves: list[tuple[str, int]]) -> None:
    """`to_come` and `gone` are the piles on the table: six copies of each face are somewhere."""
    dealing = six_decks()
    to_come, gone = Counter(dict.fromkeys(FEW, 6)), Counter[Card]()
    for move, pick in moves:
        card = FEW[pick % 3]
        match move:
            case "draw" if to_come[card]:
                dealing.cards(str(card))
                to_come[card] -= 1
                gone[card] += 1
            case "torn in the shoe" if to_come[card]:
                assert dealing.command(taken(card, from_shoe=True)).done
                to_come[card] -= 1
            case "torn on the table" if gone[card]:
                assert dealing.command(taken(card)).done
                gone[card] -= 1
            case "replace" if dealing.state.out:
                out = dealing.state.out[pick % len(dealing.state.out)]
                (to_come if dealing.state.shoe.out[out.card] else gone)[out.card] += 1
                assert dealing.command(put_in(out.id, out.card)).done
            case "reload":
                dealing.status(SHOE, LOADED, loads=(dealing.state.shoe.loads or 0) + 1)
                to_come, gone = to_come + gone, Counter()
            case _:
                continue
        shoe = dealing.state.shoe
        assert {face: shoe.composition[face] - shoe.seen.get(face, 0) for face in FEW} == {face: to_come[face] for face in FEW}
        assert shoe.count - shoe.drawn == 312 - 6 * len(FEW) + to_come.total()
        assert dealing.state.count_of(1) == 312 - 6 * len(FEW) + (to_come + gone).total()
        assert Cause.CARD_IMPOSSIBLE not in dealing.causes
    for face in FEW:
        if not to_come[face]:
            dealing.cards(str(face))
            assert Cause.CARD_IMPOSSIBLE in dealing.causes, "one too many"


def six_decks() -> Dealing:
    """Texas Shootout with pack 1 in the shoe."""
    rules = GAMES["texas_shootout"].sheet
    dealing = table(replace(flagging(), game="texas_shootout", rules=codec.rules_json(rules)), ready=False)
    dealing.devices_up()
    dealing.status(SHOE, LOADED)
    return dealing
