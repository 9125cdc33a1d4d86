"""The lines of a panel on real chips: the one place that touches gpiozero.

A chip is opened through the pin factory that its config names, and through no other; gpiozero's own choice of a factory, and the
environment variable that steers it, play no part. gpiozero carries no types, so its objects are `Any` here and nowhere else.

lgpio makes its notification pipe in the working directory when it is imported (or in `LG_WD`, to which it moves the whole process;
that is undone here). A service therefore needs a writable working directory: systemd's RuntimeDirectory.
"""

from __future__ import annotations

import errno
import inspect
import os
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, Final, Protocol, Self, cast

import structlog
from gpiozero import PinFixedPull, PinInvalidPin  # type: ignore[import-untyped]  # it carries no types
from gpiozero.pins import PinInfo  # type: ignore[import-untyped]  # it carries no types
from gpiozero.pins.local import LocalPiFactory  # type: ignore[import-untyped]  # it carries no types
from gpiozero.pins.pi import PiFactory  # type: ignore[import-untyped]  # it carries no types

from tablectl_drivers.errors import DriverError, LinkBroken, NoEdges, PortBusy, PortDenied, PortMissing, WiringError
from tablectl_drivers.panel_gpio.finding import find, gpio_chips, refuse_reserved
from tablectl_drivers.panel_gpio.wiring import ChipConfig, Line, Wiring, nearest

Heard = Callable[[str, bool, float], None]
"""Takes (input, down, monotonic second) in whatever thread a pin factory calls from; must only put it on a queue."""

ENTRY_POINTS: Final = "gpiozero_pin_factories"
OLDEST_EDGE_S: Final = 1.0  # an edge that claims to be older was stamped by some other clock

log = structlog.get_logger(__name__)


class _Pin(Protocol):
    """What is used of gpiozero's Pin. `when_changed` holds its handler weakly and calls it with (ticks, state)."""

    state: bool
    when_changed: Callable[[object, object], None] | None

    def output_with_state(self, state: object) -> None: ...
    def input_with_pull(self, pull: str) -> None: ...
    def close(self) -> None: ...


class _Factory(Protocol):
    """What is used of gpiozero's Factory."""

    def pin(self, name: int) -> _Pin: ...
    def ticks(self) -> object: ...
    def ticks_diff(self, later: object, earlier: object) -> float: ...
    def close(self) -> None: ...


class Lines:
    """The lines of a panel while they are held: every button an input with its pull, every lamp an output."""

    def __init__(self) -> None:
        self._factories: list[_Factory] = []
        self._buttons: dict[str, _Button] = {}
        self._senses: dict[str, _Button] = {}
        self._lamps: dict[str, tuple[Line, _Pin]] = {}
        self._enable: tuple[Line, _Pin] | None = None

    @classmethod
    def open(cls, wiring: Wiring, heard: Heard | None) -> Self:
        """Take all lines, lamps first and dark. With nobody to hear them, inputs are only read.

        Raises WiringError for a factory or a line that does not exist or is in use for something else, DriverError where the process
        itself is in the way, LinkError (PortMissing, PortDenied, PortBusy, LinkBroken) for what another attempt may cure. Then nothing is held.
        """
        lines = cls()
        try:
            lines._take(wiring, heard)
        except BaseException:
            lines.close()
            raise
        return lines

    def is_down(self, name: str) -> bool:
        """Read a button. Raises LinkError."""
        return self._buttons[name].is_down()

    def light(self, name: str, *, lit: bool) -> None:
        """Switch a lamp. Raises LinkError."""
        _drive(self._lamps[name], high=lit)

    def burns(self, name: str) -> bool:
        """Read the sense line of a lamp. Raises LinkError."""
        return self._senses[name].is_down()

    def enable(self, *, high: bool) -> None:
        """Drive the line that lets lamps burn, where there is one. Raises LinkError."""
        if self._enable is not None:
            _drive(self._enable, high=high)

    def close(self) -> None:
        """Switch every lamp off and give all lines back, as far as the chips are still there."""
        with suppress(DriverError):
            self.enable(high=False)
        for name in self._lamps:
            with suppress(DriverError):
                self.light(name, lit=False)
        for button in (*self._buttons.values(), *self._senses.values()):
            button.close()
        for line, pin in (*self._lamps.values(), *((self._enable,) if self._enable else ())):
            _quietly(line, pin.close)
        for factory in self._factories:
            _quietly("a chip", factory.close)
        self._lamps.clear()
        self._enable = None
        self._senses.clear()
        self._buttons.clear()
        self._factories.clear()

    def _take(self, wiring: Wiring, heard: Heard | None) -> None:
        chips = self._open_chips(wiring)
        active_low = {config.name: config.active_low for config in wiring.chips}
        if wiring.enable is not None:
            self._enable = _output(wiring.enable, chips)
        for name, line in wiring.lamps.items():
            self._lamps[name] = _output(line, chips)
        for name, line in wiring.inputs.items():
            self._buttons[name] = _Button(name, line, chips[line.chip], heard, active_low=active_low[line.chip])
        for name, line in wiring.sense.items():
            self._senses[name] = _Button(name, line, chips[line.chip], None, active_low=active_low[line.chip])

    def _open_chips(self, wiring: Wiring) -> Mapping[str, _Factory]:
        """Find out which chip is which before the first is opened. Chips of other factories than this machine's have numbers of their own."""
        classes = {config.name: _load_factory(config) for config in wiring.chips}
        local = [config for config in wiring.chips if _of_this_machine(classes[config.name])]
        here = gpio_chips() if local else ()
        numbers = {config.name: find(config, here) for config in local}
        _numbers_differ(numbers)
        refuse_reserved(wiring.lines(), numbers, here, wiring.ports)
        chips: dict[str, _Factory] = {}
        for config in wiring.chips:
            chips[config.name] = factory = _open_chip(config, classes[config.name], numbers.get(config.name))
            self._factories.append(factory)
        return chips


