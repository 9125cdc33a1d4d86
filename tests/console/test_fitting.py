"""The dealer display shows all of it at once: no scrolling, nothing cut off, no words over others, for every game, step and hold."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playwright.sync_api import Browser

from tablectl.table.actions import PersonRole
from tablectl.table.views import SpotView, TableView

from . import other_games, peer
from .browser import TABLE, log_in, show, watched
from .running import PASSWORD, Console

pytestmark = pytest.mark.browser

SIZES = ((1024, 768), (1440, 900))
SHOOTOUT = (
    ("wager", "Wager"),
    ("bonus", "Shootout Bonus"),
    ("toke", "Toke"),
    ("bonus_toke", "Bonus toke"),
    ("second_hand", "Second hand"),
    ("second_bonus", "Second bonus"),
    ("second_toke", "Second toke"),
    ("envy", "Envy Bonus"),
    ("second_envy", "Second Envy"),
)
SHOWDOWN = (("ante", "Ante"), ("bonus", "Showdown Bonus"), ("second_ante", "Ante, second hand"), ("second_bonus", "Showdown Bonus, second hand"))
CASINO = (("ante", "Ante"), ("bonus", "Bonus"), ("bet", "Bet"))


def labelled(view: TableView, title: str, labels: tuple[tuple[str, str], ...]) -> TableView:
    """The same table with the bet spots of another game, all of them due and staked."""
    spots = tuple(SpotView(bet, label, 12_500, "on", due=True, before_deal=True, marks=(), marked=()) for bet, label in labels)
    return replace(view, title=title, seats=tuple(replace(seat, spots=spots) for seat in view.seats))


def unplugged(view: TableView) -> TableView:
    """The same table, held for two things."""
    held = peer.held()
    return replace(view, held=True, step=held.step, holds=held.holds[:2])


GAMES = {
    "ultimate at rest": peer.deciding(),
    "ultimate settling": peer.settling(),
    "casino": labelled(peer.deciding(), "Casino Texas Hold'em", CASINO),
    "shootout": labelled(other_games.choosing(), "Texas Shootout", SHOOTOUT),
    "showdown": labelled(other_games.choosing(), "Showdown Poker", SHOWDOWN),
    "showdown house way": labelled(other_games.house_way(), "Showdown Poker", SHOWDOWN),
    "blackjack": other_games.stations(),
    "four holds": other_games.flood(),
}
VIEWS = GAMES | {f"{name}, held": unplugged(view) for name, view in GAMES.items() if not view.holds}

FAULTS = """() => {
  const faults = [];
  const root = document.scrollingElement;
  if (root.scrollHeight > innerHeight) faults.push(`the page is ${root.scrollHeight} high and the screen ${innerHeight}`);
  if (root.scrollWidth > innerWidth) faults.push(`the page is ${root.scrollWidth} wide and the screen ${innerWidth}`);
  const words = element => element.className + " " + JSON.stringify(element.innerText.slice(0, 40));
  const box = element => element.getBoundingClientRect();
  const apart = (one, other) =>
    one.right <= other.left + 1 || other.right <= one.left + 1 || one.bottom <= other.top + 1 || other.bottom <= one.top + 1;
  const room = box(document.querySelector(".fit"));
  const whole = ".step-text, .held-text, .held-advice, .spot-label, .seat-name, .option, .card, .face-button";
  for (const element of document.querySelectorAll(`.fit :is(${whole})`)) {
    if (!element.checkVisibility()) continue;
    const at = box(element);
    if (at.bottom > room.bottom + 1 || at.right > room.right + 1 || at.left < room.left - 1) faults.push(`cut off: ${words(element)}`);
  }
  const text = element => { const range = document.createRange(); range.selectNodeContents(element); return range.getBoundingClientRect(); };
  const drawn = [...document.querySelectorAll(".rail :is(.spot-label, .seat-name, .spot-ring, .spot-marks, .spot-row-name)")];
  const labels = drawn.filter(element => element.checkVisibility()).map(
    element => [element, element.matches(".spot-ring") ? box(element) : text(element)]);
  for (const [nth, [one, at]] of labels.entries()) {
    for (const [other, there] of labels.slice(nth + 1)) if (!apart(at, there)) faults.push(`${words(one)} lies over ${words(other)}`);
  }
  for (const key of document.querySelectorAll(".keys .key")) {
    const [lamp, label] = [key.querySelector(".lamp"), key.querySelector(".key-label")];
    if (lamp && label && !apart(box(lamp), text(label))) faults.push(`the lamp lies on ${words(label)}`);
  }
  const zoom = Number(document.querySelector(".fit-drawn").style.zoom);
  if (zoom < 0.6) faults.push(`drawn too small: ${zoom}`);
  return faults;
}"""


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_dealer_display_fits_the_screen_for_every_game_and_step(browser: Browser, console: Console, size: tuple[int, int]) -> None:
    console.users.add("sue", PersonRole.SUPERVISOR, PASSWORD)
    with watched(browser, console.url, *size, still=True) as watch:
        page = watch.page
        log_in(page, "sue", f"{TABLE}/dealer")
        found: dict[str, list[str]] = {}
        for name, view in VIEWS.items():
            show(console, page, view)
            page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
            found[name] = page.evaluate(FAULTS)
        assert {name: faults for name, faults in found.items() if faults} == {}


def test_the_felt_is_beside_a_hold_on_a_tablet(browser: Browser, console: Console) -> None:
    console.users.add("sue", PersonRole.SUPERVISOR, PASSWORD)
    with watched(browser, console.url, 1024, 768, still=True) as watch:
        page = watch.page
        log_in(page, "sue")
        show(console, page, unplugged(peer.deciding()))
        felt, hold = page.locator(".felt").bounding_box(), page.get_by_test_id("hold-4").bounding_box()
        assert felt is not None
        assert hold is not None
        assert felt["y"] < 300, "it begins in the upper half"
        assert felt["y"] + 300 < 768
        assert hold["y"] < 768
        assert felt["x"] + felt["width"] <= hold["x"], "side by side"
