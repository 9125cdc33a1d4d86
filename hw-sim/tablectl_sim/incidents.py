"""What can go wrong at the bench, by name: each kind is one function on the parts, with its undoing.

A scenario's timeline and a person at a terminal order the same incidents.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, Protocol

from tablectl_sim.cards import Card, card
from tablectl_sim.cdl_device import CdlDevice
from tablectl_sim.errors import BadScenario, CannotDo
from tablectl_sim.faults import Line, Spoil
from tablectl_sim.panel import Panel
from tablectl_sim.shoe import Misreading
from tablectl_sim.shuffler import RED
from tablectl_sim.slips import Slip, Where, at
from tablectl_sim.tables import Section
from tablectl_sim.wires import Plug, Port
from tablectl_sim.world import World

DEVICES: Final = ("shoe", "shuffler")
AREAS: Final = ("board", "burn")
UNKNOWN_LIGHTS: Final = 0x707  # a pattern that the page does not name
GREEN_FLASHING: Final = 0x002  # on some machines: it sorts


@dataclass(frozen=True, slots=True)
class Moment:
    """When: before card `card` of round `round`, when the display first says `step` in it, at its start where neither is given,
    or `seconds` after the start."""

    round: int = 0
    card: int = 0
    seconds: float = 0.0
    step: str = ""


@dataclass(frozen=True, slots=True)
class Fault:
    """One order. `for_s` 0 leaves it as it is until somebody undoes it."""

    kind: str
    at: Moment = Moment()
    device: str = "shoe"
    button: str = ""
    face: str = ""
    seat: int = 0
    area: str = ""
    count: int = 1
    for_s: float = 0.0

    @classmethod
    def read(cls, section: Section, at: Moment) -> Fault:
        """Raise BadScenario for a kind that does not exist or a key that it does not have."""
        kind = section.choice("kind", None, tuple(KINDS))
        known = KINDS[kind]
        fault = cls(kind, at, device=known.device, count=known.count, for_s=section.number("for_s", known.for_s, 0.0, 86400.0))
        if known.any_device:
            fault = replace(fault, device=section.choice("device", known.device, DEVICES))
        if known.button:
            fault = replace(fault, button=section.text("button", None))
        if known.face and (face := section.text("face", "")):
            fault = replace(fault, face=str(card(face)))
        if known.seat:
            fault = replace(fault, seat=section.whole("seat", 0, 0, 9))
        if known.area and (area := section.text("area", "")):
            if area not in AREAS:
                raise section.wrong("area", " or ".join(AREAS), area)
            fault = replace(fault, area=area)
        if known.count:
            fault = replace(fault, count=section.whole("count", known.count, known.least, 10_000))
        section.finish()
        return fault


class Parts(Protocol):
    """What an incident may touch."""

    panel: Panel
    world: World
    press_s: float

    def port(self, name: str) -> Plug[CdlDevice]: ...

    def show_card(self, where: Where) -> None:
        """A face-down card is shown by mistake."""
        ...

    def slip(self, slip: Slip, seat: int) -> None:
        """Something is done otherwise than it should, now or when its occasion comes."""
        ...

    def background(self, action: Callable[[], None]) -> None:
        """Run something that takes its time, such as a button that chatters."""
        ...


Undo = Callable[[], object]  # False: not yet
Act = Callable[[Parts, Fault], Undo | None]


@dataclass(frozen=True, slots=True)
class Kind:
    """How to do it, and which keys it takes. `count` 0: none; `least` is the smallest that means something."""

    act: Act
    any_device: bool = False
    device: str = "shoe"
    button: bool = False
    face: bool = False
    seat: bool = False
    area: bool = False
    count: int = 0
    least: int = 1
    for_s: float = 0.0


def _line(port: Plug[CdlDevice]) -> Line:
    """The line of a serial port. Raise CannotDo where there is none."""
    if not isinstance(port, Port):
        raise CannotDo(f"the {port.name} has no serial line that could be spoilt: its plug can be pulled")
    return port.line


def _unplug(parts: Parts, fault: Fault) -> Callable[[], None]:
    port = parts.port(fault.device)
    port.unplug()
    return port.plug


def _replug(parts: Parts, fault: Fault) -> None:
    parts.port(fault.device).plug()


def _cut(parts: Parts, fault: Fault) -> Callable[[], None]:
    port = parts.port(fault.device)
    with port.lock:
        _line(port).cut_after = fault.count
    return port.plug


def _junk(parts: Parts, fault: Fault) -> None:
    port = parts.port(fault.device)
    with port.lock:
        _line(port).add_junk(fault.count)
        port.flush(time.monotonic())


def _spoil(spoil: Spoil) -> Act:
    def act(parts: Parts, fault: Fault) -> None:
        port = parts.port(fault.device)
        with port.lock:
            _line(port).spoil_next(spoil, fault.count)

    return act


def _lost_confirm(parts: Parts, fault: Fault) -> Callable[[], None]:
    line = _line(parts.port(fault.device))
    line.lost_confirms = -1 if fault.for_s else fault.count

    def undo() -> None:
        line.lost_confirms = 0

    return undo


def _delay(parts: Parts, fault: Fault) -> Callable[[], None]:
    line = _line(parts.port(fault.device))
    line.delay_s = fault.count / 1000

    def undo() -> None:
        line.delay_s = 0.0

    return undo


def _silent_hang(parts: Parts, fault: Fault) -> Callable[[], None]:
    line = _line(parts.port(fault.device))
    line.mute = True

    def undo() -> None:
        line.mute = False

    return undo


def _power_up(parts: Parts, fault: Fault) -> None:
    port = parts.port(fault.device)
    with port.lock:
        port.device.switch_on(time.monotonic())
        port.flush(time.monotonic())


def _misread(parts: Parts, fault: Fault) -> None:
    for _ in range(fault.count):
        parts.world.spoil_next_read(Misreading(None))


def _wrong_face(parts: Parts, fault: Fault) -> None:
    parts.world.spoil_next_read(Misreading(card(fault.face) if fault.face else parts.world.a_dealt_face()))


def _duplicate_card(parts: Parts, fault: Fault) -> None:
    twin = card(fault.face) if fault.face else parts.world.a_dealt_face()
    parts.world.swap_next(lambda there: Card(twin.rank, twin.suit, there.back))


def _missing_card(parts: Parts, fault: Fault) -> Undo:
    for _ in range(fault.count):
        parts.world.lose_next()
    return parts.world.put_right


def _foreign_card(parts: Parts, fault: Fault) -> Undo:  # noqa: ARG001 - one card
    parts.world.swap_next(lambda there: Card(there.rank, there.suit, 3 - there.back))
    return parts.world.put_right


def _other_packs(parts: Parts, fault: Fault) -> None:  # noqa: ARG001 - one machine that deals
    parts.world.bring_other_packs()


def _wrong_count(parts: Parts, fault: Fault) -> Undo:
    shuffler = parts.world.shuffler
    with shuffler.lock:
        shuffler.device.miscount = fault.count
    return parts.world.put_right


def _unshuffled(parts: Parts, fault: Fault) -> None:  # noqa: ARG001 - one shuffler
    shuffler = parts.world.shuffler
    with shuffler.lock:
        shuffler.device.sorts = True


def _early_card(parts: Parts, fault: Fault) -> None:  # noqa: ARG001 - one shoe
    if parts.world.draw() is None:
        raise CannotDo("the shoe gives no card")


def _exposed_card(parts: Parts, fault: Fault) -> None:
    parts.show_card(at(fault.area, fault.seat))


def _slip(slip: Slip) -> Act:
    return lambda parts, fault: parts.slip(slip, fault.seat)


def _jam(parts: Parts, fault: Fault) -> Callable[[], None]:
    parts.world.jam(jammed=True)
    return lambda: _clear(parts, fault)


def _clear(parts: Parts, fault: Fault) -> None:  # noqa: ARG001 - one machine that shuffles
    """The operator opens the machine, takes out what is stuck and starts it again."""
    parts.world.jam(jammed=False)


def _lights(pattern: int) -> Act:
    def act(parts: Parts, fault: Fault) -> Callable[[], None]:  # noqa: ARG001 - one shuffler
        shuffler = parts.world.shuffler

        def show(lights: int | None) -> None:
            with shuffler.lock:
                shuffler.device.lights_stuck = lights
                shuffler.device.changed(time.monotonic())
                shuffler.flush(time.monotonic())

        show(pattern)
        return lambda: show(None)

    return act


def _lid_open(parts: Parts, fault: Fault) -> Callable[[], None]:
    port = parts.port(fault.device)

    def move(opened: bool) -> None:
        with port.lock:
            port.device.set_lid(opened, time.monotonic())
            port.flush(time.monotonic())

    move(True)
    return lambda: move(False)


def _lid_closed(parts: Parts, fault: Fault) -> None:
    _lid_open(parts, fault)()


def _button_stuck(parts: Parts, fault: Fault) -> Callable[[], None]:
    parts.panel.stick(fault.button)
    return lambda: parts.panel.unstick(fault.button)


def _press(parts: Parts, fault: Fault) -> None:
    parts.panel.press(fault.button, parts.press_s)


def _chatter(parts: Parts, fault: Fault) -> None:
    parts.background(lambda: parts.panel.chatter(fault.button, times=fault.count))


KINDS: Final[dict[str, Kind]] = {
    "unplug": Kind(_unplug, any_device=True),
    "replug": Kind(_replug, any_device=True),
    "cut": Kind(_cut, any_device=True, count=10, least=0, for_s=1.0),
    "junk": Kind(_junk, any_device=True, count=40),
    "drop_bytes": Kind(_spoil(Spoil.DROP), any_device=True, count=3),
    "repeat_bytes": Kind(_spoil(Spoil.REPEAT), any_device=True, count=3),
    "flip_bits": Kind(_spoil(Spoil.FLIP), any_device=True, count=3),
    "lost_confirm": Kind(_lost_confirm, any_device=True, count=3),
    "delay": Kind(_delay, any_device=True, count=200, for_s=2.0),
    "silent_hang": Kind(_silent_hang, any_device=True),
    "power_up": Kind(_power_up, any_device=True),
    "misread": Kind(_misread, count=1),
    "wrong_face": Kind(_wrong_face, face=True),
    "duplicate_card": Kind(_duplicate_card, face=True),
    "missing_card": Kind(_missing_card, count=1),
    "foreign_card": Kind(_foreign_card),
    "other_packs": Kind(_other_packs),
    "early_card": Kind(_early_card),
    "exposed_card": Kind(_exposed_card, seat=True, area=True),
    **{slip.value: Kind(_slip(slip), seat=slip in {Slip.NO_BURN, Slip.MUCK_ASKED_BACK}) for slip in Slip},
    "wrong_count": Kind(_wrong_count, count=-1, least=-100),
    "unshuffled": Kind(_unshuffled),
    "jam": Kind(_jam),
    "clear": Kind(_clear),
    "red_light": Kind(_lights(RED)),
    "unknown_light": Kind(_lights(UNKNOWN_LIGHTS)),
    "sorting_light": Kind(_lights(GREEN_FLASHING)),
    "lid_open": Kind(_lid_open, any_device=True, device="shuffler"),
    "lid_closed": Kind(_lid_closed, any_device=True, device="shuffler"),
    "button_stuck": Kind(_button_stuck, button=True),
    "chatter": Kind(_chatter, button=True, count=50),
    "press": Kind(_press, button=True),
}


def check_buttons(faults: tuple[Fault, ...], buttons: tuple[str, ...], place: str) -> None:
    """Raise BadScenario for a button that is not on the panel."""
    for fault in faults:
        if KINDS[fault.kind].button and fault.button not in buttons:
            raise BadScenario(f"{place}: fault.button: expected one of {', '.join(buttons)}, not {fault.button!r}")
