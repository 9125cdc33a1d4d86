from __future__ import annotations

import pytest

from tablectl_drivers.errors import WiringError
from tablectl_drivers.panel_gpio.wiring import ChipConfig, Line, PanelConfig, check

HEADER = ChipConfig("header", "lgpio")
EXPANDER = ChipConfig("expander", "lgpio", chip=1)


def test_the_same_number_on_two_chips_is_two_lines() -> None:
    config = PanelConfig(chips=(HEADER, EXPANDER), inputs={"key.next": "header:5"}, lamps={"lamp.deal": "expander:5"})
    wiring = check(config)
    assert wiring.inputs == {"key.next": Line("inputs.key.next", "header", 5)}
    assert wiring.lamps == {"lamp.deal": Line("lamps.lamp.deal", "expander", 5)}


@pytest.mark.parametrize(
    ("chips", "inputs", "lamps", "told"),
    [
        pytest.param((HEADER,), {"a": "header:5", "b": "header:5"}, {}, ["inputs.a", "inputs.b", "header:5"], id="two inputs"),
        pytest.param((HEADER,), {}, {"a": "header:5", "b": "header:05"}, ["lamps.a", "lamps.b"], id="two lamps, written in two ways"),
        pytest.param((HEADER,), {"a": "header:5"}, {"a": "header:5"}, ["inputs.a", "lamps.a"], id="a lamp and an input"),
        pytest.param((HEADER,), {"a": "haeder:5"}, {}, ["inputs.a", "'haeder'", "did you mean 'header'"], id="a chip that is not there"),
        pytest.param((HEADER,), {"a": "header:x"}, {}, ["inputs.a", "'header:x'", "header:17"], id="no number"),
        pytest.param((HEADER,), {"a": "17"}, {}, ["inputs.a", "'17'"], id="no chip"),
        pytest.param((HEADER, HEADER), {}, {}, ["two chips", "'header'"], id="a name twice"),
        pytest.param((HEADER, ChipConfig("other", "lgpio")), {}, {}, ["'header'", "'other'", "chip 0"], id="one chip by two names"),
    ],
)
def test_a_wrong_wiring_is_refused_and_names_both_ends(
    chips: tuple[ChipConfig, ...], inputs: dict[str, str], lamps: dict[str, str], told: list[str]
) -> None:
    with pytest.raises(WiringError) as refused:
        check(PanelConfig(chips=chips, inputs=inputs, lamps=lamps))
    for words in told:
        assert words in str(refused.value)
