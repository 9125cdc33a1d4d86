"""How a round of Casino Texas Hold'em stands: which fields play, light or dark, what they said, and which cards are in doubt."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from tablectl.engine.cards import Card
from tablectl.engine.facts import BOARD, DEALER, CardExposed, Decided, HandTurned, Place, PlainFact, Prepared, Task, seat
from tablectl.engine.game import Refusal
from tablectl.engine.games.casino_holdem.house import CasinoHoldemRules
from tablectl.engine.layout import Layout
from tablectl.engine.round import Round
from tablectl.engine.steps import Ending

ANTE: Final = "ante"
BONUS: Final = "bonus"
BET: Final = "bet"
CALL: Final = "call"
FOLD: Final = "fold"
MAX_SEATS: Final = 6
BET_MULTIPLE: Final = 2
OPEN: Final = 3
COMMUNITY: Final = 5
_OWN: Final = 2


@dataclass(frozen=True, slots=True)
class Standing:
    """The facts of one round, read for this game.

    `seats` are the fields with any wager before the deal, clockwise from the dealer's left; `shown_in_deal` says that a card was shown by mistake
    before the deal was over.
    """

    rules: CasinoHoldemRules
    layout: Layout
    table_seats: int
    seats: tuple[int, ...]
    shown_in_deal: bool

    @property
    def void(self) -> bool:
        return self.layout.ended is Ending.VOID

    @property
    def redeal(self) -> str | None:
        """The rule by which all cards have to be gathered now."""
        if self.shown_in_deal:
            return "CH 9.2"
        return "CH 9.3" if self.layout.ended is Ending.MISDEAL else None

    @property
    def gathered(self) -> bool:
        """Whether cards of this round were taken back, with what was said on them (RULES.md 9.4), and no shuffle was called since."""
        return any(fact.task is Task.GATHER for fact in self.layout.prepared)

    @property
    def cut_goes_to(self) -> int:
        """The field whose player is offered the cut: the first that plays or is taken."""
        return min((*self.seats, *self.layout.players), default=1)

    def dark(self, number: int) -> bool:
        """RULES.md 2.2"""
        return self.layout.stake(number, BET) > 0

    def stake(self, number: int, bet: str) -> int:
        """What stands on a bet of a field, the bet of a field that called included."""
        if bet == BET and self.decision(number) == CALL:
            return BET_MULTIPLE * self.layout.stake(number, ANTE)
        return self.layout.stake(number, bet)

    def decision(self, number: int) -> str | None:
        return next(iter(self.layout.decisions.get(number, ())), None)

    def folded(self, number: int) -> bool:
        return self.decision(number) == FOLD

    def bonus_in_action(self, number: int) -> bool:
        """Say whether the cards of this field decide a bonus (RULES.md 8.5)."""
        forfeited = self.folded(number) and self.rules.bonus.after_fold == "forfeit"
        return self.stake(number, BONUS) > 0 and not forfeited

    def bonus_settled(self, number: int) -> bool:
        return (number, BONUS) in self.layout.settled_bets

    def hand(self, place: Place) -> tuple[Card, ...] | None:
        """The seven cards of a field or the dealer; None while one is missing or unread."""
        return self._together(place, COMMUNITY)

    def bonus_hand(self, number: int) -> tuple[Card, ...] | None:
        """The two own and the three open cards, the own ones first; None while one is missing or unread."""
        return self._together(seat(number), OPEN)

    def doubt(self, places: Iterable[Place], community: int) -> Refusal | None:
        """Say why nothing can be settled on these places and so many community cards: one of them is unread, or two of the pack are equal."""
        if twins := self._twins():
            return Refusal("CH 1.1", f"{twins[0]} and {twins[1]} hold the same card of one pack: a supervisor has to name it or void the round")
        for place, lying in ((BOARD, self.layout.at(BOARD)[:community]), *((place, self.layout.at(place)) for place in places)):
            if None in lying:
                return Refusal("CH 5.8", f"a card of {place} has not been read: a supervisor has to name it")
        return None

    def bonus_doubt(self, number: int) -> Refusal | None:
        return self.doubt((seat(number),), OPEN)

    def seat_doubt(self, number: int) -> Refusal | None:
        """The ante of a field that folded is lost whatever the cards are."""
        return self.doubt((), 0) if self.folded(number) else self.doubt((DEALER, seat(number)), COMMUNITY)

    def _together(self, place: Place, community: int) -> tuple[Card, ...] | None:
        cards = (*self.layout.at(place), *self.layout.at(BOARD)[:community])
        known = tuple(card for card in cards if card)
        return known if len(known) == _OWN + community else None

    def _twins(self) -> tuple[Place, Place] | None:
        seen: dict[Card, Place] = {}
        for place, cards in self.layout.cards.items():
            for card in cards:
                if card in seen:
                    return seen[card], place
                if card:
                    seen[card] = place
        return None


def stand(round: Round) -> Standing:
    if not isinstance(round.rules, CasinoHoldemRules):
        raise TypeError(f"Casino Texas Hold'em is played by CasinoHoldemRules, not {type(round.rules).__name__}")
    return Standing(round.rules, round.layout, min(round.seats, MAX_SEATS), round.layout.wagered, _shown_in_deal(round.facts))


def _shown_in_deal(facts: Iterable[PlainFact]) -> bool:
    """RULES.md 9.6"""
    dealing, shown = True, False
    for fact in facts:
        match fact:
            case Prepared(Task.GATHER):
                dealing, shown = True, False
            case Decided() | HandTurned():
                dealing = False
            case CardExposed():
                shown = shown or dealing
            case _:
                pass
    return shown
