"""The pages in a real browser, against a console that really listens."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, expect

from tablectl.console.ports import Answer
from tablectl.engine.cards import Card
from tablectl.engine.facts import seat as seat_place
from tablectl.table.actions import IdentifyCard, PersonRole, PressKey, ReleaseHold, SetWager
from tablectl.table.views import TableView

from . import other_games, peer
from .browser import TABLE, log_in, show, violations, watched
from .running import PASSWORD, Console, wait_until

pytestmark = pytest.mark.browser


def test_from_the_code_on_the_terminal_to_the_live_table(browser: Browser, console: Console) -> None:
    code = console.users.first_code()
    assert code is not None
    with watched(browser, console.url) as watch:
        page = watch.page
        page.goto("/")
        page.get_by_label("Code from the terminal").fill("AAAA-BBBB-CCCC")
        page.get_by_label("Your name").fill("ana")
        page.get_by_label("A password").fill(PASSWORD)
        page.get_by_role("button", name="Make the first admin").click()
        expect(page.get_by_role("alert")).to_contain_text("not the code")
        page.get_by_label("Code from the terminal").fill(code)
        page.get_by_role("button", name="Make the first admin").click()
        expect(page.get_by_test_id("step")).to_have_text("Seat 3: bet twice the ante or check")
        expect(page).to_have_url(console.url + TABLE)
        for name in ("queen of hearts", "ten of clubs", "seven of diamonds"):
            expect(page.get_by_role("img", name=name, exact=True)).to_have_count(1)
        expect(page.get_by_role("img", name="card face down")).to_have_count(11)
        seat = page.get_by_test_id("seat-3")
        expect(seat.get_by_role("img", name="card not read")).to_have_count(1)
        expect(seat).to_contain_text("to act")
        expect(seat.get_by_text("Play: no wager, lamp blinks fast, may be pressed now")).to_be_attached()
        expect(page.get_by_test_id("seat-6").get_by_text("Ante: 25.00 EUR, lamp off")).to_be_attached()
        expect(page.get_by_label("Warnings")).to_contain_text("returns more than it takes")


def test_an_account_gets_in_though_there_is_no_admin_yet(browser: Browser, console: Console) -> None:
    console.users.add("dan", PersonRole.DEALER, PASSWORD)
    assert console.users.first_code()
    with watched(browser, console.url) as watch:
        watch.page.goto("/")
        watch.page.get_by_role("button", name="I have an account").click()
        watch.page.get_by_label("Name").fill("dan")
        watch.page.get_by_label("Password").fill(PASSWORD)
        watch.page.get_by_role("button", name="Log in").click()
        expect(watch.page).to_have_url(f"{console.url}{TABLE}/dealer")


def test_a_change_is_on_the_page_within_a_second(page: Page, console: Console) -> None:
    started = time.monotonic()
    console.do(console.table.show(peer.settling()))
    expect(page.get_by_test_id("dealer-hand")).to_have_text("pair of queensqualifies", timeout=1000)
    expect(page.get_by_role("row", name=re.compile("Trips")).get_by_role("cell")).to_have_text(
        ["Trips", "5.00", "lose", "5.00", "", re.compile("UTH 6.5")]
    )
    assert time.monotonic() - started < 1.5
    expect(page.get_by_role("row", name="Seat 4 in all").get_by_role("cell")).to_have_text(["5.00", "30.00", "comes to +25.00"])
    expect(page.get_by_role("row", name="House").get_by_role("cell")).to_have_text(["5.00", "30.00", "comes to \N{MINUS SIGN}25.00"])


def test_a_cut_line_is_shown_and_the_page_recovers_by_itself(browser: Browser, console: Console) -> None:
    console.users.add("sue", PersonRole.SUPERVISOR, PASSWORD)
    with watched(browser, console.line_url) as watch:
        page = watch.page
        log_in(page, "sue")
        next_key = page.get_by_role("button", name="Next")
        expect(next_key).to_be_enabled()
        page.evaluate("window.sameDocument = true")
        console.cut()
        cut = time.monotonic()
        console.do(console.table.show(peer.held()))
        line = page.get_by_test_id("live-line")
        expect(line).to_contain_text(re.compile(r"Not live: as of \d\d:\d\d:\d\d"), timeout=8000)
        assert 3.5 < time.monotonic() - cut < 7.0
        expect(next_key).to_be_disabled()
        expect(page.get_by_role("button", name="Void round")).to_be_disabled()
        assert page.locator("main").evaluate("main => getComputedStyle(main).filter").startswith("grayscale(1)")
        console.mend()
        expect(line).to_contain_text("Live", timeout=3000)
        expect(page.get_by_test_id("hold-4")).to_be_visible(timeout=1000)
        expect(next_key).to_be_enabled()
        assert page.evaluate("window.sameDocument") is True, "the page was not loaded anew"


def test_a_page_that_wakes_up_asks_at_once_and_is_not_loaded_anew(browser: Browser, console: Console) -> None:
    console.users.add("sue", PersonRole.SUPERVISOR, PASSWORD)
    with watched(browser, console.url) as watch:
        page = watch.page
        log_in(page, "sue")
        expect(page.get_by_test_id("live-line")).to_contain_text("Live")
        page.evaluate("window.sameDocument = true")
        devtools = page.context.new_cdp_session(page)
        devtools.send("Page.setWebLifecycleState", {"state": "frozen"})
        console.do(console.table.show(peer.held()))
        for tab in tuple(console.served.tabs):
            console.loop.call_soon_threadsafe(tab.ended.set)
        wait_until(lambda: not console.served.tabs)
        devtools.send("Page.setWebLifecycleState", {"state": "active"})
        expect(page.get_by_test_id("hold-4")).to_be_visible(timeout=3000)
        assert page.evaluate("window.sameDocument") is True


def test_a_session_that_ended_while_asleep_leads_to_log_in(browser: Browser, console: Console) -> None:
    console.users.add("sue", PersonRole.SUPERVISOR, PASSWORD)
    with watched(browser, console.url) as watch:
        page = watch.page
        log_in(page, "sue", f"{TABLE}/dealer")
        console.users.set_password("sue", PASSWORD + "!")
        expect(page.get_by_role("heading", name="Log in")).to_be_visible(timeout=3000)
        expect(page).to_have_url(f"{console.url}{TABLE}/dealer")


def test_a_hold_is_released_with_a_reason_and_a_double_click_is_one_command(page: Page, console: Console) -> None:
    show(console, page, peer.held())
    expect(page.get_by_test_id("hold-speaker")).to_contain_text("The shoe could not read card 19")
    expect(page.get_by_test_id("hold-5").get_by_role("button")).to_be_disabled()
    release = page.get_by_test_id("hold-4").get_by_role("button")
    release.click()
    dialog = page.get_by_role("dialog", name="Release the hold")
    dialog.get_by_role("button", name="Cancel").click()
    expect(dialog).to_have_count(0)
    assert console.table.asked == []
    release.click()
    expect(dialog.get_by_role("button", name="Release")).to_be_disabled()
    dialog.get_by_label("Reason").fill("looked at\nthe card")
    dialog.get_by_role("button", name="Release").dblclick()
    expect(dialog).to_have_count(0)
    expect(page.get_by_test_id("command-line")).to_contain_text("done")
    assert [(one.person, one.action) for one in console.table.asked] == [("sue", ReleaseHold(4, "looked at the card"))]


def test_an_unread_card_is_named_after_a_look_at_it(page: Page, console: Console) -> None:
    page.get_by_role("button", name="Identify a card").click()
    dialog = page.get_by_role("dialog", name="Identify a card")
    dialog.get_by_role("radio", name="jack").check()
    dialog.get_by_role("radio", name="spades").check()
    expect(dialog.get_by_role("img", name="jack of spades")).to_be_visible()
    dialog.get_by_label("Reason").fill("turned and read")
    dialog.get_by_role("button", name="It is the jack of spades").click()
    expect(dialog).to_have_count(0)
    assert [one.action for one in console.table.asked] == [IdentifyCard(seat_place(3), 1, Card.parse("Js"), "turned and read")]


def test_a_key_pressed_twice_at_once_is_one_command_and_a_refusal_says_why(page: Page, console: Console) -> None:
    console.table.answer = Answer(done=False, text="Seat 3 has to say Play 2x or Check", rule="UTH 4.2")
    page.get_by_role("button", name="Next").dblclick()
    expect(page.get_by_test_id("command-line")).to_contain_text("Seat 3 has to say Play 2x or Check (UTH 4.2)")
    assert [one.action for one in console.table.asked] == [PressKey("next")]


def test_the_dealer_sets_an_exact_amount_by_keyboard_alone(page: Page, console: Console) -> None:
    page.goto(f"{TABLE}/dealer")
    page.get_by_role("button", name="Exact amount").focus()
    page.keyboard.press("Enter")
    page.get_by_role("radio", name="1", exact=True).focus()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("radio", name="6", exact=True)).to_be_checked()
    expect(page.get_by_role("radio", name="Play")).to_have_count(0)
    page.get_by_role("radio", name="Ante").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.get_by_label("Amount in EUR").focus()
    page.keyboard.type("12,5")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert [one.action for one in console.table.asked] == [SetWager(6, "trips", 1250)]


def test_log_out_in_one_tab_ends_the_other_and_log_in_leads_back(page: Page, console: Console) -> None:
    other = page.context.new_page()
    other.goto(f"{TABLE}/dealer")
    other.get_by_test_id("step").wait_for()
    page.get_by_role("button", name="Log out").click()
    expect(other.get_by_role("heading", name="Log in")).to_be_visible(timeout=1500)
    expect(other).to_have_url(f"{console.url}{TABLE}/dealer")
    other.get_by_label("Name").fill("sue")
    other.get_by_label("Password").fill(PASSWORD)
    other.get_by_role("button", name="Log in").click()
    expect(other.get_by_test_id("step")).to_be_visible()
    expect(other).to_have_url(f"{console.url}{TABLE}/dealer")


def test_texts_of_devices_and_tables_stay_text(page: Page, console: Console) -> None:
    hostile = "<img src=x onerror=alert(1)>"
    view = peer.held()
    seats = (replace(view.seats[0], player=hostile), *view.seats[1:])
    hold = replace(peer.HOLD, text=hostile, advice="<script>1</script>")
    show(console, page, replace(view, title="=1+1", seats=seats, holds=(hold,), devices=(replace(peer.SHOE, identity=hostile, text=hostile),)))
    expect(page.get_by_test_id("device-shoe")).to_contain_text(hostile)
    expect(page.get_by_test_id("hold-4")).to_contain_text(hostile)
    expect(page.locator("main img, main script")).to_have_count(0)


@pytest.mark.parametrize(("role", "buttons"), [(PersonRole.VIEWER, 0), (PersonRole.TECHNICIAN, 0), (PersonRole.DEALER, 6), (PersonRole.ADMIN, 14)])
def test_nobody_is_shown_a_button_that_the_role_may_not_press(browser: Browser, console: Console, role: PersonRole, buttons: int) -> None:
    console.users.add("kim", role, PASSWORD)
    with watched(browser, console.url) as watch:
        log_in(watch.page, "kim", TABLE)
        watch.page.get_by_test_id("step").wait_for()
        expect(watch.page.locator("main button:not(.sound button)").filter(has_not_text="Older records")).to_have_count(buttons)


VIEWS: dict[str, Callable[[], TableView]] = {
    "deciding": peer.deciding,
    "held": other_games.flood,
    "one cause": other_games.one_cause,
    "settling": peer.settling,
    "choosing": other_games.choosing,
    "house way": other_games.house_way,
    "loading": other_games.loading,
    "stations": other_games.stations,
}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_any_page(browser: Browser, console: Console, scheme: Literal["light", "dark"]) -> None:
    console.users.first_code()
    found: dict[str, list[str]] = {}
    with watched(browser, console.url, scheme=scheme, still=True) as watch:
        page = watch.page
        page.goto("/")
        page.get_by_role("heading", name="First run").wait_for()
        found["first run"] = violations(page)
        console.users.add("root", PersonRole.ADMIN, PASSWORD)
        page.goto("/")
        page.get_by_role("heading", name="Log in").wait_for()
        found["log in"] = violations(page)
        log_in(page, "root", "/users")
        page.get_by_role("button", name="Lock root").wait_for()
        found["people"] = violations(page)
        for path in (TABLE, f"{TABLE}/dealer"):
            page.goto(path)
            page.get_by_test_id("step").wait_for()
            for name, view in VIEWS.items():
                show(console, page, view())
                found[f"{path} {name}"] = violations(page)
        for path, button in (
            (TABLE, "Identify a card"),
            (TABLE, "Order a shuffle"),
            (TABLE, "Take out a card"),
            (TABLE, "Put the round right"),
            (f"{TABLE}/dealer", "Exact amount"),
        ):
            page.goto(path)
            page.get_by_role("button", name=button).click()
            found[button] = violations(page)
            page.keyboard.press("Escape")
    assert {where: what for where, what in found.items() if what} == {}


@pytest.mark.parametrize("width", [390, 768, 1280])
def test_every_width_holds_the_page_and_every_target_is_big_enough_for_a_finger(browser: Browser, console: Console, width: int) -> None:
    console.users.add("root", PersonRole.ADMIN, PASSWORD)
    with watched(browser, console.url, width, 844) as watch:
        page = watch.page
        log_in(page, "root", TABLE)
        for path in (TABLE, f"{TABLE}/dealer", "/users"):
            page.goto(path)
            page.locator("main h1").first.wait_for()
            for view in VIEWS.values():
                show(console, page, view())
                assert page.evaluate("document.documentElement.scrollWidth") <= width, path
                boxes = "all => all.filter(one => one.checkVisibility()).map(one => [one.textContent, one.offsetWidth, one.offsetHeight])"
                small = [box for box in page.locator("a, button, select, input, textarea").evaluate_all(boxes) if min(box[1:]) < 44]
                assert small == [], path


def test_a_table_on_a_bench_says_so_on_every_screen(browser: Browser, console: Console) -> None:
    words = "On a bench: not for live play"
    console.users.add("ada", PersonRole.ADMIN, PASSWORD)
    with watched(browser, console.url) as watch:
        page = watch.page
        page.goto(console.url)
        page.get_by_label("Password").wait_for()
        expect(page.get_by_text(words)).to_have_count(0)
        console.do(console.table.show(replace(peer.deciding(), bench=True)))
        page.reload()
        expect(page.get_by_text(words)).to_be_visible()
        log_in(page, "ada", TABLE)
        for path in (TABLE, f"{TABLE}/dealer", "/devices", "/users"):
            page.goto(console.url + path)
            page.get_by_test_id("live-line").wait_for()
            expect(page.get_by_test_id("bench-mark")).to_contain_text(words)
            assert violations(page) == []
