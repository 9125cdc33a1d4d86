"""A pack in an order that no shuffle gives, at a table: play is held within its first cards, and a person decides."""

from __future__ import annotations

import random

from tablectl.engine.games import GAMES
from tablectl.table.events import DeviceRestarted, TableEvent, TableOpened
from tablectl.table.order import REPEATED, SORTED
from tablectl.table.state import Cause, TableState
from tablectl.table.table import apply, opened

from .dealing import DECK, SHOE, Dealing, opening, over, table

NEW = [f"{rank}s" for rank in "A23456789TJQK"] + [f"{rank}d" for rank in "A23456789TJQK"]


def seated(*, pack: int = 1, loads: int = 1, dealing: Dealing | None = None) -> Dealing:
    """Three seats and the dealer are dealt to: eight cards are due."""
    dealing = dealing or table()
    if dealing.state.shoe.pack != pack or not dealing.state.shoe.untouched:
        dealing.bring_pack(pack, loads)
    dealing.wager(1, 2, 3)
    dealing.press("key.next")
    return dealing


def test_a_pack_in_the_order_of_its_maker_holds_play_on_its_eighth_card_and_a_person_decides() -> None:
    dealing = seated()
    for card in NEW[: SORTED - 1]:
        dealing.cards(card)
    assert dealing.causes == []
    dealing.cards(NEW[SORTED - 1])
    assert dealing.causes == [Cause.PACK_ORDER]
    assert dealing.step.kind == "decide", "nothing is void by itself"
    assert dealing.release(Cause.PACK_ORDER).done
    assert dealing.causes == []


def test_an_order_is_told_once_as_long_as_it_goes_on() -> None:
    dealing = seated()
    dealing.cards(" ".join(NEW[:13]))
    assert dealing.causes.count(Cause.PACK_ORDER) == 1


def test_the_words_tell_no_face_and_no_order_from_which_one_follows() -> None:
    texts = {}
    for name, cards in (("up", NEW[:8]), ("down", NEW[12:4:-1])):
        dealing = seated()
        dealing.cards(" ".join(cards))
        hold = dealing.hold(Cause.PACK_ORDER)
        assert (hold.device, hold.detail) == (SHOE, "")
        texts[name] = hold.text
    assert set(texts.values()) == {"The order of the cards up to card 8 of the pack is not that of a shuffled pack"}


def _dealt(dealing: Dealing, cards: list[str]) -> Dealing:
    dealing.cards(" ".join(cards))
    return dealing


def test_a_pack_that_comes_back_in_its_last_order_holds_play() -> None:
    pack = [str(card) for card in random.Random(4).sample(DECK, 52)]
    dealing = _finished(_dealt(seated(), pack[:8]), pack[8:13])
    dealing = _finished(_dealt(seated(pack=2, loads=2, dealing=dealing), [str(card) for card in random.Random(5).sample(DECK, 8)]), pack[8:13])
    assert dealing.causes == []
    dealing = _dealt(seated(pack=1, loads=3, dealing=dealing), pack[:8])
    assert dealing.causes == []
    dealing.press(*("seat1.play", "seat2.play", "seat3.play"))
    dealing.cards(" ".join(pack[8:10]))
    assert dealing.causes == [Cause.PACK_ORDER]
    assert dealing.state.shoe.drawn == REPEATED + 1, "it was told on the card before, and goes on"


def _finished(dealing: Dealing, board: list[str]) -> Dealing:
    """All play; the board is this one, or any where its cards are gone."""
    dealing.press(*(f"seat{number}.play" for number in (1, 2, 3)))
    left = [str(card) for card in DECK if card not in dealing.state.shoe.seen]
    dealing.cards(" ".join(board if not set(board) - set(left) else left[::5][:5]))
    while dealing.step.kind != "round_over":
        dealing.press("key.next")
    dealing.press("key.next")
    return dealing


def test_a_card_that_nobody_read_or_saw_ends_the_order() -> None:
    dealing = seated()
    dealing.cards(" ".join([*NEW[:4], "??", *NEW[5:8]]))
    assert Cause.PACK_ORDER not in dealing.causes


def test_cards_that_were_not_reported_end_the_order() -> None:
    dealing = seated()
    dealing.cards(" ".join(NEW[:4]))
    dealing.happen(dealing.read(NEW[5], ahead=2))
    dealing.cards(" ".join(NEW[6:8]))
    assert Cause.PACK_ORDER not in dealing.causes


def test_the_order_outlives_a_restart_of_the_daemon_and_of_the_shoe() -> None:
    dealing = seated()
    dealing.cards(" ".join(NEW[:5]))
    dealing.happen(opening(clean=False))
    dealing.devices_up()
    dealing.cards(" ".join(NEW[5:8]))
    assert Cause.PACK_ORDER in dealing.causes
    dealing = seated()
    dealing.cards(" ".join(NEW[:5]))
    dealing.happen(DeviceRestarted(SHOE, 2))
    dealing.power_up = 2
    dealing.cards(" ".join(NEW[5:8]))
    assert dealing.causes == [Cause.DEVICE_RESTARTED, Cause.PACK_ORDER]


def test_a_fold_of_what_is_on_record_leads_to_the_same_order() -> None:
    dealing = over()
    assert _fold([event for event, _ in dealing.history]).order == dealing.state.order
    assert len(dealing.state.order.drawn) == 2 * dealing.state.shoe.drawn


def _fold(events: list[TableEvent]) -> TableState:
    first, *rest = events
    assert isinstance(first, TableOpened)
    state = opened(GAMES, first, 1).state
    for number, event in enumerate(rest, start=2):
        state = apply(state, event, number).state
    return state


def test_a_pack_that_was_used_is_the_likely_cause() -> None:
    dealing = over()
    dealing.press("key.next")
    dealing.wager(1)
    dealing.cards("8c 9c Tc Jc Qc Kc Ac")
    assert dealing.causes[0] is Cause.PACK_USED
    assert Cause.PACK_ORDER not in dealing.causes
    dealing.cards("2c")
    assert dealing.hold(Cause.PACK_ORDER).follows == dealing.hold(Cause.PACK_USED).id
