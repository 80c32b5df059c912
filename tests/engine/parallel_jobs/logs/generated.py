"""A log of some weeks, made of a few random numbers, and the scenario that replays it."""

from typing import Any

import numpy as np

from engine.logs.encoding import encode
from engine.logs.table import Table
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.inputs.sources.logged import told_of, write_table

WEEK = 604_800
MACHINES = 32


def some_log(jobs: int = 400, weeks: int = 12, seed: int = 1) -> Table:
    """Jobs of powers of two at any time, whose users ask for more time than they need; from a Wednesday on."""
    draws = np.random.default_rng(seed)
    run = np.maximum(1, np.exp(draws.normal(8, 1.5, jobs)).astype(int))
    return Table.of(
        {
            "submit": np.sort(draws.integers(0, weeks * WEEK, jobs)) + 2 * 86_400,
            "run": run,
            "allocated": 2 ** draws.integers(0, 6, jobs),
            "estimate": run * draws.integers(1, 8, jobs),
            "user": draws.integers(1, 9, jobs),
        }
    )


def scenario_of(table: Table, blocks: int = 4, policies: tuple[str, ...] = ("EASY", "FCFS"), **changes: Any) -> Any:
    """A scenario that carries *table*; *changes* are of its arrivals."""
    arrivals = {
        "process": "log",
        "digest": table.name,
        "rows": len(table),
        "length": float(table["submit"].max() - table["submit"].min()),
        "sizes": told_of(table["allocated"], table.seconds("run")),
        "carried": write_table(encode(table)),
    }
    return ParallelJobsScenario.read(
        {
            "family": "parallel-jobs",
            "cluster": {"groups": [{"name": "processor", "count": MACHINES, "speed_factor": 1.0}]},
            "workload": {"arrivals": arrivals | changes},
            "policies": list(policies),
            "study": {"replications": blocks},
        }
    )
