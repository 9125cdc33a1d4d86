"""The newcomer's way, in a browser on the real daemon: the code, a table being dealt, a plug that is pulled, the hold, the release."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tablectl_sim.incidents import Fault
from tests.console.browser import chromium, watched

from .conftest import MakeTable
from .running import PASSWORD

pytestmark = pytest.mark.browser
PATIENCE_MS = 30_000


def test_a_newcomer_sees_the_table_dealt_pulls_a_plug_and_lets_play_go_on(table: MakeTable) -> None:
    live = table("kills")
    live.start()
    url = live.daemon.wait_said(r"Console of table .*:  (http://\S+?)/?$")[1]
    code = live.daemon.wait_said(r"One-time first code:  (\S+)")[1]
    with chromium() as browser, watched(browser, url) as watch:
        page = watch.page
        page.goto("/")
        page.get_by_label("Code from the terminal").fill(code)
        page.get_by_label("Your name").fill("Ana")
        page.get_by_label("A password").fill(PASSWORD)
        page.get_by_role("button", name="Make the first admin").click()
        expect(page.get_by_test_id("step")).to_have_text(re.compile("Place your bets"), timeout=PATIENCE_MS)
        live.bench.deal()
        expect(page.get_by_text(re.compile(r"round [3-9]")).first).to_be_visible(timeout=PATIENCE_MS)
        live.bench.timeline.do(Fault("unplug", device="shoe"))
        expect(page.get_by_test_id("step")).to_contain_text("The shoe does not answer", timeout=PATIENCE_MS)
        hold = page.get_by_test_id(re.compile(r"hold-\d+")).first
        expect(hold.get_by_role("button")).to_be_disabled()
        live.bench.timeline.do(Fault("replug", device="shoe"))
        expect(hold.get_by_role("button")).to_be_enabled(timeout=PATIENCE_MS)
        before = len(live.bench.rounds_played)
        hold.get_by_role("button").click()
        dialog = page.get_by_role("dialog", name="Release the hold")
        dialog.get_by_label("Reason").fill("the plug is back in, the cards on the table are those on the screen")
        dialog.get_by_role("button", name="Release").click()
        expect(page.get_by_text("No hold. Play is free.")).to_be_visible(timeout=PATIENCE_MS)
        expect(page.get_by_text(re.compile(rf"round {before + 3}\b")).first).to_be_visible(timeout=PATIENCE_MS)
        assert watch.faults == []
    assert live.daemon.stop() == 0
    released = [record for record in live.records() if record.type == "hold_released"]
    assert len(released) == 1
    assert "Ana" in released[0].body
