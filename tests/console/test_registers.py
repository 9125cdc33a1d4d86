"""The page of incidents, the page after a cut, and what waits for a second person, in a real browser; and the register over HTTP."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from tablectl.table.actions import PersonRole, ReleaseHold, SecondAction, WithdrawAction
from tablectl.table.record.incidents import Wanted
from tablectl.table.views import PendingView

from . import peer
from .browser import violations
from .running import Console, wait_until


def test_incidents_are_asked_for_by_time_cause_and_round(console: Console) -> None:
    with console.someone(PersonRole.AUDITOR) as client:
        wanted = {"since": "2026-09-21T12:00:00+02:00", "until": "2026-09-22T00:00:00", "cause": "lid_open", "round": "12"}
        assert client.get("/api/incidents", params=wanted).json() == []
        assert console.table.sought == [Wanted(1_789_984_800_000_000_000, 1_790_035_200_000_000_000, "lid_open", 12)]
        assert [row["id"] for row in client.get("/api/incidents", params={"cause": "button_masked"}).json()] == [4]
        for wrong in ({"cause": "bad luck"}, {"round": "-1"}, {"since": "yesterday"}):
            assert client.get("/api/incidents", params=wrong).status_code == 422


@pytest.mark.browser
def test_each_incident_is_shown_with_its_people_and_found_by_its_cause(page: Page) -> None:
    page.get_by_role("link", name="Incidents").click()
    listed = page.get_by_role("list", name="Incidents, newest first").get_by_test_id("incident-3")
    expect(listed).to_contain_text("rounds 11 to 12")
    expect(listed).to_contain_text("sue and max: Name card 2 of seat 3, because: looked at it")
    expect(listed).to_contain_text(": it was the nine")
    expect(listed).to_contain_text("Pack 2, dealt in rounds 9 to 12: 9h read 7 times of 6, over")
    expect(page.get_by_test_id("incident-4")).to_contain_text("It is open.")
    assert violations(page) == []
    page.get_by_label("Cause").fill("button_masked")
    page.get_by_label("Cause").press("Tab")
    expect(page.get_by_test_id("incident-3")).to_have_count(0)
    assert "cause=button_masked" in page.url


@pytest.mark.browser
def test_after_a_cut_the_page_says_how_the_table_stood_and_a_supervisor_says_that_it_does(page: Page, console: Console) -> None:
    console.table.cut = peer.cut_off()
    held = replace(peer.HOLD, id=6, code="table_cut_off", text="The table was cut off in round 12")
    console.do(console.table.show(replace(peer.held(), holds=(held,))))
    page.get_by_role("link", name="How the table should stand").click()
    expect(page.get_by_role("region", name="The last sure state")).to_contain_text("Take and pay seat 4")
    expect(page.get_by_test_id("changed")).to_have_text(
        "house rules: uth-document version 3, 1234567890ab, and uth-document version 2, ba0987654321 at the start before"
    )
    checks = page.get_by_role("region", name="To check by hand")
    expect(checks).to_contain_text("Seat 4: settled, the player's gain was 25.00")
    expect(checks).to_contain_text("Seat 3: not settled yet")
    expect(checks.get_by_role("img", name="queen of hearts")).to_be_visible()
    expect(page.get_by_role("region", name="On record last, by device")).to_contain_text("shuffler (shuffler): nothing")
    assert violations(page) == []
    page.get_by_role("button", name="All is as it should be").click()
    page.get_by_label("Reason").fill("compared point by point")
    page.get_by_role("button", name="Release", exact=True).click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert [asked.action for asked in console.table.asked] == [ReleaseHold(6, "compared point by point")]
    console.table.cut = replace(peer.cut_off(), hold=None, person="sue", reason="compared point by point", acknowledged_ns=peer.AS_OF_NS)
    console.do(console.table.show(peer.deciding()))
    expect(page.get_by_test_id("acknowledged")).to_contain_text("sue compared the table")


@pytest.mark.browser
def test_what_waits_is_confirmed_by_another_person_and_withdrawn_by_anybody(page: Page, console: Console) -> None:
    own = PendingView(1, "void_round", "Void the round, because: a card fell", "Sue", "supervisor", ("admin", "supervisor"), 12, peer.AS_OF_NS)
    other = replace(own, id=2, text="Put fact 3 of the round right, because: two chips", person="max", compared=True)
    console.do(console.table.show(replace(peer.deciding(), pending=(own, other))))
    mine, theirs = page.get_by_test_id("pending-1"), page.get_by_test_id("pending-2")
    expect(mine).to_contain_text("Somebody else has to confirm this")
    expect(mine.get_by_role("button", name="Confirm")).to_have_count(0)
    assert violations(page) == []
    theirs.get_by_role("button", name="Confirm").click()
    compared = page.get_by_role("dialog").get_by_role("region", name="Before and after")
    expect(compared.get_by_role("row", name="Seat 1: Ante").get_by_role("cell")).to_have_text(["win 10.00", "lose \N{MINUS SIGN}10.00"])
    expect(compared.get_by_role("row", name="Cards of seat 1").get_by_role("cell")).to_have_text(["Kh face down", "Ah 7d"])
    expect(page.get_by_role("dialog")).to_contain_text("collect 20.00 EUR from it")
    assert violations(page) == []
    console.do(console.table.show(replace(peer.deciding(), pending=(own, other))))  # the round goes on: it is asked anew
    wait_until(lambda: len(console.table.seconded) > 1)
    page.get_by_role("dialog").get_by_role("button", name="Confirm", exact=True).click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    mine.get_by_role("button", name="Withdraw").click()
    page.get_by_label("Reason").fill("it lay there after all")
    page.get_by_role("dialog").get_by_role("button", name="Withdraw", exact=True).click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert [asked.action for asked in console.table.asked] == [SecondAction(2, 42), WithdrawAction(1, "it lay there after all")]
