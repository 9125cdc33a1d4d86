"""Hands as people write them down, settled by the engine: the work behind `tablectl settle`.

A case is one JSON object. It is turned into the facts of a round and played; nothing here knows a rule.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from importlib.metadata import entry_points
from typing import Final

from tablectl.cases import casino_holdem, showdown_poker, texas_shootout, tx_bj, uth
from tablectl.cases.reading import Case, CaseError, told
from tablectl.cases.switches import with_switches
from tablectl.engine.game import DeckProfile, HouseRules
from tablectl.engine.games import GAMES
from tablectl.engine.hands import NotAHand, best_five, label, rank_text, rate, words

__all__ = ["CaseError", "settle_case"]

_POKER: Final = ("uth", "casino_holdem", "texas_shootout", "showdown_poker")
_BY_SCENARIO: Final = ("procedure", "settle_order", "shoe")
_WRAPPING: Final = ("id", "game", "inputs", "expected", "why")
Kinds = Mapping[str, Callable[[Case, HouseRules], dict[str, object]]]
"""How each kind of case is settled, by its name."""
GROUP: Final = "tablectl.cases"
"""Entry points of this group name the Kinds of a game that another distribution brings; the name of the entry point is the game's id."""
_KINDS: Final[Mapping[str, Kinds]] = {
    "uth": {"round": uth.settle_round, "validate": uth.validate},
    "casino_holdem": casino_holdem.KINDS,
    "texas_shootout": texas_shootout.KINDS,
    "tx_bj": tx_bj.KINDS,
    "showdown_poker": showdown_poker.KINDS,
}


def settle_case(game: str, rules: HouseRules | None, case: Mapping[str, object]) -> dict[str, object]:
    """Settle one case by a game's house rules, or by its printed sheet without posted limits where none are given.

    `case` is the inputs of a hand, or holds them as `inputs`. Amounts are minor units. The answer has the form of an expected result, and
    `explain`: for each bet the rule and a sentence. Raise CaseError where the case cannot be read or has no settlement.
    """
    inputs = Case(_unwrapped(game, case))
    inputs.skip("id", "reading")
    kind = inputs.text("kind")
    kinds = _kinds(game)
    if kind in _BY_SCENARIO and kind not in kinds:
        raise CaseError("kind", "a hand to settle", f"{told(kind)}: this is shown by a scenario, not by settling one hand")
    if kind == "evaluate" and game in _POKER:
        return _evaluate(inputs, GAMES[game].pack(rules or GAMES[game].sheet))
    if game not in GAMES or not kinds:
        raise CaseError("game", " or ".join(_KINDS), f"{game}: this game is not on this build")
    if kind not in kinds:
        known = (*(("evaluate",) if game in _POKER else ()), *kinds)
        raise CaseError("kind", " or ".join(known), f"{told(kind)}: {GAMES[game].title} has no such case")
    return kinds[kind](inputs, with_switches(rules or GAMES[game].sheet, inputs.mapping("config")))


def _kinds(game: str) -> Kinds:
    if game in _KINDS:
        return _KINDS[game]
    brought: dict[str, Kinds] = {entry.name: entry.load() for entry in entry_points(group=GROUP, name=game)}
    return brought.get(game, {})


def _unwrapped(game: str, case: Mapping[str, object]) -> Mapping[str, object]:
    if "inputs" not in case:
        return case
    if unknown := sorted(set(case) - set(_WRAPPING)):
        raise CaseError(unknown[0], f"only {', '.join(_WRAPPING)} beside the inputs", f"{unknown[0]}: {told(case[unknown[0]])}")
    if case.get("game", game) != game:
        raise CaseError("game", told(game), told(case["game"]))
    inputs = case["inputs"]
    if not isinstance(inputs, Mapping):
        raise CaseError("inputs", "an object", told(inputs))
    return inputs


def _evaluate(case: Case, pack: DeckProfile) -> dict[str, object]:
    cards = case.cards("cards")
    case.done()
    try:
        value = rate(cards)
    except NotAHand as error:
        raise CaseError("cards", "five to seven cards with suits", told([str(card) for card in cards])) from error
    for card, copies in Counter(cards).items():
        if copies > (most := pack.composition[card]):
            raise CaseError("cards", f"{card} at most {most} time{'' if most == 1 else 's'}, as in the pack {pack.id}", f"it {copies} times")
    best = " ".join(map(str, best_five(cards)))
    return {
        "category": label(value),
        "ranks": rank_text(value),
        "explain": [{"what": "hand", "rule": "the best five of the cards", "text": f"{words(value)}: {best}"}],
    }
