"""What can go wrong between a person and the console.

ConsoleError
├── UsersError
│   ├── BadUser        (ValueError)   a name, role or password that is not allowed
│   ├── NameTaken      (ValueError)
│   ├── NoSuchUser     (LookupError)
│   ├── LastAdmin      (ValueError)   nobody would be left who can add users
│   └── StoreUnusable  (OSError)      the file of users cannot be opened; `passing` says whether a later try may help
├── NotRecorded      (RuntimeError)   the journal takes nothing, and what is not on record is not done
└── LoginRefused
    ├── WrongLogin                    name and password do not belong together
    └── TryLater                      too many wrong ones; `wait_s` says how long
"""

from __future__ import annotations


class ConsoleError(Exception):
    """The root of this package's errors. The message is shown to the person as it is."""


class UsersError(ConsoleError):
    """The store of users refused."""


class BadUser(UsersError, ValueError):
    """A name, role or password that is not allowed."""


class NameTaken(UsersError, ValueError):
    """There is a user of this name."""


class NoSuchUser(UsersError, LookupError):
    """There is no user of this name."""


class LastAdmin(UsersError, ValueError):
    """The last admin who can log in stays one."""


class StoreUnusable(UsersError, OSError):
    """The file of users cannot be opened; `passing` says whether a later try may help."""

    def __init__(self, text: str, *, passing: bool) -> None:
        super().__init__(text)
        self.passing = passing


class NotRecorded(ConsoleError, RuntimeError):
    """The journal takes nothing now; `reason` is what is wrong with it."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"nothing can be recorded: {reason.rpartition(': ')[2]}")  # a path is for the log


class LoginRefused(ConsoleError):
    """Nobody was logged in."""


class WrongLogin(LoginRefused):
    """Name and password (or the first-run code) do not belong together."""


class TryLater(LoginRefused):
    """Too many wrong log-ins; ask again in `wait_s` seconds."""

    def __init__(self, wait_s: int) -> None:
        super().__init__(f"too many wrong log-ins; try again in {wait_s} s")
        self.wait_s = wait_s
