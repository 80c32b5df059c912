"""This family as the rest of the program sees it."""

from engine.contract.breaking import SmallExamples
from engine.contract.family import Family
from engine.parallel_jobs.analyses.breakable import METRICS as METRICS_TO_BREAK_BY
from engine.parallel_jobs.analyses.breakable import asked, breakable, everyone_there, first_metric
from engine.parallel_jobs.analyses.saturated import saturated_by
from engine.parallel_jobs.costs.estimate import cost
from engine.parallel_jobs.costs.sampled import SAMPLED
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.metric_names import METRICS, metrics_of
from engine.parallel_jobs.papers.claims import CLAIMS
from engine.parallel_jobs.papers.examples import EXAMPLES
from engine.parallel_jobs.papers.published_tables import PUBLISHED
from engine.parallel_jobs.policies import POLICIES

PARALLEL_JOBS = Family(
    name="parallel-jobs",
    title="Parallel jobs on a heterogeneous cluster",
    scenario=ParallelJobsScenario,
    policies=POLICIES,
    metrics=METRICS,
    metrics_of=metrics_of,
    runs_in=f"{__package__}.runs",
    cost=cost,
    examples=EXAMPLES,
    sampled=SAMPLED,
    published=PUBLISHED,
    claims=CLAIMS,
    small_examples=SmallExamples(METRICS_TO_BREAK_BY, asked, breakable, everyone_there),
    saturated_by=saturated_by,
    first_metric=first_metric,
)
