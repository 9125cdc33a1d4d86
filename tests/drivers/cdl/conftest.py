"""The notation of vectors and transcripts: frames and events as words that the protocol page uses."""

from __future__ import annotations

import dataclasses
import shlex
from collections.abc import Callable
from typing import Final

import pytest

from tablectl_drivers.cdl import frames

_FRAMES: Final[dict[str, Callable[..., frames.Frame]]] = {
    kind.__name__.upper(): kind
    for kind in (
        frames.Who,
        frames.Confirm,
        frames.Resend,
        frames.Command,
        frames.Identity,
        frames.Status,
        frames.Report,
        frames.Gone,
        frames.Answer,
    )
}
_TEXTS: Final = ("maker", "model", "serial", "firmware")


def _read_frame(text: str) -> frames.Frame:
    name, *words = shlex.split(text)
    pairs = (word.split("=", 1) for word in words)
    return _FRAMES[name](**{key: value if key in _TEXTS else int(value) for key, value in pairs})


def _write_frame(frame: frames.Frame) -> str:
    return " ".join((type(frame).__name__.upper(), *_pairs(frame)))


def _pairs(frame: frames.Frame) -> list[str]:
    return [_pair(field.name, getattr(frame, field.name)) for field in dataclasses.fields(frame)]


def _pair(name: str, value: object) -> str:
    return f'{name}="{value}"' if isinstance(value, str) and (" " in value or not value) else f"{name}={value}"


@pytest.fixture(scope="session")
def read_frame() -> Callable[[str], frames.Frame]:
    return _read_frame


@pytest.fixture(scope="session")
def write_frame() -> Callable[[frames.Frame], str]:
    return _write_frame
