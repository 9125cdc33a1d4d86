"""A record of the journal as one sentence: who did what, and where. It is made of the public part alone, so it holds no face that lies down."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from tablectl.table.clocks import set_by
from tablectl.table.requests import COUNTED, Body, capital, facts, name, place, readings, requested, wager, who, why, words


def told(type: str, body: Body, money: Callable[[int], str]) -> str:
    """The sentence of a record; of one that has none the words of its type."""
    try:
        match type:
            case "command_given":
                return f"{body['person']}, {body['role']}, asked: {requested(body['action'], money)}"
            case "fact_taken":
                return _say(_FACTS, body["fact"], money)
            case _:
                return _say(_RECORDS, {**body, "kind": type}, money)
    except (KeyError, TypeError, AttributeError):  # of another version: the record itself is a click away
        return words(type)


def _say(among: Mapping[str, Callable[[Body, Callable[[int], str]], str]], body: Body, money: Callable[[int], str]) -> str:
    kind = str(body["kind"])
    return among[kind](body, money) if kind in among else words(kind)


def _input(input: str) -> str:
    where, _, what = input.partition(".")
    return f"{name(what).upper()} of the dealer" if where == "key" else f"{name(what)} of {where.replace('seat', 'seat ')}"


def _people(body: Body) -> str:
    return " and ".join(f"{each['person']}, {each['role']}," for each in body["people"]).removesuffix(",")


def _replaced(body: Body) -> str:
    return f" and pack {body['replacement']} takes its place" if body["replacement"] else ""


def _put_right(body: Body, money: Callable[[int], str]) -> str:
    before, after = (_gains(body[when]) for when in ("before", "after"))
    seats = (f"seat {seat} {_signed(before.get(seat, 0), money)} before, {_signed(after.get(seat, 0), money)} now" for seat in sorted(before | after))
    people = f"{body['person']} with {body['second']}" if body["second"] else body["person"]
    return f"{people} put the round right ({name(body['action'])}): {'; '.join(seats) or 'no seat is due by it'}{why(body)}"


def _gains(stand: Body) -> dict[int, int]:
    gains: dict[int, int] = {}
    for line in stand["lines"]:
        gains[line["seat"]] = gains.get(line["seat"], 0) + line["net"]
    return gains


_READ: Final = {"face": "a card", "unreadable": "a card that it could not read", "cut_card": "the cut card"}

_FACTS: Final[Mapping[str, Callable[[Body, Callable[[int], str]], str]]] = {
    "shuffle_called": lambda b, _: f"A shuffle is called for: {b['reason']}",
    "prepared": lambda b, _: f"{words(who(b['seat']))} {'refused' if b['refused'] else 'did'} this with the cards: {name(b['task'])}",
    "dealer_came": lambda b, _: f"Dealer {b['dealer']} pushed in",
    "cut_card_out": lambda _b, _m: "The cut card came out",
    "player_seated": lambda b, _: f"{b['player']} plays seat {b['seat']}",
    "wager_placed": lambda b, money: capital(wager(b, money)),
    "betting_closed": lambda _b, _m: "No more bets",
    "card_dealt": lambda b, _: f"A card went to {place(b['place'])}",
    "card_identified": lambda b, _: f"Card {b['index'] + 1} of {place(b['place'])} was named",
    "card_exposed": lambda b, _: f"A card of {place(b['place'])} was shown by mistake",
    "decided": lambda b, _: capital(f"{who(b['seat'])} said {name(b['option'])}"),
    "cards_chosen": lambda b, _: capital(f"{who(b['seat'])} set the hand"),
    "hand_turned": lambda b, _: f"The cards of {place(b['place'])} were turned over",
    "seat_settled": lambda b, _: f"Seat {b['seat']} was taken and paid" + (f": {', '.join(map(name, b['bets']))}" if b["bets"] else ""),
    "misdeal_declared": lambda b, _: f"A misdeal was declared: {b['reason']}",
    "round_voided": lambda b, _: f"The round was declared void: {b['reason']}",
    "corrected": lambda b, _: f"Put right, {facts(b)} of the round: {b['reason']}",
}

_RECORDS: Final[Mapping[str, Callable[[Body, Callable[[int], str]], str]]] = {
    "table_opened": lambda b, _: _opened(b),
    "device_up": lambda b, _: f"The {b['device']} answers",
    "device_down": lambda b, _: f"The {b['device']} does not answer: {b['reason']}",
    "device_refused": lambda b, _: f"The {b['device']} is another one: {b['found']}, and {b['expected']} is expected",
    "device_restarted": lambda b, _: f"The {b['device']} was switched off and on again",
    "device_unwatched": lambda b, _: f"Nobody listened to the {b['device']} for a while",
    "device_status": lambda b, _: f"The {b['device']} is {name(b['status']['activity'])}" + (", its lid is open" if b["status"]["lid_open"] else ""),
    "card_read": lambda b, _: f"The {b['device']} saw {_READ[b['mark']]} go by",
    "cards_unseen": lambda b, _: f"{b['last'] - b['first'] + 1} cards left the {b['device']} unseen",
    "key_pressed": lambda b, _: f"{capital(_input(b['input']))} was {'held' if b['held'] else 'pressed'}",
    "key_masked": lambda b, _: f"{capital(_input(b['input']))} is not listened to any more: {name(b['fault'])}",
    "key_restored": lambda b, _: f"{capital(_input(b['input']))} is listened to again",
    "panel_failed": lambda b, _: f"Buttons and lamps do not answer: {b['reason']}",
    "panel_returned": lambda _b, _m: "Buttons and lamps answer again",
    "journal_interrupted": lambda b, _: f"Nothing could be recorded for a while: {b['reason']}",
    "journal_found_damaged": lambda b, _: f"The record of earlier play is not as it was written: {b['reason']}",
    "checkpoint": lambda b, _: f"The state of the table was put on record, {'signed' if b['signature'] else 'unsigned'}",
    "record_room": lambda b, _: _room(b["grade"], b["fewer"]),
    "journal_replaced": lambda b, _: f"The record before this one was damaged and lies in {b['file']}: {b['reason']}",
    "clock_stepped": lambda b, _: f"The clock of the machine was set {set_by(b['now_ns'] - b['expected_ns'])}",
    "round_opened": lambda b, _: f"Round {b['round']} opened",
    "cards_shown": lambda b, _: f"Face up at {place(b['place'])}: {' '.join(card or 'not read' for card in b['cards'])}",
    "refused": lambda b, _: f"Refused: {b['text']}" + (f" ({b['rule']})" if b["rule"] else ""),
    "pack_loaded": lambda b, _: f"Pack {b['pack']} came into the shoe, its count {'verified' if b['verified'] else 'not verified'}",
    "card_taken_out": lambda b, _: f"{b['person']} took the {b['card']} out of pack {b['pack']}: {b['reason']}",
    "card_replaced": lambda b, _: f"{b['person']} replaced the {b['card']} of pack {b['pack']}: {b['reason']}",
    "pack_opened": lambda b, _: f"{_people(b)} opened pack {b['pack']}, seal {b['seal']}",
    "pack_inspected": lambda b, _: f"{_people(b['receipt'])} inspected pack {b['receipt']['pack']}: {b['receipt']['finding']}",
    "scan_stopped": lambda b, _: f"{b['person']} stopped the reading of pack {b['pack']}: {b['reason']}",
    "pack_doubted": lambda b, _: f"Pack {b['pack']} has to be inspected again: {b['reason']}",
    "pack_withdrawn": lambda b, _: f"{b['person']}: pack {b['pack']} is {b['standing']}{_replaced(b)}{why(b)}",
    "dealt_short": lambda b, _: f"Round {b['round']} was dealt without {len(b['out'])} of its cards",
    "round_tagged": lambda b, _: f"Round {b['round']} was dealt on findings: {', '.join(map(_tag, b['tags']))}",
    "warning_gone": lambda b, _: f"Warning {b['hold']} is over: {name(b['cause'])}",
    "pack_counted": lambda b, _: (
        f"{b['person']} counted {b['number']} cards of pack {b['pack']} {COUNTED[b['place']]}"
        + (", which is right" if b["number"] == b["expected"] else f"; {b['expected']} should be there")
    ),
    "readings_told": lambda b, _: readings(b),
    "hold_raised": lambda b, _: f"{'Warning' if b['hold']['severity'] == 'warn' else 'Hold'} {b['hold']['id']}: {b['hold']['text']}",
    "hold_released": lambda b, _: f"{b['person']} released hold {b['hold']}{why(b)}",
    "round_put_right": _put_right,
    "second_awaited": lambda b, _: f"Request {b['pending']} of {b['person']} waits for a second person: {name(b['action'])}",
    "action_seconded": lambda b, _: f"{b['second']} confirmed request {b['pending']} of {b['person']}: {name(b['action'])}",
    "action_dropped": lambda b, _: f"Request {b['pending']} of {b['person']} is not done: {_dropped(b)}",
    "seat_rated": lambda b, money: f"Seat {b['seat']} is due: {', '.join(_line(line, money) for line in b['lines']) or 'nothing'}",
    "round_ended": lambda b, money: f"Round {b['round']} ended ({name(b['ending'])}): {_house(b['house'], money)}",
    "answered": lambda b, _: f"The answer: {b['answer']['text']}" + (f" ({b['answer']['rule']})" if b["answer"]["rule"] else ""),
    "console_login": lambda b, _: f"{b['person']} logged in as {b['role']} from {b['address']}",
    "console_login_refused": lambda b, _: f"A log-in of {b['person'] or 'nobody known'} from {b['address']} was refused: {b['cause']}",
    "console_refusals_counted": lambda b, _: _many(b),
    "console_logout": lambda b, _: f"{b['person']} logged out",
    "console_command_refused": lambda b, _: f"A command of {b['person']} was refused: {b['cause']}",
    "console_request_refused": lambda b, _: f"{b['person']} ({b['role']}) asked for {b['asked']} from {b['address']} without the right to it",
    "console_change_refused": lambda b, _: f"Not done: {name(b['change']).removeprefix('console ')}, as {b['cause']}",
    "console_user_added": lambda b, _: f"{b['by']} added {b['person']} as {b['role']}",
    "console_user_locked": lambda b, _: f"{b['by']} {'locked' if b['locked'] else 'unlocked'} {b['person']}",
    "console_user_role": lambda b, _: f"{b['by']} made {b['person']} {b['role']}",
    "console_password_changed": lambda b, _: f"{b['person']} changed the own password",
    "console_password_set": lambda b, _: f"{b['by']} set a new password for {b['person']}",
    "resumed": lambda _b, _m: "The journal takes records again",
    "stopped": lambda _b, _m: "The table was stopped",
}


def _opened(body: Body) -> str:
    after, where = "" if body["clean"] else ", after it had been cut off", ", on a bench and not for live play" if body["bench"] else ""
    changed = "".join(f"; changed, {each}" for each in body["changed"])
    return f"The table opened with {body['seats']} seats{after}{where}{changed}"


def _many(body: Body) -> str:
    people, addresses = (", ".join(body[each]) or "nobody known" for each in ("people", "addresses"))
    return f"{body['number']} more log-ins and commands were refused, of {people}, from {addresses}"


def _tag(tag: Body) -> str:
    return f"{name(tag['cause'])} (hold {tag['hold']}, released by {tag['person']}: {tag['reason']})"


def _room(grade: str, fewer: int) -> str:
    match grade:
        case "fine":
            return "There is room for the record"
        case "low":
            return f"The disk has room for the record of fewer than {fewer} more rounds"
        case _:
            return "There is no room for the record of another round"


def _dropped(body: Body) -> str:
    return f"{body['by']} withdrew it{why(body)}" if body["by"] else str(body["reason"])


def _line(line: Body, money: Callable[[int], str]) -> str:
    return f"{name(line['bet'])} {name(line['result'])} {_signed(line['net'], money)}"


def _house(amount: int, money: Callable[[int], str]) -> str:
    return f"the house {'gains' if amount >= 0 else 'pays'} {money(abs(amount))}"


def _signed(amount: int, money: Callable[[int], str]) -> str:
    return f"{'-' if amount < 0 else '+'}{money(abs(amount))}" if amount else money(0)
