"""Reading a configuration: order, origins, all or nothing."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablectl.config import DEFAULT_PATH, LoadedConfig, load, locate, schema_text
from tablectl.engine.games.uth.house import UthRules
from tablectl.errors import ConfigError, ConfigUnreadable

Load = Callable[..., LoadedConfig]
HERE = Path(__file__).parent
CONFIG = HERE.parents[1] / "config"
ACTIVE_LOW = "TABLECTL__PANEL__CHIPS__0__ACTIVE_LOW"


def test_a_right_configuration_is_read_whole(load_table: Load) -> None:
    found = load_table()
    assert (found.settings.table.id, found.game.id) == ("UTH-1", "uth")
    assert isinstance(found.rules, UthRules)
    assert found.rules.preflop_multiples == (4, 3)
    assert found.settings.console.session_hours == 12


def test_paths_start_at_the_folder_of_the_file(tmp_path: Path, load_table: Load) -> None:
    load_table()
    found = load(tmp_path / "tablectl.toml", {})
    assert found.at(found.settings.journal.path) == tmp_path / "journal.db"
    assert found.at(Path("/var/lib/x")) == Path("/var/lib/x")
    assert found.rules_path == tmp_path / "rules.toml"


def test_the_file_is_named_by_flag_then_environment_then_the_system() -> None:
    assert locate(Path("flag.toml"), {"TABLECTL_CONFIG": "variable.toml"}) == Path("flag.toml")
    assert locate(None, {"TABLECTL_CONFIG": "variable.toml"}) == Path("variable.toml")
    assert locate(None, {"TABLECTL_CONFIG": ""}) == DEFAULT_PATH


def test_the_command_line_wins_over_the_environment_and_that_over_the_file(load_table: Load) -> None:
    variable = {"TABLECTL__CONSOLE__PORT": "8081"}
    assert load_table().settings.console.port == 8080
    assert load_table(environment=variable).settings.console.port == 8081
    assert load_table(environment=variable, arguments=["console.port=8082"]).settings.console.port == 8082
    assert load_table(arguments=["console.port=8082", "console.port=8083"]).settings.console.port == 8083


@pytest.mark.parametrize(
    ("text", "value"), [(word, False) for word in ("false", "0", "no", "False", "off")] + [(word, True) for word in ("true", "1", "YES", "on")]
)
@pytest.mark.parametrize("in_file", ["true", "false"])
def test_truth_from_the_environment_is_what_it_says(load_table: Load, base: str, text: str, in_file: str, *, value: bool) -> None:
    table = base.replace("active_low = true", f"active_low = {in_file}")
    assert load_table(table, environment={ACTIVE_LOW: text}).settings.panel.chips[0].active_low is value


@pytest.mark.parametrize("text", ["", "maybe", "2", "nope"])
def test_what_is_no_truth_is_refused(load_table: Load, text: str) -> None:
    with pytest.raises(ConfigError, match=f"{ACTIVE_LOW}: .*expected true or false"):
        load_table(environment={ACTIVE_LOW: text})


def test_an_override_may_bring_a_table_that_the_file_lacks(load_table: Load, base: str) -> None:
    found = load_table(base.partition("[log]")[0], environment={"TABLECTL__LOG__FORMAT": "text"}, arguments=['panel.lamps."key.next"=header:7'])
    assert found.settings.log.format == "text"
    assert found.settings.panel.lamps["key.next"] == "header:7"


def test_each_value_tells_who_set_it(load_table: Load) -> None:
    origins = load_table(environment={"TABLECTL__CONSOLE__PORT": "8081"}, arguments=["devices[1].port=/dev/ttyS1"]).origins
    assert origins["table.seats"] == "tablectl.toml:4"
    assert origins["devices[0].port"] == "tablectl.toml:12"
    assert origins["devices[1].port"] == "--set devices[1].port=/dev/ttyS1"
    assert origins["console.port"] == "TABLECTL__CONSOLE__PORT"
    assert origins["console.session_hours"] == "default"
    assert origins['panel.inputs."key.next"'] == "tablectl.toml:30"


def test_one_bad_key_and_nothing_is_applied(load_table: Load, base: str) -> None:
    with pytest.raises(ConfigError, match="1 mistake"):
        load_table(base.replace("port = 8080", "prot = 8080"))


def test_the_hash_of_the_rules_is_over_what_they_say(load_table: Load, house_rules: str) -> None:
    plain = load_table()
    retold = load_table(rules="# retold\n" + house_rules.replace("must_win = false", "must_win   =   false # as ever"))
    changed = load_table(rules=house_rules.replace("must_win = false", "must_win = true"))
    assert plain.rules_hash == retold.rules_hash != changed.rules_hash
    assert plain.rules == retold.rules
    assert retold.rules_text.startswith("# retold")


def test_a_limit_that_is_left_out_is_no_limit_and_another_hash(load_table: Load, house_rules: str) -> None:
    assert load_table(rules=house_rules.replace("triple_max = 50000\n", "")).rules_hash != load_table().rules_hash


def test_a_house_is_told_of_switches_that_favour_the_player(load_table: Load, house_rules: str) -> None:
    assert load_table().warnings == ()
    assert "river_multiple = 2" in load_table(rules=house_rules.replace("river_multiple = 1", "river_multiple = 2")).warnings[0]


def test_a_missing_file_a_folder_and_what_cannot_be_read_are_told_apart(tmp_path: Path) -> None:
    with pytest.raises(ConfigUnreadable, match=r"nowhere\.toml: there is no such file"):
        load(tmp_path / "nowhere.toml", {})
    with pytest.raises(ConfigUnreadable, match="this is a directory"):
        load(tmp_path, {})
    with pytest.raises(ConfigUnreadable, match="cannot be read: Input/output error"):
        load(Path("/proc/self/mem"), {})


def test_a_file_that_is_not_utf8_is_named_with_the_byte(tmp_path: Path, base: str) -> None:
    path = tmp_path / "tablectl.toml"
    path.write_bytes(b"# Ger\xe4t\n" + base.encode())
    with pytest.raises(ConfigUnreadable, match=r"not UTF-8 text \(byte 5 is 0xE4\)"):
        load(path, {})


def test_a_file_from_another_system_is_read(tmp_path: Path, base: str, house_rules: str) -> None:
    (tmp_path / "tablectl.toml").write_bytes(base.replace("\n", "\r\n").encode())
    (tmp_path / "rules.toml").write_bytes(house_rules.replace("\n", "\r\n").encode())
    assert load(tmp_path / "tablectl.toml", {}).settings.table.seats == 2


BASE_LINES = (HERE / "base.toml").read_text("utf-8").splitlines()
RULES_LINES = (HERE / "rules.toml").read_text("utf-8").splitlines()


@given(key=st.from_regex(r"zz[a-z0-9_-]{0,8}", fullmatch=True), data=st.data())
def test_an_unknown_key_anywhere_is_found_at_its_line(key: str, data: st.DataObject) -> None:
    lines = {"tablectl.toml": list(BASE_LINES), "rules.toml": list(RULES_LINES)}
    name = data.draw(st.sampled_from(sorted(lines)))
    at = data.draw(st.integers(0, len(lines[name])))
    lines[name].insert(at, f"  {key} = 1")
    with tempfile.TemporaryDirectory() as folder:
        for file, content in lines.items():
            Path(folder, file).write_text("\n".join(content) + "\n", "utf-8")
        with pytest.raises(ConfigError) as caught:
            load(Path(folder, "tablectl.toml"), {})
    first = str(caught.value).splitlines()[1]
    assert first.startswith(f"{Path(folder, name)}:{at + 1}:3: ")
    assert key in first
    assert "unknown key" in first or "expected a key such as" in first


def test_the_schema_in_the_repository_is_fresh() -> None:
    assert (CONFIG / "tablectl.schema.json").read_text("utf-8") == schema_text()


@pytest.mark.parametrize("path", sorted(CONFIG.glob("*.toml")), ids=lambda path: path.name)
def test_the_examples_are_right_and_explain_every_key(path: Path) -> None:
    load(path, {})
    text = path.read_text("utf-8")
    assert text.startswith("#:schema ./tablectl.schema.json\n")
    schema = json.loads(schema_text())
    keys = {key for node in (schema, *schema["$defs"].values()) for key in node.get("properties", {})}
    assert {key for key in keys if f"{key} = " not in text and f"[{key}]" not in text and f".{key}]" not in text} <= {"devices", "table"}
