"""The people who may log in, and their sessions: one SQLite file of the console's own.

Passwords are kept as argon2id, session tokens as SHA-256, so the file alone lets nobody in. Every method blocks (disk, hashing):
the console calls them in a worker thread, the command line as they are. It knows nothing of the table.
"""

from __future__ import annotations

import hashlib
import re
import secrets
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from tablectl.console.backoff import Backoff
from tablectl.console.errors import BadUser, LastAdmin, NameTaken, NoSuchUser, StoreUnusable, TryLater, WrongLogin
from tablectl.console.firstcode import new_code, same_code
from tablectl.console.outside import Outside
from tablectl.console.userfile import open_store
from tablectl.table.actions import PersonRole

NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9._-]{0,31}")
PASSWORD_LENGTH: Final = range(10, 129)
TOKEN_BYTES: Final = 32
SEEN_EVERY_S: Final = 60.0  # a session's "last seen" is no reason to write to an SD card more often

FULL: Final = "the file of users takes nothing now: is its disk full?"


@dataclass(frozen=True, slots=True)
class User:
    """`created` and `last_log_in` are seconds since 1970; the latter is None where there was none."""

    name: str
    role: PersonRole
    created: float
    locked: bool
    last_log_in: float | None = None


@dataclass(frozen=True, slots=True)
class Session:
    """Who is logged in. `key` names the session without being its secret."""

    key: str
    name: str
    role: PersonRole
    expires: float


def _no_record() -> None:
    """Nothing is kept: of what a bench makes for itself."""


