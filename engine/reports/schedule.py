"""The schedule of one policy in a file: the first point of a study, and its first replication."""

import gzip
from pathlib import Path

from engine.inputs.scenario import Scenario
from engine.logs.head import Head
from engine.reports.rows import table_of
from engine.results.formats import to_csv, to_parquet
from engine.results.result import Result
from engine.study.cells import Cell, StudyPlan
from engine.study.registry import FAMILIES

SWF, PACKED = ".swf", ".swf.gz"
"""Plain, or as gzip: of a million jobs, plain is more than `python3 app.py log` takes."""

TABLES = {".csv": to_csv, ".parquet": to_parquet}
"""What writes a table, by the ending of the file."""


def check_schedule(scenario: Scenario, path: Path, policy: str | None) -> str:
    """The policy whose schedule is meant, without a word the first one; asked before anything is computed.

    `ValueError` says which endings and policies there are.
    """
    endings = [*TABLES, *([SWF, PACKED] if FAMILIES[scenario.family].runs.swf else [])]
    if not path.name.endswith(tuple(endings)):
        raise ValueError(f'"{path.name}" has to end with {", ".join(endings[:-1])} or {endings[-1]}')
    if policy is None:
        return scenario.policies[0]
    if policy not in scenario.policies:
        raise ValueError(f'there is no policy "{policy}" in this scenario; there are {", ".join(scenario.policies)}')
    return policy


def write_schedule(result: Result, path: Path, policy: str, head: Head | None = None) -> None:
    """Compute the schedule of a *policy* again and write it, by the ending of the *path* as SWF, CSV or Parquet.

    *head* is that of the log whose jobs they are, if it is at hand. `ValueError` and `OSError` say why it cannot be.
    """
    check_schedule(result.scenario, path, policy)
    plan = StudyPlan(result.scenario)
    swf = FAMILIES[result.scenario.family].runs.swf
    if path.name.endswith((SWF, PACKED)) and swf is not None:
        data = swf(plan.at_point[0], policy, 0, head, _study(result))
        path.write_bytes(gzip.compress(data, mtime=0) if path.suffix == ".gz" else data)  # the same bytes at any time
    else:
        table = table_of(result, plan, Cell(0, 0, result.scenario.policies.index(policy), 0))
        path.write_bytes(TABLES[path.suffix](table))


def _study(result: Result) -> str:
    """Which study it is, and which of its points."""
    point = "".join(f", {path} = {value:g}" for path, value in result.points[0].items())
    return f'Scenario "{result.scenario.title}"{point}; fingerprint of all results {result.fingerprint()}.'
