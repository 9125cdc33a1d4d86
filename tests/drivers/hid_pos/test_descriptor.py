"""What a HID interface says of its reports."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablectl_drivers.hid_pos import descriptor
from tablectl_drivers.hid_pos.descriptor import Reports
from tablectl_sim.hid_pos_device import KEYBOARD_DESCRIPTOR, KEYBOARD_FACE, REPORT_DESCRIPTOR, SCANNER_FACE


def test_a_scanner_and_a_keyboard_are_told_apart() -> None:
    assert descriptor.read(REPORT_DESCRIPTOR) == Reports(((0x8C, 2),), {2: 64})
    assert descriptor.read(KEYBOARD_DESCRIPTOR) == Reports(((1, 6),), {0: 7})


def test_several_applications_push_pop_long_items_and_wide_usages_are_read() -> None:
    text = "05 8c a4 05 01 09 06 a1 01 75 08 95 02 85 01 81 02 c0 b4 fe 03 aa 01 02 03 09 02 a1 01 85 02 75 08 95 3f 81 02 c0 0b 02 00 8c 00 a1 01 c0"
    assert descriptor.read(bytes.fromhex(text)) == Reports(((1, 6), (0x8C, 2), (0x8C, 2)), {1: 3, 2: 64})


def test_a_usage_is_of_its_collection_only() -> None:
    assert descriptor.read(bytes.fromhex("05 8c 09 02 a1 02 a1 01 c0 c0")) == Reports((), {})


@pytest.mark.parametrize("text", ["05", "27 01 02 03", "b4", "fe", "fe 05 aa 01", "a4" * 17])
def test_what_is_none_is_refused(text: str) -> None:
    assert descriptor.read(bytes.fromhex(text)) is None


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    descriptor.read(data)


def test_its_length_stands_behind_the_interface() -> None:
    assert descriptor.length(SCANNER_FACE.extra) == len(REPORT_DESCRIPTOR)
    assert descriptor.length(KEYBOARD_FACE.extra) == len(KEYBOARD_DESCRIPTOR)
    assert descriptor.length(b"") == descriptor.length(b"\x09\x22" + bytes(7)) == descriptor.AT_MOST
    assert descriptor.length(bytes.fromhex("0921110100 0122 ffff")) == descriptor.AT_MOST
