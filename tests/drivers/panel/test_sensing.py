"""Lamps that do not do what they are told, and what may be said of them."""

from __future__ import annotations

import pytest

from tablectl_drivers.panel_gpio.sensing import LampFault, Sensed


def looks(sensed: Sensed, wave: str) -> list[str]:
    """Look each tenth of a second: told to burn (#) or not (.), and what is sensed: `#.` is a lamp that should burn and does not."""
    said, since, before = [], 0.0, ""
    for number, pair in enumerate(wave.split()):
        now = 10.0 + number / 10
        since = now - 0.1 if pair[0] != before else since
        before = pair[0]
        if sensed.look(told=pair[0] == "#", since=since, burns=pair[1] == "#", now=now):
            said.append(f"{number} {sensed.fault.value if sensed.fault else 'well'}")
    return said


@pytest.mark.parametrize(
    ("wave", "said"),
    [
        pytest.param("## ## .. .. ## .. ## ..", [], id="as told"),
        pytest.param("#. #. #. #. #.", ["2 dark"], id="broken"),
        pytest.param(".# .# .# .#", ["2 glows"], id="burns though it should not"),
        pytest.param("#. #. ## #. #. ##", [], id="two looks are not enough"),
        pytest.param("#. #. #. .. .. .. .. ..", ["2 dark"], id="dark as told proves nothing of a broken lamp"),
        pytest.param("#. #. #. ## ## ##", ["2 dark", "5 well"], id="burns again"),
        pytest.param(".# .# .# ## ## ## .. .. ..", ["2 glows", "8 well"], id="dark again"),
        pytest.param("#. .. #. .. #.", ["4 dark"], id="broken, and told to blink"),
        pytest.param("## .. #. .. ## .. #. ..", [], id="blinks, with looks that came too early"),
    ],
)
def test_a_fault_is_said_when_three_looks_agree(wave: str, said: list[str]) -> None:
    assert looks(Sensed(), wave) == said


def test_a_look_before_the_lamp_has_settled_says_nothing() -> None:
    sensed = Sensed()
    assert not any(sensed.look(told=True, since=10.0, burns=False, now=10.0 + n / 100) for n in range(5))
    assert sensed.fault is None
    assert [sensed.look(told=True, since=10.0, burns=False, now=10.06 + n / 100) for n in range(3)] == [False, False, True]
    assert sensed.fault is LampFault.DARK
