"""This family as the rest of the program sees it."""

from engine.contract.breaking import SmallExamples
from engine.contract.family import Family
from engine.coscheduling.analyses.breakable import METRICS as METRICS_TO_BREAK_BY
from engine.coscheduling.analyses.breakable import asked, breakable, everyone_there
from engine.coscheduling.analyses.saturated import most_carried, saturated_by
from engine.coscheduling.costs.estimate import cost
from engine.coscheduling.costs.sampled import SAMPLED
from engine.coscheduling.inputs.scenario import CoschedulingScenario
from engine.coscheduling.metric_names import METRICS, metrics_of
from engine.coscheduling.papers.claims import CLAIMS
from engine.coscheduling.papers.examples import EXAMPLES
from engine.coscheduling.papers.published_tables import PUBLISHED, TABLES
from engine.coscheduling.policies import POLICIES

COSCHEDULING = Family(
    name="coscheduling",
    title="Coscheduling of communicating processes",
    scenario=CoschedulingScenario,
    policies=POLICIES,
    metrics=METRICS,
    runs_in=f"{__package__}.runs",
    cost=cost,
    examples=EXAMPLES,
    sampled=SAMPLED,
    metrics_of=metrics_of,
    published=PUBLISHED,
    claims=(*CLAIMS, *TABLES),
    saturated_by=saturated_by,
    most_carried=most_carried,
    small_examples=SmallExamples(METRICS_TO_BREAK_BY, asked, breakable, everyone_there),
)
