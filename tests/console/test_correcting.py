"""Putting a round right in a real browser: its facts, what was right, what would change, and only then the command."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tablectl.engine.cards import Card
from tablectl.engine.facts import BettingClosed, CardDealt, Decided, PlainFact, WagerPlaced
from tablectl.engine.facts import seat as seat_place
from tablectl.table.actions import CorrectRound, VoidRound

from . import peer
from .running import Console

pytestmark = pytest.mark.browser


@pytest.fixture
def dialog(page: Page) -> Locator:
    page.get_by_role("button", name="Put the round right").click()
    dialog = page.get_by_role("dialog", name="Put round 12 right")
    expect(dialog.get_by_role("listitem")).to_have_count(5)
    return dialog


def send(dialog: Locator, console: Console, index: int, *facts: PlainFact) -> None:
    button = dialog.get_by_role("button", name="Put it right")
    expect(button).to_be_disabled()
    dialog.get_by_label("Reason").fill("seen on the camera")
    button.click()
    expect(dialog).to_have_count(0)
    assert [asked.action for asked in console.table.asked] == [CorrectRound(index, facts, "seen on the camera", 1)]


def test_a_card_that_lies_face_down_is_put_right_without_being_shown(dialog: Locator, console: Console) -> None:
    dialog.get_by_role("radio", name="A card went to seat 1: face down").check()
    dialog.get_by_role("radio", name="jack").check()
    dialog.get_by_role("radio", name="spades").check()
    send(dialog, console, 2, CardDealt(seat_place(1), Card.parse("Js")))


def test_before_and_after_are_shown_with_what_has_to_be_collected(dialog: Locator, console: Console) -> None:
    dialog.get_by_role("radio", name="Seat 1: Check").check()
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
    expect(dialog.get_by_role("row", name="Due").get_by_role("cell")).to_have_text(["Take and pay seat 4", "\N{EM DASH}"])
    send(dialog, console, 3)


def test_an_amount_is_put_right(dialog: Locator, console: Console) -> None:
    dialog.get_by_role("radio", name="Seat 1: Ante").check()
    dialog.get_by_label("Amount in EUR").fill("15,50")
    send(dialog, console, 0, WagerPlaced(1, "ante", 1550))


def test_a_wager_that_was_missed_is_put_in(dialog: Locator, console: Console) -> None:
    dialog.get_by_role("radio", name="No more bets").check()
    dialog.get_by_role("radio", name="A wager before it was missed").check()
    dialog.get_by_role("combobox").first.select_option("Seat 4")
    dialog.get_by_role("combobox").last.select_option("Trips")
    dialog.get_by_label("Amount in EUR").fill("5")
    send(dialog, console, 1, WagerPlaced(4, "trips", 500), BettingClosed())


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
