"""Started by test_kill.py: writes to a journal from three threads and prints each seq once it is acknowledged, until it is killed."""

from __future__ import annotations

import sys
import threading
from pathlib import Path

from tablectl.journal import ClearSealer, Draft, Kind, SystemClock, Writer, canonical, open_for_writing


def write(writer: Writer, clock: SystemClock, output: threading.Lock, name: str) -> None:
    number = 0
    while True:
        number += 1
        body = canonical({"thread": name, "number": number})
        batch = [Draft(Kind.EVENT, "card_read", clock.stamp(), body), Draft(Kind.EVENT, "key_pressed", clock.stamp(), body)]
        records = writer.append(batch).result()
        with output:
            print(*(f"{record.seq}:{record.hash.hex()}" for record in records), flush=True)


def main(path: Path) -> None:
    clock = SystemClock()
    writer = open_for_writing(path, stamper=clock, sealer=ClearSealer())
    print(writer.opening.last_run, flush=True)
    output = threading.Lock()
    for name in ("a", "b", "c"):
        threading.Thread(target=write, args=(writer, clock, output, name)).start()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
