"""`tablectl settle`: hands in, reasons out, and a bad line does not stop the others."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tablectl.engine.games import GAMES
from tests.cases.golden import FILE, GOLDEN, missing
from tests.cli.conftest import SETTINGS, Run

PAGE = Path(__file__).parents[2] / "docs" / "settling.md"
HAND = {
    "kind": "round",
    "play_at": "flop",
    "player": ["Ah", "9h"],
    "dealer": ["4s", "4c"],
    "board": ["Kh", "7h", "3h", "4d", "2c"],
    "ante": 1000,
    "blind": 1000,
    "triple_bonus": 500,
}


def test_each_line_is_settled_and_explained(tablectl: Run) -> None:
    case = {"game": "uth", "inputs": HAND, "expected": {}, "why": "a flush"}
    done = tablectl("settle", "uth", stdin=f"{json.dumps(HAND)}\n\n{json.dumps(case)}\n")
    assert (done.code, done.err) == (0, "")
    bare, wrapped = map(json.loads, done.out.splitlines())
    assert bare == wrapped
    assert bare["net"] == {"ante": 1000, "blind": 1500, "play": 2000, "triple_bonus": 3000}
    assert {line["bet"] for line in bare["explain"]} == {"ante", "blind", "play", "triple_bonus"}


def test_a_bad_line_is_named_and_the_others_go_on(tablectl: Run, tmp_path: Path) -> None:
    lines = [json.dumps(HAND), '{"kind": ', "[1]", json.dumps({**HAND, "ante": "ten"}), json.dumps({**HAND, "colour": "red"}), json.dumps(HAND)]
    (tmp_path / "hands.jsonl").write_text("\n".join(lines) + "\n", "utf-8")
    done = tablectl("settle", "uth", "hands.jsonl")
    assert done.code == 3
    answers = [json.loads(line) for line in done.out.splitlines()]
    assert [answer.get("line") for answer in answers] == [None, 2, 3, 4, 5, None]
    assert all(answer["error"] in done.err for answer in answers if "line" in answer)
    places = [line.split(" ")[0] for line in done.err.splitlines()]
    ante, colour = lines[3].index('"ante"') + 1, lines[4].index('"colour"') + 1
    assert places == ["hands.jsonl:2:10:", "hands.jsonl:3:1:", f"hands.jsonl:4:{ante}:", f"hands.jsonl:5:{colour}:", "tablectl:"]


@pytest.mark.parametrize(
    ("line", "place", "words"),
    [
        (b'{"kind": "\xe9"}', "1:11", "not UTF-8 text (byte 0xE9)"),
        (b'{"ante": ' + b"9" * 5000 + b"}", "1:1", "a number of too many digits"),
        (b"[" * 100_000, "1:1", "nested too deep"),
        (b"null", "1:1", "expected a JSON object, found null"),
        (b"[1]", "1:1", "expected a JSON object, found [1]"),
        (b'{"ante": NaN}', "1:1", "not JSON: NaN is no number"),
        (b'{"ante": 10, "note": "\\"ante\\": [{", "blind": 10, "ante": 20}', "1:51", "ante: expected each key once, found it twice"),
        (b'{"seats": [{"seat": 1}, {"seat": 2, "\\u0073eat": 3}]}', "1:37", "seat: expected each key once, found it twice"),
    ],
    ids=["latin-1", "5000 digits", "100 000 brackets", "null", "list", "no number", "a key twice", "a key twice within"],
)
def test_a_line_that_cannot_even_be_read_is_named_and_the_others_go_on(tablectl: Run, tmp_path: Path, line: bytes, place: str, words: str) -> None:
    (tmp_path / "hands.jsonl").write_bytes(line + b"\n" + json.dumps(HAND).encode() + b"\r\n")
    done = tablectl("settle", "uth", "hands.jsonl")
    assert (done.code, list(json.loads(done.out.splitlines()[0]))) == (3, ["error", "line"])
    assert len(done.out.splitlines()) == 2
    assert done.err.startswith(f"hands.jsonl:{place}: ")
    assert words in done.err


def test_every_line_of_the_page_can_be_settled(tablectl: Run) -> None:
    blocks = re.findall(r"^```json lines (\w+)\n(.*?)^```", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert {game for game, _ in blocks} == set(GAMES)
    for game, lines in blocks:
        done = tablectl("settle", game, stdin=lines)
        assert done.code == 0, done.err
        assert len(done.out.splitlines()) == len(lines.splitlines())


def test_a_byte_order_mark_at_the_start_is_no_mistake(tablectl: Run, tmp_path: Path) -> None:
    (tmp_path / "hands.jsonl").write_text(json.dumps(HAND), "utf-8-sig")
    assert tablectl("settle", "uth", "hands.jsonl").code == 0


def test_house_rules_change_what_is_settled(tablectl: Run) -> None:
    done = tablectl("settle", "uth", "--rules", SETTINGS / "rules.toml", stdin=json.dumps({**HAND, "triple_bonus": 50100}) + "\n")
    assert done.code == 3
    assert "UTH 2.4" in done.err or "UTH 2.5" in done.err


def test_an_unknown_game_names_the_nearest(tablectl: Run) -> None:
    done = tablectl("settle", "uht", stdin="")
    assert done.code == 2
    assert "did you mean `uth`?" in done.err


@pytest.mark.parametrize("game", GAMES)
def test_the_golden_hands_of_a_game_go_through_the_program(process: Run, tmp_path: Path, game: str) -> None:
    lines = [line for line in FILE.read_text("utf-8").splitlines() if json.loads(line)["game"] == game]
    (tmp_path / "golden.jsonl").write_text("\n".join(lines) + "\n", "utf-8")
    done = process("settle", game, "golden.jsonl")
    assert (done.code, done.err) == (0, "")
    hands = [hand for hand in GOLDEN if hand.game == game]
    faults = {str(hand): missing(hand.expected, json.loads(line)) for hand, line in zip(hands, done.out.splitlines(), strict=True)}
    assert faults == {str(hand): [] for hand in hands}
