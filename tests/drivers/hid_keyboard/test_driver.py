"""The whole driver over USB against a simulated scanner that types, which was written from its page alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

import pytest

from tablectl_drivers.catalog import kind
from tablectl_drivers.events import Identity, LinkLost, LinkUp, ReportId, Role
from tablectl_drivers.hid_pos.driver import Options
from tablectl_drivers.ports import CardDevice
from tablectl_drivers.reading.deck_map import DeckMap, MappedCard
from tablectl_sim.hid_keyboard_device import ENTER, TAB, HidKeyboardScanner, gadget
from tablectl_sim.hid_pos_device import KEYBOARD_FACE, SCANNER_FACE
from tablectl_sim.usb_backend import Bus, process_bus
from tablectl_sim.usb_gadget import Face
from tests.drivers.usb import BACKEND, Desk, ScannerBench

Eventually = Callable[[Callable[[], bool]], None]
CARDS: Final = DeckMap({"01001Ah3": MappedCard(2, "Ah", 1, 1), "01002Kd0": MappedCard(2, "Kd", 1, 2)})
KEYBOARD: Final = Options(mode="keyboard", usb_backend=BACKEND)


class Bench(ScannerBench[HidKeyboardScanner]):
    def __init__(self, bus: Bus) -> None:
        super().__init__(bus, HidKeyboardScanner(), CARDS)

    def listen(self, options: Options = KEYBOARD, faces: tuple[Face, ...] = (KEYBOARD_FACE,)) -> tuple[CardDevice, Desk]:
        self.bus.plug(gadget(self.scanner, faces=faces), 1, 4)
        return self.start(options)


@pytest.fixture
def bench() -> Iterator[Bench]:
    bench = Bench(process_bus())
    yield bench
    bench.close()


@pytest.mark.parametrize("rolls_over", [False, True])
@pytest.mark.parametrize("ends", [(ENTER,), (TAB,), (ENTER, ENTER)])
def test_cards_are_typed_and_come_once_and_in_order(bench: Bench, eventually: Eventually, rolls_over: bool, ends: tuple[int, ...]) -> None:
    bench.scanner.rolls_over, bench.scanner.ends = rolls_over, ends
    driver, desk = bench.listen()
    eventually(lambda: desk.saw(LinkUp) == 1)
    bench.show("01001Ah3", "01002Kd0", "4006381333931")
    eventually(lambda: desk.cards() == ["Ah", "Kd", "?"])
    assert desk.events[0] == LinkUp("shoe", Identity(Role.SHOE, "Bench Works", "Scanner 1", "0001", "1.23"), ReportId(1, 0), plain=True)
    assert (bench.scanner.boot, bench.scanner.idle) == (True, 0)
    seen = driver.health().glimpses
    assert {(one.kind, one.length, one.data) for one in seen} == {("typed line", None, b"")}


def test_a_lost_report_is_a_card_that_nobody_could_read(bench: Bench, eventually: Eventually) -> None:
    _, desk = bench.listen()
    eventually(lambda: desk.saw(LinkUp) == 1)
    bench.scanner.lost = frozenset({10})
    bench.show("01001Ah3", "01002Kd0")
    eventually(lambda: desk.cards() == ["?", "Kd"])


@pytest.mark.parametrize(
    ("faces", "refuses", "reason"),
    [
        ((SCANNER_FACE,), False, "interface 0 is no keyboard that knows the boot protocol"),
        ((replace(KEYBOARD_FACE, subclass=0, protocol=0),), False, "interface 0 is no keyboard that knows the boot protocol"),
        ((KEYBOARD_FACE,), True, "interface 0 is a keyboard that refuses the boot protocol"),
    ],
)
def test_what_does_not_type_by_the_page_is_refused_in_words(
    bench: Bench, eventually: Eventually, faces: tuple[Face, ...], refuses: bool, reason: str
) -> None:
    bench.scanner.refuses_boot = refuses
    _, desk = bench.listen(faces=faces)
    eventually(lambda: desk.saw(LinkLost) == 1)
    assert reason in desk.reasons()


def test_without_the_option_it_is_refused_as_ever(bench: Bench, eventually: Eventually) -> None:
    _, desk = bench.listen(Options(usb_backend=BACKEND))
    eventually(lambda: desk.saw(LinkLost) == 1)
    assert "interface 0 is a keyboard; set the scanner to HID POS" in desk.reasons()


def test_the_option_says_of_itself_that_it_is_for_a_bench() -> None:
    needs = kind("hid_pos")
    assert needs.bench_only(Options()) is None
    assert needs.bench_only(KEYBOARD) == "a scanner that types as a keyboard"
