"""Every lamp of a panel alight once, one after the other, for somebody who watches them. The daemon has to be stopped: it holds the lines."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass, replace
from typing import Final

from tablectl_drivers.panel_gpio.chips import Lines
from tablectl_drivers.panel_gpio.wiring import Line, PanelConfig, check

STEP_S: Final = 0.1  # an enable line that lives on pulses changes as often


@dataclass(frozen=True, slots=True)
class Alight:
    """A lamp that burns now, or should; `senses` is what its sense line says of it, None where it has none."""

    lamp: str
    line: Line
    senses: bool | None


def alight(config: PanelConfig, seconds: float, wait: Callable[[float], object]) -> Generator[Alight, None, None]:
    """Light each lamp for so long, and name it when its sense line has had the time to settle. `wait` waits. All are dark in the end.

    Raises WiringError for a wiring that cannot be, LinkError where the lines cannot be had: PortBusy while the daemon runs.
    """
    wiring = replace(check(config), inputs={})
    lines = Lines.open(wiring, None)
    try:
        enabled = True
        lines.enable(high=enabled)
        for lamp, line in wiring.lamps.items():
            lines.light(lamp, lit=True)
            for step in range(max(2, round(seconds / STEP_S))):
                wait(STEP_S)
                if config.enable_pulses:
                    enabled = not enabled
                    lines.enable(high=enabled)
                if step == 0:
                    yield Alight(lamp, line, lines.burns(lamp) if lamp in wiring.sense else None)
            lines.light(lamp, lit=False)
    finally:
        lines.close()
