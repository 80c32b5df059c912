"""What this family computes: its kernels, and all that stands on them."""

from engine.contract.runs import Runs
from engine.parallel_jobs.measures import simulate
from engine.parallel_jobs.papers.examples import EXAMPLES
from engine.parallel_jobs.policies import POLICIES
from engine.parallel_jobs.replay.ask import ask
from engine.parallel_jobs.replay.trace import trace
from engine.parallel_jobs.rows import rows


def warm_up() -> None:
    """Load the kernel from its cache, or compile it (half a minute, once)."""
    scenario = next(iter(EXAMPLES.values())).at({"workload.jobs": 10})
    for policy in POLICIES:
        simulate(scenario, policy, 0)


RUNS = Runs(simulate=simulate, trace=trace, warm_up=warm_up, rows=rows, ask=ask)
