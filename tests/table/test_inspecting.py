"""New packs: opened by two people, inspected by two people by hand or through the shoe, and not played before that."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Final

import pytest

from tablectl.engine.cards import Card
from tablectl.engine.decks import EIGHT_39, SIX_52
from tablectl.engine.games import GAMES
from tablectl.table import codec
from tablectl.table.actions import (
    Action,
    ConfirmScan,
    CountPack,
    NewDealer,
    OpenPack,
    PersonRole,
    ReleaseHold,
    ScanPack,
    SecondAction,
    StopScan,
    TakeOutCard,
    VoidRound,
)
from tablectl.table.custody import PackRules, Policy, Receipt, Signed, Standing
from tablectl.table.events import CardsUnseen, DeviceDown, TableOpened
from tablectl.table.lamps import lamps
from tablectl.table.outcomes import PackDoubted, PackInspected, PackOpened, ScanStopped
from tablectl.table.sentences import step_view
from tablectl.table.standing import standing
from tablectl.table.state import Cause, CommandAnswer
from tablectl.table.table import apply, opened

from .dealing import DARK, DECK, LOADED, READY, SHOE, SHUFFLER, Dealing, dealt, only, opening, over, table, wagered

ANA, LEE, KIM = Signed("Ana", PersonRole.DEALER), Signed("Lee", PersonRole.DEALER), Signed("Kim", PersonRole.SUPERVISOR)
RULES: Final = PackRules(inspect=Policy(on=True, citation="Code 7"))
BACKS: Final = {1: "red", 2: "blue"}


def says(dealing: Dealing, by: Signed, action: Action) -> CommandAnswer:
    return dealing.command(action, by.role, person=by.person)


def both(dealing: Dealing, action: Action, first: Signed = ANA, second: Signed = KIM) -> CommandAnswer:
    """The first asks, the second confirms; the answer is that of the one who got furthest."""
    asked = says(dealing, first, action)
    if not asked.done:
        return asked
    assert asked.text == "waits for a second person"
    return says(dealing, second, SecondAction(dealing.state.pending[-1].id))


def strict(rules: PackRules = RULES) -> Dealing:
    """A table that plays inspected packs only; both devices answer."""
    dealing = table(opening(pack_rules=rules, backs=BACKS), ready=False)
    dealing.devices_up()
    return dealing


def unsealed(pack: int = 1, dealing: Dealing | None = None) -> Dealing:
    dealing = dealing or strict()
    assert both(dealing, OpenPack(pack, f"A-{pack}")).done
    return dealing


def counted(dealing: Dealing, cards: int = 52, pack: int = 1) -> Receipt:
    assert both(dealing, CountPack(pack, cards)).done
    return last_receipt(dealing)


def last_receipt(dealing: Dealing) -> Receipt:
    return [outcome.receipt for outcome in dealing.told if isinstance(outcome, PackInspected)][-1]


def pass_all(dealing: Dealing, faces: list[Card], pack: int = 1) -> None:
    for face in faces:
        dealing.happen(dealing.read(str(face), pack=pack))


def read(dealing: Dealing, faces: list[Card], pack: int = 1) -> Receipt:
    assert says(dealing, ANA, ScanPack(pack)).done
    pass_all(dealing, faces, pack)
    answer = both(dealing, ConfirmScan(pack))
    assert answer.done, answer
    return last_receipt(dealing)


def test_two_people_open_a_pack_with_the_number_of_its_seal() -> None:
    dealing = strict()
    assert standing(dealing.state, 1) is Standing.SEALED
    assert says(dealing, ANA, OpenPack(1, "A-1")).done
    assert not [outcome for outcome in dealing.told if isinstance(outcome, PackOpened)]
    assert standing(dealing.state, 1) is Standing.SEALED
    assert says(dealing, KIM, SecondAction(1)).done
    assert dealing.told[-2] == PackOpened(1, "red", "A-1", (ANA, KIM))
    assert standing(dealing.state, 1) is Standing.OPENED


@pytest.mark.parametrize(
    ("second", "text"),
    [
        (LEE, "A dealer may not do this"),
        (Signed("Ana", PersonRole.SUPERVISOR), "The second person has to be another one than the one who asked"),
    ],
    ids=["no_supervisor", "the_same_in_another_role"],
)
@pytest.mark.parametrize("action", [OpenPack(2, "A-2"), CountPack(1, 52), ConfirmScan(1)], ids=lambda action: action.kind)
def test_one_person_or_two_dealers_vouch_for_no_pack(action: Action, second: Signed, text: str) -> None:
    dealing = unsealed()
    says(dealing, ANA, ScanPack(1))
    pass_all(dealing, list(DECK))
    before = dealing.state.lives
    answer = both(dealing, action, second=second)
    assert (answer.done, answer.text, dealing.state.lives) == (False, text, before)


def test_a_count_of_two_people_is_a_receipt() -> None:
    dealing = unsealed()
    found = counted(dealing)
    assert (found.number, found.way, found.right, found.people, found.seal) == (1, "hand", True, (ANA, KIM), "A-1")
    assert (found.table, found.game, found.profile, found.back, found.decks) == ("UTH-01", "Ultimate Texas Hold'em", "single-52", "red", 1)
    assert (found.expected, found.counted, found.maker, found.serial) == (52, 52, "", "")
    assert standing(dealing.state, 1) is Standing.INSPECTED
    assert counted(dealing).number == 2


def test_a_wrong_count_of_two_people_is_a_receipt_too_and_the_pack_is_not_played() -> None:
    dealing = unsealed()
    found = counted(dealing, 51)
    assert (found.right, found.finding) == (False, "51 cards, and it should have 52")
    dealing.prove_pack()
    assert dealing.causes == [Cause.PACK_UNINSPECTED]


def test_a_pack_through_the_shoe_is_compared_face_by_face_and_the_shoe_is_named() -> None:
    dealing = unsealed()
    assert says(dealing, ANA, ScanPack(1)).done
    dealing.status(SHOE, LOADED)
    pass_all(dealing, list(DECK))
    assert step_view(dealing.state).text == "Pass every card of pack 1 through the shoe: 52 of 52 went by"
    both(dealing, ConfirmScan(1))
    found = last_receipt(dealing)
    assert (found.right, found.way, found.maker, found.model, found.serial) == (True, "shoe", "Maker", "Shoe 1", "0001")
    assert found.finding == "52 cards, every face as often as this pack of single-52 should have it"
    assert (dealing.causes, dealing.state.early, dealing.state.live.round.facts) == ([], (), ())
    dealing.wager(1)
    dealing.cards("Ah")
    assert dealing.causes == [Cause.PACK_UNVERIFIED], "it was read through, and is not shuffled"


def test_missing_and_extra_faces_are_named() -> None:
    faces = [card for card in DECK if str(card) != "7h"] + [Card.parse("Kd")]
    found = read(unsealed(), faces)
    assert (found.right, list(map(str, found.missing)), list(map(str, found.extra))) == (False, ["7h"], ["Kd"])
    assert found.finding == "52 cards of 52: 7h missing, Kd too many"


def test_a_part_of_a_pack_tells_no_faces_of_the_rest() -> None:
    found = read(unsealed(), list(DECK[:30]))
    assert (found.missing, found.finding) == ((), "30 cards of 52: 22 cards missing")


def test_a_card_with_another_back_is_told() -> None:
    dealing = unsealed()
    says(dealing, ANA, ScanPack(1))
    pass_all(dealing, list(DECK[:-1]))
    pass_all(dealing, [DECK[-1]], pack=2)
    both(dealing, ConfirmScan(1))
    assert last_receipt(dealing).finding == f"52 cards of 52: {DECK[-1]} missing, 1 card with another back"


@pytest.mark.parametrize(("game", "other", "words"), [("texas_shootout", EIGHT_39, "eight-39"), ("tx_bj", SIX_52, "six-52")])
def test_the_right_number_of_the_wrong_cards_is_named(game: str, other: object, words: str) -> None:
    dealing = strict_of(game)
    unsealed(1, dealing)
    faces = list((EIGHT_39 if other is EIGHT_39 else SIX_52).composition.elements())
    found = read(dealing, faces)
    own = dealing.state.shoe.profile.id
    assert (found.expected, found.counted, found.right) == (312, 312, False)
    assert found.finding == f"A wrong pack: these 312 cards are a pack of {words} and not of {own}, though their number is right"
    dealing.status(SHUFFLER, READY, cards_in=312, loads=2)
    assert dealing.causes == [Cause.PACK_UNINSPECTED]
    assert dealing.hold(Cause.PACK_UNINSPECTED).text == f"In the shuffler: Pack 1 was found wrong when it was inspected: {found.finding}"


def test_a_few_strange_faces_are_a_wrong_pack() -> None:
    dealing = strict_of("tx_bj")
    unsealed(1, dealing)
    faces = list(EIGHT_39.composition.elements())
    found = read(dealing, [*faces[:-1], Card.parse("Ah")])
    assert found.finding == "A wrong pack: 1 card with a face that a pack of eight-39 does not have, though their number is right"


def test_without_inspection_the_first_impossible_card_says_that_the_pack_is_wrong() -> None:
    dealing = strict_of("texas_shootout", PackRules())
    dealing.status(SHUFFLER, READY, cards_in=312)
    dealing.status(SHUFFLER, DARK)
    dealing.status(SHOE, LOADED)
    dealing.cards("7b")
    text = "Card 1 of the pack cannot be what the shoe read: a pack of six-52 has no such card, so this is a wrong pack, however many cards it has"
    assert dealing.hold(Cause.CARD_IMPOSSIBLE).text == text


def test_cards_that_could_not_be_read_conclude_nothing() -> None:
    dealing = unsealed()
    says(dealing, ANA, ScanPack(1))
    dealing.cards("?? Ah")
    dealing.happen(CardsUnseen(SHOE, 1, 3, 4))
    assert says(dealing, KIM, ConfirmScan(1)).text == "3 cards could not be read: stop, and read the pack again"
    assert says(dealing, KIM, StopScan(1, "bad reader")).done
    assert [outcome for outcome in dealing.told if isinstance(outcome, ScanStopped)] == [ScanStopped(1, "Kim", "bad reader")]
    assert dealing.state.life(1).receipt is None
    assert read(dealing, list(DECK)).right


def test_a_card_that_tells_itself_by_a_code_counts_once() -> None:
    dealing = unsealed()
    says(dealing, ANA, ScanPack(1))
    for _ in range(2):
        dealing.happen(replace(dealing.read("Ah"), code="1-01-AH"))
    assert dealing.state.scan is not None
    assert dealing.state.scan.passed == 1


def test_nothing_is_played_while_a_pack_is_read_and_the_reading_outlives_a_restart() -> None:
    dealing = unsealed(2, table(opening(backs=BACKS)))
    says(dealing, ANA, ScanPack(2))
    dealing.wager(1)
    words = "Pack 2 is being read to inspect it: nothing is dealt until that is over"
    assert (dealing.state.live.placed, {notice.text for notice in dealing.state.notices}) == ({}, {words})
    for action in (VoidRound("why"), NewDealer("Lee")):
        assert dealing.command(action).text == words
    assert lamps(dealing.state) == {}
    dealing.press("key.supervisor")
    assert dealing.causes == [Cause.SUPERVISOR_CALLED]
    pass_all(dealing, list(DECK[:3]), 2)
    assert replayed(dealing) == dealing.state
    says(dealing, KIM, StopScan(2, "later"))
    dealing.release(Cause.SUPERVISOR_CALLED)
    dealing.wager(1)
    assert dealing.state.live.placed


def test_a_pack_is_read_between_rounds_only() -> None:
    for dealing in (wagered(), dealt()):
        assert says(dealing, ANA, ScanPack(2)).text == "A round is being played: a pack is read between rounds"
    assert says(over(), ANA, ScanPack(2)).done
    lost = strict(PackRules())
    lost.happen(DeviceDown(SHOE, "unplugged"))
    assert says(lost, ANA, ScanPack(2)).text == "The shoe does not answer"


@pytest.mark.parametrize(
    ("by", "action", "text"),
    [
        (ANA, OpenPack(3, "A-3"), "This table has no pack 3; its packs are 1, 2"),
        (ANA, OpenPack(1, "A-9"), "Pack 1 is in use: it has to be retired before another one is opened under its number"),
        (ANA, CountPack(2, 52), "Pack 2 was not opened on record: two people give the number of its seal first"),
        (ANA, ScanPack(2), "Pack 2 was not opened on record: two people give the number of its seal first"),
        (KIM, ConfirmScan(1), "Pack 1 is not being read"),
        (KIM, StopScan(1, "why"), "Pack 1 is not being read"),
    ],
    ids=lambda value: value.kind if hasattr(value, "kind") else None,
)
def test_what_cannot_be_is_refused(by: Signed, action: Action, text: str) -> None:
    dealing = unsealed()
    before = dealing.state
    assert (says(dealing, by, action).text, dealing.state.lives, dealing.state.pending) == (text, before.lives, ())


def test_a_pack_is_not_called_a_new_one_while_its_cards_are_dealt() -> None:
    assert says(dealt(), ANA, OpenPack(1, "A-1")).text == "Pack 1 is being dealt"
    dealing = wagered()
    assert says(dealing, ANA, OpenPack(1, "A-1")).done
    dealing.cards("Ah")
    before = dealing.state
    assert before.trails
    assert says(dealing, KIM, SecondAction(before.pending[-1].id)).text == "Pack 1 is being dealt"
    assert (dealing.state.trails, dealing.state.lives) == (before.trails, before.lives)


def test_a_pack_that_was_not_inspected_holds_play_until_it_is_or_another_is_in() -> None:
    dealing = strict()
    dealing.bring_pack()
    assert [hold.text for hold in dealing.state.holds] == [f"In the {where}: Pack 1 was not inspected (Code 7)" for where in (SHUFFLER, SHOE)]
    in_shuffler, in_shoe = dealing.state.holds
    assert dealing.command(ReleaseHold(in_shuffler.id, "it is out of there")).done
    assert not dealing.command(ReleaseHold(in_shoe.id, "let us go on")).done
    counted(unsealed(1, dealing))
    assert dealing.release(Cause.PACK_UNINSPECTED).done
    assert (dealing.causes, standing(dealing.state, 1)) == ([], Standing.IN_SHOE)


def test_without_the_rule_a_pack_is_played_as_it_comes() -> None:
    dealing = table()
    assert (dealing.causes, standing(dealing.state, 1), standing(dealing.state, 2)) == ([], Standing.IN_SHOE, Standing.SEALED)
    assert dealing.state.life(1).since_ns > 0


def test_a_card_that_is_out_on_record_is_not_missed() -> None:
    dealing = unsealed()
    seven = Card.parse("7h")
    dealing.command(TakeOutCard(1, seven, "a corner is torn"))
    assert read(dealing, [card for card in DECK if card != seven]).right


def test_a_foreign_card_in_play_takes_the_word_of_both_inspections_back() -> None:
    dealing = strict()
    for pack in (1, 2):
        counted(unsealed(pack, dealing), pack=pack)
    dealing.bring_pack()
    dealing.wager(1)
    dealing.happen(dealing.read("Ah", pack=2))
    assert [outcome.pack for outcome in dealing.told if isinstance(outcome, PackDoubted)] == [2, 1]
    assert dealing.causes == [Cause.CARD_OF_OTHER_PACK, Cause.PACK_UNINSPECTED]
    words = "In the shoe: Pack 1 has to be inspected again: a card of pack 2 was among those of pack 1 (Code 7)"
    assert dealing.hold(Cause.PACK_UNINSPECTED).text == words
    dealing.command(VoidRound("a card of another pack"))
    counted(dealing)
    assert dealing.release(Cause.PACK_UNINSPECTED).done


def test_the_inspected_pack_of_a_shoe_is_shuffled_before_the_next_round() -> None:
    dealing = strict_of("texas_shootout", PackRules())
    unsealed(1, dealing)
    read(dealing, list(SIX_52.composition.elements()))
    assert dealing.step.kind == "prepare"


def strict_of(game: str, rules: PackRules = RULES) -> Dealing:
    event = replace(opening(pack_rules=rules, backs=BACKS), game=game, rules=codec.rules_json(GAMES[game].sheet))
    dealing = table(event, ready=False)
    dealing.devices_up()
    return dealing


def replayed(dealing: Dealing) -> object:
    (first, _), *rest = dealing.history
    assert isinstance(first, TableOpened)
    state = opened(GAMES, codec_round(first), 1).state
    for event, now in rest:
        state = apply(state, codec.event_from(*codec.event_text(event)), now).state
    return state


def codec_round(event: TableOpened) -> TableOpened:
    read_back = codec.event_from(*codec.event_text(event))
    assert isinstance(read_back, TableOpened)
    return read_back


def test_the_faces_that_pass_are_secret_and_the_receipt_is_not() -> None:
    dealing = unsealed()
    read(dealing, [card for card in DECK if str(card) != "7h"])
    body, secret = codec.outcome_text(only([outcome for outcome in dealing.told if isinstance(outcome, PackInspected)]))
    assert (json.loads(body)["receipt"]["missing"], secret) == (["7h"], None)
    assert "Ah" not in codec.event_text(dealing.read("Ah"))[0]
