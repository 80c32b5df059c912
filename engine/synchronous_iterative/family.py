"""This family as the rest of the program sees it."""

from engine.contract.family import Family
from engine.synchronous_iterative.costs.estimate import cost
from engine.synchronous_iterative.costs.sampled import SAMPLED
from engine.synchronous_iterative.inputs.scenario import SynchronousIterativeScenario
from engine.synchronous_iterative.measures import METRICS, simulate
from engine.synchronous_iterative.papers.claims import CLAIMS
from engine.synchronous_iterative.papers.examples import EXAMPLES
from engine.synchronous_iterative.policies import POLICIES
from engine.synchronous_iterative.replay.trace import trace
from engine.synchronous_iterative.rows import rows
from engine.synchronous_iterative.summary import summaries


def warm_up() -> None:
    """Load the kernels from their cache, or compile them (some seconds, once)."""
    short = next(iter(EXAMPLES.values())).at({"application.iterations": 2})
    simulate(short, "Exact", 0)
    simulate(SynchronousIterativeScenario.read(_with_binomial_work(short)), "All Machines", 0)


def _with_binomial_work(scenario: SynchronousIterativeScenario) -> dict[str, object]:
    tree: dict[str, object] = scenario.model_dump(mode="json")
    tree["application"] = {"iterations": 2, "imbalance": "binomial"}
    tree["policies"] = ["All Machines"]
    return tree


def first_metric(scenario: SynchronousIterativeScenario) -> str:
    """Who weighs cost asks how many machines to take; who wants the least run time, how long the run takes."""
    return "run_time_simulated" if scenario.choice.objective == "run-time" else "processors"


SYNCHRONOUS_ITERATIVE = Family(
    name="synchronous-iterative",
    title="Synchronous iterative applications on shared workstations",
    scenario=SynchronousIterativeScenario,
    policies=POLICIES,
    metrics=METRICS,
    simulate=simulate,
    trace=trace,
    cost=cost,
    warm_up=warm_up,
    rows=rows,
    examples=EXAMPLES,
    sampled=SAMPLED,
    claims=CLAIMS,
    summaries=summaries,
    first_metric=first_metric,
)
