"""The bench of this family: time per event with a permanent backlog, of a stream of jobs and of a long queue."""

from collections.abc import Sequence
from functools import partial
from time import perf_counter
from typing import Any

import numpy as np

from engine.compiled.yardstick import Case, Measurement, median_seconds
from engine.coscheduling.inputs.scenario import CoschedulingScenario
from engine.coscheduling.inputs.workload import draw_jobs, system_of
from engine.coscheduling.kernel import simulation as kernel
from engine.coscheduling.papers.examples import EXAMPLES, job_types
from engine.coscheduling.policies import SCHEMES
from engine.coscheduling.records import EVERYTHING, Records
from engine.coscheduling.reference import simulation as reference

NODES, LEVEL = 32, 5

SMALL = {"workload.jobs": 2, "workload.size_classes.0.execution_time": 0.01}
"""What a small workload has."""


def backlog(mix: str, nodes: int = NODES, jobs: int = 50, execution_time: float = 1.5) -> CoschedulingScenario:
    """Jobs that are all there at time 0, of up to as many tasks as there are nodes."""
    sizes = {"smallest": 2, "largest": nodes, "execution_time": execution_time}
    workload = {"job_types": job_types(mix), "jobs": jobs, "size_classes": [sizes]}
    cluster = {"nodes": nodes, "multiprogramming_level": LEVEL}
    return CoschedulingScenario.read(
        {"family": "coscheduling", "policies": ["PB"], "cluster": cluster, "workload": workload}
    )


def stream(jobs: int, execution_time: float = 1.0) -> CoschedulingScenario:
    """Jobs that come one by one at a load of 0.8 and do some I/O, of which those behind may pass the first."""
    sizes = {"execution_time": execution_time, "variation": 1.0}
    point = {f"workload.size_classes.0.{name}": value for name, value in sizes.items()}
    return EXAMPLES["coscheduled-at-which-load"].at(
        {**point, "workload.jobs": jobs, "offered_load": 0.8, "io_share": 20.0}
    )


def long_queue(jobs: int, execution_time: float = 0.05) -> CoschedulingScenario:
    """Many short jobs that are all there at time 0, of which those behind may pass the first."""
    tree = backlog("WL7", jobs=jobs, execution_time=execution_time).model_dump(mode="json")
    tree["workload"]["size_classes"][0]["variation"] = 1.0
    tree["options"]["admission"] = "backfilling"
    return CoschedulingScenario.read(tree)


def _per_event(mix: str, policy: str, small: bool) -> Measurement:
    """As `_of`, of a backlog."""
    return _of(backlog(mix), backlog(mix, jobs=12, execution_time=0.15), policy, small)


def _of_stream(policy: str, small: bool) -> Measurement:
    return _of(stream(190), stream(12, 0.1), policy, small)


def _of_queue(policy: str, small: bool) -> Measurement:
    return _of(long_queue(2000), long_queue(30), policy, small)


def _of(scenario: CoschedulingScenario, few: CoschedulingScenario, policy: str, small: bool) -> Measurement:
    """Nanoseconds per event; the reference gets a *few* of the jobs, and its log is compared too."""
    scheme = SCHEMES[policy]
    few = few.at(SMALL) if small else few
    scenario = few if small else scenario
    jobs, system = draw_jobs(scenario, 0), system_of(scenario, 0)
    run = partial(kernel.run, jobs, system, scheme)
    run()
    seconds = median_seconds(run, small, 3) / kernel.count_events(jobs, system, scheme)
    jobs, system = draw_jobs(few, 0), system_of(few, 0)
    begin = perf_counter()
    slow = reference.run(jobs, system, scheme)
    ratio = (perf_counter() - begin) / median_seconds(partial(kernel.run, jobs, system, scheme), small, 3)
    same = identical(slow, kernel.run(jobs, system, scheme)) and identical(
        reference.run(jobs, system, scheme, EVERYTHING), kernel.run(jobs, system, scheme, EVERYTHING)
    )
    return Measurement("ns per event", seconds * 1e9, seconds, ratio, same)


def identical(one: Records, other: Records) -> bool:
    """Whether all numbers are equal, to the nanosecond."""
    return all(np.array_equal(a, b) for a, b in zip(_flat(one), _flat(other), strict=True))


def _flat(records: Records) -> list[Any]:
    return [*records[:-2], *records.interval, *records.log]


def _growth(scenarios: Sequence[CoschedulingScenario], work: float, small: bool) -> Measurement:
    """The power by which the time of a whole replication grows when its work is *work* times larger."""
    times = []
    for scenario in scenarios:
        some = scenario.at(SMALL) if small else scenario
        jobs, system = draw_jobs(some, 0), system_of(some, 0)
        times.append(median_seconds(partial(kernel.run, jobs, system, SCHEMES["PB"]), small, 3))
    return Measurement("slope (1 = in proportion)", float(np.log(times[1] / times[0]) / np.log(work)))


CASES: dict[str, Case] = {
    "coscheduling-sb-wl5": partial(_per_event, "WL5", "SB"),
    "coscheduling-pb-wl4": partial(_per_event, "WL4", "PB"),
    **{
        f"coscheduling-{policy.lower()}-wl7": partial(_per_event, "WL7", policy)
        for policy in ("GS", "SS-EASY", "Local", "SY", "DCS", "DCS-SB", "DCS-SY", "PB-SB", "PB-SY")
    },
    **{
        f"coscheduling-{policy.lower()}-stream": partial(_of_stream, policy)
        for policy in ("SS-FCFS", "SS-FF", "SS-EASY", "SS-SJF", "SS-WFP3", "GS", "Local", "SB", "SY", "DCS", "PB")
    },
    **{
        f"coscheduling-{policy.lower()}-queue": partial(_of_queue, policy)
        for policy in ("SS-FCFS", "SS-FF", "SS-EASY", "SS-SJF", "SS-WFP3", "GS", "SB", "PB")
    },
    "coscheduling-time-x-10": lambda small: _growth(
        (backlog("WL7", execution_time=0.15), backlog("WL7", execution_time=1.5)), 10, small
    ),
    "coscheduling-nodes-x-4": lambda small: _growth((backlog("WL7"), backlog("WL7", nodes=128)), 4, small),
}
"""Every case by name; workloads of table 2, nearest neighbor, 32 nodes, multiprogramming level 5. Where nothing else is
said there is a backlog; streams and queues may backfill under every policy."""
