"""How well cards were shuffled, told from the order in which they came out: order statistics of a journal, per shuffler and pack.

Only packs that are over have a part in it, and nothing that is told names a face.
"""

from __future__ import annotations

from tablectl.shuffling.judging import LEAST_SHOES, Judged
from tablectl.shuffling.reading import Dealt, dealt
from tablectl.shuffling.report import Report, reported

__all__ = ["LEAST_SHOES", "Dealt", "Judged", "Report", "dealt", "reported"]
