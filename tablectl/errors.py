"""What can go wrong in the daemon, as a tree; a branch carries the exit code of the process:

TablectlError             1   a failure
├── ConfigError           78  (ValueError)  the files, the environment or the command line say something wrong; a restart cannot help
│   └── ConfigUnreadable      (OSError)     a file is not there, or is none that can be read
├── TryLater              75  something that this needs is away for now; a restart may help
└── ProblemsFound         3   the work was done and found something wrong

0 is success, 2 wrong usage of the command line, 130 an interruption. A text says where, what was expected and what came, and is
fit for an operator.
"""

from __future__ import annotations

from typing import ClassVar


class TablectlError(Exception):
    """Anything that the daemon or a command refuses or fails at."""

    exit_code: ClassVar[int] = 1


class ConfigError(TablectlError, ValueError):
    exit_code = 78


class ConfigUnreadable(ConfigError, OSError):
    pass


class TryLater(TablectlError):
    exit_code = 75


class ProblemsFound(TablectlError):
    exit_code = 3
