"""Frames against literal bytes, and what a device does with bytes that are none."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablectl_sim.cdl_wire import Frame, Kind, Reader, crc16, read_one, stuff, unstuff, write


class Vector(NamedTuple):
    name: str
    sender: str
    frame: Frame
    wire: bytes


def _vectors() -> list[Vector]:
    lines = Path(__file__).with_name("vectors.txt").read_text(encoding="utf-8").splitlines()
    vectors = []
    for line in lines:
        if line.startswith("#"):
            continue
        name, sender, kind, tag, payload, wire = (cell.strip() for cell in line.split("|"))
        frame = Frame(Kind(int(kind, 16)), int(tag, 16), bytes.fromhex(payload.replace("-", "")))
        vectors.append(Vector(name, sender, frame, bytes.fromhex(wire)))
    return vectors


VECTORS = _vectors()
HOST = [vector for vector in VECTORS if vector.sender == "host"]
WHO = HOST[0].wire


def test_crc_check_value() -> None:
    assert crc16(b"123456789") == 0x29B1


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector.name)
def test_written(vector: Vector) -> None:
    assert write(vector.frame) == vector.wire


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector.name)
def test_read(vector: Vector) -> None:
    assert read_one(vector.wire[:-1]) == (vector.frame, "")


@pytest.mark.parametrize("vector", HOST, ids=lambda vector: vector.name)
def test_host_frames_byte_by_byte_with_noise_around(vector: Vector) -> None:
    reader = Reader()
    frames = [frame for byte in b"\x99\xffAS\0" + vector.wire + b"\x07\0" for frame in reader.feed(bytes([byte]))]
    assert frames == [vector.frame]
    assert reader.dropped.total() == 2


@pytest.mark.parametrize(
    ("name", "data", "cause"),
    [
        ("a bit is bent", bytes([WHO[0], WHO[1], WHO[2], WHO[3] ^ 4, *WHO[4:]]), "crc"),
        ("cut short", WHO[:-3] + b"\0", "not a frame"),
        ("another version", write(Frame(Kind.WHO))[:0] + stuff(b"\2\1\1" + crc16(b"\2\1\1").to_bytes(2, "big")) + b"\0", "version"),
        ("an unknown type", stuff(b"\1\x77\1" + crc16(b"\1\x77\1").to_bytes(2, "big")) + b"\0", "unknown type"),
        ("a device's frame", write(Frame(Kind.ANSWER, 1, b"\1\0")), "not from a host, or of a wrong length"),
        ("a long WHO", write(Frame(Kind.WHO, 1, b"\1")), "not from a host, or of a wrong length"),
        ("a short CONFIRM", write(Frame(Kind.CONFIRM, 0, bytes(7))), "not from a host, or of a wrong length"),
        ("208 bytes without a zero", b"\1" * 208 + WHO, "too long"),
    ],
)
def test_dropped_whole_and_counted(name: str, data: bytes, cause: str) -> None:
    reader = Reader()
    assert reader.feed(data) == [], name
    assert dict(reader.dropped) == {cause: 1}
    assert [frame.kind for frame in reader.feed(WHO)] == [Kind.WHO]


def test_two_zeros_are_no_error() -> None:
    reader = Reader()
    assert len(reader.feed(b"\0\0" + WHO + b"\0" + WHO)) == 2
    assert not reader.dropped


@given(st.binary(max_size=600))
def test_stuffing_leaves_no_zero_and_comes_back(data: bytes) -> None:
    assert 0 not in stuff(data)
    assert unstuff(stuff(data)) == data


@given(st.binary(max_size=300))
def test_any_bytes_are_survived(data: bytes) -> None:
    reader = Reader()
    reader.feed(data + b"\0")
    assert len(reader.feed(WHO)) == 1
