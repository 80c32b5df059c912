"""This family as the rest of the program sees it."""

from engine.family import Family
from engine.parallel_jobs.ask import ask
from engine.parallel_jobs.examples import EXAMPLES
from engine.parallel_jobs.measures import METRICS, simulate
from engine.parallel_jobs.policies import POLICIES
from engine.parallel_jobs.published_tables import PUBLISHED
from engine.parallel_jobs.scenario import ParallelJobsScenario
from engine.parallel_jobs.trace import trace


def cost(scenario: ParallelJobsScenario) -> float:
    """Estimated seconds of one cell on one core; from `bench` on a 2.4 GHz server core, rounded up."""
    machines = min(scenario.cluster.machines, max(kind.largest_max_size for kind in scenario.workload.job_classes))
    return 1e-3 + scenario.workload.jobs * (0.2e-6 + 0.01e-6 * machines)


def warm_up() -> None:
    """Load the kernel from its cache, or compile it (half a minute, once)."""
    scenario = next(iter(EXAMPLES.values())).at({"workload.jobs": 10})
    for policy in POLICIES:
        simulate(scenario, policy, 0)


PARALLEL_JOBS = Family(
    name="parallel-jobs",
    title="Parallel jobs on a heterogeneous cluster",
    scenario=ParallelJobsScenario,
    policies=POLICIES,
    metrics=METRICS,
    simulate=simulate,
    trace=trace,
    ask=ask,
    cost=cost,
    warm_up=warm_up,
    examples=EXAMPLES,
    published=PUBLISHED,
)
