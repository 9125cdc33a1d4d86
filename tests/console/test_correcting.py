"""Putting a round right in a real browser: its facts, what was right, what would change, and only then the command."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playwright.sync_api import Locator, Page, expect

from tablectl.console.ports import Answer
from tablectl.engine.cards import Card
from tablectl.engine.facts import BOARD, CardDealt, Decided, PlainFact, WagerPlaced
from tablectl.engine.facts import seat as seat_place
from tablectl.table.actions import CorrectRound, PersonRole, Recorded, VoidRound
from tablectl.table.shown.screens import view
from tests.table import test_texas_shootout as shootout
from tests.table.dealing import Dealing

from . import peer
from .browser import show, violations
from .running import Console

pytestmark = pytest.mark.browser


@pytest.fixture
def dialog(page: Page) -> Locator:
    page.get_by_role("button", name="Put the round right").click()
    dialog = page.get_by_role("dialog", name="Put round 12 right")
    expect(dialog.get_by_role("listitem")).to_have_count(5)
    return dialog


def otherwise(dialog: Locator, text: str) -> None:
    dialog.get_by_role("radio", name=text).check()
    dialog.get_by_role("radio", name="It was otherwise").check()


def send(dialog: Locator, console: Console, index: int, *facts: PlainFact | Recorded, count: int = 1) -> None:
    button = dialog.get_by_role("button", name="Put it right")
    expect(button).to_be_disabled()
    dialog.get_by_label("Reason").fill("seen on the camera")
    button.click()
    expect(dialog).to_have_count(0)
    assert [asked.action for asked in console.table.asked] == [CorrectRound(index, facts, "seen on the camera", 1, count)]


def test_a_card_that_lies_face_down_is_put_right_without_being_shown(dialog: Locator, console: Console) -> None:
    otherwise(dialog, "A card went to seat 1: face down")
    dialog.get_by_role("radio", name="jack").check()
    dialog.get_by_role("radio", name="spades").check()
    send(dialog, console, 2, CardDealt(seat_place(1), Card.parse("Js")))


def test_before_and_after_are_shown_with_what_has_to_be_collected(dialog: Locator, console: Console) -> None:
    otherwise(dialog, "Seat 1: Check")
    dialog.get_by_label("What was said").select_option("Play 4x")
    expect(dialog.get_by_label("What was said")).to_have_value("play_4x")
    compared = dialog.get_by_role("region", name="Before and after")
    expect(compared.get_by_role("row", name="Due").get_by_role("cell")).to_have_text(["Take and pay seat 4", "Turn over the dealer's hand"])
    expect(compared.get_by_role("row", name="Seat 1: Ante").get_by_role("cell")).to_have_text(["win 10.00", "lose \N{MINUS SIGN}10.00"])
    expect(dialog.get_by_text("collect 20.00 EUR from it")).to_be_visible()
    assert console.table.asked == [], "nothing happened yet"
    assert console.table.wondered[-1] == CorrectRound(4, (Decided(1, "play_4x"),), "what if", 1)
    send(dialog, console, 4, Decided(1, "play_4x"))


def test_what_cannot_have_been_is_said_with_its_rule(dialog: Locator, console: Console) -> None:
    dialog.get_by_role("radio", name="A card went to the board: Qh").check()
    dialog.get_by_role("radio", name="It never happened").check()
    expect(dialog.get_by_label("What would change")).to_contain_text(peer.NEVER.text + " UTH 9.1")
    beside = dialog.get_by_role("listitem").filter(has_text="Seat 1: Check").get_by_role("alert")
    expect(beside).to_have_text(peer.NEVER.text + " UTH 9.1")
    expect(dialog.get_by_role("row", name="Due").get_by_role("cell")).to_have_text(["Take and pay seat 4", "\N{EM DASH}"])
    send(dialog, console, 3)


def test_an_amount_is_put_right(dialog: Locator, console: Console) -> None:
    otherwise(dialog, "Seat 1: Ante")
    dialog.get_by_label("Amount in EUR").fill("15,50")
    send(dialog, console, 0, WagerPlaced(1, "ante", 1550))


def test_a_wager_that_was_missed_is_put_in(dialog: Locator, console: Console) -> None:
    dialog.get_by_role("radio", name="No more bets").check()
    dialog.get_by_role("button", name="Put something in before it").click()
    dialog.get_by_label("What was missed").select_option("A wager")
    dialog.get_by_role("combobox").nth(1).select_option("Seat 4")
    dialog.get_by_role("combobox").nth(2).select_option("Trips")
    dialog.get_by_label("Amount in EUR").fill("5")
    send(dialog, console, 1, WagerPlaced(4, "trips", 500), count=0)


def test_several_facts_are_put_right_together(dialog: Locator, console: Console) -> None:
    otherwise(dialog, "Seat 1: Ante")
    dialog.get_by_label("Amount in EUR").fill("20")
    dialog.get_by_role("radio", name="A card went to the board: Qh").check()
    dialog.get_by_role("button", name="Move up").click()
    otherwise(dialog, "Seat 1: Check")
    expect(dialog.get_by_role("status")).to_have_text("Say what was right.")
    dialog.get_by_label("What was said").select_option("Play 4x")
    facts = WagerPlaced(1, "ante", 2000), Recorded(1), Recorded(3), Recorded(2), Decided(1, "play_4x")
    send(dialog, console, 0, *facts, count=5)


def test_nothing_is_lost_when_it_is_refused(dialog: Locator, console: Console) -> None:
    console.table.answer = Answer(done=False, text="the round cannot have been so: seat 1 is not asked", rule="UTH 3.2", at=4)
    otherwise(dialog, "Seat 1: Ante")
    dialog.get_by_label("Amount in EUR").fill("20")
    dialog.get_by_role("radio", name="A card went to the board: Qh").check()
    dialog.get_by_role("radio", name="It never happened").check()
    dialog.get_by_role("button", name="Put something in at the end").click()
    dialog.get_by_label("What was missed").select_option("A decision")
    dialog.get_by_role("combobox").last.select_option("Play 4x")
    dialog.get_by_label("Reason").fill("seen on the camera")
    dialog.get_by_role("button", name="Put it right").click()
    expect(dialog.get_by_role("status")).to_have_text("Refused: the round cannot have been so: seat 1 is not asked (UTH 3.2)")
    said = dialog.get_by_role("list", name="Facts of the round").get_by_role("listitem")
    expect(said.nth(0)).to_contain_text("seat 1: Ante 20.00")
    expect(said.nth(3)).to_contain_text("it never happened")
    expect(said.nth(5).get_by_role("alert")).to_have_text("the round cannot have been so: seat 1 is not asked UTH 3.2")
    expect(dialog.get_by_label("Reason")).to_have_value("seen on the camera")
    dialog.get_by_role("button", name="Take it out again").click()
    expect(dialog.get_by_role("alert")).to_have_count(0)


def boxed() -> Dealing:
    """Five cards of Texas Shootout have come, each face down; the second of them lay face up in the shoe."""
    dealing = shootout.shuffled()
    dealing.press("seat1.ante", "seat2.ante", "key.next")
    dealing.cards("Ah Qc Kh Ac Qd")
    return dealing


OVERFLOWING = "() => [...document.querySelectorAll('dialog .segments > *')].filter((one) => one.scrollWidth > one.clientWidth).length"


def test_it_is_said_on_a_telephone(page: Page, console: Console) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.get_by_role("button", name="Put the round right").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("radio", name="A card went to seat 1: face down").check()
    dialog.get_by_role("radio", name="It went elsewhere").check()
    expect(dialog.get_by_role("button", name="Only this card went there")).to_be_visible()
    assert page.evaluate(OVERFLOWING) == 0
    assert dialog.evaluate("(box) => box.scrollWidth <= box.clientWidth")
    dialog.get_by_label("Where it went").select_option("the board")
    dialog.get_by_role("button", name="Only this card went there").click()
    dialog.get_by_label("Reason").fill("seen on the camera")
    dialog.get_by_role("button", name="Put it right").click()
    expect(dialog).to_have_count(0)
    assert [asked.action for asked in console.table.asked] == [CorrectRound(2, (Recorded(2, BOARD),), "seen on the camera", 1)]


def test_a_boxed_card_moves_each_card_after_it_and_none_of_them_is_shown(page: Page, console: Console) -> None:
    console.table.playing = dealing = boxed()
    show(console, page, replace(view(dealing.state, PersonRole.SUPERVISOR, 0, peer.SHOWING), table=console.table.shown.table))
    page.get_by_role("button", name="Put the round right").click()
    dialog = page.get_by_role("dialog", name="Put round 1 right")
    dialog.get_by_role("radio", name="A card went to seat 2: face down").first.focus()
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(dialog.get_by_role("radio", name="It went elsewhere")).to_be_checked()
    dialog.get_by_label("Where it went").select_option("the board")
    dialog.get_by_role("button", name="Only this card went there").press("Enter")
    refused = dialog.get_by_role("listitem").filter(has_text="went to the board").get_by_role("alert")
    expect(refused).to_have_text("the round cannot have been so: no card is due at the board: the next card goes to seat 2 TS 10.1")
    dialog.get_by_label("Reason").fill("it lay face up in the shoe")
    dialog.get_by_label("Where it went").select_option("the discard rack")
    dialog.get_by_role("button", name="It went there, and each card after it").press("Enter")
    expect(refused).to_have_count(0)
    expect(dialog.get_by_role("row", name="Due").get_by_role("cell")).to_have_text(
        ["Deal a card to the dealer, face down", "Deal a card to seat 2, face down"]
    )
    expect(dialog.get_by_role("row", name="Cards of the discard").get_by_role("cell")).to_have_text(["—", "face down"])
    assert violations(page) == []
    dialog.get_by_role("button", name="Put it right").press("Enter")
    expect(dialog).to_have_count(0)
    assert dealing.confirm().done
    places = {str(place): " ".join(map(str, lying)) for place, lying in dealing.state.live.round.layout.cards.items()}
    assert places == {"the burn": "2c", "seat 1": "Ah Qd", "the discard": "Qc", "seat 2": "Kh", "the dealer": "Ac"}


def test_the_round_that_is_declared_void_is_compared_first(page: Page, console: Console) -> None:
    page.get_by_role("button", name="Void round").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("row", name="Due").get_by_role("cell")).to_have_text(["Take and pay seat 4", "Turn over the dealer's hand"])
    expect(dialog.get_by_text("collect 20.00 EUR from it")).to_be_visible()
    assert (console.table.wondered, console.table.asked) == ([VoidRound("what if")], [])


def test_the_journal_shows_both_results_side_by_side(page: Page, console: Console) -> None:
    console.table.put_right = peer.put_right(console.table.shown.cursor + 1)
    console.do(console.table.show(peer.deciding()))
    page.get_by_text("sue with max put the round right").click()
    compared = page.get_by_role("region", name="Journal").get_by_role("region", name="Before and after")
    expect(compared.get_by_role("row", name="Seat 1: Ante").get_by_role("cell")).to_have_text(["win 10.00", "lose \N{MINUS SIGN}10.00"])
    expect(compared.get_by_role("row", name="Cards of seat 1").get_by_role("cell")).to_have_text(["Kh face down", "Ah 7d"])
