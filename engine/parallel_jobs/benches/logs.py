"""The bench of jobs as logs have them: whole seconds, sizes of all kinds, a day, and estimates that users give."""

from collections.abc import Callable
from functools import partial

from engine.compiled.yardstick import Case, Measurement
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario

FEWEST = 200
"""Of fewer jobs nobody can say how users estimate."""

YEAR = 300_000
"""Jobs that a busy machine runs in a year."""


def as_logged(machines: int, jobs: int, load: float, depth: int = 0) -> ParallelJobsScenario:
    """Jobs of lublin99 with the estimates of tsafrir05 on so many equally fast machines."""
    return ParallelJobsScenario.read(
        {
            "family": "parallel-jobs",
            "cluster": {"groups": [{"name": "node", "count": machines, "speed_factor": 1.0}]},
            "workload": {
                "arrivals": {
                    "process": "lublin99",
                    "load": load,
                    "exact_load": True,
                    "estimate": {"estimate": "tsafrir05", "largest_estimate": 64_800},
                },
                "jobs": jobs,
            },
            "options": {"reservation_depth": depth},
            "policies": ["EASY"],
        }
    )


def cases(
    policies: tuple[str, ...],
    per_job: Callable[[ParallelJobsScenario, str, bool], float],
    against_reference: Callable[[ParallelJobsScenario, str, bool, int], Measurement],
) -> dict[str, Case]:
    """Every policy on jobs of a small machine; years of one of 1,000 processors, and of one of 80,000."""

    def month(policy: str, small: bool) -> Measurement:
        return against_reference(as_logged(128, 5_000, 0.7), policy, small, FEWEST)

    def year(machines: int, policy: str, depth: int, small: bool) -> Measurement:
        seconds = per_job(as_logged(machines, FEWEST if small else YEAR, 0.8, depth), policy, small)
        return Measurement("ns per job", seconds * 1e9, seconds)

    found: dict[str, Case] = {f"log-{name.lower()}": partial(month, name) for name in policies}
    for name in ("FCFS", "FF", "EASY"):
        found[f"year-{name.lower()}"] = partial(year, 1_000, name, 0)
        found[f"year-80000-{name.lower()}"] = partial(year, 80_000, name, 0)
    for depth in (5, 20, 100):
        found[f"year-conservative-{depth}"] = partial(year, 1_000, "Conservative", depth)
    return found
