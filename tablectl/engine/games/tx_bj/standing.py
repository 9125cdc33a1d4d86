"""How a round of Texas Blackjack stands: who takes part, which cards are known, how far each hand is, and what is in doubt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from tablectl.engine.cards import Card, Rank, Suit
from tablectl.engine.decks import EIGHT_39
from tablectl.engine.facts import DEALER, SPLIT, Place, seat
from tablectl.engine.game import Refusal
from tablectl.engine.games.tx_bj.house import TxBjRules
from tablectl.engine.games.tx_bj.points import BEST, TEN, Count, count, is_blackjack, value
from tablectl.engine.layout import Layout
from tablectl.engine.round import Round
from tablectl.engine.steps import Ending

MAX_SEATS: Final = 5
BOX: Final = "box"
COMBO: Final = "combo"
A: Final = "a"
P_AREAS: Final[Mapping[str, Suit]] = MappingProxyType({"p_red": Suit.RED, "p_white": Suit.WHITE, "p_blue": Suit.BLUE})
COLUMNS: Final[Mapping[str, int]] = MappingProxyType({"column_one": 1, "column_two": 2, "column_three": 3})
D_AREAS: Final[Mapping[str, Suit]] = MappingProxyType({"d_red": Suit.RED, "d_white": Suit.WHITE, "d_blue": Suit.BLUE})
AT_ONCE: Final = (*P_AREAS, *COLUMNS, A)
AFTER_THE_DEALER: Final = (*D_AREAS, COMBO)
SIDE_BETS: Final = (*P_AREAS, *COLUMNS, *D_AREAS, COMBO, A)
INSURANCE: Final = "insurance"
DOUBLE: Final = "double"
SPLIT_BET: Final = "split"

CHECKED: Final = "checked"
NO_INSURANCE: Final = "no_insurance"
EVEN_MONEY: Final = "even_money"
HIT: Final = "hit"
STAND: Final = "stand"
SURRENDER: Final = "surrender"

_TWO: Final = 2


@dataclass(frozen=True, slots=True)
class Standing:
    """The facts of one round, read for this game."""

    rules: TxBjRules
    layout: Layout
    table_seats: int

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats with any wager before the deal, clockwise from the dealer's left."""
        return tuple(sorted(number for number, bets in self.layout.wagers.items() if any(bets.values())))

    @property
    def ending(self) -> tuple[Ending, str] | None:
        """How the round ended before its time, with the rule."""
        if self.layout.ended is Ending.VOID:
            return Ending.VOID, "TX 9.3"
        return (Ending.MISDEAL, "TX 9.2") if self.layout.ended is Ending.MISDEAL else None

    def stake(self, number: int, bet: str) -> int:
        """What stands on a bet of a seat, all of its hands together."""
        box = self.layout.stake(number, BOX)
        if bet == INSURANCE:
            return self.insurance(number) if self.insured(number) else 0
        if bet == SPLIT_BET:
            return box * self.decisions(number).count(SPLIT)
        if bet == DOUBLE:
            return box * self.decisions(number).count(DOUBLE)
        return self.layout.stake(number, bet)

    def insurance(self, number: int) -> int:
        """Half of the box wager in whole chips (RULES.md 5.5)."""
        chip = self.rules.money.smallest_chip
        return self.layout.stake(number, BOX) // 2 // chip * chip

    def staked(self, number: int, bets: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(bet for bet in bets if self.layout.stake(number, bet))

    def decisions(self, number: int) -> tuple[str, ...]:
        return tuple(self.layout.decisions.get(number, ()))

    def said(self, number: int, hand: int) -> tuple[str, ...]:
        return tuple(self.layout.said.get(seat(number, hand), ()))

    @property
    def checks(self) -> int:
        """How often the dealer looked at a hidden card."""
        return self.decisions(0).count(CHECKED)

    def insured(self, number: int) -> bool:
        return INSURANCE in self.decisions(number)

    def first(self, place: Place) -> Card | None:
        lying = self.layout.at(place)
        return lying[0] if lying else None

    @property
    def dealer_has_ace(self) -> bool:
        first = self.first(DEALER)
        return first is not None and first.rank is Rank.ACE

    @property
    def dealer_may_have_blackjack(self) -> bool:
        """By the first card alone."""
        first = self.first(DEALER)
        return first is not None and (first.rank is Rank.ACE or value(first) == TEN)

    @property
    def dealer_has_blackjack(self) -> bool:
        return is_blackjack(self.known(DEALER))

    def known(self, place: Place) -> tuple[Card, ...]:
        return tuple(card for card in self.layout.at(place) if card)

    def count(self, place: Place) -> Count:
        return count(self.known(place))

    def hands(self, number: int) -> range:
        """The hands of a seat, as `Place.hand` counts them."""
        return range(1 + self.decisions(number).count(SPLIT))

    def is_split(self, number: int) -> bool:
        return len(self.hands(number)) > 1

    def blackjack(self, number: int) -> bool:
        """RULES.md 5.4: two cards of a seat that did not split."""
        return not self.is_split(number) and is_blackjack(self.known(seat(number)))

    def bust(self, number: int, hand: int) -> bool:
        return self.count(seat(number, hand)).bust

    def split_aces(self, number: int, hand: int) -> bool:
        """Say whether this hand is one of a split pair of aces that get one card each (RULES.md 5.12)."""
        first = self.first(seat(number, hand))
        return self.rules.blackjack.split_aces == "one_card" and self.is_split(number) and first is not None and first.rank is Rank.ACE

    def wants_card(self, number: int, hand: int) -> bool:
        """Say whether a card is due to this hand: its second, or one that it asked for."""
        said = self.said(number, hand)
        return len(self.layout.at(seat(number, hand))) < _TWO + said.count(HIT) + said.count(DOUBLE)

    def finished(self, number: int, hand: int) -> bool:
        """Say whether nothing more can be said for this hand (RULES.md 5.8)."""
        said = self.said(number, hand)
        if {STAND, DOUBLE, SURRENDER, EVEN_MONEY} & set(said):
            return True
        return self.count(seat(number, hand)).total >= BEST or self.split_aces(number, hand)

    def contested(self, number: int, hand: int) -> bool:
        """Say whether the dealer's count decides this hand."""
        return not (self.bust(number, hand) or self.blackjack(number) or {SURRENDER, EVEN_MONEY} & set(self.said(number, hand)))

    @property
    def dealer_plays(self) -> bool:
        return any(self.contested(number, hand) for number in self.seats for hand in self.hands(number))

    @property
    def waits_for_blackjack(self) -> bool:
        """Say whether a wager depends on whether the dealer has blackjack, and the first card leaves it open."""
        waiting = (self.insured(number) or SURRENDER in self.decisions(number) or self._natural_at_risk(number) for number in self.seats)
        return self.dealer_may_have_blackjack and any(waiting)

    def _natural_at_risk(self, number: int) -> bool:
        return self.blackjack(number) and EVEN_MONEY not in self.decisions(number)

    def impossible(self) -> Refusal | None:
        """Say that the cards cannot be those of eight packs of 39 (RULES.md 1.1); no face is named, as some lie face down."""
        lying: Counter[Card] = Counter()
        for place, cards in self.layout.cards.items():
            for card in cards:
                if card is None:
                    continue
                lying[card] += 1
                if lying[card] > EIGHT_39.composition[card]:
                    return Refusal("TX 1.1", f"a card of {place} cannot be what was read: eight packs have no such card left")
        return None

    def passes(self) -> tuple[tuple[int, tuple[str, ...]], ...]:
        """In which order the seats' side bets are taken and paid (RULES.md 3.4, 3.5, 3.7): seat and bets, those without any left out."""
        clockwise, back = self.seats, self.seats[::-1]
        if self.dealer_has_ace:
            every = [(number, self.staked(number, SIDE_BETS)) for number in back]
        else:
            every = [(number, self.staked(number, AT_ONCE)) for number in clockwise]
            every += [(number, self.staked(number, AFTER_THE_DEALER)) for number in back]
        return tuple((number, bets) for number, bets in every if bets)

    def passed(self, number: int, bets: tuple[str, ...]) -> bool:
        return all((number, bet) in self.layout.settled_bets for bet in bets)


def stand(round: Round) -> Standing:
    if not isinstance(round.rules, TxBjRules):
        raise TypeError(f"Texas Blackjack is played by TxBjRules, not {type(round.rules).__name__}")
    return Standing(round.rules, round.layout, min(round.seats, MAX_SEATS))
