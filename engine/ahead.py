"""Results of the named examples, computed ahead and stored with the project, so that a first page is never empty."""

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from engine.registry import EXAMPLES
from engine.result import Result
from engine.run import run_study
from engine.scenario import Scenario

FOLDER = Path(__file__).parent / "computed_ahead"


@cache
def _names() -> dict[str, str]:
    """The examples by content hash."""
    return {scenario.content_hash(): name for name, scenario in EXAMPLES.items()}


@cache
def _result(name: str) -> Result | None:
    path = FOLDER / f"{name}.json"
    return Result.from_bytes(path.read_bytes(), EXAMPLES[name]) if path.exists() else None


def result_ahead(scenario: Scenario) -> Result | None:
    """The stored result of *scenario*, if it is an example and was computed by this engine."""
    name = _names().get(scenario.content_hash())
    return None if name is None else _result(name)


def results_ahead() -> Iterator[Result]:
    """Every stored result of this engine."""
    return (result for name in EXAMPLES if (result := _result(name)) is not None)


def compute_ahead(processes: int, names: Sequence[str] = ()) -> Iterator[Path]:
    """Compute and store the results of the examples called *names*, or of all; the files written."""
    FOLDER.mkdir(exist_ok=True)
    for name in names or EXAMPLES:
        path = FOLDER / f"{name}.json"
        path.write_bytes(run_study(EXAMPLES[name], processes).to_bytes() + b"\n")
        _result.cache_clear()  # who asks from now on is to get the new one
        yield path
