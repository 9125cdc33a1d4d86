"""People, passwords and sessions in their own file."""

from __future__ import annotations

import sqlite3
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tablectl.console.backoff import LONGEST_S
from tablectl.console.errors import BadUser, LastAdmin, NameTaken, NoSuchUser, StoreUnusable, TryLater, WrongLogin
from tablectl.console.start import steady
from tablectl.console.users import Users
from tablectl.table.actions import PersonRole

from .running import PASSWORD, QUICK


class Clock:
    def __init__(self) -> None:
        self.now = 1_790_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def users(tmp_path: Path, clock: Clock) -> Iterator[Users]:
    with Users(tmp_path / "users.db", clock, QUICK) as users:
        yield users


def test_the_code_is_there_only_while_nobody_can_log_in(users: Users) -> None:
    code = users.first_code()
    assert code is not None
    assert [len(group) for group in code.split("-")] == [4, 4, 4]
    assert users.first_code() != code, "each start draws a new one"
    with pytest.raises(WrongLogin):
        users.add_first(code, "ana", PASSWORD)
    newest = users.first_code()
    assert newest is not None
    with pytest.raises(BadUser):
        users.add_first(newest, "ana", "short")
    assert users.add_first(newest.lower().replace("-", " "), "ana", PASSWORD).role is PersonRole.ADMIN
    assert users.first_code() is None
    with pytest.raises(WrongLogin, match="there is an admin already"):
        users.add_first(newest, "bob", PASSWORD)
    assert [user.name for user in users.everyone()] == ["ana"]


def test_the_file_holds_no_password_and_no_token(users: Users, tmp_path: Path) -> None:
    users.add("ana", PersonRole.DEALER, PASSWORD)
    token, _ = users.open_session("ana", 60)
    files = b"".join(path.read_bytes() for path in tmp_path.glob("users.db*"))
    assert PASSWORD.encode() not in files
    assert token.encode() not in files
    assert b"$argon2id$" in files
    assert stat.S_IMODE((tmp_path / "users.db").stat().st_mode) == 0o600


@pytest.mark.parametrize("name", ["", "1ana", "ana smith", "<b>", "a" * 33, "ána"])
def test_a_name_that_is_not_plain_is_refused(users: Users, name: str) -> None:
    with pytest.raises(BadUser):
        users.add(name, PersonRole.DEALER, PASSWORD)


def test_a_name_is_taken_in_any_case(users: Users) -> None:
    users.add("Ana", PersonRole.DEALER, PASSWORD)
    with pytest.raises(NameTaken):
        users.add("ana", PersonRole.VIEWER, PASSWORD)
    assert users.log_in("ANA", PASSWORD, "here").name == "Ana"


def test_wrong_log_ins_wait_longer_each_time_and_the_right_one_ends_it(users: Users, clock: Clock) -> None:
    users.add("ana", PersonRole.DEALER, PASSWORD)
    waits: list[int] = []
    for _ in range(7):
        with pytest.raises(WrongLogin):
            users.log_in("ana", "wrong password", f"address {len(waits)}")
        waits.append(users._backoff.wait(("name:ana",), clock.now))  # the wait itself is what is looked at
        clock.now += waits[-1]
    assert waits == [0, 0, 1, 2, 4, 8, 16]
    users.log_in("ana", PASSWORD, "here")
    with pytest.raises(WrongLogin):
        users.log_in("ana", "wrong password", "here")
    assert users.log_in("ana", PASSWORD, "here").name == "ana", "the count began anew"


def test_a_wait_is_never_longer_than_the_longest_even_when_the_clock_is_set_back(users: Users, clock: Clock) -> None:
    users.add("ana", PersonRole.DEALER, PASSWORD)
    for _ in range(40):
        with pytest.raises(WrongLogin):
            users.log_in("ana", "wrong password", "here")
        clock.now += LONGEST_S
    with pytest.raises(WrongLogin):
        users.log_in("ana", "wrong password", "here")
    clock.now -= 600.0
    with pytest.raises(TryLater) as later:
        users.log_in("ana", PASSWORD, "here")
    assert later.value.wait_s == LONGEST_S
    clock.now += LONGEST_S + 600.0
    assert users.log_in("ana", PASSWORD, "here").name == "ana"


def test_an_address_that_tries_many_names_waits_too(users: Users) -> None:
    users.add("ana", PersonRole.DEALER, PASSWORD)
    for number in range(10):
        with pytest.raises(WrongLogin):
            users.log_in(f"guess{number}", "wrong password", "10.0.0.9")
    with pytest.raises(TryLater):
        users.log_in("ana", PASSWORD, "10.0.0.9")
    assert users.log_in("ana", PASSWORD, "10.0.0.8").name == "ana"


def test_a_session_that_goes_on_under_a_new_token_is_no_log_in(users: Users, clock: Clock) -> None:
    users.add("ana", PersonRole.DEALER, PASSWORD)
    assert [user.last_log_in for user in users.everyone()] == [None]
    users.open_session("ana", 60)
    came = clock.now
    clock.now += 30
    token, _ = users.open_session("ana", 60, goes_on=True)
    assert users.session(token) is not None
    assert [user.last_log_in for user in users.everyone()] == [came]


