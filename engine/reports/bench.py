"""How fast the kernels are: ratios to a yardstick and to the readable reference, all taken in one run.

`python3 app.py bench` prints what `run_bench` returns.
"""

from collections.abc import Callable
from statistics import median
from typing import Any

from engine.compiled.yardstick import Measurement, yardstick
from engine.coscheduling import bench as coscheduling
from engine.master_worker import bench as master_worker
from engine.parallel_jobs import bench as parallel_jobs
from engine.synchronous_iterative import bench as synchronous_iterative

CASES: dict[str, Callable[[], Measurement]] = (
    parallel_jobs.CASES | coscheduling.CASES | master_worker.CASES | synchronous_iterative.CASES
)
"""Every case by name."""


def run_bench(case: str | None = None) -> dict[str, Any]:
    """Measure one case or all of them.

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
        measured = CASES[name]()
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
