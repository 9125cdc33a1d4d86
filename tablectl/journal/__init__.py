"""The journal: an append-only, hash-chained record that is durable before anything acts on it. Knows nothing of tables or games."""

from __future__ import annotations

from tablectl.journal.checkpoints import CHECKPOINT
from tablectl.journal.clock import Stamper, SystemClock
from tablectl.journal.filters import Filter
from tablectl.journal.reader import Page, Reader
from tablectl.journal.records import RESUMED, STARTED, STOPPED, Continues, Draft, Head, Kind, Meta, Record, Stamp, canonical
from tablectl.journal.sealing import ClearSealer, Place, Sealer, secret_of
from tablectl.journal.store import open_for_writing, set_aside
from tablectl.journal.verification import Anchor, Ending, Verification, verified, verify
from tablectl.journal.writer import LastRun, Opening, Writer

__all__ = [
    "CHECKPOINT",
    "RESUMED",
    "STARTED",
    "STOPPED",
    "Anchor",
    "ClearSealer",
    "Continues",
    "Draft",
    "Ending",
    "Filter",
    "Head",
    "Kind",
    "LastRun",
    "Meta",
    "Opening",
    "Page",
    "Place",
    "Reader",
    "Record",
    "Sealer",
    "Stamp",
    "Stamper",
    "SystemClock",
    "Verification",
    "Writer",
    "canonical",
    "open_for_writing",
    "secret_of",
    "set_aside",
    "verified",
    "verify",
]
