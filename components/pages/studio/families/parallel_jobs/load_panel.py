"""On the tab that says for whom a policy is good: how jobs fared after how much load."""

from math import exp
from typing import Any

from components.controls.data_table import DataTable
from components.controls.picture import create_picture
from components.figures.parallel_jobs.logs.whom_pictures import Whom
from components.pages.studio.details import create_details
from components.pages.studio.families.parallel_jobs.ids import Id
from components.words.wording import MISSING, number
from engine.parallel_jobs.analyses.for_whom import HOURS, MOST, STEP


def create_loads() -> list[Any]:
    """The picture and its numbers."""
    return [
        create_picture(
            Id.WHOM_LOADS,
            f"How many jobs came after which load of the last {HOURS} hours, and with which bounded slowdown, a map "
            "for each policy; the table below has the numbers.",
            height="64vh",
            shape="cells",
        ),
        create_details("whom-loads", of="load and performance"),
    ]


def loads_words(whom: Whom) -> str:
    """Where it gets worse: the slowdown after little and after much load, of each policy."""
    said = [part for policy, told in whom["policies"].items() if (part := _halves(policy, told["loads"]))]
    if not said:
        return ""
    return (
        f"The load before an arrival is the work that came in the {HOURS} hours before it, over what the cluster can "
        f"do in them. Bounded slowdown (geometric mean) after a load below and from 100 %: {'; '.join(said)}."
    )


def _halves(policy: str, found: dict[str, Any]) -> str:
    """Nothing where all came after the one or the other."""
    jobs = [sum(row[column] for row in found["jobs"]) for column in range(len(found["load"]))]
    halves = []
    for is_high in (False, True):
        there = [n for n, low in enumerate(found["load"]) if (low >= 1 - STEP / 2) == is_high and jobs[n]]
        if not (count := sum(jobs[n] for n in there)):
            return ""
        halves.append(number(exp(sum(jobs[n] * found["mean"][n] for n in there) / count), 2))
    return f"{policy} {halves[0]} and {halves[1]}"


def loads_table(whom: Whom) -> DataTable:
    """Every bin of load with jobs, under every policy."""
    rows = []
    for policy, told in whom["policies"].items():
        found = told["loads"]
        whole = sum(map(sum, found["jobs"]))
        for column, (low, mean) in enumerate(zip(found["load"], found["mean"], strict=True)):
            jobs = sum(row[column] for row in found["jobs"])
            upper = f"{100 * (low + STEP):.3g}" if column < MOST - 1 else MISSING
            values = [number(100 * jobs / whole, 3), MISSING if mean is None else number(exp(mean), 4)]
            if jobs:
                rows.append([policy, f"{100 * low:.3g}", upper, f"{jobs:,}", *values])
    head = ["Policy", "Load from (%)", "Load to (%)", "Jobs", "Jobs (%)", "Bounded slowdown (geometric mean)"]
    return DataTable(f"Slowdowns by the load of the {HOURS} hours before the arrival", head, rows)
