"""A shoe on a fake clock: what it says, when it repeats itself, what it forgets. Section numbers are of the protocol page."""

from __future__ import annotations

import pytest

from tablectl_sim.cards import Card, card, new_pack
from tablectl_sim.cdl_device import Identity
from tablectl_sim.cdl_wire import Frame, Kind, read_one, write
from tablectl_sim.shoe import Misreading, Shoe

POWER_UPS = 3


class Desk:
    """A shoe, its clock, and what it has said."""

    def __init__(self, **options: str) -> None:
        self.now = 0.0
        self.shoe = Shoe(Identity("Bench", "S1", "7", "1.0"), power_ups=POWER_UPS - 1, **options)  # type: ignore[arg-type]  # a test's shorthand
        self.shoe.switch_on(self.now)

    def load(self, cards: list[Card] | None = None) -> None:
        self.shoe.load(cards or new_pack(1), self.now)

    def say(self, kind: Kind, *numbers: int, tag: int = 0) -> list[Frame]:
        payload = b"".join(number.to_bytes(4, "big") for number in numbers)
        self.shoe.receive(write(Frame(kind, tag, payload)), self.now)
        return self.heard()

    def run(self, seconds: float) -> list[Frame]:
        """Tick every 10 ms."""
        start = round(self.now * 100)
        for hundredth in range(start + 1, start + round(seconds * 100) + 1):
            self.now = hundredth / 100
            self.shoe.tick(self.now)
        return self.heard()

    def heard(self) -> list[Frame]:
        frames = []
        for raw in self.shoe.take_output():
            frame, cause = read_one(raw.strip(b"\0"))
            assert frame is not None, cause
            frames.append(frame)
        return frames

    def draw(self, count: int = 1) -> None:
        for _ in range(count):
            assert self.shoe.draw(self.now) is not None


def numbers(frames: list[Frame]) -> list[int]:
    return [int.from_bytes(frame.payload[4:8], "big") for frame in frames if frame.kind is Kind.REPORT]


@pytest.fixture
def desk() -> Desk:
    desk = Desk()
    desk.load()
    desk.heard()
    return desk


def test_literal_bytes_of_a_short_life() -> None:
    desk = Desk()
    desk.load([card("As"), card("2h")])
    desk.shoe.take_output()
    desk.shoe.receive(bytes.fromhex("06010101D8BC00"), 0.0)
    assert desk.shoe.take_output() == [bytes.fromhex("05018101010101020301010201010113010542656E63680253310137 03312E30033300")]
    desk.shoe.receive(bytes.fromhex("030103010101020301010401437A00"), 0.1)
    assert desk.shoe.take_output() == []
    desk.shoe.draw(0.1)
    report, status = desk.shoe.take_output()
    assert report == bytes.fromhex("03018301010102030101080101130162AEA500")
    assert read_one(status[:-1])[0] == Frame(Kind.STATUS, 0, bytes.fromhex("00000003 00000064 0C 0000 00 01 0001 0002 0001 0000"))


def test_a_zero_leads_after_silence(desk: Desk) -> None:
    desk.run(0.5)
    desk.shoe.receive(write(Frame(Kind.WHO)), desk.now)
    assert desk.shoe.take_output()[0][0] == 0
    desk.shoe.receive(write(Frame(Kind.WHO)), desk.now + 0.1)
    assert desk.shoe.take_output()[0][0] != 0


def test_no_reports_before_a_resend_and_all_of_them_after(desk: Desk) -> None:
    desk.draw(3)
    assert numbers(desk.run(2)) == []
    assert numbers(desk.say(Kind.RESEND, POWER_UPS, 1)) == [1, 2, 3]
    desk.draw()
    assert numbers(desk.heard()) == [4]


def test_another_power_up_is_ignored(desk: Desk) -> None:
    desk.draw()
    assert desk.say(Kind.RESEND, POWER_UPS + 1, 1)[1:] == []
    assert numbers(desk.run(0.1)) == []


def test_unconfirmed_reports_come_again_eight_at_a_time_ten_times(desk: Desk) -> None:
    desk.say(Kind.RESEND, POWER_UPS, 1)
    desk.draw(12)
    assert numbers(desk.heard()) == list(range(1, 13))
    assert numbers(desk.run(0.45)) == []
    assert numbers(desk.run(0.1)) == list(range(1, 9))
    rest = numbers(_chatting(desk, 8.0))
    assert rest == list(range(1, 9)) * 9
    assert numbers(desk.say(Kind.CONFIRM, POWER_UPS, 10)) == []
    assert numbers(desk.run(0.6)) == [11, 12]


