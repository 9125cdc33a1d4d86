"""Looking for faces in everything that leaves a table: what the console answers, what stands in its files, and what is taken out of these."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import pydantic_core

from tablectl.console.acts import acts
from tablectl.engine.cards import Card
from tablectl.engine.facts import Place
from tablectl.journal import Filter, Reader, Record, Sealer, SystemClock
from tablectl.journal.backup import back_up
from tablectl.journal.exporting import Wanted, export
from tablectl.journal.proofs import PROOF, RECORDS
from tablectl.journal.proving import prove
from tablectl.journal.sealing import secret_of
from tablectl.journal.signing import Signer
from tablectl.table.actions import IdentifyCard, PersonRole
from tablectl.table.record.incidents import incidents
from tablectl.table.record.rounds import played_rounds
from tests.table.test_secrets import FACE

from .running import ACTIONS, Table

PAGES: Final = (
    "/api/me",
    "/api/view",
    "/api/incidents",
    "/api/recovery",
    "/api/devices",
    "/api/round",
    "/api/round/last-card",
    "/api/users",
    "/healthz",
)
AROUND: Final = 30
UNSIGNED: Final = f"{PROOF}: no signature by a key that was given vouches for these records"
"""No checkpoint follows them yet: the round goes on."""


def faces(text: str, allowed: Iterable[str] = ()) -> set[str]:
    return set(FACE.findall(text)) - set(allowed)


class Search:
    """`found` says what was told where; `looked` counts the texts and files of each kind that were searched."""

    def __init__(self, table: Table, sealer: Sealer, signer: Signer) -> None:
        self._table = table
        self._sealer = sealer
        self._signer = signer
        self._record = 0
        self._open: dict[int, set[str]] = {}
        self.found: list[str] = []
        self.looked: dict[str, int] = {}

    def look(self, where: str, told: Iterable[str]) -> None:
        kind = where.partition(",")[0]
        self.looked[kind] = self.looked.get(kind, 0) + 1
        at = f"round {self._table.controller.state.live.number}, after record {self._table.controller.cursor}"
        self.found += [f"{where}, {at}: {face}" for face in told]

    @property
    def _up(self) -> frozenset[str]:
        """What lies face up."""
        return self._table.open[self._table.controller.cursor]

    @property
    def _shown(self) -> set[str]:
        """What lay face up in this round, now or before."""
        return self._open.setdefault(self._table.controller.state.live.number, set())

    def after_each_event(self) -> None:
        """Every view as it stands, and the new records."""
        table = self._table
        self._shown.update(self._up)
        for role in (PersonRole.VIEWER, PersonRole.ADMIN):  # pages of all the others look on
            self.look("view", faces(pydantic_core.to_json(table.live.view(role)).decode(), self._up))
        with Reader(table.path) as reader:
            for record in reader.records(self._record + 1):
                self._record = record.seq
                self.look("record", faces(record.body, self._shown))

    async def what_people_get(self) -> None:
        """Every page that there is, for everybody, and what it would change to name each card that lies down."""
        table = self._table
        number = table.controller.state.live.number
        asked = [ACTIONS.dump_python(IdentifyCard(place, index, card, "why"), mode="json") for place, index, card in self._down()][:3]
        for role, client in table.looking.items():
            for page in (*PAGES, f"/api/journal?round={number}&limit=200"):
                answer = await client.get(page)
                assert answer.status_code in {200, 403}, answer.text
                self.look(f"page, {page} for {role}", faces(answer.text, self._shown if "journal" in page else self._up))
            for action in asked:
                answer = await client.post("/api/round/what-if", json={"action": action, "round": number})
                assert answer.status_code in {200, 403}, answer.text
                self.look(f"page, what-if for {role}", faces(answer.text, self._up))

    async def what_is_kept_and_taken_away(self, folder: Path) -> None:
        """The file with its write-ahead log, a backup of it, an export of this round, and the registers that are read out of it."""
        await asyncio.to_thread(self._files, folder)

    def _files(self, folder: Path) -> None:
        folder.mkdir()
        path, number = self._table.path, self._table.controller.state.live.number
        assert back_up(path, folder / "backup.db").sound
        with Reader(path) as reader:
            secrets = {text for record in reader.records() for text in self._secrets_of(record)}
            export(reader, folder / "part", Wanted(Filter(round=number), table=True, clear=True), SystemClock().stamp(), "0.1")
            registers = {"incidents": incidents(lambda wanted: reader.records(filter=wanted), str), "people": acts(reader, str, Filter())}
            for name, rows in {**registers, "rounds": played_rounds(lambda wanted: reader.records(filter=wanted))}.items():
                self.look(name, faces(pydantic_core.to_json([*rows]).decode()))
        proved = prove(folder / "part", self._signer.public)
        assert proved.proof is not None
        assert set(proved.faults) <= {UNSIGNED}
        lines = [json.loads(line) for line in (folder / "part" / RECORDS).read_text("utf-8").splitlines()]
        self.look("export", faces(json.dumps([{**line, "sealed": None} for line in lines]), self._shown))
        assert secrets
        for file in (path, path.with_name(f"{path.name}-wal"), *(each for each in folder.rglob("*") if each.is_file())):
            data = file.read_bytes()
            self.look(f"file, {file.name}", (text for text in secrets if text.encode() in data or text.encode().hex().encode() in data))

    def _secrets_of(self, record: Record) -> Iterator[str]:
        """What must lie nowhere in clear: where a face stands in the secret part of a record, with what is around it."""
        if (secret := secret_of(record, self._sealer)) and (found := FACE.search(secret)):
            yield secret[max(0, found.start() - AROUND) : found.end() + AROUND]

    def _down(self) -> Iterator[tuple[Place, int, Card]]:
        live = self._table.controller.state.live
        for place, cards in live.round.layout.cards.items():
            for index, card in enumerate(cards):
                if card is not None and (place, index) not in live.shown:
                    yield place, index, card
