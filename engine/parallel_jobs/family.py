"""This family as the rest of the program sees it."""

from engine.family import Family
from engine.offered_load import offered_load
from engine.parallel_jobs.ask import ask
from engine.parallel_jobs.claims import CLAIMS
from engine.parallel_jobs.estimates import Exact
from engine.parallel_jobs.examples import EXAMPLES
from engine.parallel_jobs.measures import METRICS, simulate
from engine.parallel_jobs.policies import POLICIES
from engine.parallel_jobs.published_tables import PUBLISHED
from engine.parallel_jobs.scenario import ParallelJobsScenario
from engine.parallel_jobs.trace import trace

HEAVY = 0.8
"""Offered load from which queues are long enough for conservative backfilling to become slow."""

SATURATION = 0.95
"""Offered load that conservative backfilling can just do with sizes from a quarter of the machines to all of them."""


def cost(scenario: ParallelJobsScenario) -> float:
    """Estimated seconds of one cell on one core; from `bench` on a 2.4 GHz server core, rounded up."""
    jobs = scenario.workload.jobs
    machines = min(scenario.cluster.machines, max(kind.largest_max_size for kind in scenario.workload.job_classes))
    seconds = 1e-3 + jobs * (0.2e-6 + 0.01e-6 * machines)
    return seconds + _cost_of_reservations(scenario) / len(scenario.policies)


def _cost_of_reservations(scenario: ParallelJobsScenario) -> float:
    """What conservative backfilling adds where jobs end earlier than reserved, since waiting jobs then move up.

    At each end most of them move, and each looks at the reservations of many others. Measured with estimates of twice
    the run time: 0.2 s for 20,000 jobs at a load of 0.85, 12 s for 10,000 at 1, 1.5 s for 2,000 at 1.4; 35 s for 2,000
    that arrive at once.
    """
    if "Conservative" not in scenario.policies:
        return 0.0
    classes = scenario.workload.job_classes
    early = any(not isinstance(kind.estimate, Exact) for kind in classes) or len(scenario.cluster.groups) > 1
    load = offered_load(scenario)
    if not early or (load is not None and load < HEAVY):
        return 0.0
    jobs = scenario.workload.jobs
    return 4e-9 * jobs * _longest_queue(jobs, load) ** 2


def _longest_queue(jobs: int, load: float | None) -> float:
    """About how many jobs wait: those by which the queue grows, and those that wait by chance, more of them near 1."""
    if load is None:
        return jobs
    share = load / SATURATION
    by_chance = min(10 / max(abs(1 - share), 1e-9), 3 * jobs**0.5)
    return max(0.0, jobs * (1 - 1 / share)) + by_chance


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
    claims=CLAIMS,
)
