"""Cases of Ultimate Texas Hold'em: one player at seat 1 against the dealer, played by facts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from tablectl.cases.reading import Case, CaseError
from tablectl.engine.cards import Card
from tablectl.engine.facts import BOARD, DEALER, BettingClosed, CardDealt, Decided, Fact, HandTurned, Place, SeatSettled, WagerPlaced, seat
from tablectl.engine.game import HouseRules, Refusal
from tablectl.engine.games.uth import UTH
from tablectl.engine.games.uth.house import UthRules
from tablectl.engine.games.uth.standing import ANTE, BLIND, FOLD, PLAY, TRIPLE
from tablectl.engine.round import Round, apply, next_step, settle
from tablectl.engine.steps import Deal, Decide, Option, Reveal, SettleSeat

SEAT: Final = 1
_STREETS: Final = {"preflop": 0, "flop": 3, "river": 5}  # community cards that lie open when the seat is asked


def settle_round(case: Case, rules: HouseRules) -> dict[str, object]:
    """Play a hand to its end. `play_at` is preflop, flop, river or fold; `play_multiple` picks one of several multiples."""
    stakes = {bet: case.amount(bet, default) for bet, default in ((ANTE, None), (BLIND, None), (TRIPLE, 0))}
    cards = {seat(SEAT): case.cards("player", 2), DEALER: case.cards("dealer", 2), BOARD: case.cards("board", 5)}
    play_at = case.choice("play_at", *_STREETS, FOLD)
    multiple = case.amount("play_multiple", 0)
    case.done()
    played = _closed(rules, stakes)
    while fact := _next_fact(played, cards, play_at, multiple):
        played = _add(played, fact, "play_multiple" if isinstance(fact, Decided) else "cards")
    settlement = settle(played)
    if isinstance(settlement, Refusal):
        raise CaseError("cards", "a hand that can be settled", f"{settlement.text} ({settlement.rule})")
    return {
        "net": {line.bet: line.net for line in settlement.lines},
        "dealer_qualifies": settlement.qualifies,
        "explain": [{"bet": line.bet, "rule": line.rule, "text": line.text} for line in settlement.lines],
    }


def validate(case: Case, rules: HouseRules) -> dict[str, object]:
    """Say whether these wagers are taken. A play wager without an ante is tried at the ante that it would be right for."""
    plays = {street: case.amount(f"play_{street}") for street in _STREETS if f"play_{street}" in case}
    named = any(bet in case for bet in (ANTE, BLIND, TRIPLE))
    fitting = 0 if named else _fitting_ante(rules, plays)
    stakes = {ANTE: case.amount(ANTE, fitting), BLIND: case.amount(BLIND, fitting), TRIPLE: case.amount(TRIPLE, 0)}
    case.done()
    played = Round(UTH, rules, 1)
    wagers: list[tuple[str, Fact]] = [(bet, WagerPlaced(SEAT, bet, amount)) for bet, amount in stakes.items()]
    for what, fact in (*wagers, ("wagers", BettingClosed())):
        after = apply(played, fact)
        if isinstance(after, Refusal):
            return _answer(what, after)
        played = after
    for street, community in _STREETS.items():
        played = _dealt(played, community)
        step = next_step(played)
        if street in plays:
            after = apply(played, Decided(SEAT, _option_for(plays[street], stakes[ANTE])))
        elif isinstance(step, Decide):
            after = apply(played, Decided(SEAT, step.options[-1].name))
        else:
            continue
        if isinstance(after, Refusal):
            return _answer(f"play_{street}", after)
        played = after
    return {"accept": True, "explain": [{"what": "wagers", "rule": "UTH 2.1", "text": "the wagers are taken"}]}


def _answer(what: str, refusal: Refusal) -> dict[str, object]:
    return {"accept": False, "explain": [{"what": what, "rule": refusal.rule, "text": refusal.text}]}


def _closed(rules: HouseRules, stakes: dict[str, int]) -> Round:
    played = Round(UTH, rules, 1)
    for bet, amount in stakes.items():
        played = _add(played, WagerPlaced(SEAT, bet, amount), bet)
    return _add(played, BettingClosed(), "wagers")


def _add(round: Round, fact: Fact, key: str) -> Round:
    after = apply(round, fact)
    if isinstance(after, Refusal):
        raise CaseError(key, "what the rules allow", f"{after.text} ({after.rule})")
    return after


def _next_fact(round: Round, cards: dict[Place, list[Card]], play_at: str, multiple: int) -> Fact | None:
    """Do what is due; None at the end of the round, or where it cannot go on."""
    match next_step(round):
        case Deal(place):
            dealt = _count(round, place)
            return CardDealt(place, cards[place][dealt] if place in cards else None)
        case Decide(number, options):
            asked = list(_STREETS)[sum(isinstance(fact, Decided) for fact in round.facts)]
            return Decided(number, _choice(options, multiple) if asked == play_at else options[-1].name)
        case Reveal(place):
            return HandTurned(place)
        case SettleSeat(number):
            return SeatSettled(number)
        case _:
            return None


def _choice(options: Iterable[Option], multiple: int) -> str:
    return f"{PLAY}_{multiple}x" if multiple else next(option.name for option in options if option.spot == PLAY)


def _dealt(round: Round, community: int) -> Round:
    """Deal cards that nobody reads until so many community cards lie open."""
    dealt = round
    while isinstance(step := next_step(dealt), Deal) and (_count(dealt, BOARD) < community or step.place != BOARD):
        dealt = _add(dealt, CardDealt(step.place, None), "cards")
    return dealt


def _count(round: Round, place: Place) -> int:
    return sum(isinstance(fact, CardDealt) and fact.place == place for fact in round.facts)


def _fitting_ante(rules: HouseRules, plays: dict[str, int]) -> int:
    if not isinstance(rules, UthRules):
        raise TypeError(f"Ultimate Texas Hold'em is played by UthRules, not {type(rules).__name__}")
    multiples = dict(zip(_STREETS, (max(rules.preflop_multiples), rules.flop_multiple, rules.river_multiple), strict=True))
    for street, amount in plays.items():
        ante, rest = divmod(amount, multiples[street])
        return 2 * amount if rest else ante  # where no ante fits, take one that can be wagered and let the game refuse the play
    return 0


def _option_for(amount: int, ante: int) -> str:
    """Name the option that plays this amount; an amount that is no multiple of the ante gets a name that no one offers."""
    return f"{PLAY}_{amount // ante}x" if ante and not amount % ante else f"{PLAY} {amount}"
