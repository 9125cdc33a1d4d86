"""Waveforms on one button and what they mean. Times are milliseconds after the start; `v` is the button going down, `^` up."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablectl_drivers.events import InputFault, InputHeld, InputMasked, InputPressed, InputRestored
from tablectl_drivers.panel_gpio.debounce import Counts, Debouncer, InputEvent, Limits

LIMITS = Limits(stable=20, long_press=800, stuck=10_000, chatter=20, chatter_window=1000, calm=1000)  # in milliseconds, so that sums are exact
Edges = list[tuple[int, bool]]


def edges(wave: str) -> Edges:
    return [(int(at), sign == "v") for at, sign in re.findall(r"(\d+)([v^])", wave)]


def bounces(start: int, times: int, each: int, rest: str) -> str:
    """A contact that comes to rest at `rest` after so many bounces of so many ms."""
    back = "^" if rest == "v" else "v"
    return " ".join(f"{start + 2 * each * n}{rest} {start + 2 * each * n + each}{back}" for n in range(times)) + f" {start + 2 * each * times}{rest}"


def said(event: InputEvent) -> str:
    match event:
        case InputPressed():
            return "pressed"
        case InputHeld():
            return "held"
        case InputMasked(fault=fault):
            return f"masked {fault}"
        case InputRestored():
            return "restored"


class Bench:
    """Runs a debouncer over a waveform in whole milliseconds."""

    def __init__(self, *, down: bool = False, limits: Limits = LIMITS) -> None:
        self.counts = Counts()
        self.now = 0
        self.heard: list[str] = []
        self.button = Debouncer("panel", "key.next", limits, self.counts, down=down, now=0.0)
        self._down = down

    def run(self, wave: Edges, until: int, *, lost: frozenset[int] = frozenset(), polls: int | None = None) -> Bench:
        """Go on to a time, punctually: each edge when it happens unless it is lost, a poll when one is due or every so often."""
        levels = dict(wave)
        for now in range(self.now, until + 1):
            self.now = now
            if now in levels and levels[now] is not self._down:
                self._down = levels[now]
                if now not in lost:
                    self._hear(self.button.edge(down=self._down, at=now))
            due = self.button.deadline()
            if (due is not None and due <= now) or (polls and now % polls == 0):
                self._hear(self.button.poll(down=self._down, now=now))
        return self

    def _hear(self, events: list[InputEvent]) -> None:
        self.heard += [f"{self.now} {said(event)}" for event in events]


def run_late(wave: Edges, until: int, *, down: bool = False, limits: Limits = LIMITS) -> list[str]:
    """Deliver all edges at the very end, each with its own time."""
    button = Debouncer("panel", "key.next", limits, Counts(), down=down, now=0.0)
    events: list[InputEvent] = []
    for at, to in wave:
        events += button.edge(down=to, at=at)
        down = to
    events += button.poll(down=down, now=until)
    return [said(event) for event in events]


@dataclass(frozen=True)
class Case:
    name: str
    wave: str
    until: int
    expected: tuple[str, ...]
    down: bool = False


CASES = [
    Case("a clean press", "100v 180^", 500, ("120 pressed",)),
    Case("two presses", "100v 180^ 300v 380^", 500, ("120 pressed", "320 pressed")),
    Case("a press of just the stable time", "100v 120^", 500, ("120 pressed",)),
    Case("a press that is too short", "100v 119^", 500, ()),
    Case("a release that is too short between two presses", "100v 200^ 219v 300^", 500, ("120 pressed",)),
    Case("bounce at the press (stable counts from the last)", f"{bounces(100, 4, 2, 'v')} 300^", 500, ("136 pressed",)),
    # the gap is neither a release nor a press, and holding goes on
    Case("G05: an 8 ms gap in a hold of 3 s is no second press", "0^ 100v 1300^ 1308v 3100^", 4000, ("120 pressed", "900 held")),
    Case("gap at the moment of the long press: held once it is over", "100v 895^ 903v 1500^", 2000, ("120 pressed", "903 held")),
    Case("let go just before the long press", "100v 890^", 2000, ("120 pressed",)),
    Case("G06: bounce at the release after a hold is no second press", f"100v {bounces(1100, 5, 2, '^')}", 1500, ("120 pressed", "900 held")),
    Case("held once, however long", "100v 9000^", 9500, ("120 pressed", "900 held")),
    # stuck
    Case("stuck", "100v", 20000, ("120 pressed", "900 held", "10100 masked stuck")),
    Case(
        "stuck, then free", "100v 12000^ 14000v 14100^", 15000, ("120 pressed", "900 held", "10100 masked stuck", "13000 restored", "14020 pressed")
    ),
    Case(
        "stuck, and pressed too early after that",
        "100v 12000^ 12500v 12600^",
        15000,
        ("120 pressed", "900 held", "10100 masked stuck", "13600 restored"),
    ),
    Case("let go just before it is stuck", "100v 10095^", 12000, ("120 pressed", "900 held")),
    # down at start
    Case("down at start", "", 20000, ("20 masked down_at_start",), down=True),
    Case("down at start, then free", "500^ 2000v 2100^", 3000, ("20 masked down_at_start", "1500 restored", "2020 pressed"), down=True),
    Case("noise while it is waited for", "500^ 900v 903^", 3000, ("20 masked down_at_start", "1500 restored"), down=True),
    Case("a glitch at the first reading", "5^ 200v 300^", 500, ("220 pressed",), down=True),
    Case("up for a glitch only at the first reading", "5v", 500, ("25 masked down_at_start",)),
    # chatter
    Case("20 edges in a second are none too many", bounces(100, 9, 5, "v") + " 300^", 2000, ("210 pressed",)),
    Case("chatter", bounces(100, 10, 5, "v") + " 300^", 3000, ("200 masked chatter", "1300 restored")),
    Case("chatter in a hold", f"100v {bounces(200, 10, 5, '^')} 310v 2000^", 4000, ("120 pressed", "295 masked chatter", "3000 restored")),
    Case(
        "chatter of one that was down at the start",
        f"500^ {bounces(1200, 30, 5, 'v')} 1510^",
        4000,
        ("20 masked down_at_start", "2510 restored"),
        down=True,
    ),
    Case("chatter that goes on", bounces(100, 200, 5, "^"), 6000, ("205 masked chatter", "3100 restored")),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_case(case: Case) -> None:
    wave = edges(case.wave)
    expected = list(case.expected)
    assert Bench(down=case.down).run(wave, case.until).heard == expected
    assert Bench(down=case.down).run(wave, case.until, polls=7).heard == expected
    assert run_late(wave, case.until, down=case.down) == [words.split(" ", 1)[1] for words in expected]


def test_g08_crosstalk_of_a_lamp_relay_is_noise_and_no_press() -> None:
    # Seven inputs, a relay that switches eight times a second for ten seconds, pulses of 1 to 3 ms.
    for seat in range(7):
        bench = Bench()
        pulses = [(at, at + 1 + (at // 125 + seat) % 3) for at in range(100, 10_100, 125)]
        wave = [change for start, end in pulses for change in ((start, True), (end, False))]
        bench.run(wave, 11_000, polls=100)
        assert bench.heard == []
        assert bench.counts == Counts(noise=len(pulses))


def test_bounce_and_noise_are_told_apart() -> None:
    bench = Bench().run(edges(f"{bounces(100, 4, 2, 'v')} {bounces(400, 3, 2, '^')} 700v 702^"), 1000)
    assert bench.counts == Counts(presses=1, bounces=7, noise=1)


@pytest.mark.parametrize(
    ("lost", "expected"),
    [
        pytest.param({150}, ["220 pressed", "620 pressed"], id="the press: the poll at 200 sees it"),
        pytest.param({350}, ["170 pressed", "620 pressed"], id="the release: the poll at 400 sees it"),
        pytest.param({350, 600}, ["170 pressed", "620 pressed"], id="release and next press: polls at 400 and 600 see them"),
        pytest.param({150, 350, 600, 700}, ["220 pressed", "620 pressed"], id="all"),
    ],
)
def test_a_lost_edge_heals(lost: set[int], expected: list[str]) -> None:
    bench = Bench().run(edges("150v 350^ 600v 700^"), 1500, lost=frozenset(lost), polls=100)
    assert bench.heard == expected
    assert bench.counts.lost_edges == len(lost)


def test_a_lost_release_is_noticed_before_the_press_counts() -> None:
    bench = Bench().run(edges("110v 112^"), 1500, lost=frozenset({112}), polls=100)
    assert bench.heard == []
    assert bench.counts == Counts(noise=1, lost_edges=1)


def test_an_edge_that_a_poll_was_quicker_to_see_is_no_second_one() -> None:
    bench = Bench()
    bench.run([], 100)
    button = bench.button
    assert button.poll(down=True, now=105) == []
    assert button.edge(down=True, at=104) == []
    assert button.deadline() == 125
    assert button.poll(down=True, now=125) == [InputPressed("panel", "key.next")]
    assert bench.counts == Counts(presses=1)


def test_the_same_level_twice_means_that_it_was_another_between() -> None:
    bench = Bench().run(edges("100v"), 110)
    assert bench.button.edge(down=True, at=115) == []
    assert bench.button.deadline() == 135


def test_pulses_of_which_only_one_edge_is_reported_are_noise_and_then_chatter() -> None:
    bench = Bench().run([], 100)
    events = [event for n in range(11) for event in bench.button.edge(down=False, at=200 + 30 * n)]
    assert events == [InputMasked("panel", "key.next", InputFault.CHATTER)]
    assert bench.counts == Counts(noise=10)


def test_at_rest_nothing_is_due() -> None:
    assert Bench().run(edges("100v 200^"), 300).button.deadline() is None


def test_events_name_the_panel_and_the_input() -> None:
    button = Debouncer("pit", "seat1.ante", LIMITS, Counts(), down=True, now=0)
    assert button.poll(down=True, now=20) == [InputMasked("pit", "seat1.ante", InputFault.DOWN_AT_START)]
    assert button.fault is InputFault.DOWN_AT_START


# Laws, with chatter and sticking out of the way.

PATIENT = Limits(stable=20, long_press=800, stuck=1e9, chatter=100_000, chatter_window=1000, calm=1000)
GAPS = st.lists(st.one_of(st.integers(1, 19), st.integers(20, 60), st.integers(700, 1200)), max_size=60)
WAVES = GAPS.map(lambda gaps: [(50 + sum(gaps[:n]), n % 2 == 0) for n in range(len(gaps))])


def presses_meant(wave: Edges, until: int) -> list[str]:
    """Read a waveform as a whole: a press is a level that stands, down, after one that stands, up."""
    spans = [(0, False), *wave, (until, False)]
    standing = [down for (start, down), (end, _) in pairwise(spans) if end - start >= PATIENT.stable]
    return ["pressed" for before, down in pairwise(standing) if down and not before]


@given(wave=WAVES)
def test_there_are_as_many_presses_as_the_whole_waveform_shows(wave: Edges) -> None:
    until = (wave[-1][0] if wave else 0) + 50
    heard = run_late(wave, until, limits=PATIENT)
    assert [words for words in heard if words == "pressed"] == presses_meant(wave, until)


@given(wave=WAVES, polls=st.integers(5, 100))
def test_it_does_not_matter_when_one_looks(wave: Edges, polls: int) -> None:
    until = (wave[-1][0] if wave else 0) + 50
    punctual = Bench(limits=PATIENT).run(wave, until).heard
    assert Bench(limits=PATIENT).run(wave, until, polls=polls).heard == punctual
    assert run_late(wave, until, limits=PATIENT) == [words.split(" ", 1)[1] for words in punctual]


@given(gaps=st.lists(st.integers(1, 19), max_size=80), down=st.booleans())
def test_bounce_shorter_than_stable_never_makes_a_press(gaps: list[int], down: bool) -> None:
    wave = [(100 + sum(gaps[:n]), (n % 2 == 0) is not down) for n in range(len(gaps) // 2 * 2)]
    heard = run_late(wave, 5000, down=down, limits=PATIENT)
    assert heard == (["masked down_at_start"] if down else [])


@given(gaps=st.lists(st.integers(130, 400), max_size=20), lost=st.sets(st.integers(0, 19)))
def test_whatever_edges_are_lost_slow_presses_are_all_seen(gaps: list[int], lost: set[int]) -> None:
    wave = [(150 + sum(gaps[:n]), n % 2 == 0) for n in range(len(gaps))]
    until = (wave[-1][0] if wave else 0) + 300
    bench = Bench(limits=PATIENT).run(wave, until, lost=frozenset(wave[n][0] for n in lost if n < len(wave)), polls=100)
    assert [words for words in bench.heard if words.endswith("pressed")] == [words for words in bench.heard if "held" not in words]
    assert bench.counts.presses == len(presses_meant(wave, until))


@given(wave=WAVES, start=st.booleans())
def test_masked_once_restored_once_in_turn_and_no_press_between(wave: Edges, start: bool) -> None:
    if start and wave:
        wave = [(at, not down) for at, down in wave]
    until = (wave[-1][0] if wave else 0) + 12_000
    masked = False
    for words in run_late(wave, until, down=start):
        if words.startswith("masked"):
            assert not masked
            masked = True
        elif words == "restored":
            assert masked
            masked = False
        else:
            assert not masked
