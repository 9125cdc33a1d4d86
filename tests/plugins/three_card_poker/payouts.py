"""The settlement of Three Card Poker, and what Pair Plus is worth. Numbers are those of RULES.md."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Final

from tablectl.engine.decks import SINGLE_52
from tablectl.engine.facts import DEALER, seat
from tablectl.engine.game import Refusal
from tablectl.engine.round import Round
from tablectl.engine.settlement import HandShown, Line, Result, Settlement
from tablectl.engine.steps import Ending, RoundOver, SettleSeat

from .hands import QUEEN_HIGH, Made, Value, rate, words
from .rules import ANTE, FOLD, PAIR_PLUS, PLAY, Standing, due, stand

PAYS: Final = {Made.STRAIGHT_FLUSH: 40, Made.THREE_OF_A_KIND: 30, Made.STRAIGHT: 6, Made.FLUSH: 4, Made.PAIR: 1}


@dataclass(frozen=True, slots=True)
class _Verdict:
    """What happens to one bet; the odds count only where it wins."""

    result: Result
    rule: str
    text: str
    odds: int = 1


def settle(round: Round) -> Settlement | Refusal:
    at = stand(round)
    match due(at):
        case RoundOver(ending) if ending is not Ending.SETTLED:
            bets = [(number, bet) for number in at.seats for bet in (ANTE, PLAY, PAIR_PLUS) if at.stake(number, bet)]
            return Settlement(tuple(_line(at, number, bet, _Verdict(Result.RETURNED, "TC 4.2", "the wager goes back")) for number, bet in bets))
        case RoundOver() | SettleSeat():
            dealer = rate(at.hand(DEALER))
            ready = [number for number in at.seats if seat(number) in at.layout.turned]
            hands = [_shown(0, dealer), *(_shown(number, rate(at.hand(seat(number)))) for number in ready)]
            return Settlement(tuple(line for number in ready for line in _seat(at, number, dealer)), tuple(hands), dealer >= QUEEN_HIGH)
        case step:
            return Refusal(step.rule, "the round cannot be settled yet")


def pair_plus_edge() -> Fraction:
    """What the house keeps of Pair Plus, over every three cards (RULES.md 3.4)."""
    made = Counter(rate(three)[0] for three in combinations(SINGLE_52.composition, 3))
    return 1 - Fraction(sum(made[name] * (1 + odds) for name, odds in PAYS.items()), made.total())


def _seat(at: Standing, number: int, dealer: Value) -> Iterator[Line]:
    own = rate(at.hand(seat(number)))
    if at.said(number) == FOLD:
        yield _line(at, number, ANTE, _Verdict(Result.LOSE, "TC 2.1", "the seat folded"))
    elif dealer < QUEEN_HIGH:
        yield _line(at, number, ANTE, _Verdict(Result.WIN, "TC 3.2", "the dealer does not qualify"))
        yield _line(at, number, PLAY, _Verdict(Result.PUSH, "TC 3.2", "the dealer does not qualify"))
    else:
        result = Result.WIN if own > dealer else Result.LOSE if own < dealer else Result.PUSH
        showdown = _Verdict(result, "TC 3.3", f"{words(own)} against {words(dealer)}")
        yield from (_line(at, number, bet, showdown) for bet in (ANTE, PLAY))
    if at.stake(number, PAIR_PLUS):
        odds = PAYS.get(own[0])
        yield _line(at, number, PAIR_PLUS, _Verdict(Result.WIN if odds else Result.LOSE, "TC 3.4", words(own), odds or 1))


def _line(at: Standing, number: int, bet: str, verdict: _Verdict) -> Line:
    stake, won = at.stake(number, bet), verdict.result is Result.WIN
    net = stake * verdict.odds if won else -stake if verdict.result is Result.LOSE else 0
    return Line(number, bet, stake, verdict.result, Fraction(verdict.odds) if won else None, net, verdict.rule, verdict.text)


def _shown(number: int, value: Value) -> HandShown:
    return HandShown(number, value[0].name.lower(), " ".join(map(str, value[1])), words(value))
