"""This family as the rest of the program sees it."""

from engine.contract.family import Family
from engine.synchronous_iterative.costs.estimate import cost
from engine.synchronous_iterative.costs.sampled import SAMPLED
from engine.synchronous_iterative.inputs.scenario import SynchronousIterativeScenario
from engine.synchronous_iterative.metric_names import METRICS
from engine.synchronous_iterative.papers.claims import CLAIMS
from engine.synchronous_iterative.papers.examples import EXAMPLES
from engine.synchronous_iterative.policies import POLICIES


def first_metric(scenario: SynchronousIterativeScenario) -> str:
    """Who weighs cost asks how many machines to take; who wants the least run time, how long the run takes."""
    return "run_time_simulated" if scenario.choice.objective == "run-time" else "processors"


SYNCHRONOUS_ITERATIVE = Family(
    name="synchronous-iterative",
    title="Synchronous iterative applications on shared workstations",
    scenario=SynchronousIterativeScenario,
    policies=POLICIES,
    metrics=METRICS,
    runs_in=f"{__package__}.runs",
    cost=cost,
    examples=EXAMPLES,
    sampled=SAMPLED,
    claims=CLAIMS,
    first_metric=first_metric,
)
