"""Cases of Texas Shootout: hands and whole rounds played by facts, the house way, and what the table does when something goes wrong."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from tablectl.cases.reading import Case, CaseError, each_seat_once, told
from tablectl.engine.cards import Card
from tablectl.engine.facts import (
    BOARD,
    BURN,
    DEALER,
    DISCARD,
    BettingClosed,
    CardDealt,
    CardsChosen,
    DealerCame,
    Decided,
    Fact,
    HandTurned,
    MisdealDeclared,
    Place,
    Prepared,
    SeatSettled,
    ShuffleCalled,
    Task,
    WagerPlaced,
    seat,
)
from tablectl.engine.game import HouseRules, Refusal
from tablectl.engine.games.texas_shootout import TEXAS_SHOOTOUT
from tablectl.engine.games.texas_shootout.house import ShootoutRules
from tablectl.engine.games.texas_shootout.standing import (
    ANTE,
    BONUS,
    BONUS_TOKE,
    ENVY,
    FIRST_HAND,
    KEPT,
    OWN,
    SPLIT_ANTE,
    SPLIT_BONUS,
    SPLIT_ENVY,
    SPLIT_TOKE,
    TOKE,
    WITH_BONUS,
    WITHOUT_BONUS,
)
from tablectl.engine.house_way import HouseHand, house_way
from tablectl.engine.round import Round, apply, next_step, settle
from tablectl.engine.settlement import Line, Settlement
from tablectl.engine.steps import ChooseCards, Deal, Decide, Ending, Prepare, Reveal, RoundOver, SettleSeat

SEAT: Final = 1
_LISTED: Final = {ANTE: (ANTE, SPLIT_ANTE), BONUS: (BONUS, SPLIT_BONUS), TOKE: (TOKE, SPLIT_TOKE), BONUS_TOKE: (BONUS_TOKE,)}


@dataclass(frozen=True, slots=True)
class _Player:
    """What a seat is dealt, keeps and wagers; a wager on the second hand stands second."""

    cards: tuple[Card | None, ...]
    hands: tuple[tuple[Card, ...], ...]
    wagers: Mapping[str, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class _Script:
    """All cards of a round and what is said in it; `dealer_keep` is None where the house way can say it."""

    players: Mapping[int, _Player]
    dealer: tuple[Card | None, ...]
    dealer_keep: tuple[Card, ...] | None
    board: tuple[Card, ...]


def settle_round(case: Case, rules: HouseRules) -> dict[str, object]:
    """Settle one hand of two cards against the dealer's two; nobody looks at the cards that were mucked."""
    keep, dealer = (tuple(case.cards(key, KEPT)) for key in ("player_keep", "dealer_keep"))
    wagers = {bet: (case.amount(bet, default),) for bet, default in ((ANTE, None), (BONUS, 0), (TOKE, 0), (BONUS_TOKE, 0))}
    board = tuple(case.cards("board", 5))
    case.done()
    unread = (None,) * (OWN - KEPT)
    script = _Script({SEAT: _Player((*keep, *unread), (keep,), wagers)}, (*dealer, *unread), dealer, board)
    settlement = _settled(_played(rules, script))
    return {
        "result": settlement.lines[0].result.value,
        "net": {line.bet: line.net for line in settlement.lines},
        "explain": _explained(settlement.lines),
    }


def settle_full_round(case: Case, rules: HouseRules) -> dict[str, object]:
    """Settle a whole round; the house way sets the dealer's hand. Nets are lists, with a second amount for a second hand."""
    listed = [_player(each) for each in case.objects("seats")]
    each_seat_once("seats", (number for number, _ in listed))
    players = dict(listed)
    script = _Script(players, tuple(case.cards("dealer_cards", OWN)), None, tuple(case.cards("board", 5)))
    case.done()
    played = _played(rules, script)
    settlement = _settled(played)
    four = [card for card in script.dealer if card]
    house = house_way(four, _shootout(rules).house_way)
    return {
        "dealer_keep": _kept(four, house),
        "rule": house.row,
        "net": {str(number): _nets(settlement.seat(number), player) for number, player in players.items()},
        "explain": _explained(settlement.lines),
    }


