"""The full matrix of Ultimate Texas Hold'em: whether the dealer qualifies, who wins, what the player holds, when it plays, and each bet."""

from __future__ import annotations

from itertools import product
from typing import Any, Final

import pytest

from tablectl.engine.hands import Category, category, label
from tests.engine.matrix import Row, profile, rows, settled

STAKES: Final = {"ante": 10, "blind": 10, "triple_bonus": 10}
CLASSES: Final = (
    "lower", "three_of_a_kind", "straight", "flush", "full_house", "four_of_a_kind", "straight_flush", "royal_flush",
)  # fmt: skip
"""The rows of the two pay tables; `lower` is what neither of them names."""

# The cell: dealer qualifies (q) or not (nq), who has the better hand, what the player holds. Player, dealer, board. Then what a wager of 10
# wins or loses: ante, blind | play at 4, 3, 2, 1 times the ante | triple bonus, and where it must win | after a fold ante, blind, triple bonus,
# and forfeited.
TABLE: Final = rows("""
nq win  lower           | Ad 5s | 5c 8c | 6h 9c Jh Th 2s |   0    0 |  40  30  20  10 | -10 -10 | -10 -10 -10 -10
nq win  three_of_a_kind | 4c 4s | Kc Jd | 3h 8c 4h 9s Th |   0    0 |  40  30  20  10 |  30  30 | -10 -10  30 -10
nq win  straight        | 4s 9h | Td Qd | 3s 6c 7c 5d 9s |   0   10 |  40  30  20  10 |  50  50 | -10 -10  50 -10
nq win  flush           | Qs 4c | Kc 2d | 5s Js Ts 3s 9c |   0   15 |  40  30  20  10 |  60  60 | -10 -10  60 -10
nq win  straight_flush  | 5h 8h | Jc Ad | 7h 6h 9h Qc 2h |   0  500 |  40  30  20  10 | 400 400 | -10 -10 400 -10
nq win  royal_flush     | Js Qs | 9c Jh | Ks As Ts 2h 5d |   0 5000 |  40  30  20  10 | 500 500 | -10 -10 500 -10
nq tie  lower           | Ad 5s | 5d As | 6h 9c Jh Th 2s |   0    0 |   0   0   0   0 | -10 -10 | -10 -10 -10 -10
nq lose lower           | Ad 5s | 7c As | 6h 9c Jh Th 2s |   0  -10 | -40 -30 -20 -10 | -10 -10 | -10 -10 -10 -10
q  win  lower           | Td 6s | 6d 4h | Ac 5c 8s Kd 8c |  10    0 |  40  30  20  10 | -10 -10 | -10 -10 -10 -10
q  win  three_of_a_kind | Jc Qs | 9h Th | 7s 5c 7c 7d 2d |  10    0 |  40  30  20  10 |  30  30 | -10 -10  30 -10
q  win  straight        | Jh Ts | 8d 3s | Qs Kd 9s Kc Jc |  10   10 |  40  30  20  10 |  50  50 | -10 -10  50 -10
q  win  flush           | 5h 5c | 4c Kc | 8h 2h Kh Jh Ah |  10   15 |  40  30  20  10 |  60  60 | -10 -10  60 -10
q  win  full_house      | Ac Jd | 7s As | Jh Jc Ad 3c 4c |  10   30 |  40  30  20  10 |  80  80 | -10 -10  80 -10
q  win  four_of_a_kind  | As Ah | 3s 8s | Td Ad Ac Th 4s |  10  100 |  40  30  20  10 | 300 300 | -10 -10 300 -10
q  win  straight_flush  | 5d 8d | 4h As | 6d 9d 7d 3d Ad |  10  500 |  40  30  20  10 | 400 400 | -10 -10 400 -10
q  win  royal_flush     | Jd Kh | 3h 8h | Qd Ad Td Kd 2d |  10 5000 |  40  30  20  10 | 500 500 | -10 -10 500 -10
q  tie  lower           | Td 6s | 4d Th | Ac 5c 8s Kd 8c |   0    0 |   0   0   0   0 | -10 -10 | -10 -10 -10 -10
q  tie  three_of_a_kind | Jc Qs | Qc Jd | 7s 5c 7c 7d 2d |   0    0 |   0   0   0   0 |  30 -10 | -10 -10  30 -10
q  tie  straight        | Jd 9s | 6h 2s | 9c 7c 8c Th Jc |   0    0 |   0   0   0   0 |  50 -10 | -10 -10  50 -10
q  tie  flush           | Ah Qc | Jc 3d | Td 6d Qd Kd 7d |   0    0 |   0   0   0   0 |  60 -10 | -10 -10  60 -10
q  tie  full_house      | Jh 5h | Tc Ad | 2h 2c Qd Qc 2s |   0    0 |   0   0   0   0 |  80 -10 | -10 -10  80 -10
q  tie  four_of_a_kind  | Ad Tc | Ac Kd | 6d 6h 6c Ks 6s |   0    0 |   0   0   0   0 | 300 -10 | -10 -10 300 -10
q  tie  straight_flush  | 5d 8h | 9h Ah | 9d Qd Jd 8d Td |   0    0 |   0   0   0   0 | 400 -10 | -10 -10 400 -10
q  tie  royal_flush     | 5d 7d | Kc 9d | Kd Jd Td Qd Ad |   0    0 |   0   0   0   0 | 500 -10 | -10 -10 500 -10
q  lose lower           | Ad 5s | 9h 3s | 6h 9c Jh Th 2s | -10  -10 | -40 -30 -20 -10 | -10 -10 | -10 -10 -10 -10
q  lose three_of_a_kind | Jc Qs | 4c 4s | 7s 5c 7c 7d 2d | -10  -10 | -40 -30 -20 -10 |  30 -10 | -10 -10  30 -10
q  lose straight        | Jd 9s | 4c 6s | 9c 7c 8c Th Jc | -10  -10 | -40 -30 -20 -10 |  50 -10 | -10 -10  50 -10
q  lose flush           | 5h 5c | 7h 9h | 8h 2h Kh Jh Ah | -10  -10 | -40 -30 -20 -10 |  60 -10 | -10 -10  60 -10
q  lose full_house      | Jh 5h | 2d 3s | 2h 2c Qd Qc 2s | -10  -10 | -40 -30 -20 -10 |  80 -10 | -10 -10  80 -10
q  lose four_of_a_kind  | 3c Js | Jd Ad | 9s 4h 9c 9d 9h | -10  -10 | -40 -30 -20 -10 | 300 -10 | -10 -10 300 -10
q  lose straight_flush  | 5d 8h | Kd 6h | 9d Qd Jd 8d Td | -10  -10 | -40 -30 -20 -10 | 400 -10 | -10 -10 400 -10
""")

