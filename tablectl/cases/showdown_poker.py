"""Cases of Showdown Poker, played by facts: one hand against the dealer's, whole rounds, the house way and the list of two-card hands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from tablectl.cases.reading import Case, CaseError, each_seat_once, told
from tablectl.engine.cards import Card
from tablectl.engine.decks import SIX_52
from tablectl.engine.facts import BOARD, DEALER, BettingClosed, CardDealt, CardsChosen, Fact, HandTurned, Place, SeatSettled, WagerPlaced, seat
from tablectl.engine.game import HouseRules, Refusal
from tablectl.engine.games.showdown_poker import SHOWDOWN_POKER
from tablectl.engine.games.showdown_poker.house import ShowdownRules
from tablectl.engine.games.showdown_poker.ranking import highest
from tablectl.engine.games.showdown_poker.standing import ANTE, BONUS, COMMUNITY, DEALT, KEPT, SPLIT_ANTE, SPLIT_BONUS, row_words, stand
from tablectl.engine.house_way import house_way
from tablectl.engine.round import Round, apply, next_step, settle
from tablectl.engine.settlement import Settlement
from tablectl.engine.steps import ChooseCards, Deal, Reveal, SettleSeat

SEAT: Final = 1
Faces = Sequence[Card | None]
Hands = Mapping[int, tuple[tuple[Card, ...], ...]]


@dataclass(frozen=True, slots=True)
class _Seat:
    """What a seat wagers and how it selects from its cards; a discarded card may be unknown."""

    cards: Faces
    hands: tuple[tuple[Card, ...], ...]
    ante: int
    bonus: int


def settle_round(case: Case, rules: HouseRules) -> dict[str, object]:
    """Two cards against the dealer's two. What either discarded is not known, as `player_keep` and `dealer_keep` say what plays."""
    keep = tuple(case.cards("player_keep", KEPT))
    player = _Seat(_filled(keep), (keep,), case.amount(ANTE), case.amount(BONUS, 0))
    dealer = tuple(case.cards("dealer_keep", KEPT))
    board = case.cards("board", COMMUNITY)
    case.done()
    settlement = _settled(_play(rules, {SEAT: player}, _filled(dealer), board, {SEAT: player.hands, 0: (dealer,)}))
    return {
        "result": next(line.result.value for line in settlement.lines if line.bet == ANTE),
        "net": {line.bet: line.net for line in settlement.lines},
        "explain": _explained(settlement),
    }


def settle_full_round(case: Case, rules: HouseRules) -> dict[str, object]:
    """Whole hands of four cards: seats with the hands that they select, and the dealer's hand by the house way."""
    listed = [(each.amount("seat"), _seat(each)) for each in case.objects("seats")]
    each_seat_once("seats", (number for number, _ in listed))
    seats = dict(listed)
    four, board = case.cards("dealer_cards", DEALT), case.cards("board", COMMUNITY)
    case.done()
    played = _play(rules, seats, four, board, {number: each.hands for number, each in seats.items()})
    settlement, house = _settled(played), stand(played).house_hand
    if house is None:
        raise AssertionError("four known cards have a row of the house way")
    nets = {
        str(number): {
            ANTE: [line.net for line in settlement.seat(number) if line.bet in {ANTE, SPLIT_ANTE}],
            BONUS: [line.net for line in settlement.seat(number) if line.bet in {BONUS, SPLIT_BONUS}],
        }
        for number in sorted(seats)
    }
    return {"dealer_keep": _faces(house.keep), "rule": house.row, "net": nets, "explain": _explained(settlement)}


def set_house_hand(case: Case, rules: HouseRules) -> dict[str, object]:
    four = _suited(case, DEALT)
    case.done()
    house = house_way(four, _showdown(rules).way)
    return {"keep": _faces(house.keep), "rule": house.row, "explain": [{"what": "house hand", "rule": "SP 5.2", "text": row_words(house)}]}


