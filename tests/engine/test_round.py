"""What a round works out once: nothing that could be seen, compared or written down."""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from tablectl.engine.facts import BettingClosed, WagerPlaced
from tablectl.engine.layout import lay_out
from tablectl.engine.round import Round, apply, next_step
from tablectl.engine.steps import TakeWagers

if TYPE_CHECKING:
    from tests.engine.conftest import Telling

WAGERS = (WagerPlaced(1, "ante", 10), WagerPlaced(1, "blind", 10), BettingClosed())


def test_a_round_that_worked_something_out_is_the_same_round(telling: Callable[..., Telling]) -> None:
    plain, asked = (telling().tell(*WAGERS).round for _ in range(2))
    plain = replace(plain)
    assert next_step(asked) is asked.step
    assert asked.layout is asked.layout
    assert asked == plain
    assert hash(asked.facts) == hash(plain.facts)
    assert repr(asked) == repr(plain)
    assert copy.copy(asked) == plain
    assert not hasattr(replace(asked), "_step")


def test_a_round_with_other_facts_or_rules_works_out_its_own(telling: Callable[..., Telling]) -> None:
    before = telling().round
    assert isinstance(before.step, TakeWagers)
    assert before.layout.wagers == {}
    after = before
    for number, fact in enumerate(WAGERS, 1):
        told = apply(after, fact)  # type: ignore[arg-type] # any fact of the table
        assert isinstance(told, Round)
        assert told.layout == lay_out(WAGERS[:number])
        after = told
    assert before.layout.wagers == {}
    assert after.step.kind == "deal"
    assert replace(after, facts=()).step == before.step
    fewer = replace(before, seats=2)
    assert fewer.step == TakeWagers((1, 2), "UTH 2.1")
