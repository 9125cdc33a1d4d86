"""What happens to each bet of Casino Texas Hold'em, once the cards that it depends on are known. Numbers are those of RULES.md."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, assert_never

from tablectl.engine.cards import Card, Rank
from tablectl.engine.games.casino_holdem.house import CasinoHoldemRules
from tablectl.engine.games.casino_holdem.wagers import BONUS_TABLE, EVEN
from tablectl.engine.hands import Category, HandValue, category, compared, ranks, rate, words
from tablectl.engine.money import odds_text
from tablectl.engine.settlement import Result

_OWN: Final = 2


@dataclass(frozen=True, slots=True)
class Verdict:
    """What happens to one bet: odds only where it wins."""

    result: Result
    rule: str
    text: str
    odds: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Showdown:
    """A field's hand against the dealer's; None where a card is unread and does not matter."""

    own: HandValue | None
    dealer: HandValue | None
    folded: bool

    @property
    def both(self) -> tuple[HandValue, HandValue]:
        if self.own is None or self.dealer is None:
            raise AssertionError("a field that did not fold is settled only when both hands are known")
        return self.own, self.dealer

    @property
    def text(self) -> str:
        return compared(*self.both)


def qualifies(dealer: HandValue) -> bool:
    """RULES.md 5.7"""
    made = category(dealer)
    return made > Category.PAIR or (made is Category.PAIR and ranks(dealer)[0] >= Rank.FOUR)


def ante(rules: CasinoHoldemRules, showdown: Showdown) -> Verdict:
    if showdown.folded:
        return Verdict(Result.LOSE, "CH 6.1", "the field folded: the ante loses")
    own, dealer = showdown.both
    odds = rules.ante.pays(own)
    if not qualifies(dealer):
        why = f"the dealer does not qualify ({showdown.text})"
        if own > dealer or rules.not_qualified.ante == "by_table":
            return Verdict(Result.WIN, "CH 6.2", f"{why}: the ante pays {odds_text(odds)}", odds)
        return Verdict(Result.PUSH, "CH 6.2", f"{why}, and the player's hand is not better: the ante pushes")
    if own > dealer:
        return Verdict(Result.WIN, "CH 6.3", f"the ante wins {odds_text(odds)}: {showdown.text}", odds)
    if own < dealer:
        return Verdict(Result.LOSE, "CH 6.4", f"the ante loses: {showdown.text}")
    return Verdict(Result.PUSH, "CH 6.5", f"equal hands, the ante pushes: {showdown.text}")


def bet(showdown: Showdown) -> Verdict:
    own, dealer = showdown.both
    if not qualifies(dealer):
        return Verdict(Result.PUSH, "CH 7.1", f"the dealer does not qualify: the bet pushes ({showdown.text})")
    if own > dealer:
        return Verdict(Result.WIN, "CH 7.2", f"the bet wins 1 to 1: {showdown.text}", EVEN)
    if own < dealer:
        return Verdict(Result.LOSE, "CH 7.3", f"the bet loses: {showdown.text}")
    return Verdict(Result.PUSH, "CH 7.4", f"equal hands, the bet pushes: {showdown.text}")


def bonus(rules: CasinoHoldemRules, hand: Sequence[Card]) -> Verdict:
    """Decide the bonus by two own and three open cards, the own ones first."""
    value = rate(hand)
    made, said = category(value), words(value)
    odds = BONUS_TABLE.of(value)
    if odds is None:
        return Verdict(Result.LOSE, "CH 8.4", f"the bonus loses: {said} is below three of a kind")
    own = _own_in_combination(value, hand)
    if made is Category.THREE_OF_A_KIND and not own:
        return Verdict(Result.LOSE, "CH 8.4", f"the bonus loses: {said} without an own card")
    if made is Category.FOUR_OF_A_KIND and own < _OWN:
        return _quads_one_own(rules, odds, f"{said} with one own card")
    return Verdict(Result.WIN, "CH 8.1", f"the bonus wins {odds_text(odds)}: {said}", odds)


def _quads_one_own(rules: CasinoHoldemRules, full: Fraction, said: str) -> Verdict:
    match rules.bonus.quads_one_own:
        case "none":
            return Verdict(Result.LOSE, "CH 8.3", f"the bonus loses: {said}")
        case "as_quads":
            return Verdict(Result.WIN, "CH 8.3", f"the bonus wins {odds_text(full)}: {said}", full)
        case "as_trips":
            odds = BONUS_TABLE.odds[Category.THREE_OF_A_KIND.name.lower()]
            return Verdict(Result.WIN, "CH 8.3", f"the bonus wins {odds_text(odds)}: {said}, as three of a kind", odds)
        case _:
            assert_never(rules.bonus.quads_one_own)


def _own_in_combination(value: HandValue, hand: Sequence[Card]) -> int:
    """How many own cards belong to what gives the hand its name; of three or four of a kind these are the cards of that rank (RULES.md 8.2)."""
    if category(value) in {Category.THREE_OF_A_KIND, Category.FOUR_OF_A_KIND}:
        return sum(card.rank == ranks(value)[0] for card in hand[:_OWN])
    return _OWN
