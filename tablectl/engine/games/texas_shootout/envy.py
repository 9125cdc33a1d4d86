"""What the Envy Bonus pays: fixed money for the highest hand of the round, to the wagers under which it does not lie (RULES.md 9)."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from tablectl.engine.games.texas_shootout.house import EnvyRules
from tablectl.engine.hands import HandValue, label

HandKey = tuple[int, int]
"""A seat, and which of its hands, from 0."""


def envy_paid(rules: EnvyRules, hands: Mapping[HandKey, HandValue], marked: Collection[HandKey]) -> dict[HandKey, int]:
    """Say what each marked hand's wager is paid; `hands` are all of the players', in the order of payment, and never the dealer's."""
    best = max(hands.values())
    money = rules.table.get(label(best), 0)
    highest = [key for key, value in hands.items() if value == best]
    paid: dict[HandKey, int] = {}
    for key in hands:
        if key not in marked or (rules.per == "seat" and any(seat == key[0] for seat, _ in paid)):
            continue  # RULES.md 9.2
        # RULES.md 9.4
        envied = sum(other != key and (rules.split_sibling or other[0] != key[0]) for other in highest)
        if money and envied:
            paid[key] = money * (envied if rules.on_tie == "each" else 1)  # RULES.md 9.3
    return paid
