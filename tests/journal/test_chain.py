"""The chain: nothing in it can be changed, moved, dropped or doubled unseen."""

from __future__ import annotations

from dataclasses import fields, replace
from hashlib import sha256
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablectl.journal.chain import Difference, check, genesis, hash_of, link
from tablectl.journal.errors import JournalDamaged
from tablectl.journal.records import Continues, Draft, Head, Kind, Meta, Record, Stamp, canonical
from tablectl.journal.rows import COLUMNS, Cell, Row, from_row, meta_from_row, meta_to_row, to_row

META = Meta("a1b2", 1, 1_700_000_000_000_000_000)
INT64 = st.integers(-(1 << 63), (1 << 63) - 1)
LEAF = st.none() | st.booleans() | st.integers() | st.text()
JSON = st.recursive(LEAF, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=5)
TEXT = JSON.map(canonical)
SECRET = st.none() | TEXT

drafts = st.builds(
    Draft,
    kind=st.sampled_from(Kind),
    type=st.from_regex(r"[a-z][a-z0-9_]{0,10}", fullmatch=True),
    stamp=st.builds(Stamp, wall_ns=INT64, mono_ns=INT64, boot_id=st.text(max_size=8), synced=st.booleans()),
    body=TEXT,
    secret=SECRET,
    cause=st.none() | st.integers(1, 9),
    round=st.none() | INT64,
    correlation=st.text("abc-0", max_size=8),
)


def chain_of(parts: list[Draft], head: Head) -> list[Record]:
    records: list[Record] = []
    for part in parts:
        sealed = None if part.secret is None else part.secret.encode()
        records.append(link(head, part, sealed, None if sealed is None else "clear"))
        head = Head(records[-1].seq, records[-1].hash)
    return records


def as_read(record: Record) -> Row:
    return tuple(cell.encode() if isinstance(cell, str) else cell for cell in to_row(record))


def first_finding(rows: list[Row]) -> tuple[int, Difference] | None:
    head = genesis(META)
    for row in rows:
        try:
            record = from_row(row)
        except JournalDamaged as error:
            return error.seq, Difference(error.what)
        if finding := check(head, record):
            return finding.seq, finding.difference
        head = Head(record.seq, record.hash)
    return None


