"""This family as the rest of the program sees it."""

import numpy as np

from engine.contract.family import Family
from engine.master_worker.costs.estimate import cost
from engine.master_worker.costs.sampled import SAMPLED
from engine.master_worker.inputs.scenario import MasterWorkerScenario
from engine.master_worker.kernel.lists import makespans_on
from engine.master_worker.measures import METRICS, metrics_of, simulate
from engine.master_worker.papers.claims import CLAIMS
from engine.master_worker.papers.examples import EXAMPLES
from engine.master_worker.papers.published_tables import PUBLISHED
from engine.master_worker.policies import POLICIES
from engine.master_worker.replay.trace import trace
from engine.master_worker.rows import rows
from engine.master_worker.summary import summaries
from engine.master_worker.ticks import SPEED_ONE


def warm_up() -> None:
    """Load the kernels from their cache, or compile them (a quarter of a minute, once)."""
    scenario = next(iter(EXAMPLES.values())).at({"application.tasks": 3, "application.iterations": 2})
    simulate(scenario, "Random", 0)
    makespans_on(np.ones((1, 2), dtype=np.int64), np.full(2, SPEED_ONE))


MASTER_WORKER = Family(
    name="master-worker",
    title="Master-worker applications",
    scenario=MasterWorkerScenario,
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
    claims=CLAIMS,
    summaries=summaries,
)
