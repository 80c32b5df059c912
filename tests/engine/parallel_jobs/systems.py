"""Generated and hand-made systems: machines, jobs and rules as the two implementations take them."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from hypothesis import strategies as st
from numpy.typing import ArrayLike

from engine.cluster import Cluster, MachineGroup
from engine.parallel_jobs.delay_classes import delay_classes
from engine.parallel_jobs.events import Row, events
from engine.parallel_jobs.examples import EXAMPLES
from engine.parallel_jobs.mapping import Mapping
from engine.parallel_jobs.records import Happening, Records
from engine.parallel_jobs.workload import Jobs, Machines, Rules, draw_jobs, machines_of, rules_of

SPEED_FACTORS = [1.0, 1.1, 1.5, 2.0, 2.2, 3.0, 3.3, 4.0]
"""1.1 x 3 = 3.3, 1.1 x 2 = 2.2, 1.5 x 2 = 3 and 2 x 2 = 4 are shared classes; in floats the first is not."""

PAPER_RULES = Rules(False, False, False, checkpoint=10.0, latency=0.4, transfer_per_kb=0.0012)
FREE_MIGRATION = Rules(False, False, False, checkpoint=0.0, latency=0.0, transfer_per_kb=0.0)


class System(NamedTuple):
    """What `run` of both implementations takes, but for the policy."""

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
    """Jobs from arrival times, demands and (smallest, largest) sizes."""
    gap = [b - a for a, b in pairwise([0.0, *arrival])]
    return _jobs(gap, demand, sizes, process_size or [0.0] * len(gap))


def _jobs(gap: ArrayLike, demand: ArrayLike, sizes: Sequence[tuple[int, int]], process_size: ArrayLike) -> Jobs:
    return Jobs(
        gap=np.array(gap, dtype=np.float64),
        demand=np.array(demand, dtype=np.float64),
        min_size=np.array([low for low, _ in sizes], dtype=np.int32),
        max_size=np.array([high for _, high in sizes], dtype=np.int32),
        process_size=np.array(process_size, dtype=np.float64),
        job_class=np.zeros(len(sizes), dtype=np.int32),
    )


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


def instants(system: System, records: Records) -> Iterator[tuple[Row, Mapping]]:
    """The mapping after every row of the log."""
    mapping = Mapping(system.machines)
    for row in (row for event in events(records.log) for row in event.rows):
        if row.happening == Happening.START:
            mapping.place(row.job, row.machines)
        elif row.happening == Happening.END:
            mapping.remove(row.job)
        elif row.happening == Happening.UPGRADE:
            mapping.upgrade(row.job)
        elif row.happening == Happening.MIGRATION:
            mapping.move(row.job, row.machines, system.rules.hold_old_machines)
        elif row.happening == Happening.RELEASE:
            mapping.release(row.job)
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
    return st.builds(Rules, st.booleans(), st.booleans(), hold_old_machines, cost, cost, cost)


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
    return System(_jobs(gap, demand, sizes, process_size), cluster, draw(rules or options()))