def set_dealer(case: Case, rules: HouseRules) -> dict[str, object]:
    cards = case.cards("cards", OWN)
    case.done()
    house = house_way(cards, _shootout(rules).house_way)
    return {
        "keep": _kept(cards, house),
        "rule": house.row,
        "explain": [{"what": "house way", "rule": "TS 6.2", "text": str(house)}],
    }


def _kept(four: Sequence[Card], house: HouseHand) -> list[str]:
    """The cards that the dealer keeps, the higher first, of one rank the one that was dealt first."""
    return [str(card) for card in sorted(sorted(house.keep, key=four.index), key=lambda card: -card.rank)]


def procedure(case: Case, rules: HouseRules) -> dict[str, object]:
    """Let something happen at a table and say what the game does about it."""
    event = case.choice("event", *_EVENTS)
    case.done()
    return _EVENTS[event](_shootout(rules))


def _drawn_in_error(rules: ShootoutRules) -> dict[str, object]:
    """A card comes out before the dealer's hand is set; the game takes it as the first common card afterwards."""
    before = _until(_opened(rules), Reveal)
    early = CardDealt(BOARD, None)
    waits = apply(before, early)
    taken = apply(_until(before, Deal), early)
    used = isinstance(waits, Refusal) and isinstance(taken, Round)
    return _action("use_as_next_card" if used else "set_aside", "TS 10.2", "it waits, and is dealt where the next card is due")


def _two_burned(rules: ShootoutRules) -> dict[str, object]:
    burned = _add(_shuffled(rules), CardDealt(BURN, None), "event")
    twice = apply(burned, CardDealt(BURN, None))
    return _action("continue" if isinstance(twice, Round) else "refuse", "TS 3.4", "it is noted, and the dealer goes on")


def _none_burned(rules: ShootoutRules) -> dict[str, object]:
    shuffled = _add(_shuffled(rules), WagerPlaced(SEAT, ANTE, rules.limits.ante_min), "event")
    dealt = apply(shuffled, CardDealt(seat(SEAT), None))
    return _action("continue" if isinstance(dealt, Round) else "refuse", "TS 3.4", "it is noted, and the dealer goes on")


def _new_dealer(rules: ShootoutRules) -> dict[str, object]:
    step = next_step(_add(_opened(rules), DealerCame("new"), "event"))
    burn = isinstance(step, Deal) and step.place == BURN
    return _action("burn_one" if burn else "none", "TS 3.2", "the next card is burned")


def _cut_refused(rules: ShootoutRules) -> dict[str, object]:
    played = _add(_add(_called(rules), Prepared(Task.SHUFFLE), "event"), Prepared(Task.APPROVE), "event")
    asked = []
    while isinstance(step := next_step(played), Prepare) and step.may_refuse:
        asked.append(step.seat)
        played = _add(played, Prepared(Task.CUT, step.seat, refused=True), "event")
    clockwise = asked == sorted(asked) and isinstance(step, Prepare) and (step.task, step.seat) == (Task.CUT, 0)
    return _action("offer_next_clockwise_then_dealer" if clockwise else "none", "TS 2.3", "the next seat is asked, and the dealer cuts last")


def _muck_wanted_back(rules: ShootoutRules) -> dict[str, object]:
    card = Card.parse("2c")
    played = _until(_opened(rules, card), ChooseCards)
    chosen = CardsChosen(SEAT, ((card, card),))
    again = apply(_add(played, chosen, "event"), chosen)
    text = again.text if isinstance(again, Refusal) else "the hand is set again"
    return {"accept": isinstance(again, Round), "explain": [{"what": "muck", "rule": "TS 5.3", "text": text}]}


