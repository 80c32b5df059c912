"""What this family computes: its kernels, and all that stands on them."""

from engine.contract.runs import Kernel, Runs
from engine.synchronous_iterative.analyses.why import entries
from engine.synchronous_iterative.formulas.choice import front, prefixes
from engine.synchronous_iterative.formulas.prediction import known_predictor
from engine.synchronous_iterative.formulas.sojourn import inverted
from engine.synchronous_iterative.inputs.scenario import SynchronousIterativeScenario
from engine.synchronous_iterative.measures import simulate
from engine.synchronous_iterative.papers.examples import EXAMPLES
from engine.synchronous_iterative.replay.trace import trace
from engine.synchronous_iterative.rows import rows
from engine.synchronous_iterative.summary import summaries


def _load() -> None:
    """Load the kernels from their cache, or compile them (some seconds, once)."""
    short = next(iter(EXAMPLES.values())).at({"application.iterations": 2})
    simulate(short, "Exact", 0)
    simulate(SynchronousIterativeScenario.read(_with_binomial_work(short)), "All Machines", 0)
    simulate(
        EXAMPLES["peterson-figure-2"].at({"application.iterations": 2}), "All Machines", 0
    )  # service of Leland, Ott


def _with_binomial_work(scenario: SynchronousIterativeScenario) -> dict[str, object]:
    tree: dict[str, object] = scenario.model_dump(mode="json")
    tree["application"] = {"iterations": 2, "imbalance": "binomial"}
    tree["policies"] = ["All Machines"]
    return tree


def _forget() -> None:
    """What the formulas say of a scenario, whatever its seed."""
    for known in (known_predictor, inverted, prefixes, front):
        known.cache_clear()


RUNS = Runs(
    simulate=simulate,
    trace=trace,
    kernels=(Kernel("synchronous iterations", _load, 7.0),),
    rows=rows,
    entries=entries,
    summaries=summaries,
    forget=_forget,
)
