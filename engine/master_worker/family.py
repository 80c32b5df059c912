"""This family as the rest of the program sees it."""

from engine.contract.family import Family
from engine.master_worker.costs.estimate import cost
from engine.master_worker.costs.sampled import SAMPLED
from engine.master_worker.inputs.scenario import MasterWorkerScenario
from engine.master_worker.metric_names import METRICS, metrics_of
from engine.master_worker.papers.claims import CLAIMS
from engine.master_worker.papers.examples import EXAMPLES
from engine.master_worker.papers.published_tables import PUBLISHED
from engine.master_worker.policies import POLICIES

MASTER_WORKER = Family(
    name="master-worker",
    title="Master-worker applications",
    scenario=MasterWorkerScenario,
    policies=POLICIES,
    metrics=METRICS,
    runs_in=f"{__package__}.runs",
    cost=cost,
    examples=EXAMPLES,
    sampled=SAMPLED,
    metrics_of=metrics_of,
    published=PUBLISHED,
    claims=CLAIMS,
)