def _face_up(rules: ShootoutRules) -> dict[str, object]:
    aside = apply(_until(_opened(rules), Deal), CardDealt(DISCARD, None))
    return _action("to_discard_rack" if isinstance(aside, Round) else "none", "TS 10.3", "it is not used and counts as drawn")


def _wrong_number(rules: ShootoutRules) -> dict[str, object]:
    step = next_step(_add(_until(_opened(rules), ChooseCards), MisdealDeclared("five cards at one seat"), "event"))
    void = isinstance(step, RoundOver) and step.ending is Ending.MISDEAL
    return _action("void_all_hands" if void else "none", "TS 10.1", "all hands are void and every wager goes back")


def _shuffler_stopped(rules: ShootoutRules) -> dict[str, object]:
    again = _add(_add(_called(rules), Prepared(Task.SHUFFLE), "event"), ShuffleCalled("the shuffler jammed"), "event")
    step = next_step(again)
    return _action("reshuffle_all" if isinstance(step, Prepare) and step.task is Task.SHUFFLE else "none", "TS 2.7", "all cards are shuffled again")


_EVENTS: Final[Mapping[str, Callable[[ShootoutRules], dict[str, object]]]] = {
    "card_drawn_in_error_not_exposed": _drawn_in_error,
    "two_cards_burned": _two_burned,
    "no_card_burned": _none_burned,
    "new_dealer_pushes_in": _new_dealer,
    "player_refuses_cut": _cut_refused,
    "player_wants_mucked_cards_back": _muck_wanted_back,
    "card_face_up_in_shoe": _face_up,
    "wrong_number_of_cards": _wrong_number,
    "shuffler_stopped": _shuffler_stopped,
}


def _action(action: str, rule: str, text: str) -> dict[str, object]:
    return {"action": action, "explain": [{"what": action, "rule": rule, "text": text}]}


def _called(rules: ShootoutRules) -> Round:
    return _add(Round(TEXAS_SHOOTOUT, rules, 3), ShuffleCalled("there is no pack in the shoe"), "event")


def _shuffled(rules: ShootoutRules) -> Round:
    played = _called(rules)
    while isinstance(step := next_step(played), Prepare):
        played = _add(played, Prepared(step.task, step.seat), "event")
    return played


def _opened(rules: ShootoutRules, own: Card | None = None) -> Round:
    """One seat with a wager, and its own cards where they matter."""
    played = _add(Round(TEXAS_SHOOTOUT, rules, 3), WagerPlaced(SEAT, ANTE, rules.limits.ante_min), "event")
    played = _add(played, BettingClosed(), "event")
    while own and isinstance(step := next_step(played), Deal):
        played = _add(played, CardDealt(step.place, own if step.place == seat(SEAT) else None), "event")
    return played


def _until(round: Round, wanted: type) -> Round:
    """Deal and say what is due until a step of this kind is; who has to choose keeps twos."""
    two = Card.parse("2c")
    played = round
    while not isinstance(step := next_step(played), wanted):
        match step:
            case Deal(place):
                played = _add(played, CardDealt(place, two), "event")
            case ChooseCards(number):
                played = _add(played, CardsChosen(number, ((two, two),)), "event")
            case Reveal(place):
                played = _add(played, HandTurned(place), "event")
            case _:
                raise AssertionError(f"{step.kind} is due where {wanted.__name__} is waited for")
    return played


def _player(case: Case) -> tuple[int, _Player]:
    number = case.amount("seat")
    cards = tuple(case.cards("cards", OWN))
    hands = tuple(tuple(Case({"hands": hand}).cards("hands", KEPT)) for hand in case.values("hands"))
    most = {BONUS: len(hands), TOKE: len(hands), BONUS_TOKE: 1}
    wagers = {ANTE: (case.amount(ANTE),)} | {bet: _amounts(case, bet, number) for bet, number in most.items() if bet in case}
    case.done()
    return number, _Player(cards, hands, wagers)


def _amounts(case: Case, bet: str, most: int) -> tuple[int, ...]:
    amounts = tuple(Case({bet: amount}).amount(bet) for amount in case.values(bet))
    if len(amounts) > most:
        raise CaseError(bet, f"a list of {most} or less", told(list(amounts)))
    return amounts


