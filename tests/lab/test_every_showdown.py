"""Exact expectations of players who never fold, from every showdown of one deck; all boards are counted by make soak."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb

import pytest

from tablectl.engine.cards import Card, cards
from tablectl.engine.games.casino_holdem.house import DOCUMENT as CASINO_HOLDEM_SHEET
from tablectl.engine.games.casino_holdem.verdicts import qualifies as fours_or_better
from tablectl.engine.games.uth.wagers import BLIND_TABLE
from tablectl.engine.hands import Category, HandValue, category, rate
from tablectl.lab import Experiment, bench_of, run
from tests.lab.every_showdown import PACK, Met, boards, showdowns

SHOWDOWNS = 2_781_381_002_400
WON = 1_334_125_369_292
TIED = 113_130_263_816
NEVER_FOLD = Fraction(-1_132_152_808_336, SHOWDOWNS)
ALWAYS_CALL = Fraction(-223_999_936_024, SHOWDOWNS)


def pair_or_better(dealer: HandValue) -> bool:
    return category(dealer) >= Category.PAIR


@cache
def twice_the_blind(own: HandValue) -> int:
    return int(2 * (BLIND_TABLE.of(own) or 0))


@cache
def ante_pays(own: HandValue) -> int:
    return int(CASINO_HOLDEM_SHEET.ante.pays(own))


def never_folded(met: Met) -> int:
    """Twice what ante and blind of Ultimate Texas Hold'em bring; a play that is always made wins as often as it loses."""
    return 2 * (met.beaten - met.beating - met.higher) + met.lower * twice_the_blind(met.own)


def always_called(met: Met) -> int:
    """Casino Texas Hold'em: the ante by its table, also where the dealer does not qualify, and a bet of twice the ante where he does."""
    pays = ante_pays(met.own)
    return met.weak * pays + met.beaten * (pays + 2) - met.beating * 3


def one_by_one(board: tuple[Card, ...], qualifies: Callable[[HandValue], bool]) -> Iterable[Met]:
    """The same by looking at each hand of the dealer."""
    left = [card for card in PACK if card not in board]
    values = {pair: rate((*pair, *board)) for pair in combinations(left, 2)}
    for own, value in values.items():
        dealers = [theirs for pair, theirs in values.items() if not {*pair} & {*own}]
        lower, equal, weak = (
            sum(theirs < value for theirs in dealers), sum(theirs == value for theirs in dealers), sum(not qualifies(theirs) for theirs in dealers)
        )  # fmt: skip
        yield Met(value, 1, qualifies(value), lower, equal, weak)


@pytest.mark.parametrize(("text", "qualifies"), [("Kh 9d 7c 4s 2h", pair_or_better), ("Kh 9h 5h 3s 3d", fours_or_better)])
def test_counting_by_card_is_counting_pairs_of_hands(text: str, qualifies: Callable[[HandValue], bool]) -> None:
    board = cards(text)
    counted = [met for (met,) in showdowns(board, qualifies)]
    slowly: dict[HandValue, list[Met]] = {}
    for met in one_by_one(board, qualifies):
        slowly.setdefault(met.own, []).append(met)
    for met in counted:
        same = slowly.pop(met.own)
        assert (met.hands, {met.qualifies}) == (len(same), {each.qualifies for each in same})
        for name in ("lower", "equal", "weak", "higher", "beaten", "beating"):
            assert getattr(met, name) == sum(getattr(each, name) for each in same)
    assert not slowly
    assert any(met.weak for met in counted)


@pytest.mark.parametrize(("game", "policy", "exact"), [("uth", "never_fold", NEVER_FOLD), ("casino_holdem", "always_call", ALWAYS_CALL)])
def test_the_lab_finds_what_was_counted(game: str, policy: str, exact: Fraction) -> None:
    """UTH 6.3, CH 6.2: within three standard errors, that is about 40.7 % and 8.1 % of the ante."""
    experiment = Experiment(game, bench_of(game).sheet, policy, 2000, 21, side_bets=False)
    mean, error = run(experiment).all_bets.per_round(2000, experiment.opened().amount)
    assert abs(mean - exact) < 3 * error


@pytest.mark.soak
def test_every_showdown_of_one_deck() -> None:
    """Who wins, who ties, and what never folding and always calling cost, exactly."""
    won = tied = lost = never_fold = always_call = 0
    each = boards()
    assert (len(each), each.total()) == (134_459, comb(52, 5))
    for board, alike in each.items():
        for pairs, fours in showdowns(board, pair_or_better, fours_or_better):
            won += alike * pairs.lower
            tied += alike * pairs.equal
            lost += alike * pairs.higher
            never_fold += alike * never_folded(pairs)
            always_call += alike * always_called(fours)
    assert (won, tied, lost) == (WON, TIED, WON)
    assert won + tied + lost == SHOWDOWNS
    assert Fraction(never_fold, 2 * SHOWDOWNS) == NEVER_FOLD
    assert Fraction(always_call, SHOWDOWNS) == ALWAYS_CALL