def test_a_session_ends_by_time_by_log_out_by_lock_and_by_a_new_password(users: Users, clock: Clock) -> None:
    users.add("root", PersonRole.ADMIN, PASSWORD)
    users.add("ana", PersonRole.DEALER, PASSWORD)
    token, session = users.open_session("ana", 60)
    assert users.session(token) == session
    users.set_role("ana", PersonRole.SUPERVISOR)
    now = users.session(token)
    assert now is not None
    assert now.role is PersonRole.SUPERVISOR, "a new role counts at once"
    clock.now += 61
    assert users.session(token) is None
    ends: tuple[Callable[[str], None], ...] = (
        users.revoke,
        lambda _: users.set_locked("ana", locked=True),
        lambda _: users.set_password("ana", "another long password"),
    )
    for end in ends:
        users.set_locked("ana", locked=False)
        token, _ = users.open_session("ana", 60)
        assert users.session(token) is not None
        end(token)
        assert users.session(token) is None
        assert users.whose(token) == "ana"
    assert users.session("no such token") is None


def test_a_locked_user_stays_out(users: Users) -> None:
    users.add("root", PersonRole.ADMIN, PASSWORD)
    users.add("ana", PersonRole.DEALER, PASSWORD)
    users.set_locked("ana", locked=True)
    with pytest.raises(WrongLogin):
        users.log_in("ana", PASSWORD, "here")
    with pytest.raises(NoSuchUser):
        users.open_session("ana", 60)


def test_the_last_admin_stays(users: Users) -> None:
    users.add("root", PersonRole.ADMIN, PASSWORD)
    with pytest.raises(LastAdmin):
        users.set_locked("ROOT", locked=True)
    with pytest.raises(LastAdmin):
        users.set_role("root", PersonRole.VIEWER)
    users.add("second", PersonRole.ADMIN, PASSWORD)
    users.set_locked("root", locked=True)
    with pytest.raises(LastAdmin):
        users.set_locked("second", locked=True)


def test_the_first_code_is_there_until_there_is_an_admin(users: Users) -> None:
    users.add("bench-dealer", PersonRole.DEALER, PASSWORD)
    code = users.first_code()
    assert code is not None
    with pytest.raises(NameTaken):
        users.add_first(code, "bench-dealer", PASSWORD)
    assert users.add_first(code, "ana", PASSWORD).role is PersonRole.ADMIN
    assert users.first_code() is None


def test_users_last(tmp_path: Path, users: Users) -> None:
    users.add("ana", PersonRole.ADMIN, PASSWORD)
    token, _ = users.open_session("ana", 60)
    users.close()
    with Users(tmp_path / "users.db", Clock(), QUICK) as again:
        assert again.first_code() is None
        assert again.session(token) is not None


def test_what_is_no_file_of_users_is_refused_and_left_alone(tmp_path: Path) -> None:
    text, folder, other = (tmp_path / name for name in ("text.db", "folder.db", "other.db"))
    text.write_text("not a database, only words of some length\n" * 40)
    folder.mkdir()
    with sqlite3.connect(other) as db:
        db.execute("PRAGMA application_id = 7")
        db.execute("CREATE TABLE record(seq INTEGER)")
    db.close()
    before = other.read_bytes()
    for path, words in ((text, "not a database"), (folder, "Is a directory"), (other, "another program's database")):
        with pytest.raises(StoreUnusable, match=words) as refused:
            Users(path, hasher=QUICK)
        assert not refused.value.passing
    assert other.read_bytes() == before


def test_a_file_of_users_that_another_program_holds_may_be_tried_later(tmp_path: Path) -> None:
    path = tmp_path / "users.db"
    with sqlite3.connect(path, isolation_level=None) as db:
        db.execute("BEGIN EXCLUSIVE")
        with pytest.raises(StoreUnusable, match="locked") as refused:
            Users(path, hasher=QUICK)
        assert refused.value.passing
    db.close()


def _add_many(users: Users) -> None:
    for number in range(100):  # the write-ahead file may have room for a few
        users.add(f"more{number}", PersonRole.VIEWER, PASSWORD)


def test_on_a_full_disk_people_get_in_and_out_and_nobody_is_changed(volume: Path, fill: Callable[[Path], Path], clock: Clock) -> None:
    with Users(volume / "users.db", clock, QUICK) as users:
        users.add("root", PersonRole.ADMIN, PASSWORD)
        users.add("sue", PersonRole.SUPERVISOR, PASSWORD)
        filler = fill(volume)
        with pytest.raises(StoreUnusable, match="is its disk full"):
            _add_many(users)
        everyone = users.everyone()
        for number in range(3):
            with pytest.raises(WrongLogin):
                users.log_in("root", "wrong password", f"address {number}")
        with pytest.raises(TryLater):
            users.log_in("root", PASSWORD, "here")
        assert users.log_in("sue", PASSWORD, "here").name == "sue"
        token, _ = users.open_session("sue", 60)
        clock.now += 59
        assert users.session(token) is not None
        users.revoke(token)
        assert users.session(token) is None
        token, _ = users.open_session("sue", 60)
        filler.unlink()
        assert users.everyone() == everyone
        assert users.session(token) is not None, "it goes on where the disk has room again"
        users.set_locked("sue", locked=True)
        assert users.session(token) is None


def test_a_clock_of_the_machine_that_is_set_logs_nobody_out(tmp_path: Path) -> None:
    wall, monotonic = Clock(), Clock()
    with Users(tmp_path / "users.db", steady(wall, monotonic), QUICK) as users:
        users.add("ana", PersonRole.ADMIN, PASSWORD)
        token, _ = users.open_session("ana", 3600)
        wall.now += 37 * 3600
        monotonic.now += 3600 - 1
        assert users.session(token) is not None
        monotonic.now += 2
        assert users.session(token) is None
