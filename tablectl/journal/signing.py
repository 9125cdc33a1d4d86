"""Keys that sign checkpoints: a private one at the table, a public one for whoever audits it. The signature is Ed25519."""

from __future__ import annotations

import os
from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from tablectl.journal import keyfile
from tablectl.journal.errors import KeyUnusable
from tablectl.journal.keyfile import KEY_BYTES, KeyKind

CREDENTIAL: Final = "tablectl-signing-key"
SIGNING_KEY: Final = KeyKind("signing key", "tablectl-sign-1:", "tablectl journal new-signing-key")
PUBLIC_KEY: Final = KeyKind("public key", "tablectl-public-1:", "tablectl journal new-signing-key")
PUBLIC_SUFFIX: Final = ".pub"
METHOD: Final = "ed25519"


class PublicKeys:
    """Keys whose signatures count, each under its id."""

    def __init__(self, keys: Sequence[bytes]) -> None:
        self._keys = {_id_of(key): Ed25519PublicKey.from_public_bytes(key) for key in keys}

    @property
    def ids(self) -> tuple[str, ...]:
        return tuple(self._keys)

    def signed(self, key: str, signature: str, text: str) -> bool:
        """Whether the key of this id, which has to be one of these, signed this text. The signature is hexadecimal."""
        try:
            self._keys[key].verify(bytes.fromhex(signature), text.encode())
        except (InvalidSignature, ValueError):
            return False
        return True


class Signer:
    """Signs with the first of its keys; `public` are all of them, so that what an earlier one signed counts on."""

    def __init__(self, keys: Sequence[bytes]) -> None:
        private = [Ed25519PrivateKey.from_private_bytes(key) for key in keys]
        self._key = private[0]
        self.public = PublicKeys([key.public_key().public_bytes_raw() for key in private])
        self.id = self.public.ids[0]

    def sign(self, text: str) -> str:
        return self._key.sign(text.encode()).hex()


def read_signer(path: Path, *, private: bool = True) -> Signer:
    """Read a file of signing keys. Raises `KeyUnusable`, whose text holds no key."""
    return Signer(keyfile.read(path, SIGNING_KEY, private=private))


def read_public(path: Path) -> PublicKeys:
    """Read a file of public keys. Raises `KeyUnusable`."""
    return PublicKeys(keyfile.read(path, PUBLIC_KEY, private=False))


def make_signer(path: Path, keep: Path | None = None) -> tuple[Signer, Path]:
    """Write a file with a fresh signing key and the keys of `keep` after it, and beside it one with their public keys; return that path too.

    Nothing that is there is written over. Raises `KeyUnusable`.
    """
    keys = [os.urandom(KEY_BYTES), *([] if keep is None else keyfile.read(keep, SIGNING_KEY))]
    beside = path.with_name(path.name + PUBLIC_SUFFIX)
    public = [Ed25519PrivateKey.from_private_bytes(key).public_key().public_bytes_raw() for key in keys]
    keyfile.write(beside, PUBLIC_KEY, public, keyfile.PUBLIC_MODE)
    try:
        keyfile.write(path, SIGNING_KEY, keys)
    except KeyUnusable:
        beside.unlink()
        raise
    return Signer(keys), beside


def given(configured: Path | None, credentials: str | None) -> Signer | None:
    """The keys of the file that the configuration names, else those that the service manager hands over; None where nobody gave any.

    Raises `KeyUnusable`.
    """
    if configured is not None:
        return read_signer(configured)
    handed = keyfile.credential(credentials, CREDENTIAL)
    return None if handed is None else read_signer(handed, private=False)  # the service manager keeps others out of the folder


def _id_of(public: bytes) -> str:
    return f"{METHOD}/{blake2b(public, digest_size=8, person=b'tablectl sign id').hexdigest()}"
