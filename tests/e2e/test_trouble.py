"""Bad input and bad luck at start and while running: words and an exit code that a service manager understands, never a traceback or a loop."""

from __future__ import annotations

import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tablectl.journal import Reader, secret_of
from tablectl.journal.keys import read_keys
from tablectl.journal.store import TAIL_RECORDS

from .conftest import MakeTable
from .running import PASSWORD, Daemon, Supervisor, Table

BAD_CONFIG = 78
TRY_LATER = 75


def outcome(table: Table, *arguments: str) -> tuple[int, str]:
    """Start the daemon to its end."""
    daemon = Daemon(table.bench.config_path, table.bench.environment, table.folder / "notify")
    daemon.start(*arguments)
    code = daemon.wait_exit()
    said = "".join(daemon.said)
    assert "Traceback" not in said
    return code, said


def edit(table: Table, old: str, new: str) -> None:
    text = table.bench.config_path.read_text()
    assert old in text
    table.bench.config_path.write_text(text.replace(old, new, 1))


def play_one_round(table: Table) -> None:
    table.start()
    table.bench.deal()
    assert table.bench.dealer.done.wait(60)
    assert table.daemon.stop() == 0


def test_every_mistake_of_the_configuration_is_told_at_once(table: MakeTable) -> None:
    wrong = table("kills")
    edit(wrong, "stable_ms = 2", "stabel_ms = 2")
    edit(wrong, 'role = "shuffler"', 'role = "shufler"')
    code, said = outcome(wrong)
    assert code == BAD_CONFIG
    assert "did you mean `stable_ms`" in said
    assert "shufler" in said
    assert said.count("table.toml:") >= 2


def test_a_pin_factory_that_does_not_exist_stops_the_start(table: MakeTable) -> None:
    wrong = table("kills")
    edit(wrong, 'factory = "tablectl_sim"', 'factory = "tablectl_sym"')
    code, said = outcome(wrong)
    assert (code, "tablectl_sim" in said) == (BAD_CONFIG, True)


def test_a_second_daemon_is_refused_with_the_first_one_named(table: MakeTable) -> None:
    running = table("kills")
    running.start()
    code, said = outcome(running)
    assert code == TRY_LATER
    assert str(running.daemon.pid) in said
    assert running.daemon.stop() == 0


def test_the_console_port_is_taken(table: MakeTable) -> None:
    running = table("kills")
    running.start()
    url = running.daemon.wait_said(r"Console of table .*:  (http://\S+?)/?$")[1]
    port = url.rpartition(":")[2]
    code, said = outcome(running, "--set", f"console.port={port}", "--set", "journal.path=other.db")
    assert code == TRY_LATER
    assert port in said
    assert running.daemon.stop() == 0


def test_a_file_of_users_that_is_none_stops_the_start(table: MakeTable) -> None:
    wrong = table("kills")
    code, said = outcome(wrong, "--set", "console.users=journal.db")
    assert (code, "console.users: " in said) == (BAD_CONFIG, True)


@pytest.mark.parametrize("stderr", ["&-", "/dev/full"])
def test_a_log_that_nobody_can_read_does_not_stop_the_table(table: MakeTable, stderr: str) -> None:
    unheard = table("kills")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "tablectl", "run", "--config", str(unheard.bench.config_path), "--set", f"console.port={port}"]
    with subprocess.Popen(["sh", "-c", f'exec "$@" 2>{stderr}', "sh", *command], env={**os.environ, **unheard.bench.environment}) as process:
        with httpx.Client(transport=httpx.HTTPTransport(retries=8), timeout=30) as client:
            answer = client.get(f"http://127.0.0.1:{port}/healthz")
        process.terminate()
        assert (answer.text, process.wait(30)) == ("ready\n", 0)


def test_a_missing_port_holds_play_and_is_taken_when_it_comes(table: MakeTable) -> None:
    missing = table("kills")
    edit(missing, "by-id/shoe", "by-id/shoe-of-tomorrow")
    missing.start()
    supervisor = missing.supervisor()
    with supervisor.live() as live:
        view = live.wait(lambda view: any(hold["code"] == "device_lost" for hold in view["holds"]), 20, "a lost shoe")
        hold = next(hold for hold in view["holds"] if hold["code"] == "device_lost")
        assert "shoe-of-tomorrow" in hold["detail"]
        refused = supervisor.ask(kind="release_hold", hold=hold["id"], reason="let us play")
        assert not refused["done"]
        (missing.bench.ports / "shoe-of-tomorrow").symlink_to((missing.bench.ports / "shoe").readlink())
        live.wait(lambda view: not any(hold["active"] for hold in view["holds"]), 20, "the shoe")
    supervisor.do(kind="release_hold", hold=hold["id"], reason="plugged in")
    assert missing.daemon.stop() == 0


