"""Blackjack on the same cards, from the second cards to the dealer's last (RULES.md 5 and 6)."""

from __future__ import annotations

from typing import Final

from tablectl.engine.facts import DEALER, SPLIT, Place, seat
from tablectl.engine.games.tx_bj.points import count, value
from tablectl.engine.games.tx_bj.standing import (
    BOX,
    CHECKED,
    DOUBLE,
    EVEN_MONEY,
    HIT,
    INSURANCE,
    NO_INSURANCE,
    SPLIT_BET,
    STAND,
    SURRENDER,
    Standing,
)
from tablectl.engine.steps import Deal, Decide, Key, Option, Reveal, Step, Unsettled

DEALER_STANDS: Final = 17
_TWO: Final = 2
_LEAST_TO_DOUBLE, _MOST_TO_DOUBLE = 9, 11


def second_cards(at: Standing) -> Step | None:
    waiting = next((number for number in at.seats if len(at.layout.at(seat(number))) < _TWO and not at.is_split(number)), None)
    if waiting is not None:
        return Deal(seat(waiting), face_up=True, rule="TX 5.2")
    if at.rules.blackjack.dealer_second_card == "before_players" and len(at.layout.at(DEALER)) < _TWO:
        return Deal(DEALER, face_up=False, rule="TX 5.3")
    return None


def insurance(at: Standing) -> Step | None:
    """Ask each seat once against a dealer's ace (RULES.md 5.5, 5.6)."""
    if not at.dealer_has_ace:
        return None
    for number in at.seats:
        if {INSURANCE, NO_INSURANCE, EVEN_MONEY} & set(at.decisions(number)):
            continue
        if None in at.layout.at(seat(number)):
            return _unread(seat(number))
        offers = []
        if at.rules.blackjack.insurance and at.insurance(number):
            offers.append(Option(INSURANCE, "Insurance", bet=INSURANCE, amount=at.insurance(number)))
        if at.rules.blackjack.even_money and at.blackjack(number):
            offers.append(Option(EVEN_MONEY, "Even money"))
        if offers:
            return Decide(number, (*offers, Option(NO_INSURANCE, "No insurance", key=Key.NEXT)), "TX 5.5")
    return None


def hidden_card_checked(at: Standing) -> Step | None:
    """RULES.md 6.4: a face-down second card that may make blackjack is looked at before the players act."""
    if at.rules.blackjack.dealer_second_card == "after_players" or not at.dealer_may_have_blackjack:
        return None
    if at.checks < _TWO:
        return Decide(0, (Option(CHECKED, "Looked at the second card", key=Key.NEXT),), "TX 6.4")
    return _unread(DEALER) if None in at.layout.at(DEALER) else None


def players(at: Standing) -> Step | None:
    if at.rules.blackjack.dealer_second_card == "before_players" and at.dealer_may_have_blackjack and at.dealer_has_blackjack:
        return None
    return next((step for number in at.seats for hand in at.hands(number) if (step := _hand(at, number, hand))), None)


def dealer_draws(at: Standing) -> Step | None:
    """RULES.md 6.1 to 6.5"""
    lying = at.layout.at(DEALER)
    if at.rules.blackjack.dealer_second_card == "before_players" and at.layout.turned_upto[DEALER] < _TWO:
        return Reveal(DEALER, "TX 6.5")
    if not at.dealer_plays and not at.waits_for_blackjack:
        return None
    if len(lying) < _TWO:
        return Deal(DEALER, face_up=True, rule="TX 6.2" if at.dealer_plays else "TX 6.3")
    if None in lying:
        return _unread(DEALER)
    return Deal(DEALER, face_up=True, rule="TX 6.1") if at.dealer_plays and _draws_on(at) else None


def _draws_on(at: Standing) -> bool:
    so_far = at.count(DEALER)
    hits_soft = at.rules.blackjack.dealer_soft_17 == "hit" and so_far.soft and so_far.total == DEALER_STANDS
    return so_far.total < DEALER_STANDS or hits_soft


def _hand(at: Standing, number: int, hand: int) -> Step | None:
    place = seat(number, hand)
    if at.wants_card(number, hand):
        return Deal(place, face_up=True, rule=_why_a_card(at, number, hand))
    if None in at.layout.at(place):
        return _unread(place)
    return None if at.finished(number, hand) else Decide(number, _options(at, number, hand), "TX 5.7", hand)


def _why_a_card(at: Standing, number: int, hand: int) -> str:
    if len(at.layout.at(seat(number, hand))) < _TWO:
        return "TX 5.12" if at.split_aces(number, hand) else "TX 5.11"
    return "TX 5.9" if DOUBLE in at.said(number, hand) else "TX 5.7"


def _options(at: Standing, number: int, hand: int) -> tuple[Option, ...]:
    box = at.stake(number, BOX)
    options = [Option(HIT, "Hit", spot=BOX), Option(STAND, "Stand", key=Key.NEXT)]
    if _may_double(at, number, hand):
        options.append(Option(DOUBLE, "Double", bet=DOUBLE, amount=at.stake(number, DOUBLE) + box))
    if _may_split(at, number, hand):
        options.append(Option(SPLIT, "Split", bet=SPLIT_BET, amount=at.stake(number, SPLIT_BET) + box))
    if _may_surrender(at, number):
        options.append(Option(SURRENDER, "Surrender", key=Key.FOLD))
    return tuple(options)


def _may_double(at: Standing, number: int, hand: int) -> bool:
    """RULES.md 5.9, 5.10"""
    cards = at.known(seat(number, hand))
    if len(cards) != _TWO or (at.is_split(number) and not at.rules.blackjack.double_after_split):
        return False
    match at.rules.blackjack.double:
        case "any_two":
            return True
        case "nine_to_eleven":
            return _LEAST_TO_DOUBLE <= count(cards).total <= _MOST_TO_DOUBLE
        case "none":
            return False


def _may_split(at: Standing, number: int, hand: int) -> bool:
    """RULES.md 5.11"""
    cards = at.known(seat(number, hand))
    if len(cards) != _TWO or len(at.hands(number)) >= at.rules.blackjack.hands:
        return False
    one, other = cards
    return one.rank is other.rank or (at.rules.blackjack.split_of == "same_value" and value(one) == value(other))


def _may_surrender(at: Standing, number: int) -> bool:
    """RULES.md 5.13"""
    return at.rules.blackjack.surrender == "late" and not at.is_split(number) and len(at.layout.at(seat(number))) == _TWO


def _unread(place: Place) -> Unsettled:
    """A card that is damaged past reading too (RULES.md 8.6)."""
    return Unsettled(f"a card of {place} has not been read: a supervisor has to name it", "TX 3.8")
