"""What a person asked for as part of a sentence. It is made of the public part of the action, so it holds no face that lies down."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

Body = Mapping[str, Any]
Money = Callable[[int], str]


def requested(action: Body, money: Money) -> str:
    """The words of an action; of one that has none those of its kind."""
    kind = str(action["kind"])
    return ACTIONS[kind](action, money) if kind in ACTIONS else words(kind)


def words(name: str) -> str:
    return capital(name.replace("_", " "))


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def name(name: str) -> str:
    return name.replace("_", " ")


def place(place: Body) -> str:
    if place["area"] != "seat":
        return f"the {place['area']}"
    return f"seat {place['seat']}" + (f", hand {place['hand'] + 1}" if place.get("hand") else "")


def who(seat: int) -> str:
    return f"seat {seat}" if seat else "the dealer"


def wager(body: Body, money: Money) -> str:
    where = f"seat {body['seat']}, {name(body['bet'])}"
    return f"{where}: {money(body['amount'])} stands" if body["amount"] else f"{where}: the wager is taken back"


def why(body: Body) -> str:
    return f", because: {body['reason']}"


def facts(body: Body) -> str:
    """The facts that a correction is about."""
    first, count = body["index"] + 1, body["count"]
    return f"fact {first}" if count == 1 else f"facts {first} to {first + count - 1}" if count else f"what was missed before fact {first}"


def readings(body: Body) -> str:
    """The faces that were read of a whole pack too often and too rarely, and in which rounds it was dealt."""
    told = [f"{each['face']} read {each['seen']} times of {each['copies']}, {how}" for how in ("over", "under") for each in body[how]]
    rounds = f"round {body['first']}" if body["first"] == body["last"] else f"rounds {body['first']} to {body['last']}"
    return f"Pack {body['pack']}, dealt in {rounds}: {'; '.join(told)}"


def _instead(body: Body) -> str:
    return f" with pack {body['replacement']} as replacement" if body.get("replacement") else ""


COUNTED: Final = {"stub": "in the stub", "rack": "in the discard rack", "pack": "in all"}

ACTIONS: Final[Mapping[str, Callable[[Body, Callable[[int], str]], str]]] = {
    "release_hold": lambda b, _: f"release {' and '.join(f'hold {n}' for n in (b['hold'], *b.get('along', ())))}{_instead(b)}{why(b)}",
    "void_round": lambda b, _: f"void the round{why(b)}",
    "declare_misdeal": lambda b, _: f"declare a misdeal{why(b)}",
    "identify_card": lambda b, _: f"name card {b['index'] + 1} of {place(b['place'])}{why(b)}",
    "expose_card": lambda b, _: f"a card of {place(b['place'])} was shown by mistake",
    "set_wager": wager,
    "seat_player": lambda b, _: f"{b['player']} plays seat {b['seat']}",
    "decide": lambda b, _: f"{who(b['seat'])} says {name(b['option'])}",
    "choose_hands": lambda b, _: f"{who(b['seat'])} set the hand",
    "approve_shuffle": lambda _b, _m: "approve the shuffle",
    "order_shuffle": lambda b, _: f"shuffle before the next round{why(b)}",
    "bring_pack": lambda b, _: f"pack {b['pack']} is in the shoe",
    "take_out_card": lambda b, _: f"take the {b['card']} out of pack {b['pack']}{why(b)}",
    "replace_card": lambda b, _: f"the {b['card']} of pack {b['pack']} is replaced{why(b)}",
    "open_pack": lambda b, _: f"pack {b['pack']} is a new one with seal {b['seal']}",
    "count_pack": lambda b, _: f"pack {b['pack']} was laid out and has {b['cards']} cards",
    "scan_pack": lambda b, _: f"read pack {b['pack']} to inspect it",
    "confirm_scan": lambda b, _: f"the whole of pack {b['pack']} was read",
    "stop_scan": lambda b, _: f"stop reading pack {b['pack']}{why(b)}",
    "quarantine_pack": lambda b, _: f"keep pack {b['pack']} as it is, out of play{why(b)}",
    "retire_pack": lambda b, _: f"retire pack {b['pack']}{why(b)}",
    "count_cards": lambda b, _: f"{b['number']} cards of pack {b['pack']} were counted {COUNTED[b['place']]}",
    "new_dealer": lambda b, _: f"dealer {b['dealer']} pushes in",
    "correct_round": lambda b, _: f"put {facts(b)} of the round right{why(b)}",
    "place_card": lambda b, _: f"the last card went to {place(b['place'])}{why(b)}",
    "press_key": lambda b, _: f"press {b['key'].upper()} on the display",
    "try_lamps": lambda _b, _m: "light every lamp once",
    "second_action": lambda b, _: f"confirm request {b['pending']}",
    "withdraw_action": lambda b, _: f"withdraw request {b['pending']}{why(b)}",
}
