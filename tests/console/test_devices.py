"""How a device does, from its counters alone: one word, the sums, the last minutes; and nothing that tells a card."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pydantic_core
import pytest

from tablectl.console.devices.board import Board, Fitted
from tablectl.console.devices.condition import DEGRADED_ERRORS, HUNG_S, STALLED_LOOKS, STALLED_S, Condition, Seen, condition
from tablectl.console.devices.naming import chip_views, port_view
from tablectl.console.devices.tally import tally
from tablectl.console.devices.track import BUSY_S, SPAN_S, SPANS, Track
from tablectl.console.devices.views import FrameView
from tablectl.table.actions import PersonRole
from tablectl.table.events import DeviceDown, DeviceRefused, DeviceStatus, DeviceUp
from tablectl.table.state import Link
from tablectl_drivers.admission import Expected
from tablectl_drivers.ascii_line.session import Options, Session
from tablectl_drivers.cdl import frames
from tablectl_drivers.cdl.session import Session as CdlSession
from tablectl_drivers.events import Activity, Light, Role, Status
from tablectl_drivers.glimpses import Glimpse
from tablectl_drivers.panel_gpio.wiring import ChipConfig
from tablectl_drivers.ports import Health
from tablectl_drivers.reading.card_code import CardCode, write
from tablectl_drivers.reading.deck_map import DeckMap, MappedCard
from tablectl_drivers.reading.readings import Readings
from tests.table.dealing import IDENTITY, SHOE, SHUFFLER, Dealing, dealt, table
from tests.table.test_secrets import FACE

UP = Seen(Link.UP)
BYTES = Seen(Link.UP, bad_s=1.0, bad_looks=STALLED_LOOKS)


@pytest.mark.parametrize(
    ("seen", "found"),
    [
        (UP, Condition.IDLE),
        (replace(UP, busy=True), Condition.BUSY),
        (Seen(Link.WAITING), Condition.WAITING),
        (Seen(Link.DOWN), Condition.LOST),
        (Seen(Link.REFUSED), Condition.WRONG),
        (replace(UP, beat_s=HUNG_S), Condition.IDLE),
        (Seen(Link.REFUSED, beat_s=HUNG_S + 0.1, bad_s=0.0, bad_looks=9), Condition.HUNG),
        (replace(UP, errors=DEGRADED_ERRORS, busy=True), Condition.DEGRADED),
        (replace(UP, errors=DEGRADED_ERRORS - 1), Condition.IDLE),
        (replace(UP, faulty=True), Condition.DEGRADED),
        (BYTES, Condition.STALLED),
        (replace(BYTES, link=Link.WAITING), Condition.STALLED),
        (replace(BYTES, link=Link.DOWN), Condition.STALLED),
        (replace(BYTES, link=Link.REFUSED), Condition.WRONG),
        (replace(BYTES, bad_looks=STALLED_LOOKS - 1), Condition.IDLE),
        (replace(BYTES, bad_s=STALLED_S + 0.1, link=Link.DOWN), Condition.LOST),
        (replace(UP, errors=99, link=Link.DOWN), Condition.LOST),
    ],
)
def test_one_word_says_how_a_device_does(seen: Seen, found: Condition) -> None:
    assert condition(seen) is found


@pytest.mark.parametrize(
    ("counters", "sums"),
    [
        ({"good_frames": 9, "wrong_crc": 2, "not_cobs": 1, "discarded_bytes": 40}, {"good": 9, "bad": 3, "discarded_bytes": 40, "errors": 3}),
        ({"lines": 10, "glued": 1, "wrong_form": 2, "unreadable": 1}, {"good": 7, "bad": 3, "errors": 4}),
        ({"good_reports": 4, "no_aim": 1}, {"good": 4, "bad": 1}),
        ({"cards": 997, "unreadable": 2, "unknown_codes": 1}, {"cards": 997, "unreadable": 2, "unknown_codes": 1, "per_thousand": 3.0, "errors": 3}),
        ({"cards": 0, "unreadable": 0}, {"per_thousand": None}),
        ({"opened": 3, "broken": 2}, {"reconnects": 2}),
        ({"opened": 0}, {"reconnects": 0}),
        ({"losses": 2, "presses": 5, "noise": 3}, {"reconnects": 2, "good": 5, "errors": 3, "bad": None, "cards": None}),
        ({"good_frames": 1, "round_trip_ms": 7}, {"round_trip_ms": 7}),
        ({"good_frames": 1, "round_trip_ms": 0}, {"round_trip_ms": 0}),
        ({"good_frames": 0, "round_trip_ms": 0}, {"round_trip_ms": None}),
        ({"whatever_another_driver_counts": 7}, {"good": None, "bad": None, "errors": 0, "discarded_bytes": None}),
    ],
)
def test_what_drivers_count_by_their_own_names_comes_to_the_same_sums(counters: Mapping[str, int], sums: Mapping[str, object]) -> None:
    found = tally(counters, up=True)
    assert {name: getattr(found, name) for name in sums} == sums


def test_the_round_trip_of_a_link_that_is_gone_is_not_shown() -> None:
    assert tally({"good_frames": 1, "round_trip_ms": 7}, up=False).round_trip_ms is None


def test_a_track_knows_the_last_minutes_and_forgets_what_is_older() -> None:
    track = Track(100.0)
    track.take({"good_frames": 50, "wrong_crc": 20, "cards": 7}, 100.0, 1, up=True)
    assert (track.errors(), track.heard_s(100.0), track.busy(100.0), list(track.came)) == (0, None, False, [])
    track.take({"good_frames": 52, "wrong_crc": 21, "cards": 8, "round_trip_ms": 9}, 101.0, 2, up=True)
    assert (track.errors(), track.heard_s(103.0), track.bad_s(103.0), track.bad_looks) == (1, 2.0, 2.0, 0)
    assert [(came.at_ns, came.what) for came in track.came] == [(2, "2 good frames, 1 card, 1 bad frame")]
    assert track.spans[-1].round_trip_ms == 9
    assert track.busy(101.0 + BUSY_S)
    assert not track.busy(101.1 + BUSY_S)
    track.take({"good_frames": 52, "wrong_crc": 21, "cards": 8}, 100.0 + 6.5 * SPAN_S, 3, up=True)
    assert (track.errors(), sum(span.errors for span in track.spans), len(track.spans)) == (0, 1, 7)
    track.take({"good_frames": 52, "wrong_crc": 21, "cards": 8}, 100.0 + 20 * SPANS * SPAN_S, 4, up=True)
    assert (sum(span.errors for span in track.spans), len(track.spans)) == (0, SPANS)


def test_a_conversation_in_which_nothing_goes_wrong_has_no_error() -> None:
    session, track = CdlSession("shuffler", Expected(Role.SHUFFLER), None), Track(0.0)
    host, said = frames.Decoder(), session.open(0.0).send
    for tenth in range(600):
        now = tenth / 10
        for asked in host.feed(said):
            if isinstance(asked, frames.Who):
                session.receive(frames.encode(frames.Identity(asked.tag, 2, 7, 1, 1, "Maker", "Shuffler 1", "1", "1")), now + 0.01)
        said = session.tick(now + 0.02).send
        track.take(session.counters(), now, tenth, up=session.up)
    assert session.up
    assert track.errors() == 0


def test_bytes_that_make_no_sense_are_counted_until_a_good_frame_comes() -> None:
    track = Track(0.0)
    for second, (good, lost) in enumerate([(1, 0), (1, 900), (1, 1800), (1, 2700)]):
        track.take({"good_frames": good, "discarded_bytes": lost}, float(second), second, up=True)
    assert (track.bad_looks, track.bad_s(4.0), track.errors()) == (3, 1.0, 3)
    track.take({"good_frames": 2, "discarded_bytes": 2800}, 4.0, 4, up=True)
    assert track.bad_looks == 0


@pytest.mark.parametrize(
    ("port", "stable"),
    [
        ("/dev/tablectl/shoe", True),
        ("/dev/serial/by-id/usb-FTDI_FT232R_A1-if00-port0", True),
        ("/dev/serial/by-path/platform-usb-0:1:1.0-port0", True),
        ("/dev/ttyAMA0", True),
        ("/dev/ttyUSB0", False),
        ("/dev/ttyACM12", False),
        ("/dev/pts/4", False),
        ("/run/bench/shoe", None),
        ("usb:1-1.4", True),
        ("usb:0c2e:0b61:S9", True),
        ("usb:0c2e:0b61", None),
        ("usb:nonsense", None),
    ],
)
def test_whether_a_ports_name_stays_is_told_by_its_text(port: str, stable: bool | None) -> None:
    assert (port_view(port).name, port_view(port).stable) == (port, stable)


def test_a_chip_by_its_place_stays_and_one_by_its_number_does_not() -> None:
    chips = (ChipConfig("a", "lgpio", label="mcp23017", parent="1-0020"), ChipConfig("b", "lgpio", chip=1), ChipConfig("c", "bench"))
    assert [(chip.name, chip.stable) for chip in chip_views(chips)] == [
        ("a: lgpio mcp23017 on 1-0020", True),
        ("b: lgpio 1", False),
        ("c: bench 0", None),
    ]


class Bench:
    """A board of a shoe, a shuffler and a panel whose numbers the test writes."""

    def __init__(self, dealing: Dealing) -> None:
        self.dealing = dealing
        self.now = 1000.0
        self.healths = {name: Health(f"/dev/tablectl/{name}", connected=True, beat=1000.0) for name in (SHOE, SHUFFLER, "panel")}
        fitted = tuple(
            Fitted(name, name, "cdl", (port_view(f"/dev/tablectl/{name}"),), lambda name=name: self.healths[name])  # type: ignore[misc]
            for name in self.healths
        )
        self.board = Board(fitted[:-1], fitted[-1], 40, self.now)
        self.look()

    def count(self, name: str, **counters: int) -> None:
        self.healths[name] = replace(self.healths[name], counters={**self.healths[name].counters, **counters})

    def look(self, seconds: float = 1.0, *, hung: str = "") -> None:
        self.now += seconds
        self.healths = {name: health if name == hung else replace(health, beat=self.now) for name, health in self.healths.items()}
        self.board.look(self.dealing.state, self.now, int(self.now * 1e9))

    def found(self) -> dict[str, Condition]:
        view = self.board.view(self.dealing.state, PersonRole.TECHNICIAN, self.now, int(self.now * 1e9))
        return {device.name: device.condition for device in view.devices}


def test_the_board_tells_from_state_and_numbers_how_each_device_does() -> None:
    bench = Bench(table())
    assert bench.found() == {SHOE: Condition.IDLE, SHUFFLER: Condition.IDLE, "panel": Condition.IDLE}
    bench.count(SHOE, cards=1)
    bench.count("panel", presses=1)
    bench.dealing.happen(DeviceRefused(SHUFFLER, "another", "ours"))
    bench.look()
    assert bench.found() == {SHOE: Condition.BUSY, SHUFFLER: Condition.WRONG, "panel": Condition.BUSY}
    bench.dealing.happen(DeviceDown(SHOE, "the cable"))
    bench.healths["panel"] = replace(bench.healths["panel"], connected=False)
    assert bench.found() == {SHOE: Condition.LOST, SHUFFLER: Condition.WRONG, "panel": Condition.LOST}, "at once, not at the next look"
    for number in range(1, 4):
        bench.count(SHOE, discarded_bytes=900 * number)
        bench.look()
    assert bench.found()[SHOE] is Condition.STALLED
    bench.look(6.0, hung=SHOE)
    assert bench.found()[SHOE] is Condition.HUNG
    bench.dealing.happen(DeviceUp(SHUFFLER, IDENTITY[SHUFFLER], 1, 0))
    bench.dealing.happen(DeviceStatus(SHUFFLER, Status(Activity.SHUFFLING, Light.OFF, Light.OFF, Light.OFF, False, 1, 1, 0, 0)))
    assert bench.found()[SHUFFLER] is Condition.BUSY


def test_a_device_is_in_its_condition_since_it_came_into_it() -> None:
    bench = Bench(table())
    began = bench.board.view(bench.dealing.state, PersonRole.ADMIN, bench.now, 5).devices[0].since_ns
    bench.dealing.happen(DeviceDown(SHOE, "the cable"))
    bench.look()
    lost_ns = int(bench.now * 1e9)
    bench.look(30.0)
    shoe = bench.board.view(bench.dealing.state, PersonRole.ADMIN, bench.now, 5).devices[0]
    assert (began, shoe.since_ns, shoe.text) == (int(1001 * 1e9), lost_ns, "the cable")


def test_why_a_device_is_still_lost_comes_before_why_it_was_lost_first() -> None:
    bench = Bench(table())
    bench.dealing.happen(DeviceDown(SHOE, "the cable"))
    bench.healths[SHOE] = replace(bench.healths[SHOE], trouble="another program uses the port")
    bench.look()
    assert bench.board.view(bench.dealing.state, PersonRole.TECHNICIAN, bench.now, 5).devices[0].text == "another program uses the port"


def test_frames_are_for_technicians_and_admins_newest_first() -> None:
    bench = Bench(table())
    glimpses = (Glimpse(">", 1, "who", 4, b"\x01\x02\x03\x04"), Glimpse("<", 2, "report", 19, b"\x13"), Glimpse("<", 3, "line", None, b""))
    bench.healths[SHOE] = replace(bench.healths[SHOE], glimpses=glimpses)
    frames = {role: bench.board.view(bench.dealing.state, role, bench.now, 1).devices[0].frames for role in PersonRole}
    assert {role for role in frames if frames[role]} == {PersonRole.TECHNICIAN, PersonRole.ADMIN}
    assert frames[PersonRole.ADMIN] == (
        FrameView(3, "from", "line", "", None),
        FrameView(2, "from", "report", "13", 18),
        FrameView(1, "to", "who", "01 02 03 04", 0),
    )


def test_an_identity_is_for_those_who_may_see_it() -> None:
    bench = Bench(table())
    bench.healths[SHOE] = replace(bench.healths[SHOE], identity=IDENTITY[SHOE])
    serials = {role: bench.board.view(bench.dealing.state, role, bench.now, 1).devices[0].serial for role in PersonRole}
    hidden = {PersonRole.VIEWER, PersonRole.DEALER}
    assert serials == {role: "" if role in hidden else "0001" for role in PersonRole}


def test_no_face_and_no_code_is_in_what_the_page_is_sent() -> None:
    ace, odd = write(CardCode(1, 1, "Ah")), "99-STRANGER-7"
    code_map = DeckMap({ace: MappedCard(1, "Ah", 1, 1)})
    session = Session("shoe", Expected(Role.SHOE), Options(), code_map, Readings("shoe", code_map, None))
    session.open(0.0)
    bench = Bench(dealt())
    told = [event for code in (ace, odd, ace) for event in session.receive(f"{code}\r\n".encode(), 5.0).events]
    assert ace in str([getattr(event, "code", "") for event in told]), "the reader has read it"
    bench.healths[SHOE] = replace(bench.healths[SHOE], identity=session.identity, counters=session.counters())
    bench.look()
    sent = pydantic_core.to_json(bench.board.view(bench.dealing.state, PersonRole.ADMIN, bench.now, 1)).decode()
    assert '"lines"' in sent
    assert [secret for secret in (ace, odd, "STRANGER") if secret in sent] == []
    assert FACE.findall(sent) == []
