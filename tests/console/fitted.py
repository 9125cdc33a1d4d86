"""Devices for the tests of their page: what the console is told of a shoe, a shuffler and the panel."""

from __future__ import annotations

from dataclasses import replace

from tablectl.console.devices.condition import Condition
from tablectl.console.devices.views import CameView, CounterView, DevicesView, FaultView, FrameView, HealthView, PortView, SpanView

NOW_NS = 1_790_000_060_000_000_000
SINCE_NS = NOW_NS - 3_600_000_000_000
QUIET = tuple(SpanView(0, 4) for _ in range(30))

SHOE = HealthView(
    name="shoe",
    role="shoe",
    driver="cdl",
    ports=(PortView("/dev/tablectl/shoe", stable=True, text="a name that stays"),),
    maker="Example Works",
    model="Reader 4",
    serial="SN-77",
    firmware="2.1",
    condition=Condition.IDLE,
    text="",
    since_ns=SINCE_NS,
    numbers_s=0.2,
    heard_s=0.9,
    good=18_204,
    bad=0,
    discarded_bytes=0,
    reconnects=1,
    round_trip_ms=4,
    cards=1040,
    unreadable=2,
    unknown_codes=0,
    per_thousand=1.919,
    faults=(),
    noisy=(),
    spans=QUIET,
    came=(CameView(NOW_NS - 2_000_000_000, "2 good frames, 1 card"), CameView(NOW_NS - 3_000_000_000, "1 good frame")),
    frames=(
        FrameView(NOW_NS - 2_000_000_000, "to", "confirm", "0b 01 02 09 07", 0),
        FrameView(NOW_NS - 2_010_000_000, "from", "report", "", 19),
        FrameView(NOW_NS - 3_000_000_000, "from", "inventory answer", "11 00 b0 00", 3),
        FrameView(NOW_NS - 4_000_000_000, "from", "line", "", None),
    ),
    counters=(CounterView("good_frames", 18_204), CounterView("resends", 3)),
)
SHUFFLER = replace(
    SHOE,
    name="shuffler",
    role="shuffler",
    ports=(PortView("/dev/ttyUSB0", stable=False, text="the kernel's count: another device may have it tomorrow"),),
    model="Mixer 2",
    serial="SN-99",
    condition=Condition.DEGRADED,
    bad=41,
    discarded_bytes=910,
    round_trip_ms=140,
    cards=None,
    unreadable=None,
    unknown_codes=None,
    per_thousand=None,
    spans=tuple(SpanView(number // 3, 20 + 4 * number) for number in range(30)),
)
PANEL = HealthView(
    name="panel",
    role="panel",
    driver="lgpio",
    ports=(
        PortView("header: lgpio pinctrl-rp1", stable=True, text="found by its label and place"),
        PortView("expander: lgpio 1", stable=False, text="by its number, which another kernel may change"),
    ),
    maker="",
    model="",
    serial="",
    firmware="",
    condition=Condition.DEGRADED,
    text="",
    since_ns=SINCE_NS,
    numbers_s=0.1,
    heard_s=12.0,
    good=220,
    bad=None,
    discarded_bytes=None,
    reconnects=0,
    round_trip_ms=None,
    cards=None,
    unreadable=None,
    unknown_codes=None,
    per_thousand=None,
    faults=(FaultView("inputs", "seat5.trips", "stuck"), FaultView("inputs", "key.fold", "chatter"), FaultView("lamps", "lamp.hold", "dark")),
    noisy=(CounterView("seat2.ante", 14),),
    spans=tuple(SpanView(0, None) for _ in range(30)),
    came=(),
    frames=(),
    counters=(CounterView("presses", 220), CounterView("noise", 14)),
)
BUSY_ROUND = "A round is being played: the lamps are tried between rounds, or while play is held"


def at_work() -> DevicesView:
    return DevicesView(NOW_NS, 10.0, 100, (SHOE, SHUFFLER, PANEL), 40, "")


def every_condition() -> DevicesView:
    """One device in each condition, and lamps that are not to be tried."""
    devices = tuple(replace(SHOE, name=f"reader-{each}", condition=each, text="no such port" if each is Condition.LOST else "") for each in Condition)
    hung = replace(devices[-1], numbers_s=12.0, heard_s=None, round_trip_ms=None)
    return DevicesView(NOW_NS, 10.0, 100, (*devices[:-1], hung), 40, BUSY_ROUND)