UNREACHABLE: Final = {
    **{("nq", "win", held): "a full house and four of a kind need a pair on the board, and with it the dealer qualifies" for held in CLASSES[4:6]},
    **{
        ("nq", outcome, held): "a hand that is no better than the dealer's high card is a high card"
        for outcome in ("tie", "lose")
        for held in CLASSES[1:]
    },
    ("q", "lose", "royal_flush"): "nothing beats a royal flush",
}

WAYS: Final = {
    "document": {"preflop 4x": ("preflop", 4), "flop 2x": ("flop", 2), "river 2x": ("river", 2)},
    "trade": {"preflop 4x": ("preflop", 4), "preflop 3x": ("preflop", 3), "flop 2x": ("flop", 2), "river 1x": ("river", 1)},
}
EACH_WAY: Final = [(name, *way) for name, ways in WAYS.items() for way in ways.values()]


def test_every_cell_has_its_row_or_a_reason_why_there_is_none() -> None:
    """UTH 4.6, UTH 5.2 to 5.5, UTH 6.1 to 6.4, UTH 8.1, UTH 8.2"""
    cells = [row.cell for row in TABLE]
    assert len(cells) == len(set(cells))
    assert set(cells) | set(UNREACHABLE) == set(product(("nq", "q"), ("win", "tie", "lose"), CLASSES))
    assert set(cells) & set(UNREACHABLE) == set()


@pytest.mark.parametrize("row", TABLE, ids=str)
def test_a_row_lies_in_its_cell(row: Row) -> None:
    held = label(row.own)
    assert row.cell == ("q" if category(row.against) >= Category.PAIR else "nq", row.outcome, held if held in CLASSES else "lower")


@pytest.mark.parametrize(("name", "street", "multiple"), EACH_WAY, ids=["-".join(map(str, way)) for way in EACH_WAY])
@pytest.mark.parametrize("row", TABLE, ids=str)
def test_a_seat_that_plays(row: Row, name: str, street: str, multiple: int) -> None:
    """UTH 5.2 to 5.5, UTH 6.1 to 6.4, UTH 7.1 to 7.3, UTH 8.1, UTH 8.2, UTH 8.4"""
    (ante, blind), play, (triple, must_win), _ = row.nets
    said: dict[str, Any] = {"play_at": street} | ({"play_multiple": multiple} if street == "preflop" else {})
    expected = {"ante": ante, "blind": blind, "play": dict(zip((4, 3, 2, 1), play, strict=True))[multiple], "triple_bonus": triple}
    assert settled("uth", profile("uth", name), row, STAKES, **said) == expected
    assert settled("uth", profile("uth", name), row, STAKES, **said, config={"must_win": True}) == expected | {"triple_bonus": must_win}


@pytest.mark.parametrize("name", WAYS)
@pytest.mark.parametrize("row", TABLE, ids=str)
def test_a_seat_that_folds(row: Row, name: str) -> None:
    """UTH 5.1, UTH 6.5, UTH 8.3, UTH 8.4: whatever it would have held, and whether or not the dealer qualifies."""
    *_, (ante, blind, triple, forfeited) = row.nets
    expected = {"ante": ante, "blind": blind, "triple_bonus": triple}
    assert settled("uth", profile("uth", name), row, STAKES, play_at="fold") == expected
    for config in ({"after_fold": "forfeit"}, {"must_win": True}):
        assert settled("uth", profile("uth", name), row, STAKES, play_at="fold", config=config) == expected | {"triple_bonus": forfeited}
