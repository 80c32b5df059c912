"""The bench of jobs as logs have them: whole seconds, sizes of all kinds, a day, and estimates that users give."""

from collections.abc import Callable
from functools import partial

from engine.compiled.yardstick import Measurement
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario

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
    per_job: Callable[[ParallelJobsScenario, str], float],
    against_reference: Callable[[ParallelJobsScenario, str], Measurement],
) -> dict[str, Callable[[], Measurement]]:
    """Every policy on jobs of a small machine; years of one of 1,000 processors, and of one of 80,000."""

    def alone(machines: int, policy: str, depth: int = 0) -> Measurement:
        seconds = per_job(as_logged(machines, YEAR, 0.8, depth), policy)
        return Measurement("ns per job", seconds * 1e9, seconds)

    found: dict[str, Callable[[], Measurement]] = {
        f"log-{name.lower()}": partial(lambda name: against_reference(as_logged(128, 5_000, 0.7), name), name)
        for name in policies
    }
    for name in ("FCFS", "FF", "EASY"):
        found[f"year-{name.lower()}"] = partial(alone, 1_000, name)
        found[f"year-80000-{name.lower()}"] = partial(alone, 80_000, name)
    for depth in (5, 20, 100):
        found[f"year-conservative-{depth}"] = partial(alone, 1_000, "Conservative", depth)
    return found
