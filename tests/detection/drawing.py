"""The plot: for each game, which share of the shoes with a fault was held by which card, and how far the shuffler's count brought it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tablectl.engine.games import GAMES

from .planting import Fault
from .tally import Found, Tally

COLOURS: Final = {
    Fault.MISSING: "#7f7f7f",
    Fault.EXTRA: "#d55e00",
    Fault.FOREIGN: "#009e73",
    Fault.SWAPPED: "#cc79a7",
    Fault.MISREAD: "#0072b2",
    Fault.MISREAD_ALWAYS: "#e6ab02",
    Fault.UNREAD: "#56b4e9",
    Fault.UNSHUFFLED: "#000000",
}
_WIDTH, _HEIGHT, _LEFT, _TOP, _PANEL, _COUNT = 300, 170, 44, 34, 70, 26
_ACROSS: Final = 2


def drawn(found: Found) -> str:
    """An SVG, the same for the same numbers."""
    rows = -(-(len(found) + 1) // _ACROSS)
    width, height = _ACROSS * (_LEFT + _WIDTH + _COUNT + 16), rows * (_TOP + _HEIGHT + _PANEL - 24)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="11">',
        "<title>Share of the shoes with a fault that were held, by the card on which they were</title>",
        f'<rect width="{width}" height="{height}" fill="white"/>',
    ]
    for number, (game, faults) in enumerate(found.items()):
        lines += _panel(game, faults, *_place(number))
    lines += _legend(*_place(len(found)))
    return "\n".join([*lines, "</svg>", ""])


def _place(number: int) -> tuple[int, int]:
    down, across = divmod(number, _ACROSS)
    return _LEFT + across * (_LEFT + _WIDTH + _COUNT + 16), _TOP + down * (_TOP + _HEIGHT + _PANEL - 24)


def _panel(game: str, faults: dict[Fault, Tally], x: int, y: int) -> Iterator[str]:
    last = max([card for tally in faults.values() for card in tally.at] or [1])
    yield f'<text x="{x}" y="{y - 12}" font-size="13" font-weight="bold">{GAMES[game].title}</text>'
    for share in (0.0, 0.5, 1.0):
        level = y + _HEIGHT * (1 - share)
        yield f'<path d="M{x} {level:g}H{x + _WIDTH + _COUNT}" stroke="#ddd"/>'
        yield f'<text x="{x - 6}" y="{level + 4:g}" text-anchor="end">{share:.0%}</text>'
    for card in range(0, last * 7 // 8, _stride(last)):  # where the word below the count begins
        yield f'<text x="{x + _WIDTH * card / last:g}" y="{y + _HEIGHT + 14}" text-anchor="middle">{card}</text>'
    yield f'<text x="{x + _WIDTH + _COUNT}" y="{y + _HEIGHT + 14}" text-anchor="end">count</text>'
    for fault, colour in COLOURS.items():
        if (tally := faults.get(fault)) and tally.shoes:
            yield f'<path d="{_path(tally, last, x, y)}" fill="none" stroke="{colour}" stroke-width="1.8"/>'


def _path(tally: Tally, last: int, x: int, y: int) -> str:
    """A stair over the cards, and behind the last card what the count found."""
    found = 0
    path = f"M{x} {y + _HEIGHT}"
    for card, shoes in sorted(tally.at.items()):
        found += shoes
        path += f"H{x + _WIDTH * card / last:.1f}V{y + _HEIGHT * (1 - found / tally.shoes):.1f}"
    return path + f"H{x + _WIDTH}L{x + _WIDTH + _COUNT} {y + _HEIGHT * (1 - tally.found / tally.shoes):.1f}"


def _stride(last: int) -> int:
    return next(stride for stride in (2, 5, 10, 20, 50, 100) if last / stride <= 7)


def _legend(x: int, y: int) -> Iterator[str]:
    for number, (fault, colour) in enumerate(COLOURS.items()):
        level = y + 20 * number
        yield f'<path d="M{x} {level}h24" stroke="{colour}" stroke-width="3"/>'
        yield f'<text x="{x + 32}" y="{level + 4}" font-size="12">{fault.value.replace("_", " ")}</text>'
    yield f'<text x="{x}" y="{y + 20 * len(COLOURS) + 8}">across: card of the shoe on which play was held</text>'
    yield f'<text x="{x}" y="{y + 20 * len(COLOURS) + 24}">count: the shuffler counts the pack when the shoe is over</text>'
