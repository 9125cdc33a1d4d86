"""The games of the bench as a table sees them: what may be pressed at a seat, which pack, and where its cards go after a round."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from tablectl_sim import uth
from tablectl_sim.cards import EIGHT_39, SINGLE_52, SIX_52, PackKind


class Supply(StrEnum):
    """Two packs that alternate from round to round, a shoe that is dealt down to its cut card, one machine that takes all cards back, or one
    pack that the dealer shuffles by hand."""

    FRESH = "fresh"
    SHOE = "shoe"
    MACHINE = "machine"
    HAND = "hand"

    @property
    def has_shuffler(self) -> bool:
        """Beside the shoe."""
        return self in {Supply.FRESH, Supply.SHOE}


@dataclass(frozen=True, slots=True)
class Felt:
    """`spots` are the buttons of one seat."""

    game: str
    spots: tuple[str, ...]
    most_seats: int
    pack: PackKind
    supply: Supply


UTH: Final = Felt(uth.GAME, uth.BETS, uth.MOST_SEATS, SINGLE_52, Supply.FRESH)
CASINO_HOLDEM: Final = Felt("casino_holdem", ("ante", "bonus", "bet"), 6, SINGLE_52, Supply.FRESH)
SHOWDOWN: Final = Felt("showdown_poker", ("ante", "bonus"), 7, SIX_52, Supply.FRESH)
SHOOTOUT: Final = Felt("texas_shootout", ("ante", "bonus", "toke", "bonus_toke"), 7, SIX_52, Supply.SHOE)
TX_BJ: Final = Felt(
    "tx_bj",
    ("box", "p_red", "p_white", "p_blue", "column_one", "column_two", "column_three", "d_red", "d_white", "d_blue", "combo", "a"),
    5,
    EIGHT_39,
    Supply.MACHINE,
)

FELTS: Final = MappingProxyType({felt.game: felt for felt in (UTH, CASINO_HOLDEM, SHOWDOWN, SHOOTOUT, TX_BJ)})
