"""`tablectl-sim`: run a bench, order incidents at a running one, play a capture, be a USB device of a kernel, list the scenarios."""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tablectl_sim import captures, scenario, usbip_server
from tablectl_sim.bench import Bench
from tablectl_sim.control import order
from tablectl_sim.dealer import Played
from tablectl_sim.errors import BadCapture, BadScenario, BenchError, NoSuchScenario
from tablectl_sim.incidents import KINDS
from tablectl_sim.play import play
from tablectl_sim.usb_desk import DEVICES, ORDERS, UsbDesk

MOST_PORT: Final = 65535


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit code 0 when all went well, 1 where something could not be done, 2 for a wrong command line, scenario or capture."""
    chosen = _parser().parse_args(arguments)
    try:
        code: int = chosen.run(chosen)
    except (BadScenario, BadCapture, NoSuchScenario) as problem:
        print(problem, file=sys.stderr)
        return 2
    except BenchError as problem:
        print(problem, file=sys.stderr)
        return 1
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="tablectl-sim", description="A table of simulated devices and people.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    bench = commands.add_parser("bench", help="run a bench until its rounds are played, or until it is stopped")
    bench.add_argument("scenario", help="a file, or the name of a shipped scenario")
    bench.add_argument("--dir", type=Path, required=True, help="directory for the devices, sockets and the table's configuration")
    bench.add_argument("--seed", type=_counted, metavar="N", help="instead of the scenario's")
    bench.add_argument("--speed", help='"max" or a factor, instead of the scenario\'s')
    bench.add_argument("--rounds", type=_counted, metavar="N", help="instead of the scenario's; 0 is without end")
    bench.add_argument("--console-port", type=_port, default=0, help="port for the daemon's console in table.toml; 0 is any")
    bench.add_argument("--house-rules", type=Path, help="file of house rules, instead of the scenario's")
    bench.add_argument("--rules-from", type=Path, metavar="FOLDER", help="take the house rules GAME-trade.toml or GAME-document.toml from there")
    bench.add_argument("--until-eof", action="store_true", help="stop when standard input ends, and not before")
    bench.set_defaults(run=_bench)

    do = commands.add_parser("do", help="order an incident at a running bench", epilog=f"kinds: status, {', '.join(sorted(KINDS))}")
    do.add_argument("dir", type=Path, help="the directory of the bench")
    do.add_argument("kind")
    do.add_argument("target", nargs="?", help="the device or the button, where the kind has one")
    do.add_argument("values", nargs="*", metavar="KEY=VALUE", help="further keys, such as for_s=2.5 or count=3")
    do.set_defaults(run=_do)

    playing = commands.add_parser("play", help="be the device of a capture, at a port that a driver or the daemon opens")
    playing.add_argument("capture", type=Path, help="a file that `tablectl devices capture` wrote, or a transcript of bytes")
    playing.add_argument("--port", type=Path, required=True, metavar="LINK", help="the name of the port, which the host is to open")
    playing.add_argument("--speed", default="1", help='"max" or a factor; the host is waited for at any speed')
    playing.set_defaults(run=_play)

    orders = f"orders, a line each: {', '.join(ORDERS)}"
    usbip = commands.add_parser("usbip", help="be a USB device that a kernel plugs in over USB/IP", epilog=orders)
    usbip.add_argument("device", choices=sorted(DEVICES), help="a shoe that speaks CDL/1 over bulk pipes, or a HID POS scanner")
    usbip.add_argument("--port", type=_port, default=usbip_server.PORT, metavar="N", help="where to listen; 0 is any that is free")
    usbip.set_defaults(run=_usbip)

    listing = commands.add_parser("list", help="list the shipped scenarios")
    listing.set_defaults(run=_list)
    return parser


def _bench(chosen: argparse.Namespace) -> int:
    plan = scenario.load(scenario.find(chosen.scenario))
    _take_folder(chosen.dir)
    stop = _stopped_by_signals()
    if chosen.until_eof:
        threading.Thread(target=_read_to_the_end, args=(stop,), name="parent", daemon=True).start()
    bench = Bench(
        plan,
        chosen.dir,
        seed=chosen.seed,
        speed=None if chosen.speed is None else scenario.speed(chosen.speed, "--speed"),
        rounds=chosen.rounds,
        house_rules=chosen.house_rules or _rules_for(plan.table.game, chosen.rules_from),
        console_port=chosen.console_port,
        on_round=_tell_round,
        note=lambda text: print(text, flush=True),
    )
    with bench:
        print(f"bench ready {bench.directory}", flush=True)
        bench.deal()
        while not stop.wait(0.1) and not bench.dealer.done.is_set():
            pass
        if chosen.until_eof and not stop.is_set():
            print(f"bench done {bench.directory}", flush=True)
            stop.wait()  # the table is stopped first, or it would see its devices go
    return 0


def _counted(text: str) -> int:
    """A whole number that is not below zero."""
    if text.isascii() and text.isdecimal():
        return int(text)
    raise argparse.ArgumentTypeError(f"expected a whole number, 0 or more, not {text!r}")


def _port(text: str) -> int:
    """A port of TCP; 0 is any."""
    if text.isascii() and text.isdecimal() and int(text) <= MOST_PORT:
        return int(text)
    raise argparse.ArgumentTypeError(f"expected a whole number from 0 to {MOST_PORT}, not {text!r}")


def _take_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise BadScenario(f"--dir: expected a folder, or a name that is free, and {folder} is a file") from None
    except OSError as problem:
        raise BadScenario(f"--dir: {folder} cannot be made: {problem.strerror}") from problem
    if not os.access(folder, os.W_OK | os.X_OK):
        raise BadScenario(f"--dir: this user may not write in {folder}")


def _stopped_by_signals() -> threading.Event:
    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop.set())
    return stop


def _play(chosen: argparse.Namespace) -> int:
    try:
        acts = captures.read(chosen.capture.read_text(encoding="utf-8"))
    except (OSError, ValueError) as problem:
        raise BadCapture(f"{chosen.capture}: {problem}") from problem
    speed = scenario.speed(chosen.speed, "--speed") or float("inf")
    played = play(acts, chosen.port, speed, _stopped_by_signals(), lambda text: print(text, flush=True))
    ending = "to the end" if played.done else "not to the end"
    print(f"played {ending}, {played.differences} differences of the host", flush=True)
    return 0


def _usbip(chosen: argparse.Namespace) -> int:
    with usbip_server.UsbIpServer(("127.0.0.1", chosen.port)) as server:
        desk = UsbDesk(chosen.device, server)
        attach = f"modprobe vhci-hcd; usbip --tcp-port {server.port} attach -r 127.0.0.1 -b {desk.place}"
        print(f"usbip ready 127.0.0.1:{server.port} {desk.place}, as root: {attach}", flush=True)
        for line in sys.stdin:
            try:
                desk.obey(line)
                print("done", flush=True)
            except BenchError as problem:
                print(problem, flush=True)
    return 0


def _read_to_the_end(stop: threading.Event) -> None:
    """What is written to the bench is thrown away; the end of it says that the other side is gone."""
    while os.read(0, 4096):
        pass
    stop.set()


def _rules_for(game: str, folder: Path | None) -> Path | None:
    """The house rules of a game in a folder, as the trade plays it where there is such a file, else as its sheet has it."""
    if folder is None:
        return None
    found = next((path for profile in ("trade", "document") if (path := folder / f"{game}-{profile}.toml").is_file()), None)
    if found is None:
        raise BadScenario(f"--rules-from: expected {game}-trade.toml or {game}-document.toml in {folder}, and there is neither")
    return found


def _tell_round(played: Played) -> None:
    ending = "" if played.whole else ", not played to the end"
    print(f"round {played.number}: seats {' '.join(map(str, played.seats))}, {played.cards} cards, {played.seconds:.1f} s{ending}", flush=True)


def _do(chosen: argparse.Namespace) -> int:
    message: dict[str, object] = {"do": chosen.kind}
    values = list(chosen.values)
    if chosen.target is not None and "=" in chosen.target:
        values.insert(0, chosen.target)
    elif chosen.target is not None:
        kind = KINDS.get(chosen.kind)
        message["button" if kind is not None and kind.button else "device"] = chosen.target
    for value in values:
        key, equals, text = value.partition("=")
        if not equals:
            raise BadScenario(f"expected KEY=VALUE, not {value!r}")
        message[key] = _number_or_text(text)
    answer = order(chosen.dir / "bench.sock", message)
    print(json.dumps({key: value for key, value in answer.items() if key != "ok"}, indent=2) if len(answer) > 1 else "done")
    return 0 if answer.get("ok") else 1


def _number_or_text(text: str) -> int | float | str:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


def _list(_: argparse.Namespace) -> int:
    for name, path in sorted(scenario.shipped().items()):
        print(f"{name:16} {scenario.load(path).about}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
