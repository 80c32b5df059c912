"""How carrying studies scales: cells per second with more processes, and what carrying costs beside computing.

`python3 app.py dev scale` prints what `run_scale` returns. Everything is taken in one run, on a private broker.
"""

import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import orjson

from engine.inputs.scenario import Scenario
from engine.study.cells import StudyPlan
from engine.study.registry import EXAMPLES, read_scenario, warm_up
from engine.study.run import run_study
from workers.client import Client
from workers.embedded.services import Embedded

CELL_JOBS = 10_000
"""Jobs of a cell, which takes a few milliseconds: two hundred cells are a task."""

CELLS = 2_400
"""About ten tasks of a second for one process."""


def run_scale(processes: Sequence[int] = (1, 2, 4)) -> dict[str, Any]:
    """Cells per second by number of processes, beside one process that carries nothing.

    Returns
    -------
    dict
        `cells`; `alone`: cells per second of one process without broker, before and after; `cases`: processes, cells
        per second, speedup over alone, and, for one process, `overhead`: what carrying takes over what computing does.
    """
    warm_up()
    seeds = iter(range(7_001, 8_000))
    alone = [_alone(_study(next(seeds)))]
    cases = list(_carried(processes, seeds))
    alone.append(_alone(_study(next(seeds))))
    mean = sum(alone) / len(alone)
    for case in cases:
        case["speedup"] = case["cells_per_second"] / mean
        case["overhead"] = mean / case["cells_per_second"] - 1 if case["processes"] == 1 else None
    return {"cells": CELLS, "alone": alone, "cases": cases}


def _study(seed: int) -> Scenario:
    """Another seed makes it a study of which nothing is known."""
    tree = orjson.loads(EXAMPLES["schnor-system-1"].canonical())
    tree["workload"]["jobs"] = CELL_JOBS
    tree["study"] |= {"seed": seed, "replications": CELLS // 12}
    tree["study"]["vary"]["values"] = [0.5, 0.8, 1.0, 1.2]
    return read_scenario(tree)


def _alone(scenario: Scenario) -> float:
    began = time.perf_counter()
    run_study(scenario)
    return len(StudyPlan(scenario)) / (time.perf_counter() - began)


def _carried(processes: Sequence[int], seeds: Iterator[int]) -> Iterator[dict[str, Any]]:
    for number in processes:
        with tempfile.TemporaryDirectory() as folder, Embedded(number, Path(folder)) as embedded:
            client = Client(embedded.redis_url)
            while not client.workers():
                time.sleep(0.05)
            yield {"processes": number, **_speed(client, _study(next(seeds)))}


def _speed(client: Client, scenario: Scenario) -> dict[str, float]:
    """Of a study that workers carry, from the moment when it is submitted."""
    began = time.perf_counter()
    name = client.submit(scenario)
    while (status := client.status(name)) is not None and status.state == "running":
        time.sleep(0.02)
    seconds = time.perf_counter() - began
    if status is None or status.state != "done":
        raise RuntimeError(f"the study ended as {status}")
    return {"cells_per_second": status.total / seconds, "seconds": seconds}
