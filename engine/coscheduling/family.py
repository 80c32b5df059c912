"""This family as the rest of the program sees it."""

from engine.contract.family import Family
from engine.coscheduling.costs.estimate import cost
from engine.coscheduling.costs.sampled import SAMPLED
from engine.coscheduling.inputs.scenario import CoschedulingScenario
from engine.coscheduling.measures import METRICS, metrics_of, simulate
from engine.coscheduling.papers.claims import CLAIMS
from engine.coscheduling.papers.examples import EXAMPLES
from engine.coscheduling.papers.published_tables import PUBLISHED, TABLES
from engine.coscheduling.policies import POLICIES
from engine.coscheduling.replay.trace import trace
from engine.coscheduling.rows import rows


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
    rows=rows,
    examples=EXAMPLES,
    sampled=SAMPLED,
    metrics_of=metrics_of,
    published=PUBLISHED,
    claims=(*CLAIMS, *TABLES),
)
