"""The settlement of Ultimate Texas Hold'em: each bet of each seat, and the line of RULES.md that decides it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from tablectl.engine.facts import DEALER, seat
from tablectl.engine.game import Refusal
from tablectl.engine.games.uth.standing import ANTE, BLIND, PLAY, TRIPLE, Standing, stand
from tablectl.engine.games.uth.wagers import BLIND_TABLE, EVEN, TRIPLE_TABLE
from tablectl.engine.hands import Category, HandValue, category, compared, label, rank_text, rate, words
from tablectl.engine.money import Payout, odds_text, payout
from tablectl.engine.round import Round
from tablectl.engine.settlement import HandShown, Line, Result, Settlement
from tablectl.engine.steps import Deal, Decide, Ending, Reveal, RoundOver, SettleSeat, Unsettled


def settle(round: Round) -> Settlement | Refusal:
    """Settle the round as its facts stand; refuse while a card is due, a decision is open or a card that matters is in doubt.

    While a seat is due to be settled, other seats that are in doubt are left out.
    """
    at = stand(round)
    step = round.step
    match step:
        case RoundOver(ending, rule) if ending is not Ending.SETTLED:
            return _all_back(at, ending, rule)
        case SettleSeat():  # RULES.md 4.7: what does not depend on an unread card is settled
            return _settled(at, [number for number in at.seats if at.doubt((number,)) is None])
        case Reveal() | RoundOver():
            return at.doubt(at.seats) or _settled(at, at.seats)
        case Unsettled(reason, rule):
            return Refusal(rule, reason)
        case Deal(place):
            return Refusal(step.rule, f"the deal is not over: the next card goes to {place}")
        case Decide(number):
            return Refusal(step.rule, f"seat {number} has still to decide")
        case _:
            return Refusal("UTH 2.7", "wagers are still open")


@dataclass(frozen=True, slots=True)
class _Verdict:
    """What happens to one bet: odds only where it wins."""

    result: Result
    rule: str
    text: str
    odds: Fraction | None = None


@dataclass(frozen=True, slots=True)
class _Showdown:
    """A seat's hand against the dealer's; None where no one may or need look."""

    own: HandValue | None
    dealer: HandValue | None
    folded: bool
    text: str

    @property
    def margin(self) -> int:
        """Above zero where the player's hand is better; a folded hand beats nothing."""
        return self.own - self.dealer if self.own is not None and self.dealer is not None and not self.folded else -1


def _settled(at: Standing, seats: Iterable[int]) -> Settlement:
    dealer = _value(at, None)
    qualifies = None if dealer is None else category(dealer) >= Category.PAIR  # RULES.md 4.6
    lines: list[Line] = []
    hands = [] if dealer is None else [_hand_shown(0, dealer)]
    for number in seats:
        own = _value(at, number) if at.shown(number) else None
        showdown = _Showdown(own, dealer, at.folded(number), _against(own, dealer))
        if own is not None:
            hands.append(_hand_shown(number, own))
        verdicts = {ANTE: _ante(showdown, qualifies=bool(qualifies)), BLIND: _blind(showdown)}
        if at.stake(number, PLAY):
            verdicts[PLAY] = _play(showdown)
        if at.stake(number, TRIPLE):
            verdicts[TRIPLE] = _triple(at, number, showdown)
        lines += [_line(at, number, bet, verdict) for bet, verdict in verdicts.items()]
    return Settlement(tuple(lines), tuple(hands), qualifies)


def _ante(showdown: _Showdown, *, qualifies: bool) -> _Verdict:
    if showdown.folded:
        return _Verdict(Result.LOSE, "UTH 5.1", "the seat folded: the ante loses")
    if not qualifies:
        return _Verdict(Result.RETURNED, "UTH 5.2", f"the dealer does not qualify: the ante is returned ({showdown.text})")
    if showdown.margin > 0:
        return _Verdict(Result.WIN, "UTH 5.3", f"the ante wins 1 to 1: {showdown.text}", EVEN)
    if showdown.margin < 0:
        return _Verdict(Result.LOSE, "UTH 5.4", f"the ante loses: {showdown.text}")
    return _Verdict(Result.PUSH, "UTH 5.5", f"equal hands, the ante pushes: {showdown.text}")


