"""Keys that seal what is secret, and the file that they stand in: one key a line, the first one seals, each opens what it sealed.

The cipher is ChaCha20-Poly1305: fast also where a processor has no instructions for AES, as that of a Pi 4.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from tablectl.journal import keyfile
from tablectl.journal.errors import SecretUnreadable
from tablectl.journal.keyfile import KEY_BYTES, KeyKind
from tablectl.journal.sealing import CLEAR, ClearSealer, Place

CREDENTIAL: Final = "tablectl-seal-key"
SEAL_KEY: Final = KeyKind("seal key", "tablectl-seal-1:", "tablectl journal new-key")
METHOD: Final = "chacha20-poly1305"
NONCE_BYTES: Final = 12
PAD_BYTES: Final = 64  # a sealed part tells only how many of these it fills, not how long a code is
_CONTEXT: Final = b"tablectl secret 1\0"


class KeySealer:
    """Seals with the first of its keys, and opens what any of them sealed, and what lies in clear from before there was a key."""

    def __init__(self, keys: Sequence[bytes]) -> None:
        self._ciphers = {_id_of(key): ChaCha20Poly1305(key) for key in keys}
        self.id = _id_of(keys[0])
        self._clear = ClearSealer()

    def seal(self, secret: str, place: Place) -> bytes:
        data = secret.encode()
        padded = data.ljust(-(-len(data) // PAD_BYTES) * PAD_BYTES)
        nonce = os.urandom(NONCE_BYTES)
        return nonce + self._ciphers[self.id].encrypt(nonce, padded, _bound_to(place))

    def unseal(self, sealed: bytes, sealer: str, place: Place) -> str:
        if sealer == CLEAR:
            return self._clear.unseal(sealed, sealer, place)
        where = f"the secret part of record {place.seq} ({place.type})"
        if sealer not in self._ciphers:
            raise SecretUnreadable(f"{where} is sealed by {sealer}, and the keys given are {', '.join(self._ciphers)}")
        nonce, rest = sealed[:NONCE_BYTES], sealed[NONCE_BYTES:]
        try:
            return self._ciphers[sealer].decrypt(nonce, rest, _bound_to(place)).decode().rstrip(" ")
        except (InvalidTag, ValueError):
            raise SecretUnreadable(f"{where} does not open with its own key: it was changed, or sealed for another record") from None


def read_keys(path: Path, *, private: bool = True) -> KeySealer:
    """Read a file of keys; `private` demands that only its owner may open it. Raises `KeyUnusable`, whose text holds no key."""
    return KeySealer(keyfile.read(path, SEAL_KEY, private=private))


def make_keys(path: Path, keep: Path | None = None) -> KeySealer:
    """Write a file with a fresh key, and the keys of `keep` after it; nothing that is there is written over. Raises `KeyUnusable`."""
    keys = [os.urandom(KEY_BYTES), *([] if keep is None else keyfile.read(keep, SEAL_KEY))]
    keyfile.write(path, SEAL_KEY, keys)
    return KeySealer(keys)


def given(configured: Path | None, credentials: str | None) -> KeySealer | None:
    """The keys of the file that the configuration names, else those that the service manager hands over in its folder of credentials.

    None where nobody gave any. Raises `KeyUnusable`.
    """
    if configured is not None:
        return read_keys(configured)
    handed = keyfile.credential(credentials, CREDENTIAL)
    return None if handed is None else read_keys(handed, private=False)  # the service manager keeps others out of the folder


def _id_of(key: bytes) -> str:
    return f"{METHOD}/{blake2b(key, digest_size=8, person=b'tablectl key id').hexdigest()}"


def _bound_to(place: Place) -> bytes:
    return _CONTEXT + place.prev_hash + place.seq.to_bytes(8) + place.type.encode()
