"""How the secret part of a record lies in the file.

The hash chain covers the stored form, so a journal can be verified by somebody who may not read its secrets.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Protocol

from tablectl.journal.errors import SecretUnreadable
from tablectl.journal.records import Record

CLEAR: Final = "clear"


@dataclass(frozen=True, slots=True)
class Place:
    """The one record that a secret belongs to. `prev_hash` names the journal too: it covers its identity and every record before."""

    seq: int
    type: str
    prev_hash: bytes


class Sealer(Protocol):
    @property
    def id(self) -> str:
        """Name of the method and, where there is one, of the key; stored with every secret. At most 64 characters."""
        ...

    def seal(self, secret: str, place: Place) -> bytes: ...

    def unseal(self, sealed: bytes, sealer: str, place: Place) -> str:
        """Undo the `seal` of the sealer of this id. Raises `SecretUnreadable`."""
        ...


class ClearSealer:
    """Seals nothing: the secret lies in the file as plain UTF-8, and whoever can read the file can read it."""

    id = CLEAR

    def seal(self, secret: str, place: Place) -> bytes:  # noqa: ARG002 - what is not sealed may lie anywhere
        return secret.encode()

    def unseal(self, sealed: bytes, sealer: str, place: Place) -> str:
        if sealer != self.id:
            raise SecretUnreadable(f"the secret part of record {place.seq} ({place.type}) is sealed by {sealer}, and no key was given")
        try:
            return sealed.decode()
        except UnicodeDecodeError:
            raise SecretUnreadable(f"the secret part of record {place.seq} ({place.type}) is not plain UTF-8, though its sealer says so") from None


def secret_of(record: Record, sealer: Sealer) -> str | None:
    """Return the secret part of a record as it was handed in. Raises `SecretUnreadable` where the sealer cannot open it."""
    if record.sealed is None or record.sealer is None:
        return None
    return sealer.unseal(record.sealed, record.sealer, Place(record.seq, record.type, record.prev_hash))
