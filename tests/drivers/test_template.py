"""The driver of docs/template-driver, built as a vendor builds it and installed beside tablectl: it is found, and enrols a whole pack."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tablectl.engine.decks import SINGLE_52
from tablectl.enrol import order_of
from tablectl_drivers.reading.deck_map import MappedCard, read
from tests.drivers.conftest import PATIENCE_S, Adapter, crc16

TEMPLATE = Path(__file__).parents[2] / "docs" / "template-driver"
VECTORS = re.findall(r"^\| `~(.*?) ([0-9A-F]{4})` \| (.*) \|$", (TEMPLATE / "acme_reader" / "PROTOCOL.md").read_text(), re.MULTILINE)
ASK = """\
import json, sys
from acme_reader.frames import Decoder, encode
print(json.dumps([[Decoder().feed(line.encode() + b"\\n"), encode(text).decode()] for line, text in json.load(sys.stdin)]))
"""
KIND = """\
from tablectl_drivers.catalog import kind, known_drivers
acme = kind("acme")
print("acme" in known_drivers(), acme.options.__name__, acme.reads_codes, [role.value for role in acme.roles])
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a process beside whose tablectl the driver is installed."""
    folder = tmp_path_factory.mktemp("template")
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(folder), str(TEMPLATE)], check=True)
    (wheel,) = folder.glob("*.whl")
    subprocess.run([*pip, "install", "--no-deps", "--no-index", "--target", str(folder / "site"), str(wheel)], check=True)
    return {**os.environ, "PYTHONPATH": str(folder / "site")}


def run(environment: dict[str, str], program: str, text: str = "") -> str:
    done = subprocess.run([sys.executable, "-c", program], env=environment, input=text, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_it_is_found_by_its_entry_point_with_what_it_needs(installed: dict[str, str]) -> None:
    assert run(installed, KIND) == "True Options True ['shoe']"


def test_the_vectors_of_its_page(installed: dict[str, str]) -> None:
    lines = [(f"~{text} {check}", text) for text, check, _ in VECTORS]
    answers = json.loads(run(installed, ASK, json.dumps(lines)))
    for (line, text), (decoded, encoded), (_, check, meaning) in zip(lines, answers, VECTORS, strict=True):
        good = int(check, 16) == crc16(text.encode())
        assert good is not meaning.startswith("nothing")
        assert decoded == ([text] if good else [])
        assert (encoded == line + "\n") is good


class Acme:
    """The reader at the far end of the wire, written from its page."""

    def __init__(self, adapter: Adapter) -> None:
        self._adapter, self._held = adapter, b""

    def say(self, text: str) -> None:
        self._adapter.say(f"~{text} {crc16(text.encode()):04X}\n".encode())

    def asked(self) -> bool:
        """Answer who it is where it was asked."""
        *lines, self._held = (self._held + self._adapter.heard()).split(b"\n")
        for line in lines:
            assert line == b"~? 264C"
            self.say("I A1 0007 2.0")
        return bool(lines)


@pytest.fixture
def reader(adapter: Adapter) -> Iterator[Acme]:
    adapter.plug()
    yield Acme(adapter)
    adapter.unplug()


def test_a_pack_is_enrolled_with_it(installed: dict[str, str], reader: Acme, adapter: Adapter, tmp_path: Path) -> None:
    target = tmp_path / "red.csv"
    words = ["decks", "enrol", str(target), "--game", "uth", "--pack", "1", "--driver", "acme", "--port", str(adapter.port), "--option", "ask_s=1.0"]
    command = [sys.executable, "-m", "tablectl", *words]
    with subprocess.Popen(command, env=installed, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as enrolling:
        end = time.monotonic() + PATIENCE_S * 3
        while not reader.asked():
            assert time.monotonic() < end, "the reader was never asked who it is"
            assert enrolling.poll() is None
        for number in range(1, 53):
            reader.say(f"C card{number}")
            if number in {1, 20}:
                reader.say(f"C card{number}")  # the same card again is refused
        out, err = enrolling.communicate(timeout=PATIENCE_S * 3)
    assert enrolling.returncode == 0, err
    assert out.strip() == f"{target}: 52 cards of pack 1"
    assert err.count("this code is already that of") == 2
    found = read(target.read_text(), 1, "red.csv")
    for number, expected in enumerate(order_of(SINGLE_52, None), start=1):
        assert found.find(f"card{number}") == MappedCard(1, expected.face, expected.deck, expected.index)
