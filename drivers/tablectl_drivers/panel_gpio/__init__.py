"""Bet-spot buttons and lamps on GPIO lines.

`wiring` says which line is which, `debounce` what contacts mean, `lamps` and `patterns` what is lit when, `chips` touches the
hardware, `panel` runs them in one thread. The first four know no clock and no thread.
"""

from __future__ import annotations

from tablectl_drivers.panel_gpio.panel import GpioPanel
from tablectl_drivers.panel_gpio.wiring import ChipConfig, PanelConfig

__all__ = ["ChipConfig", "GpioPanel", "PanelConfig"]
