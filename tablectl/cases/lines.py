"""Reading a line that holds a case: one JSON object, in which each key stands once."""

from __future__ import annotations

import json
import re
from typing import Final, NoReturn

from tablectl.cases.reading import told
from tablectl.errors import TablectlError

_TOKEN: Final = re.compile(r'(?P<text>"(?:[^"\\]|\\.)*")(?P<key>\s*:)?|[{}\[\]]')
_OBJECT: Final = "a JSON object"


class NotACase(TablectlError, ValueError):
    """A line that is no JSON object: the column, from 1, and what is wrong there."""

    def __init__(self, column: int, words: str) -> None:
        super().__init__(words)
        self.column = column


def read_line(line: str) -> dict[str, object]:
    """Read a line. Raise NotACase where it holds no object, or a key twice: JSON would keep the last one and say nothing."""
    text = line.rstrip("\r\n")
    try:
        case = json.loads(text, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        raise NotACase(error.colno, f"not JSON: {error.msg}") from None
    except RecursionError:
        raise NotACase(1, f"expected {_OBJECT}, found lists or objects nested too deep") from None
    except NotACase:
        raise
    except ValueError:  # Python reads no number of more than some thousand digits
        raise NotACase(1, "expected numbers of a possible size, found a number of too many digits") from None
    if not isinstance(case, dict):
        raise NotACase(1, f"expected {_OBJECT}, found {told(case)}")
    _refuse_doubled(text)
    return case


def _no_number(word: str) -> NoReturn:
    raise NotACase(1, f"not JSON: {word} is no number")


def _refuse_doubled(text: str) -> None:
    within: list[set[str]] = []
    for token in _TOKEN.finditer(text):
        if token["key"]:
            key = json.loads(token["text"])
            if key in within[-1]:
                raise NotACase(token.start() + 1, f"{key}: expected each key once, found it twice")
            within[-1].add(key)
        elif token[0] in ("{", "["):
            within.append(set())
        elif token[0] in ("}", "]"):
            within.pop()
