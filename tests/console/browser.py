"""Chromium for the page tests, and the words for where it is missing."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Request, sync_playwright

from tablectl.console.app import STATIC
from tablectl.table.views import TableView

from .running import PASSWORD, Console

TABLE: Final = "/t/UTH-07"
NAMES: Final = ("chromium", "chromium-browser", "google-chrome")
ARGUMENTS: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
AXE: Final = STATIC.parent / "web" / "node_modules" / "axe-core" / "axe.min.js"


def missing(what: str) -> None:
    if os.environ.get("TABLECTL_REQUIRE_BROWSER") == "1":
        pytest.fail(what)
    pytest.skip(what)


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser, or a skip that says what is missing (a failure where TABLECTL_REQUIRE_BROWSER=1)."""
    program = next(filter(None, map(shutil.which, NAMES)), None)
    if program is None:
        missing("no Chromium here: apt install chromium")
    if not (STATIC / "index.html").is_file() or not AXE.is_file():
        missing("the pages are not built: run npm ci && npm run build in tablectl/console/web")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        yield browser
        browser.close()


@dataclass(frozen=True, slots=True)
class Watched:
    """A page, and what it did that no page may do."""

    page: Page
    faults: list[str]


@contextmanager
def watched(
    browser: Browser, base: str, width: int = 1440, height: int = 1000, scheme: Literal["light", "dark"] = "light", *, still: bool = False
) -> Iterator[Watched]:
    """A page in a context of its own; at the end it must have asked no other host and broken no policy."""
    context: BrowserContext = browser.new_context(
        base_url=base, viewport={"width": width, "height": height}, color_scheme=scheme, reduced_motion="reduce" if still else "no-preference"
    )
    faults: list[str] = []

    def asked(request: Request) -> None:
        if not request.url.startswith(base):
            faults.append(f"asked {request.url}")

    context.on("request", asked)
    context.on("weberror", lambda error: faults.append(f"threw {error.error}"))
    context.on("console", lambda message: faults.append(message.text) if "Content Security Policy" in message.text else None)
    page = context.new_page()
    page.set_default_timeout(8000)
    yield Watched(page, faults)
    context.close()
    assert faults == []


def log_in(page: Page, name: str, path: str = "/") -> None:
    page.goto(path)
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    page.get_by_role("button", name="Log out").wait_for()


STILL = """() => Promise.allSettled(
    document.getAnimations().filter(one => Number.isFinite(one.effect.getComputedTiming().endTime)).map(one => one.finished)
).then(() => null)"""


def violations(page: Page) -> list[str]:
    """What axe-core finds wrong with the page once it stands still: a button on its way to another colour has too little contrast."""
    page.evaluate(Path(AXE).read_text())
    page.evaluate(STILL)
    found: list[dict[str, Any]] = page.evaluate("async () => (await axe.run()).violations")
    return [f"{one['id']}: {one['nodes'][0]['html']} ({one['nodes'][0]['failureSummary']})" for one in found]


def show(console: Console, page: Page, view: TableView) -> None:
    """Change what the table shows, and wait until the page shows it."""
    console.do(console.table.show(view))
    page.get_by_text(f"record {console.table.shown.cursor}").wait_for()
