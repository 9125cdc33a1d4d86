"""A file of keys: text, one key a line under the mark of its kind, and nobody's but its owner's where the keys are private."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tablectl.journal.errors import KeyUnusable

PRIVATE_MODE: Final = 0o600
PUBLIC_MODE: Final = 0o644
KEY_BYTES: Final = 32
_OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO


@dataclass(frozen=True, slots=True)
class KeyKind:
    """What a key is called in words, the mark that its lines begin with, and the command that makes one."""

    name: str
    mark: str
    maker: str


def read(path: Path, kind: KeyKind, *, private: bool = True) -> list[bytes]:
    """Read the keys of a file; `private` demands that only its owner may open it. Raises `KeyUnusable`, whose text holds no key."""
    try:
        with path.open("rb") as file:
            mode, data = os.fstat(file.fileno()).st_mode, file.read()
    except OSError as error:
        raise KeyUnusable(f"{path}: the {kind.name} cannot be read: {error.strerror}") from None
    if private and mode & _OTHERS:
        raise KeyUnusable(f"{path}: others than its owner may open the {kind.name} (mode {stat.S_IMODE(mode):04o}): expected 0600")
    keys = []
    for number, line in enumerate(data.decode("ascii", "replace").splitlines(), start=1):
        if not (text := line.strip()) or text.startswith("#"):
            continue
        if not re.fullmatch(re.escape(kind.mark) + rf"[0-9a-f]{{{2 * KEY_BYTES}}}", text):
            raise KeyUnusable(f"{path}:{number}: no {kind.name}: expected {kind.mark} and {2 * KEY_BYTES} hexadecimal digits")
        keys.append(bytes.fromhex(text.removeprefix(kind.mark)))
    if not keys:
        raise KeyUnusable(f"{path}: there is no {kind.name} in it; `{kind.maker}` makes one")
    return keys


def write(path: Path, kind: KeyKind, keys: Sequence[bytes], mode: int = PRIVATE_MODE) -> None:
    """Write a new file; nothing that is there is written over. Raises `KeyUnusable`."""
    try:
        fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, mode)
        with _whole_or_gone(path), os.fdopen(fd, "w", encoding="ascii") as file:
            file.write("".join(f"{kind.mark}{key.hex()}\n" for key in keys))
            file.flush()
            os.fsync(file.fileno())
        _sync(path.absolute().parent)
    except FileExistsError:
        raise KeyUnusable(f"{path}: is there already, and a key that was used must not be lost: choose another name") from None
    except OSError as error:
        raise KeyUnusable(f"{path}: the {kind.name} cannot be written: {error.strerror}") from None


def credential(folder: str | None, name: str) -> Path | None:
    """The file of this name in the service manager's folder of credentials; None where there is none. Raises `KeyUnusable`."""
    if not folder:
        return None
    try:
        return next((path for path in Path(folder).iterdir() if path.name == name), None)
    except OSError as error:
        raise KeyUnusable(f"{folder}: the folder of credentials cannot be read: {error.strerror}") from None


@contextmanager
def _whole_or_gone(path: Path) -> Iterator[None]:
    """Leave no part of a key behind, which would stand in the way of the next try."""
    try:
        yield
    except OSError:
        path.unlink(missing_ok=True)
        raise


def _sync(folder: Path) -> None:
    fd = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)