class _Button:
    """One input line; lives as long as it may be called back, as gpiozero keeps only weak references to handlers. With nobody to
    hear it, it is only read."""

    def __init__(self, name: str, line: Line, factory: _Factory, heard: Heard | None, *, active_low: bool) -> None:
        self._name = name
        self._line = line
        self._factory = factory
        self._heard = heard
        low = active_low if line.active_low is None else line.active_low
        self._down_level = not low
        with _in_words(line):
            self._pin = _pin(factory, line.number)
            self._pin.input_with_pull(line.pull or ("up" if low else "down"))
            if heard is not None:
                self._pin.when_changed = self._changed

    def is_down(self) -> bool:
        with _in_words(self._line):
            return bool(self._pin.state) is self._down_level

    def close(self) -> None:
        def stop_listening() -> None:
            self._pin.when_changed = None

        _quietly(self._line, stop_listening)
        _quietly(self._line, self._pin.close)

    def _changed(self, ticks: object, state: object) -> None:
        if self._heard is None:
            return
        try:
            self._heard(self._name, bool(state) is self._down_level, self._moment(ticks))
        except Exception:
            # What is raised here would end the one thread through which lgpio reports all edges.
            log.exception("edge lost in its handler", input=self._name)

    def _moment(self, ticks: object) -> float:
        now = time.monotonic()
        if ticks is None:
            return now
        age = self._factory.ticks_diff(self._factory.ticks(), ticks)
        return now - age if 0.0 <= age <= OLDEST_EDGE_S else now


def _load_factory(chip: ChipConfig) -> type[_Factory]:
    known = {entry.name: entry for entry in entry_points(group=ENTRY_POINTS)}
    where = f"chip {chip.name!r}: pin factory {chip.factory!r}"
    if chip.factory not in known:
        raise WiringError(f"{where} is not installed{nearest(chip.factory, known)}; there are {', '.join(sorted(known))}")
    home = Path.cwd()
    try:
        return cast("type[_Factory]", known[chip.factory].load())
    except Exception as error:
        raise _unloadable(where, error, home) from error
    finally:
        if os.environ.get("LG_WD"):
            os.chdir(home)


def _unloadable(where: str, error: Exception, home: Path) -> DriverError:
    if isinstance(error, ModuleNotFoundError):
        return WiringError(f"{where} needs the Python library {error.name!r}, which is not installed")
    if isinstance(error, FileNotFoundError) and ".lgd-nfy" in str(error.filename):
        place = os.environ.get("LG_WD") or home
        return DriverError(f"{where} cannot make its pipe in {place}: start tablectl in a directory that it may write to, as its service does")
    return WiringError(f"{where} cannot be loaded: {error}")


def _of_this_machine(factory_class: type[_Factory]) -> bool:
    """Tell a factory whose numbers are those of `/dev/gpiochipN`."""
    return issubclass(factory_class, LocalPiFactory) and "chip" in inspect.signature(factory_class).parameters


def _open_chip(chip: ChipConfig, factory_class: type[_Factory], found: int | None) -> _Factory:
    if found is None and chip.by_place:
        raise WiringError(f"chip {chip.name!r}: pin factory {chip.factory!r} knows no labels and parents; give the number of the chip")
    takes_number = "chip" in inspect.signature(factory_class).parameters
    if not takes_number and chip.chip:
        raise WiringError(f"chip {chip.name!r}: pin factory {chip.factory!r} knows one chip only, and no number {chip.chip}")
    number = (chip.chip or 0) if found is None else found
    arguments = {"chip": number} if takes_number else {}
    try:
        with _in_words(f"chip {chip.name!r} ({chip.factory} {number})"):
            factory = factory_class(**arguments)
    except LinkBroken as error:
        if found is not None:
            _check_node(chip, number, error)
        raise
    return _with_own_pins(factory) if _is_local(factory) else factory


