"""The law of sealing: what was sealed opens with its key, in its own record, unchanged; in every other case it is refused, and nothing is told."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tablectl.journal import ClearSealer, Draft, Place, Reader, canonical, open_for_writing, secret_of, verified, verify
from tablectl.journal.errors import KeyUnusable, SecretUnreadable
from tablectl.journal.keyfile import KEY_BYTES
from tablectl.journal.keys import CREDENTIAL, PAD_BYTES, KeySealer, make_keys, read_keys
from tablectl.journal.keys import given as keys_given

KEY, OTHER_KEY = b"k" * KEY_BYTES, b"o" * KEY_BYTES
PLACE = Place(7, "card_read", b"p" * 32)
HOLE = canonical({"card": "Ah"})

json_texts = st.recursive(st.none() | st.integers() | st.text(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=8).map(
    canonical
)
names = st.from_regex(r"[a-z][a-z0-9_]{0,63}", fullmatch=True)
places = st.builds(Place, st.integers(min_value=1, max_value=(1 << 63) - 1), names, st.binary(min_size=32, max_size=32))


@given(json_texts, places, st.binary(min_size=KEY_BYTES, max_size=KEY_BYTES))
@example(canonical("x" * (PAD_BYTES - 2)), PLACE, KEY)
@example(canonical("ends in spaces   "), PLACE, KEY)
def test_what_was_sealed_opens_with_its_key_in_its_place(secret: str, place: Place, key: bytes) -> None:
    assert KeySealer([key]).unseal(KeySealer([key]).seal(secret, place), KeySealer([key]).id, place) == secret


def test_any_flipped_bit_is_refused() -> None:
    sealer = KeySealer([KEY])
    sealed = sealer.seal(HOLE, PLACE)
    for bit in range(8 * len(sealed)):
        changed = bytearray(sealed)
        changed[bit // 8] ^= 1 << bit % 8
        with pytest.raises(SecretUnreadable, match=r"record 7 \(card_read\).*was changed, or sealed for another record"):
            sealer.unseal(bytes(changed), sealer.id, PLACE)


@pytest.mark.parametrize("length", [0, 1, 11, 12, 27, 28, 60])
def test_a_part_cut_short_is_refused(length: int) -> None:
    sealer = KeySealer([KEY])
    with pytest.raises(SecretUnreadable):
        sealer.unseal(sealer.seal(HOLE, PLACE)[:length], sealer.id, PLACE)


@pytest.mark.parametrize("moved", [{"seq": 8}, {"type": "fact_taken"}, {"prev_hash": b"q" * 32}])
def test_a_part_moved_to_another_record_type_or_journal_is_refused(moved: dict[str, int | str | bytes]) -> None:
    sealer = KeySealer([KEY])
    with pytest.raises(SecretUnreadable, match="sealed for another record"):
        sealer.unseal(sealer.seal(HOLE, PLACE), sealer.id, replace(PLACE, **moved))  # type: ignore[arg-type]


def test_another_key_is_refused_by_name_and_under_the_name_of_the_right_one() -> None:
    right, wrong = KeySealer([KEY]), KeySealer([OTHER_KEY])
    sealed = right.seal(HOLE, PLACE)
    with pytest.raises(SecretUnreadable, match=f"is sealed by {right.id}, and the keys given are {wrong.id}"):
        wrong.unseal(sealed, right.id, PLACE)
    with pytest.raises(SecretUnreadable, match="does not open"):
        wrong.unseal(sealed, wrong.id, PLACE)
    with pytest.raises(SecretUnreadable, match=f"is sealed by {right.id}, and no key was given"):
        ClearSealer().unseal(sealed, right.id, PLACE)


def test_the_same_face_never_looks_the_same_and_no_code_is_told_by_its_length() -> None:
    sealer = KeySealer([KEY])
    sealed = [sealer.seal(HOLE, PLACE) for _ in range(1000)]
    assert len({each[:12] for each in sealed}) == len({each[12:28] for each in sealed}) == 1000
    assert len(sealer.seal(canonical({"card": "Ah", "code": "1"}), PLACE)) == len(sealer.seal(canonical({"card": "Ah", "code": "1234567890"}), PLACE))


def test_after_a_rotation_the_old_key_opens_and_the_new_one_seals() -> None:
    old, both = KeySealer([KEY]), KeySealer([OTHER_KEY, KEY])
    assert both.id == KeySealer([OTHER_KEY]).id != old.id
    assert both.unseal(old.seal(HOLE, PLACE), old.id, PLACE) == HOLE
    with pytest.raises(SecretUnreadable):
        old.unseal(both.seal(HOLE, PLACE), both.id, PLACE)


def test_what_lies_in_clear_from_before_there_was_a_key_still_opens() -> None:
    assert KeySealer([KEY]).unseal(ClearSealer().seal(HOLE, PLACE), "clear", PLACE) == HOLE


def test_the_name_of_a_key_fits_its_column_and_says_nothing_of_it() -> None:
    sealer = KeySealer([KEY])
    assert len(sealer.id) <= 64
    assert KEY.hex()[:16] not in sealer.id


def write(path: Path, drafts: list[Draft], *keys: bytes, clock: object) -> None:
    with closing(open_for_writing(path, stamper=clock, sealer=KeySealer(keys))) as writer:  # type: ignore[arg-type]
        for draft in drafts:
            writer.append([draft]).result(20)


def test_a_journal_holds_no_face_verifies_without_the_key_and_opens_with_it(path: Path, draft: Callable[..., Draft], clock: object) -> None:
    write(path, [draft(secret=HOLE), draft(1, secret=HOLE)], KEY, clock=clock)
    write(path, [draft(2, secret=HOLE), draft(3)], OTHER_KEY, KEY, clock=clock)
    assert not [part for part in path.parent.iterdir() if HOLE.encode() in part.read_bytes()]
    assert verify(path).sound
    with Reader(path) as reader:
        records = list(verified(reader))
    assert [secret_of(record, KeySealer([OTHER_KEY, KEY])) for record in records] == [HOLE, HOLE, HOLE, None]
    assert len({record.sealer for record in records}) == 3  # two keys and none


def test_a_sealed_part_that_was_put_into_another_record_is_found_by_the_chain_and_by_the_seal(
    path: Path, draft: Callable[..., Draft], clock: object, tamper: Callable[[Path, str], None]
) -> None:
    write(path, [draft(secret=HOLE), draft(1, secret=canonical({"card": "Kd"}))], KEY, clock=clock)
    tamper(path, "UPDATE record SET sealed = (SELECT sealed FROM record WHERE seq = 1) WHERE seq = 2")
    assert not verify(path).sound
    with Reader(path) as reader:
        first, second = reader.records()
    assert secret_of(first, KeySealer([KEY])) == HOLE
    with pytest.raises(SecretUnreadable, match="record 2"):
        secret_of(second, KeySealer([KEY]))


def test_a_record_copied_into_another_journal_does_not_open_there(tmp_path: Path, draft: Callable[..., Draft], clock: object) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    for each in (here, there):
        write(each, [draft(secret=HOLE)], KEY, clock=clock)
    with closing(sqlite3.connect(here)) as connection:
        (sealed,) = connection.execute("SELECT sealed FROM record").fetchone()
    with Reader(there) as reader:
        (record,) = reader.records()
    with pytest.raises(SecretUnreadable):
        secret_of(replace(record, sealed=sealed), KeySealer([KEY]))


def test_a_new_key_is_its_owners_alone_and_never_written_over(tmp_path: Path) -> None:
    file = tmp_path / "seal.key"
    made = make_keys(file)
    text = file.read_bytes()
    assert file.stat().st_mode & 0o777 == 0o600
    assert read_keys(file).id == made.id
    with pytest.raises(KeyUnusable, match="is there already"):
        make_keys(file)
    assert file.read_bytes() == text
    assert make_keys(tmp_path / "next.key").id != made.id


def test_a_new_key_takes_the_old_ones_with_it(tmp_path: Path) -> None:
    old = make_keys(tmp_path / "old.key")
    make_keys(tmp_path / "new.key", keep=tmp_path / "old.key")
    both = read_keys(tmp_path / "new.key")
    assert both.id != old.id
    assert both.unseal(old.seal(HOLE, PLACE), old.id, PLACE) == HOLE


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "there is no seal key in it"),
        ("# a note\n\n", "there is no seal key in it"),
        ("# a note\nsecretsecret", r"seal.key:2: no seal key: expected tablectl-seal-1: and 64 hexadecimal digits$"),
        ("tablectl-seal-1:" + "0" * 63, "no seal key"),
        ("tablectl-seal-1:" + "0" * 64 + "\n\xff", r"seal.key:2: no seal key"),
    ],
)
def test_a_file_that_holds_no_key_is_refused_without_being_quoted(tmp_path: Path, text: str, words: str) -> None:
    file = tmp_path / "seal.key"
    file.touch(0o600)
    file.write_bytes(text.encode("latin-1"))
    with pytest.raises(KeyUnusable, match=words):
        read_keys(file)


def test_a_key_that_others_may_read_is_refused(tmp_path: Path) -> None:
    make_keys(tmp_path / "seal.key")
    (tmp_path / "seal.key").chmod(0o640)
    with pytest.raises(KeyUnusable, match=r"others than its owner may open the seal key \(mode 0640\)"):
        read_keys(tmp_path / "seal.key")


def test_a_key_that_is_not_there_or_has_no_place_is_said(tmp_path: Path) -> None:
    with pytest.raises(KeyUnusable, match="cannot be read: No such file"):
        read_keys(tmp_path / "seal.key")
    with pytest.raises(KeyUnusable, match="cannot be written: No such file"):
        make_keys(tmp_path / "nowhere" / "seal.key")


def test_the_file_of_the_configuration_goes_before_the_credential_and_without_either_there_is_none(tmp_path: Path) -> None:
    credentials = tmp_path / "credentials"
    credentials.mkdir()
    assert keys_given(None, None) is None
    assert keys_given(None, str(credentials)) is None
    handed = make_keys(credentials / CREDENTIAL)
    (credentials / CREDENTIAL).chmod(0o440)  # as the service manager leaves it where it gives access by an ACL
    configured = make_keys(tmp_path / "seal.key")
    found = [keys_given(None, str(credentials)), keys_given(tmp_path / "seal.key", str(credentials))]
    assert [keys.id for keys in found if keys] == [handed.id, configured.id]
    with pytest.raises(KeyUnusable, match="gone"):
        keys_given(tmp_path / "gone.key", str(credentials))
    with pytest.raises(KeyUnusable, match="the folder of credentials cannot be read"):
        keys_given(None, str(tmp_path / "nowhere"))