class Users:
    """Open the store, made with mode 0600 where there is none. `clock` is the wall clock in seconds. Raise StoreUnusable."""

    def __init__(self, path: Path, clock: Callable[[], float] = time.time, hasher: PasswordHasher | None = None) -> None:
        self._db = open_store(path)
        self._clock = clock
        self._hasher = hasher or PasswordHasher()
        self._nobody = self._hasher.hash(secrets.token_hex(16))
        self._lock = threading.RLock()
        self._backoff = Backoff(self._db)
        self.outside = Outside(self._db, self._lock)
        self._left: set[str] = set()  # sessions that ended while the disk took nothing
        self._code: str | None = None

    def close(self) -> None:
        with self._lock:
            self._db.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    # -- the first run

    def first_code(self) -> str | None:
        """Draw the code that makes the first admin, or None where there is one. An earlier code ends."""
        with self._lock:
            self._code = None if self.has_admin() else new_code()
            return self._code

    def has_admin(self) -> bool:
        with self._lock:
            return self._db.execute("SELECT 1 FROM users WHERE role = ? LIMIT 1", (PersonRole.ADMIN.value,)).fetchone() is not None

    def awaits_first(self) -> bool:
        """Whether a code that makes the first admin is out and not used."""
        with self._lock:
            return self._code is not None and not self.has_admin()

    def add_first(self, code: str, name: str, password: str, record: Callable[[], None] = _no_record) -> User:
        """Make the first admin. Raise WrongLogin where the code is not the one, BadUser or NameTaken where name or password will not do."""
        with self._lock:
            if self.has_admin():
                raise WrongLogin("there is an admin already: log in, or ask an admin for an account")
            if self._code is None or not same_code(code, self._code):
                raise WrongLogin("this is not the code that the daemon printed at its start")
            user = self.add(name, PersonRole.ADMIN, password, record)
            self._code = None
            return user

    # -- users; `record` puts the change on record and raises where it cannot: what is not on record is not done

    def add(self, name: str, role: PersonRole, password: str, record: Callable[[], None] = _no_record) -> User:
        """Raise BadUser or NameTaken."""
        if not NAME.fullmatch(name):
            raise BadUser(f"a name is 1 to 32 letters, digits, dots or dashes and starts with a letter, not {name[:40]!r}")
        hashed = self._hash(name, password)
        now = self._clock()
        with self._changing(record):
            try:
                self._db.execute("INSERT INTO users(name, role, hash, created) VALUES(?, ?, ?, ?)", (name, role.value, hashed, now))
            except sqlite3.IntegrityError:
                raise NameTaken(f"there is a user {name!r} already") from None
        return User(name, role, now, locked=False)

    def everyone(self) -> tuple[User, ...]:
        with self._lock:
            rows = self._db.execute("SELECT name, role, created, locked, at FROM users LEFT JOIN log_ins USING(name) ORDER BY name").fetchall()
        return tuple(User(name, PersonRole(role), created, bool(locked), at) for name, role, created, locked, at in rows)

    def find(self, name: str) -> User | None:
        return next((user for user in self.everyone() if user.name.casefold() == name.casefold()), None)

    def set_role(self, name: str, role: PersonRole, record: Callable[[], None] = _no_record) -> None:
        """Raise NoSuchUser or LastAdmin."""
        with self._changing(record):
            if role is not PersonRole.ADMIN:
                self._keep_an_admin(name)
            self._change(name, "UPDATE users SET role = ? WHERE name = ?", role.value)

    def set_password(self, name: str, password: str, record: Callable[[], None] = _no_record) -> None:
        """Every session of the user ends. Raise NoSuchUser or BadUser."""
        hashed = self._hash(name, password)
        with self._changing(record):
            self._change(name, "UPDATE users SET hash = ? WHERE name = ?", hashed)
            self._revoke_all(name)

    def set_locked(self, name: str, locked: bool, record: Callable[[], None] = _no_record) -> None:
        """A locked user cannot log in, and every session ends. Raise NoSuchUser or LastAdmin."""
        with self._changing(record):
            if locked:
                self._keep_an_admin(name)
            self._change(name, "UPDATE users SET locked = ? WHERE name = ?", int(locked))
            if locked:
                self._revoke_all(name)

    # -- logging in

    def log_in(self, name: str, password: str, address: str) -> User:
        """Raise WrongLogin, or TryLater (without looking at the password) after too many wrong ones by name or address."""
        keys = (f"name:{name[:32]}", f"from:{address}")
        with self._lock:
            if wait := self._backoff.wait(keys, self._clock()):
                raise TryLater(wait)
            row = self._db.execute("SELECT name, role, hash, created, locked FROM users WHERE name = ?", (name,)).fetchone()
        right = self._verify(row[2] if row else self._nobody, password)
        with self._lock:
            if row is None or row[4] or not right:
                self._backoff.failed(keys, self._clock())
                raise WrongLogin("name or password is wrong, or the user is locked")
            self._backoff.forget(keys[:1])
        return User(row[0], PersonRole(row[1]), row[3], locked=False)

    def open_session(self, name: str, seconds: float, *, goes_on: bool = False) -> tuple[str, Session]:
        """The secret token for the cookie, and the session; where one `goes_on` under a new token, nobody logged in. Raise NoSuchUser."""
        token = secrets.token_urlsafe(TOKEN_BYTES)
        now = self._clock()
        row = (_key(token), name, now, now + seconds, now)
        with self._lock:
            try:
                self._db.execute("DELETE FROM main.sessions WHERE expires < ?", (now - 86_400.0,))
                self._db.execute("INSERT INTO main.sessions VALUES(?, ?, ?, ?, ?, 0)", row)
            except sqlite3.OperationalError:
                self._db.execute("INSERT INTO aside.sessions VALUES(?, ?, ?, ?, ?, 0)", row)
            with suppress(sqlite3.OperationalError):
                if not goes_on:
                    self._db.execute("INSERT OR REPLACE INTO log_ins VALUES(?, ?)", (name, now))
            session = self.session(token)
        if session is None:
            raise NoSuchUser(f"there is no user {name!r} who can log in")
        return token, session

    def session(self, token: str) -> Session | None:
        """The session of this token as it stands now: None where it ended, or its user was locked."""
        now = self._clock()
        key = _key(token)
        with self._lock:
            row = self._db.execute(
                "SELECT u.name, u.role, s.expires, s.seen FROM every_session s JOIN users u USING(name)"
                " WHERE s.token_hash = ? AND NOT s.revoked AND NOT u.locked AND s.expires > ?",
                (key, now),
            ).fetchone()
            if row is not None and abs(now - row[3]) > SEEN_EVERY_S:
                with suppress(sqlite3.OperationalError):
                    self._db.execute("UPDATE main.sessions SET seen = ? WHERE token_hash = ?", (now, key))
        return None if row is None or key in self._left else Session(key, row[0], PersonRole(row[1]), row[2])

    def whose(self, token: str) -> str | None:
        """The name behind a token, also where the session has ended; for the record, never for access."""
        with self._lock:
            row = self._db.execute("SELECT name FROM every_session WHERE token_hash = ?", (_key(token),)).fetchone()
        return None if row is None else str(row[0])

    def why_ended(self, token: str) -> str | None:
        """Why the session of this token is over, for the person who had it; None where there never was one."""
        found = "SELECT u.locked, s.revoked FROM every_session s JOIN users u USING(name) WHERE s.token_hash = ?"
        with self._lock:
            row = self._db.execute(found, (_key(token),)).fetchone()
        match row:
            case None:
                return None
            case (1, _):
                return "your account was locked; an admin can unlock it"
            case (_, 1):
                return "your session was ended, as after a change of the password; log in again"
            case _:
                return "your session has lasted its time; log in again"

    def revoke(self, token: str) -> None:
        with self._lock:
            self._db.execute("DELETE FROM aside.sessions WHERE token_hash = ?", (_key(token),))
            self._left.add(_key(token))
            with suppress(sqlite3.OperationalError):
                self._db.execute("UPDATE main.sessions SET revoked = 1 WHERE token_hash = ?", (_key(token),))
                self._left.discard(_key(token))

    # -- inside

    def _hash(self, name: str, password: str) -> str:
        if len(password) not in PASSWORD_LENGTH:
            raise BadUser(f"a password has {PASSWORD_LENGTH.start} to {PASSWORD_LENGTH.stop - 1} characters; this one has {len(password)}")
        if password.casefold() == name.casefold():
            raise BadUser("the password must not be the name")
        return self._hasher.hash(password)

    def _verify(self, hash: str, password: str) -> bool:
        try:
            return self._hasher.verify(hash, password)
        except (VerificationError, InvalidHashError):
            return False

    def _change(self, name: str, statement: str, value: str | int) -> None:
        if self._db.execute(statement, (value, name)).rowcount == 0:
            raise NoSuchUser(f"there is no user {name!r}")

    def _revoke_all(self, name: str) -> None:
        self._db.execute("UPDATE main.sessions SET revoked = 1 WHERE name = ?", (name,))
        self._db.execute("DELETE FROM aside.sessions WHERE name = ?", (name,))

    @contextmanager
    def _changing(self, record: Callable[[], None]) -> Iterator[None]:
        """All of it and its record, or nothing. Raise StoreUnusable where the disk takes nothing."""
        with self._lock:
            try:
                self._db.execute("BEGIN IMMEDIATE")
                try:
                    yield
                    record()
                    self._db.execute("COMMIT")
                except BaseException:
                    with suppress(sqlite3.OperationalError):  # a full disk has rolled it back already
                        self._db.execute("ROLLBACK")
                    raise
            except sqlite3.OperationalError as error:
                raise StoreUnusable(FULL, passing=True) from error

    def _keep_an_admin(self, name: str) -> None:
        rows = self._db.execute("SELECT name FROM users WHERE role = ? AND NOT locked", (PersonRole.ADMIN.value,)).fetchall()
        if [row[0].casefold() for row in rows] == [name.casefold()]:
            raise LastAdmin(f"{name!r} is the last admin who can log in")


def _key(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
