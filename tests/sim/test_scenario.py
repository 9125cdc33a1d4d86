"""Scenarios: the shipped ones are read, wrong ones are refused with file, key and what was expected."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from tablectl_sim import scenario, tableconfig
from tablectl_sim.cards import new_pack, shuffled
from tablectl_sim.errors import BadScenario, NoSuchScenario
from tablectl_sim.incidents import KINDS
from tablectl_sim.people import Player

RULES = 'id = "bench"\n'


@pytest.mark.parametrize("name", sorted(scenario.shipped()))
def test_shipped_scenarios_are_read(name: str) -> None:
    plan = scenario.load(scenario.find(name))
    assert plan.about
    tomllib.loads(tableconfig.table_toml(plan, plan.speed, Path("/ports"), house_rules="rules.toml", driver="cdl", console_port=0))


def test_every_fault_has_a_scenario() -> None:
    shown = {fault.kind for path in scenario.shipped().values() for fault in scenario.load(path).faults}
    by_hand = {"replug", "clear", "lid_closed"}
    assert shown == set(KINDS) - by_hand


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("seats = 8", "seats: expected a whole number from 1 to 7, not 8"),
        ("seets = 3", "seets: expected no such key; the keys are about"),
        ('game = "chess"', 'game: expected "uth" or "casino_holdem"'),
        ('speed = "fast"', "speed: expected \"max\" or a number above 0 and up to 1000, not 'fast'"),
        ("speed = 0", "speed: expected"),
        ("[[player]]\nseat = 4", r"player\[1\].seat: expected a whole number from 1 to 3, not 4"),
        ("[[player]]\nseat = 1\n[[player]]\nseat = 1", "player: expected at most one player a seat"),
        ('[[player]]\nseat = 1\npolicy = "brave"', 'policy: expected "sheet" or "never_fold" or "random"'),
        ("[pace]\nwager = -1", "pace.wager: expected a number from 0 to 3600, not -1"),
        ("[pace]\nwagers = 1", "pace.wagers: expected no such key"),
        ('[[fault]]\nat = { round = 1 }\nkind = "explode"', r'fault\[1\].kind: expected "unplug" or "replug"'),
        ('[[fault]]\nkind = "jam"', r"fault\[1\].at: expected round = N"),
        ('[[fault]]\nat = { round = 1 }\nkind = "jam"\ndevice = "shoe"', r"fault\[1\].device: expected no such key"),
        ('[[fault]]\nat = { round = 1 }\nkind = "unplug"\ndevice = "lamp"', 'device: expected "shoe" or "shuffler"'),
        ('[[fault]]\nat = { round = 1 }\nkind = "wrong_face"\nface = "1s"', "a card is a rank"),
        ('[[fault]]\nat = { round = 1 }\nkind = "chatter"', "button: expected a text, not None"),
        ('[[fault]]\nat = { round = 1 }\nkind = "exposed_card"\narea = "rack"', r"fault\[1\].area: expected board or burn, not 'rack'"),
        ("by_hand = true", "by_hand: expected a game whose dealer goes by the display"),
        ('game = "tx_bj"\nby_hand = true', "by_hand: expected a game whose dealer goes by the display"),
        ("[devices.shoe]\nmodel = 3", "devices.shoe.model: expected a text, not 3"),
        ("seats = ", "Invalid value"),
    ],
)
def test_mistakes_name_file_key_and_expectation(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadScenario, match=message) as caught:
        scenario.load(path)
    if "a card is" not in message:
        assert str(caught.value).startswith(str(path))


def test_an_unknown_name_tells_the_known_ones() -> None:
    with pytest.raises(NoSuchScenario, match="first-table, flip-bits"):
        scenario.find("second-table")


def test_configuration_names_every_line_once() -> None:
    plan = scenario.load(scenario.find("full-speed"))
    table = tomllib.loads(tableconfig.table_toml(plan, plan.speed, Path("/ports"), house_rules="rules.toml", driver="cdl", console_port=8080))
    assert [device["port"] for device in table["devices"]] == ["/ports/shoe", "/ports/shuffler"]
    assert table["panel"]["inputs"]["seat7.play"] == "inputs:27"
    lines = [*table["panel"]["inputs"].values(), *table["panel"]["lamps"].values()]
    assert len(lines) == len(set(lines)) == 31 + 34
    assert (table["panel"]["stable_ms"], table["panel"]["wink_ms"], table["console"]["port"]) == (2, 2, 8080)


def test_a_reader_on_the_usb_is_named_by_its_socket_and_one_that_types_only_at_a_table_on_a_bench() -> None:
    for name, options, bench in (("usb-scanner", {}, None), ("typing-scanner", {"mode": "keyboard"}, True)):
        plan = scenario.load(scenario.find(name))
        table = tomllib.loads(tableconfig.table_toml(plan, plan.speed, Path("/ports"), house_rules="rules.toml", driver="cdl", console_port=0))
        assert table["devices"][0] == {
            "name": "shoe",
            "role": "shoe",
            "driver": "hid_pos",
            "port": "usb:1-1",
            "options": {**options, "usb_backend": "tablectl_sim_bench"},
        }
        assert (table["devices"][1]["driver"], table["table"].get("bench")) == ("cdl", bench)


def test_hostile_texts_are_said_by_the_device() -> None:
    plan = scenario.load(scenario.find("hostile-texts"))
    assert b"\x18<img src=x onerror=1>"[1:] in plan.shuffler.encoded()
    table = tomllib.loads(tableconfig.table_toml(plan, 1.0, Path("/ports"), house_rules="r", driver="cdl", console_port=0))
    assert table["devices"][1]["maker"] == "=1+1"


class TestChance:
    """Everything follows from the seed."""

    def test_shuffles(self) -> None:
        pack = new_pack(1)
        assert shuffled(pack, "a") == shuffled(pack[::-1], "a") != shuffled(pack, "b")

    def test_stakes_and_choices(self) -> None:
        player = Player(3, "random", units=5, bonus=0.5)
        pack = shuffled(new_pack(1), "x")
        lives = [[(player.stake(f"{seed}/{n}"), player.say(pack[:2], pack[2:7], f"{seed}/{n}")) for n in range(30)] for seed in ("one", "one", "two")]
        assert lives[0] == lives[1] != lives[2]