def _blind(showdown: _Showdown) -> _Verdict:
    if showdown.folded or showdown.own is None:
        return _Verdict(Result.LOSE, "UTH 6.5", "the seat folded: the blind loses")
    if showdown.margin < 0:
        return _Verdict(Result.LOSE, "UTH 6.3", f"the blind loses: {showdown.text}")
    if showdown.margin == 0:
        return _Verdict(Result.PUSH, "UTH 6.4", f"equal hands, the blind pushes: {showdown.text}")
    if odds := BLIND_TABLE.of(showdown.own):
        return _Verdict(Result.WIN, "UTH 6.1", f"the blind wins {odds_text(odds)}: {showdown.text}", odds)
    return _Verdict(Result.PUSH, "UTH 6.2", f"a winner below a straight, the blind pushes: {showdown.text}")


def _play(showdown: _Showdown) -> _Verdict:
    if showdown.margin > 0:
        return _Verdict(Result.WIN, "UTH 7.1", f"the play wager wins 1 to 1: {showdown.text}", EVEN)
    if showdown.margin < 0:
        return _Verdict(Result.LOSE, "UTH 7.2", f"the play wager loses: {showdown.text}")
    return _Verdict(Result.PUSH, "UTH 7.3", f"equal hands, the play wager pushes: {showdown.text}")


def _triple(at: Standing, number: int, showdown: _Showdown) -> _Verdict:
    if showdown.folded and at.rules.triple.after_fold == "forfeit":
        return _Verdict(Result.LOSE, "UTH 8.3", "the seat folded: the triple bonus is forfeited")
    if at.rules.triple.must_win and showdown.margin <= 0:
        return _Verdict(Result.LOSE, "UTH 8.4", f"seat {number} does not beat the dealer: the triple bonus loses")
    if showdown.own is None:
        raise AssertionError(f"the triple bonus of seat {number} is in action, so its hand was needed and is known")
    if odds := TRIPLE_TABLE.of(showdown.own):
        return _Verdict(Result.WIN, "UTH 8.1", f"the triple bonus wins {odds_text(odds)}: {words(showdown.own)}", odds)
    return _Verdict(Result.LOSE, "UTH 8.2", f"the triple bonus loses: {words(showdown.own)} is below three of a kind")


def _line(at: Standing, number: int, bet: str, verdict: _Verdict) -> Line:
    stake = at.stake(number, bet)
    won = payout(stake, verdict.odds, at.rules.money) if verdict.odds else Payout(-stake if verdict.result is Result.LOSE else 0, Fraction(0))
    text = verdict.text + (f"; rounded, {won.remainder} left out" if won.remainder else "")
    return Line(number, bet, stake, verdict.result, verdict.odds, won.amount, verdict.rule, text, won.remainder)


def _all_back(at: Standing, ending: Ending, rule: str) -> Settlement:
    """RULES.md 9.8"""
    reason = f"{'misdeal' if ending is Ending.MISDEAL else 'the round is void'} ({rule}): the wager goes back in full"
    return Settlement(
        tuple(
            Line(number, bet, at.stake(number, bet), Result.RETURNED, None, 0, "UTH 9.8", reason)
            for number in at.seats
            for bet in (ANTE, BLIND, PLAY, TRIPLE)
            if at.stake(number, bet)
        )
    )


def _against(own: HandValue | None, dealer: HandValue | None) -> str:
    if own is None or dealer is None:
        return " against ".join("no hand" if value is None else words(value) for value in (own, dealer))
    return compared(own, dealer)


def _value(at: Standing, number: int | None) -> HandValue | None:
    """Rate the best five of seven (RULES.md 4.4, 4.5) of a seat, or of the dealer."""
    hand = at.hand(DEALER if number is None else seat(number))
    return None if hand is None else rate(hand)


def _hand_shown(number: int, value: HandValue) -> HandShown:
    return HandShown(number, label(value), rank_text(value), words(value))
