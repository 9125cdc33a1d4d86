"""The settlement of Showdown Poker: each bet of each hand, and the line of RULES.md that decides it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from tablectl.engine.game import Refusal
from tablectl.engine.games.showdown_poker.judging import SPEECH
from tablectl.engine.games.showdown_poker.standing import ANTE, BETS, BONUS, SPLIT_ANTE, SPLIT_BONUS, Standing, stand
from tablectl.engine.games.showdown_poker.wagers import EVEN
from tablectl.engine.hands import HandValue, compared, label, rank_text, words
from tablectl.engine.money import Payout, odds_text, payout
from tablectl.engine.round import Round
from tablectl.engine.settlement import HandShown, Line, Result, Settlement
from tablectl.engine.steps import Ending, RoundOver, SettleSeat


def settle(round: Round) -> Settlement | Refusal:
    """Settle the round as its facts stand; refuse while a card is due, a selection is open or a card that matters is in doubt."""
    at = stand(round)
    step = round.step
    match step:
        case RoundOver(ending, rule) if ending is not Ending.SETTLED:
            return _all_back(at, ending, rule)
        case SettleSeat() | RoundOver():
            return _settled(at)
        case _:
            return Refusal(step.rule, f"the round cannot be settled yet: {SPEECH.due(step)}")


@dataclass(frozen=True, slots=True)
class _Verdict:
    """What happens to one bet: odds only where it wins."""

    result: Result
    rule: str
    text: str
    odds: Fraction | None = None


def _settled(at: Standing) -> Settlement:
    two = at.dealer_set
    if two is None:
        raise AssertionError("a seat is due to be settled only after the dealer's hand was set")
    dealer = at.value(two)
    lines: list[Line] = []
    hands = [_hand_shown(0, dealer)]
    for number in reversed(at.seats):
        for count, hand in enumerate(at.hands(number)):
            own = at.value(hand)
            hands.append(_hand_shown(number, own))
            lines += _hand_lines(at, number, count, own, dealer)
    return Settlement(tuple(lines), tuple(hands))


def _hand_lines(at: Standing, number: int, count: int, own: HandValue, dealer: HandValue) -> Iterator[Line]:
    ante, bonus = (SPLIT_ANTE, SPLIT_BONUS) if count else (ANTE, BONUS)  # RULES.md 6.8, 7.4
    yield _line(at, number, count, ante, _ante(own, dealer))
    if at.stake(number, bonus):
        yield _line(at, number, count, bonus, _bonus(at, own))


def _ante(own: HandValue, dealer: HandValue) -> _Verdict:
    against = compared(own, dealer)
    if own > dealer:
        return _Verdict(Result.WIN, "SP 6.5", f"the ante wins 1 to 1: {against}", EVEN)
    if own < dealer:
        return _Verdict(Result.LOSE, "SP 6.6", f"the ante loses: {against}")
    return _Verdict(Result.LOSE, "SP 6.7", f"equal hands, the ante loses: {against}")


def _bonus(at: Standing, own: HandValue) -> _Verdict:
    odds = at.rules.bonus.pays.of(own)
    if odds is None:
        return _Verdict(Result.LOSE, "SP 7.2", f"the Showdown Bonus loses: {words(own)} is not in the pay table")
    if odds == 0:
        return _Verdict(Result.PUSH, "SP 7.3", f"the Showdown Bonus pushes: {words(own)}")
    return _Verdict(Result.WIN, "SP 7.1", f"the Showdown Bonus wins {odds_text(odds)}: {words(own)}", odds)


def _line(at: Standing, number: int, count: int, bet: str, verdict: _Verdict) -> Line:
    stake = at.stake(number, bet)
    won = payout(stake, verdict.odds, at.rules.money) if verdict.odds else Payout(-stake if verdict.result is Result.LOSE else 0, Fraction(0))
    text = verdict.text + (f"; rounded, {won.remainder} left out" if won.remainder else "")
    return Line(number, bet, stake, verdict.result, verdict.odds, won.amount, verdict.rule, text, won.remainder, count)


def _all_back(at: Standing, ending: Ending, rule: str) -> Settlement:
    """RULES.md 8.8"""
    reason = f"{'misdeal' if ending is Ending.MISDEAL else 'the round is void'} ({rule}): the wager goes back in full"
    return Settlement(
        tuple(
            Line(number, bet, at.stake(number, bet), Result.RETURNED, None, 0, "SP 8.8", reason, hand=int(bet in {SPLIT_ANTE, SPLIT_BONUS}))
            for number in reversed(at.seats)
            for bet in BETS
            if at.stake(number, bet)
        )
    )


def _hand_shown(number: int, value: HandValue) -> HandShown:
    return HandShown(number, label(value), rank_text(value), words(value))
