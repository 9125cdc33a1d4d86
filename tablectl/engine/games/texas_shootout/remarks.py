"""What a screen may say beside the step: Envy Bonus markers, and what went otherwise with the cards than it should."""

from __future__ import annotations

from tablectl.engine.games.texas_shootout.standing import BONUS, SPLIT_BONUS, stand
from tablectl.engine.round import Round


def remarks(round: Round) -> tuple[str, ...]:
    """Sentences with their rules, seats clockwise; no face is in them."""
    at = stand(round)
    markers = [
        f"an Envy Bonus marker lies at seat {number}{' for its second hand' if bet == SPLIT_BONUS else ''} (TS 4.5)"
        for number in at.seats
        for bet in (BONUS, SPLIT_BONUS)
        if at.has_envy(number, bet)
    ]
    return (*markers, *at.ready.remarks)
