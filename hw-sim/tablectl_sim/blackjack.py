"""How a player plays a hand of blackjack: by the usual table, from the own cards and the dealer's card that lies open."""

from __future__ import annotations

from typing import Final

from tablectl_sim.cards import Card

ACE, TEN, BLACKJACK = 1, 10, 21
STRONG: Final = (7, 8, 9, TEN, ACE)  # dealer's cards against which a stiff hand draws
SOFT = 10  # what an ace counts more


def value(card: Card) -> int:
    return min(card.rank, TEN)


def total(cards: list[Card]) -> tuple[int, bool]:
    """The count, and whether an ace counts eleven in it."""
    hard = sum(map(value, cards))
    soft = hard + SOFT <= BLACKJACK and any(card.rank == ACE for card in cards)
    return hard + SOFT * soft, soft


def play(cards: list[Card], dealer: Card, options: frozenset[str]) -> str:
    """One of the options; of what the table would say only hit, stand, double and split are known here."""
    up = value(dealer)
    if "split_pair" in options and _split(cards, up):
        return "split_pair"
    count, soft = total(cards)
    if "double" in options and not soft and (count == 11 or (count == 10 and up in range(2, 10)) or (count == 9 and up in range(3, 7))):  # noqa: PLR2004 - counts
        return "double"
    if soft:
        stands = count >= 19 or (count == 18 and up in range(2, 9))  # noqa: PLR2004 - counts
    else:
        stands = count >= 17 or (up not in STRONG and (count >= 13 or (count == 12 and up >= 4)))  # noqa: PLR2004 - counts
    return "stand" if stands else "hit"


def _split(cards: list[Card], up: int) -> bool:
    """Aces and eights always, fives and tens never, other pairs against a weak dealer."""
    pips = value(cards[0])
    return pips in (ACE, 8) or (pips not in (5, TEN) and up in range(2, 7))
