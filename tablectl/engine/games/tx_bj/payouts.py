"""The settlement of Texas Blackjack: side bets in the order of their passes, then the boxes, each with the line of RULES.md that decides it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from tablectl.engine.facts import DEALER, Place, seat
from tablectl.engine.game import Refusal
from tablectl.engine.games.tx_bj.house import HALF
from tablectl.engine.games.tx_bj.points import is_blackjack
from tablectl.engine.games.tx_bj.standing import BOX, DOUBLE, INSURANCE, SIDE_BETS, SPLIT_BET, Standing, stand
from tablectl.engine.games.tx_bj.verdicts import Verdict, hand, insurance, side_bet
from tablectl.engine.money import Payout, payout
from tablectl.engine.round import Round
from tablectl.engine.settlement import HandShown, Line, Result, Settlement
from tablectl.engine.steps import Deal, Decide, Ending, Reveal, RoundOver, SettleSeat, Unsettled


def settle(round: Round) -> Settlement | Refusal:
    """Settle the round as its facts stand: what was settled and the seat that is due, in its pass; refuse while something else is due."""
    at = stand(round)
    step = round.step
    match step:
        case RoundOver(ending, rule) if ending is not Ending.SETTLED:
            return _all_back(at, ending, rule)
        case SettleSeat(number, _, bets):
            return _settled(at, number, bets)
        case RoundOver():
            return _settled(at, 0, ())
        case Unsettled(reason, rule):
            return Refusal(rule, reason)
        case Deal(place):
            return Refusal(step.rule, f"the next card goes to {place}")
        case Decide(number):
            return Refusal(step.rule, f"seat {number} has still to decide" if number else "the dealer has still to look at the hidden card")
        case Reveal(place):
            return Refusal(step.rule, f"the cards of {place} are still to be turned over")
        case _:
            return Refusal("TX 2.8", "wagers are still open")


def _settled(at: Standing, due_seat: int, due_bets: tuple[str, ...]) -> Settlement:
    """What was settled, and the seat that is due with its bets; seat 0 is none."""
    lines: list[Line] = []
    for number, bets in at.passes():
        if at.passed(number, bets) or (number, bets) == (due_seat, due_bets):
            lines += [_side_line(at, number, bet) for bet in bets]
    boxes = [number for number in at.seats[::-1] if number in at.layout.settled or (number == due_seat and not due_bets)]
    for number in boxes:
        lines += _box_lines(at, number)
    hands = [_shown(at, 0, DEALER)] if boxes else []
    hands += [_shown(at, number, seat(number, index)) for number in boxes for index in at.hands(number)]
    return Settlement(tuple(lines), tuple(hands))


def _side_line(at: Standing, number: int, bet: str) -> Line:
    own, dealer = at.first(seat(number)), at.first(DEALER)
    if own is None or dealer is None:
        raise AssertionError(f"seat {number} is settled only when both first cards are known")
    return _line(at, number, bet, side_bet(at.rules, bet, at.layout.marks.get((number, bet), ()), own, dealer))


def _box_lines(at: Standing, number: int) -> Iterator[Line]:
    if at.insured(number):
        yield _line(at, number, INSURANCE, insurance(at))
    for index in at.hands(number):
        bets = (SPLIT_BET if index else BOX, *((DOUBLE,) if DOUBLE in at.said(number, index) else ()))
        for bet in bets:
            yield _line(at, number, bet, hand(at, number, index, bet), index)


def _line(at: Standing, number: int, bet: str, verdict: Verdict, index: int = 0) -> Line:
    money = at.rules.money
    stake = at.stake(number, BOX if bet in {SPLIT_BET, DOUBLE} else bet)  # beside each hand stands once more what is in the box
    if verdict.result == "half":  # RULES.md 4.8: what goes back is rounded, as any payout is
        back = payout(stake, HALF, money)
        won, result = Payout(back.amount - stake, back.remainder), Result.LOSE
    elif verdict.odds:
        won, result = payout(stake, verdict.odds, money), verdict.result
    else:
        won, result = Payout(-stake if verdict.result is Result.LOSE else 0, Fraction(0)), verdict.result
    text = (f"hand {index + 1}: " if at.is_split(number) and bet in {BOX, SPLIT_BET, DOUBLE} else "") + verdict.text
    text += f"; rounded, {won.remainder} left out" if won.remainder else ""
    return Line(number, bet, stake, result, verdict.odds, won.amount, verdict.rule, text, won.remainder, index)


def _all_back(at: Standing, ending: Ending, rule: str) -> Settlement:
    """RULES.md 9.4"""
    reason = f"{'the round is invalid' if ending is Ending.MISDEAL else 'the round is void'} ({rule}): the wager goes back in full"
    return Settlement(
        tuple(
            Line(number, bet, at.stake(number, bet), Result.RETURNED, None, 0, "TX 9.4", reason)
            for number in at.seats
            for bet in (*SIDE_BETS, BOX, INSURANCE, SPLIT_BET, DOUBLE)
            if at.stake(number, bet)
        )
    )


def _shown(at: Standing, number: int, place: Place) -> HandShown:
    cards, counted = at.known(place), at.count(place)
    natural = is_blackjack(cards) and not (number and at.is_split(number))
    category = "blackjack" if natural else "bust" if counted.bust else "points"
    return HandShown(number, category, "".join(card.rank.letter for card in cards), "blackjack" if natural else str(counted))
