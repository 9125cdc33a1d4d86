"""How the secret part of a record lies in the file.

The hash chain covers the stored form, so a journal can be verified by somebody who may not read its secrets.
"""

from __future__ import annotations

from typing import Protocol

from tablectl.journal.errors import SecretUnreadable
from tablectl.journal.records import Record


class Sealer(Protocol):
    @property
    def id(self) -> str:
        """Name of the method and, where there is one, of the key; stored with every secret. At most 64 characters."""
        ...

    def seal(self, secret: str) -> bytes: ...

    def unseal(self, sealed: bytes) -> str:
        """Undo `seal`. Raises `SecretUnreadable`."""
        ...


class ClearSealer:
    """Seals nothing: the secret lies in the file as plain UTF-8, and whoever can read the file can read it."""

    id = "clear"

    def seal(self, secret: str) -> bytes:
        return secret.encode()

    def unseal(self, sealed: bytes) -> str:
        try:
            return sealed.decode()
        except UnicodeDecodeError:
            raise SecretUnreadable("the secret part is not plain UTF-8, though its sealer says so") from None


def secret_of(record: Record, sealer: Sealer) -> str | None:
    """Return the secret part of a record as it was handed in. Raises `SecretUnreadable` where another sealer sealed it."""
    if record.sealed is None:
        return None
    if record.sealer != sealer.id:
        raise SecretUnreadable(f"record {record.seq} was sealed by {record.sealer!r}, and this process has {sealer.id!r}")
    return sealer.unseal(record.sealed)
