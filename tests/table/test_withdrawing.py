"""Packs that leave play: quarantined, retired, counted wrong and replaced; packs that take turns; and how long one is in use."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import pytest

from tablectl.engine.cards import Card
from tablectl.table.actions import CountPack, OpenPack, PersonRole, QuarantinePack, ReleaseHold, RetirePack, ScanPack, TakeOutCard, VoidRound
from tablectl.table.custody import LONG_IN_USE_NS, PackRules, Policy, Standing
from tablectl.table.outcomes import PackWithdrawn
from tablectl.table.packs.drawing import needs_fresh_pack
from tablectl.table.packs.loading import awaited
from tablectl.table.shown.screens import Showing, view
from tablectl.table.standing import standing
from tablectl.table.state import Cause, CommandAnswer
from tablectl_drivers.events import Activity

from .dealing import DARK, LOADED, READY, SHOE, SHUFFLER, Dealing, opening, over, table, wagered
from .test_inspecting import ANA, both, says, unsealed

REJECTING: Final = PackRules(reject=Policy(on=True, citation="Code 9"))


def withdrawals(dealing: Dealing) -> list[PackWithdrawn]:
    return [outcome for outcome in dealing.told if isinstance(outcome, PackWithdrawn)]


def release(dealing: Dealing, replacement: int = 0) -> CommandAnswer:
    return dealing.command(ReleaseHold(dealing.hold(Cause.WRONG_COUNT).id, "counted by hand: 51", replacement=replacement))


def rejected(packs: tuple[int, ...] = (1, 2, 3)) -> Dealing:
    """A shuffler found 51 cards in pack 2, and pack 2 was taken out of it."""
    dealing = table(opening(packs=packs, pack_rules=REJECTING))
    dealing.status(SHUFFLER, READY, activity=Activity.COUNT_SHORT, pack=2, cards_in=51)
    assert dealing.causes == [Cause.WRONG_COUNT]
    dealing.status(SHUFFLER, DARK)
    return dealing


def test_a_quarantined_pack_never_comes_back_and_may_be_retired() -> None:
    dealing = table()
    assert dealing.command(QuarantinePack(2, "a back is scratched")).done
    assert standing(dealing.state, 2) is Standing.QUARANTINED
    assert dealing.command(QuarantinePack(2, "again")).text == "Pack 2 is quarantined already"
    for action in (CountPack(2, 52), ScanPack(2)):
        assert says(dealing, ANA, action).text == "Pack 2 is quarantined: it stays as it is"
    assert dealing.command(RetirePack(2, "the investigation is over")).done
    assert dealing.command(RetirePack(2, "again")).text == "Pack 2 is retired already"
    assert [(each.pack, each.standing, each.person, each.reason) for each in withdrawals(dealing)] == [
        (2, "quarantined", "Kim", "a back is scratched"),
        (2, "retired", "Kim", "the investigation is over"),
    ]


def test_a_withdrawn_pack_holds_play_in_the_shuffler_and_in_the_shoe() -> None:
    dealing = table()
    dealing.command(QuarantinePack(2, "a back is scratched"))
    dealing.prove_pack(2, 2)
    assert dealing.hold(Cause.PACK_WITHDRAWN).text.startswith("In the shuffler: Pack 2 is quarantined")
    dealing.status(SHUFFLER, DARK, loads=2)
    assert dealing.release(Cause.PACK_WITHDRAWN).done
    dealing.status(SHOE, LOADED, pack=2, loads=2)
    assert dealing.causes == [Cause.PACK_WITHDRAWN]
    assert not dealing.release(Cause.PACK_WITHDRAWN).done
    dealing.bring_pack(1, 3)
    assert dealing.release(Cause.PACK_WITHDRAWN).done


def test_a_round_that_is_dealt_from_a_pack_that_is_frozen_is_void() -> None:
    dealing = wagered()
    dealing.press("key.next")
    dealing.cards("Ah")
    dealing.command(QuarantinePack(1, "a marked card"))
    assert dealing.causes == [Cause.PACK_WITHDRAWN]
    assert dealing.command(VoidRound("the pack is frozen")).done


def test_another_pack_is_opened_under_the_number_of_a_retired_one_and_begins_its_own_life() -> None:
    dealing = unsealed(2, table())
    dealing.command(TakeOutCard(2, Card.parse("7h"), "torn"))
    dealing.command(RetirePack(2, "torn"))
    assert says(dealing, ANA, OpenPack(2, "A-2")).text == "Seal A-2 was that of the pack before this one"
    assert both(dealing, OpenPack(2, "B-1")).done
    life = dealing.state.life(2)
    assert (life.seal, life.rounds, life.withdrawn, life.receipt, dealing.state.count_of(2)) == ("B-1", 0, None, None, 52)


def test_a_withdrawn_pack_leaves_the_devices_before_another_is_opened_under_its_number() -> None:
    dealing = table()
    dealing.command(RetirePack(1, "worn"))
    assert says(dealing, ANA, OpenPack(1, "B-1")).text == "The retired pack 1 is still in the shoe: take it out first"
    dealing.status(SHUFFLER, READY, pack=2, loads=2)
    dealing.command(RetirePack(2, "worn"))
    assert says(dealing, ANA, OpenPack(2, "B-2")).text == "The retired pack 2 is still in the shuffler: take it out first"


def test_a_wrong_count_is_released_with_the_pack_that_takes_the_place_of_the_wrong_one() -> None:
    dealing = rejected()
    assert release(dealing).text == "Pack 2 was counted wrong and has to leave the table: name the pack that takes its place (Code 9)"
    own = "Pack 2 itself was counted wrong: name another pack, or take it out of play and open a new one under its number"
    assert release(dealing, 2).text == own
    assert release(dealing, 9).text == "This table has no pack 9; its packs are 1, 2, 3"
    assert release(dealing, 3).done
    assert withdrawals(dealing) == [PackWithdrawn(2, Standing.QUARANTINED, "Kim", "counted by hand: 51", 3)]
    assert dealing.causes == []


def test_a_pack_that_is_unfit_itself_replaces_none() -> None:
    dealing = rejected()
    dealing.command(RetirePack(3, "worn"))
    assert release(dealing, 3).text == "Pack 3 is retired and does not come back into play: worn"


def test_a_later_right_count_does_not_keep_a_rejected_pack() -> None:
    dealing = rejected()
    dealing.prove_pack(2, 2)
    assert not release(dealing).done
    assert release(dealing, 3).done
    dealing.status(SHUFFLER, DARK, loads=2)
    dealing.status(SHOE, LOADED, pack=2, loads=2)
    assert Cause.PACK_WITHDRAWN in dealing.causes


def test_a_new_pack_under_the_number_of_the_rejected_one_is_its_replacement() -> None:
    dealing = rejected(packs=(1, 2))
    dealing.command(QuarantinePack(2, "51 cards"))
    unsealed(2, dealing)
    assert release(dealing).done
    assert standing(dealing.state, 2) is Standing.OPENED


def test_a_count_that_a_booking_made_wrong_rejects_no_pack() -> None:
    dealing = table(opening(pack_rules=REJECTING, short_pack="flag"))
    dealing.prove_pack(2, 2)
    dealing.command(TakeOutCard(2, Card.parse("7h"), "torn"))
    assert dealing.causes == [Cause.WRONG_COUNT]
    dealing.status(SHUFFLER, READY, pack=2, cards_in=51)
    assert release(dealing).done
    assert withdrawals(dealing) == []


def test_without_the_rule_a_wrong_count_is_released_with_a_reason() -> None:
    dealing = table()
    dealing.status(SHUFFLER, READY, activity=Activity.COUNT_SHORT, pack=2, cards_in=51)
    dealing.status(SHUFFLER, DARK)
    assert release(dealing).done
    assert withdrawals(dealing) == []


def taking_turns(packs: tuple[int, ...] = (1, 2)) -> Dealing:
    dealing = over()
    dealing.happen(opening(packs=packs, pack_rules=PackRules(alternate=Policy(on=True, citation="Code 3"))))
    dealing.devices_up()
    return dealing


@pytest.mark.parametrize("opened", [False, True], ids=["before_the_next_round", "in_it"])
def test_packs_take_turns(opened: bool) -> None:
    dealing = taking_turns()
    if opened:
        dealing.press("key.next")
    dealing.bring_pack(1, 2)
    assert dealing.causes == [Cause.PACK_REPEATED]
    assert dealing.hold(Cause.PACK_REPEATED).text.endswith("where packs take turns (Code 3)")
    dealing.bring_pack(2, 3)
    assert dealing.release(Cause.PACK_REPEATED).done
    assert not dealing.causes


def test_a_pack_from_which_no_card_was_drawn_may_be_put_in_again() -> None:
    dealing = taking_turns()
    dealing.bring_pack(2, 2)
    dealing.press("key.next")
    dealing.bring_pack(2, 3)
    assert dealing.causes == []
    dealing.bring_pack(1, 4)
    assert dealing.causes == [Cause.PACK_REPEATED], "it was dealt in the last round that had cards"


def test_a_shoe_that_is_emptied_before_the_first_round_is_no_repeated_pack() -> None:
    dealing = table(opening(pack_rules=PackRules(alternate=Policy(on=True))))
    dealing.status(SHOE, DARK, loads=1)
    assert dealing.causes == []


def test_where_only_one_pack_is_fit_it_is_dealt_again() -> None:
    dealing = taking_turns()
    dealing.command(QuarantinePack(2, "marked"))
    dealing.bring_pack(1, 2)
    assert dealing.causes == []
    single = taking_turns(packs=(1,))
    single.bring_pack(1, 2)
    assert single.causes == []


def test_rounds_are_counted_by_their_first_card() -> None:
    dealing = over()
    dealing.press("key.next")
    dealing.bring_pack(2, 2)
    dealing.wager(1)
    dealing.cards("Ah Kd")
    assert {pack: dealing.state.life(pack).rounds for pack in (1, 2)} == {1: 1, 2: 1}
    assert standing(dealing.state, 1) is Standing.RESTING


def test_a_pack_that_is_in_use_for_more_than_a_day_is_shown_and_holds_nothing() -> None:
    dealing = table()
    dealing.state = replace(dealing.state, seen_ns=dealing.state.life(1).since_ns + LONG_IN_USE_NS)

    def warned() -> list[str]:
        return [text for text in view(dealing.state, PersonRole.DEALER, 1, Showing("EUR", 2, {})).warnings if "in use" in text]

    assert warned() == []
    dealing.state = replace(dealing.state, seen_ns=dealing.state.seen_ns + 7200 * 10**9)
    assert (warned(), dealing.causes) == (["Pack 1 is in use for 26 hours: more than a day"], [])


def test_a_shuffler_with_a_pack_that_may_not_be_dealt_offers_none() -> None:
    dealing = over()
    dealing.press("key.next")
    dealing.prove_pack(2, 2)
    assert view(dealing.state, PersonRole.DEALER, 1, Showing("EUR", 2, {})).indicators[1].lamp == "slow"
    dealing.command(QuarantinePack(2, "marked"))
    assert view(dealing.state, PersonRole.DEALER, 1, Showing("EUR", 2, {})).indicators[1].lamp == "off"
    assert (dealing.causes, needs_fresh_pack(dealing.state), awaited(dealing.state)) == ([Cause.PACK_WITHDRAWN], True, None)
