"""This family as the rest of the program sees it."""

from engine.coscheduling.claims import CLAIMS
from engine.coscheduling.examples import EXAMPLES
from engine.coscheduling.measures import METRICS, metrics_of, simulate
from engine.coscheduling.policies import POLICIES
from engine.coscheduling.published_tables import PUBLISHED, TABLES
from engine.coscheduling.scenario import CoschedulingScenario
from engine.coscheduling.trace import trace
from engine.coscheduling.workload import SECOND, draw_jobs
from engine.family import Family

PER_ITERATION = 0.15e-6
"""Seconds of computing for an iteration of a task with two messages, a few events."""

PER_TICK = 0.012e-6


def cost(scenario: CoschedulingScenario) -> float:
    """Estimated seconds of one cell on one core; from `bench` on a 2.4 GHz server core, rounded up."""
    jobs = draw_jobs(scenario, 0)
    tasks = jobs.size.astype(float) * jobs.iterations
    messages = jobs.size - 1.0 if scenario.workload.pattern == "all-to-all" else 2.0
    busy = float((tasks * jobs.nominal).sum()) / SECOND
    return 2e-3 + PER_ITERATION * float((tasks * (1 + messages) / 3).sum()) + PER_TICK * busy * 1000 * 3


def warm_up() -> None:
    """Load the kernel from its cache, or compile it (half a minute, once)."""
    scenario = next(iter(EXAMPLES.values())).at({"workload.jobs": 2, "workload.size_classes.0.execution_time": 0.01})
    for policy in ("SB", "GS"):
        simulate(scenario, policy, 0)


COSCHEDULING = Family(
    name="coscheduling",
    title="Coscheduling of communicating processes",
    scenario=CoschedulingScenario,
    policies=POLICIES,
    metrics=METRICS,
    simulate=simulate,
    trace=trace,
    cost=cost,
    warm_up=warm_up,
    examples=EXAMPLES,
    metrics_of=metrics_of,
    published=PUBLISHED,
    claims=(*CLAIMS, *TABLES),
)
