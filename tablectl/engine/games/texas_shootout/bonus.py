"""What the bonus wagers of a round win: each by its own hand, none above the cap, all together not above the aggregate (RULES.md 8)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import floor

from tablectl.engine.games.texas_shootout.house import ShootoutRules
from tablectl.engine.hands import HandValue, words
from tablectl.engine.money import odds_text, payout
from tablectl.engine.settlement import Result


@dataclass(frozen=True, slots=True)
class Verdict:
    """What happens to one bet: odds only where it wins; `net` is what the player gains, `remainder` what rounding left out of it."""

    result: Result
    rule: str
    text: str
    net: int
    odds: Fraction | None = None
    remainder: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class BonusStake:
    """A bonus wager, or a toke on one, and the hand that it stands on."""

    name: str
    stake: int
    hand: HandValue


BetKey = tuple[int, str]
"""A seat and a bet."""


def bonus_verdicts(rules: ShootoutRules, stakes: Mapping[BetKey, BonusStake]) -> dict[BetKey, Verdict]:
    """Decide all bonus wagers of a round; `stakes` are in the order of payment."""
    return _shared(rules, {key: _alone(rules, stake) for key, stake in stakes.items()})


def _alone(rules: ShootoutRules, on: BonusStake) -> Verdict:
    odds = rules.bonus.pays.of(on.hand)
    if odds is None:
        return Verdict(Result.LOSE, "TS 8.3", f"the {on.name} loses: {words(on.hand)}", -on.stake)
    if odds == 0:
        return Verdict(Result.PUSH, "TS 8.2", f"the {on.name} pushes: {words(on.hand)}", 0)
    won = payout(on.stake, odds, rules.money)
    rounded = f"; rounded, {won.remainder} left out" if won.remainder else ""
    verdict = Verdict(Result.WIN, "TS 8.1", f"the {on.name} wins {odds_text(odds)}: {words(on.hand)}{rounded}", won.amount, odds, won.remainder)
    cap = rules.bonus.cap
    if cap is None or won.amount <= cap:
        return verdict
    return replace(verdict, rule="TS 8.4", net=cap, text=f"{verdict.text}; no more than {cap} is paid (bonus.cap)")


def _shared(rules: ShootoutRules, verdicts: dict[BetKey, Verdict]) -> dict[BetKey, Verdict]:
    """Share the aggregate in proportion; the chips that are left over go one by one to the first whose share was no whole chip."""
    most, chip = rules.bonus.aggregate, rules.money.smallest_chip
    won = {key: verdict.net for key, verdict in verdicts.items() if verdict.net > 0}
    total = sum(won.values())
    if most is None or total <= most:
        return verdicts
    exact = {key: Fraction(net * most, total * chip) for key, net in won.items()}
    chips = {key: floor(share) for key, share in exact.items()}
    left = most // chip - sum(chips.values())
    for key in [key for key, share in exact.items() if share.denominator != 1][:left]:
        chips[key] += 1
    text = f"; all bonus wagers of a round win {most} together (bonus.aggregate)"
    return verdicts | {key: replace(verdicts[key], rule="TS 8.5", net=count * chip, text=verdicts[key].text + text) for key, count in chips.items()}
