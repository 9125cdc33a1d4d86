"""The settlement of Casino Texas Hold'em: bonuses first, then antes and bets, each with the line of RULES.md that decides it."""

from __future__ import annotations

from fractions import Fraction

from tablectl.engine.facts import DEALER, seat
from tablectl.engine.game import Refusal
from tablectl.engine.games.casino_holdem.standing import ANTE, BET, BONUS, Standing, stand
from tablectl.engine.games.casino_holdem.verdicts import Showdown, Verdict, ante, bet, bonus, qualifies
from tablectl.engine.hands import HandValue, label, rank_text, rate, words
from tablectl.engine.money import Payout, payout
from tablectl.engine.round import Round
from tablectl.engine.settlement import HandShown, Line, Result, Settlement
from tablectl.engine.steps import Deal, Decide, Ending, Reveal, RoundOver, SettleSeat, Unsettled


def settle(round: Round) -> Settlement | Refusal:
    """Settle the round as its facts stand: what was settled and the field that is due, in its pass; refuse while something else is due."""
    at = stand(round)
    step = round.step
    match step:
        case RoundOver(ending, rule) if ending is not Ending.SETTLED:
            return _all_back(at, rule)
        case SettleSeat(number, _, bets):
            return _settled(at, number, bets)
        case RoundOver():
            return _settled(at, 0, ())
        case Unsettled(reason, rule):
            return Refusal(rule, reason)
        case Deal(place):
            return Refusal(step.rule, f"the deal is not over: the next card goes to {place}")
        case Decide(number):
            return Refusal(step.rule, f"field {number} has still to decide")
        case Reveal(place):
            return Refusal(step.rule, f"the cards of {place} are still to be turned over")
        case _:
            return Refusal("CH 3.7", "no card is dealt: the cards are being made ready, or wagers are open")


def _settled(at: Standing, due_seat: int, due_bets: tuple[str, ...]) -> Settlement:
    """What was settled, and the field that is due with its bets; field 0 is none."""
    dealer = _value(at, 0)
    order = at.seats[::-1]
    lines = [
        _line(at, number, BONUS, _bonus(at, number)) for number in order if at.bonus_settled(number) or (number, (BONUS,)) == (due_seat, due_bets)
    ]
    for number in order:
        if number in at.layout.settled or (number == due_seat and not due_bets):
            showdown = Showdown(_value(at, number), dealer, at.folded(number))
            lines.append(_line(at, number, ANTE, ante(at.rules, showdown)))
            if at.stake(number, BET):
                lines.append(_line(at, number, BET, bet(showdown)))
            if at.stake(number, BONUS) and not at.bonus_in_action(number):
                lines.append(_line(at, number, BONUS, Verdict(Result.LOSE, "CH 8.5", "the field folded: the bonus is forfeited")))
    values = {number: _value(at, number) for number in (0, *order) if (seat(number) if number else DEALER) in at.layout.turned}
    hands = tuple(_hand_shown(number, value) for number, value in values.items() if value is not None)
    return Settlement(tuple(lines), hands, None if dealer is None else qualifies(dealer))


def _bonus(at: Standing, number: int) -> Verdict:
    hand = at.bonus_hand(number)
    if hand is None:
        raise AssertionError(f"the bonus of field {number} is settled only when its five cards are known")
    return bonus(at.rules, hand)


def _line(at: Standing, number: int, name: str, verdict: Verdict) -> Line:
    stake = at.stake(number, name)
    won = payout(stake, verdict.odds, at.rules.money) if verdict.odds else Payout(-stake if verdict.result is Result.LOSE else 0, Fraction(0))
    text = verdict.text + (f"; rounded, {won.remainder} left out" if won.remainder else "")
    return Line(number, name, stake, verdict.result, verdict.odds, won.amount, verdict.rule, text, won.remainder)


def _all_back(at: Standing, rule: str) -> Settlement:
    """RULES.md 9.8"""
    return Settlement(
        tuple(
            Line(number, name, at.stake(number, name), Result.RETURNED, None, 0, "CH 9.8", f"the round is void ({rule}): the wager goes back in full")
            for number in at.seats
            for name in (ANTE, BET, BONUS)
            if at.stake(number, name)
        )
    )


def _value(at: Standing, number: int) -> HandValue | None:
    """Rate the best five of seven (RULES.md 5.5, 5.6) of a field, or of the dealer (0)."""
    hand = at.hand(seat(number) if number else DEALER)
    return None if hand is None else rate(hand)


def _hand_shown(number: int, value: HandValue) -> HandShown:
    return HandShown(number, label(value), rank_text(value), words(value))
