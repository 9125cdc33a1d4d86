"""A machine by its lights: written conversations, and what each pattern is taken for."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablectl.table.lights import Meaning, meaning
from tablectl_drivers.events import Activity, Light, Status, StatusChanged
from tablectl_drivers.lamps_in.frames import Decoder, Level, encode
from tablectl_drivers.lamps_in.session import LIGHTS, Session
from tests.drivers.playing import play, settings_of

TRANSCRIPTS = sorted((Path(__file__).parents[1] / "transcripts" / "lamps_in").glob("*.txt"))


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_transcript(path: Path) -> None:
    host, lines = settings_of(path)
    play(Session("shuffler", host["lines"].split(",")), lines)


def seen(**patterns: float | bool) -> Status:
    """What is told in the end of lights that burn (True), are dark (False) or flash at so many Hz."""
    session = Session("shuffler", LIGHTS)
    now, told = 0.0, []
    session.open(now)
    levels: dict[str, bool] = {}
    while now < 12.0:
        said = b""
        for name in LIGHTS:
            pattern = patterns.get(name, False)
            active = pattern if isinstance(pattern, bool) else int(now * pattern * 2) % 2 == 0
            if levels.get(name) is not active:
                levels[name] = active
                said += encode(Level(name, active, now))
        reaction = session.receive(said, now) if said else session.tick(now)
        told += [event.status for event in reaction.events if isinstance(event, StatusChanged)]
        now += 0.01
    return told[-1]


@pytest.mark.parametrize(
    ("patterns", "green", "red", "activity", "means"),
    [
        pytest.param({"green": True}, Light.STEADY, Light.OFF, Activity.READY, Meaning.GOOD, id="green steady"),
        pytest.param({"green": 1.0}, Light.FLASHING, Light.OFF, Activity.IDLE, Meaning.UNKNOWN, id="green 1 Hz"),
        pytest.param({"red": True}, Light.OFF, Light.STEADY, Activity.IDLE, Meaning.ERROR, id="red steady"),
        pytest.param({}, Light.OFF, Light.OFF, Activity.IDLE, Meaning.DARK, id="off"),
        pytest.param({"green": True, "red": True}, Light.STEADY, Light.STEADY, Activity.IDLE, Meaning.UNKNOWN, id="both"),
        pytest.param({"green": 7.0}, Light.UNKNOWN, Light.OFF, Activity.IDLE, Meaning.UNKNOWN, id="green 7 Hz"),
        pytest.param({"green": 0.3}, Light.UNKNOWN, Light.OFF, Activity.IDLE, Meaning.UNKNOWN, id="green 0.3 Hz"),
    ],
)
def test_c02_a_light_that_flashes_is_not_taken_for_one_that_burns(
    patterns: dict[str, float | bool], green: Light, red: Light, activity: Activity, means: Meaning
) -> None:
    status = seen(**patterns)
    assert (status.green, status.amber, status.red, status.activity) == (green, Light.OFF, red, activity)
    assert meaning(status) is means
    assert (status.pack, status.loads, status.cards_in, status.cards_out) == (0, 0, None, None)


LEVELS = st.builds(Level, st.sampled_from([*LIGHTS, "lid", "x"]), st.booleans(), st.integers(0, 10**9).map(lambda micros: micros / 1e6))


@given(st.lists(LEVELS, max_size=30), st.lists(st.integers(0, 900), max_size=20))
def test_text_is_read_whole_in_any_cut(levels: list[Level], cuts: list[int]) -> None:
    text = b"".join(map(encode, levels))
    decoder, read = Decoder(), []
    for start, end in zip([0, *sorted(cuts)], [*sorted(cuts), None], strict=True):
        read += decoder.feed(text[start:end])
    assert read == levels
    assert decoder.dropped == 0


@given(st.lists(st.tuples(st.binary(max_size=200), st.floats(0, 5)), max_size=20))
def test_junk_makes_no_status_and_is_not_kept(junk: list[tuple[bytes, float]]) -> None:
    session, now = Session("shuffler", LIGHTS), 0.0
    session.open(now)
    for data, later in junk:
        now += later
        assert session.receive(data, now).events == ()
    assert session.counters()["discarded_bytes"] + 64 >= sum(len(data) for data, _ in junk)


@settings(max_examples=300)
@given(st.lists(st.tuples(st.sampled_from(LIGHTS), st.integers(1, 4000)), max_size=60))
def test_good_is_never_told_while_another_light_has_burned_for_its_time(changes: list[tuple[str, int]]) -> None:
    """After the last change the lights are told as they stand, within the time that a pattern takes to be doubted."""
    session, millis = Session("shuffler", LIGHTS), 0
    session.open(0.0)
    levels = dict.fromkeys(LIGHTS, False)
    told = list(session.receive(b"".join(encode(Level(name, False, 0.0)) for name in LIGHTS), 0.0).events)
    for name, later in changes:
        millis += later
        levels[name] = not levels[name]
        told += session.receive(encode(Level(name, levels[name], millis / 1000)), millis / 1000).events
    for _ in range(100):
        millis += 25
        told += session.tick(millis / 1000).events
    last = next(event.status for event in reversed(told) if isinstance(event, StatusChanged))
    assert [light is Light.STEADY for light in (last.green, last.amber, last.red)] == [levels[name] for name in LIGHTS]
