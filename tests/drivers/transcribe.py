"""Turns a capture into a transcript: `python -m tests.drivers.transcribe CAPTURE > tests/drivers/transcripts/captured/NAME.txt`.

What came from the device and what the host was told stay, at their times; what the driver says to it is written anew by its session, to the
millisecond. The first line gets the map of the cards that were named. Exit code 1 where the session tells other events than the capture has.
"""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

from tablectl.commands.options import driver_options
from tablectl_drivers.catalog import DriverConfig, kind, open_driver
from tablectl_drivers.cdl.driver import CdlDevice
from tablectl_drivers.device import LinkedDevice
from tablectl_drivers.events import Role
from tablectl_drivers.pump import Conversation
from tablectl_drivers.reading.deck_map import DeckMap, MappedCard
from tablectl_drivers.transcript import host_line
from tests.drivers.playing import played, report_of, settings_of


def session_of(given: dict[str, str]) -> Conversation:
    """The session of the driver that the first line of a capture names; `map=CODE:3:Ah,...` is the map of the packs."""
    told = dict(given)
    driver, role, resume, cards = (told.pop(key, "") for key in ("driver", "role", "resume", "map"))
    maker, model, serial = (told.pop(key, None) for key in ("maker", "model", "serial"))
    options = driver_options(kind(driver), tuple(f"{key}={value}" for key, value in told.items()))
    device = open_driver(driver, DriverConfig("device", Role(role), "captured", maker, model, serial, options, _map(cards)))
    assert isinstance(device, LinkedDevice | CdlDevice), f"the conversation of {driver} is not to be had alone"
    return device.converse(report_of(resume) if resume else None)


def transcript(path: Path) -> tuple[list[str], list[str]]:
    """The transcript of a capture, and how its events differ."""
    given, lines = settings_of(path)
    if codes := [f"{code}:{pack}:{face}" for code, (pack, face) in _cards(lines).items()]:
        given["map"] = ",".join(codes)
    written = list(played(session_of(given), [line for line in lines if line.split(" ", 2)[1] not in "!>"]))
    before, after = _events(lines), _events(written)
    differ = [f"the capture has {old}, and the session tells {new}" for old, new in zip(before, after, strict=False) if old != new]
    if len(before) != len(after):
        differ.append(f"the capture has {len(before)} events, and the session tells {len(after)}")
    return [host_line(given), *written], differ


def _events(lines: list[str]) -> list[str]:
    return [words for _, act, words in (line.split(" ", 2) for line in lines if line.count(" ") > 1) if act == "!"]


def _cards(lines: list[str]) -> dict[str, tuple[str, str]]:
    """Code to pack and face, of all cards that were named."""
    seen = (dict(pair.split("=", 1) for pair in shlex.split(event)[1:]) for event in _events(lines) if event.startswith("CardSeen "))
    return {card["code"]: (card["pack"], card["face"]) for card in seen if "code" in card}


def _map(text: str) -> DeckMap:
    entries = (entry.rsplit(":", 2) for entry in text.split(",") if entry)
    return DeckMap({code: MappedCard(int(pack), face, 1, index) for index, (code, pack, face) in enumerate(entries, start=1)})


if __name__ == "__main__":
    lines, differences = transcript(Path(sys.argv[1]))
    sys.stdout.write("\n".join(lines) + "\n")
    sys.stderr.write("".join(f"{text}\n" for text in differences))
    raise SystemExit(1 if differences else 0)
