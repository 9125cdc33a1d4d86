"""The pages of the other games in a real browser: hands that are set, tasks with the cards, marks, colours."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
from playwright.sync_api import Browser, Page, expect

from tablectl.console.ports import Answer
from tablectl.engine.cards import cards
from tablectl.table.actions import ApproveShuffle, ChooseHands, NewDealer, OrderShuffle, PersonRole, PressKey, SetWager

from . import other_games, peer
from .browser import TABLE, log_in, show, watched
from .running import PASSWORD, Console

pytestmark = pytest.mark.browser


@pytest.fixture
def dealer(page: Page) -> Page:
    """The dealer display."""
    page.goto(f"{TABLE}/dealer")
    page.get_by_test_id("step").wait_for()
    return page


def pick(page: Page, *names: str) -> None:
    for name in names:
        page.get_by_role("group", name="Every face of the pack").get_by_role("button", name=name, exact=True).click()


def test_the_cards_that_a_seat_keeps_go_out_on_confirmation_only(dealer: Page, console: Console) -> None:
    show(console, dealer, other_games.choosing())
    faces = dealer.get_by_role("group", name="Every face of the pack").get_by_role("button")
    expect(faces).to_have_count(52)
    send = dealer.get_by_role("button", name="Pick 2 cards")
    expect(send).to_be_disabled()
    pick(dealer, "nine of hearts", "two of spades")
    dealer.get_by_role("button", name="Take back the two of spades").click()
    pick(dealer, "jack of clubs")
    expect(faces.first).to_be_disabled()
    assert console.table.asked == []
    dealer.get_by_role("button", name="Seat 2 keeps nine of hearts, jack of clubs").click()
    expect(dealer.get_by_test_id("command-line")).to_contain_text("done")
    assert [one.action for one in console.table.asked] == [ChooseHands(2, (cards("9h Jc"),))]


def test_two_hands_may_hold_the_same_face_twice_and_a_refusal_keeps_what_was_picked(dealer: Page, console: Console) -> None:
    show(console, dealer, other_games.choosing())
    console.table.answer = Answer(done=False, text="the eight of clubs is not among the cards of seat 2", rule="SP 5.3")
    dealer.get_by_role("button", name="Two hands").click()
    pick(dealer, "eight of clubs", "eight of clubs", "ace of hearts", "ace of diamonds")
    expect(dealer.get_by_role("group", name="Hand 2", exact=True).get_by_role("img")).to_have_count(2)
    dealer.get_by_role("button", name="Seat 2 splits into").click()
    line = dealer.get_by_test_id("command-line")
    expect(line).to_contain_text("the eight of clubs is not among the cards of seat 2 (SP 5.3)")
    expect(dealer.get_by_role("button", name="Take back the eight of clubs")).to_have_count(2)
    assert [one.action for one in console.table.asked] == [ChooseHands(2, (cards("8c 8c"), cards("Ah Ad")))]
    following = other_games.choosing()
    show(console, dealer, replace(following, step=replace(following.step, seat=6, may_split=False)))
    expect(dealer.get_by_role("button", name="Take back")).to_have_count(0)
    expect(dealer.get_by_role("button", name="Two hands")).to_have_count(0)


def test_where_the_cards_of_a_seat_lie_open_only_those_are_offered(dealer: Page, console: Console) -> None:
    show(console, dealer, other_games.choosing_open())
    expect(dealer.get_by_test_id("step")).to_have_text("Seat 2: keep 2 cards or split")
    expect(dealer.locator(".step-advice").get_by_role("img", name="nine of hearts")).to_have_count(2)
    lying = dealer.get_by_role("group", name="Cards of seat 2").get_by_role("button")
    expect(lying).to_have_count(4)
    lying.first.click()
    expect(lying.first).to_be_disabled()
    lying.nth(1).click()
    dealer.get_by_role("button", name="Seat 2 keeps nine of hearts, nine of hearts").click()
    expect(dealer.get_by_test_id("command-line")).to_contain_text("done")
    assert [one.action for one in console.table.asked] == [ChooseHands(2, (cards("9h 9h"),))]


def test_set_hands_lie_behind_the_wager_on_both_pages(page: Page, console: Console) -> None:
    for path, view in ((TABLE, other_games.choosing()), (f"{TABLE}/dealer", other_games.house_way())):
        page.goto(path)
        show(console, page, view)
        seat = page.get_by_test_id("seat-4")
        assert seat.get_by_role("group", name="Hand 1 of seat 4").get_by_role("img").all_inner_texts() == ["A", "A"]
        expect(seat.get_by_role("group", name="Hand 2 of seat 4").get_by_role("img", name="eight of clubs")).to_have_count(2)
        wager, hand = seat.locator("[data-bet=wager]").bounding_box(), seat.get_by_role("group", name="Hand 1 of seat 4").bounding_box()
        assert wager is not None
        assert hand is not None
        assert hand["y"] > wager["y"]


def test_the_house_way_is_shown_with_its_row_and_next_says_it(dealer: Page, console: Console) -> None:
    show(console, dealer, other_games.house_way())
    way = dealer.locator(".way")
    expect(way).to_contain_text("a pair with the highest rank")
    expect(way.get_by_role("img", name="queen of spades")).to_be_visible()
    expect(dealer.get_by_role("group", name="Every face of the pack")).to_have_count(0)
    dealer.get_by_role("button", name="Next").click()
    expect(dealer.get_by_test_id("command-line")).to_contain_text("done")
    assert [one.action for one in console.table.asked] == [PressKey("next")]


def test_a_cut_is_done_or_refused_by_the_keys_that_say_so(dealer: Page, console: Console) -> None:
    show(console, dealer, other_games.cutting())
    expect(dealer.get_by_role("button", name="Next Seat 1 cuts the cards")).to_be_enabled()
    dealer.get_by_role("button", name="Fold Refused").click()
    expect(dealer.get_by_test_id("command-line")).to_contain_text("done")
    assert [one.action for one in console.table.asked] == [PressKey("fold")]


def test_only_a_supervisor_approves_a_shuffle(browser: Browser, page: Page, console: Console) -> None:
    show(console, page, other_games.approving())
    page.get_by_role("button", name="Approve the shuffle").click()
    expect(page.get_by_test_id("command-line")).to_contain_text("done")
    assert [one.action for one in console.table.asked] == [ApproveShuffle()]
    console.users.add("dan", PersonRole.DEALER, PASSWORD)
    with watched(browser, console.url) as watch:
        log_in(watch.page, "dan")
        expect(watch.page.get_by_text("A supervisor has to approve it")).to_be_visible()
        expect(watch.page.get_by_role("button", name="Approve the shuffle")).to_have_count(0)


def test_loading_says_what_is_in_the_shoe(dealer: Page, console: Console) -> None:
    view = other_games.loading()
    show(console, dealer, view)
    expect(dealer.get_by_text("No pack in the shoe")).to_be_visible()
    expect(dealer.get_by_text("312 cards make a pack")).to_be_visible()
    expect(dealer.get_by_text("shuffler: shuffling")).to_be_visible()
    show(console, dealer, replace(view, shoe=replace(view.shoe, pack=2, back="blue")))
    expect(dealer.get_by_text("Pack 2, blue in the shoe")).to_be_visible()
    expect(dealer.get_by_text("count not verified")).to_be_visible()


def test_a_wager_with_marks_goes_out_when_each_group_has_one(dealer: Page, console: Console) -> None:
    show(console, dealer, other_games.stations())
    dealer.get_by_role("button", name="Exact amount").click()
    dialog = dealer.get_by_role("dialog")
    dialog.get_by_role("radio", name="3", exact=True).first.check()
    dialog.get_by_role("radio", name="COMBO").check()
    dialog.get_by_label("Amount in EUR").fill("7.50")
    send = dialog.get_by_role("button", name="Set 7.50 EUR")
    for group, mark in enumerate(("P blue", "Column 1", "D red"), 1):
        expect(send).to_be_disabled()
        dialog.get_by_role("group", name=f"Mark {group} of 3").get_by_role("radio", name=mark).check()
    send.click()
    expect(dialog).to_have_count(0)
    assert [one.action for one in console.table.asked] == [SetWager(3, "combo", 750, ("p_blue", "column_one", "d_red"))]


def test_the_marks_of_a_standing_wager_stay_unless_changed_and_go_with_it(dealer: Page, console: Console) -> None:
    show(console, dealer, other_games.stations())
    for amount, label in (("10", "Set 10.00 EUR"), ("0", "Take it back")):
        dealer.get_by_role("button", name="Exact amount").click()
        dialog = dealer.get_by_role("dialog")
        dialog.get_by_role("radio", name="COMBO").check()
        dialog.get_by_label("Amount in EUR").fill(amount)
        dialog.get_by_role("button", name=label).click()
        expect(dialog).to_have_count(0)
    marks = ("p_red", "column_three", "d_red")
    assert [one.action for one in console.table.asked] == [SetWager(1, "combo", 1000, marks), SetWager(1, "combo", 0, ())]


def overlap(one: list[float], other: list[float]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


@pytest.mark.parametrize(("width", "columns"), [(1280, 5), (390, 2)])
def test_five_stations_of_many_spots_are_read_row_by_row(browser: Browser, console: Console, width: int, columns: int) -> None:
    console.users.add("sue", PersonRole.SUPERVISOR, PASSWORD)
    with watched(browser, console.url, width, 844) as watch:
        page = watch.page
        log_in(page, "sue", TABLE)
        for path in (TABLE, f"{TABLE}/dealer"):
            page.goto(path)
            show(console, page, other_games.stations())
            lefts = page.locator("[data-testid^=seat-]").evaluate_all("all => new Set(all.map(one => one.offsetLeft)).size")
            assert lefts == columns, path
            seat = page.get_by_test_id("seat-1")
            expect(seat.get_by_role("list", name="Column").get_by_role("listitem")).to_have_count(3)
            expect(seat.get_by_text("COMBO: 5.00 EUR on P red, Column 3, D red")).to_be_attached()
            expect(seat.get_by_text("D red: no wager, lamp off, may be pressed now, marked")).to_be_attached()
            tops = seat.locator("[data-bet]").evaluate_all(
                "all => Object.fromEntries(all.map(one => [one.dataset.bet, one.getBoundingClientRect().top]))"
            )
            assert tops["p_red"] == tops["p_white"] == tops["p_blue"] < tops["column_one"] == tops["column_three"] < tops["d_red"] < tops["combo"]
            sides = "all => all.map(one => one.getBoundingClientRect()).map(box => [box.left, box.top, box.right, box.bottom])"
            boxes = seat.locator(".spot-ring, .spot-label, .spot-row-name").evaluate_all(sides)
            assert [pair for pair in combinations(boxes, 2) if overlap(*pair)] == [], path


def test_a_pack_of_colours_is_drawn_and_named_by_colour(page: Page, console: Console) -> None:
    show(console, page, other_games.stations())
    stock = "card => getComputedStyle(card).backgroundColor"
    seen = {page.get_by_role("img", name=name, exact=True).evaluate(stock) for name in ("red seven", "green ace", "white king", "blue five")}
    assert len(seen) == 4
    expect(page.get_by_role("group", name="Hand 2 of seat 2").get_by_role("img", name="red ten")).to_be_visible()
    page.get_by_role("button", name="Identify a card").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("radio", name="ace", exact=True).check()
    expect(dialog.get_by_role("radio", name="hearts")).to_have_count(0)
    dialog.get_by_role("radio", name="red", exact=True).check()
    expect(dialog.get_by_text("The pack has no such card")).to_be_visible()
    dialog.get_by_role("radio", name="green", exact=True).check()
    expect(dialog.get_by_role("button", name="It is the green ace")).to_be_visible()


def test_a_shuffle_is_ordered_with_a_reason_and_a_new_dealer_by_name(page: Page, console: Console) -> None:
    page.get_by_role("button", name="Order a shuffle").click()
    page.get_by_label("Reason").fill("a card lay on the floor")
    page.get_by_role("button", name="Order the shuffle").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.goto(f"{TABLE}/dealer")
    page.get_by_role("button", name="New dealer").click()
    page.get_by_label("Name or number of the dealer").fill("Ben 12")
    page.get_by_role("button", name="Push in").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert [one.action for one in console.table.asked] == [OrderShuffle("a card lay on the floor"), NewDealer("Ben 12")]


def test_a_card_of_a_split_hand_can_be_named(page: Page, console: Console) -> None:
    view = other_games.stations()
    hands = (replace(view.seats[1].hands[0], cards=(peer.UNREAD,)),)
    show(console, page, replace(view, seats=(view.seats[0], replace(view.seats[1], hands=hands), *view.seats[2:])))
    page.get_by_role("button", name="Identify a card").click()
    expect(page.get_by_role("group", name="Seat 2, hand 2").get_by_role("radio")).to_be_checked()
