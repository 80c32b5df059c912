"""Generated and hand-made clusters, jobs and schemes, as the two implementations take them."""

from collections.abc import Callable, Sequence
from itertools import zip_longest
from typing import Any, NamedTuple

import numpy as np
from hypothesis import strategies as st

from engine.coscheduling.inputs.patterns import Pattern, communication_time
from engine.coscheduling.kernel import simulation as kernel
from engine.coscheduling.policies import SCHEMES, OnDelivery, Scheme, Waiting
from engine.coscheduling.records import Happening, Records, Window
from engine.coscheduling.reference import simulation as reference
from engine.coscheduling.system import MILLISECOND, Jobs, System

US, MS = 1_000, MILLISECOND

Run = Callable[[Jobs, System, Scheme, Window | None], Records]
IMPLEMENTATIONS: dict[str, Run] = {"reference": reference.run, "kernel": kernel.run}

INTERFACE, WIRE = 60 * US, 180 * US
LATENCY = 2 * INTERFACE + WIRE
"""300 us, and 330 us to spin: round numbers, so that a schedule can be followed by hand."""


def system(nodes: int, **changes: Any) -> System:
    """A cluster with the overheads of table 3, aligned ticks and no skewness, but for some *changes*."""
    plain = System(
        nodes=nodes,
        slots=5,
        context_switch=200 * US,
        gang_switch=2 * MS,
        interrupt=50 * US,
        move=3 * US,
        check=2 * US,
        gang_quantum=200 * MS,
        interface=INTERFACE,
        wire=WIRE,
        spin=LATENCY * 11 // 10,
        pattern=int(Pattern.NEAREST_NEIGHBOR),
        skewness=0.0,
        key=np.uint64(12345),
        always_hand_over=False,
        equal_level=1,
        poll_last=False,
        phase=np.full(nodes, MILLISECOND, dtype=np.int64),
    )
    return plain._replace(**changes)


class Job(NamedTuple):
    """A job by hand; times ns. Without an estimate, its user knows its nominal time."""

    size: int
    computation: int
    io: int = 0
    iterations: int = 1
    arrival: int = 0
    estimate: int | None = None


def jobs(machine: System, *each: Job) -> Jobs:
    """The arrays of some jobs, with the nominal time that rule 1 gives them on a machine."""
    latency = 2 * machine.interface + machine.wire
    pattern = Pattern(machine.pattern)
    cost = [communication_time(pattern, job.size, latency, machine.interface) for job in each]
    nominal = [job.computation + job.io + more for job, more in zip(each, cost, strict=True)]
    return Jobs(
        arrival=np.array([job.arrival for job in each], dtype=np.int64),
        size=np.array([job.size for job in each], dtype=np.int32),
        iterations=np.array([job.iterations for job in each], dtype=np.int32),
        computation=np.array([job.computation for job in each], dtype=np.int64),
        io=np.array([job.io for job in each], dtype=np.int64),
        nominal=np.array(nominal, dtype=np.int64),
        estimate=np.array(
            [
                (known * job.iterations) if job.estimate is None else job.estimate
                for job, known in zip(each, nominal, strict=True)
            ],
            dtype=np.int64,
        ),
        job_type=np.zeros(len(each), dtype=np.int32),
        size_class=np.zeros(len(each), dtype=np.int32),
    )


class Case(NamedTuple):
    """What `run` takes, but for the window."""

    jobs: Jobs
    system: System
    scheme: Scheme


