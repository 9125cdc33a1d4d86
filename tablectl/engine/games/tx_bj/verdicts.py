"""What decides each wager of Texas Blackjack, and the line of RULES.md that says so. Nothing here knows an amount."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal

from tablectl.engine.cards import Card, Rank
from tablectl.engine.facts import DEALER, seat
from tablectl.engine.games.tx_bj.house import TxBjRules
from tablectl.engine.games.tx_bj.standing import BOX, COLUMNS, COMBO, D_AREAS, EVEN_MONEY, P_AREAS, SURRENDER, A, Standing
from tablectl.engine.games.tx_bj.wagers import A_ODDS, COMBO_ODDS, EVEN, LABELS, ROW_ODDS
from tablectl.engine.settlement import Result

INSURANCE_ODDS: Final = Fraction(2)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What happens to one wager: odds only where it wins; `half` takes half of it."""

    result: Result | Literal["half"]
    rule: str
    text: str
    odds: Fraction | None = None


def side_bet(rules: TxBjRules, bet: str, marks: tuple[str, ...], own: Card, dealer: Card) -> Verdict:
    """Decide a side bet by the first card of the player and that of the dealer (RULES.md 4)."""
    if bet == A:
        return _a(rules, own, dealer)
    name = LABELS[bet]
    if Rank.ACE in {own.rank, dealer.rank}:
        whose = "each first card" if own.rank is dealer.rank else "the player's first card" if own.rank is Rank.ACE else "the dealer's first card"
        return Verdict("half", "TX 4.7", f"{name} loses half: {whose} is an ace")
    if bet == COMBO:
        if all(_appeared(rules, mark, own, dealer) for mark in marks):
            return Verdict(Result.WIN, "TX 4.4", f"COMBO wins 25 to 1 on {', '.join(LABELS[mark] for mark in marks)}", COMBO_ODDS)
        missed = next(mark for mark in marks if not _appeared(rules, mark, own, dealer))
        return Verdict(Result.LOSE, "TX 4.10", f"COMBO loses: {LABELS[missed]} did not appear")
    rule = "TX 4.1" if bet in P_AREAS else "TX 4.2" if bet in COLUMNS else "TX 4.3"
    if _appeared(rules, bet, own, dealer):
        return Verdict(Result.WIN, rule, f"{name} wins 2 to 1", ROW_ODDS)
    return Verdict(Result.LOSE, "TX 4.10", f"{name} loses: it did not appear")


def insurance(at: Standing) -> Verdict:
    """RULES.md 7.10"""
    if at.dealer_has_blackjack:
        return Verdict(Result.WIN, "TX 7.10", "the dealer has blackjack: insurance wins 2 to 1", INSURANCE_ODDS)
    return Verdict(Result.LOSE, "TX 7.10", "the dealer has no blackjack: insurance loses")


def hand(at: Standing, number: int, index: int, bet: str) -> Verdict:
    """Decide a wager on a hand: the box, what was put beside it to split, or to double (RULES.md 7)."""
    dealer, own = at.count(DEALER), at.count(seat(number, index))
    said = at.said(number, index)
    if EVEN_MONEY in said:
        return Verdict(Result.WIN, "TX 7.11", "even money: blackjack paid 1 to 1", EVEN)
    if at.bust(number, index):
        return Verdict(Result.LOSE, "TX 7.4", f"the hand loses: {own}")
    if at.blackjack(number):
        if at.dealer_has_blackjack:
            return Verdict(Result.PUSH, "TX 7.3", "blackjack against blackjack: a push")
        return Verdict(Result.WIN, "TX 7.2", f"blackjack wins {at.rules.blackjack.pays.replace(':', ' to ')}", at.rules.blackjack.odds)
    if at.dealer_has_blackjack:
        if bet == BOX or at.rules.blackjack.dealer_blackjack_takes == "all":
            return Verdict(Result.LOSE, "TX 7.9", f"the dealer has blackjack against {own}")
        return Verdict(Result.RETURNED, "TX 7.9", "the dealer has blackjack, which takes only the original wager")
    if SURRENDER in said:
        return Verdict("half", "TX 7.12", "surrendered: half goes back")
    if dealer.bust:
        return Verdict(Result.WIN, "TX 7.6", f"the dealer is {dealer}: {own} wins 1 to 1", EVEN)
    if own.total > dealer.total:
        return Verdict(Result.WIN, "TX 7.5", f"{own} wins 1 to 1 against {dealer}", EVEN)
    if own.total < dealer.total:
        return Verdict(Result.LOSE, "TX 7.7", f"{own} loses against {dealer}")
    return Verdict(Result.PUSH, "TX 7.8", f"{own} against {dealer}: a push")


def _a(rules: TxBjRules, own: Card, dealer: Card) -> Verdict:
    if own.rank is Rank.ACE:
        if dealer.rank is Rank.ACE:
            return Verdict(Result.WIN, "TX 4.6", "A wins 1 to 1: both first cards are aces", EVEN)
        return Verdict(Result.WIN, "TX 4.5", "A wins 11 to 1", A_ODDS)
    if dealer.rank is Rank.ACE and rules.a_bet_dealer_ace == "half_loss":
        return Verdict("half", "TX 4.9", "A loses half: the dealer's first card is an ace and the player's is none")
    return Verdict(Result.LOSE, "TX 4.9", "A loses: the player's first card is no ace")


def _appeared(rules: TxBjRules, area: str, own: Card, dealer: Card) -> bool:
    if area in P_AREAS:
        return own.suit is P_AREAS[area]
    return rules.column_of(own.rank) == COLUMNS[area] if area in COLUMNS else dealer.suit is D_AREAS[area]
