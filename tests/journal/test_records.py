"""What a draft may be."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tablectl.journal import ClearSealer, Draft, Place, canonical, secret_of
from tablectl.journal.chain import link
from tablectl.journal.errors import DraftRefused, SecretUnreadable
from tablectl.journal.records import MAX_BODY_BYTES, Head

HOLE = canonical({"face": "Ah"})
LOOSE = HOLE.replace(":", ": ")
REFUSED = [
    ("type with a capital", {"type": "CardRead"}, "short name"),
    ("type empty", {"type": ""}, "short name"),
    ("body is not JSON", {"body": "{"}, "not JSON"),
    ("body with spaces", {"body": '{"a": 1}'}, "canonical"),
    ("body with unsorted keys", {"body": '{"b":1,"a":2}'}, "canonical"),
    ("body with a key twice", {"body": '{"a":1,"a":2}'}, "canonical"),
    ("body with needless escapes", {"body": '"\\u0041"'}, "canonical"),
    ("body with NaN", {"body": "NaN"}, "not JSON"),
    ("body with half a surrogate pair", {"body": '"\ud800"'}, "not JSON"),
    ("body nested without end", {"body": "[" * 100_000}, "not JSON"),
    ("body too long", {"body": canonical("x" * MAX_BODY_BYTES)}, "at most"),
    ("secret is not JSON", {"secret": "Ah"}, "secret is not JSON"),
    ("correlation with a line break", {"correlation": "a\nb"}, "correlation"),
    ("correlation too long", {"correlation": "x" * 129}, "correlation"),
    ("round beyond 64 bits", {"round": 1 << 63}, "64 bits"),
]


@pytest.mark.parametrize(("change", "words"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED])
def test_a_draft_that_cannot_be_stored_is_refused_in_words(draft: Callable[..., Draft], change: dict[str, Any], words: str) -> None:
    with pytest.raises(DraftRefused, match=words):
        draft(**change)


def test_a_refused_secret_is_not_quoted(draft: Callable[..., Draft]) -> None:
    with pytest.raises(DraftRefused) as caught:
        draft(secret=LOOSE)
    assert "Ah" not in str(caught.value)
    assert caught.value.__cause__ is None


def test_a_secret_is_not_in_what_is_printed_of_a_record(draft: Callable[..., Draft]) -> None:
    open_draft = draft(secret=HOLE)
    record = link(Head(0, b"\0" * 32), open_draft, HOLE.encode(), "clear")
    assert "Ah" not in repr(open_draft)
    assert "Ah" not in repr(record)


def test_a_secret_comes_back_by_its_own_sealer_only(draft: Callable[..., Draft]) -> None:
    sealer = ClearSealer()
    record = link(Head(0, b"\0" * 32), draft(secret=HOLE), sealer.seal(HOLE, Place(1, "card_read", b"\0" * 32)), sealer.id)
    assert secret_of(record, sealer) == HOLE

    class OtherSealer(ClearSealer):
        id = "other"

    with pytest.raises(SecretUnreadable, match=r"record 1 \(card_read\) is sealed by clear"):
        secret_of(record, OtherSealer())


def test_a_record_without_a_secret_has_none(draft: Callable[..., Draft]) -> None:
    assert secret_of(link(Head(0, b"\0" * 32), draft(), None, None), ClearSealer()) is None
