"""The rules lab: games played by the real engine, without devices, to measure what a rule or a policy is worth.

Every round is dealt from all cards, shuffled anew: for a policy that remembers nothing this is what a shoe gives on average. The same seed gives
the same rounds, however many processes share the work. Rating hands is at most 7.6 % of the time of a round, so no compiled evaluator is offered
(docs/adr/0012).
"""

from __future__ import annotations

from tablectl.lab.errors import LabError
from tablectl.lab.policies import BENCHES, bench_of
from tablectl.lab.running import Experiment, run
from tablectl.lab.tally import Tally

__all__ = ["BENCHES", "Experiment", "LabError", "Tally", "bench_of", "run"]
