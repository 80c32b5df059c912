"""Generated scenarios for the space-sharing policies: mixed kinds of jobs, with deadlines and estimates, many ties.

Some also have machine events.
"""

from typing import Any

import numpy as np
from hypothesis import strategies as st

from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.inputs.workload import draw_jobs, machines_of, rules_of
from engine.parallel_jobs.machine_events.events import MachineEventKind, MachineEvents
from engine.parallel_jobs.policies import ORDERED, POLICIES
from tests.engine.parallel_jobs.systems import System

REPRESENTED = {
    name: policy for name, policy in POLICIES.items() if policy.code < ORDERED or name in ("SAF", "WFP3", "EASY-SJF")
}
"""All policies, but of the ordered queues one of each kind: they differ in a formula, and have tests of their own."""

CODES = {name: policy.code for name, policy in REPRESENTED.items() if not name.startswith("SED")}
"""The space-sharing policies."""

SPEEDUPS: list[dict[str, Any]] = [
    {"model": "linear"},
    {"model": "amdahl", "serial_share": 0.1},
    {"model": "downey", "parallelism": 4.0, "variance": 1.0},
    {"model": "table", "processors": [1, 4, 8], "speedup": [1.0, 3.0, 4.0]},
]
ESTIMATES = [{"estimate": "exact"}, {"estimate": "multiple", "multiple_of": 2.0}, {"estimate": "uniform-error"}]
DEADLINES = [
    {"deadline": "none"},
    {"deadline": "constant-deadline", "mean": 12.0},
    {"deadline": "exponential-deadline", "mean": 20.0},
    {"deadline": "proportional-deadline", "times_demand": 1.0},
]


def job_class(name: str, machines: int, rng: np.random.Generator) -> dict[str, Any]:
    """A class of jobs for a cluster with so many machines."""
    low = int(rng.integers(1, machines + 1))
    exponential = {"distribution": "exponential", "mean": 20.0}
    whole = {"distribution": "constant", "mean": float(rng.integers(1, 20))}
    return {
        "name": name,
        "demand": whole if rng.random() < 0.6 else exponential,
        "min_size": low,
        "max_size": int(rng.integers(low, machines + 3)),
        "kind": str(rng.choice(["rigid", "moldable", "malleable", "malleable"])),
        "requested_size": str(rng.choice(["smallest", "largest"])),
        "speedup": SPEEDUPS[rng.integers(len(SPEEDUPS))],
        "estimate": ESTIMATES[rng.integers(len(ESTIMATES))],
        "deadline": DEADLINES[rng.integers(len(DEADLINES))],
    }


@st.composite
def streams(draw: st.DrawFn, most_groups: int = 3, most_jobs: int = 70, **options: Any) -> System:
    """A system; hypothesis chooses one of its seeds, since its own lists are mostly short."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    groups: list[dict[str, Any]] = [
        {"name": str(n), "count": int(rng.integers(1, 7)), "speed_factor": float(rng.choice([1, 1, 1.5, 2, 4]))}
        for n in range(rng.integers(1, most_groups + 1))
    ]
    if most_groups == 1:
        groups[0]["speed_factor"] = 1.0
    machines = sum(int(group["count"]) for group in groups)
    tree = {
        "family": "parallel-jobs",
        "cluster": {"groups": groups},
        "workload": {
            "arrivals": {"process": "poisson", "rate_per_1000_s": float(rng.choice([50, 200, 800]))},
            "job_classes": [job_class(str(n), machines, rng) for n in range(rng.integers(1, 4))],
            "jobs": int(rng.integers(2, most_jobs)),
        },
        "policies": ["FCFS"],
        "options": {"resize_cost": float(rng.choice([0, 0, 1])), "lazy_by_the_letter": bool(rng.random() < 0.3)}
        | options,
        "study": {"seed": int(rng.integers(1_000_000))},
    }
    scenario = ParallelJobsScenario.read(tree)
    jobs = draw_jobs(scenario, 0)
    if rng.random() < 0.5:  # arrivals at few instants: ties with each other and with ends
        jobs = jobs._replace(gap=np.round(jobs.gap / 4) * 4.0)
    return System(jobs, machines_of(scenario), rules_of(scenario))


KINDS = [[0, 1], [0, 0, 1], [2, 4], [3, 4], [2, 3, 4, 4], [2, 2, 4], [0, 1, 2, 3, 4, 4], [0, 1, 2, 2, 3, 4, 4]]
"""Kinds of machine events that happen together."""


@st.composite
def disrupted_streams(
    draw: st.DrawFn, complete: bool = True, most_jobs: int = 40, limited: bool = False, **options: Any
) -> tuple[System, MachineEvents]:
    """A system whose machines have users, are shut down, fail and return, with many ties.

    Some events make no sense and must do no harm. In the end all users leave and all machines return, unless this need
    not be *complete*.
    """
    system = draw(streams(most_jobs=most_jobs, **options))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    jobs, n_machines = system.jobs, len(system.machines.group)
    jobs = jobs._replace(process_size=rng.integers(0, 3, len(jobs.gap)).astype(float))
    checkpoint, latency, transfer = rng.integers(0, 3, 3).astype(float).tolist()
    interval = float(rng.choice([0.0, 0.0, 1.0, 3.0, 7.5]))
    rules = system.rules._replace(
        checkpoint=checkpoint,
        latency=latency,
        transfer_per_kb=transfer,
        checkpoint_interval=interval,
        checkpoint_cost=float(rng.integers(0, 3)),
    )
    n_events, span = int(rng.integers(1, 60)), float(jobs.gap.sum() + jobs.demand.max())
    time = np.sort(rng.random(n_events) * span)
    if rng.random() < 0.7:
        time = np.floor(time / 4) * 4.0
    machine = rng.integers(0, n_machines if rng.random() < 0.5 else min(3, n_machines), n_events)
    kind = rng.choice(KINDS[rng.integers(len(KINDS))], n_events)
    notice = np.where(kind == MachineEventKind.SHUTDOWN, rng.integers(0, int(rng.choice([2, 12, 60])), n_events), 0)
    if complete or rng.random() < 0.5:
        leaving = machine[kind == MachineEventKind.USER_ARRIVES]
        machine = np.concatenate([machine, np.arange(n_machines), leaving])
        back = np.repeat([MachineEventKind.RETURN, MachineEventKind.USER_LEAVES], [n_machines, len(leaving)])
        kind = np.concatenate([kind, back])
        time = np.concatenate([time, np.full(len(back), span)])
        notice = np.concatenate([notice, np.zeros(len(back))])
    events = MachineEvents(time, machine.astype(np.int32), kind.astype(np.int8), notice.astype(np.float64))
    if limited:
        events = with_limits(events, n_machines, rng)
    return system._replace(jobs=jobs, rules=rules), events


def with_limits(events: MachineEvents, n_machines: int, rng: np.random.Generator) -> MachineEvents:
    """The same, and from some instants on there are never more machines than so many, whatever the events say."""
    n = int(rng.integers(1, 4))
    most = np.sort(rng.integers(0, n_machines + 1, n))[::-1]
    time = np.sort(rng.choice(events.time, n))
    more = MachineEvents(time, most.astype(np.int32), np.full(n, MachineEventKind.LIMIT, dtype=np.int8), np.zeros(n))
    together = MachineEvents(*(np.concatenate(columns) for columns in zip(events, more, strict=True)))
    order = np.argsort(together.time, kind="stable")
    return MachineEvents(*(column[order] for column in together))
