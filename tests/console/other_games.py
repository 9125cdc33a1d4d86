"""What tables of other games show: hands to be set, tasks with the cards, twelve spots a station, a pack of colours."""

from __future__ import annotations

from dataclasses import replace

from tablectl.table.views import HandView, OptionView, SeatView, SpotView, StepView, SuitView, TableView

from . import peer
from .peer import DOWN, SUITS, deciding, up

SPLIT_BETS = (("wager", "Wager"), ("bonus", "Bonus"), ("split_wager", "Split wager"), ("split_bonus", "Split bonus"))


def _four_cards(number: int) -> SeatView:
    spots = tuple(
        SpotView(
            bet,
            label,
            2000 if bet == "wager" else 0,
            "on" if bet == "wager" else "off",
            due=False,
            before_deal=bet[:5] != "split",
            marks=(),
            marked=(),
        )
        for bet, label in SPLIT_BETS
    )
    return replace(peer.seat(number), spots=spots, cards=(DOWN,) * 4)


def choosing() -> TableView:
    """Seat 2 sets two of its four face-down cards, or two hands; seats 3 and 4 have done so."""
    base = deciding()
    kept = replace(_four_cards(3), hands=(HandView("Hand 1", up("Kh", "Kd")),), hand="pair of kings")
    split = replace(
        _four_cards(4), hands=(HandView("Hand 1", up("Ah", "Ad")), HandView("Hand 2", up("8c", "8c"))), hand="pair of aces; pair of eights"
    )
    step = StepView("choose_cards", "Seat 2: keep 2 cards or split", "seat 2", 2, "SP 5.1", (), keep=2, may_split=True)
    return replace(
        base,
        title="Showdown Poker",
        unit=500,
        step=step,
        seats=(_four_cards(1), replace(_four_cards(2), acting=True), kept, split, replace(_four_cards(5), state="empty", cards=()), _four_cards(6)),
        dealer=(DOWN,) * 4,
        board=(),
        shoe=replace(base.shoe, seen=120, expected=312, suits=SUITS),
        notices=(),
        warnings=(),
    )


def choosing_open() -> TableView:
    """The cards of seat 2 lie face up, and a printed list advises it."""
    base = choosing()
    step = replace(base.step, advice="any pair: 9h 9h")
    seats = tuple(replace(one, cards=up("9h", "9h", "2c", "Ts")) if one.seat == 2 else one for one in base.seats)
    return replace(base, step=step, seats=seats)


def house_way() -> TableView:
    """The dealer's four cards lie open, and the house way says which two are kept."""
    base = choosing()
    options = (OptionView(0, "house_way", "Qs Qd: a pair with the highest rank", 0, "key.next"),)
    step = StepView("choose_cards", "Set the dealer's 2 cards by the house way", "dealer", 0, "SP 6.1", options, keep=2)
    return replace(base, step=step, seats=tuple(replace(one, acting=False) for one in base.seats), dealer=up("Qs", "Qd", "9c", "2h"))


def cutting() -> TableView:
    """Seat 1 may cut or refuse."""
    base = choosing()
    options = (
        OptionView(1, "done", "Seat 1 cuts the cards", 0, "key.next"),
        OptionView(1, "refused", "Refused", 0, "key.fold"),
    )
    keys = tuple(replace(key, due=key.key != "supervisor", lamp="slow" if key.key != "supervisor" else "off") for key in base.keys)
    return replace(base, step=StepView("prepare", "Seat 1 cuts the cards", "seat 1", 1, "SP 2.4", options, task="cut"), keys=keys)


def approving() -> TableView:
    base = choosing()
    return replace(base, step=StepView("prepare", "A supervisor approves the shuffle", "supervisor", 0, "SP 2.3", (), task="approve"))


def loading() -> TableView:
    base = choosing()
    shoe = replace(base.shoe, pack=0, verified=False, seen=0)
    return replace(base, step=StepView("prepare", "Put the shuffled cards into the shoe", "dealer", 0, "SP 2.5", (), task="load"), shoe=shoe)


COLOURS = (*(SuitView(suit, "23456789TJQK") for suit in "rwb"), SuitView("g", "A"))
AREAS = (
    ("box", "Box"),
    ("p_red", "P red"),
    ("p_white", "P white"),
    ("p_blue", "P blue"),
    ("column_one", "Column 1"),
    ("column_two", "Column 2"),
    ("column_three", "Column 3"),
    ("d_red", "D red"),
    ("d_white", "D white"),
    ("d_blue", "D blue"),
    ("combo", "COMBO"),
    ("a", "A"),
    ("insurance", "Insurance"),
    ("split", "Split"),
    ("double", "Double"),
)
AFTER_THE_DEAL = frozenset({"insurance", "split", "double"})
MARKS = tuple(tuple(bet for bet, _ in AREAS[first : first + 3]) for first in (1, 4, 7))


def _station(number: int) -> SeatView:
    amounts = {"box": 2500, "p_red": 500, "column_three": 1000, "combo": 500} if number in {1, 2} else {}
    marked = ("p_blue", "column_one", "d_white") if number == 2 else ("p_red", "column_three", "d_red") if number == 1 else ()
    spots = tuple(
        SpotView(
            bet,
            label,
            amounts.get(bet, 0),
            "on" if bet in amounts else "off",
            due=bet not in AFTER_THE_DEAL,
            before_deal=bet not in AFTER_THE_DEAL,
            marks=MARKS if bet == "combo" else (),
            marked=marked if bet == "combo" else (),
        )
        for bet, label in AREAS
    )
    cards = up("7r") if number == 1 else up("Ag", "Kw", "5b") if number == 2 else ()
    return SeatView(number, "wagering" if amounts else "empty", "", acting=False, spots=spots, cards=cards, hands=(), hand=None, lines=())


def stations() -> TableView:
    """Five stations of twelve spots for wagers and three for later, before the deal."""
    base = deciding()
    hands = (HandView("Hand 2", up("8b", "Tr"), 1),)
    seats = tuple(replace(_station(number), hands=hands if number == 2 else ()) for number in range(1, 6))
    step = StepView("take_wagers", "Place your bets", "players", 0, "TXBJ 2.1", (OptionView(0, "no_more_bets", "No more bets", 0, "key.next"),))
    shoe = replace(base.shoe, seen=0, expected=312, suits=COLOURS)
    return replace(base, title="Texas Blackjack", step=step, seats=seats, dealer=up("4w"), board=(), shoe=shoe, notices=(), warnings=())


def flood() -> TableView:
    """One pulled plug: three holds of the shoe, one of the table."""
    base = peer.held()
    lost = replace(peer.HOLD, id=6, code="device_lost", text="The shoe does not answer", detail="no such port", active=True)
    called = replace(peer.HOLD, id=7, code="supervisor_called", text="The dealer calls", advice="The dealer asks for a supervisor.", device=None)
    return replace(base, holds=(*base.holds, called, lost))


def one_cause() -> TableView:
    """A shuffler counted a card too few and lights its red lamp; the lid of the shoe has nothing to do with it."""
    base = peer.held()
    count = replace(peer.HOLD, id=8, code="wrong_count", text="The shuffler counted 51 cards in pack 2; the pack has 52", device="shuffler")
    light = replace(peer.HOLD, id=9, code="error_light", text="The shuffler shows an error light: red steady", device="shuffler", follows=8)
    return replace(base, holds=(count, *base.holds, light))
