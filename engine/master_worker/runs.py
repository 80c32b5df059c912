"""What this family computes: its kernels, and all that stands on them."""

import numpy as np

from engine.contract.runs import Kernel, Runs
from engine.master_worker.analyses.what_if import what_if
from engine.master_worker.analyses.why import entries
from engine.master_worker.kernel.lists import makespans_on
from engine.master_worker.measures import simulate
from engine.master_worker.metric_names import SHARES
from engine.master_worker.papers.examples import EXAMPLES
from engine.master_worker.replay.trace import trace
from engine.master_worker.rows import rows
from engine.master_worker.summary import summaries
from engine.master_worker.system import SPEED_ONE


def _load() -> None:
    """Load the kernels from their cache, or compile them (a quarter of a minute, once)."""
    scenario = next(iter(EXAMPLES.values())).at({"application.tasks": 3, "application.iterations": 2})
    simulate(scenario, "Random", 0)
    makespans_on(np.ones((1, 2), dtype=np.int64), np.full(2, SPEED_ONE))


RUNS = Runs(
    simulate=simulate,
    trace=trace,
    kernels=(Kernel("master-worker", _load, 9.0),),
    rows=rows,
    entries=entries,
    answers={"what_if": what_if},
    summaries=summaries,
    time_of=tuple(SHARES.values()),
)
