"""The log: one line an event on stderr, JSON for machines or text for a terminal, the libraries' own lines included.

Events are constant past-tense phrases; what varies stands in keys. `table`, `round`, `device` and `correlation` come from the context.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Mapping, MutableMapping
from contextlib import AbstractContextManager
from enum import Enum
from pathlib import PurePath
from typing import Any, Final, Literal, TextIO

import structlog
from structlog.typing import Processor

WITHHELD: Final = "[withheld]"
_SECRET_KEYS: Final = frozenset({"board", "card", "cards", "face", "faces", "hand", "hole", "password", "token"})
_PLAIN: Final = (bool, int, float, str, type(None))
_LIBRARIES: Final = {"uvicorn.access": logging.WARNING, "uvicorn.error": logging.INFO}
"""How little the libraries may say at least: in detail the server writes what it carries, which is the key of a session and what a page shows."""


def setup(format: Literal["json", "text"], level: str, stream: TextIO | None = None) -> None:
    """Send everything that is logged in this process to `stream` (stderr). May be called again to change the level."""
    target = sys.stderr if stream is None else stream
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True, key="at"),
        structlog.processors.format_exc_info,
        withhold,
    ]
    structlog.configure(
        processors=[structlog.stdlib.filter_by_level, *shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )
    renderer: Processor = structlog.processors.JSONRenderer(ensure_ascii=False)
    if format == "text":
        renderer = structlog.dev.ConsoleRenderer(colors=target.isatty(), timestamp_key="at", exception_formatter=structlog.dev.plain_traceback)
    formatter = structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=[structlog.stdlib.ExtraAdder(), _without_colours, *shared],
        processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer],
    )
    handler = logging.StreamHandler(target)
    handler.setFormatter(formatter)
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    for name, least in _LIBRARIES.items():
        logging.getLogger(name).setLevel(max(least, root.level))


def about(**context: str | int) -> AbstractContextManager[None]:
    """Put `table`, `round`, `device` or `correlation` on every line that is logged inside the `with`."""
    return structlog.contextvars.bound_contextvars(**context)


def _without_colours(_logger: object, _method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """uvicorn hands every text over twice, once with terminal colours."""
    event.pop("color_message", None)
    return event


def withhold(_logger: object, _method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """The last line of defence: no value of a key that could name a card, and no object that could hold one, is written."""
    return {key: value if key.startswith("_") else _safe(key, value) for key, value in event.items()}


def _name(key: object) -> str:
    return str(key) if isinstance(key, str | int) else f"<{type(key).__name__}>"


def _safe(key: str, value: object) -> object:
    if key.lower() in _SECRET_KEYS:
        return WITHHELD
    match value:
        case Enum():
            return value.value if isinstance(value.value, _PLAIN) else f"<{type(value).__name__}>"
        case bool() | int() | float() | str() | None:
            return value
        case PurePath() | BaseException():
            return str(value)
        case Mapping():
            return {name: _safe(name, item) for name, item in ((_name(inner), item) for inner, item in value.items())}
        case list() | tuple() | set() | frozenset():
            return [_safe("", item) for item in value]
        case _:
            return f"<{type(value).__name__}>"  # its repr might show a face
