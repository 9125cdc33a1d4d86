"""The one-time code that the daemon prints while nobody can log in yet; whoever reads the terminal becomes the first admin."""

from __future__ import annotations

import hmac
import secrets
from typing import Final

# Twelve of 32 letters are 60 bits; letters and digits that look alike are left out.
ALPHABET: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
GROUPS: Final = 3
GROUP: Final = 4


def new_code() -> str:
    """Draw a code such as `ABCD-EFGH-JKLM`."""
    return "-".join("".join(secrets.choice(ALPHABET) for _ in range(GROUP)) for _ in range(GROUPS))


def same_code(given: str, code: str) -> bool:
    """Compare in constant time; case, blanks and dashes of what was typed do not matter."""
    typed = "".join(letter for letter in given.upper() if letter.isalnum())
    return hmac.compare_digest(typed.encode(), code.replace("-", "").encode())
