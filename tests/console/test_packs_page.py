"""The page of the packs in a real browser: how it stands with each, what each role asks for, and the receipt."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playwright.sync_api import Browser, expect

from tablectl.table.actions import CountPack, OpenPack, PersonRole, QuarantinePack, ReleaseHold
from tablectl.table.views_of_packs import PackView, ReceiptView, SignedView

from . import peer
from .browser import TABLE, log_in, show, violations, watched
from .running import PASSWORD, Console

pytestmark = pytest.mark.browser

PEOPLE = (SignedView("Ana", "dealer"), SignedView("Kim", "supervisor"))
RECEIPT = ReceiptView(
    7, "UTH-07", "Ultimate Texas Hold'em", "single-52", 2, "red", 1, "B-9", "shoe", "Example Works", "Reader 4", "SN-77", PEOPLE,
    52, 51, ("7h",), (), 0, right=False, finding="51 cards of 52: 7h missing", at_ns=peer.AS_OF_NS,
)  # fmt: skip
PACKS = (
    PackView(1, "blue", (), cards=52, profile="single-52", unfit="Pack 1 was not inspected (Code 7)"),
    PackView(
        2, "red", (), cards=52, profile="single-52", standing="in_shoe", seal="B-9", opened_by=PEOPLE, since_ns=peer.AS_OF_NS, hours=26, rounds=40,
        unfit="Pack 2 was found wrong when it was inspected: 51 cards of 52: 7h missing", receipt=RECEIPT,
    ),
    PackView(3, "green", (), cards=52, profile="single-52", standing="inspected", opened_by=PEOPLE, seal="C-1"),
)  # fmt: skip
REJECTED = replace(peer.HOLD, id=9, code="wrong_count", text="The shuffler counted 51 cards in pack 2; the pack has 52", device="shuffler", rejects=2)


def test_the_packs_their_receipts_and_what_each_role_asks(browser: Browser, console: Console) -> None:
    console.users.add("ana", PersonRole.DEALER, PASSWORD)
    console.users.add("kim", PersonRole.SUPERVISOR, PASSWORD)
    console.do(console.table.show(replace(peer.deciding(), packs=PACKS)))
    with watched(browser, console.url) as watch:
        page = watch.page
        log_in(page, "ana", f"{TABLE}/packs")
        first = page.get_by_test_id("pack-1")
        expect(first.get_by_test_id("standing")).to_contain_text("sealed")
        expect(first).to_contain_text("was not inspected (Code 7)")
        expect(first.get_by_role("button", name="Quarantine")).to_have_count(0)
        first.get_by_role("button", name="Open").click()
        page.get_by_label("Number of the seal").fill("A-1")
        page.get_by_role("button", name="Ask for the second person").click()
        expect(page.get_by_role("dialog")).to_have_count(0)
        first.get_by_role("button", name="Counted by hand").click()
        page.get_by_label("Cards that were counted").fill("52")
        page.get_by_role("button", name="Ask for the second person").click()
        expect(page.get_by_role("dialog")).to_have_count(0)
        assert violations(page) == []
    with watched(browser, console.url) as watch:
        page = watch.page
        log_in(page, "kim", f"{TABLE}/packs")
        second = page.get_by_test_id("pack-2")
        expect(second).to_contain_text("In use for 26 hours: more than a day")
        second.get_by_role("button", name="Quarantine").click()
        page.get_by_label("Reason").fill("a card is missing")
        page.get_by_role("dialog").get_by_role("button", name="Quarantine").click()
        expect(page.get_by_role("dialog")).to_have_count(0)
        second.get_by_role("button", name="Receipt 7").click()
        receipt = page.get_by_test_id("receipt")
        for words in (
            "receipt 7",
            "seven of hearts",
            "51 of 52",
            "B-9",
            "Example Works Reader 4, serial number SN-77",
            "Ana (dealer), Kim (supervisor)",
        ):
            expect(receipt).to_contain_text(words)
        page.emulate_media(media="print")
        expect(page.get_by_role("banner")).to_be_hidden()
        page.emulate_media(media="screen")
        assert violations(page) == []
        show(console, page, replace(peer.held(), packs=PACKS, holds=(REJECTED,)))
        page.goto(TABLE)
        page.get_by_role("button", name="Release …").click()
        page.get_by_label("Reason").fill("counted by hand: 51")
        expect(page.get_by_role("dialog").get_by_role("button", name="Release")).to_be_disabled()
        page.get_by_label("Pack 2 leaves the table for good").select_option(label="Pack 3, green")
        page.get_by_role("dialog").get_by_role("button", name="Release").click()
        expect(page.get_by_role("dialog")).to_have_count(0)
    assert [(asked.person, asked.action) for asked in console.table.asked] == [
        ("ana", OpenPack(1, "A-1")),
        ("ana", CountPack(1, 52)),
        ("kim", QuarantinePack(2, "a card is missing")),
        ("kim", ReleaseHold(9, "counted by hand: 51", replacement=3)),
    ]
