"""What a CDL/1 report costs from bytes to event, beside a loop that only splits at zeros and undoes COBS.

    python benchmarks/bench_codec.py --reports 20000

The two are run in turn, chunk sizes as a serial port gives them, and compared within the same run: the ratio says what CRC, typed
frames, order and meaning add; the last column how many times faster than a serial line of 115200 baud the driver is.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable, Sequence
from typing import Final

from cobs import cobs  # type: ignore[import-untyped]  # ships no types

from tablectl_drivers.admission import Expected
from tablectl_drivers.cdl import frames
from tablectl_drivers.cdl.session import Session
from tablectl_drivers.events import CardSeen, Role

ROUNDS: Final = 7
CHUNKS: Final = (16, 64, 4096)  # bytes: what a USB adapter hands over at a time, and a full buffer
LINE_BYTES_PER_S: Final = 11520  # 115200 baud, ten bits a byte


def reports(count: int) -> bytes:
    faces = [rank << 4 | suit for rank in range(1, 14) for suit in range(4)]
    return b"".join(frames.encode(frames.Report(0, 1, number, frames.CARD, faces[number % 52], 1, 99)) for number in range(1, count + 1))


def bare(chunks: Sequence[bytes]) -> int:
    held, found = b"", 0
    for chunk in chunks:
        *closed, held = (held + chunk).split(b"\0")
        for encoded in closed:
            cobs.decode(encoded)
            found += 1
    return found


def decoder(chunks: Sequence[bytes]) -> int:
    taking = frames.Decoder()
    return sum(len(taking.feed(chunk)) for chunk in chunks)


def session(chunks: Sequence[bytes]) -> int:
    taking = Session("shoe", Expected(Role.SHOE), None)
    taking.open(0.0)
    taking.receive(frames.encode(frames.Identity(1, 1, 1, 1, 1, "Maker", "Model", "Serial", "1")), 0.0)
    events = (event for chunk in chunks for event in taking.receive(chunk, 0.1).events)
    return sum(isinstance(event, CardSeen) for event in events)


def seconds(work: Callable[[Sequence[bytes]], int], chunks: Sequence[bytes], count: int) -> float:
    began = time.perf_counter()
    found = work(chunks)
    taken = time.perf_counter() - began
    if found != count:
        raise SystemExit(f"{work.__name__} found {found} of {count} reports")
    return taken


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--reports", type=int, default=20_000)
    count = parser.parse_args().reports
    stream = reports(count)
    line_s = len(stream) / LINE_BYTES_PER_S
    print(f"{'chunk':>6} {'work':<8} {'us/report':>10} {'ratio':>6} {'x line':>7}")
    for size in CHUNKS:
        chunks = [stream[start : start + size] for start in range(0, len(stream), size)]
        took: dict[str, list[float]] = {"bare": [], "decoder": [], "session": []}
        for _ in range(ROUNDS):
            for work in (bare, decoder, session):
                took[work.__name__].append(seconds(work, chunks, count))
        base = statistics.median(took["bare"])
        for name, times in took.items():
            median = statistics.median(times)
            print(f"{size:>6} {name:<8} {median / count * 1e6:>10.2f} {median / base:>6.1f} {line_s / median:>7.0f}")


if __name__ == "__main__":
    main()
