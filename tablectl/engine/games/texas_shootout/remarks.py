"""What a screen may say beside the step: Envy Bonus markers, and what went otherwise with the cards than it should."""

from __future__ import annotations

from tablectl.engine.games.texas_shootout.standing import BONUS, SPLIT_BONUS, stand
from tablectl.engine.round import Round


def remarks(round: Round) -> tuple[str, ...]:
    """Sentences with their rules, seats clockwise; no face is in them."""
    at = stand(round)
    marked = [
        f"seat {number}{', second hand' if bet == SPLIT_BONUS else ''}"
        for number in at.seats
        for bet in (BONUS, SPLIT_BONUS)
        if at.has_envy(number, bet)
    ]
    markers = (f"Envy Bonus markers: {'; '.join(marked)} (TS 4.5)",) if marked else ()
    return (*markers, *at.ready.remarks)
