"""What this family computes: its kernels, and all that stands on them."""

from engine.contract.runs import Kernel, Runs
from engine.coscheduling.analyses.breaking import PROBLEM
from engine.coscheduling.analyses.what_if import what_if
from engine.coscheduling.analyses.why import entries
from engine.coscheduling.measures import simulate
from engine.coscheduling.metric_names import PROFILE
from engine.coscheduling.papers.examples import EXAMPLES
from engine.coscheduling.replay.trace import trace
from engine.coscheduling.rows import rows


def _load() -> None:
    """Load the kernel from its cache, or compile it (half a minute, once)."""
    scenario = next(iter(EXAMPLES.values())).at({"workload.jobs": 2, "workload.size_classes.0.execution_time": 0.01})
    for policy in ("SB", "GS", "SS-F1"):  # whose order is found from Python
        simulate(scenario, policy, 0)


RUNS = Runs(
    simulate=simulate,
    trace=trace,
    kernels=(Kernel("coscheduling", _load, 16.0),),
    rows=rows,
    entries=entries,
    answers={"what_if": what_if},
    breaking=PROBLEM,
    time_of=tuple(PROFILE.values()),
)
