"""Cases of Texas Blackjack, played by facts: side bets and blackjack of one player at seat 1, wagers, the pack, and the order of settlement."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Final

from tablectl.cases.reading import Case, CaseError, each_seat_once, told
from tablectl.cases.switches import with_switches
from tablectl.engine.cards import COLOURS, Card, NotACard, Rank, Suit
from tablectl.engine.facts import DEALER, BettingClosed, CardDealt, Decided, Fact, HandTurned, Place, SeatSettled, WagerPlaced, seat
from tablectl.engine.game import HouseRules, Refusal
from tablectl.engine.games.tx_bj import TX_BJ
from tablectl.engine.games.tx_bj.standing import BOX, COLUMNS, COMBO, D_AREAS, NO_INSURANCE, P_AREAS, STAND, A
from tablectl.engine.round import Round, apply, next_step, settle
from tablectl.engine.settlement import Line
from tablectl.engine.steps import Deal, Decide, Reveal, SettleSeat

SEAT: Final = 1
PACK_OF: Final = 39
_ROWS: Final[Mapping[str, str]] = {
    **dict.fromkeys(P_AREAS, "P"),
    **dict.fromkeys(COLUMNS, "COLUMNS"),
    **dict.fromkeys(D_AREAS, "D"),
    COMBO: "COMBO",
    A: "A",
}
_AREAS: Final[Mapping[str, Mapping[object, str]]] = {
    "P": {colour.value: area for area, colour in P_AREAS.items()},
    "COLUMNS": {number: area for area, number in COLUMNS.items()},
    "D": {colour.value: area for area, colour in D_AREAS.items()},
}
_BETS: Final = 'P ["r", 10], COLUMNS [2, 10], D ["w", 10], COMBO ["r", 2, "w", 10] or A 10'
Wagers = list[tuple[str, WagerPlaced]]


def side_bets(case: Case, rules: HouseRules) -> dict[str, object]:
    """Settle side bets by the two first cards; the net of each row that was bet on."""
    rules = _with_columns(case, rules)
    wagers = _wagers(case)
    cards = {seat(SEAT): [_card(case, "player_first")], DEALER: [_card(case, "dealer_first")]}
    case.done()
    played = _closed(Round(TX_BJ, rules, 1), wagers)
    lines: list[Line] = []
    while fact := _next_fact(played, cards, []):
        if isinstance(fact, SeatSettled):
            lines += [line for line in _lines(played) if line.bet in fact.bets]
        played = _add(played, fact, "cards")
    return {"net": _nets(lines, _ROWS), "explain": [{"bet": _ROWS[line.bet], "rule": line.rule, "text": line.text} for line in lines]}


def settle_round(case: Case, rules: HouseRules) -> dict[str, object]:
    """Play a whole round of one seat: `cards` are its cards in the order of dealing, `say` its answers (stand, when none is left)."""
    wagers = _wagers(case)
    cards = {seat(SEAT): case.cards("cards"), DEALER: case.cards("dealer")}
    said = [Case({"say": option}).text("say") for option in case.values("say")]
    case.done()
    played = _closed(Round(TX_BJ, rules, 1), wagers)
    while fact := _next_fact(played, cards, said):
        played = _add(played, fact, "say" if isinstance(fact, Decided) else "cards")
    lines = _lines(played)
    if said or any(cards.values()):
        raise CaseError("say" if said else "cards", "no more than the round takes", told(said or [str(c) for hand in cards.values() for c in hand]))
    return {"net": _nets(lines, {}), "explain": [{"bet": line.bet, "rule": line.rule, "text": line.text} for line in lines]}


def validate(case: Case, rules: HouseRules) -> dict[str, object]:
    """Say whether these wagers are taken."""
    rules = _with_columns(case, rules)
    wagers = _wagers(case)
    case.done()
    played = Round(TX_BJ, rules, 1)
    facts: list[tuple[str, Fact]] = [*wagers, ("bets", BettingClosed())]
    for what, fact in facts:
        after = apply(played, fact)
        if isinstance(after, Refusal):
            return {"accept": False, "explain": [{"what": what, "rule": after.rule, "text": after.text}]}
        played = after
    return {"accept": True, "explain": [{"what": "bets", "rule": "TX 2.1", "text": "the wagers are taken"}]}


def shoe(case: Case, rules: HouseRules) -> dict[str, object]:
    """Count the cards that the game is played with."""
    pack = TX_BJ.pack(rules).composition
    decks = case.amount("decks")
    case.done()
    if decks * PACK_OF != pack.total():
        raise CaseError("decks", f"{pack.total() // PACK_OF}", f"{decks}")
    colours = {suit.name.lower(): sum(number for card, number in pack.items() if card.suit is suit) for suit in Suit if suit in COLOURS}
    ranks = {sum(number for card, number in pack.items() if card.rank is rank) for rank in Rank}
    return {
        "cards": pack.total(),
        "aces": sum(number for card, number in pack.items() if card.rank is Rank.ACE),
        **colours,
        "per_rank": ranks.pop(),
        "explain": [{"what": "pack", "rule": "TX 1.1", "text": f"{decks} packs of {PACK_OF}"}],
    }


def settle_order(case: Case, rules: HouseRules) -> dict[str, object]:
    """Play a round with a wager on P, D and COMBO at each seat and say in which order the side bets are settled, pass by pass."""
    seats = [Case({"seats": number}).amount("seats") for number in case.values("seats")]
    each_seat_once("seats", seats)
    first = _card(case, "dealer_first")
    case.done()
    marks = tuple(next(iter(row)) for row in (P_AREAS, COLUMNS, D_AREAS))
    wagers: Wagers = []
    for number in seats:
        areas = (BOX, *marks, COMBO, A)
        wagers += [("seats", WagerPlaced(number, area, 2 * rules.unit, marks if area == COMBO else ())) for area in areas]
    played = _closed(Round(TX_BJ, rules, TX_BJ.max_seats), wagers)
    passes: dict[tuple[str, ...], list[int]] = {}
    cards = {seat(number): [Card(Rank.TWO, Suit.RED)] for number in seats} | {DEALER: [first]}
    rule = ""
    while fact := _next_fact(played, cards, []):
        if isinstance(fact, SeatSettled):
            rule = next_step(played).rule
            passes.setdefault(fact.bets, []).append(fact.seat)
        played = _add(played, fact, "seats")
    empty: tuple[tuple[str, ...], list[int]] = ((), [])
    one, two = [*passes.items(), empty][:2]
    return {
        "first_pass": one[1],
        "second_pass": two[1],
        "second_pass_bets": list(dict.fromkeys(_ROWS[bet] for bet in two[0])),
        "explain": [{"what": "order", "rule": rule, "text": "; ".join(f"{', '.join(bets)}: seats {order}" for bets, order in passes.items())}],
    }


def _with_columns(case: Case, rules: HouseRules) -> HouseRules:
    return with_switches(rules, {"columns": case.values("columns")}) if "columns" in case else rules


def _wagers(case: Case) -> Wagers:
    """Read `bj_wager` and `bets`: a row with its mark and amount, COMBO with its three marks, A with its amount."""
    wagers = [("bj_wager", WagerPlaced(SEAT, BOX, case.amount("bj_wager")))]
    return wagers + [(f"bets.{row}", _wager(row, bet)) for row, bet in case.mapping("bets").items()]


def _wager(row: str, bet: object) -> WagerPlaced:
    *marks, amount = bet if isinstance(bet, list) and bet else [bet]
    if not isinstance(amount, int) or isinstance(amount, bool):
        raise CaseError(f"bets.{row}", "an amount in whole minor units at the end", told(bet))
    if any(isinstance(mark, list | dict) for mark in marks):
        raise CaseError(f"bets.{row}", _BETS, f"{told(row)}: {told(bet)}")
    if row == "A" and not marks:
        return WagerPlaced(SEAT, A, amount)
    if row == "COMBO" and len(marks) == len(_AREAS):
        found = (areas.get(mark) for areas, mark in zip(_AREAS.values(), marks, strict=True))
        return WagerPlaced(SEAT, COMBO, amount, tuple(area for area in found if area))
    if row in _AREAS and len(marks) == 1 and marks[0] in _AREAS[row]:
        return WagerPlaced(SEAT, _AREAS[row][marks[0]], amount)
    raise CaseError(f"bets.{row}", _BETS, f"{told(row)}: {told(bet)}")


def _card(case: Case, key: str) -> Card:
    text = case.text(key)
    try:
        return Card.parse(text)
    except NotACard:
        raise CaseError(key, "a card such as 7r or Ag", told(text)) from None


def _closed(played: Round, wagers: Wagers) -> Round:
    for key, fact in wagers:
        played = _add(played, fact, key)
    return _add(played, BettingClosed(), "bets")


def _add(round: Round, fact: Fact, key: str) -> Round:
    after = apply(round, fact)
    if isinstance(after, Refusal):
        raise CaseError(key, "what the rules allow", f"{after.text} ({after.rule})")
    return after


def _next_fact(round: Round, cards: Mapping[Place, list[Card]], said: list[str]) -> Fact | None:
    """Do what is due; None at the end of the round, where it cannot go on, or where no card is left."""
    match next_step(round):
        case Deal(place):
            left = cards[Place(place.area, place.seat)]
            return CardDealt(place, left.pop(0)) if left else None
        case Decide(0, options):
            return Decided(0, options[0].name)
        case Decide(number, options, hand=hand):
            names = [option.name for option in options]
            return Decided(number, said.pop(0) if said else NO_INSURANCE if NO_INSURANCE in names else STAND, hand)
        case Reveal(place):
            return HandTurned(place)
        case SettleSeat(number, _, bets):
            return SeatSettled(number, bets)
        case _:
            return None


def _lines(round: Round) -> tuple[Line, ...]:
    settlement = settle(round)
    if isinstance(settlement, Refusal):
        raise CaseError("cards", "a hand that can be settled", f"{settlement.text} ({settlement.rule})")
    return settlement.lines


def _nets(lines: list[Line] | tuple[Line, ...], names: Mapping[str, str]) -> dict[str, int]:
    nets: Counter[str] = Counter()
    for line in lines:
        nets[names.get(line.bet, line.bet)] += line.net
    return dict(nets)


KINDS: Final[Mapping[str, Callable[[Case, HouseRules], dict[str, object]]]] = {
    "side_bets": side_bets,
    "round": settle_round,
    "validate": validate,
    "shoe": shoe,
    "settle_order": settle_order,
}
