"""The full matrix of Casino Texas Hold'em: whether the dealer qualifies, who wins, what the player holds in seven and five cards, light or dark."""

from __future__ import annotations

from itertools import product
from typing import Final, Literal

import pytest

from tablectl.engine.cards import Card, Rank
from tablectl.engine.hands import Category, category, label, ranks, rate
from tests.engine.matrix import Row, profile, rows, settled

STAKES: Final = {"ante": 10, "bonus": 10}
HELD: Final = ("lower", "straight", "flush", "full_house", "four_of_a_kind", "straight_flush", "royal_flush")
"""The rows of the table of the ante; `lower` shares the row of the straight."""
BONUS: Final = (
    "lower", "board_trips", "trips", "straight", "flush", "full_house", "quads_one_own", "quads", "straight_flush", "royal_flush",
)  # fmt: skip
"""The rows of the bonus, with three and four of a kind told apart by the own cards in them."""

# The cell: dealer qualifies (q) or not (nq), who has the better hand, the player's seven cards, its two with the first three of the board.
# Player, dealer, board. Then what an ante of 10, a bet of 20 and a bonus of 10 win or lose: ante, the ante where only the better hand is paid,
# bet | bonus, four of a kind with one own card as three, as four, as nothing | after a fold ante, bonus as three, and forfeited.
TABLE: Final = rows("""
nq win  lower          lower          | Ac Jd | Qh Td | 9s 7d 5c 3h Kd |  10  10   0 |   -10   -10   -10 | -10   -10 -10
nq win  lower          trips          | 2d 9h | 6h Js | 2h 5c 2s Qh Ah |  10  10   0 |   100   100   100 | -10   100 -10
nq win  straight       lower          | 9h 7c | 4d 7s | Qc Tc 8s Js Ad |  10  10   0 |   -10   -10   -10 | -10   -10 -10
nq win  straight       straight       | Jc Tc | 2d Ad | Qs 9s Ks Ts 6c |  10  10   0 |   150   150   150 | -10   150 -10
nq win  flush          flush          | 3h Kh | 2d 5d | 8h 4h 2h Ah Ts |  20  20   0 |   250   250   250 | -10   250 -10
nq win  full_house     full_house     | 2d 5s | Kc 8d | 2s 5d 2c 6d 3d |  30  30   0 |   750   750   750 | -10   750 -10
nq win  four_of_a_kind quads          | 2c 2d | 7c Ac | Tc 2h 2s 5h 6s | 100 100   0 |  2500  2500  2500 | -10  2500 -10
nq win  straight_flush straight_flush | 7s 8s | Kc Ah | 9s Ts Js 2d 4s | 200 200   0 |  5000  5000  5000 | -10  5000 -10
nq win  royal_flush    royal_flush    | Qd Td | 4c 6h | Ad Jd Kd 2d Qs | 500 500   0 | 10000 10000 10000 | -10 10000 -10
nq tie  lower          lower          | Qs Ah | Qd As | Ts 3h 7c Kc 3d |  10   0   0 |   -10   -10   -10 | -10   -10 -10
nq lose lower          lower          | 8d Td | 3c 6s | 4c 3h 2s Ks Qc |  10   0   0 |   -10   -10   -10 | -10   -10 -10
q  win  lower          lower          | Kc Qd | 8c 7d | Kh 8s 5d 3c 2h |  10  10  20 |   -10   -10   -10 | -10   -10 -10
q  win  lower          trips          | Ac Qc | 2s 3s | Ad Ah Jh 2c Tc |  10  10  20 |   100   100   100 | -10   100 -10
q  win  straight       straight       | 9d 8d | 4c Td | 6h 7d 5c Qd 7c |  10  10  20 |   150   150   150 | -10   150 -10
q  win  flush          lower          | 7c 4d | 3c 5s | 4c Ac 2c Jc 6c |  20  20  20 |   -10   -10   -10 | -10   -10 -10
q  win  flush          flush          | 9s 8s | Td Kh | 4s As 2s 4h 7c |  20  20  20 |   250   250   250 | -10   250 -10
q  win  full_house     full_house     | 7d Qd | 5d 3s | 7h Qh 7s 2c Js |  30  30  20 |   750   750   750 | -10   750 -10
q  win  four_of_a_kind board_trips    | Ks Js | 3c 4h | 7s 7c 7d 7h Ts | 100 100  20 |   -10   -10   -10 | -10   -10 -10
q  win  four_of_a_kind quads_one_own  | Qs 9c | Tc Ts | Qc Qh Qd 6h Jh | 100 100  20 |   100  2500   -10 | -10   100 -10
q  win  four_of_a_kind quads          | 4h 4s | Qd Qh | 9c 4d 4c 6h Ts | 100 100  20 |  2500  2500  2500 | -10  2500 -10
q  win  straight_flush straight_flush | 6d 5d | 2h Jh | 3d 4d 2d 4h 6c | 200 200  20 |  5000  5000  5000 | -10  5000 -10
q  win  royal_flush    royal_flush    | Qd Td | 8d Jh | Ad Jd Kd 2d Qs | 500 500  20 | 10000 10000 10000 | -10 10000 -10
q  tie  lower          lower          | 8h Qc | Qh 6s | Ah Qd 7c Ks Th |   0   0   0 |   -10   -10   -10 | -10   -10 -10
q  tie  straight       straight       | 9s 5c | 9h 5s | 6h 8d 7h 7s 6d |   0   0   0 |   150   150   150 | -10   150 -10
q  tie  flush          lower          | Qc 8c | 4c 5d | Js 2s Ks 9s Ts |   0   0   0 |   -10   -10   -10 | -10   -10 -10
q  tie  full_house     board_trips    | 7h 9h | 6s As | Jh Js Jc Qc Qd |   0   0   0 |   -10   -10   -10 | -10   -10 -10
q  tie  full_house     trips          | 2h 3c | 3d Td | 8s 3h 3s Qh 8c |   0   0   0 |   100   100   100 | -10   100 -10
q  tie  full_house     full_house     | 2s 9d | 9c 7d | 2h 2d 9h 8s 9s |   0   0   0 |   750   750   750 | -10   750 -10
q  tie  four_of_a_kind board_trips    | Td 6s | 2h Js | 7c 7s 7d Ks 7h |   0   0   0 |   -10   -10   -10 | -10   -10 -10
q  tie  straight_flush lower          | Kh As | 5s Ks | 5d 7d 3d 6d 4d |   0   0   0 |   -10   -10   -10 | -10   -10 -10
q  tie  straight_flush straight_flush | 6h 5h | Ac Kd | 9h 8h 7h Jh Th |   0   0   0 |  5000  5000  5000 | -10  5000 -10
q  tie  royal_flush    flush          | 4h 2h | 4c 6h | Jh Ah Kh Th Qh |   0   0   0 |   250   250   250 | -10   250 -10
q  lose lower          lower          | 9c 8d | Jc Td | Jh 7s 4d 3c 2h | -10 -10 -20 |   -10   -10   -10 | -10   -10 -10
q  lose lower          trips          | Ac Qc | Kc As | Ad Ah Jh 2c Tc | -10 -10 -20 |   100   100   100 | -10   100 -10
q  lose straight       straight       | 9d 8d | 5h 7h | 6h 7d 5c Qd 7c | -10 -10 -20 |   150   150   150 | -10   150 -10
q  lose flush          lower          | 7c 4d | 8c Tc | 4c Ac 2c Jc 6c | -10 -10 -20 |   -10   -10   -10 | -10   -10 -10
q  lose flush          flush          | 9s 8s | 4d 7s | 4s As 2s 4h 7c | -10 -10 -20 |   250   250   250 | -10   250 -10
q  lose full_house     board_trips    | 7h 9h | 4d Qs | Jh Js Jc Qc Qd | -10 -10 -20 |   -10   -10   -10 | -10   -10 -10
q  lose full_house     full_house     | 7d Qd | Jc Jd | 7h Qh 7s 2c Js | -10 -10 -20 |   750   750   750 | -10   750 -10
q  lose four_of_a_kind quads_one_own  | 7d 5d | Jh Js | 5h 5s 5c Jd Jc | -10 -10 -20 |   100  2500   -10 | -10   100 -10
q  lose four_of_a_kind quads          | 3c 3d | 6d 6s | 6h 3s 3h Tc 6c | -10 -10 -20 |  2500  2500  2500 | -10  2500 -10
q  lose straight_flush straight_flush | 2d 3d | 7d 8d | 4d 5d 6d 3c 4h | -10 -10 -20 |  5000  5000  5000 | -10  5000 -10
""")

