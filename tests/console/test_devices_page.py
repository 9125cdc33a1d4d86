"""The page of the devices in a real browser: who sees it, what each device shows, numbers that grow old, and the trial of the lamps."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, expect

from tablectl.console.devices.condition import Condition
from tablectl.table.actions import PersonRole, TryLamps

from . import fitted
from .browser import log_in, violations, watched
from .running import PASSWORD, Console

pytestmark = pytest.mark.browser
WORDS = {
    Condition.BUSY: "up and busy",
    Condition.IDLE: "up and idle",
    Condition.WAITING: "waiting",
    Condition.DEGRADED: "degraded",
    Condition.STALLED: "stalled",
    Condition.LOST: "lost",
    Condition.WRONG: "wrong device",
    Condition.HUNG: "not known",
}


@pytest.fixture
def devices(browser: Browser, console: Console) -> Iterator[Page]:
    """A technician's page of the devices."""
    console.users.add("tim", PersonRole.TECHNICIAN, PASSWORD)
    with watched(browser, console.url) as watch:
        log_in(watch.page, "tim", "/devices")
        watch.page.get_by_test_id("health-shoe").wait_for()
        yield watch.page


def test_each_device_says_who_it_is_where_it_is_and_what_it_counted(devices: Page) -> None:
    shoe = devices.get_by_test_id("health-shoe")
    for words in ("Example Works Reader 4", "SN-77", "2.1", "cdl", "/dev/tablectl/shoe", "a name that stays", "18204", "1040", "4 ms", "1.9"):
        expect(shoe).to_contain_text(words)
    expect(shoe).not_to_contain_text("above")
    shuffler = devices.get_by_test_id("health-shuffler")
    expect(shuffler).to_contain_text("140 ms, above 100 ms")
    expect(shuffler).to_contain_text("another device may have it tomorrow")
    expect(shuffler.get_by_text("Cards read")).to_have_count(0)
    panel = devices.get_by_test_id("health-panel")
    expect(panel).to_contain_text("Buttons not listened to: seat5.trips: stuck, key.fold: chatter")
    expect(panel).to_contain_text("Lamps that do not do what they are told: lamp.hold: dark")
    expect(panel).to_contain_text("Pulses that were no press: seat2.ante: 14")
    expect(panel).to_contain_text("expander: lgpio 1")
    shoe.get_by_text("What came lately").click()
    expect(shoe.get_by_role("list", name="What came from shoe, newest first").get_by_role("listitem").first).to_contain_text("2 good frames, 1 card")


def test_frames_are_listed_with_dots_for_what_may_tell_a_card(devices: Page) -> None:
    shoe = devices.get_by_test_id("health-shoe")
    shoe.get_by_text("What came lately").click()
    frames = shoe.get_by_role("list", name="Frames of shoe, newest first").get_by_role("listitem")
    expect(frames).to_have_text(
        [
            re.compile(r"→ to it confirm, 5 B 0b 01 02 09 07$"),
            re.compile(r"← from it report, 19 B ·· ·· ·· ·· ·· ·· ·· ·· …$"),
            re.compile(r"← from it inventory answer, 7 B 11 00 b0 00 ·· ·· ··$"),
            re.compile(r"← from it line, length hidden …$"),
        ]
    )
    expect(devices.get_by_role("list", name="Frames of panel, newest first")).to_have_count(0)


def test_numbers_with_a_shape_are_drawn_and_others_are_not(devices: Page) -> None:
    shuffler = devices.get_by_test_id("health-shuffler")
    expect(shuffler.get_by_role("img", name="Errors of shuffler, last 5 min 0 s: at most 9 in 10 s, now 9 in 10 s")).to_be_visible()
    trips = shuffler.get_by_role("img", name="Round trip of shuffler, last 5 min 0 s: at most 136 ms, now 136 ms")
    expect(trips.locator(".spark-budget")).to_have_count(1)
    expect(devices.get_by_role("img", name="Errors of shoe")).to_have_count(0)
    expect(devices.get_by_role("img", name="Round trip of shoe")).to_have_count(0)
    expect(devices.get_by_test_id("health-panel").get_by_role("img")).to_have_count(0)


def test_every_condition_has_a_word_of_its_own_and_old_numbers_are_grey(devices: Page, console: Console) -> None:
    console.table.devices_shown = fitted.every_condition()
    for each, word in WORDS.items():
        expect(devices.get_by_test_id(f"health-reader-{each}").get_by_test_id("condition")).to_have_text(re.compile(f"{word}$"))
    assert set(WORDS) == set(Condition)
    assert len(set(WORDS.values())) == len(WORDS)
    hung = devices.get_by_test_id("health-reader-hung")
    expect(hung).to_contain_text(re.compile(r"these numbers are 1[2-5] s old"))
    assert hung.locator(".ports").evaluate("one => getComputedStyle(one).filter") == "grayscale(1)"
    expect(devices.get_by_test_id("health-reader-lost")).to_contain_text("no such port")
    expect(devices.get_by_test_id("health-reader-lost")).not_to_contain_text("numbers are")


