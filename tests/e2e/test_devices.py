"""How the devices do, asked of the real daemon over the wire: a plug that is pulled and put back, and lamps that are tried while it runs."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any

from tablectl_sim.incidents import Fault

from .conftest import MakeTable
from .running import Supervisor, Table


def device(person: Supervisor, name: str) -> dict[str, Any]:
    answer = person.client.get("/api/devices")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = next(one for one in answer.json()["devices"] if one["name"] == name)
    return found


def wait_for(person: Supervisor, name: str, conditions: set[str], seconds: float) -> float:
    """Ask until the device is in one of these; return how long it took."""
    began, pause = time.monotonic(), threading.Event()
    while (found := device(person, name)["condition"]) not in conditions:
        assert time.monotonic() - began < seconds, f"{name} is {found}, not {conditions}"
        pause.wait(0.05)
    return time.monotonic() - began


@contextmanager
def signed_in(live: Table) -> Iterator[Supervisor]:
    live.start()
    url = live.daemon.wait_said(r"Console of table .*:  (http://\S+?)/?$")[1]
    person = Supervisor.log_in(url, live.daemon.wait_said(r"One-time first code:  (\S+)")[1])
    with closing(person.client):
        yield person


def test_a_pulled_plug_is_seen_within_two_seconds_and_the_device_comes_back_alone(table: MakeTable) -> None:
    live = table("kills")
    with signed_in(live) as person:
        wait_for(person, "shoe", {"idle", "busy"}, 30)
        before = device(person, "shoe")
        assert before["good"] > 0
        live.bench.timeline.do(Fault("unplug", device="shoe"))
        assert wait_for(person, "shoe", {"lost"}, 30) < 2
        assert device(person, "shoe")["text"]
        live.bench.timeline.do(Fault("replug", device="shoe"))
        wait_for(person, "shoe", {"idle", "busy", "degraded"}, 30)  # a frame may have been cut in two with the plug
        assert device(person, "shoe")["reconnects"] > before["reconnects"]
    assert live.daemon.stop() == 0
    assert not [record for record in live.records() if "good_frames" in record.body], "live numbers are in no record"


def test_every_lamp_burns_once_while_the_daemon_runs_and_the_record_says_who_asked(table: MakeTable) -> None:
    live = table("kills")
    with signed_in(live) as person:
        for name in ("shoe", "shuffler", "panel"):  # each that comes up changes what the lamps show, which ends a trial
            wait_for(person, name, {"idle", "busy"}, 30)
        panel = live.bench.panel
        before = {name: lamp.rose_at for name, lamp in panel.lamps().items()}
        shown = {name for name, lamp in panel.lamps().items() if lamp.level}
        person.do(kind="try_lamps")
        count = len(before)
        rose = lambda panel: all(lamp.rose_at > before[name] or name in shown for name, lamp in panel.lamps().items())  # noqa: E731
        assert panel.wait_for(rose, time.monotonic() + count + 20), {name for name, lamp in panel.lamps().items() if lamp.rose_at <= before[name]}
    assert live.daemon.stop() == 0
    given = [json.loads(record.body) for record in live.records() if record.type == "command_given"]
    assert [(one["person"], one["action"]["kind"]) for one in given] == [("Ana", "try_lamps")]
