"""The dealer display's door: the console's HTTP API, as a person of a role uses it.

`view` is what the display shows, `say` gives a command. Written from what the API answers; it shares nothing with the daemon.
"""

from __future__ import annotations

import http.client
import itertools
import json
import os
import threading
import time
from typing import Any, Final
from urllib.parse import urlsplit

from tablectl_sim.errors import DoorShut

TIMEOUT_S: Final = 10.0
OK: Final = 200
SIGN_IN_FIRST: Final = 401

View = dict[str, Any]


class Door:
    """One person signed in. Raise DoorShut where nobody answers, or the person is not let in. Every method may be called from any thread."""

    def __init__(self, url: str, name: str, password: str) -> None:
        parts = urlsplit(url)
        self._origin = f"{parts.scheme}://{parts.netloc}"
        self._person = {"name": name, "password": password}
        self._cookie = ""
        self._numbers = itertools.count(1)
        self._lock = threading.RLock()
        self._line = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=TIMEOUT_S)

    def view(self) -> View:
        return self._ask("GET", "/api/view")

    def say(self, round: int, **action: object) -> str:
        """Give a command in a round; the answer is why it was refused, and empty where it was obeyed."""
        command = {"id": f"bench-{os.getpid()}-{time.monotonic_ns()}-{next(self._numbers)}", "action": action, "round": round}
        answer = self._ask("POST", "/api/commands", command)
        return "" if answer["done"] else str(answer["text"])

    def close(self) -> None:
        with self._lock:
            self._line.close()

    def _ask(self, method: str, path: str, body: object = None) -> View:
        with self._lock:
            if not self._cookie:
                self._sign_in()
            status, answer = self._exchange(method, path, body)
            if status == SIGN_IN_FIRST:  # the session ended, or another daemon sits behind the door
                self._sign_in()
                status, answer = self._exchange(method, path, body)
            if status != OK:
                raise DoorShut(f"{path}: {answer.get('error', status)}")
            return answer

    def _sign_in(self) -> None:
        self._cookie = ""
        status, answer = self._exchange("POST", "/api/login", self._person)
        if status != OK:
            raise DoorShut(f"{self._person['name']} is not let in: {answer.get('error', status)}")

    def _exchange(self, method: str, path: str, body: object) -> tuple[int, View]:
        """Ask, and once more where the line had been closed meanwhile: a command that is heard twice is one command, by its id."""
        for last in (False, True):
            try:
                return self._once(method, path, body)
            except (OSError, http.client.HTTPException, ValueError) as problem:
                self._line.close()
                if last:
                    raise DoorShut(f"{self._origin}{path}: {problem}") from problem
        raise AssertionError("two tries, and neither answered nor failed")

    def _once(self, method: str, path: str, body: object) -> tuple[int, View]:
        headers = {"Origin": self._origin, "Accept": "application/json"} | ({"Cookie": self._cookie} if self._cookie else {})
        text = None if body is None else json.dumps(body)
        self._line.request(method, path, text, headers | ({"Content-Type": "application/json"} if text else {}))
        response = self._line.getresponse()
        answer = json.loads(response.read())
        if (cookie := response.getheader("Set-Cookie")) and response.status == OK:
            self._cookie = cookie.partition(";")[0]
        return response.status, answer if isinstance(answer, dict) else {}
