"""The page of people, the way in, and pages that are not there, in a real browser."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect

from tablectl.engine.facts import seat
from tablectl.table.actions import PersonRole, PlaceCard, PressKey

from . import peer
from .browser import TABLE, log_in, show, violations, watched
from .running import PASSWORD, Console

pytestmark = pytest.mark.browser


@pytest.fixture
def people(console: Console) -> Console:
    console.users.add("ana", PersonRole.ADMIN, PASSWORD)
    console.users.add("bo", PersonRole.DEALER, PASSWORD)
    return console


def test_an_admin_adds_gives_a_role_locks_after_asking_and_unlocks(browser: Browser, people: Console) -> None:
    with watched(browser, people.url) as watch:
        page = watch.page
        log_in(page, "ana", "/users")
        page.get_by_label("Name").fill("cy")
        page.get_by_label("First password").fill(PASSWORD)
        page.get_by_role("button", name="Add", exact=True).click()
        expect(page.get_by_role("main").get_by_role("status")).to_have_text("✓ cy may log in as viewer now.")
        rows = page.get_by_role("list").filter(has=page.get_by_label("Role of ana")).get_by_role("listitem")
        expect(rows.filter(has_text="ana").first).to_contain_text(re.compile(r"last log-in 20\d\d-\d\d-\d\d \d\d:\d\d:\d\d UTC"))
        expect(rows.filter(has_text="cy").first).to_contain_text("never logged in")
        page.get_by_label("Role of bo").select_option("supervisor")
        expect(page.get_by_role("main").get_by_role("status")).to_have_text("✓ bo is supervisor now.")
        page.get_by_role("button", name="Lock bo").click()
        assert not any(user.locked for user in people.users.everyone()), "it asks first"
        page.get_by_role("button", name="No").click()
        page.get_by_role("button", name="Lock bo").click()
        page.get_by_role("button", name="Yes, lock bo").click()
        expect(page.get_by_role("main").get_by_role("status")).to_contain_text("bo is locked")
        assert [(user.name, user.role.value, user.locked) for user in people.users.everyone()] == [
            ("ana", "admin", False),
            ("bo", "supervisor", True),
            ("cy", "viewer", False),
        ]
        assert violations(page) == []
        page.get_by_role("button", name="Unlock bo").click()
        expect(page.get_by_role("button", name="Lock bo")).to_be_visible()
        expect(page.get_by_label("Role of ana")).to_be_disabled()


def test_everybody_changes_the_own_password(browser: Browser, people: Console) -> None:
    with watched(browser, people.url) as watch:
        page = watch.page
        log_in(page, "bo")
        page.get_by_title("Your password").click()
        expect(page.get_by_role("heading", name="Who may log in")).to_have_count(0)
        page.get_by_label("Password until now").fill("not this one")
        page.get_by_label("New password").fill("another long password")
        page.get_by_role("button", name="Change the password").click()
        expect(page.get_by_role("alert")).to_have_text("the old password is wrong")
        page.get_by_label("Password until now").fill(PASSWORD)
        page.get_by_role("button", name="Change the password").click()
        expect(page.get_by_role("main").get_by_role("status")).to_contain_text("Your password is changed")
        expect(page.get_by_label("New password")).to_have_value("")
        assert people.users.log_in("bo", "another long password", "here").name == "bo"


def test_who_was_locked_reads_why_on_the_log_in_page(browser: Browser, people: Console) -> None:
    with watched(browser, people.url) as watch:
        log_in(watch.page, "bo")
        people.users.set_locked("bo", locked=True)
        expect(watch.page.locator(".entrance-why")).to_have_text("You are logged out: your account was locked; an admin can unlock it.")


def test_a_page_that_is_not_there_says_so(browser: Browser, people: Console) -> None:
    with watched(browser, people.url) as watch:
        log_in(watch.page, "bo")
        answer = watch.page.goto("/no/such/page")
        assert answer is not None
        assert answer.status == 404
        expect(watch.page.get_by_role("heading", name="There is no such page")).to_be_visible()


def test_the_last_card_is_named_and_only_what_the_rules_allow_is_offered(browser: Browser, people: Console) -> None:
    people.users.add("sue", PersonRole.SUPERVISOR, PASSWORD)
    with watched(browser, people.url) as watch:
        page = watch.page
        log_in(page, "sue")
        page.get_by_role("button", name="Place the last card").click()
        dialog = page.get_by_role("dialog")
        expect(dialog).to_contain_text("Card 19 of the round: it lies as card 3 of the board")
        expect(dialog.get_by_role("option")).to_have_text(["choose", "Burned", "Dealt to seat 2"])
        expect(dialog.get_by_role("status")).to_have_text("Say where it went.")
        dialog.get_by_label("Where it went").select_option("seat.2")
        expect(dialog.get_by_role("status")).to_have_text("Give a reason.")
        dialog.get_by_label("Reason").fill("it was not burned")
        dialog.get_by_role("button", name="Say so").click()
        expect(dialog).to_have_count(0)
        assert [one.action for one in people.table.asked] == [PlaceCard(seat(2), "it was not burned", 19)]


def test_what_became_of_a_command_goes_with_the_step(browser: Browser, people: Console) -> None:
    with watched(browser, people.url) as watch:
        page = watch.page
        log_in(page, "ana", TABLE)
        page.clock.install()
        page.get_by_role("button", name="Next").click()
        line = page.get_by_test_id("command-line")
        expect(line).to_contain_text("done")
        page.clock.fast_forward(3_000)
        expect(line).to_contain_text("done")
        show(people, page, peer.settling())
        expect(line).to_have_text("")
        assert [one.action for one in people.table.asked] == [PressKey("next")]


def test_a_record_is_a_sentence_and_its_json_a_click_away(browser: Browser, people: Console) -> None:
    with watched(browser, people.url) as watch:
        page = watch.page
        log_in(page, "ana", TABLE)
        row = page.get_by_role("list", name="Records, newest first").get_by_role("listitem").first
        expect(row).to_contain_text("NEXT of the dealer was pressed")
        expect(row.get_by_text('"input"')).to_be_hidden()
        row.get_by_text("NEXT of the dealer was pressed").click()
        expect(row.get_by_text('"input": "key.next"')).to_be_visible()