def _chatting(desk: Desk, seconds: float) -> list[Frame]:
    """A host that says something each second, but confirms nothing."""
    frames = []
    for _ in range(int(seconds)):
        frames += desk.run(1.0)
        frames += desk.say(Kind.WHO)
    return frames


def test_a_confirm_restarts_the_half_second(desk: Desk) -> None:
    desk.say(Kind.RESEND, POWER_UPS, 1)
    desk.draw(2)
    desk.run(0.4)
    desk.say(Kind.CONFIRM, POWER_UPS, 1)
    assert numbers(desk.run(0.4)) == []
    assert numbers(desk.run(0.2)) == [2]


def test_silence_of_five_seconds_stops_reports(desk: Desk) -> None:
    desk.say(Kind.RESEND, POWER_UPS, 1)
    desk.run(5.1)
    desk.draw()
    assert numbers(desk.run(2)) == []
    assert numbers(desk.say(Kind.RESEND, POWER_UPS, 1)) == [1]


def test_what_was_confirmed_is_gone(desk: Desk) -> None:
    desk.say(Kind.RESEND, POWER_UPS, 1)
    desk.draw(3)
    desk.heard()
    desk.say(Kind.CONFIRM, POWER_UPS, 2)
    frames = desk.say(Kind.RESEND, POWER_UPS, 1)
    assert frames[0] == Frame(Kind.GONE, 0, bytes.fromhex("00000003 00000003"))
    assert numbers(frames) == [3]


def test_a_number_above_next_is_gone_to_next(desk: Desk) -> None:
    desk.draw(2)
    desk.heard()
    frames = desk.say(Kind.RESEND, POWER_UPS, 9)
    assert frames[0] == Frame(Kind.GONE, 0, bytes.fromhex("00000003 00000003"))
    assert numbers(frames) == []


def test_brakes_when_64_are_unconfirmed() -> None:
    desk = Desk()
    desk.load(new_pack(1) + new_pack(1))
    desk.draw(64)
    assert desk.shoe.draw(desk.now) is None
    assert desk.shoe.body().state == 13
    desk.say(Kind.CONFIRM, POWER_UPS, 1)
    assert desk.shoe.draw(desk.now) is not None


def test_forgets_the_oldest_where_it_is_made_so() -> None:
    desk = Desk(when_full="forget")
    desk.load(new_pack(1) + new_pack(1))
    desk.draw(66)
    desk.heard()
    frames = desk.say(Kind.RESEND, POWER_UPS, 1)
    assert frames[0] == Frame(Kind.GONE, 0, bytes.fromhex("00000003 00000003"))
    assert numbers(frames) == list(range(3, 67))


def test_status_each_second_and_at_once_on_change(desk: Desk) -> None:
    assert sum(frame.kind is Kind.STATUS for frame in desk.run(3.0)) == 3
    desk.draw()
    (status,) = desk.heard()
    assert status.payload[17:19] == b"\0\1"


def test_power_up_begins_anew_and_is_remembered() -> None:
    remembered: list[int] = []
    shoe = Shoe(power_ups=4, remember=remembered.append)
    shoe.switch_on(0.0)
    shoe.load(new_pack(1), 0.0)
    shoe.draw(0.0)
    shoe.switch_on(9.0)
    assert remembered == [5, 6]
    assert (shoe.oldest, shoe.unconfirmed, len(shoe.stack)) == (1, 0, 51)
    assert shoe.body().loads == 0


def test_a_repeated_command_is_answered_and_not_done_again(desk: Desk) -> None:
    command = write(Frame(Kind.COMMAND, 9, b"\4\0"))
    desk.shoe.receive(command + command, desk.now)
    assert [raw.strip(b"\0") for raw in desk.shoe.take_output()] == [bytes.fromhex("08018509 0403B816")] * 2


@pytest.mark.parametrize(
    ("misreading", "payload"), [(Misreading(None), "02 00 00 0C"), (Misreading(card("Kd")), "01 D1 01 62")], ids=["unread", "another face"]
)
def test_misreadings_spoil_one_card(desk: Desk, misreading: Misreading, payload: str) -> None:
    desk.say(Kind.RESEND, POWER_UPS, 1)
    desk.shoe.misreadings.append(misreading)
    desk.draw(2)
    first, second = (frame.payload[8:] for frame in desk.heard() if frame.kind is Kind.REPORT)
    assert first == bytes.fromhex(payload)
    assert second == bytes.fromhex("01 20 01 62")
