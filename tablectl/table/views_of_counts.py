"""What a person may see of counts and readings: plain values, ready for JSON."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FaceCountView:
    """A face, how often it was read of a pack, and how often the pack has it."""

    face: str
    seen: int
    copies: int


@dataclass(frozen=True, slots=True)
class ReadingsView:
    """Of the pack when it was dealt last, in the rounds `first` to `last`: faces that came too often, and faces that should have come and did not."""

    first: int
    last: int
    over: tuple[FaceCountView, ...]
    under: tuple[FaceCountView, ...]


@dataclass(frozen=True, slots=True)
class PackCountView:
    """A pack was dealt in the rounds `first` to `last` (0: in none) since all who counted its cards agreed. `readings` is None where nothing is wrong
    with them."""

    pack: int
    back: str
    first: int
    last: int
    readings: ReadingsView | None


@dataclass(frozen=True, slots=True)
class CountsView:
    """The cards of pack `due` that are left are to be counted by hand before the next round (0: of none); `text` asks for it and names the rule."""

    due: int
    text: str
    packs: tuple[PackCountView, ...]