def test_a_change_is_on_the_page_within_two_seconds(devices: Page, console: Console) -> None:
    lost = replace(fitted.SHOE, condition=Condition.LOST, text="/dev/tablectl/shoe: no such port")
    console.table.devices_shown = replace(fitted.at_work(), devices=(lost,))
    expect(devices.get_by_test_id("health-shoe")).to_contain_text("no such port", timeout=2000)
    console.table.devices_shown = fitted.at_work()
    expect(devices.get_by_test_id("health-shoe").get_by_test_id("condition")).to_have_text(re.compile("up and idle"), timeout=2000)


def test_numbers_that_do_not_come_any_more_are_shown_as_old(browser: Browser, console: Console) -> None:
    console.users.add("tim", PersonRole.TECHNICIAN, PASSWORD)
    with watched(browser, console.line_url) as watch:
        page = watch.page
        log_in(page, "tim", "/devices")
        trial = page.get_by_role("button", name="Light every lamp once")
        expect(trial).to_be_enabled()
        console.cut()
        cut = time.monotonic()
        expect(page.get_by_text(re.compile(r"Old numbers: as of \d\d:\d\d:\d\d"))).to_be_visible(timeout=8000)
        assert time.monotonic() - cut < 6.0
        expect(trial).to_be_disabled()
        assert page.locator(".device-cards").evaluate("one => getComputedStyle(one).filter") == "grayscale(1)"
        console.mend()
        expect(page.get_by_text("These numbers are live.")).to_be_visible(timeout=15000)
        expect(trial).to_be_enabled()


def test_a_technician_tries_the_lamps_with_one_command(devices: Page, console: Console) -> None:
    devices.get_by_role("button", name="Light every lamp once").dblclick()
    expect(devices.get_by_test_id("command-line")).to_contain_text("done")
    assert [(one.person, one.action, one.round) for one in console.table.asked] == [("tim", TryLamps(), None)]


def test_lamps_that_are_not_to_be_tried_now_say_why(devices: Page, console: Console) -> None:
    console.table.devices_shown = replace(fitted.at_work(), lamps_refused=fitted.BUSY_ROUND)
    expect(devices.get_by_text(fitted.BUSY_ROUND)).to_be_visible()
    expect(devices.get_by_role("button", name="Light every lamp once")).to_be_disabled()


@pytest.mark.parametrize(
    ("role", "sees", "tries"),
    [
        (PersonRole.VIEWER, False, False),
        (PersonRole.DEALER, False, False),
        (PersonRole.AUDITOR, False, False),
        (PersonRole.SUPERVISOR, True, False),
        (PersonRole.TECHNICIAN, True, True),
        (PersonRole.ADMIN, True, True),
    ],
)
def test_the_page_is_for_those_who_look_after_devices(browser: Browser, console: Console, role: PersonRole, *, sees: bool, tries: bool) -> None:
    console.users.add("kim", role, PASSWORD)
    with watched(browser, console.url) as watch:
        page = watch.page
        log_in(page, "kim", "/devices")
        page.locator("main h1").wait_for()
        if sees:
            page.get_by_test_id("health-shoe").wait_for()
        else:
            expect(page.get_by_text("This page is for technicians, supervisors and admins.")).to_be_visible()
        expect(page.get_by_role("link", name="Devices")).to_have_count(int(sees))
        expect(page.get_by_role("button", name="Light every lamp once")).to_have_count(int(tries))


def test_texts_of_a_device_stay_text(devices: Page, console: Console) -> None:
    hostile = "<img src=x onerror=alert(1)>"
    console.table.devices_shown = replace(fitted.at_work(), devices=(replace(fitted.SHOE, maker=hostile, text=hostile),))
    expect(devices.get_by_test_id("health-shoe").get_by_text(hostile)).to_have_count(2)
    expect(devices.locator("main img")).to_have_count(0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(browser: Browser, console: Console, scheme: Literal["light", "dark"]) -> None:
    console.users.add("tim", PersonRole.TECHNICIAN, PASSWORD)
    with watched(browser, console.url, scheme=scheme, still=True) as watch:
        log_in(watch.page, "tim", "/devices")
        for view, last in ((fitted.at_work(), "panel"), (fitted.every_condition(), "reader-hung")):
            console.table.devices_shown = view
            watch.page.get_by_test_id(f"health-{last}").wait_for()
            watch.page.locator("summary").evaluate_all("all => all.forEach(one => one.parentElement.open = true)")
            assert violations(watch.page) == []


@pytest.mark.parametrize("width", [390, 768, 1280])
def test_every_width_holds_the_page_and_its_targets_are_big_enough(browser: Browser, console: Console, width: int) -> None:
    console.users.add("tim", PersonRole.TECHNICIAN, PASSWORD)
    with watched(browser, console.url, width, 844) as watch:
        page = watch.page
        log_in(page, "tim", "/devices")
        page.get_by_test_id("health-panel").wait_for()
        page.locator("summary").evaluate_all("all => all.forEach(one => one.parentElement.open = true)")
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        boxes = "all => all.filter(one => one.checkVisibility()).map(one => [one.textContent, one.offsetWidth, one.offsetHeight])"
        assert [box for box in page.locator("a, button, summary").evaluate_all(boxes) if min(box[1:]) < 44] == []
