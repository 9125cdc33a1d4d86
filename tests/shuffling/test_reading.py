"""The orders of packs out of a journal, and what the command says of them."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from tablectl.commands.shuffles import shuffles
from tablectl.engine.cards import Card
from tablectl.engine.games import GAMES
from tablectl.errors import ProblemsFound
from tablectl.shuffling import Dealt, dealt
from tablectl.table.state import Cause
from tests.detection.croupier import Croupier
from tests.detection.planting import Fault
from tests.table.dealing import DARK, DECK, LOADED, SHOE, SHUFFLER, Dealing, table
from tests.table.recording import SEALER, journal_of, write

SHUFFLER_1 = "Maker Shuffler 1, serial 0002"


def read(dealing: Dealing) -> list[Dealt]:
    return list(dealt(GAMES, journal_of(dealing), SEALER))


def faces(words: str) -> tuple[Card | None, ...]:
    return tuple(None if word == "??" else Card.parse(word) for word in words.split())


def test_packs_that_are_over_are_told_with_the_shuffler_that_vouched_for_them() -> None:
    dealing = table()
    dealing.cards("Ah 7c ?? 2d")
    dealing.bring_pack(2, 2)
    dealing.cards("Kh Qs")
    dealing.bring_pack(1, 3)
    dealing.cards("9c")
    first, second = read(dealing)
    assert (first.shuffler, first.pack, first.faces) == (SHUFFLER_1, 1, faces("Ah 7c ?? 2d"))
    assert (second.shuffler, second.pack, second.faces) == (SHUFFLER_1, 2, faces("Kh Qs"))


def test_the_pack_that_is_still_dealt_is_none_and_one_that_goes_out_is_over() -> None:
    dealing = table()
    dealing.cards("Ah 7c")
    assert read(dealing) == []
    dealing.status(SHOE, DARK, loads=1)
    assert [each.faces for each in read(dealing)] == [faces("Ah 7c")]


def test_cards_that_were_not_reported_keep_their_places_and_a_report_that_comes_again_has_none() -> None:
    dealing = table()
    dealing.cards("Ah")
    dealing.happen(dealing.read("7c", ahead=3))
    dealing.happen(dealing.read("7c", ahead=0))
    assert Cause.CARDS_MISSED in dealing.causes
    dealing.bring_pack(2, 2)
    [pack] = read(dealing)
    assert pack.faces == faces("Ah ?? ?? 7c")


def test_of_a_machine_each_round_is_one() -> None:
    croupier = Croupier("tx_bj", random.Random(5))
    croupier.shoe(Fault.NONE)
    assert croupier.table is not None
    rounds = read(croupier.table)
    assert len(rounds) == croupier.table.state.live.number - 1
    assert {each.shuffler for each in rounds} == {"Maker Shoe 1, serial 0001"}
    assert sum(len(each.faces) for each in rounds) >= 312


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """Thirty-three packs of eight cards; each of the last thirty begins with the ace of spades."""
    dealing = table()
    chance = random.Random(3)
    for loads in range(2, 35):
        pack = chance.sample(DECK, 8)
        if loads > 4 and Card.parse("As") not in pack:
            pack[0] = Card.parse("As")
        dealing.cards(" ".join(map(str, sorted(pack, key=lambda card: str(card) != "As"))))
        dealing.bring_pack(1, loads)
    path = tmp_path / "journal.db"
    write(path, journal_of(dealing))
    return path


def test_the_command_names_what_is_unusual_and_ends_with_the_code_of_a_problem(journal: Path) -> None:
    done = CliRunner().invoke(shuffles, [str(journal)])
    assert isinstance(done.exception, ProblemsFound)
    assert "the order of the cards is not that of fair shuffles" in str(done.exception)
    assert f"{SHUFFLER_1}, single-52, pack 1: 33 shoes, 264 cards" in done.output
    assert "cards stay where they were in the last shoe" in done.output
    assert "As" not in done.output.split()


def test_the_command_says_how_many_shoes_it_takes_and_speaks_json(journal: Path) -> None:
    done = CliRunner().invoke(shuffles, [str(journal), "--last", "20"])
    assert done.exit_code == 0
    assert "20 shoes, 160 cards: too few to say anything, it takes 30" in done.output
    values = json.loads(CliRunner().invoke(shuffles, [str(journal), "--json"]).output)
    [group] = values["groups"]
    assert (values["sound"], group["shoes"], group["pack"]) == (False, 33, 1)
    assert any(test["unusual"] for test in group["tests"])


def test_lights_alone_vouch_for_the_one_shuffler_of_a_table() -> None:
    dealing = table(ready=False)
    dealing.devices_up()
    dealing.status(SHUFFLER, replace(DARK, cards_in=None))
    dealing.status(SHOE, LOADED)
    dealing.cards("Ah")
    dealing.status(SHOE, DARK, loads=1)
    assert [each.shuffler for each in read(dealing)] == [SHUFFLER_1]
