"""This family as the rest of the program sees it."""

from math import prod

from engine.family import Family
from engine.synchronous_iterative.claims import CLAIMS
from engine.synchronous_iterative.examples import EXAMPLES
from engine.synchronous_iterative.measures import METRICS, metrics_of, simulate
from engine.synchronous_iterative.policies import POLICIES
from engine.synchronous_iterative.scenario import SynchronousIterativeScenario, background_jobs
from engine.synchronous_iterative.summary import summaries
from engine.synchronous_iterative.trace import trace

PER_JOB, PER_PART, PER_MACHINE = 0.25e-6, 0.1e-6, 0.15e-3
PER_SET = 1.5e-6
"""Seconds for a set of machines of the exact choice, once; uneven work takes a hundred times as long."""


def cost(scenario: SynchronousIterativeScenario) -> float:
    """Estimated seconds of one cell on one core; from `bench` on a 2.4 GHz server core, rounded up."""
    machines, application = scenario.cluster.machines, scenario.application
    seconds = 2e-3 + PER_MACHINE * machines + PER_PART * machines * application.iterations
    seconds += PER_JOB * background_jobs(scenario)
    if "Exact" in scenario.policies:
        sets = prod(group.count + 1 for group in scenario.cluster.groups)
        per_set = PER_SET * (1 if application.imbalance == "ideal" else 100) * max(1, len(scenario.background.by_hour))
        seconds += per_set * sets / (scenario.study.replications * len(scenario.policies))
    return seconds


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
    examples=EXAMPLES,
    claims=CLAIMS,
    metrics_of=metrics_of,
    summaries=summaries,
    first_metric=first_metric,
)
