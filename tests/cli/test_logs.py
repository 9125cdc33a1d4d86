"""The log: one JSON object a line, libraries included, and no face of a card."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest
import structlog
from hypothesis import given
from hypothesis import strategies as st

from tablectl import logs
from tablectl.engine.cards import Card, Rank, Suit, cards


def lines(stream: io.StringIO) -> list[dict[str, object]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


@pytest.fixture
def stream() -> io.StringIO:
    found = io.StringIO()
    logs.setup("json", "info", found)
    return found


def test_an_event_is_one_object_with_its_context(stream: io.StringIO) -> None:
    with logs.about(table="UTH-1", round=7, device="shoe"):
        structlog.get_logger("tablectl.table").warning("frame discarded", count=3)
    (line,) = lines(stream)
    at = str(line.pop("at"))
    assert at.endswith("Z")
    assert line == {
        "event": "frame discarded",
        "level": "warning",
        "logger": "tablectl.table",
        "table": "UTH-1",
        "round": 7,
        "device": "shoe",
        "count": 3,
    }


def test_what_libraries_log_comes_out_the_same_way(stream: io.StringIO) -> None:
    logging.getLogger("uvicorn.error").info("Started server process [%d]", 42, extra={"port": 8080, "color_message": "\x1b[36m"})
    (line,) = lines(stream)
    assert "color_message" not in line
    assert (line["event"], line["logger"], line["level"], line["port"]) == ("Started server process [42]", "uvicorn.error", "info", 8080)


def test_the_level_counts_for_everybody(stream: io.StringIO) -> None:
    structlog.get_logger("tablectl").debug("polled")
    logging.getLogger("asyncio").debug("polled")
    assert stream.getvalue() == ""
    logs.setup("json", "debug", stream)
    structlog.get_logger("tablectl").debug("polled")
    assert len(lines(stream)) == 1


def test_a_traceback_stays_on_the_line(stream: io.StringIO) -> None:
    packs: dict[str, int] = {}
    try:
        packs["pack"] += 1
    except KeyError:
        structlog.get_logger("tablectl").exception("table stopped")
    (line,) = lines(stream)
    assert "KeyError: 'pack'" in str(line["exception"])


def test_text_is_for_people(stream: io.StringIO) -> None:
    logs.setup("text", "info", stream)
    structlog.get_logger("tablectl").info("table ready", devices=2, face="Ah")
    assert "table ready" in stream.getvalue()
    assert "devices=2" in stream.getvalue()
    assert "Ah" not in stream.getvalue()


@dataclass(frozen=True, slots=True)
class Seen:
    card: Card


ACE = Card(Rank.ACE, Suit.HEARTS)
SECRETS = st.sampled_from([ACE, Seen(ACE), cards("Ah Ah"), {"card": "Ah"}, [{"face": "Ah"}], {"shown": {"hole": ["Ah"]}}, {ACE}, {ACE: 1}])


@given(key=st.sampled_from(["seen", "value", "report", "cause"]), secret=SECRETS, depth=st.integers(0, 3))
def test_no_face_is_written_whatever_holds_it(key: str, secret: object, depth: int) -> None:
    for _ in range(depth):
        secret = {"inner": [secret]}
    for form in ("json", "text"):
        out = io.StringIO()
        logs.setup(form, "info", out)
        structlog.get_logger("tablectl").info("card seen", **{key: secret})
        assert "card seen" in out.getvalue()
        assert "Ah" not in out.getvalue()
        assert "HEARTS" not in out.getvalue()


@pytest.mark.parametrize("key", ["face", "card", "cards", "hole", "Face", "password", "token"])
def test_keys_that_name_secrets_are_marked(stream: io.StringIO, key: str) -> None:
    structlog.get_logger("tablectl").info("card seen", **{key: "Ah"})
    assert lines(stream)[0][key] == logs.WITHHELD


def test_plain_values_come_through(stream: io.StringIO) -> None:
    found: Mapping[str, object] = {"path": Path("/dev/ttyS0"), "error": ValueError("no frame"), "seats": (1, 2), "rate": 0.5, "lid": None}
    structlog.get_logger("tablectl").info("device refused", **found)
    line = lines(stream)[0]
    assert {key: line[key] for key in found} == {"path": "/dev/ttyS0", "error": "no frame", "seats": [1, 2], "rate": 0.5, "lid": None}


@pytest.mark.parametrize(("level", "kept"), [("debug", ["INFO", "WARNING"]), ("info", ["INFO", "WARNING"]), ("warning", ["WARNING"])])
def test_the_server_writes_in_no_detail_what_it_carries(level: str, kept: list[str]) -> None:
    """In detail it would write the cookies of who is logged in, and what their pages show."""
    out = io.StringIO()
    logs.setup("json", level, out)
    for name in ("DEBUG", "INFO", "WARNING"):
        logging.getLogger("uvicorn.error").log(getattr(logging, name), name)
    assert [line["event"] for line in lines(out)] == kept