def look_up(case: Case, rules: HouseRules) -> dict[str, object]:  # noqa: ARG001  the list is the same by every house's rules
    best = highest(_suited(case, KEPT, DEALT))
    case.done()
    return {"keep": _faces(best.keep), "rank": best.rank, "explain": [{"what": "advice", "rule": "SP 4.6", "text": str(best)}]}


def _seat(case: Case) -> _Seat:
    """`bonus` lists the equal wagers of its hands, as a split places the second by itself."""
    hands = tuple(tuple(Case({"hands": hand}).cards("hands", KEPT)) for hand in case.values("hands"))
    ante, cards = case.amount(ANTE), case.cards("cards", DEALT)
    bonuses = [Case({BONUS: each}).amount(BONUS) for each in case.values(BONUS)] if BONUS in case else [0] * len(hands)
    if len(bonuses) != len(hands) or len(set(bonuses)) > 1:
        raise CaseError(BONUS, "as many equal amounts as there are hands (SP 4.3)", told(bonuses))
    case.done()
    return _Seat(cards, hands, ante, max(bonuses, default=0))


def _play(rules: HouseRules, seats: dict[int, _Seat], dealer: Faces, board: Faces, hands: Hands) -> Round:
    """Play to the end of the round, or to where it cannot go on. The dealer sets what the house way says, where all four cards are known."""
    played = Round(SHOWDOWN_POKER, rules, SHOWDOWN_POKER.max_seats)
    for number, each in seats.items():
        played = _add(played, WagerPlaced(number, ANTE, each.ante), ANTE if 1 <= number <= played.seats else "seats")
        played = _add(played, WagerPlaced(number, BONUS, each.bonus), BONUS)
    played = _add(played, BettingClosed(), "wagers")
    cards: dict[Place, Faces] = {seat(number): each.cards for number, each in seats.items()} | {DEALER: dealer, BOARD: board}
    while fact := _next_fact(played, cards, hands):
        played = _add(played, fact, "hands" if isinstance(fact, CardsChosen) else "cards")
    return played


def _settled(played: Round) -> Settlement:
    settlement = settle(played)
    if isinstance(settlement, Refusal):
        raise CaseError("cards", "a hand that can be settled", f"{settlement.text} ({settlement.rule})")
    return settlement


def _next_fact(round: Round, cards: dict[Place, Faces], hands: Hands) -> Fact | None:
    """Do what is due; None at the end of the round, or where it cannot go on."""
    match next_step(round):
        case Deal(place):
            dealt = sum(isinstance(fact, CardDealt) and fact.place == place for fact in round.facts)
            return CardDealt(place, cards[place][dealt])
        case Reveal(place):
            return HandTurned(place)
        case ChooseCards(number, suggested=suggested):
            return CardsChosen(number, (suggested,) if suggested else hands[number])
        case SettleSeat(number):
            return SeatSettled(number)
        case _:
            return None


def _add(round: Round, fact: Fact, key: str) -> Round:
    after = apply(round, fact)
    if isinstance(after, Refusal):
        raise CaseError(key, "what the rules allow", f"{after.text} ({after.rule})")
    return after


def _suited(case: Case, *numbers: int) -> list[Card]:
    cards = case.cards("cards", *numbers)
    if any(card not in SIX_52.composition for card in cards):
        raise CaseError("cards", "cards with suits", told([str(card) for card in cards]))
    return cards


def _filled(two: tuple[Card, ...]) -> Faces:
    return (*two, *[None] * (DEALT - KEPT))


def _faces(cards: Sequence[Card]) -> list[str]:
    return [str(card) for card in cards]


def _explained(settlement: Settlement) -> list[dict[str, object]]:
    return [{"seat": line.seat, "bet": line.bet, "rule": line.rule, "text": line.text} for line in settlement.lines]


def _showdown(rules: HouseRules) -> ShowdownRules:
    if not isinstance(rules, ShowdownRules):
        raise TypeError(f"Showdown Poker is played by ShowdownRules, not {type(rules).__name__}")
    return rules


KINDS: Final = {"round": settle_round, "full_round": settle_full_round, "house_way": set_house_hand, "rank_table": look_up}
