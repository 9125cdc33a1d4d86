"""What lies and stands on the layout after some facts, whatever the game: wagers, cards, decisions, what was turned and settled."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import assert_never

from tablectl.engine.cards import Card
from tablectl.engine.facts import (
    DEALER,
    SPLIT,
    Area,
    BettingClosed,
    CardDealt,
    CardExposed,
    CardIdentified,
    CardsChosen,
    Corrected,
    CutCardOut,
    DealerCame,
    Decided,
    Fact,
    HandTurned,
    MisdealDeclared,
    Place,
    PlayerSeated,
    Prepared,
    RoundVoided,
    SeatSettled,
    ShuffleCalled,
    Task,
    WagerPlaced,
)
from tablectl.engine.facts import seat as seat_place
from tablectl.engine.steps import Ending


@dataclass(frozen=True, slots=True)
class Layout:
    """A summary of the facts, read-only by custom. Places and seats without an entry have nothing.

    `chosen` are the hands that were set; a card that is named again later is so in its hand too.
    `exposed` lists the places of cards shown by mistake, in order; the first `exposed_in_deal` of them were shown before any decision.
    `said` are the decisions by hand; `turned_upto` is how many cards lay at a place when it was last turned over; `settled_bets` are those
    that were settled before the rest of their seat. `prepared` are the tasks done since the shuffle was called or the cards were gathered last.
    """

    players: Mapping[int, str] = field(default_factory=dict)
    wagers: Mapping[int, Mapping[str, int]] = field(default_factory=dict)
    closed: bool = False
    cards: Mapping[Place, list[Card | None]] = field(default_factory=dict)
    exposed: tuple[Place, ...] = ()
    exposed_in_deal: int = 0
    decisions: Mapping[int, list[str]] = field(default_factory=dict)
    chosen: Mapping[int, tuple[tuple[Card, ...], ...]] = field(default_factory=dict)
    turned: frozenset[Place] = frozenset()
    settled: tuple[int, ...] = ()
    marks: Mapping[tuple[int, str], tuple[str, ...]] = field(default_factory=dict)
    shuffle: str | None = None
    prepared: tuple[Prepared, ...] = ()
    dealers: tuple[str, ...] = ()
    cut_card: bool = False
    ended: Ending | None = None
    said: Mapping[Place, list[str]] = field(default_factory=dict)
    turned_upto: Mapping[Place, int] = field(default_factory=dict)
    settled_bets: frozenset[tuple[int, str]] = frozenset()

    def at(self, place: Place) -> tuple[Card | None, ...]:
        return tuple(self.cards.get(place, ()))

    @property
    def wagered(self) -> tuple[int, ...]:
        """The seats with any wager before the deal, clockwise from the dealer's left."""
        return tuple(sorted(number for number, bets in self.wagers.items() if any(bets.values())))

    def stake(self, seat: int, bet: str) -> int:
        return self.wagers.get(seat, {}).get(bet, 0)


def picked(cards: Sequence[Card | None], hands: Iterable[Iterable[Card]]) -> tuple[tuple[int | None, ...], ...]:
    """Say by index which of the cards at a place make the hands: of equal cards the first, and None for a card that is not there."""
    left = list(enumerate(cards))

    def take(card: Card) -> int | None:
        found = next((each for each in left if each[1] == card), None)
        if found is None:
            return None
        left.remove(found)
        return found[0]

    return tuple(tuple(take(card) for card in hand) for hand in hands)


def lay_out(facts: Iterable[Fact]) -> Layout:  # noqa: C901, PLR0915 - one case for each fact
    """Read the facts in their order; what is refused never became a fact, so nothing is judged here."""
    players: dict[int, str] = {}
    wagers: defaultdict[int, dict[str, int]] = defaultdict(dict)
    closed = False
    cards: defaultdict[Place, list[Card | None]] = defaultdict(list)
    exposed: list[Place] = []
    exposed_in_deal = 0
    decisions: defaultdict[int, list[str]] = defaultdict(list)
    chosen: dict[int, tuple[tuple[Card, ...], ...]] = {}
    picks: dict[Place, tuple[tuple[int | None, ...], ...]] = {}
    said: defaultdict[Place, list[str]] = defaultdict(list)
    turned_upto: dict[Place, int] = {}
    settled: list[int] = []
    settled_bets: set[tuple[int, str]] = set()
    ended: Ending | None = None
    marks: dict[tuple[int, str], tuple[str, ...]] = {}
    shuffle: str | None = None
    prepared: list[Prepared] = []
    dealers: list[str] = []
    cut_card = False
    for fact in facts:
        match fact:
            case CardDealt(place, card):
                closed = True
                cards[place].append(card)
            case WagerPlaced(seat, bet, amount, given):
                wagers[seat][bet] = amount
                marks[seat, bet] = given
            case Decided(seat, option, hand):
                decisions[seat].append(option)
                said[seat_place(seat, hand)].append(option)
                if option == SPLIT:
                    cards[new_hand(cards, seat)].append(cards[seat_place(seat, hand)].pop())
            case BettingClosed():
                closed = True
            case HandTurned(place):
                turned_upto[place] = len(cards[place])
            case SeatSettled(seat, bets) if bets:
                settled_bets |= {(seat, bet) for bet in bets}
            case SeatSettled(seat):
                settled.append(seat)
            case PlayerSeated(seat, player):
                players[seat] = player
            case CardIdentified(place, index, card):
                cards[place][index] = card
                if place in picks:
                    named = (zip(*each, strict=True) for each in zip(chosen[place.seat], picks[place], strict=True))
                    chosen[place.seat] = tuple(tuple(card if pick == index else other for other, pick in hand) for hand in named)
            case CardExposed(place):
                exposed.append(place)
                exposed_in_deal += not decisions
            case CardsChosen(seat, hands):
                chosen[seat] = hands
                set_at = seat_place(seat) if seat else DEALER
                picks[set_at] = picked(cards[set_at], hands)
            case ShuffleCalled(reason):
                shuffle = reason
                prepared.clear()
            case Prepared(Task.GATHER):
                for dealt in (cards, decisions, said, chosen, picks, turned_upto, exposed):
                    dealt.clear()
                exposed_in_deal = 0
                ended = None
                prepared = [fact]
            case Prepared():
                prepared.append(fact)
            case DealerCame(dealer):
                dealers.append(dealer)
            case CutCardOut():
                cut_card = True
            case Corrected():
                raise TypeError("a correction is no fact of the round; round.apply works it in")
            case MisdealDeclared():
                ended = Ending.MISDEAL
            case RoundVoided():
                ended = Ending.VOID
            case _:
                assert_never(fact)
    return Layout(
        players,
        wagers,
        closed,
        cards,
        tuple(exposed),
        exposed_in_deal,
        decisions,
        chosen,
        frozenset(turned_upto),
        tuple(settled),
        marks,
        shuffle,
        tuple(prepared),
        tuple(dealers),
        cut_card,
        ended,
        said,
        turned_upto,
        frozenset(settled_bets),
    )


def new_hand(cards: Mapping[Place, object], number: int) -> Place:
    """The place of the next hand that a seat splits off."""
    return seat_place(number, sum(place.area is Area.SEAT and place.seat == number for place in cards))
