"""Faces at rest: a table is dealt, and nothing that leaves its process or stays on its disk tells a card that lies face down."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Final

import pytest

from tablectl.engine.games import GAMES
from tablectl.journal.checkpoints import is_checkpoint
from tablectl.journal.clock import SystemClock
from tablectl.journal.keys import CREDENTIAL, KeySealer, make_keys, read_keys
from tablectl.journal.reader import Reader
from tablectl.journal.sealing import ClearSealer, Sealer, secret_of
from tablectl.journal.verification import verified
from tablectl.table.record.recovery import recover
from tablectl.table.state import TableState

from .conftest import MakeTable
from .running import Daemon, Table

pytestmark = pytest.mark.timeout(300)

NAMED: Final = 'seal_key = "seal.key"\n'
FACE: Final = re.compile(rb'(?<=[\[,:])"([2-9TJQKA][cdhs])"')
WORD: Final = re.compile(r"(?<![\w.])[2-9TJQKA][cdhs]\b")
REFUSED: Final = 78


def without_key(table: Table) -> None:
    text = table.bench.config_path.read_text("utf-8")
    assert NAMED in text
    table.bench.config_path.write_text(text.replace(NAMED, ""), "utf-8")


def with_key(table: Table) -> None:
    text = table.bench.config_path.read_text("utf-8")
    table.bench.config_path.write_text(text.replace("[journal]\n", f"[journal]\n{NAMED}"), "utf-8")


def folded(table: Table, sealer: Sealer) -> TableState:
    with Reader(table.journal) as reader:
        state = recover(GAMES, verified(reader), sealer, SystemClock().stamp()).state
    assert state is not None
    return state


def deal_some(table: Table) -> list[str]:
    """Deal until cards lie face down in the first round, kill -9, and return everything that the console said meanwhile."""
    table.start()
    supervisor = table.supervisor()
    said = []
    with supervisor.live() as live:
        table.bench.deal()
        for view in live.views(200):
            said.append(json.dumps(view))
            if view and sum(len(seat["cards"]) for seat in view["seats"]) >= 2:
                break
        else:
            raise AssertionError("no cards were dealt")
    for page in ("/api/view", "/api/journal", "/api/devices"):
        answer = supervisor.client.get(page)
        assert answer.status_code == 200
        said.append(answer.text)
    table.daemon.kill()
    table.bench.dealer.stop()
    return said


def known(table: Table, sealer: Sealer) -> tuple[set[str], set[str]]:
    """Faces that the record tells in public, and those that only its secret parts hold."""
    records = table.records()
    assert {record.round for record in records if record.round} == {1}
    public = {face.decode() for record in records for face in FACE.findall(record.body.encode())}
    sealed = [record for record in records if not is_checkpoint(record)]  # which names every face of the pack, drawn or not
    secret = {face.decode() for record in sealed for face in FACE.findall((secret_of(record, sealer) or "").encode())}
    shown = {face.decode() for record in records if record.type == "cards_shown" for face in FACE.findall(record.body.encode())}
    assert public <= shown
    return shown, secret - shown


def told(table: Table, said: list[str], hidden: set[str]) -> list[str]:
    """Where a hidden face stands: in a file of the table's folder, in the log, in what the console said."""
    files = [path for path in table.folder.rglob("*") if path.is_file()]
    assert {"journal.db", "journal.db-wal"} <= {path.name for path in files}
    found = [f"{path.name} has {face.decode()}" for path in files for face in FACE.findall(path.read_bytes()) if face.decode() in hidden]
    for where, texts in (("log", table.daemon.said), ("console", said)):
        found += [f"{where} has {face}" for text in texts for face in WORD.findall(text) if face in hidden]
    return found


def test_a_dealt_table_tells_no_face_that_is_not_exposed_and_goes_on_after_a_kill(table: MakeTable) -> None:
    dealt = table("kills", rounds=0)
    said = deal_some(dealt)
    sealer = read_keys(dealt.seal_key)
    _, hidden = known(dealt, sealer)
    assert hidden
    assert told(dealt, said, hidden) == []
    assert {record.sealer for record in dealt.records()} == {sealer.id, None}
    before, state = dealt.records(), folded(dealt, sealer)
    dealt.start()
    assert [record.hash for record in dealt.records()[: len(before)]] == [record.hash for record in before]
    after = folded(dealt, sealer)
    assert list(after.live.round.facts[: len(state.live.round.facts)]) == list(state.live.round.facts)
    assert dealt.daemon.stop() == 0
    assert dealt.command("verify", str(dealt.journal)).returncode == 0


def test_without_a_key_the_same_search_finds_faces_and_the_daemon_warned_once(table: MakeTable) -> None:
    dealt = table("kills", rounds=0)
    without_key(dealt)
    said = deal_some(dealt)
    _, hidden = known(dealt, ClearSealer())
    found = told(dealt, said, hidden)
    assert {line.split()[0] for line in found} <= {"journal.db", "journal.db-wal"}
    assert {line.split()[2] for line in found} == hidden
    assert sum("faces lie in the journal in clear" in line for line in dealt.daemon.said) == 1


def refused(table: Table) -> str:
    """Start a daemon that must not come up, and return what it said; the record stays as it is."""
    before = [record.hash for record in table.records()]
    table.daemon = Daemon(table.bench.config_path, table.bench.environment, table.folder / "notify")
    table.daemon.start()
    assert table.daemon.wait_exit() == REFUSED
    assert [record.hash for record in table.records()] == before
    assert not list(table.folder.glob("*.aside-*"))
    return "".join(table.daemon.said)


def test_a_sealed_record_is_not_gone_on_with_without_its_key(table: MakeTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    dealt = table("kills", rounds=0)
    deal_some(dealt)
    right = read_keys(dealt.seal_key)
    without_key(dealt)
    words = refused(dealt)
    assert f"is sealed by {right.id}, and no key was given" in words
    assert CREDENTIAL in words
    with_key(dealt)
    kept = tmp_path / "kept.key"
    dealt.seal_key.rename(kept)
    assert "seal.key: the seal key cannot be read: No such file" in refused(dealt)
    wrong = make_keys(dealt.seal_key)
    assert f"the keys given are {wrong.id}" in refused(dealt)
    dealt.seal_key.unlink()
    rotated = make_keys(dealt.seal_key, keep=kept)
    goes_on(dealt, rotated)
    handed = tmp_path / "credentials"
    handed.mkdir()
    shutil.move(dealt.seal_key, handed / CREDENTIAL)
    without_key(dealt)
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(handed))
    goes_on(dealt, rotated)


def goes_on(table: Table, sealer: KeySealer) -> None:
    before = len(table.records())
    table.start()
    assert table.daemon.stop() == 0
    assert len(table.records()) > before
    assert folded(table, sealer).live.number == 1