_NO_BETTER: Final = "a hand that is no better than less than a pair of fours is a pair or a high card, and so are five of its cards"
_BOARD: Final = "three of a kind on the board, and with it the dealer qualifies"
UNREACHABLE: Final = {
    **{("nq", outcome, held): _NO_BETTER for outcome in ("tie", "lose") for held in HELD[1:]},
    ("q", "lose", "royal_flush"): "nothing beats a royal flush",
}
UNREACHABLE_BONUS: Final = {
    **{("nq", outcome, held): _NO_BETTER for outcome in ("tie", "lose") for held in BONUS[1:]},
    **{("nq", "win", held): _BOARD for held in ("board_trips", "quads_one_own")},
    **{
        ("q", "tie", held): "nobody else has this rank, and a board with two or three cards of it is no better" for held in ("quads", "quads_one_own")
    },
    **{("q", outcome, "royal_flush"): "nothing beats or equals a royal flush with own cards" for outcome in ("tie", "lose")},
}
_OUTCOMES: Final = tuple(product(("nq", "q"), ("win", "tie", "lose")))


def test_every_cell_has_its_row_or_a_reason_why_there_is_none() -> None:
    """CH 5.7, CH 6.2 to 6.6, CH 8.1 to 8.4"""
    assert len({row.cell for row in TABLE}) == len(TABLE)
    for number, (held, unreachable) in enumerate(((HELD, UNREACHABLE), (BONUS, UNREACHABLE_BONUS)), start=2):
        cells = {(*row.cell[:2], row.cell[number]) for row in TABLE}
        assert cells | set(unreachable) == {(*outcome, name) for outcome in _OUTCOMES for name in held}
        assert cells & set(unreachable) == set()


