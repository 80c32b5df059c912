"""Generated and hand-made systems: machines, jobs and rules as the two implementations take them."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from hypothesis import strategies as st
from numpy.typing import ArrayLike

from engine.inputs.cluster import Cluster, MachineGroup
from engine.parallel_jobs.inputs.delay_classes import delay_classes
from engine.parallel_jobs.inputs.speedup import Amdahl, Downey, Linear, Measured, SpeedupCurve
from engine.parallel_jobs.inputs.workload import draw_jobs, machines_of, rules_of
from engine.parallel_jobs.machine_events.events import NO_EVENTS, MachineEventKind, MachineEvents, with_users
from engine.parallel_jobs.model import Jobs, Machines, Rules, Shares
from engine.parallel_jobs.papers.examples import EXAMPLES
from engine.parallel_jobs.records import Happening, Records
from engine.parallel_jobs.replay.events import Row, events
from engine.parallel_jobs.time_sharing.rules import Mapping

SPEED_FACTORS = [1.0, 1.1, 1.5, 2.0, 2.2, 3.0, 3.3, 4.0]
"""1.1 x 3 = 3.3, 1.1 x 2 = 2.2, 1.5 x 2 = 3 and 2 x 2 = 4 are shared classes; in floats the first is not."""

PAPER_RULES = Rules(False, False, False, checkpoint=10.0, latency=0.4, transfer_per_kb=0.0012)
FREE_MIGRATION = Rules(False, False, False, checkpoint=0.0, latency=0.0, transfer_per_kb=0.0)


MOST_MACHINES = 130
"""Beyond any cluster here: how far the speedup curves of hand-made jobs reach."""

CURVES: list[SpeedupCurve] = [
    Linear(model="linear"),
    Measured(model="table", processors=(1, 2, 4, 8), speedup=(1.0, 1.5, 3.0, 4.0)),
    Amdahl(model="amdahl", serial_share=0.1),
    Downey(model="downey", parallelism=5.0, variance=0.5),
]


class System(NamedTuple):
    """What `run` of both implementations takes, but for the policy and the machine events."""

    jobs: Jobs
    machines: Machines
    rules: Rules


def machines(*groups: tuple[int, float]) -> Machines:
    """Machines from (count, speed factor) of each group."""
    models = [MachineGroup(name=str(n), count=count, speed_factor=alpha) for n, (count, alpha) in enumerate(groups)]
    cluster = Cluster(groups=tuple(models))
    return Machines(
        group=np.repeat(np.arange(len(groups), dtype=np.int32), [count for count, _ in groups]),
        speed_factor=np.array([float(alpha) for _, alpha in groups]),
        classes=delay_classes(cluster),
    )


def jobs(
    arrival: Sequence[float],
    demand: Sequence[float],
    sizes: Sequence[tuple[int, int]],
    process_size: Sequence[float] | None = None,
) -> Jobs:
    """Jobs from arrival times, demands and (smallest, largest) sizes; their speedup is linear."""
    gap = [b - a for a, b in pairwise([0.0, *arrival])]
    return jobs_of(gap, demand, sizes, process_size or [0.0] * len(gap))


def jobs_of(
    gap: ArrayLike,
    demand: ArrayLike,
    sizes: Sequence[tuple[int, int]],
    process_size: ArrayLike,
    curve: SpeedupCurve = CURVES[0],
) -> Jobs:
    """The same from the times between arrivals; sizes are requested as large as can be, there are no deadlines."""
    n_jobs = len(sizes)
    high = np.array([high for _, high in sizes], dtype=np.int32)
    return Jobs(
        gap=np.array(gap, dtype=np.float64),
        demand=np.array(demand, dtype=np.float64),
        min_size=np.array([low for low, _ in sizes], dtype=np.int32),
        max_size=high,
        process_size=np.array(process_size, dtype=np.float64),
        job_class=np.zeros(n_jobs, dtype=np.int32),
        requested=high.copy(),
        moldable=np.zeros(n_jobs, dtype=np.bool_),
        estimate=np.ones(n_jobs),
        expected=np.zeros(n_jobs),
        deadline=np.full(n_jobs, np.inf),
        profit=np.zeros(n_jobs),
        speedup=curve.curve(MOST_MACHINES)[np.newaxis],
    )


def machine_events(*happenings: tuple[float, int, MachineEventKind, float]) -> MachineEvents:
    """Machine events from (time, machine, kind, notice)."""
    time, machine, kind, notice = zip(*happenings, strict=True)
    return MachineEvents(
        np.array(time, dtype=np.float64),
        np.array(machine, dtype=np.int32),
        np.array(kind, dtype=np.int8),
        np.array(notice, dtype=np.float64),
    )


def first_jobs(system: System, n_jobs: int, gap: Sequence[float]) -> Jobs:
    """The first jobs of a system, arriving otherwise."""
    columns = {
        name: column[:n_jobs] for name, column in system.jobs._asdict().items() if name not in ("gap", "speedup")
    }
    return system.jobs._replace(**columns, gap=np.array(gap, dtype=np.float64))


def paper(number: int, rate: float, n_jobs: int = 2000, replication: int = 0) -> System:
    """System 1 or 2 of Schnor et al. 1996, section 4, at an arrival rate per 1000 s."""
    scenario = EXAMPLES[f"schnor-system-{number}"].at(
        {"workload.arrivals.rate_per_1000_s": rate, "workload.jobs": n_jobs}
    )
    return System(draw_jobs(scenario, replication), machines_of(scenario), rules_of(scenario))


def saturated(number: int, n_jobs: int = 2000) -> System:
    """The same with all jobs there at time 0."""
    system = paper(number, 1.0, n_jobs)
    return system._replace(jobs=system.jobs._replace(gap=np.zeros(n_jobs)))


def instants(
    system: System, records: Records, machine_events: MachineEvents = NO_EVENTS
) -> Iterator[tuple[Row, Mapping]]:
    """The mapping after every row of the log."""
    mapping = Mapping(with_users(system.machines, machine_events))
    for row in (row for event in events(records.log) for row in event.rows):
        if row.happening == Happening.START:
            mapping.place(row.job, row.machines)
        elif row.happening in (Happening.END, Happening.EVICTION):
            mapping.remove(row.job)
        elif row.happening == Happening.UPGRADE:
            mapping.upgrade(row.job)
        elif row.happening == Happening.DOWNGRADE:
            mapping.downgrade(row.job)
        elif row.happening == Happening.MIGRATION:
            mapping.move(row.job, row.machines, system.rules.hold_old_machines)
        elif row.happening == Happening.RELEASE:
            mapping.release(row.job)
        elif row.happening == Happening.MACHINE:
            mapping.happens(row.job, row.machines[0])
        yield row, mapping


def differences(one: Records, other: Records, with_log: bool = True) -> list[str]:
    """The arrays in which two records differ, in type, shape or any bit."""
    pairs = [(name, getattr(one, name), getattr(other, name)) for name in one._fields if name != "log"]
    if with_log:
        pairs += [(f"log.{name}", getattr(one.log, name), getattr(other.log, name)) for name in one.log._fields]
    return [name for name, a, b in pairs if (a.dtype, a.shape, a.tobytes()) != (b.dtype, b.shape, b.tobytes())]


# generated ------------------------------------------------------------------------------------------------------------


def clusters(most_groups: int = 4, most_machines: int = 6) -> st.SearchStrategy[Machines]:
    """Up to *most_groups* groups of up to *most_machines* machines; two groups may be equally fast.

    Most have machines so different that jobs share the faster ones.
    """

    def groups(low: int, high: int, alphas: list[float]) -> st.SearchStrategy[list[tuple[int, float]]]:
        group = st.tuples(st.integers(1, most_machines), st.sampled_from(alphas))
        return st.lists(group, min_size=low, max_size=high)

    anything = groups(1, most_groups, SPEED_FACTORS)
    if most_groups < 2:
        return anything.map(lambda found: machines(*found))
    between = groups(0, most_groups - 2, SPEED_FACTORS)
    unequal = st.tuples(groups(1, 1, SPEED_FACTORS[:3]), between, groups(1, 1, SPEED_FACTORS[5:])).map(
        lambda parts: [*parts[0], *parts[1], *parts[2]]
    )
    return st.one_of(unequal, unequal, anything).map(lambda found: machines(*found))


def options(hold: bool | None = None) -> st.SearchStrategy[Rules]:
    """Every combination of the options; migration costs nothing or a small whole number."""
    cost = st.integers(0, 3).map(float)
    hold_old_machines = st.booleans() if hold is None else st.just(hold)
    interval = st.sampled_from([0.0, 0.0, 1.0, 3.0, 7.5])
    return st.builds(
        Rules,
        *(st.booleans(), st.booleans(), hold_old_machines, cost, cost, cost),
        resize_cost=cost,
        lazy_by_the_letter=st.booleans(),
        checkpoint_interval=interval,
        checkpoint_cost=cost,
        reservation_depth=st.sampled_from([0, 0, 0, 1, 3]),
        own=st.none(),
        operation=st.none(),
        shares=st.just(Shares()),
    )


@st.composite
def systems(draw: st.DrawFn, most_jobs: int = 60, rules: st.SearchStrategy[Rules] | None = None) -> System:
    """A system whose jobs compete and now and then leave it idle; most have small whole times, so that ties abound.

    Hypothesis chooses the kind of system; the jobs come from one of its seeds, since its own lists are mostly short.
    """
    cluster = draw(clusters())
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    n_jobs = draw(st.one_of(st.just(most_jobs), st.integers(1, most_jobs)))
    n_machines, load = len(cluster.group), draw(st.sampled_from([0.3, 0.7, 1.0, 2.0]))
    mean_demand = draw(st.sampled_from([2, 6, 20]))
    capacity = (1 / cluster.speed_factor[cluster.group]).sum()
    mean_gap = mean_demand / capacity / load
    if draw(st.integers(0, 2)):
        demand = rng.integers(1, 2 * mean_demand, n_jobs).astype(float)
        gap = rng.poisson(mean_gap, n_jobs).astype(float)
        if draw(st.booleans()):
            demand[:] = mean_demand
    else:
        demand = rng.exponential(mean_demand, n_jobs) + 1e-3
        gap = rng.exponential(mean_gap, n_jobs)
    low = rng.integers(1, max(1, n_machines // draw(st.sampled_from([100, 5, 1]))) + 1, n_jobs)
    high = np.maximum(low, rng.integers(1, n_machines + 3, n_jobs))
    if draw(st.booleans()):  # greedy jobs take slow machines too, and leave them to be shared
        high[:] = n_machines
    if draw(st.booleans()):  # one class of jobs: more symmetry, more ties
        low[:], high[:] = low[0], high[0]
    sizes = list(zip(low.tolist(), high.tolist(), strict=True))
    process_size = rng.integers(0, 3, n_jobs).astype(float)
    curve = draw(st.sampled_from([CURVES[0], CURVES[0], *CURVES]))
    return System(jobs_of(gap, demand, sizes, process_size, curve), cluster, draw(rules or options()))


@st.composite
def disrupted_systems(draw: st.DrawFn, most_jobs: int = 40, complete: bool = True) -> tuple[System, MachineEvents]:
    """A system whose machines have users, are shut down, fail and return, with many ties.

    Some events make no sense (a return of a machine that is there) and must do no harm. In the end all users leave and
    all machines return, so that every job ends, unless this need not be *complete*.
    """
    system = draw(systems(most_jobs))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    n_machines, span = len(system.machines.group), float(system.jobs.gap.sum() + system.jobs.demand.max())
    kinds = draw(st.sampled_from([[0, 1], [0, 0, 1], [2, 4], [3, 4], [2, 3, 4, 4], [0, 1, 2, 3, 4, 4]]))
    n_events = draw(st.integers(1, 60))
    time = np.sort(rng.random(n_events) * span)
    if draw(st.integers(0, 2)):
        time = np.floor(time)
    if draw(st.booleans()):  # few machines, often
        machine = rng.integers(0, min(3, n_machines), n_events)
    else:
        machine = rng.integers(0, n_machines, n_events)
    kind = rng.choice(kinds, n_events)
    notice = np.where(
        kind == MachineEventKind.SHUTDOWN, rng.integers(0, draw(st.sampled_from([2, 12, 60])), n_events), 0
    )
    if not complete and draw(st.booleans()):
        return system, MachineEvents(time, machine.astype(np.int32), kind.astype(np.int8), notice.astype(np.float64))
    leaving = machine[kind == MachineEventKind.USER_ARRIVES]
    last = np.concatenate([np.arange(n_machines), leaving])
    back = np.repeat([MachineEventKind.RETURN, MachineEventKind.USER_LEAVES], [n_machines, len(leaving)])
    return system, MachineEvents(
        np.concatenate([time, np.full(len(last), span)]),
        np.concatenate([machine, last]).astype(np.int32),
        np.concatenate([kind, back]).astype(np.int8),
        np.concatenate([notice, np.zeros(len(last))]).astype(np.float64),
    )
