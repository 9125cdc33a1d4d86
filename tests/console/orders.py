"""One command of each kind, as a page sends it."""

from __future__ import annotations

from typing import Any

ACTIONS: dict[str, dict[str, Any]] = {
    "release_hold": {"hold": 4, "reason": "card seen"},
    "void_round": {"reason": "wrong deal"},
    "declare_misdeal": {"reason": "a card fell"},
    "place_card": {"place": {"area": "discard"}, "reason": "it lay face up"},
    "identify_card": {"place": {"area": "seat", "seat": 3}, "index": 1, "card": {"rank": 12, "suit": "h"}, "reason": "looked at it"},
    "expose_card": {"place": {"area": "dealer", "seat": 0}},
    "set_wager": {"seat": 1, "bet": "ante", "amount": 1250},
    "seat_player": {"seat": 1, "player": "Ana"},
    "decide": {"seat": 3, "option": "check"},
    "press_key": {"key": "next"},
    "choose_hands": {"seat": 2, "hands": [["Ah", "Kd"]]},
    "approve_shuffle": {},
    "order_shuffle": {"reason": "a doubt about the cut"},
    "bring_pack": {"pack": 2},
    "take_out_card": {"pack": 1, "card": "7h", "reason": "a corner is torn", "from_shoe": True},
    "count_cards": {"pack": 1, "place": "stub", "number": 40},
    "replace_card": {"out": 1, "pack": 1, "card": {"rank": 7, "suit": "h"}, "reason": "one of the same face and back"},
    "open_pack": {"pack": 1, "seal": "A-1"},
    "count_pack": {"pack": 1, "cards": 52},
    "scan_pack": {"pack": 1},
    "confirm_scan": {"pack": 1},
    "stop_scan": {"pack": 1, "reason": "the reader is dirty"},
    "quarantine_pack": {"pack": 1, "reason": "a back is scratched"},
    "retire_pack": {"pack": 1, "reason": "worn"},
    "new_dealer": {"dealer": "Ben"},
    "try_lamps": {},
    "second_action": {"pending": 1},
    "withdraw_action": {"pending": 1, "reason": "asked for the wrong card"},
    "correct_round": {"index": 0, "facts": [], "reason": "the wager was never there"},
}
RULINGS = {
    "release_hold",
    "void_round",
    "declare_misdeal",
    "identify_card",
    "place_card",
    "approve_shuffle",
    "order_shuffle",
    "correct_round",
    "take_out_card",
    "replace_card",
    "quarantine_pack",
    "retire_pack",
    "second_action",
    "withdraw_action",
}


def order(kind: str, id: str = "a-new-command", **changes: object) -> dict[str, Any]:
    return {"id": id, "action": {"kind": kind, **ACTIONS[kind], **changes}, "round": 12}