def mostly_round(most: int) -> st.SearchStrategy[int]:
    """Times up to *most* ns: multiples of 60 us and of 500 us, which make ties common, zero, and odd ones."""
    return st.one_of(
        st.integers(0, most),
        st.integers(0, most // (60 * US)).map(lambda n: n * 60 * US),
        st.integers(0, most // (500 * US)).map(lambda n: n * 500 * US),
        st.just(0),
    )


LOADS = st.sampled_from([0.0, 0.5, 0.3, 0.9])


@st.composite
def systems(
    draw: st.DrawFn, patterns: Sequence[Pattern] = tuple(Pattern), skewed: bool = True, loaded: bool = False
) -> System:
    """Machines of 2 to 8 nodes and 1 to 6 slots; *loaded* if some may have owners, for whom computing takes longer.

    Lists begin with what makes much happen, for hypothesis tries what comes first more often than anything else. The
    kernel work of a tick stays below a millisecond: with more, nodes may do nothing else for ever.
    """
    nodes = draw(st.sampled_from([4, 3, 8, 2, 5, 6, 7]))
    interface = draw(st.sampled_from([60 * US, 20 * US, 7_001, 1]))
    wire = draw(st.sampled_from([180 * US, 120 * US, 185_480, 60 * US, 13_337]))
    aligned = draw(st.booleans())
    phases = [MILLISECOND] * nodes if aligned else draw(st.lists(st.integers(1, MS), min_size=nodes, max_size=nodes))
    return system(
        nodes,
        slots=draw(st.sampled_from([3, 5, 2, 4, 6, 1])),
        context_switch=draw(st.sampled_from([200 * US, 60 * US, 0, 500 * US, 203_077])),
        gang_switch=draw(st.sampled_from([2 * MS, 0, 60 * US, 200 * US])),
        interrupt=draw(st.sampled_from([50 * US, 60 * US, 0, 50_123])),
        move=draw(st.sampled_from([3 * US, 0, 60 * US])),
        check=draw(st.sampled_from([2 * US, 0, 10 * US, 2_001])),
        gang_quantum=draw(st.sampled_from([200 * MS, 3 * MS, 600 * US, 1_234_567])),
        interface=interface,
        wire=wire,
        spin=draw(st.sampled_from([(2 * interface + wire) * 11 // 10, 2 * interface + wire, 60 * US])),
        pattern=int(draw(st.sampled_from(patterns))),
        skewness=draw(st.sampled_from([0.0, 0.2, 1.5])) if skewed else 0.0,
        key=np.uint64(draw(st.integers(0, 2**64 - 1))),
        always_hand_over=draw(st.booleans()),
        equal_level=draw(st.integers(0, 2)),
        poll_last=draw(st.booleans()),
        phase=np.array(phases, dtype=np.int64),
        backfill=draw(st.booleans()),
        load=np.array(draw(st.lists(LOADS, min_size=nodes, max_size=nodes))) if loaded else None,
    )


@st.composite
def job_lists(draw: st.DrawFn, machine: System) -> list[Job]:
    """A few jobs, there from the beginning or arriving one by one; one or two compute for long, most communicate.

    Some begin shortly before the second after which everybody goes to the highest level.
    """
    batch = draw(st.booleans())
    found, now = [], draw(st.sampled_from([0, 0, 0, 900 * MS, 970 * MS, 990 * MS]))
    for _ in range(draw(st.sampled_from([4, 7, 5, 6, 3, 2, 1]))):
        now += 0 if batch else draw(mostly_round(8 * MS))
        kind = draw(st.integers(0, 6))
        computation = draw(mostly_round(4 * MS)) if kind else draw(st.integers(20, 120)) * MS
        io = draw(mostly_round(1 * MS))
        iterations = draw(st.sampled_from([3, 8, 5, 2, 1])) if kind else draw(st.integers(1, 3))
        estimate = draw(st.one_of(st.none(), mostly_round(40 * MS)))
        found.append(Job(draw(st.integers(2, machine.nodes)), computation, io, iterations, now, estimate))
    return found


GROUPS = {
    "gang": [name for name, scheme in SCHEMES.items() if scheme.gang],
    "dedicated": [name for name, scheme in SCHEMES.items() if scheme.queue],
    **{
        f"{on_delivery.name}-{waiting.name}": [
            name
            for name, scheme in SCHEMES.items()
            if not scheme.is_told and (scheme.on_delivery, scheme.waiting) == (on_delivery, waiting)
        ]
        for on_delivery in OnDelivery
        for waiting in Waiting
    },
}
"""Schemes that differ in the heuristic, or the replication, only."""


@st.composite
def cases(draw: st.DrawFn, names: Sequence[str] | None = None, **options: Any) -> Case:
    """Everything together; each group of schemes as often as any other, unless there are *names*."""
    machine = draw(systems(**options))
    name = draw(st.sampled_from(names if names else draw(st.sampled_from(list(GROUPS.values())))))
    return Case(jobs(machine, *draw(job_lists(machine))), machine, SCHEMES[name])


# looking at records ---------------------------------------------------------------------------------------------------


def differences(one: Records, other: Records) -> list[str]:
    """The fields that differ; of the intervals and the log the first rows that do."""
    found = []
    for name in Records._fields:
        a, b = getattr(one, name), getattr(other, name)
        if name in ("interval", "log"):
            rows = list(enumerate(zip_longest(_rows(a), _rows(b))))
            found += [f"{name} {n}: {x} != {y}" for n, (x, y) in rows if x != y][:3]
        elif not np.array_equal(a, b):
            found.append(f"{name}: {a} != {b}")
        if isinstance(a, np.ndarray) and a.dtype != b.dtype:
            found.append(f"type of {name}")
    return found


def _rows(table: Any) -> list[tuple[int, ...]]:
    return list(zip(*(column.tolist() for column in table), strict=True))


def happened(records: Records, node: int, *which: Happening) -> list[tuple[int, str, int, int, int]]:
    """Rows of the log of one node: time, us, name, job, value, other; of some happenings, or of all."""
    rows = zip(*(column.tolist() for column in records.log), strict=True)
    return [
        (time // US, Happening(what).name, job, value, other)
        for time, where, what, job, _, value, other in rows
        if where == node and (not which or what in which)
    ]
