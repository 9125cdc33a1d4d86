"""A whole shoe is dealt, and nothing that leaves the table or stays on its disk tells a card before it lies face up."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from tablectl.journal import ClearSealer, Sealer
from tablectl.journal.keys import make_keys
from tablectl.journal.signing import make_signer
from tablectl.table.events import CardRead, CommandGiven

from .dealing import Dealt, begun, dealt
from .running import person, running
from .searching import Search, faces


async def search(shoe: Dealt, folder: Path, sealer: Sealer, each: int) -> Search:
    """Look at views and new records after each event, and at everything after so many cards."""
    signer, _ = make_signer(folder / "signing.key")
    opening, *events = shoe.events
    people = {person(event): event.role for event in events if isinstance(event, CommandGiven)}
    drawn = 0
    async with running(folder, opening, sealer, signer, people) as table:
        found = Search(table, sealer, signer)
        for event in events:
            await table.happen(event)
            found.after_each_event()
            if isinstance(event, CardRead):
                drawn += 1
                if drawn % each == 0:
                    table.controller.tick()
                    await found.what_people_get()
                    await found.what_is_kept_and_taken_away(folder / f"after-{drawn}")
    for role, views in table.heard.items():
        for view in views:
            found.look(f"live page, for {role}", faces(json.dumps(view), table.open[view["cursor"]]))
    found.look("log", faces(table.said.getvalue()))
    found.look(
        "log",
        (
            cookie
            for client in (*table.people.values(), *table.looking.values())
            for cookie in client.cookies.values()
            if cookie in table.said.getvalue()
        ),
    )
    return found


@pytest.mark.parametrize(("game", "shoes"), [("texas_shootout", 1), ("uth", 4)])
def test_the_first_rounds_tell_no_card_before_it_lies_face_up(tmp_path: Path, game: str, shoes: int) -> None:
    found = asyncio.run(search(begun(dealt(game, shoes), 40), tmp_path, make_keys(tmp_path / "seal.key"), 18))
    assert found.found == []
    assert found.looked.keys() == {"view", "record", "page", "live page", "file", "export", "incidents", "people", "rounds", "log"}


@pytest.mark.soak
@pytest.mark.timeout(900)
@pytest.mark.parametrize(("game", "shoes", "cards"), [("texas_shootout", 1, 260), ("uth", 12, 170)])
def test_a_whole_shoe_tells_no_card_before_it_lies_face_up(tmp_path: Path, game: str, shoes: int, cards: int) -> None:
    """Six decks to the cut card, or a pack for every round."""
    shoe = dealt(game, shoes)
    assert shoe.cards >= cards
    found = asyncio.run(search(shoe, tmp_path, make_keys(tmp_path / "seal.key"), 12))
    assert found.found == []
    assert found.looked["view"] > 2 * cards


def test_the_same_search_finds_the_faces_of_a_table_without_a_key(tmp_path: Path) -> None:
    found = asyncio.run(search(begun(dealt("uth", 2), 18), tmp_path, ClearSealer(), 18))
    told = {line.partition(", round")[0] for line in found.found}
    assert told >= {f"file, {name}" for name in ("journal.db-wal", "backup.db", "records.jsonl", "records.csv")}
    assert all(where.startswith("file, ") for where in told), "pages, registers and the log have none even so"