def flip(cell: Cell, bit: int) -> Cell:
    match cell:
        case int():
            return cell ^ (1 << bit % 63)
        case bytes():
            data = bytearray(cell)
            data[bit // 8 % len(data)] ^= 1 << bit % 8
            return bytes(data)
        case _:
            raise AssertionError(cell)


@given(st.lists(drafts, max_size=5))
def test_an_untouched_chain_holds_and_comes_back_from_its_rows(parts: list[Draft]) -> None:
    records = chain_of(parts, genesis(META))
    assert [from_row(as_read(record)) for record in records] == records
    assert first_finding([as_read(record) for record in records]) is None


@given(st.lists(drafts, min_size=1, max_size=5), st.data())
def test_any_flipped_bit_of_any_field_is_found_and_named(parts: list[Draft], data: st.DataObject) -> None:
    rows = [as_read(record) for record in chain_of(parts, genesis(META))]
    index = data.draw(st.integers(0, len(rows) - 1), "record")
    row = rows[index]
    column = data.draw(st.sampled_from([place for place, cell in enumerate(row) if cell not in {None, b""}]), "column")
    bit = data.draw(st.integers(0, 8 * 64), "bit")
    rows[index] = (*row[:column], flip(row[column], bit), *row[column + 1 :])

    found = first_finding(rows)

    assert found is not None
    seq, difference = found
    expected = {
        "seq": {Difference.GAP},
        "version": {Difference.UNPARSABLE},
        "prev_hash": {Difference.PREV},
        "hash": {Difference.HASH},
        "kind": {Difference.UNPARSABLE},
    }
    assert seq == index + 1
    assert difference in expected.get(COLUMNS[column], {Difference.HASH, Difference.UNPARSABLE})


@given(st.lists(drafts, min_size=2, max_size=6), st.data())
def test_a_dropped_doubled_or_swapped_record_is_found_where_it_happened(parts: list[Draft], data: st.DataObject) -> None:
    rows = [as_read(record) for record in chain_of(parts, genesis(META))]
    index = data.draw(st.integers(0, len(rows) - 2))
    dropped = [*rows[:index], *rows[index + 1 :]]
    doubled = [*rows[: index + 1], rows[index], *rows[index + 1 :]]
    swapped = [*rows[:index], rows[index + 1], rows[index], *rows[index + 2 :]]
    assert first_finding(dropped) == (index + 1, Difference.GAP)
    assert first_finding(doubled) == (index + 2, Difference.GAP)
    assert first_finding(swapped) == (index + 1, Difference.GAP)


@given(drafts, drafts)
def test_a_record_with_a_right_hash_from_another_chain_does_not_fit(ours: Draft, theirs: Draft) -> None:
    first = chain_of([ours], genesis(META))
    foreign = chain_of([ours, theirs], genesis(replace(META, journal_id="c3d4")))
    assert first_finding([as_read(first[0]), as_read(foreign[1])]) == (2, Difference.PREV)


@given(drafts, st.data())
def test_the_hash_covers_every_field(part: Draft, data: st.DataObject) -> None:
    (record,) = chain_of([part], genesis(META))
    name = data.draw(st.sampled_from([field.name for field in fields(Record) if field.name != "hash"]))
    other: dict[str, Any] = {
        "kind": Kind.MARKER if record.kind is Kind.EVENT else Kind.EVENT,
        "stamp": replace(record.stamp, synced=not record.stamp.synced),
        "sealed": b"x" if record.sealed is None else None,
        "sealer": "other",
        "prev_hash": b"\1" * 32,
    }
    value = getattr(record, name)
    changed = other.get(name, value + 1 if isinstance(value, int) else 0 if value is None else f"{value}x")
    assert hash_of(replace(record, **{name: changed})) != record.hash


def test_fields_cannot_be_shifted_into_each_other() -> None:
    stamp = Stamp(1, 2, "boot", synced=False)
    one = Draft(Kind.EVENT, "ab", stamp, "1", correlation="c")
    other = Draft(Kind.EVENT, "a", stamp, "1", correlation="bc")
    assert chain_of([one], genesis(META))[0].hash != chain_of([other], genesis(META))[0].hash


def test_version_1_is_encoded_as_its_page_says() -> None:
    stamp = Stamp(1_700_000_000_000_000_000, -5, "boot-1", synced=True)
    draft = Draft(Kind.OUTCOME, "settled", stamp, '"\u00e9"', secret=canonical("Ah"), round=7, correlation="k-1")
    (record,) = chain_of([draft], genesis(META))
    created = b"i\0\0\0\0231700000000000000000"
    born = [b"t\0\0\0\4a1b2", b"i\0\0\0\0011", created, b"t\0\0\0\0", b"n\0\0\0\0", b"i\0\0\0\0010", b"b\0\0\0\0"]
    start = sha256(b"tablectl journal genesis 1\n" + b"".join(born)).digest()
    place = [b"i\0\0\0\0011", b"i\0\0\0\0011", b"t\0\0\0\7outcome", b"t\0\0\0\7settled", b"n\0\0\0\0", b"i\0\0\0\0017"]
    when = [created, b"i\0\0\0\2-5", b"t\0\0\0\6boot-1", b"i\0\0\0\0011"]
    what = [b"t\0\0\0\3k-1", b't\0\0\0\4"\xc3\xa9"', b'b\0\0\0\4"Ah"', b"t\0\0\0\5clear", b"b\0\0\0\x20" + start]
    expected = sha256(b"tablectl journal record 1\n" + b"".join(place + when + what)).digest()
    assert (genesis(META).hash, record.hash) == (start, expected)


@pytest.mark.parametrize(
    "other",
    [
        replace(META, journal_id="a1b3"),
        replace(META, schema=2),
        replace(META, created_ns=1),
        replace(META, continues=Continues("old", None, None)),
        replace(META, continues=Continues("old", "c3d4", None)),
        replace(META, continues=Continues("old", "c3d4", Head(9, b"\1" * 32))),
    ],
)
def test_the_identity_of_a_journal_is_in_its_chain_and_comes_back_from_its_row(other: Meta) -> None:
    assert genesis(other) != genesis(META)
    assert meta_from_row(tuple(cell.encode() if isinstance(cell, str) else cell for cell in meta_to_row(other))) == other


NO_IDENTITY: list[Row | None] = [
    None,
    (b"\xff", 1, 1, None, None, None, None),
    (b"a", "x", 1, None, None, None, None),
    (b"a", 1, 1, b"f", None, 3, b"short"),
]


@pytest.mark.parametrize("row", NO_IDENTITY)
def test_an_identity_that_cannot_be_read_is_damage_before_the_first_record(row: Row | None) -> None:
    with pytest.raises(JournalDamaged) as caught:
        meta_from_row(row)
    assert (caught.value.seq, caught.value.what) == (0, "unparsable")
