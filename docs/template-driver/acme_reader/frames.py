"""Lines of the Acme reader (PROTOCOL.md 1). No I/O, no clock."""

from __future__ import annotations

from binascii import crc_hqx
from typing import Final

LONGEST: Final = 80
_CHECK: Final = 5  # a space and four digits


def encode(text: str) -> bytes:
    body = text.encode("ascii")
    return b"~%s %04X\n" % (body, crc_hqx(body, 0xFFFF))


class Decoder:
    """Takes bytes, cut anywhere, and gives the texts of the lines whose check holds."""

    def __init__(self) -> None:
        self.bad_frames = self.discarded_bytes = 0
        self._held = bytearray()
        self._overlong = False

    def clear(self) -> None:
        self._held.clear()
        self._overlong = False

    def feed(self, data: bytes) -> list[str]:
        texts = []
        for byte in data:
            if byte == ord("\n"):
                text = None if self._overlong else _text(bytes(self._held))
                if text is None:
                    self.bad_frames += 1
                else:
                    texts.append(text)
                self.clear()
            elif self._overlong or len(self._held) >= LONGEST:
                self.discarded_bytes += 1
                self._overlong = True
            else:
                self._held.append(byte)
        return texts


def _text(line: bytes) -> str | None:
    body = line[1:-_CHECK]
    if not body or not body.isascii() or line != encode(body.decode("ascii"))[:-1]:
        return None
    return body.decode("ascii")