def _played(rules: HouseRules, script: _Script) -> Round:
    played = Round(TEXAS_SHOOTOUT, rules, TEXAS_SHOOTOUT.max_seats)
    for number, player in script.players.items():
        for bet in FIRST_HAND:
            if amount := next(iter(player.wagers.get(bet, ())), 0):
                played = _add(played, WagerPlaced(number, bet, amount), bet if 1 <= number <= played.seats else "seats")
    played = _add(played, BettingClosed(), "wagers")
    while fact := _next_fact(played, script):
        played = _add(played, fact, "cards" if isinstance(fact, CardDealt) else "hands")
        if isinstance(fact, CardsChosen) and fact.seat:
            played = _second_toke(played, fact.seat, script.players[fact.seat])
    return played


def _second_toke(round: Round, number: int, player: _Player) -> Round:
    tokes = player.wagers.get(TOKE, ())
    return _add(round, WagerPlaced(number, SPLIT_TOKE, tokes[1]), TOKE) if len(tokes) > 1 else round


def _next_fact(round: Round, script: _Script) -> Fact | None:
    """Do what is due; None at the end of the round, or where it cannot go on."""
    match next_step(round):
        case Deal(place):
            return CardDealt(place, _lying(script, place)[sum(isinstance(fact, CardDealt) and fact.place == place for fact in round.facts)])
        case ChooseCards(0, suggested=suggested):
            return CardsChosen(0, (script.dealer_keep or suggested,))
        case ChooseCards(number):
            return CardsChosen(number, script.players[number].hands)
        case Decide(number):
            second = script.players[number].wagers[BONUS][1:]
            if second and second[0] not in {0, script.players[number].wagers[BONUS][0]}:
                raise CaseError("bonus", "as much on the second hand as on the first, or nothing", told(second[0]))
            return Decided(number, WITH_BONUS if any(second) else WITHOUT_BONUS)
        case Reveal(place):
            return HandTurned(place)
        case SettleSeat(number):
            return SeatSettled(number)
        case _:
            return None


def _lying(script: _Script, place: Place) -> tuple[Card | None, ...]:
    return {DEALER: script.dealer, BOARD: script.board}.get(place) or script.players[place.seat].cards


def _settled(round: Round) -> Settlement:
    settlement = settle(round)
    if isinstance(settlement, Refusal):
        raise CaseError("cards", "a hand that can be settled", f"{settlement.text} ({settlement.rule})")
    return settlement


def _nets(lines: tuple[Line, ...], player: _Player) -> dict[str, object]:
    net = {line.bet: line.net for line in lines}
    asked = {bet: [net.get(name, 0) for name in _LISTED[bet]] for bet in player.wagers}
    wagered = {bet: nets[: max(len(player.wagers[bet]), len(player.hands) if bet == ANTE else 0)] for bet, nets in asked.items()}
    return {**wagered, ENVY: net.get(ENVY, 0) + net.get(SPLIT_ENVY, 0)}


def _explained(lines: tuple[Line, ...]) -> list[dict[str, object]]:
    return [{"seat": line.seat, "bet": line.bet, "rule": line.rule, "text": line.text} for line in lines]


def _add(round: Round, fact: Fact, key: str) -> Round:
    after = apply(round, fact)
    if isinstance(after, Refusal):
        raise CaseError(key, "what the rules allow", f"{after.text} ({after.rule})")
    return after


def _shootout(rules: HouseRules) -> ShootoutRules:
    if not isinstance(rules, ShootoutRules):
        raise TypeError(f"Texas Shootout is played by ShootoutRules, not {type(rules).__name__}")
    return rules


KINDS: Final[Mapping[str, Callable[[Case, HouseRules], dict[str, object]]]] = {
    "round": settle_round,
    "full_round": settle_full_round,
    "house_way": set_dealer,
    "procedure": procedure,
}
