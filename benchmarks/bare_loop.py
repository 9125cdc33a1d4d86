"""The least a program can do between a shoe and a lamp: read what comes on a serial port, write one line to a panel's socket.

Started by bench_table.py as a process of its own. Where the first byte is COMMIT, a row is committed to SQLite in between.
"""

from __future__ import annotations

import itertools
import json
import socket
import sqlite3
import sys
from pathlib import Path
from typing import Final

import serial

COMMIT: Final = b"c"


def main(port: str, panel: str, database: str, row_bytes: int) -> None:
    connection = sqlite3.connect(Path(database), isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("CREATE TABLE event (seq INTEGER PRIMARY KEY, bytes BLOB NOT NULL)")
    lamp = socket.socket(socket.AF_UNIX)
    lamp.connect(panel)
    lamp.sendall(json.dumps({"chip": 0}).encode() + b"\n")
    lamp.recv(4096)
    row = b"x" * row_bytes
    with serial.Serial(port, 115200, exclusive=True) as shoe:
        lamp.sendall(json.dumps({"line": 1, "function": "output", "level": 1}).encode() + b"\n")
        for level in itertools.cycle((0, 1)):
            data = shoe.read(1) + shoe.read(shoe.in_waiting)
            if data.startswith(COMMIT):
                connection.execute("INSERT INTO event (bytes) VALUES (?)", (row,))
            lamp.sendall(json.dumps({"line": 1, "function": "output", "level": level}).encode() + b"\n")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4]))
