"""The bench's control socket: one JSON object a line asks for something, one a line says what came of it.

`{"do": "unplug", "device": "shoe"}` orders any incident by its keys; `{"do": "status"}` asks how things stand; `{"do": "sign_in", "url": ...,
"dealer": [name, password], "supervisor": [...]}` lets a dealer who goes by the display begin. No card faces leave by this door.
"""

from __future__ import annotations

import socket
import threading
from pathlib import Path
from typing import TYPE_CHECKING

from tablectl_sim import incidents, sockets
from tablectl_sim.errors import BenchError, CannotDo
from tablectl_sim.tables import Section

if TYPE_CHECKING:
    from tablectl_sim.bench import Bench


class Control:
    """Answers one client at a time; a client is a person or a test."""

    def __init__(self, path: Path, bench: Bench) -> None:
        self.path = path
        self._bench = bench
        self._thread = threading.Thread(target=self._run, name="control", daemon=True)
        self._stop = threading.Event()
        self._client: socket.socket | None = None

    def start(self) -> None:
        self._server = sockets.listen(self.path)
        self._thread.start()

    def stop(self) -> None:
        self._stop.set()
        for sock in (self._server, self._client):
            try:
                if sock is not None:
                    sock.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass  # it has hung up already
        self._thread.join()
        self._server.close()
        self.path.unlink(missing_ok=True)

    def answer(self, message: sockets.Message) -> sockets.Message:
        """Do what is asked."""
        try:
            if message.get("do") == "status":
                return {"ok": True} | self._status()
            if message.get("do") == "sign_in":
                self._sign_in(Section("order", "", {key: value for key, value in message.items() if key != "do"}))
                return {"ok": True}
            order = {"kind": message.get("do")} | {key: value for key, value in message.items() if key != "do"}
            fault = incidents.Fault.read(Section("order", "", order), incidents.Moment())
            incidents.check_buttons((fault,), self._bench.panel.buttons, "order")
            self._bench.timeline.do(fault)
        except BenchError as problem:
            return {"ok": False, "error": str(problem)}
        return {"ok": True}

    def _sign_in(self, order: Section) -> None:
        url, dealer, supervisor = order.text("url", None), order.pair("dealer"), order.pair("supervisor")
        order.finish()
        self._bench.sign_in(url, dealer, supervisor)

    def _status(self) -> sockets.Message:
        bench = self._bench
        devices = {}
        for name in incidents.DEVICES if bench.shuffler is not None else ("shoe",):
            port = bench.port(name)
            with port.lock:
                body = port.device.body()
                devices[name] = {
                    "plugged": port.plugged,
                    "power_up": port.device.power_ups,
                    "state": body.state,
                    "pack": body.pack,
                    "cards_in": body.cards_in,
                    "cards_out": body.cards_out,
                    "unconfirmed": port.device.unconfirmed,
                    "dropped": dict(port.device.reader.dropped),
                }
        return {
            "daemon": bench.panel.connected,
            "rounds": len(bench.rounds_played),
            "lit": sorted(name for name, lamp in bench.panel.lamps().items() if lamp.level),
            "devices": devices,
        }

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                self._client, _ = self._server.accept()
            except OSError:
                return  # stopped
            with self._client:
                self._serve(self._client)

    def _serve(self, client: socket.socket) -> None:
        lines = sockets.Lines()
        try:
            while data := client.recv(4096):
                for message in lines.feed(data):
                    sockets.send(client, self.answer(message))
        except OSError:
            return  # the client hung up


def order(path: Path, message: sockets.Message) -> sockets.Message:
    """Ask a running bench. Raise CannotDo where none answers."""
    try:
        with sockets.connect(path) as peer:
            sockets.send(peer, message)
            lines = sockets.Lines()
            while data := peer.recv(4096):
                for answer in lines.feed(data):
                    return answer
    except OSError as problem:
        raise CannotDo(f"no bench answers at {path}: {problem.strerror}") from problem
    raise CannotDo(f"the bench at {path} hung up")
