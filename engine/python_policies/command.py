"""What `run --policy` writes and says beside what every `run` does."""

from collections.abc import Callable, Sequence
from pathlib import Path

import orjson
from tabulate import tabulate

from engine.inputs.scenario import Scenario
from engine.policy import Policy
from engine.python_policies.loading import source_of
from engine.python_policies.result import COMPARED_HEAD, PythonResult
from engine.python_policies.study import PythonPlan, run_study
from engine.results.result import Result

__all__ = ["comparison", "failures", "methods", "planned", "run_study", "time_told", "write_beside", "write_decisions"]

MOST_NUMBERS = 100
"""Waiting jobs of a call that the log of decisions names; it says how many there are."""

MOST_ERRORS = 5


def planned(scenario: Scenario, policies: Sequence[str | Path | type[Policy]]) -> PythonPlan:
    """The study with these policies, each a class, FILE, FILE:Class or the name of one that a package offers."""
    return PythonPlan(scenario, [source_of(one) for one in policies])


def time_told(plan: PythonPlan, processes: int) -> str:
    """How long it will take, beforehand."""
    fast, slow = (seconds / processes for seconds in plan.seconds())
    return f"{', '.join(plan.kinds)}: in the SimPy reference about {_told(fast)} to {_told(slow)}"


def _told(seconds: float) -> str:
    return f"{seconds:.2g} s" if seconds < 100 else f"{seconds / 60:.2g} min"


def comparison(result: PythonResult) -> str:
    """The policies in Python against the others, as a table; "" where there is nothing to compare."""
    rows = result.compared()
    title = "differences within the replications, 95 % intervals by Holm's procedure"
    return f"{title}\n\n{tabulate(rows, COMPARED_HEAD, floatfmt='.3g', missingval='-')}" if rows else ""


def failures(errors: Sequence[str]) -> str:
    """What is said of cells that failed, the same only once."""
    different = list(dict.fromkeys(errors))
    more = [f"and {len(different) - MOST_ERRORS} more sentences"] * (len(different) > MOST_ERRORS)
    return "\n".join([f"{len(errors)} cells failed, whose points have no result:", *different[:MOST_ERRORS], *more])


def methods(result: PythonResult, paragraph: Callable[[Result], str]) -> str:
    """The methods paragraph of what is built in, and which files decided beside it."""
    return f"{paragraph(result.of_built_in())} Beside these policies: {'; '.join(result.notes())}."


def write_beside(result: PythonResult, plan: PythonPlan, folder: Path) -> list[Path]:
    """Write which files decided; and the scenario without them, as others can open it."""
    tree = [
        {
            "name": source.name,
            "class": source.class_name,
            "file": Path(source.file).name,
            "sha256": source.sha256,
            "entry_point": source.entry_point or None,
            "repeatable": source.name not in result.not_repeatable,
            "note": note,
        }
        for source, note in zip(result.sources, result.notes(), strict=True)
    ]
    (folder / "scenario.json").write_bytes(plan.built_in.canonical())
    path = folder / "python_policies.json"
    path.write_bytes(orjson.dumps(tree, option=orjson.OPT_INDENT_2))
    return [path]


def write_decisions(plan: PythonPlan, path: Path) -> int:
    """Write every call of `decide` of the first replications as a JSON object a line, and return how many."""
    count = 0
    with path.open("wb") as file:
        for policy in plan.kinds:
            for number, point in enumerate(plan.points):
                for call in plan.again(policy, number):
                    tree = {
                        "policy": policy,
                        "point": point,
                        "replication": 1,
                        "instant": call.now,
                        "events": call.events,
                        "waiting": len(call.waiting),
                        "first_waiting": call.waiting[:MOST_NUMBERS],
                        "decisions": call.decisions,
                    }
                    file.write(orjson.dumps(tree, option=orjson.OPT_APPEND_NEWLINE))
                    count += 1
    return count