def _numbers_differ(numbers: Mapping[str, int]) -> None:
    owners: dict[int, str] = {}
    for name, number in numbers.items():
        if other := owners.get(number):
            raise WiringError(f"chips {other!r} and {name!r} are both gpiochip{number}")
        owners[number] = name


def _check_node(chip: ChipConfig, number: int, cause: Exception) -> None:
    node = Path(f"/dev/gpiochip{number}")
    if not node.exists():
        found = ", ".join(map(str, gpio_chips())) or "none"
        raise PortMissing(f"chip {chip.name!r}: {node} is not there; this machine has {found}") from cause
    if not os.access(node, os.R_OK | os.W_OK):
        raise PortDenied(f"chip {chip.name!r}: {node} may not be opened by this user, who must be in the group of that file") from cause


def _is_local(factory: object) -> bool:
    """Tell a factory for one of several chips of this machine, which all the same numbers lines as on the header of a Pi."""
    return isinstance(factory, LocalPiFactory) and hasattr(factory, "chip") and type(factory).pin is PiFactory.pin


def _with_own_pins(factory: Any) -> _Factory:  # noqa: ANN401  attributes that gpiozero's Factory does not promise
    """Part a local factory from the others: gpiozero keeps one dictionary of pins, in which line 5 of two chips is one pin.

    Its own stays empty, as closing a factory stops at the first pin that fails and leaves the chip open; `Lines` closes the pins.
    """
    factory.pins = {}
    factory.pin_class = _guarded(factory.pin_class)
    return cast("_Factory", factory)


def _pin(factory: _Factory, number: int) -> _Pin:
    if not _is_local(factory):
        return factory.pin(number)
    # The header's table of pins would refuse line 28, and see the resistors of header lines 2 and 3 on every chip.
    info = PinInfo(number=number, name=f"GPIO{number}", names=frozenset({number}), pull="", row=1, col=1, interfaces=frozenset({"gpio"}))
    return cast("_Pin", cast("Any", factory).pin_class(factory, info))


def _output(line: Line, chips: Mapping[str, _Factory]) -> tuple[Line, _Pin]:
    """Make a line an output that is low from the first moment on."""
    with _in_words(line):
        pin = _pin(chips[line.chip], line.number)
        pin.output_with_state(False)
    return line, pin


def _drive(output: tuple[Line, _Pin], *, high: bool) -> None:
    line, pin = output
    with _in_words(line):
        pin.state = high


def _guarded(pin_class: Any) -> type[_Pin]:  # noqa: ANN401  a class of gpiozero's, which carries no types
    class GuardedPin(pin_class):  # type: ignore[misc]  # the same
        """A pin that a handler which is just being taken away cannot break: see `_Button._changed`."""

        def _call_when_changed(self, *args: object) -> None:
            try:
                super()._call_when_changed(*args)
            except Exception:
                log.exception("edge lost in its pin", pin=repr(self))

    return cast("type[_Pin]", GuardedPin)


@contextmanager
def _in_words(where: object) -> Iterator[None]:
    """Turn whatever a pin factory throws (lgpio's errors derive from nothing but Exception) into an error of ours."""
    try:
        yield
    except DriverError:
        raise
    except Exception as error:
        raise _said(where, error) from error


def _said(where: object, error: Exception) -> DriverError:
    text = str(error).strip("'\"") or type(error).__name__
    number = error.errno if isinstance(error, OSError) else None
    if "bad event request" in text:
        return NoEdges(
            f"{where}: the chip does not report changes of this line. An expander needs its INT wire and an overlay that names the line it is on: "
            "gpiopin=N in the place of noints"
        )
    if isinstance(error, PinInvalidPin) or "bad GPIO number" in text:
        return WiringError(f"{where}: there is no such line on this chip")
    if isinstance(error, PinFixedPull):
        return WiringError(f"{where}: the board has a resistor on this line that pulls the other way; use another line")
    if number == errno.EBUSY or "busy" in text.lower():
        return PortBusy(f"{where}: the line is held by someone else; gpioinfo shows by whom: another tablectl, a tool or a device tree overlay")
    if isinstance(error, PermissionError) or "not permitted" in text:
        return PortDenied(f"{where}: this user may not use the line")
    return LinkBroken(f"{where}: {text}")


def _quietly(where: object, call: Callable[[], None]) -> None:
    with suppress(DriverError), _in_words(where):
        call()
