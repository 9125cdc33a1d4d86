"""Ultimate Texas Hold'em from the first wager to the last seat settled, in the order of the sheet. Numbers are those of RULES.md."""

from __future__ import annotations

from typing import Final

from tablectl.engine.facts import BOARD, BURN, DEALER, seat
from tablectl.engine.games.uth.standing import ANTE, CHECK, FOLD, PLAY, Standing, play_name, stand
from tablectl.engine.games.uth.wagers import closing_fault
from tablectl.engine.round import Round
from tablectl.engine.steps import Deal, Decide, Ending, Key, Option, Reveal, RoundOver, SettleSeat, Step, TakeWagers, Unsettled

FLOP: Final = 3
RIVER: Final = 5
LAST_CHECK: Final = 2


def next_step(round: Round) -> Step:
    return due(stand(round))


def due(at: Standing) -> Step:
    if early := at.ending:
        return RoundOver(*early)
    if not at.layout.closed:
        return TakeWagers(tuple(range(1, at.table_seats + 1)), "UTH 2.1")
    if fault := closing_fault(at):
        return Unsettled(f"a card was dealt on wagers that do not stand ({fault.text}): void the round", "UTH 2.8")
    return (
        _hole_cards(at)
        or _ask(at, 0, at.rules.preflop_multiples, "UTH 3.2")
        or _community_cards(at, FLOP, "UTH 3.3")
        or _ask(at, 1, (at.rules.flop_multiple,), "UTH 3.4")
        or _community_cards(at, RIVER, "UTH 3.5")
        or _ask(at, 2, (at.rules.river_multiple,), "UTH 3.6")
        or _showdown(at)
        or RoundOver(Ending.SETTLED, "UTH 9.9")
    )


def _hole_cards(at: Standing) -> Step | None:
    places = (*(seat(number) for number in at.seats), DEALER)
    order = places * 2 if at.rules.deal.order == "one_at_a_time" else tuple(place for place in places for _ in range(2))
    dealt = sum(len(at.layout.at(place)) for place in places)
    return Deal(order[dealt], face_up=False, rule="UTH 3.1") if dealt < len(order) else None


def _community_cards(at: Standing, upto: int, rule: str) -> Step | None:
    dealt = len(at.layout.at(BOARD))
    if dealt >= upto:
        return None
    burned = len(at.layout.at(BURN))
    if at.rules.burn == "before_each_street" and dealt in (0, FLOP) and burned < (1 if dealt < FLOP else 2):
        return Deal(BURN, face_up=False, rule="UTH 3.8")
    return Deal(BOARD, face_up=True, rule=rule)


def _ask(at: Standing, checks: int, multiples: tuple[int, ...], rule: str) -> Step | None:
    """Ask the first seat, clockwise, that has checked so often and said nothing else (RULES.md 1.5, 3.7)."""
    waiting = next((number for number in at.seats if at.decisions(number) == (CHECK,) * checks), None)
    if waiting is None:
        return None
    last = checks == LAST_CHECK
    way_out = Option(FOLD, "Fold", key=Key.FOLD) if last else Option(CHECK, "Check", key=Key.NEXT)
    ante = at.stake(waiting, ANTE)
    plays = [
        Option(play_name(multiple), f"Play {multiple}x", spot=PLAY if multiple == max(multiples) else None, bet=PLAY, amount=multiple * ante)
        for multiple in sorted(multiples, reverse=True)
    ]
    return Decide(waiting, (*plays, way_out), rule)


def _showdown(at: Standing) -> Step | None:
    if DEALER not in at.layout.turned:
        return Reveal(DEALER, "UTH 4.1")
    for number in at.seats:
        if number in at.layout.settled:
            continue
        if at.shown(number) and seat(number) not in at.layout.turned:
            return Reveal(seat(number), "UTH 4.3" if at.folded(number) else "UTH 4.2")
        if doubt := at.doubt((number,)):
            return Unsettled(doubt.text, doubt.rule)
        return SettleSeat(number, "UTH 4.2")
    return None
