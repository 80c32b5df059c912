"""What a replay means for whom, for every policy of a scenario, as a JSON tree for the page."""

from typing import Any

import numpy as np

from engine.inputs.by_hour import period_of
from engine.logs.recorded import KNOWN
from engine.logs.week_clock import HOUR, WEEK
from engine.parallel_jobs.drawn import Drawn, drawn
from engine.parallel_jobs.for_whom.by_hour import HOURS, HourOfWeek, by_hour
from engine.parallel_jobs.for_whom.by_size import by_size
from engine.parallel_jobs.for_whom.overall import overall
from engine.parallel_jobs.for_whom.served import Served
from engine.parallel_jobs.for_whom.users import by_user
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.of_log import log_of, measured_part
from engine.parallel_jobs.records import Reason
from engine.parallel_jobs.replication import replicate
from engine.statistics.whole_periods import from_whole, within

AS_RECORDED = "as recorded"
"""What the scheduler of the machine did: no policy, for it had outages, reservations and priorities."""

USERS = 200
"""Those with most work are told one by one; the rest is counted."""


def for_whom(scenario: ParallelJobsScenario) -> dict[str, Any]:
    """The first replication of a *scenario* of one point under each of its policies.

    A log is measured over the weeks of its study; what its own scheduler did stands beside the policies, as
    `AS_RECORDED`, if 99 % of the waits are known. Other jobs are measured from the end of a fixed warm-up on.
    """
    there = drawn(scenario, 0)
    machines = scenario.cluster.machines
    schedules = {policy: _simulated(scenario, policy, there) for policy in scenario.policies}
    recorded = _recorded(scenario)
    if recorded is not None:
        schedules[AS_RECORDED] = recorded
    since, until, hour_of_week = _measured(scenario, there, next(iter(schedules.values())))
    told = {}
    for name, present in schedules.items():
        inside = (present.arrival >= since) & (present.arrival < until)
        counted = present.some(inside)
        counted = counted._replace(hour=hour_of_week(counted.arrival))
        told[name] = _told(scenario, counted) | {
            "hours": by_hour(counted, present, since, until, machines, hour_of_week)._asdict()
        }
    return {"since": since, "until": until, "machines": machines, "policies": told}


def _told(scenario: ParallelJobsScenario, counted: Served) -> dict[str, Any]:
    threshold = scenario.measurement.slowdown_threshold
    users = by_user(counted, threshold)._asdict()
    jain, gini = users.pop("jain"), users.pop("gini")
    return {
        "overall": overall(counted, threshold),
        "users": {name: column[:USERS] for name, column in users.items()},
        "known_users": int(np.count_nonzero(users["user"] >= 0)),
        "jain": jain,
        "gini": gini,
        "sizes": by_size(counted, threshold)._asdict(),
    }


def _simulated(scenario: ParallelJobsScenario, policy: str, there: Drawn) -> Served:
    records = replicate(scenario, policy, 0, there.jobs).records
    user = there.jobs.user if len(there.jobs.user) else np.full(len(records.arrival), -1)
    served = Served(
        arrival=records.arrival,
        wait=records.start - records.arrival,
        run=records.end - records.start,
        alone=there.alone,
        size=there.jobs.requested,
        user=user,
        hour=np.zeros(len(user), dtype=np.int64),
    )
    return served.some(records.reason == Reason.NONE)


def _recorded(scenario: ParallelJobsScenario) -> Served | None:
    """What the log says of its own schedule, of the jobs whose wait is known; at another load it says nothing."""
    logged = scenario.workload.logged
    if logged is None or logged.load_factor != 1.0 or not logged.is_itself(0):
        return None
    log = log_of(logged, scenario.cluster.machines)
    known = np.isfinite(log.wait)
    if known.mean() < KNOWN:
        return None
    hour = np.zeros(len(log.run), dtype=np.int64)
    return Served(log.arrival, log.wait, log.run, log.run, log.size, log.user, hour).some(known)


def _measured(scenario: ParallelJobsScenario, there: Drawn, first: Served) -> tuple[float, float, HourOfWeek]:
    """From when to when what arrives is measured, s, and what hour of the week an instant is in."""
    logged = scenario.workload.logged
    if logged is None:
        period = period_of(scenario.workload.arrivals)
        last = within(first.arrival, period)
        warm_up = scenario.measurement.warm_up.cut((first.wait + first.run)[:last])
        cut = min(from_whole(min(warm_up, last), first.arrival, period), last - 1)
        return float(first.arrival[cut]), float(first.arrival[last - 1]) + 1.0, _of_week
    part = measured_part(logged, scenario.cluster.machines, there.jobs, 0)
    clock, load = log_of(logged, scenario.cluster.machines).clock, logged.load_factor
    until = part.until if np.isfinite(part.until) else float((first.arrival + first.wait + first.run).max())
    if not logged.is_itself(0) or (load != 1.0 and logged.load_by == "week_clock"):
        return part.since, until, _of_week  # another load on the week's own clock is in local time already
    return part.since, until, lambda time: clock.hour_of_week(time * load)


def _of_week(time: np.ndarray) -> np.ndarray:
    found: np.ndarray = (time % WEEK // HOUR).astype(np.int64) % HOURS
    return found
