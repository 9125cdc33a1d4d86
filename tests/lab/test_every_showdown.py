"""Exact expectations of players who never fold, from every showdown of one deck; all boards are counted by make soak."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
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


def never_folded(met: Met) -> Fraction:
    """Ante and blind of Ultimate Texas Hold'em, over the dealer's hands; a play that is always made wins as often as it loses."""
    return met.beaten - met.beating + met.lower * (BLIND_TABLE.of(met.own) or 0) - Fraction(met.higher)


def always_called(met: Met) -> Fraction:
    """Casino Texas Hold'em: the ante by its table, also where the dealer does not qualify, and a bet of twice the ante where he does."""
    pays = CASINO_HOLDEM_SHEET.ante.pays(met.own)
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
        yield Met(value, qualifies(value), lower, equal, weak)


@pytest.mark.parametrize(("text", "qualifies"), [("Kh 9d 7c 4s 2h", pair_or_better), ("Kh 9h 5h 3s 3d", fours_or_better)])
def test_counting_by_card_is_counting_pairs_of_hands(text: str, qualifies: Callable[[HandValue], bool]) -> None:
    board = cards(text)
    counted = [met for (met,) in showdowns(board, qualifies)]
    slowly = [*one_by_one(board, qualifies)]
    assert sorted(map(repr, counted)) == sorted(map(repr, slowly))
    assert any(met.weak for met in counted)


@pytest.mark.parametrize(("game", "policy", "exact"), [("uth", "never_fold", NEVER_FOLD), ("casino_holdem", "always_call", ALWAYS_CALL)])
def test_the_lab_finds_what_was_counted(game: str, policy: str, exact: Fraction) -> None:
    """UTH 6.3, CH 6.2: within three standard errors, that is about 40.7 % and 8.1 % of the ante."""
    experiment = Experiment(game, bench_of(game).sheet, policy, 4000, 21, side_bets=False)
    mean, error = run(experiment).all_bets.per_round(4000, experiment.opened().amount)
    assert abs(mean - exact) < 3 * error


@pytest.mark.soak
def test_every_showdown_of_one_deck() -> None:
    """Who wins, who ties, and what never folding and always calling cost, exactly."""
    won = tied = lost = 0
    never_fold = always_call = Fraction(0)
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
    assert never_fold / SHOWDOWNS == NEVER_FOLD
    assert always_call / SHOWDOWNS == ALWAYS_CALL
