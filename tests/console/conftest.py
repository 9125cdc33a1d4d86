from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tablectl.table.actions import PersonRole

from .browser import chromium, log_in, watched
from .running import PASSWORD, Console, running


@pytest.fixture
def console(tmp_path: Path) -> Iterator[Console]:
    with running(tmp_path) as console:
        yield console


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture
def page(browser: Browser, console: Console) -> Iterator[Page]:
    """A supervisor's page of the pit."""
    console.users.add("sue", PersonRole.SUPERVISOR, PASSWORD)
    with watched(browser, console.url) as watch:
        log_in(watch.page, "sue")
        watch.page.get_by_test_id("step").wait_for()
        yield watch.page