@pytest.mark.parametrize("row", TABLE, ids=str)
def test_a_row_lies_in_its_cell(row: Row) -> None:
    dealer, held = row.against, label(row.own)
    qualifies = category(dealer) > Category.PAIR or (category(dealer) is Category.PAIR and ranks(dealer)[0] >= Rank.FOUR)
    assert row.cell == ("q" if qualifies else "nq", row.outcome, held if held in HELD else "lower", _five(row))


def _five(row: Row) -> str:
    """What the bonus is paid on."""
    own, flop = ([Card.parse(word) for word in words] for words in (row.player, row.board[:3]))
    value = rate([*own, *flop])
    mine = sum(card.rank == ranks(value)[0] for card in own)
    match label(value):
        case "three_of_a_kind":
            return "trips" if mine else "board_trips"
        case "four_of_a_kind":
            return "quads" if mine == len(own) else "quads_one_own"
        case name:
            return name if name in BONUS else "lower"


@pytest.mark.parametrize("action", ["call", "dark"])
@pytest.mark.parametrize("name", ["document", "trade"])
@pytest.mark.parametrize("row", TABLE, ids=str)
def test_a_field_that_plays_is_paid_the_same_light_and_dark(row: Row, name: str, action: Literal["call", "dark"]) -> None:
    """CH 4.5, CH 6.2 to 6.6, CH 7.1 to 7.4, CH 8.1 to 8.4"""
    (ante, if_better, bet), (as_trips, as_quads, as_nothing), _ = row.nets
    rules = profile("casino_holdem", name)
    expected = {"ante": ante, "bet": bet, "bonus": {"document": as_trips, "trade": as_quads}[name]}
    assert settled("casino_holdem", rules, row, STAKES, action=action) == expected
    switch = {"not_qualified.ante": "by_table_if_better"}
    assert settled("casino_holdem", rules, row, STAKES, action=action, config=switch) == expected | {"ante": if_better}
    for reading, bonus in {"as_trips": as_trips, "as_quads": as_quads, "none": as_nothing}.items():
        assert settled("casino_holdem", rules, row, STAKES, action=action, config={"quads_one_own": reading})["bonus"] == bonus


@pytest.mark.parametrize("row", TABLE, ids=str)
def test_a_field_that_folds(row: Row) -> None:
    """CH 6.1, CH 8.5: whatever it would have held, and whether or not the dealer qualifies. Only a light field is asked (CH 4.5)."""
    *_, (ante, bonus, forfeited) = row.nets
    rules = profile("casino_holdem", "document")
    assert settled("casino_holdem", rules, row, STAKES, action="fold") == {"ante": ante, "bonus": bonus}
    forfeit = {"bonus.after_fold": "forfeit"}
    assert settled("casino_holdem", rules, row, STAKES, action="fold", config=forfeit) == {"ante": ante, "bonus": forfeited}
