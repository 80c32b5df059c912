"""Which part of a replication is told of: the measured weeks of a log, of other jobs what comes after a warm-up."""

import numpy as np

from engine.inputs.by_hour import period_of
from engine.logs.week_clock import HOUR, WEEK
from engine.parallel_jobs.drawn import Drawn
from engine.parallel_jobs.for_whom.by_hour import HOURS, HourOfWeek
from engine.parallel_jobs.for_whom.served import Served
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.of_log import log_of, measured_part
from engine.statistics.whole_periods import from_whole, within


def measured(
    scenario: ParallelJobsScenario, replication: int, there: Drawn, first: Served
) -> tuple[float, float, HourOfWeek]:
    """From when to when what arrives is measured, s, and what hour of the week an instant is in.

    A warm-up that has to be found is that of the *first* schedule.
    """
    logged = scenario.workload.logged
    if logged is None:
        period = period_of(scenario.workload.arrivals)
        last = within(first.arrival, period)
        warm_up = scenario.measurement.warm_up.cut((first.wait + first.run)[:last])
        cut = min(from_whole(min(warm_up, last), first.arrival, period), last - 1)
        return float(first.arrival[cut]), float(first.arrival[last - 1]) + 1.0, of_week
    part = measured_part(logged, scenario.processors, there.jobs, replication)
    clock, load = log_of(logged, scenario.processors).clock, logged.load_factor
    part = part.over(first.arrival, first.arrival + first.wait + first.run)
    if not logged.is_itself(replication) or (load != 1.0 and logged.load_by == "week_clock"):
        return part.since, part.until, of_week  # another load on the week's own clock is in local time already
    return part.since, part.until, lambda time: clock.hour_of_week(time * load)


def of_week(time: np.ndarray) -> np.ndarray:
    """The hour of the week of instants, s, of a clock that begins with a Monday."""
    found: np.ndarray = (time % WEEK // HOUR).astype(np.int64) % HOURS
    return found
