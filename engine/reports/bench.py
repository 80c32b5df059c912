"""How fast the kernels are: ratios to a yardstick and to the readable reference, all taken in one run.

`python3 app.py dev bench` prints what `run_bench` returns.
"""

import os
from functools import partial
from importlib import import_module
from statistics import median
from typing import Any

from engine import PREFIX
from engine.compiled.yardstick import Case, Measurement, median_seconds, yardstick
from engine.study.registry import EXAMPLES, FAMILIES, read_scenario
from engine.study.run import run_study

REPLICATIONS = 10
"""Of each point of the first example, whose study is carried by several processes."""

FEWEST = 100
"""Jobs of a small one."""


def _processes(processes: int, small: bool) -> Measurement:
    """Cells per second of the study of the first example, the starting of the processes included."""
    tree = next(iter(EXAMPLES.values())).model_dump(mode="json")
    tree["study"]["replications"] = 1 if small else REPLICATIONS
    tree["workload"]["jobs"] = FEWEST if small else tree["workload"]["jobs"]
    scenario = read_scenario(tree)
    cells = len(scenario.points()) * len(scenario.policies) * tree["study"]["replications"]
    seconds = median_seconds(lambda: run_study(scenario, processes), small, 3)
    return Measurement(f"cells per s on {os.cpu_count()} cores", cells / seconds, seconds / cells)


def _cases() -> dict[str, Case]:
    """Those in the `bench` of each family, which nothing else loads: it brings the readable models."""
    found: dict[str, Case] = {}
    for name in FAMILIES:
        found |= import_module(f"{PREFIX}engine.{name.replace('-', '_')}.bench").CASES
    found |= {"study-on-1-process": partial(_processes, 1)}
    return found | {f"study-on-{number}-processes": partial(_processes, number) for number in (2, 4)}


CASES = _cases()
"""Every case by name."""


def run_bench(case: str | None = None, small: bool = False) -> dict[str, Any]:
    """Measure one case or all of them; or, if they are to be *small*, see that they run.

    Returns
    -------
    dict
        `yardstick_ns`, the median over this run, and `cases`: name, unit, value in that unit, time of one unit of work
        in yardsticks (the mean of those taken just before and just after the case), ratio to the reference, and whether
        its records were the same.
    """
    yardsticks = [yardstick()]
    cases = []
    for name in [case] if case else CASES:
        measured = CASES[name](small)
        yardsticks.append(yardstick())
        around = (yardsticks[-2] + yardsticks[-1]) / 2
        cases.append(
            {
                "case": name,
                "unit": measured.unit,
                "value": measured.value,
                "in_yardsticks": None if measured.seconds is None else measured.seconds / around,
                "ratio_to_reference": measured.ratio_to_reference,
                "identical_to_reference": measured.identical_to_reference,
            }
        )
    return {"yardstick_ns": median(yardsticks) * 1e9, "cases": cases}
