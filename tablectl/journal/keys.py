"""Keys that seal what is secret, and the file that they stand in: one key a line, the first one seals, each opens what it sealed.

The cipher is ChaCha20-Poly1305: fast also where a processor has no instructions for AES, as that of a Pi 4.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from tablectl.journal.errors import KeyUnusable, SecretUnreadable
from tablectl.journal.sealing import CLEAR, ClearSealer, Place

CREDENTIAL: Final = "tablectl-seal-key"
METHOD: Final = "chacha20-poly1305"
KEY_BYTES: Final = 32
NONCE_BYTES: Final = 12
PAD_BYTES: Final = 64  # a sealed part tells only how many of these it fills, not how long a code is
MODE: Final = 0o600
MARK: Final = "tablectl-seal-1:"
_LINE: Final = re.compile(re.escape(MARK) + rf"[0-9a-f]{{{2 * KEY_BYTES}}}")
_CONTEXT: Final = b"tablectl secret 1\0"
_OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO


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
    return KeySealer(_keys(path, private=private))


def make_keys(path: Path, keep: Path | None = None) -> KeySealer:
    """Write a file with a fresh key, and the keys of `keep` after it; nothing that is there is written over. Raises `KeyUnusable`."""
    keys = [os.urandom(KEY_BYTES), *([] if keep is None else _keys(keep, private=True))]
    try:
        fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, MODE)
        with os.fdopen(fd, "w", encoding="ascii") as file:
            file.write("".join(f"{MARK}{key.hex()}\n" for key in keys))
            file.flush()
            os.fsync(file.fileno())
        _sync(path.absolute().parent)
    except FileExistsError:
        raise KeyUnusable(f"{path}: is there already, and a key that sealed something must not be lost: choose another name") from None
    except OSError as error:
        raise KeyUnusable(f"{path}: the seal key cannot be written: {error.strerror}") from None
    return KeySealer(keys)


def given(configured: Path | None, credentials: str | None) -> KeySealer | None:
    """The keys of the file that the configuration names, else those that the service manager hands over in its folder of credentials.

    None where nobody gave any. Raises `KeyUnusable`.
    """
    if configured is not None:
        return read_keys(configured)
    if not credentials or CREDENTIAL not in _names(Path(credentials)):
        return None
    return read_keys(Path(credentials, CREDENTIAL), private=False)  # the service manager keeps others out of the folder


def _names(folder: Path) -> list[str]:
    try:
        return [path.name for path in folder.iterdir()]
    except OSError as error:
        raise KeyUnusable(f"{folder}: the folder of credentials cannot be read: {error.strerror}") from None


def _keys(path: Path, *, private: bool) -> list[bytes]:
    try:
        with path.open("rb") as file:
            mode, data = os.fstat(file.fileno()).st_mode, file.read()
    except OSError as error:
        raise KeyUnusable(f"{path}: the seal key cannot be read: {error.strerror}") from None
    if private and mode & _OTHERS:
        raise KeyUnusable(f"{path}: others than its owner may open the seal key (mode {stat.S_IMODE(mode):04o}): expected 0600")
    keys = []
    for number, line in enumerate(data.decode("ascii", "replace").splitlines(), start=1):
        if not (text := line.strip()) or text.startswith("#"):
            continue
        if not _LINE.fullmatch(text):
            raise KeyUnusable(f"{path}:{number}: no seal key: expected {MARK} and {2 * KEY_BYTES} hexadecimal digits")
        keys.append(bytes.fromhex(text.removeprefix(MARK)))
    if not keys:
        raise KeyUnusable(f"{path}: there is no seal key in it; `tablectl journal new-key` makes one")
    return keys


def _sync(folder: Path) -> None:
    fd = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)


def _id_of(key: bytes) -> str:
    return f"{METHOD}/{blake2b(key, digest_size=8, person=b'tablectl key id').hexdigest()}"


def _bound_to(place: Place) -> bytes:
    return _CONTEXT + place.prev_hash + place.seq.to_bytes(8) + place.type.encode()
