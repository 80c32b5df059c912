"""This family as the rest of the program sees it."""

from engine.contract.family import Family
from engine.parallel_jobs.costs.estimate import cost
from engine.parallel_jobs.costs.sampled import SAMPLED
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.measures import METRICS, simulate
from engine.parallel_jobs.papers.claims import CLAIMS
from engine.parallel_jobs.papers.examples import EXAMPLES
from engine.parallel_jobs.papers.published_tables import PUBLISHED
from engine.parallel_jobs.policies import POLICIES
from engine.parallel_jobs.replay.ask import ask
from engine.parallel_jobs.replay.trace import trace
from engine.parallel_jobs.rows import rows


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
    rows=rows,
    examples=EXAMPLES,
    sampled=SAMPLED,
    published=PUBLISHED,
    claims=CLAIMS,
)
