"""`tablectl users`: passwords from stdin, roles, and the last admin who stays."""

from __future__ import annotations

import json
import os
import pwd
import shutil
from pathlib import Path

import pytest

from tablectl.console.users import Users
from tablectl.table.actions import PersonRole
from tests.cli.conftest import Run

PASSWORD = "correct horse battery"  # noqa: S105  of nobody


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A users file with an admin; hashing is slow on purpose, so it is made once."""
    path = tmp_path_factory.mktemp("users") / "users.db"
    with Users(path) as users:
        users.add("ada", PersonRole.ADMIN, PASSWORD)
    return path


@pytest.fixture
def users(store: Path, table: Path) -> Path:
    return Path(shutil.copy(store, table.parent / "users.db"))


@pytest.mark.usefixtures("users")
def test_a_person_comes_changes_and_goes(tablectl: Run) -> None:
    def bob() -> tuple[object, object]:
        lines = tablectl("users", "list", "--json", "--config", "table.toml").out.splitlines()
        (row,) = (row for row in map(json.loads, lines) if row["name"] == "bob")
        return row["role"], row["locked"]

    done = tablectl("users", "add", "bob", "dealer", "--config", "table.toml", stdin=f"{PASSWORD}\n")
    assert (done.code, done.out, done.err) == (0, "", "")
    assert bob() == ("dealer", False)
    assert tablectl("users", "role", "bob", "supervisor", "--config", "table.toml").code == 0
    assert tablectl("users", "lock", "bob", "--config", "table.toml").code == 0
    assert bob() == ("supervisor", True)
    assert tablectl("users", "lock", "--undo", "bob", "--config", "table.toml").code == 0
    assert bob() == ("supervisor", False)


def test_a_new_password_is_the_one_that_counts(tablectl: Run, users: Path) -> None:
    assert tablectl("users", "passwd", "ada", "--config", "table.toml", stdin="another long one\r\n").code == 0
    with Users(users) as store:
        assert store.log_in("ada", "another long one", "127.0.0.1").name == "ada"


def test_each_change_is_left_for_the_record_with_who_made_it_and_no_password(tablectl: Run, users: Path) -> None:
    for arguments in (["add", "bob", "dealer"], ["role", "bob", "viewer"], ["passwd", "bob"], ["lock", "bob"], ["lock", "--undo", "bob"]):
        assert tablectl("users", *arguments, "--config", "table.toml", stdin=f"{PASSWORD}\n").code == 0
    assert tablectl("users", "add", "bob", "dealer", "--config", "table.toml", stdin=f"{PASSWORD}\n").code == 1, "what was not done is not left"
    me = pwd.getpwuid(os.geteuid()).pw_name
    with Users(users) as store:
        left = [(change.type, change.body) for change in store.outside.left()]
    assert [kind for kind, _ in left] == ["console_user_added", "console_user_role", "console_password_set", *["console_user_locked"] * 2]
    assert all(body["person"] == "bob" and body["by"].startswith(f"{me} of this machine") for _, body in left)
    assert PASSWORD not in str(left)


def test_the_list_says_when_somebody_logged_in_last(tablectl: Run, users: Path) -> None:
    assert tablectl("users", "list", "--config", "table.toml").out.rstrip().endswith("never logged in")
    with Users(users, lambda: 1_790_000_000.0) as store:
        store.open_session("ADA", 60.0)
    row = json.loads(tablectl("users", "list", "--json", "--config", "table.toml").out)
    assert row["last_log_in"] == "2026-09-21T14:13:20Z"


@pytest.mark.parametrize(
    ("arguments", "stdin", "words"),
    [
        (["add", "eve", "dealer"], "short\n", "a password has 10 to 128 characters"),
        (["lock", "ada"], "", "last admin"),
        (["role", "nobody", "dealer"], "", "no user 'nobody'"),
    ],
)
@pytest.mark.usefixtures("users")
def test_what_cannot_be_is_refused(tablectl: Run, arguments: list[str], stdin: str, words: str) -> None:
    done = tablectl("users", *arguments, "--config", "table.toml", stdin=stdin)
    assert done.code == 1
    assert done.err.startswith("tablectl: ")
    assert words in done.err


def test_a_password_is_no_argument(tablectl: Run) -> None:
    assert tablectl("users", "add", "ada", "admin", "secret", "--config", "table.toml").code == 2
