"""A panel of buttons and lamps at work: one thread that owns the lines, the debouncing and the blinking.

The thread sleeps until an edge is reported, something else is to be shown, or the next thing is due; what due means is decided in
`debounce.py` and `lamps.py`. A panel whose lines fail is lost and taken again as soon as it comes back.
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from itertools import cycle
from queue import Empty, SimpleQueue
from typing import Final

import structlog

from tablectl_drivers.errors import DriverError, LinkError
from tablectl_drivers.events import DeviceEvent, PanelLost, PanelUp
from tablectl_drivers.panel_gpio.chips import Lines
from tablectl_drivers.panel_gpio.debounce import Counts, Debouncer, Limits
from tablectl_drivers.panel_gpio.finding import LOCAL_FACTORY
from tablectl_drivers.panel_gpio.lamps import Lamps
from tablectl_drivers.panel_gpio.sensing import LampFault, Sensed
from tablectl_drivers.panel_gpio.wiring import PanelConfig, check
from tablectl_drivers.ports import Health, Pattern, Sink

POLL_S: Final = 0.1  # an edge that is lost is noticed after this time
FIRST_RETRY_S: Final = 0.5
LAST_RETRY_S: Final = 10.0
LASTING_S: Final = 10.0  # a panel that was up for so long is tried again at once when it is lost
LONGEST_SLEEP_S: Final = 0.5  # so that the beat of a lost panel is seen
NOISE_PULSES: Final = 10  # so many within the window are worth a warning, one in each window
NOISE_WINDOW_S: Final = 10.0
STOP_S: Final = 5.0

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class _Edge:
    input: str
    down: bool
    at: float


class _Wake:
    """Somebody wants something to be shown."""


class _Stop:
    pass


class GpioPanel:
    """The port `Panel` on GPIO lines.

    `PanelUp` comes once the levels have settled, before any event of a button; a button that is down by then is masked. After
    `PanelLost` what was known of the buttons is void: the next `PanelUp` starts anew. A lamp that is not wired is passed over.
    """

    def __init__(self, config: PanelConfig) -> None:
        """Take a panel's config. Raises WiringError if it does not hold together."""
        self._config = config
        self._wiring = check(config)
        self._limits = Limits(stable=config.stable_ms / 1000, long_press=config.long_press_ms / 1000, chatter=config.chatter_edges)
        self._lamps = Lamps(self._wiring.lamps, config.wink_ms / 1000)
        self._lamps_lock = threading.Lock()
        self._counts = {name: Counts() for name in self._wiring.inputs}
        self._inbox: SimpleQueue[_Edge | _Wake | _Stop] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._sink: Sink = _nobody
        self._lines: Lines | None = None
        self._debouncers: dict[str, Debouncer] = {}
        self._lit: dict[str, bool] = {}
        self._lit_at: dict[str, float] = {}
        self._sensed = {name: Sensed() for name in self._wiring.sense}
        self._enabled = False
        self._refreshed = cycle(self._wiring.lamps)
        self._told_up: bool | None = None
        self._up_at = 0.0
        self._poll_at = 0.0
        self._retry_at = 0.0
        self._retry_s = FIRST_RETRY_S
        self._losses = 0
        self._noise_before = 0
        self._noise_since = 0.0
        self._noise_quiet_until = 0.0
        self._health = self._examine(0.0)

    @property
    def name(self) -> str:
        return self._config.name

    def start(self, sink: Sink) -> None:
        """Take the lines, all lamps dark, and begin to listen.

        Raises WiringError if a factory or a line does not exist, DriverError if this process cannot use the factory. Chips that are
        missing, busy or denied are a `PanelLost`, and are tried again.
        """
        if self._thread is not None:
            raise RuntimeError(f"panel {self.name!r} is already started")
        self._sink = sink
        self._inbox = SimpleQueue()
        self._told_up = None
        self._retry_s = FIRST_RETRY_S
        for chip in self._wiring.chips:
            if chip.factory == LOCAL_FACTORY and not chip.by_place:
                log.warning("chip by its number, which another kernel may change", panel=self.name, chip=chip.name, number=chip.place)
        now = time.monotonic()
        try:
            self._open(now)
        except LinkError as error:
            self._lose(error, now)
        self._health = self._examine(now)
        self._thread = threading.Thread(target=self._run, name=f"panel-{self.name}", daemon=True)
        self._thread.start()

    def show(self, lamps: Mapping[str, Pattern], wink: Collection[str] = ()) -> None:
        with self._lamps_lock:
            self._lamps.show(lamps, wink, time.monotonic())
        if self._thread is not None:
            self._inbox.put(_Wake())

    def try_lamps(self) -> None:
        with self._lamps_lock:
            self._lamps.try_each(time.monotonic())
        if self._thread is not None:
            self._inbox.put(_Wake())

    def stop(self) -> None:
        thread, self._thread = self._thread, None
        if thread is None:
            return
        self._inbox.put(_Stop())
        if thread is not threading.current_thread():
            thread.join(STOP_S)

    def health(self) -> Health:
        return self._health

    def _run(self) -> None:
        try:
            while (edges := self._wait()) is not None:
                now = time.monotonic()
                try:
                    if self._lines is None:
                        self._try_again(now)
                    else:
                        self._serve(self._lines, edges, now)
                except DriverError as error:
                    self._lose(error, now)
                self._report_noise(now)
                self._health = self._examine(now)
        finally:
            self._close()
            self._health = self._examine(time.monotonic())

    def _wait(self) -> list[_Edge] | None:
        """Sleep until there is something to do; return the edges that came, or None to stop."""
        edges: list[_Edge] = []
        timeout: float | None = max(0.0, self._due() - time.monotonic())
        while True:
            try:
                item = self._inbox.get(timeout=timeout) if timeout else self._inbox.get_nowait()
            except Empty:
                return edges
            timeout = None
            if isinstance(item, _Stop):
                return None
            if isinstance(item, _Edge):
                edges.append(item)

    def _due(self) -> float:
        now = time.monotonic()
        if self._lines is None:
            return min(self._retry_at, now + LONGEST_SLEEP_S)
        due = [self._poll_at]
        if not self._told_up:
            due.append(self._up_at)
        due += [at for debouncer in self._debouncers.values() if (at := debouncer.deadline()) is not None]
        with self._lamps_lock:
            if (change := self._lamps.deadline(now)) is not None:
                due.append(change)
        return min(due)

    def _serve(self, lines: Lines, edges: Iterable[_Edge], now: float) -> None:
        self._light(lines)
        for edge in edges:
            self._tell(self._debouncers[edge.input].edge(down=edge.down, at=edge.at))
        everything = now >= self._poll_at
        for name, debouncer in self._debouncers.items():
            due = debouncer.deadline()
            if everything or (due is not None and due <= now):
                self._tell(debouncer.poll(down=lines.is_down(name), now=now))
        if everything:
            self._poll_at = now + POLL_S
            self._refresh(lines)
            self._let_burn(lines)
            self._sense(lines, now)
        if not self._told_up and now >= self._up_at:
            self._tell_up()

    def _light(self, lines: Lines) -> None:
        with self._lamps_lock:
            lit = self._lamps.lit(time.monotonic())
        for name, on in lit.items():
            if on is not self._lit[name]:
                lines.light(name, lit=on)
                self._lit[name] = on
                self._lit_at[name] = time.monotonic()

    def _refresh(self, lines: Lines) -> None:
        """Write one lamp again, each time another: a chip with lamps only is noticed when it is gone."""
        if self._lit:
            name = next(self._refreshed)
            lines.light(name, lit=self._lit[name])

    def _let_burn(self, lines: Lines) -> None:
        """Drive the enable line once in each round of this thread, and in no other place: a thread that hangs makes no pulses."""
        self._enabled = not (self._config.enable_pulses and self._enabled)
        lines.enable(high=self._enabled)

    def _sense(self, lines: Lines, now: float) -> None:
        for name, sensed in self._sensed.items():
            if sensed.look(told=self._lit[name], since=self._lit_at[name], burns=lines.burns(name), now=now):
                if sensed.fault is None:
                    log.info("lamp does what it is told again", panel=self.name, lamp=name)
                else:
                    log.warning("lamp does not do what it is told", panel=self.name, lamp=name, fault=sensed.fault.value)

    def _open(self, now: float) -> None:
        """Take the lines and read every button once. Raises DriverError."""
        lines = Lines.open(self._wiring, self._hear)
        try:
            levels = {name: lines.is_down(name) for name in self._wiring.inputs}
        except DriverError:
            lines.close()
            raise
        self._debouncers = {name: Debouncer(self.name, name, self._limits, self._counts[name], down=down, now=now) for name, down in levels.items()}
        self._lit = dict.fromkeys(self._wiring.lamps, False)
        self._lit_at = dict.fromkeys(self._wiring.lamps, now)
        self._enabled = False
        self._lines = lines
        self._poll_at = now
        self._up_at = now + self._limits.stable

    def _try_again(self, now: float) -> None:
        if now >= self._retry_at:
            self._open(now)

    def _lose(self, error: DriverError, now: float) -> None:
        lasted = self._lines is not None and now - self._up_at >= LASTING_S
        self._close()
        self._retry_s = FIRST_RETRY_S if lasted else self._retry_s
        self._retry_at = now + self._retry_s
        self._retry_s = min(2 * self._retry_s, LAST_RETRY_S)
        if self._told_up is not False:
            self._told_up = False
            self._losses += 1
            self._sink(PanelLost(self.name, str(error)))

    def _close(self) -> None:
        if self._lines is not None:
            self._lines.close()
        self._lines = None
        self._debouncers = {}

    def _hear(self, input: str, down: bool, at: float) -> None:
        self._inbox.put(_Edge(input, down, at))

    def _tell(self, events: Iterable[DeviceEvent]) -> None:
        for event in events:
            self._tell_up()
            self._sink(event)

    def _tell_up(self) -> None:
        if not self._told_up:
            self._told_up = True
            self._sink(PanelUp(self.name))

    def _report_noise(self, now: float) -> None:
        """Warn of pulses that were no press, such as a lamp relay's crosstalk on long wires."""
        noise = sum(counts.noise for counts in self._counts.values())
        pulses = noise - self._noise_before
        if pulses < NOISE_PULSES:
            if now < self._noise_since + NOISE_WINDOW_S:
                return
        elif now < self._noise_quiet_until:
            return
        else:
            most = Counter({name: counts.noise for name, counts in self._counts.items()}).most_common(3)
            log.warning("noise heard on inputs", panel=self.name, pulses=pulses, most=dict(most))
            self._noise_quiet_until = now + NOISE_WINDOW_S
        self._noise_before = noise
        self._noise_since = now

    def _examine(self, now: float) -> Health:
        counts = self._counts.values()
        return Health(
            port=", ".join(f"{chip.name} ({chip.factory} {chip.place})" for chip in self._wiring.chips),
            connected=self._lines is not None,
            beat=now,
            counters={
                "presses": sum(each.presses for each in counts),
                "bounces": sum(each.bounces for each in counts),
                "noise": sum(each.noise for each in counts),
                "lost_edges": sum(each.lost_edges for each in counts),
                "masked": sum(debouncer.fault is not None for debouncer in self._debouncers.values()),
                "losses": self._losses,
                **{f"lamps_{fault.value}": sum(sensed.fault is fault for sensed in self._sensed.values()) for fault in LampFault},
            },
            faults={
                **{f"inputs.{name}": debouncer.fault.value for name, debouncer in self._debouncers.items() if debouncer.fault is not None},
                **{f"lamps.{name}": sensed.fault.value for name, sensed in self._sensed.items() if sensed.fault is not None},
            },
            noisy={name: each.noise for name, each in self._counts.items() if each.noise},
        )


def _nobody(event: DeviceEvent) -> None:
    """Take events of a panel that was never started."""
