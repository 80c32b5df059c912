"""Results of the named examples, computed ahead and stored with the project, so that a first page is never empty."""

from functools import cache
from pathlib import Path

from engine.registry import EXAMPLES
from engine.result import Result
from engine.run import run_study
from engine.scenario import Scenario

FOLDER = Path(__file__).parent / "computed_ahead"


@cache
def _results() -> dict[str, Result]:
    found = {}
    for name, scenario in EXAMPLES.items():
        path = FOLDER / f"{name}.json"
        result = Result.from_bytes(path.read_bytes(), scenario) if path.exists() else None
        if result is not None:
            found[scenario.content_hash()] = result
    return found


def result_ahead(scenario: Scenario) -> Result | None:
    """The stored result of *scenario*, if it is an example and was computed by this engine."""
    return _results().get(scenario.content_hash())


def results_ahead() -> list[Result]:
    """Every stored result of this engine."""
    return list(_results().values())


def compute_ahead(processes: int) -> list[Path]:
    """Compute and store the result of every example; the files written."""
    FOLDER.mkdir(exist_ok=True)
    paths = []
    for name, scenario in EXAMPLES.items():
        path = FOLDER / f"{name}.json"
        path.write_bytes(run_study(scenario, processes).to_bytes() + b"\n")
        paths.append(path)
    return paths
