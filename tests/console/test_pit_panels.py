"""The panels of the pit page in a real browser: sound, holds by device, the settlement, and a journal whose filters live in the address."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, Page, expect

from tablectl.engine.cards import Card
from tablectl.table.actions import CountCards, Counting, PersonRole, ReleaseHold, ReplaceCard, TakeOutCard
from tablectl.table.views import CardView, NoticeView

from . import other_games, peer
from .browser import TABLE, log_in, show, watched
from .running import PASSWORD, Console

pytestmark = pytest.mark.browser
COUNT_TONES = """
window.tones = 0;
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...when) { window.tones += 1; return start.apply(this, when); };
"""
BLOCKED = "Sound is blocked"


def test_a_new_hold_sounds_once_unless_muted_and_a_blocked_sound_is_said(page: Page, console: Console) -> None:
    page.add_init_script(COUNT_TONES)
    page.goto(TABLE)
    expect(page.get_by_text(BLOCKED)).to_be_visible()
    page.get_by_role("button", name="Test the sound").click()
    page.wait_for_function("window.tones === 3")
    expect(page.get_by_text(BLOCKED)).to_have_count(0)
    show(console, page, peer.held())
    page.wait_for_function("window.tones === 6")
    show(console, page, replace(peer.held(), burned=2))
    page.get_by_role("button", name="Sound is on").click()
    show(console, page, other_games.flood())
    expect(page.get_by_test_id("hold-6")).to_be_visible()
    assert page.evaluate("window.tones") == 6, "no tone for holds that stand, and none while muted"
    page.reload()
    expect(page.get_by_role("button", name="Sound is off")).to_be_visible()
    expect(page.get_by_text(BLOCKED)).to_have_count(0)


def test_the_holds_of_one_device_are_one_group(page: Page, console: Console) -> None:
    show(console, page, other_games.flood())
    shoe = page.get_by_role("region", name="Holds of the shoe")
    expect(shoe.get_by_role("heading")).to_have_text("shoe3 holds")
    for hold in (4, 5, 6):
        expect(shoe.get_by_test_id(f"hold-{hold}")).to_be_visible()
    table = page.get_by_role("region", name="Holds of the table")
    expect(table.get_by_test_id("hold-7")).to_be_visible()
    expect(table.get_by_role("heading")).to_have_count(0)


def test_a_hold_names_the_one_that_it_follows_from_and_both_go_with_one_reason(page: Page, console: Console) -> None:
    show(console, page, other_games.one_cause())
    group = page.get_by_role("region", name="Holds of the shuffler")
    expect(group.get_by_test_id("hold-9")).to_contain_text("Follows from: The shuffler counted 51 cards in pack 2; the pack has 52")
    expect(group.get_by_test_id("hold-8")).not_to_contain_text("Follows from")
    for left, label, along in ((True, "Release", ()), (False, "Release 2 holds", (9,))):
        group.get_by_test_id("hold-8").get_by_role("button").click()
        dialog = page.get_by_role("dialog", name="Release the hold")
        if left:
            dialog.get_by_role("checkbox", name="The shuffler shows an error light").uncheck()
        dialog.get_by_label("Reason").fill("counted by hand")
        dialog.get_by_role("button", name=label, exact=True).click()
        expect(dialog).to_have_count(0)
        assert console.table.asked[-1].action == ReleaseHold(8, "counted by hand", along)


def test_a_linked_hold_whose_cause_stands_stays_behind(page: Page, console: Console) -> None:
    view = other_games.one_cause()
    show(console, page, replace(view, holds=(*view.holds[:-1], replace(view.holds[-1], active=True))))
    page.get_by_test_id("hold-8").get_by_role("button").click()
    dialog = page.get_by_role("dialog", name="Release the hold")
    expect(dialog.get_by_role("checkbox")).to_be_disabled()
    expect(dialog.get_by_role("checkbox")).not_to_be_checked()
    dialog.get_by_label("Reason").fill("counted by hand")
    dialog.get_by_role("button", name="Release", exact=True).click()
    expect(dialog).to_have_count(0)
    assert console.table.asked[-1].action == ReleaseHold(8, "counted by hand")


def test_what_a_technician_wants_to_know_stands_small(page: Page, console: Console) -> None:
    show(console, page, other_games.flood())
    hold = page.get_by_test_id("hold-6")
    expect(hold.locator(".hold-text")).to_have_text("The shoe does not answer")
    expect(hold.locator(".hold-detail")).to_have_text("no such port")
    page.goto(f"{TABLE}/dealer")
    expect(page.get_by_label("Hold", exact=True)).to_contain_text("The shoe does not answer")
    expect(page.get_by_label("Hold", exact=True)).not_to_contain_text("no such port")


@pytest.mark.parametrize(("button", "title", "confirm"), [
    ("Void round", "Void round 12", "Void round 12"),
    ("Declare misdeal", "Declare a misdeal in round 12", "Declare misdeal"),
    ("Order a shuffle", "Order a shuffle", "Order the shuffle"),
])  # fmt: skip
def test_a_confirmation_is_for_the_round_in_which_it_was_opened(page: Page, console: Console, button: str, title: str, confirm: str) -> None:
    page.get_by_role("button", name=button).click()
    dialog = page.get_by_role("dialog", name=title, exact=True)
    dialog.get_by_label("Reason").fill("the pack is spoilt")
    show(console, page, replace(peer.deciding(), round=13))
    expect(dialog.get_by_role("status")).to_have_text("This was meant for round 12, but round 13 is open: close it and look at the table again.")
    expect(dialog.get_by_role("button", name=confirm)).to_be_disabled()
    dialog.locator("form").evaluate("form => form.requestSubmit()")
    show(console, page, peer.deciding())
    dialog.get_by_role("button", name=confirm).click()
    expect(dialog).to_have_count(0)
    assert [asked.round for asked in console.table.asked] == [12]


def test_a_key_is_pressed_for_the_round_that_is_shown(page: Page, console: Console) -> None:
    show(console, page, replace(peer.deciding(), round=13))
    page.get_by_role("button", name="Next").click()
    expect(page.get_by_test_id("command-line")).to_contain_text("done")
    assert [asked.round for asked in console.table.asked] == [13]


def test_the_words_of_a_table_that_was_cut_off_are_on_both_pages(page: Page, console: Console) -> None:
    text = "The table was cut off and goes on from its record: compare cards and wagers with the screen"
    for path in (TABLE, f"{TABLE}/dealer"):
        page.goto(path)
        show(console, page, replace(peer.deciding(), notices=(NoticeView(text, ""),)))
        expect(page.get_by_role("list", name="Notices")).to_have_text(re.compile(text))


def test_the_settlement_is_grouped_by_seat_with_take_and_pay(page: Page, console: Console) -> None:
    view = peer.settling()
    lost = tuple(replace(line, seat=1, result="lose", odds=None, net=-line.stake) for line in view.seats[3].lines)
    show(console, page, replace(view, seats=(replace(view.seats[0], player="Ana", lines=lost), *view.seats[1:])))
    panel = page.get_by_role("region", name="Lines of the settlement")
    expect(panel.get_by_role("rowheader")).to_have_text(["Seat 1 · Ana", "Seat 1 in all", "Seat 4", "Seat 4 in all", "House"])
    expect(panel.get_by_role("row", name="Seat 1 in all").get_by_role("cell")).to_have_text(["45.00", "0.00", "comes to \N{MINUS SIGN}45.00"])
    expect(panel.get_by_role("row", name="House").get_by_role("cell")).to_have_text(["50.00", "30.00", "comes to +20.00"])


def test_the_filters_of_the_journal_live_in_the_address(browser: Browser, page: Page, console: Console) -> None:
    rows = page.get_by_role("list", name="Records, newest first").get_by_role("listitem")
    expect(rows).to_have_count(30)
    page.get_by_label("Kind").select_option("outcome")
    expect(rows).to_have_count(30)
    expect(rows.first).to_contain_text("840")
    page.get_by_label("Round").fill("7")
    page.keyboard.press("Enter")
    expect(rows).to_have_count(10)
    expect(page).to_have_url(f"{console.url}{TABLE}?kind=outcome&round=7")
    page.get_by_label("Type").fill("key_pressed")
    page.keyboard.press("Enter")
    expect(page.get_by_text("No record like this")).to_be_visible()
    page.go_back()
    expect(rows).to_have_count(10)
    console.users.add("ann", PersonRole.AUDITOR, PASSWORD)
    with watched(browser, console.url) as other:
        log_in(other.page, "ann", f"{TABLE}?kind=outcome&round=7")
        expect(other.page.get_by_role("list", name="Records, newest first").get_by_role("listitem")).to_have_text(
            rows.all_inner_texts(), use_inner_text=True
        )
        expect(other.page.get_by_label("Kind")).to_have_value("outcome")
    page.get_by_role("button", name="All records").click()
    expect(rows).to_have_count(30)
    expect(page).to_have_url(f"{console.url}{TABLE}")


def test_a_filter_that_cannot_be_is_said_to_be_so(page: Page) -> None:
    page.goto(f"{TABLE}?kind=nonsense")
    expect(page.get_by_text("The journal could not be read")).to_be_visible()
    page.get_by_role("button", name="All records").click()
    expect(page.get_by_role("list", name="Records, newest first").get_by_role("listitem")).to_have_count(30)


@pytest.mark.parametrize("width", [1440, 1180, 768])
def test_any_number_of_seats_lies_in_the_middle_of_the_felt(browser: Browser, console: Console, width: int) -> None:
    base = peer.deciding()
    console.users.add("sue", PersonRole.SUPERVISOR, PASSWORD)
    with watched(browser, console.url, width) as watch:
        log_in(watch.page, "sue", TABLE)
        for seats in range(1, 8):
            show(console, watch.page, replace(base, seats=tuple(replace(base.seats[2], seat=number) for number in range(1, seats + 1))))
            expect(watch.page.get_by_test_id(re.compile(r"^seat-\d$"))).to_have_count(seats)
            lies_in_the_middle(watch.page, seats)


def lies_in_the_middle(page: Page, seats: int) -> None:
    felt = page.locator(".felt").bounding_box()
    boxes = [page.get_by_test_id(f"seat-{number}").bounding_box() for number in range(1, seats + 1)]
    board = page.get_by_label("Board", exact=True).bounding_box()
    assert felt is not None
    assert board is not None
    found = [box for box in boxes if box is not None]
    left, right = min(box["x"] for box in found), max(box["x"] + box["width"] for box in found)
    assert abs((left - felt["x"]) - (felt["x"] + felt["width"] - right)) < 2, "as much felt to the left as to the right"
    for box in found:
        beside = box["x"] + box["width"] <= board["x"] or box["x"] >= board["x"] + board["width"]
        assert beside or box["y"] >= board["y"] + board["height"], "no seat lies on the board"


def test_a_mucked_card_is_drawn_and_named_otherwise_than_a_live_one(page: Page, console: Console) -> None:
    base = peer.deciding()
    mucked = (replace(peer.DOWN, mucked=True), CardView("Kd", "up", mucked=True))
    show(console, page, replace(base, seats=(base.seats[0], replace(base.seats[1], cards=mucked), *base.seats[2:])))
    folded = page.get_by_test_id("seat-2")
    expect(folded.get_by_role("img", name="card face down, mucked")).to_have_count(1)
    gone = folded.get_by_role("img", name="king of diamonds, mucked")
    live = page.get_by_test_id("seat-1").get_by_role("img", name="card face down", exact=True).first
    drawn = "card => [getComputedStyle(card).filter, getComputedStyle(card, '::after').backgroundImage]"
    assert gone.evaluate(drawn)[0] != live.evaluate(drawn)[0]
    assert "gradient" in gone.evaluate(drawn)[1]
    assert "gradient" not in live.evaluate(drawn)[1]


def test_a_count_that_is_due_is_asked_for_and_entered(page: Page, console: Console) -> None:
    asks = replace(peer.COUNTS, due=2, text="Count the cards of pack 2 that are left (Rule 7)")
    show(console, page, replace(peer.deciding(), counts=asks))
    due = page.get_by_test_id("count-due")
    expect(due).to_contain_text("Count the cards of pack 2 that are left (Rule 7)")
    due.get_by_role("button", name="Enter the count").click()
    dialog = page.get_by_role("dialog", name="Count cards")
    expect(dialog.get_by_label("Pack")).to_have_value("2")
    expect(dialog.get_by_role("button", name="Enter the count")).to_be_disabled()
    dialog.get_by_label("Number of cards").fill("33")
    dialog.get_by_role("button", name="Enter the count").click()
    expect(dialog).to_have_count(0)
    assert console.table.asked[-1].action == CountCards(2, Counting.STUB, 33)


def test_of_a_pack_that_is_not_in_the_shoe_only_all_cards_are_counted(page: Page, console: Console) -> None:
    page.get_by_role("button", name="Enter a count").click()
    dialog = page.get_by_role("dialog", name="Count cards")
    dialog.get_by_label("Pack").select_option("1")
    expect(dialog.get_by_role("radio", name="Left in the shoe")).to_be_disabled()
    dialog.get_by_label("Number of cards").fill("51")
    dialog.get_by_role("button", name="Enter the count").click()
    expect(dialog).to_have_count(0)
    assert console.table.asked[-1].action == CountCards(1, Counting.PACK, 51)


def test_the_faces_that_came_too_often_or_too_rarely_are_named_beside_their_pack(page: Page) -> None:
    pack = page.get_by_test_id("counts-1")
    expect(pack).to_contain_text("dealt in rounds 8 to 11 since its last right count")
    expect(pack).to_contain_text("Over: seven of diamonds 2 times of 1. Under: ten of diamonds 0 times of 1.")


def test_a_card_is_taken_out_of_a_pack_from_where_it_was(page: Page, console: Console) -> None:
    page.get_by_role("button", name="Take out a card").click()
    dialog = page.get_by_role("dialog", name="Take out a card")
    expect(dialog.get_by_label("Pack")).to_have_value("2")
    dialog.get_by_role("radio", name="Still to come from the shoe").check()
    dialog.get_by_role("radio", name="seven").check()
    dialog.get_by_role("radio", name="hearts").check()
    expect(dialog.get_by_role("button", name="Take out the seven of hearts")).to_be_disabled()
    dialog.get_by_label("Reason").fill("a corner is torn")
    dialog.get_by_role("button", name="Take out the seven of hearts").click()
    expect(dialog).to_have_count(0)
    assert console.table.asked[-1].action == TakeOutCard(2, Card.parse("7h"), "a corner is torn", from_shoe=True)


def test_of_a_pack_that_is_not_in_the_shoe_nobody_asks_whether_the_card_is_still_to_come(page: Page, console: Console) -> None:
    page.get_by_role("button", name="Take out a card").click()
    dialog = page.get_by_role("dialog", name="Take out a card")
    dialog.get_by_role("radio", name="Still to come from the shoe").check()
    dialog.get_by_label("Pack").select_option("1")
    expect(dialog.get_by_role("radio", name="Still to come from the shoe")).to_have_count(0)
    dialog.get_by_role("radio", name="seven").check()
    dialog.get_by_role("radio", name="hearts").check()
    dialog.get_by_label("Reason").fill("the shuffler lacked it")
    dialog.get_by_role("button", name="Take out the seven of hearts").click()
    expect(dialog).to_have_count(0)
    assert console.table.asked[-1].action == TakeOutCard(1, Card.parse("7h"), "the shuffler lacked it")


def test_what_is_out_is_shown_with_its_pack_and_is_replaced_by_one_of_its_face(page: Page, console: Console) -> None:
    out = page.get_by_test_id("out-3")
    expect(out.get_by_role("img", name="seven of hearts")).to_be_visible()
    expect(out).to_contain_text("seven of hearts of pack 1, blue")
    expect(out).to_contain_text("a corner is torn, round 11")
    out.get_by_role("button", name="Replace").click()
    dialog = page.get_by_role("dialog", name="Replace a card")
    dialog.get_by_label("Reason").fill("one of the same back")
    dialog.get_by_role("button", name="Put in the seven of hearts").click()
    expect(dialog).to_have_count(0)
    assert console.table.asked[-1].action == ReplaceCard(3, 1, Card.parse("7h"), "one of the same back")


def test_who_may_not_book_cards_sees_only_what_is_out(browser: Browser, console: Console) -> None:
    console.users.add("vic", PersonRole.VIEWER, PASSWORD)
    with watched(browser, console.url) as watch:
        log_in(watch.page, "vic", TABLE)
        expect(watch.page.get_by_test_id("out-3")).to_be_visible()
        expect(watch.page.get_by_role("button", name="Replace")).to_have_count(0)
        expect(watch.page.get_by_role("button", name="Take out a card")).to_have_count(0)
