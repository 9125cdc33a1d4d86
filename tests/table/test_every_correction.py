"""Every kind of correction in every game, before the settlement and after a seat was paid: what is shown before it is done comes about and stays on
record, and money that was handed over otherwise is asked for. Where a kind cannot be in a game, the rule that says so."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

import pytest

from tablectl.engine.cards import Card, cards
from tablectl.engine.facts import BOARD, BURN, DEALER, DISCARD, CardDealt, CardIdentified, CardsChosen, Decided, Place, PlainFact, WagerPlaced, seat
from tablectl.engine.games import GAMES
from tablectl.engine.steps import Deal, SettleSeat
from tablectl.table.actions import ChooseHands, CorrectRound, IdentifyCard, PersonRole, PlaceCard, VoidRound
from tablectl.table.outcomes import RoundPutRight
from tablectl.table.record.replay import replay
from tablectl.table.shown.comparing import NOT_BEFORE, Compared, what_if
from tablectl.table.shown.screens import Showing, hold_text
from tablectl.table.stand import stand
from tablectl.table.unseen import against_the_reader
from tablectl.table.views import StandView

from . import dealing as uth
from . import test_casino_holdem as holdem
from . import test_showdown_poker as showdown
from . import test_texas_blackjack as blackjack
from . import test_texas_shootout as shootout
from .dealing import Dealing, only
from .recording import SEALER, journal_of

SHOWING: Final = Showing("EUR", 2, {})
STANDS: Final = (Decided(1, "stand"), Decided(2, "stand"))
WHY: Final = "seen on the camera"
Ask = Callable[[Dealing], Compared]


def holdem_due() -> Dealing:
    """The bonuses are settled, and seat 2 is due."""
    dealing = holdem.called()
    while not (isinstance(dealing.step, SettleSeat) and not dealing.step.bets):
        dealing.press("key.next")
    return dealing


def shootout_due() -> Dealing:
    dealing = shootout.dealt()
    shootout.keep(dealing, 1, "Ah Ac")
    shootout.keep(dealing, 2, "Qc Qd")
    dealing.press("key.next", "key.next")
    dealing.cards("Ks Qs 8h 6c 3c")
    return dealing


def showdown_due() -> Dealing:
    """Seat 2 is due, and then seat 1."""
    dealing = showdown.showdown()
    dealing.press("seat1.ante", "seat1.bonus", "seat2.ante", "key.next")
    dealing.cards("9c Jc Ah 9d Jd Ad Kc 2c Qc Kh 3s 7s")
    dealing.press("key.next", "key.next")
    for number, hand in ((1, "9c 9d"), (2, "Jc Jd")):
        assert dealing.command(ChooseHands(number, (cards(hand),)), PersonRole.DEALER).done
    dealing.press("key.next", "key.next")
    dealing.cards(showdown.BOARD_CARDS)
    return dealing


def blackjack_due() -> Dealing:
    """The side bets are settled, both seats stand, and the dealer has 17."""
    dealing = blackjack.texas(1, 2)
    dealing.press("key.next")
    drawn = iter(("9r", "8b", "8w", "9b", "8r", "9w"))
    while not (isinstance(dealing.step, SettleSeat) and not dealing.step.bets):
        if isinstance(dealing.step, Deal):
            dealing.cards(next(drawn))
        else:
            dealing.press("key.next")
    return dealing


DUE: Final[Mapping[str, Callable[[], Dealing]]] = {
    "uth": uth.settling,
    "casino_holdem": holdem_due,
    "texas_shootout": shootout_due,
    "showdown_poker": showdown_due,
    "tx_bj": blackjack_due,
}


def card(place: Place, face: str) -> CardDealt:
    return CardDealt(place, Card.parse(face))


def run(kind: str, which: int, count: int, *facts: PlainFact) -> Ask:
    """Facts in the place of so many from this one on; of none, before it."""

    def ask(dealing: Dealing) -> Compared:
        live = dealing.state.live
        index = [index for index, fact in enumerate(live.round.facts) if fact.kind == kind][which]
        return CorrectRound(index, facts, WHY, len(live.round.corrections), count)

    return ask


def otherwise(kind: str, which: int, *facts: PlainFact) -> Ask:
    return run(kind, which, 1, *facts)


def named(place: Place, index: int, face: str) -> Ask:
    return lambda _: IdentifyCard(place, index, Card.parse(face), WHY)


@dataclass(frozen=True)
class Never:
    """A kind that a game does not have: saying it is refused by this rule."""

    rule: str
    ask: Ask


def chosen(number: int, hand: str) -> CardsChosen:
    return CardsChosen(number, (cards(hand),))


def seen(face: str, instead: str) -> Ask:
    """The last card of the board lay face up in the shoe and was put aside; another one came in its place."""
    return otherwise("card_dealt", -1, card(DISCARD, face), card(BOARD, instead))


def aside(rule: str) -> Never:
    """These games know neither a burned card nor a discard rack: one card too many is a misdeal, and once a seat was settled the round is void."""
    return Never(rule, lambda _: PlaceCard(DISCARD, WHY))


def burned(rule: str) -> Never:
    return Never(rule, lambda _: PlaceCard(BURN, WHY))


def laid(rule: str) -> Never:
    """Nobody sets a hand in these games: the best cards count, or all of them."""
    return Never(rule, run("card_dealt", -1, 0, chosen(0, "Ah Kh")))


def void(_: Dealing) -> Compared:
    return VoidRound(WHY)


EVERY: Final[Mapping[str, Mapping[str, Ask | Never]]] = {
    "misread card": {
        "uth": otherwise("card_dealt", 0, card(seat(1), "3c")),
        "casino_holdem": named(DEALER, 0, "4c"),
        "texas_shootout": otherwise("card_dealt", -1, card(BOARD, "9h")),
        "showdown_poker": otherwise("card_dealt", -3, card(BOARD, "Js")),
        "tx_bj": otherwise("card_dealt", -1, card(DEALER, "Tb")),
    },
    "missed card": {  # those after it lie one place later
        "uth": run("card_dealt", -2, 2, card(BOARD, "7h"), card(BOARD, "Js")),
        "casino_holdem": run("card_dealt", -2, 2, card(BOARD, "7c"), card(BOARD, "Qs")),
        "texas_shootout": run("card_dealt", -2, 2, card(BOARD, "9h"), card(BOARD, "6c")),
        "showdown_poker": run("card_dealt", -2, 2, card(BOARD, "Js"), card(BOARD, "4s")),
        "tx_bj": run("card_dealt", -3, 5, card(seat(1), "7b"), card(seat(2), "9b"), *STANDS, card(DEALER, "8r"), card(DEALER, "9w")),
    },
    "boxed card": {
        "uth": aside("UTH 9.1"),
        "casino_holdem": aside("CH 9.1"),
        "texas_shootout": seen("3c", "9h"),
        "showdown_poker": seen("3h", "Js"),
        "tx_bj": aside("TX 9.1"),
    },
    "extra burn": {
        "uth": burned("UTH 9.1"),
        "casino_holdem": burned("CH 9.1"),
        "texas_shootout": run("card_dealt", 1, 0, card(BURN, "8s")),
        "showdown_poker": burned("SP 8.1"),
        "tx_bj": burned("TX 9.1"),
    },
    "no burn": {
        "texas_shootout": otherwise("card_dealt", 0),  # the other games burn nothing that could be left out
    },
    "wrong seat": {
        "uth": run("card_dealt", 0, 2, card(seat(1), "Kd"), card(seat(2), "Ah")),
        "casino_holdem": run("card_dealt", 0, 2, card(seat(1), "Kd"), card(seat(2), "Ah")),
        "texas_shootout": otherwise("wager_placed", 2, WagerPlaced(2, "bonus", 500)),
        "showdown_poker": otherwise("wager_placed", 1, WagerPlaced(2, "bonus", 500)),
        "tx_bj": run("card_dealt", -3, 2, card(seat(1), "8r"), card(seat(2), "9b")),
    },
    "wrong amount": {
        "uth": run("wager_placed", 0, 2, WagerPlaced(1, "ante", 1000), WagerPlaced(1, "blind", 1000)),
        "casino_holdem": run("wager_placed", 2, 3, WagerPlaced(2, "ante", 1500), WagerPlaced(2, "bet", 3000)),
        "texas_shootout": otherwise("wager_placed", 3, WagerPlaced(2, "ante", 1000)),
        "showdown_poker": otherwise("wager_placed", 2, WagerPlaced(2, "ante", 1000)),
        "tx_bj": otherwise("wager_placed", 6, WagerPlaced(2, "box", 1500)),
    },
    "wrong house way": {  # what was set against it is refused at once; it is found wrong with a card that was misread
        "uth": laid("UTH 4.4"),
        "casino_holdem": laid("CH 5.5"),
        "texas_shootout": otherwise("cards_chosen", -1, CardIdentified(DEALER, 2, Card.parse("Kd")), chosen(0, "Kh Kd")),
        "showdown_poker": otherwise("cards_chosen", -1, CardIdentified(DEALER, 1, Card.parse("5d")), chosen(0, "Ah Qc")),
        "tx_bj": laid("TX 5.7"),
    },
    "void": dict.fromkeys(DUE, void),
}
ROWS: Final = [(kind, game) for kind, games in EVERY.items() for game in games]


def at(game: str, *, paid: bool) -> Dealing:
    dealing = DUE[game]()
    if paid:
        dealing.press("key.next")
    return dealing


def gains(view: StandView) -> dict[int, int]:
    return {number: sum(line.net for line in view.lines if line.seat == number) for number in {line.seat for line in view.lines}}


def test_every_kind_is_there_for_every_game() -> None:
    assert all(set(games) == set(GAMES) for kind, games in EVERY.items() if kind != "no burn")


@pytest.mark.parametrize("paid", [False, True], ids=["before", "paid"])
@pytest.mark.parametrize(("kind", "game"), ROWS)
def test_what_is_shown_before_comes_about_and_stays_on_record(kind: str, game: str, paid: bool) -> None:
    dealing, row = at(game, paid=paid), EVERY[kind][game]
    before, action = stand(dealing.state), (row.ask if isinstance(row, Never) else row)(dealing)
    told = what_if(dealing.state, action, dealing.state.live.number, SHOWING)
    handed = dict(dealing.state.live.paid)
    since = len(dealing.told)
    answer = dealing.command(action)
    if isinstance(row, Never):
        assert (answer.done, answer.rule, answer.text, answer.rule) == (False, row.rule, told.text, told.rule)
        assert stand(dealing.state) == before
        return
    assert answer.done, answer
    second = "Lee" if against_the_reader(dealing.state.live, action) else ""
    if second:
        assert dealing.confirm(second).done
    right = only([outcome for outcome in dealing.told[since:] if isinstance(outcome, RoundPutRight)])
    assert (right.person, right.second, right.reason, right.before, right.after) == ("Kim", second, WHY, before, stand(dealing.state))
    assert right.before != right.after
    if told.after is None:
        assert told.text == NOT_BEFORE
    else:
        assert (told.before, told.after) == (right.before, right.after)
        assert told.alerts == tuple(hold_text(hold, SHOWING) for hold in dealing.state.holds)
    due = gains(right.after)
    owed = {hold.owed.seat: (hold.owed.paid, hold.owed.due) for hold in dealing.state.holds if hold.owed is not None}
    if dealing.step.kind != "unsettled" and game not in {"casino_holdem", "tx_bj"}:  # there a seat is paid its bonus before the rest
        assert owed == {number: (gain, due[number]) for number, gain in handed.items() if gain != due[number]}
    assert replay(GAMES, journal_of(dealing), SEALER).first is None