def test_a_damaged_journal_is_set_aside_and_play_is_held(table: MakeTable) -> None:
    damaged = table("kills", rounds=1)
    play_one_round(damaged)
    before = damaged.records()
    victim = next(record for record in before if record.type == "round_ended")
    with sqlite3.connect(damaged.journal) as journal:
        names = [name for (name,) in journal.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")]
        for name in names:
            journal.execute(f"DROP TRIGGER {name}")
        journal.execute("UPDATE record SET body = replace(body, 'settled', 'misdeal') WHERE seq = ?", (victim.seq,))
    journal.close()
    damaged.start()
    supervisor = damaged.supervisor()
    (hold,) = [hold for hold in supervisor.view()["holds"] if hold["code"] == "journal_replaced"]
    assert f"record {victim.seq}" in hold["text"]
    aside = [path for path in damaged.folder.iterdir() if path.name.startswith("journal.db.") and not path.name.endswith((".lock", "-wal", "-shm"))]
    assert aside, list(damaged.folder.iterdir())
    assert any(path.name in hold["text"] for path in aside)
    supervisor.do(kind="release_hold", hold=hold["id"], reason="counted by hand")
    assert damaged.daemon.stop() == 0


def test_damage_before_the_checkpoint_is_found_while_the_table_is_at_work(table: MakeTable) -> None:
    damaged = table("kills", rounds=5)
    play_one_round(damaged)
    assert len(damaged.records()) > TAIL_RECORDS
    with sqlite3.connect(damaged.journal) as journal:
        journal.execute("DROP TRIGGER record_is_never_changed")
        journal.execute("UPDATE record SET body = '{}' WHERE seq = 9")
    journal.close()
    damaged.start()
    supervisor = damaged.supervisor()
    with supervisor.live() as live:
        view = live.wait(lambda view: any(hold["code"] == "journal_damaged" for hold in view["holds"]), 30, "the damage")
    (hold,) = [hold for hold in view["holds"] if hold["code"] == "journal_damaged"]
    assert "record 9" in hold["text"]
    supervisor.do(kind="release_hold", hold=hold["id"], reason="a copy was kept")
    assert damaged.daemon.stop() == 0
    assert "journal_found_damaged" in [record.type for record in damaged.records()]


def test_a_journal_of_another_table_is_refused(table: MakeTable) -> None:
    moved = table("kills")
    moved.start()
    assert moved.daemon.stop() == 0
    edit(moved, 'id = "BENCH"', 'id = "OTHER"')
    code, said = outcome(moved)
    assert (code, "BENCH" in said, "OTHER" in said) == (BAD_CONFIG, True, True)


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 8 MB."""
    folder = tmp_path / "small"
    folder.mkdir()
    if os.geteuid() or subprocess.run(["mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", str(folder)], check=False, capture_output=True).returncode:
        pytest.skip("mounting a small disk takes root")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=False)


def test_a_full_disk_without_a_reserve_holds_play_and_loses_nothing(table: MakeTable, disk: Path) -> None:
    full = table("kills")
    edit(full, 'path = "journal.db"', f'path = "{disk}/journal.db"\nreserve_mb = 0')
    full.start()
    supervisor = full.supervisor()
    full.bench.deal()
    filler = disk / "filler"
    with supervisor.live() as live:
        live.wait(lambda view: view["round"] >= 2, 60, "a second round")
        with filler.open("wb", buffering=0) as file:
            fill(file.write)
        view = live.wait(lambda view: holds(view, "journal_interrupted"), 60, "a full disk")
        assert view["held"]
        with httpx.Client(base_url=supervisor.url, headers={"Origin": supervisor.url}, timeout=20) as late:
            assert late.post("/api/login", json={"name": "Ana", "password": PASSWORD}).status_code == 200
            assert late.get("/api/view").json()["held"]
        assert supervisor.ask(kind="void_round", reason="in vain")["text"] == "nothing can be recorded: no space left on the disk"
        filler.unlink()
        release_all(supervisor)
        live.wait(lambda view: view["round"] >= 4, 60, "play going on")
    assert full.daemon.stop() == 0
    done = full.command("replay", "--seal-key", str(full.seal_key), f"{disk}/journal.db")
    assert done.returncode == 0, done.stdout + done.stderr
    with Reader(disk / "journal.db") as reader:
        assert [record.type for record in reader.records()].count("console_login") == 2, "put on record afterwards"
    assert not [line for line in full.daemon.said if "Traceback" in line]


def test_a_table_waits_for_room_at_its_start_and_ends_a_round_on_its_reserve(table: MakeTable, disk: Path) -> None:
    full = table("kills")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    edit(full, 'path = "journal.db"', f'path = "{disk}/journal.db"\nreserve_mb = 1')
    filler = disk / "filler"
    with filler.open("wb", buffering=0) as file:
        fill(file.write)
    full.daemon.start("--set", f"console.port={port}")
    with httpx.Client(transport=httpx.HTTPTransport(retries=8), timeout=30) as client:
        answer = client.get(f"http://127.0.0.1:{port}/")
    assert (answer.status_code, "no space left on the disk. It opens by itself" in answer.text) == (503, True)
    full.daemon.wait(lambda: any(message.startswith("EXTEND_TIMEOUT_USEC=") for message in full.daemon.messages), 20, "waiting, not failing")
    filler.unlink()
    supervisor = full.supervisor()
    reserve = disk / "journal.db-reserve"
    full.daemon.wait(reserve.exists, 20, "the reserve")
    full.bench.deal()
    with supervisor.live() as live:
        live.wait(lambda view: view["round"] >= 2, 60, "a second round")
        with filler.open("wb", buffering=0) as file:
            fill(file.write)
        live.wait(lambda view: holds(view, "journal_interrupted"), 60, "a full disk")
        full.daemon.wait(lambda: not reserve.exists(), 20, "the reserve given back")
        live.wait(lambda view: bool(view["warnings"]) or holds(view, "record_room"), 20, "little room")
        release_all(supervisor, but="record_room")
        live.wait(lambda view: holds(view, "record_room"), 60, "the end of the round")
        filler.unlink()
        full.daemon.wait(reserve.exists, 20, "a reserve again")
        number = supervisor.view()["round"]
        release_all(supervisor)
        live.wait(lambda view: view["round"] > number, 60, "play going on")
    assert full.daemon.stop() == 0
    assert not [line for line in full.daemon.said if "Traceback" in line]


def holds(view: dict[str, Any], cause: str) -> bool:
    return any(hold["code"] == cause for hold in view["holds"])


def fill(write: Callable[[bytes], int]) -> None:
    for size in (1 << 16, 1 << 12, 1):
        try:
            while write(bytes(size)):
                pass
        except OSError:
            continue


def release_all(supervisor: Supervisor, but: str = "") -> None:
    """Release what is held, once it is on record and its cause is gone; a hold that is only shown cannot be released."""
    deadline = time.monotonic() + 30
    while left := [hold["id"] for hold in supervisor.view()["holds"] if hold["code"] != but]:
        assert time.monotonic() < deadline, left
        for hold in left:
            supervisor.ask(kind="release_hold", hold=hold, reason="space was made")


def test_the_service_manager_hears_readiness_watchdog_and_stop(table: MakeTable) -> None:
    watched = table("kills")
    watched.daemon.environment = {**watched.bench.environment, "WATCHDOG_USEC": "400000"}
    watched.daemon.start()
    watched.daemon.wait_ready()
    watched.daemon.wait(lambda: watched.daemon.messages.count("WATCHDOG=1") >= 5, 10, "five signs of life")
    assert watched.daemon.stop() == 0
    assert watched.daemon.messages[-1] == "STOPPING=1"
    assert watched.records()[-1].type == "stopped"


def test_a_stopped_process_gives_no_sign_of_life(table: MakeTable) -> None:
    hung = table("kills")
    hung.daemon.environment = {**hung.bench.environment, "WATCHDOG_USEC": "400000"}
    hung.daemon.start()
    hung.daemon.wait_ready()
    os.kill(hung.daemon.pid, signal.SIGSTOP)
    os.waitid(os.P_PID, hung.daemon.pid, os.WSTOPPED)
    heard = len(hung.daemon.messages)
    with pytest.raises(AssertionError, match="another sign"):
        hung.daemon.wait(lambda: len(hung.daemon.messages) > heard, 1.5, "another sign")
    os.kill(hung.daemon.pid, signal.SIGCONT)
    hung.daemon.wait(lambda: len(hung.daemon.messages) > heard, 10, "life after it goes on")
    assert hung.daemon.stop() == 0


def test_a_hang_up_changes_nothing(table: MakeTable) -> None:
    told = table("kills", rounds=2)
    told.start()
    os.kill(told.daemon.pid, signal.SIGHUP)
    told.daemon.wait_said("hang-up ignored")
    told.bench.deal()
    assert told.bench.dealer.done.wait(60)
    assert told.daemon.stop() == 0


def test_log_lines_are_json_with_their_context_and_without_a_face(table: MakeTable) -> None:
    logged = table("misread", rounds=3)
    logged.daemon = Daemon(logged.bench.config_path, logged.bench.environment, logged.folder / "notify")
    logged.daemon.start("--set", "log.level=debug")
    logged.daemon.wait_ready()
    logged.bench.deal()
    logged.daemon.wait_said('"cause": "card_unreadable"')
    assert logged.daemon.stop() == 0
    lines = [json.loads(line) for line in logged.daemon.said if line.startswith("{")]
    raised = next(line for line in lines if line["event"] == "hold raised")
    assert {"table", "round", "device", "correlation", "level", "at"} <= raised.keys()
    sealer = read_keys(logged.seal_key)
    dealt = [json.loads(secret) for record in logged.records() if (secret := secret_of(record, sealer))]
    faces = {secret["card"] for secret in dealt if secret.get("card")}
    assert faces
    text = "\n".join(logged.daemon.said)
    assert not [face for face in faces if f'"{face}"' in text or f" {face} " in text]


def test_the_command_line_never_shows_a_traceback() -> None:
    for line in ("verify /nowhere/journal.db", "replay /etc/hostname", "settle uth /nowhere", "run --config /nowhere.toml"):
        words = line.split()
        done = subprocess.run([sys.executable, "-m", "tablectl", *words], capture_output=True, text=True, check=False, timeout=60)
        assert done.returncode != 0
        assert "Traceback" not in done.stderr
        assert done.stderr.strip()
