"""Which tags lie there: flicker is no removal, a card put again is told again, and what has no name is told as doubt."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablectl_drivers.reading.presence import Change, Look, Presence

BLUR = Look(blurred=True)


def _settled(misses: int, *lying: str) -> Presence:
    presence = Presence(misses)
    for _ in range(misses):
        assert not presence.settled
        assert presence.take(Look(lying)) == Change()
    assert presence.settled
    return presence


def _take(presence: Presence, *looks: Look) -> list[Change]:
    return [presence.take(look) for look in looks]


def _told(changes: list[Change]) -> list[Change]:
    return [change for change in changes if change != Change()]


def test_a_tag_that_answers_every_other_look_is_put_once_and_taken_once() -> None:
    presence = _settled(3)
    changes = _take(presence, *[Look(("a",)), Look()] * 50, *[Look()] * 10)
    assert _told(changes) == [Change(put=("a",)), Change(taken=1)]


def test_the_same_tag_put_again_after_it_was_taken_is_told_again() -> None:
    presence = _settled(2)
    assert _told(_take(presence, Look(("a",)), Look(), Look(), Look(("a",)))) == [Change(("a",)), Change(taken=1), Change(("a",))]


def test_what_lies_there_at_the_start_was_not_put_even_where_it_flickers() -> None:
    presence = Presence(3)
    assert _told(_take(presence, Look(("a",)), Look(), Look(), Look(("a",)), Look(("a", "b")))) == [Change(("b",))]
    presence.restart()
    assert _told(_take(presence, Look(("c",)), Look(("c",)), Look(("c",)), Look(("c",)))) == []


def test_two_new_tags_in_one_look_come_together() -> None:
    assert _settled(2).take(Look(("a", "b"))).put == ("a", "b")
    assert _settled(2, "a").take(Look(("a", "b"))).put == ("b",)


def test_a_blur_that_gets_a_name_is_that_card_and_nothing_more() -> None:
    assert _told(_take(_settled(3), BLUR, BLUR, Look(("a",)), *[Look(("a",))] * 9)) == [Change(("a",))]


def test_a_blur_that_never_gets_a_name_is_told_once() -> None:
    presence = _settled(3)
    assert [change.unread for change in _take(presence, BLUR, *[Look()] * 9)].count(True) == 1
    assert [change.unread for change in _take(presence, *[BLUR] * 20)].count(True) == 1
    assert [change.unread for change in _take(presence, *[Look()] * 3, BLUR, *[Look()] * 9)].count(True) == 1


def test_a_card_that_lies_there_explains_a_blur_that_went_away() -> None:
    assert _told(_take(_settled(3, "a"), BLUR, BLUR, *[Look(("a",))] * 9)) == []


def test_a_blur_that_stays_is_doubt_also_where_a_card_lies() -> None:
    assert [change.unread for change in _take(_settled(3, "a"), *[BLUR] * 9)].count(True) == 1


@given(st.integers(1, 4), st.lists(st.builds(Look, st.lists(st.sampled_from("abc"), unique=True).map(tuple), st.booleans()), max_size=40))
def test_a_code_is_told_only_where_it_answered_and_never_twice_without_a_time_away(misses: int, looks: list[Look]) -> None:
    presence = Presence(misses)
    for start, look in enumerate(looks):
        change = presence.take(look)
        for code in change.put:
            assert code in look.codes
            away = 0
            for before in reversed(looks[:start]):
                if code in before.codes:
                    break
                away += not before.blurred
            else:
                continue
            assert away >= misses


@pytest.mark.parametrize("misses", [1, 2, 7])
def test_a_tag_is_taken_after_so_many_looks_without_it(misses: int) -> None:
    presence = _settled(misses, "a")
    assert [change.taken for change in _take(presence, *[Look()] * misses)] == [0] * (misses - 1) + [1]
