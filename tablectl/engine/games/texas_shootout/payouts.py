"""The settlement of Texas Shootout: each bet of each hand, and the line of RULES.md that decides it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from tablectl.engine.game import Refusal
from tablectl.engine.games.texas_shootout.bonus import BetKey, BonusStake, Verdict, bonus_verdicts
from tablectl.engine.games.texas_shootout.envy import HandKey, envy_paid
from tablectl.engine.games.texas_shootout.judging import SPEECH
from tablectl.engine.games.texas_shootout.standing import (
    ANTE,
    BONUS,
    BONUS_TOKE,
    ENVY,
    FIRST_HAND,
    SECOND_HAND,
    SPLIT_ANTE,
    SPLIT_BONUS,
    SPLIT_ENVY,
    SPLIT_TOKE,
    TOKE,
    Standing,
    stand,
)
from tablectl.engine.games.texas_shootout.wagers import EVEN, WORDS
from tablectl.engine.hands import HandValue, compared, label, rank_text, rate, words
from tablectl.engine.round import Round
from tablectl.engine.settlement import HandShown, Line, Result, Settlement
from tablectl.engine.steps import Ending, RoundOver, SettleSeat, Unsettled


@dataclass(frozen=True, slots=True)
class _Spots:
    """The bets that stand on one hand."""

    ante: str
    bonus: str
    envy: str
    toke: str
    bonus_toke: str


NO_BET: Final = ""  # no toke goes with the bonus of a second hand, RULES.md 5.7
_SPOTS: Final = (
    _Spots(ANTE, BONUS, ENVY, TOKE, BONUS_TOKE),
    _Spots(SPLIT_ANTE, SPLIT_BONUS, SPLIT_ENVY, SPLIT_TOKE, NO_BET),
)
_WORDS: Final = WORDS | {SPLIT_ANTE: "wager on the second hand", SPLIT_BONUS: "Shootout Bonus on the second hand"}


def settle(round: Round) -> Settlement | Refusal:
    """Settle the round as its facts stand; refuse while a card is due, a choice is open or a card that matters is in doubt."""
    at = stand(round)
    step = round.step
    match step:
        case RoundOver(ending, rule) if ending is not Ending.SETTLED:
            return _all_back(at, ending, rule)
        case SettleSeat() | RoundOver():
            return _settled(at)
        case Unsettled(reason, rule):
            return Refusal(rule, reason)
        case _:
            return Refusal(step.rule, f"the round cannot be settled yet: {SPEECH.due(step)}")


def _settled(at: Standing) -> Settlement:
    two = at.dealer_set
    if two is None:
        raise AssertionError("a seat is due to be settled only after the dealer's hand was set")
    dealer = rate((*two, *at.board))  # RULES.md 7.2, 7.3: a tie with the dealer is decided in _against
    hands = {(number, which): rate((*hand, *at.board)) for number in reversed(at.seats) for which, hand in enumerate(at.hands(number))}
    decided = bonus_verdicts(at.rules, _bonus_stakes(at, hands)) | _envy_verdicts(at, hands)
    lines = [line for key, own in hands.items() for line in _hand_lines(at, key, _against(own, dealer), decided)]
    shown = (_shown(0, dealer), *(_shown(number, own) for (number, _), own in hands.items()))
    return Settlement(tuple(lines), shown)


def _bonus_stakes(at: Standing, hands: Mapping[HandKey, HandValue]) -> dict[BetKey, BonusStake]:
    """The bonus wagers and the tokes on them, which are decided like them (RULES.md 8.6)."""
    return {
        (number, bet): BonusStake(_WORDS[bet], at.stake(number, bet), own)
        for (number, which), own in hands.items()
        for bet in (_SPOTS[which].bonus, _SPOTS[which].bonus_toke)
        if at.stake(number, bet)
    }


def _envy_verdicts(at: Standing, hands: Mapping[HandKey, HandValue]) -> dict[BetKey, Verdict]:
    marked = {(number, which) for number, which in hands if at.has_envy(number, _SPOTS[which].bonus)}
    return {
        (number, _SPOTS[which].envy): Verdict(Result.WIN, "TS 9.1", f"Envy Bonus: the highest hand of the round lies elsewhere and pays {paid}", paid)
        for (number, which), paid in envy_paid(at.rules.envy, hands, marked).items()
    }


@dataclass(frozen=True, slots=True)
class _Against:
    """How a hand fares against the dealer's."""

    rule: str
    won: bool
    text: str


def _against(own: HandValue, dealer: HandValue) -> _Against:
    text = compared(own, dealer)
    if own > dealer:
        return _Against("TS 7.7", won=True, text=text)
    if own < dealer:
        return _Against("TS 7.8", won=False, text=text)
    return _Against("TS 7.9", won=False, text=f"{text}, and the dealer takes equal hands")


def _hand_lines(at: Standing, key: HandKey, against: _Against, decided: Mapping[BetKey, Verdict]) -> Iterator[Line]:
    number, which = key
    spots = _SPOTS[which]
    for bet in (spots.ante, spots.bonus, spots.envy, spots.toke, spots.bonus_toke):
        stake = at.stake(number, bet)
        verdict = _even(bet, stake, against) if bet in {spots.ante, spots.toke} and stake else decided.get((number, bet))
        if verdict:
            yield Line(number, bet, stake, verdict.result, verdict.odds, verdict.net, verdict.rule, verdict.text, verdict.remainder, which)


def _even(bet: str, stake: int, against: _Against) -> Verdict:
    if against.won:
        return Verdict(Result.WIN, against.rule, f"the {_WORDS[bet]} wins 1 to 1: {against.text}", stake, EVEN)
    return Verdict(Result.LOSE, against.rule, f"the {_WORDS[bet]} loses: {against.text}", -stake)


def _all_back(at: Standing, ending: Ending, rule: str) -> Settlement:
    """RULES.md 10.7"""
    reason = f"{'misdeal' if ending is Ending.MISDEAL else 'the round is void'} ({rule}): the wager goes back in full"
    return Settlement(
        tuple(
            Line(number, bet, at.stake(number, bet), Result.RETURNED, None, 0, "TS 10.7", reason, hand=which)
            for number in reversed(at.seats)
            for which, bets in enumerate((FIRST_HAND, SECOND_HAND))
            for bet in bets
            if at.stake(number, bet)
        )
    )


def _shown(number: int, value: HandValue) -> HandShown:
    return HandShown(number, label(value), rank_text(value), words(value))
