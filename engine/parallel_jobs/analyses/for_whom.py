"""What a replay means for whom: for each user, for small and large, short and long jobs, and by hour of the week."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from engine.inputs.by_hour import period_of
from engine.inputs.draws import Draws
from engine.logs.recorded import KNOWN
from engine.logs.week_clock import HOUR, WEEK
from engine.parallel_jobs.inputs.jobs import Drawn, drawn
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.inputs.site.fair_share import OTHERS, read_users
from engine.parallel_jobs.inputs.sources.of_log import log_of, measured_part, resampled
from engine.parallel_jobs.model import Jobs
from engine.parallel_jobs.records import Reason, Records
from engine.parallel_jobs.replication import replicate
from engine.parallel_jobs.space_sharing.rules.own_users import numbers_of_users, users_of
from engine.statistics.fairness import gini, jain_index
from engine.statistics.whole_periods import from_whole, within

# The jobs that count of one schedule, as simulated or as recorded: who waited for how long.


class Served(NamedTuple):
    """J jobs in order of arrival, all of which were done.

    Attributes
    ----------
    arrival, wait, run : float64 (J,), s; `run` is the time from start to end
    alone : float64 (J,), response time of the job if it had the cluster to itself, s
    size : int (J,), processors that the job asks for
    user : int (J,), its number in the log; -1 if it is not known
    hour : int (J,), the hour of the week in which it arrives, from 0 (Monday 0:00) to 167
    group : int (J,), the group of its user; -1 if that is not known
    """

    arrival: np.ndarray
    wait: np.ndarray
    run: np.ndarray
    alone: np.ndarray
    size: np.ndarray
    user: np.ndarray
    hour: np.ndarray
    group: np.ndarray

    @property
    def work(self) -> np.ndarray:
        """Processor-seconds of each job by itself, the same under every policy; float64 (J,)."""
        found: np.ndarray = self.alone * self.size
        return found

    def slowdown(self, threshold: float) -> np.ndarray:
        """Bounded slowdowns, with jobs shorter than the *threshold* (s) counted as that long; float64 (J,)."""
        found: np.ndarray = np.maximum(1.0, (self.wait + self.run) / np.maximum(self.alone, threshold))
        return found

    def some(self, which: np.ndarray) -> "Served":
        """The jobs of these places, or of this mask."""
        return Served(*(column[which] for column in self))


def served_of(records: Records, there: Drawn, group: np.ndarray) -> tuple[Served, np.ndarray]:
    """The jobs of a replication that were taken, hours aside; and their numbers, int64 (J,)."""
    user = there.jobs.user if len(there.jobs.user) else np.full(len(records.arrival), -1)
    served = Served(
        arrival=records.arrival,
        wait=records.start - records.arrival,
        run=records.end - records.start,
        alone=there.alone,
        size=there.jobs.requested,
        user=user,
        hour=np.zeros(len(user), dtype=np.int64),
        group=group,
    )
    number = np.flatnonzero(records.reason == Reason.NONE)
    return served.some(number), number


def means(total: np.ndarray, count: np.ndarray) -> np.ndarray:
    """Totals over counts; NaN where there is nothing to count."""
    return np.divide(total, count, out=np.full(total.shape, np.nan), where=count > 0)


# Which group the user of a job belongs to: one of those who share, else the group that a log says.

UNKNOWN = -1


class Groups(NamedTuple):
    """Of J jobs: *number* of the group of each, int64 (J,), -1 if there is none; and what groups are called.

    Where nobody is known to be in any group, there are no names.
    """

    number: np.ndarray
    names: dict[int, str]

    def name(self, number: int) -> str:
        """What a group is called."""
        return self.names.get(number, "no group")


def groups_of(scenario: ParallelJobsScenario, replication: int, jobs: Jobs) -> Groups:
    """The share groups of the *scenario* if it has any; else those of field 13 of its log, which are numbers."""
    if scenario.share_groups:
        place, _ = users_of(jobs)
        of_user = _shared(scenario, numbers_of_users(jobs))
        return Groups(of_user[place], {number: group.name for number, group in enumerate(scenario.share_groups)})
    logged = scenario.workload.logged
    number = np.full(len(jobs.gap), UNKNOWN, dtype=np.int64)
    if logged is not None:
        machines = scenario.processors
        other = resampled(logged, machines, Draws(scenario.study.seed, replication))
        number = log_of(logged, machines).group
        number = np.maximum(number if other is None else number[other.row], UNKNOWN)
    known = np.unique(number[number >= 0]).tolist()
    return Groups(number, {one: f"group {one}" for one in known})


def _shared(scenario: ParallelJobsScenario, user: np.ndarray) -> np.ndarray:
    """The share group of users by their numbers; -1 of those whom none names, unless one is of all others."""
    found = np.full(len(user), UNKNOWN, dtype=np.int64)
    for number, group in enumerate(scenario.share_groups):
        if group.users.strip() == OTHERS:
            found[:] = number
    for number, group in enumerate(scenario.share_groups):
        for low, high in read_users(group.users):
            found[(user >= low) & (user <= high)] = number
    return found


# The hours of the week: who arrives in them and how long he waits, what he brings, and how many wait meanwhile.

HOURS = 168
HourOfWeek = Callable[[np.ndarray], np.ndarray]
"""Instants, s -> hours of the week, from 0 to 167."""


class ByHour(NamedTuple):
    """The 168 hours of a week from Monday 0:00 on; each array is (168,).

    Attributes
    ----------
    hours : int64, how often each is in what is measured
    arrivals : int64, jobs
    load : float64, work that arrives in an hour over what the cluster can do in it
    queue : float64, mean number of jobs that wait
    wait : float64, mean wait of those who arrive in it, s; NaN if nobody does
    """

    hours: np.ndarray
    arrivals: np.ndarray
    load: np.ndarray
    queue: np.ndarray
    wait: np.ndarray


def by_hour(
    counted: Served, present: Served, since: float, until: float, machines: int, hour_of_week: HourOfWeek
) -> ByHour:
    """Of what is measured from *since* to *until*, s.

    Parameters
    ----------
    counted, present : the jobs that arrive in that time, and all that may wait in it
    machines : of the cluster
    hour_of_week : of the clock of the arrivals
    """
    edges = np.arange(np.floor(since / HOUR), np.ceil(until / HOUR) + 1) * HOUR
    edges = np.clip(edges, since, until)
    there = hour_of_week((edges[:-1] + edges[1:]) / 2)
    seconds = np.bincount(there, weights=np.diff(edges), minlength=HOURS)
    waiting = np.bincount(there, weights=np.diff(waited_until(present, edges)), minlength=HOURS)
    arrivals = np.bincount(counted.hour, minlength=HOURS)

    def sums(values: np.ndarray) -> np.ndarray:
        return np.bincount(counted.hour, weights=values, minlength=HOURS)

    return ByHour(
        hours=np.bincount(there, minlength=HOURS),
        arrivals=arrivals,
        load=means(sums(counted.work), seconds * machines),
        queue=means(waiting, seconds),
        wait=means(sums(counted.wait), arrivals),
    )


def waited_until(served: Served, time: np.ndarray) -> np.ndarray:
    """How long all jobs together have waited until each *time*, s; float64 as *time*."""
    return _since(served.arrival, time) - _since(np.sort(served.arrival + served.wait), time)


def _since(instants: np.ndarray, time: np.ndarray) -> np.ndarray:
    """The sum of what has passed since each of these *instants* (ascending) that is over at a *time*."""
    before = np.concatenate([[0.0], np.cumsum(instants)])
    over = np.searchsorted(instants, time)
    found: np.ndarray = over * time - before[over]
    return found


# Which part of a replication is told of: the measured weeks of a log, of other jobs what comes after a warm-up.


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


# Load and performance: how many jobs came when how much had come before them, and how they fared.
#
# After Krakov & Feitelson, JSSPP 2012 (known from its abstract); the hours and the bins are ours.

BEFORE = 6
"""Before an arrival, whose load counts."""

STEP, MOST = 0.1, 20
"""Width of a bin of load, and how many there are; the last one has all that is above."""

LEVEL, HIGHEST = 0.5, 24
"""The same of ln of the bounded slowdown: from 1 to e^12, which is 160,000."""


class ByLoad(NamedTuple):
    """S bins of slowdown by L bins of load.

    Attributes
    ----------
    load : float64 (L,), where each bin begins, in processors of the cluster; the last one has no end
    level : float64 (S,), where each bin of ln of the bounded slowdown begins; the last one has no end
    jobs : int64 (S, L)
    mean : float64 (L,), mean of ln of the bounded slowdowns of the jobs in each bin of load; NaN without jobs
    """

    load: np.ndarray
    level: np.ndarray
    jobs: np.ndarray
    mean: np.ndarray


def by_load(counted: Served, present: Served, machines: int, threshold: float) -> ByLoad:
    """The jobs that are *counted*, by what all that are *present* brought before them.

    The load before an arrival is the work of those who came in the `BEFORE` before it, at other instants, over what the
    cluster can do in them: the same under every policy that has the same arrivals. It may be above 1.
    """
    load = load_before(present, counted.arrival, machines)
    level = np.log(counted.slowdown(threshold))
    column = np.minimum(np.floor(load / STEP + ROUNDED), MOST - 1).astype(np.int64)
    row = np.minimum(np.floor(level / LEVEL), HIGHEST - 1).astype(np.int64)
    columns, rows = int(column.max(initial=0)) + 1, int(row.max(initial=0)) + 1
    jobs = np.bincount(row * columns + column, minlength=rows * columns).reshape(rows, columns)
    return ByLoad(
        load=np.arange(columns) * STEP,
        level=np.arange(rows) * LEVEL,
        jobs=jobs,
        mean=means(np.bincount(column, weights=level, minlength=columns), jobs.sum(axis=0)),
    )


ROUNDED = 1e-9
"""A load that is where a bin begins is in it, though its sum is rounded."""


def load_before(present: Served, time: np.ndarray, machines: int) -> np.ndarray:
    """The work that came in the `BEFORE` before each *time*, over what *machines* can do in them; float64 as *time*."""
    order = np.argsort(present.arrival, kind="stable")  # of jobs that follow others, as they came
    arrival = present.arrival[order]
    before = np.concatenate([[0.0], np.cumsum(present.work[order])])
    window = BEFORE * HOUR
    low, high = np.searchsorted(arrival, time - window), np.searchsorted(arrival, time)
    found: np.ndarray = (before[high] - before[low]) / (machines * window)
    return found


# Mean bounded slowdown by size and run time: bins of size that double, decades of run time.

FEWEST = 20
"""Jobs below which the mean of a cell says nothing."""

LONGEST = 12
"""Decades: a log has no number of seconds above it."""


class BySize(NamedTuple):
    """S bins of size by R decades of run time.

    Attributes
    ----------
    size : int64 (S,), the largest size of each bin: 1, 2, 4, 8, ...
    run : int64 (R,), s, the shortest run time of each decade; the first has all that is below 10 s
    jobs : int64 (S, R)
    slowdown : float64 (S, R), mean bounded slowdown; NaN without jobs
    """

    size: np.ndarray
    run: np.ndarray
    jobs: np.ndarray
    slowdown: np.ndarray


def by_size(served: Served, threshold: float) -> BySize:
    """The jobs by the size that they ask for and by their run time alone, so that every policy has the same cells."""
    sizes = 2 ** np.arange(int(served.size.max(initial=1) - 1).bit_length() + 1)
    decades = 10 ** np.arange(LONGEST + 1)
    row = np.searchsorted(sizes, served.size)
    column = np.maximum(np.searchsorted(decades, served.alone, side="right") - 1, 0)
    width = int(column.max(initial=0)) + 1
    cell = row * width + column
    shape = (len(sizes), width)
    jobs = np.bincount(cell, minlength=shape[0] * width).reshape(shape)
    slowdown = np.bincount(cell, weights=served.slowdown(threshold), minlength=shape[0] * width).reshape(shape)
    return BySize(sizes, np.where(np.arange(width) > 0, decades[:width], 0), jobs, means(slowdown, jobs))


# What users get: their work beside their waiting, and how evenly they are treated.


class ByUser(NamedTuple):
    """U users, those with most work first; equal ones by number. Jobs of nobody known are of user -1.

    Attributes
    ----------
    user, jobs : int64 (U,)
    hours : float64 (U,), processor-hours
    wait, slowdown : float64 (U,), means over the user's jobs: wait in s, bounded slowdown
    work_share, waiting_share : float64 (U,), of all processor-hours, and of the sum of all waits
    jain, gini : of the users' mean bounded slowdowns; NaN if no user is known
    """

    user: np.ndarray
    jobs: np.ndarray
    hours: np.ndarray
    wait: np.ndarray
    slowdown: np.ndarray
    work_share: np.ndarray
    waiting_share: np.ndarray
    jain: float
    gini: float


def by_user(served: Served, threshold: float) -> ByUser:
    """The jobs of each user (family README, logs); slowdowns are bounded by the *threshold*, s."""
    user, place = np.unique(served.user, return_inverse=True)
    jobs = np.bincount(place, minlength=len(user))

    def sums(values: np.ndarray) -> np.ndarray:
        return np.bincount(place, weights=values, minlength=len(user))

    work, waiting = sums(served.work), sums(served.wait)
    slowdown = means(sums(served.slowdown(threshold)), jobs)
    order = np.lexsort((user, -work))
    known = np.sort(slowdown[user >= 0])
    return ByUser(
        user=user[order],
        jobs=jobs[order],
        hours=work[order] / 3600,
        wait=means(waiting, jobs)[order],
        slowdown=slowdown[order],
        work_share=_shares(work)[order],
        waiting_share=_shares(waiting)[order],
        jain=jain_index(known) if len(known) else float("nan"),
        gini=gini(known) if len(known) else float("nan"),
    )


def _shares(values: np.ndarray) -> np.ndarray:
    whole = values.sum()
    return values / whole if whole else np.zeros(len(values))


# The means of one schedule, so that what was recorded can stand beside what is simulated.


def overall(served: Served, threshold: float) -> dict[str, float]:
    """Jobs, processor-hours, waits (s) and mean bounded slowdown; of no job, the first two alone."""
    found = {"jobs": float(len(served.wait)), "hours": float(served.work.sum() / 3600)}
    if not len(served.wait):
        return found
    median, late = np.percentile(served.wait, (50, 95))
    return found | {
        "wait": float(served.wait.mean()),
        "median_wait": float(median),
        "wait_p95": float(late),
        "largest_wait": float(served.wait.max()),
        "waited": float((served.wait > 0).mean()),
        "slowdown": float(served.slowdown(threshold).mean()),
    }


# What a replay means for whom, for every policy of a scenario, as a JSON tree for the page.

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
    groups = groups_of(scenario, 0, there.jobs)
    schedules = {policy: _simulated(scenario, policy, there, groups) for policy in scenario.policies}
    recorded = _recorded(scenario, groups)
    if recorded is not None:
        schedules[AS_RECORDED] = recorded
    since, until, hour_of_week = measured(scenario, 0, there, next(iter(schedules.values())))
    told = {}
    for name, present in schedules.items():
        inside = (present.arrival >= since) & (present.arrival < until)
        counted = present.some(inside)
        counted = counted._replace(hour=hour_of_week(counted.arrival))
        told[name] = _told(scenario, counted, groups) | {
            "loads": by_load(counted, present, machines, scenario.measurement.slowdown_threshold)._asdict(),
            "hours": by_hour(counted, present, since, until, machines, hour_of_week)._asdict(),
        }
    return {"since": since, "until": until, "machines": machines, "policies": told}


def _told(scenario: ParallelJobsScenario, counted: Served, groups: Groups) -> dict[str, Any]:
    threshold = scenario.measurement.slowdown_threshold
    users = by_user(counted, threshold)._asdict()
    jain, gini = users.pop("jain"), users.pop("gini")
    return {
        "overall": overall(counted, threshold),
        "users": {name: column[:USERS] for name, column in users.items()},
        "known_users": int(np.count_nonzero(users["user"] >= 0)),
        "jain": jain,
        "gini": gini,
        "groups": _of_groups(counted, groups, threshold),
        "sizes": by_size(counted, threshold)._asdict(),
    }


def _of_groups(counted: Served, groups: Groups, threshold: float) -> dict[str, Any]:
    """As of users, with names in place of their numbers."""
    found = by_user(counted._replace(user=counted.group), threshold)._asdict()
    number = found.pop("user")[:USERS]
    columns = {name: found[name][:USERS] for name in OF_GROUPS}
    return {"name": [groups.name(one) for one in number.tolist()], **columns}


OF_GROUPS = ("jobs", "hours", "wait", "slowdown", "work_share", "waiting_share")


def _simulated(scenario: ParallelJobsScenario, policy: str, there: Drawn, groups: Groups) -> Served:
    return served_of(replicate(scenario, policy, 0, there.jobs).records, there, groups.number)[0]


def _recorded(scenario: ParallelJobsScenario, groups: Groups) -> Served | None:
    """What the log says of its own schedule, of the jobs whose wait is known; at another load it says nothing."""
    logged = scenario.workload.logged
    if logged is None or logged.load_factor != 1.0 or not logged.is_itself(0):
        return None
    log = log_of(logged, scenario.processors)
    known = np.isfinite(log.wait)
    if known.mean() < KNOWN:
        return None
    hour = np.zeros(len(log.run), dtype=np.int64)
    return Served(log.arrival, log.wait, log.run, log.run, log.size, log.user, hour, groups.number).some(known)
