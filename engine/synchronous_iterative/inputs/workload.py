"""From a scenario to what reference and kernel are given: the background jobs and the work drawn, in whole nanoseconds.

Every machine has streams of its own, so that it sees the same jobs whichever others are chosen with it; loads and
lengths scale the same numbers.
"""

from math import ceil, sqrt

import numpy as np

from engine.compiled.elementary import ln
from engine.inputs.draws import Draws
from engine.inputs.span import LONGEST, SpanError, nanoseconds, said
from engine.synchronous_iterative.inputs.background import HOUR, HOURS
from engine.synchronous_iterative.inputs.imbalance import work_law
from engine.synchronous_iterative.inputs.scenario import SynchronousIterativeScenario
from engine.synchronous_iterative.inputs.service import left_times, service_times
from engine.synchronous_iterative.inputs.site import Site, site_of
from engine.synchronous_iterative.system import SECOND, Run

MOST_ARRIVALS = 2e7
"""Background jobs that are drawn for a machine at most; they take half a gigabyte."""

MARGIN = 1.5
"""How much longer than predicted a run may last before its background jobs are drawn anew, more of them."""


def machines_of(counts: tuple[int, ...]) -> list[tuple[int, int]]:
    """(group, number in the group) of the machines of a choice: the first ones of each group."""
    return [(group, number) for group, count in enumerate(counts) for number in range(count)]


def draw_run(scenario: SynchronousIterativeScenario, counts: tuple[int, ...], replication: int, horizon: float) -> Run:
    """The run on so many machines of each group, with the background jobs that come before *horizon* (s)."""
    draws = Draws(scenario.study.seed, replication)
    machines, site = machines_of(counts), site_of(scenario)
    jobs = [_background_jobs(scenario, site, draws, group, number, horizon) for group, number in machines]
    application, processors = scenario.application, len(machines)
    return Run(
        work=_work(scenario, draws, machines),
        before=_whole(application.serial_time),
        after=_whole(application.overhead_of(processors)),
        first=np.cumsum([0] + [len(arrival) for arrival, _ in jobs]).astype(np.int64),
        arrival=np.concatenate([arrival for arrival, _ in jobs]),
        demand=np.concatenate([demand for _, demand in jobs]),
    )


def _work(scenario: SynchronousIterativeScenario, draws: Draws, machines: list[tuple[int, int]]) -> np.ndarray:
    """Dedicated time of every part, int64 (P, I), ns; at least 1 ns where there is work at all."""
    application, cluster = scenario.application, scenario.cluster
    law = work_law(application, len(machines))
    slowness = np.array([cluster.groups[group].delta / cluster.baseline for group, _ in machines])
    share = np.full(len(machines), 1 / len(machines))
    if scenario.options.division == "by-speed":
        share = 1 / slowness / (1 / slowness).sum()
    unit = application.parallel_time * share * slowness / law.mean * SECOND  # time of a unit of work
    bounds = np.cumsum(law.probability)[:-1]
    if application.imbalance == "ideal":
        units = np.ones((len(machines), application.iterations))
    else:
        streams = [draws.stream(f"work.{group}.{number}") for group, number in machines]
        drawn = np.stack([stream.random(application.iterations) for stream in streams])
        units = np.searchsorted(bounds, drawn, side="right").astype(float)
    parts = np.maximum(np.rint(np.where(units > 0, units * unit[:, None], 0.0)), units > 0)
    if not (parts <= LONGEST).all():
        raise SpanError(f"a part of an iteration takes {said(parts.max() / SECOND)}, which no clock here can count")
    work: np.ndarray = parts.astype(np.int64)
    return work


def _background_jobs(
    scenario: SynchronousIterativeScenario, site: Site, draws: Draws, group: int, number: int, horizon: float
) -> tuple[np.ndarray, np.ndarray]:
    """Arrivals at a machine and their demands there, both int64 ns; those found at the start come at 0.

    The machine has run for ever before the application comes: the number that it finds is geometric.
    """
    background = scenario.background
    slowness = site.delta[group] / site.baseline
    load = site.load[site.moment_of_hour, group]  # by hour
    highest = load.max()
    machine = f"{group}.{number}"
    start = load[background.start_hour]
    found = int(draws.stream(f"found.{machine}").exponential(1)[0] / -ln(start)) if start > 0 else 0
    demand = left_times(background, draws, machine, found) * slowness
    arrival = np.zeros(found)
    if highest > 0:
        rate = highest / (background.mean_service * slowness)
        at = _arrivals(draws, machine, rate, horizon)
        demands = service_times(background, draws, machine, len(at)) * slowness
        if load.min() < highest:  # thinned
            hour = ((background.start_hour + at / HOUR) % HOURS).astype(int)
            kept = draws.stream(f"thinning.{machine}").random(len(at)) * highest < load[hour]
            at, demands = at[kept], demands[kept]
        arrival, demand = np.concatenate([arrival, at]), np.concatenate([demand, demands])
    # A job that is longer than all that can be counted is never done, however long it is.
    lasting = np.clip(np.rint(demand * SECOND), 1, LONGEST)
    return nanoseconds(arrival, "the time until a background job comes"), lasting.astype(np.int64)


def _arrivals(draws: Draws, machine: str, rate: float, horizon: float) -> np.ndarray:
    """Poisson arrivals until *horizon* (s)."""
    expected = rate * horizon
    if not expected < MOST_ARRIVALS:
        raise SpanError(
            f"about {expected:.2g} background jobs would come to a machine; no more than "
            f"{MOST_ARRIVALS:.2g} are drawn: shorter runs or longer background jobs help"
        )
    n = ceil(expected + 5 * sqrt(expected) + 10)
    while True:
        at = np.cumsum(draws.stream(f"arrivals.{machine}").exponential(n)) / rate
        if at[-1] > horizon:
            return at[at <= horizon]
        n *= 2


def _whole(seconds: float) -> int:
    return round(seconds * SECOND)
