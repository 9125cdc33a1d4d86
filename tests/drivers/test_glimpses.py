"""One law for all drivers: whatever passes, what is shown of it tells no card. And what tells none is shown, byte by byte."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib import import_module
from typing import Any

import pytest

from tablectl_drivers import catalog
from tablectl_drivers.cdl import exposing as cdl
from tablectl_drivers.cdl import frames as cdl_frames
from tablectl_drivers.device import LinkedDevice
from tablectl_drivers.events import Role
from tablectl_drivers.feig_obid import exposing as feig
from tablectl_drivers.feig_obid import frames as feig_frames
from tablectl_drivers.glimpses import Exposed, Glimpse, Pieces, Stream, Watches, hidden
from tablectl_drivers.hid_pos import exposing as hid_pos
from tablectl_drivers.lamps_in import exposing as lamps_in
from tablectl_drivers.links.glimpsed import KEPT, SILENCE_S, Glimpsed
from tablectl_drivers.pn532_hsu import exposing as pn532
from tablectl_drivers.pn532_hsu import frames as pn532_frames
from tablectl_drivers.ssi import exposing as ssi
from tablectl_drivers.ssi import frames as ssi_frames

from . import bad_lines
from .bad_lines import FACES, RIGS, ROUND, SPOILERS, Bench, Rig, clean

CARDLESS = {"lamps_in"}
IN_NO_TEXT = ("cdl", "hid_keyboard")  # a card is one byte, or keys: for them the law of the packs stands alone
rigs = pytest.mark.parametrize("name", RIGS)


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now

    def wall_ns(self) -> int:
        return int(self.now * 1e9)


def _watches(name: str) -> Watches:
    if name == "hid_keyboard":
        return hid_pos.typed_watches()
    watches: Watches = import_module(f"tablectl_drivers.{name.split(maxsplit=1)[0]}.exposing").watches()
    return watches


def _deal(name: str, watches: Watches, spoil: str | None = None, seed: int = 0) -> list[Glimpse]:
    """Deal a round of cards, and return all that a technician would be shown of it, not only the last."""
    seen: list[Glimpse] = []
    clock = Clock()

    def overheard(now: float, act: str, data: bytes) -> None:
        clock.now = now
        glimpsed.note(act, data)
        seen.extend(glimpsed.last())
        glimpsed._last.clear()

    glimpsed = Glimpsed(watches, clock, clock.wall_ns)
    bench = Bench(RIGS[name], overheard)
    if spoil:
        bench.spoil(SPOILERS[spoil], random.Random(seed))
    bench.deal(ROUND)
    bench.to_host = bench.to_device = clean
    bench.run(3.0)
    return [*seen, *glimpsed.last()]


def _secrets(rig: Rig, drawn: int) -> Iterator[tuple[str, bytes]]:
    """Each code as text, as bytes, and with its letters changed."""
    for index in range(1, drawn + 1):
        code = rig.code(index)
        yield code, code.encode()
        if set(code) <= set("0123456789ABCDEF") and len(code) > 8:
            yield code, bytes.fromhex(code)
            yield code, bytes.fromhex(code)[::-1]


def _tells(name: str, seen: list[Glimpse]) -> list[str]:
    """Codes that are to be read in what is shown."""
    together = b"".join(glimpse.data for glimpse in seen)
    words = " ".join(glimpse.kind for glimpse in seen) + repr(seen) + together.hex(" ") + together.hex()
    codes = [code for code, raw in _secrets(RIGS[name], ROUND) if code.lower() in words.lower() or raw in together]
    return [code for code in codes if not name.startswith(IN_NO_TEXT)]


def test_every_driver_is_under_these_laws_and_shows_its_frames_by_them() -> None:
    assert {name.split()[0] for name in RIGS} | CARDLESS == set(catalog.known_drivers()) | {"hid_keyboard"}
    for mode, watches in (("pos", hid_pos.watches), ("keyboard", hid_pos.typed_watches)):
        options = catalog.kind("hid_pos").options(mode=mode)
        device = catalog.open_driver("hid_pos", catalog.DriverConfig("shoe", Role.SHOE, "usb:1-1", options=options))
        assert isinstance(device, LinkedDevice)
        assert device.watches is watches
    for name in set(catalog.known_drivers()) - {"hid_pos"}:
        kinds = vars(import_module(f"tablectl_drivers.{name}.driver")).values()
        (kind,) = (one for one in kinds if isinstance(one, type) and issubclass(one, LinkedDevice) and one is not LinkedDevice)
        assert kind.watches is import_module(f"tablectl_drivers.{name}.exposing").watches


@rigs
def test_what_is_shown_is_the_same_whichever_cards_are_dealt(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    packs = [FACES, random.Random(7).sample(FACES, 52), FACES[::-1]]
    shown = []
    for pack in packs:
        monkeypatch.setattr(bad_lines, "FACES", pack)
        shown.append(_deal(name, _watches(name)))
    assert shown[0], "something passed"
    assert shown[1:] == [shown[0]] * 2


@rigs
@pytest.mark.parametrize("spoil", SPOILERS)
def test_what_is_shown_of_a_bad_line_tells_no_code(name: str, spoil: str) -> None:
    seen = _deal(name, _watches(name), spoil)
    assert _tells(name, seen) == []
    assert all(glimpse.data == b"" for glimpse in seen if glimpse.kind == "noise")


@rigs
def test_these_laws_find_a_driver_that_shows_its_card_frames(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def whole(exposed: Callable[[Any], Exposed | None]) -> Callable[[Any], Exposed | None]:
        return lambda frame: replace(found, shown=None) if (found := exposed(frame)) is not None else None

    shown = []
    for pack in (FACES, random.Random(7).sample(FACES, 52)):
        monkeypatch.setattr(bad_lines, "FACES", pack)
        watches = _watches(name)
        if isinstance(watches.from_device, hid_pos.TypedLines):
            watches = Watches(Pieces("<", lambda data: Exposed("report", data)), watches.to_device)
        watch = watches.from_device
        assert isinstance(watch, Stream | Pieces)
        watch._exposed = whole(watch._exposed)
        shown.append(_deal(name, watches))
    assert shown[0] != shown[1]
    assert _tells(name, shown[1]) or name.startswith(IN_NO_TEXT)


@pytest.mark.parametrize("name", ["cdl", "ssi", "feig_obid", "pn532_hsu"])
def test_all_that_a_host_says_is_shown_byte_by_byte(name: str) -> None:
    to_device: list[bytes] = []
    bench = Bench(RIGS[name], lambda _, act, data: to_device.append(data) if act == ">" else None)
    bench.deal(2)
    watch = _watches(name).to_device
    seen = [glimpse for data in to_device for glimpse in watch.feed(data, 0)]
    assert all(glimpse.length == len(glimpse.data) for glimpse in seen)
    shown, said = (b"".join(pieces).translate(None, b"\x00\x55") for pieces in ([one.data for one in seen], to_device))  # without what wakes
    assert shown == said


IDENTITY = cdl_frames.encode(cdl_frames.Identity(1, 1, 7, 1, 1, "Maker", "Shoe", "1", "1"))
REPORT = cdl_frames.encode(cdl_frames.Report(0, 7, 1, 1, 12, 1, 99))


def _kinds(found: list[Glimpse]) -> list[tuple[str, int | None, bytes]]:
    return [(one.kind, one.length, one.data) for one in found]


def test_frames_are_told_apart_however_they_are_cut() -> None:
    for cut in range(len(IDENTITY + REPORT)):
        watch = cdl.watches().from_device
        found = [*watch.feed((IDENTITY + REPORT)[:cut], 1), *watch.feed((IDENTITY + REPORT)[cut:], 2)]
        assert _kinds(found) == [("identity", len(IDENTITY), IDENTITY), ("report", len(REPORT), b"")]


def test_a_report_that_was_bent_is_noise_without_a_byte() -> None:
    bent = bytes((REPORT[0], REPORT[1], REPORT[2] ^ 1)) + REPORT[3:]
    assert _kinds(cdl.watches().from_device.feed(bent + IDENTITY, 1)) == [
        ("noise", len(REPORT) - 1, b""),
        ("identity", len(IDENTITY), IDENTITY),
    ]


@pytest.mark.parametrize(
    ("watches", "wire", "found"),
    [
        (lamps_in.watches, b"red 1 2.500000\n".hex(), [("level", 15, b"red 1 2.500000\n")]),
        (hidden, "414833", [("bytes", None, b"")]),
    ],
)
def test_what_is_no_card_is_shown_and_what_is_not_named_is_not(
    watches: Callable[[], Watches], wire: str, found: list[tuple[str, int | None, bytes]]
) -> None:
    assert _kinds(watches().from_device.feed(bytes.fromhex(wire), 1)) == found


def test_an_answer_that_nobody_asked_for_is_hidden() -> None:
    unknown = feig_frames.encode(feig_frames.Frame(0, 0xB5, b"\x00\xe0\x04"))
    echo = feig_frames.encode(feig_frames.Frame(255, 0xB0, b"\x01\x00"))
    assert _kinds(feig.watches().from_device.feed(unknown + echo, 1)) == [("unknown answer", None, b"")] * 2
    empty, tags = (
        pn532_frames.encode(pn532_frames.Message(pn532_frames.CHIP, 0x4B, data)) for data in (b"\x00", b"\x01\x01\x00\x44\x00\x07\x04abcdef")
    )
    watch = pn532.watches().from_device
    assert _kinds(watch.feed(empty + tags, 1)) == [("poll answer", len(empty), empty), ("poll answer", None, b"")]
    assert _kinds(watch.feed(pn532_frames.encode(pn532_frames.Message(pn532_frames.HOST, 0x4A, b"\x02\x00")), 1)) == [("unknown answer", None, b"")]


def test_what_does_not_go_on_is_noise_with_the_time_at_which_it_came() -> None:
    clock = Clock()
    glimpsed = Glimpsed(cdl.watches(), clock, clock.wall_ns)
    glimpsed.note("<", REPORT[:9])
    assert glimpsed.last() == ()
    clock.now += SILENCE_S
    assert glimpsed.last() == (Glimpse("<", 100_000_000_000, "noise", 9, b""),)
    glimpsed.note("<", IDENTITY[:4])
    glimpsed.note("close", "it was unplugged")
    assert _kinds(list(glimpsed.last())) == [("noise", 13, b"")], "noise after noise is one"


def test_a_packet_whose_end_never_came_gives_way_to_the_next() -> None:
    clock = Clock()
    glimpsed = Glimpsed(ssi.watches(), clock, clock.wall_ns)
    card = ssi_frames.encode(ssi_frames.Frame(ssi_frames.Op.DECODE_DATA, 0, 0, b"\x0301001Ah3"))
    answer = ssi_frames.encode(ssi_frames.Frame(ssi_frames.Op.ACK, 0))
    glimpsed.note("<", card[:-3])
    clock.now += SILENCE_S
    glimpsed.note("<", answer)
    glimpsed.note("<", card)
    assert _kinds(list(glimpsed.last())) == [("noise", len(card) - 3, b""), ("ack", len(answer), answer), ("decode data", None, b"")]


def test_no_more_than_the_last_are_kept() -> None:
    glimpsed = Glimpsed(cdl.watches())
    for tag in range(KEPT + 5):
        glimpsed.note(">", cdl_frames.encode(cdl_frames.Who(tag + 1)))
    assert len(glimpsed.last()) == KEPT
    assert glimpsed.last()[-1].data == cdl_frames.encode(cdl_frames.Who(KEPT + 5))
