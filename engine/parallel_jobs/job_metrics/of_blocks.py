"""The metrics of a log's blocks: one replay, measured over whole weeks, whose parts are the replications of the study.

What is told of the whole log is a mean over its jobs, or over its time; `engine.statistics.blocks` makes of it a value
for each block, whose mean is that of the log (family README, logs).
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from engine.inputs.measurement import Measurement
from engine.logs.limits import LogError
from engine.logs.weeks import Measured, proposed
from engine.metrics.catalogue import metric_of
from engine.metrics.occupancy import Occupancy, occupancy_of
from engine.parallel_jobs.inputs.jobs import Drawn, drawn
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.inputs.sources.logged import SHAKES, Logged, is_of_the_replay
from engine.parallel_jobs.inputs.sources.of_log import (
    as_recorded,
    cleaning_counts,
    measured_blocks,
    measured_part,
    measured_weeks,
    too_large,
)
from engine.parallel_jobs.job_metrics.of_machines import costs, of_groups, utilization
from engine.parallel_jobs.job_metrics.outcomes import OF_ALL_SUBMITTED, of_all_submitted
from engine.parallel_jobs.job_metrics.shaking import moves, shaken, told
from engine.parallel_jobs.metric_names import FOLLOWING, OUTCOMES, SHAKEN
from engine.parallel_jobs.model import Jobs, Machines
from engine.parallel_jobs.policies import POLICIES, TIME_SHARING
from engine.parallel_jobs.records import TAKEN, Reason, Records
from engine.parallel_jobs.replication import Replication, replicate
from engine.statistics.blocks import around, of_ratio
from engine.statistics.resampled import of_resampled

# What those measure of jobs who publish on logs: waits by percentile, slowdowns per processor, how long work waits.

PERCENTILES = (50, 95, 99)


def of_logged_jobs(records: Records, measurement: Measurement) -> dict[str, float]:
    """The metrics of `metric_names.OF_LOGS` that are told of the jobs taken; none of no job (family README, logs)."""
    taken = records.reason == Reason.NONE
    if not taken.any():
        return {}
    times = (records.arrival, records.start, records.end, records.size)
    arrival, start, end, size = times if taken.all() else (part[taken] for part in times)
    wait, run = start - arrival, end - start
    longest = np.maximum(run, measurement.slowdown_threshold)
    slowdown = np.maximum(1.0, (wait + run) / (size * longest))
    area = run * size
    return {
        **{f"wait_time_p{p}": float(v) for p, v in zip(PERCENTILES, np.percentile(wait, PERCENTILES), strict=True)},
        "largest_wait": float(wait.max()),
        "waited_jobs": float((wait > 0).mean()),
        "processor_slowdown": float(slowdown.mean()),
        "area_wait": float((wait * area).sum() / area.sum()) if area.any() else 0.0,
    }


Measure = Callable[[Machines, Drawn, Records], dict[str, float]]

OF_JOBS = (
    *("response_time", "wait_time", "slowdown", "bounded_slowdown", "processor_slowdown", "waited_jobs"),
    *("computing_time", "migrated_jobs", "upgraded_jobs", "resizes", "evacuations", "checkpoints", "failures"),
    *("response_time_submitted", FOLLOWING),
)
"""Metrics that are means over jobs."""

OF_TIME = ("utilization", "jobs_in_system", "throughput", "capacity_lost")
"""Means over time."""

SUMS = tuple(name for name in OUTCOMES if name.startswith("profit"))

LEFT_OUT = ("middle_jobs_in_system", "late_jobs_in_system")
"""They say whether a queue grows; of a log one looks at its weeks."""


class _Part(NamedTuple):
    """What was measured of some jobs, and over how many jobs, submitted ones (those that are too large included),
    seconds and processor-seconds."""

    found: dict[str, float]
    jobs: float
    submitted: float
    seconds: float
    area: float
    by_class: np.ndarray


_last: tuple[ParallelJobsScenario | None, dict[str, list[dict[str, float]]]] = (None, {})


def of_block(scenario: ParallelJobsScenario, policy: str, block: int, measure: Measure) -> dict[str, float]:
    """The metrics of one block. The replay is the same for all, and is done once for those that come one by one."""
    global _last
    of, found = _last
    if of is not scenario:
        found = {}
        _last = scenario, found  # at once: threads ask too
    if policy not in found:
        found[policy] = _of_all(scenario, policy, measure)
    return found[policy][block]


def _of_all(scenario: ParallelJobsScenario, policy: str, measure: Measure) -> list[dict[str, float]]:
    return values_of_blocks(
        scenario,
        lambda jobs: replicate(scenario, policy, 0, jobs),
        measure,
        shares_time=POLICIES[policy].code in TIME_SHARING,
    )


Serve = Callable[[Jobs], Replication]
"""Replays jobs."""


def values_of_blocks(
    scenario: ParallelJobsScenario, serve: Serve, measure: Measure, shares_time: bool = False
) -> list[dict[str, float]]:
    """For each block its value of every metric of what is replayed; for each replication of a resampled log."""
    logged = scenario.workload.logged
    assert logged is not None
    if logged.resampling != "no":
        return _of_resampled(scenario, logged, serve, measure, shares_time)
    there = drawn(scenario, 0)
    blocks = measured_blocks(logged, scenario.processors, scenario.blocks)
    found, _ = _of_replay(scenario, serve, measure, there, blocks, shares_time)
    known = as_recorded(logged, scenario.processors, scenario.measurement.slowdown_threshold)
    known |= cleaning_counts(logged, scenario.processors)
    found = [block | known for block in found]
    if not logged.shaken:
        return found
    values, whole = [], []
    for shake in range(SHAKES):
        jobs, order = shaken(there.jobs, moves(scenario.study.seed, shake, len(there.jobs.gap)))
        again = Drawn(jobs, there.alone[order])
        one, of_whole = _of_replay(scenario, serve, measure, again, _moved(blocks, jobs), shares_time)
        values.append(one)
        whole.append(of_whole)
    return [block | more for block, more in zip(found, told(values, whole), strict=True)]


def _of_resampled(
    scenario: ParallelJobsScenario, logged: Logged, serve: Serve, measure: Measure, shares_time: bool
) -> list[dict[str, float]]:
    """The values of logs that are made of one, as replications, and their mean beside what the log itself says."""
    machines = scenario.processors
    first, last = measured_weeks(logged, machines)
    whole = []
    for replication in range(scenario.study.replications):
        there = drawn(scenario, replication)
        part = measured_part(logged, machines, there.jobs, replication)
        if part.jobs.start == part.jobs.stop:
            raise LogError("no job arrives in the measured weeks of a resampled log; its load is too low")
        whole.append(_of_replay(scenario, serve, measure, there, [part], shares_time)[1])
    found: list[dict[str, float]] = [{} for _ in whole]
    is_itself = logged.is_itself(0)
    for name in whole[0]:
        values = np.array([one.get(name, np.nan) for one in whole])
        told = of_resampled(values, proposed(last - first), metric_of(name).is_positive, is_itself)
        others = float(values[1 if is_itself else 0 :].mean()) - float(told.mean())
        for into, value in zip(found, told.tolist(), strict=True):
            if value == value:
                into[name] = value
                if name in SHAKEN:
                    into[f"resampled[{name}]"] = value + others
    known = cleaning_counts(logged, machines)
    return [one | known for one in found]


def _moved(blocks: list[Measured], jobs: Jobs) -> list[Measured]:
    """The same weeks, with the jobs that arrive in them now; a whole log has all of them."""
    if blocks[0].is_open:
        return blocks
    arrival = np.cumsum(jobs.gap)
    return [
        one._replace(jobs=slice(*(int(place) for place in np.searchsorted(arrival, (one.since, one.until)))))
        for one in blocks
    ]


def _of_replay(
    scenario: ParallelJobsScenario,
    serve: Serve,
    measure: Measure,
    there: Drawn,
    parts: list[Measured],
    shares_time: bool,
) -> tuple[list[dict[str, float]], dict[str, float]]:
    """The metrics of each of the blocks of one replay of the jobs that are *there*, and those of all together."""
    jobs, by_itself = there
    _, machines, _, records = serve(jobs)
    logged = scenario.workload.logged
    assert logged is not None
    gone = too_large(logged, scenario.processors, parts)
    parts = [part.over(records.arrival, records.end) for part in parts]
    every = Measured(parts[0].since, parts[-1].until, slice(parts[0].jobs.start, parts[-1].jobs.stop))
    in_time = _all_in_time(records, scenario.cluster.machines, [every, *parts])
    if len(jobs.partition):
        _lose_by_partition(in_time, records, jobs, machines)
    makespan = float(records.end.max()) - float(records.arrival.min())
    replay = {"makespan": makespan} | of_groups(scenario, machines, records.busy, makespan)
    if (
        shares_time or records.resizes.any()
    ):  # their processors change while they run, and nothing tells by the week how
        over_all = utilization(records.busy, makespan)
        for told in in_time.values():
            told["utilization"] = over_all
            del told["capacity_lost"]
    kinds = len(scenario.workload.class_names)

    def of(part: Measured, gone: int) -> _Part:
        some, own = _jobs(jobs, part.jobs), _records(records, part.jobs)
        found = of_all_submitted(measure(machines, Drawn(some, by_itself[part.jobs]), own), len(some.gap), gone)
        found |= of_logged_jobs(own, scenario.measurement) | in_time[part.since, part.until] | replay
        found |= costs(scenario, part.until - part.since, int(np.count_nonzero(own.reason == TAKEN)))
        if len(some.after):
            found[FOLLOWING] = float((some.after >= 0).mean())
        area = float((some.demand).sum())
        by_class = np.bincount(some.job_class, minlength=kinds).astype(float)
        count = float(len(some.gap))
        return _Part(found, count, count + gone, part.until - part.since, area, by_class)

    whole = of(every, sum(gone))
    found = whole.found
    for name in LEFT_OUT:
        found.pop(name, None)
    if len(parts) == 1:
        return [found], found
    names = scenario.workload.class_names
    return _values(found, [of(part, count) for part, count in zip(parts, gone, strict=True)], names), found


def _values(whole: dict[str, float], parts: list[_Part], classes: list[str]) -> list[dict[str, float]]:
    """For each block its value of every metric of the *whole*."""
    weights = {
        **dict.fromkeys(OF_JOBS, np.array([part.jobs for part in parts])),
        **dict.fromkeys(OF_ALL_SUBMITTED, np.array([part.submitted for part in parts])),
        **dict.fromkeys(OF_TIME, np.array([part.seconds for part in parts])),
        "area_wait": np.array([part.area for part in parts]),
        **{f"class_slowdown[{name}]": np.array([part.by_class[n] for part in parts]) for n, name in enumerate(classes)},
    }
    found: list[dict[str, float]] = [{} for _ in parts]
    for name, value in whole.items():
        own = np.array([part.found.get(name, np.nan) for part in parts])
        if name in weights:
            values = of_ratio(own, weights[name])
        elif name in SUMS:
            values = own * len(parts)
        elif is_of_the_replay(name):
            values = np.full(len(parts), value)
        else:
            values = around(value, own)
        for block, one in zip(found, values.tolist(), strict=True):
            if one == one:
                block[name] = one
    return found


def _all_in_time(records: Records, machines: int, parts: list[Measured]) -> dict[tuple[float, float], dict[str, float]]:
    """`_in_time` of several *parts*, by their borders; what it takes is gone before anything else is measured."""
    if not parts:
        return {}
    occupancy = occupancy_of(_records(records, records.reason == TAKEN), machines)
    return {(part.since, part.until): _in_time(occupancy, part) for part in parts}


def _lose_by_partition(
    in_time: dict[tuple[float, float], dict[str, float]], records: Records, jobs: Jobs, machines: Machines
) -> None:
    """Who waits asks for processors of his partition alone: those of another one that are idle are not lost."""
    lost = dict.fromkeys(in_time, 0.0)
    for number, count in enumerate(np.bincount(machines.group).tolist()):
        if not (there := jobs.partition == number).any():
            continue
        occupancy = occupancy_of(_records(records, there), count)
        for borders in lost:
            lost[borders] += occupancy.lost(*borders) * count / len(machines.group)
    for borders, share in lost.items():
        in_time[borders]["capacity_lost"] = share


def _in_time(occupancy: Occupancy, part: Measured) -> dict[str, float]:
    return {
        "utilization": occupancy.busy(part.since, part.until),
        "jobs_in_system": occupancy.present(part.since, part.until),
        "throughput": occupancy.ended(part.since, part.until),
        "capacity_lost": occupancy.lost(part.since, part.until),
    }


def _jobs(jobs: Jobs, rows: slice) -> Jobs:
    return jobs._replace(**{name: getattr(jobs, name)[rows] for name in jobs._fields if name != "speedup"})


def _records(records: Records, rows: slice | np.ndarray) -> Records:
    return records._replace(
        **{name: getattr(records, name)[rows] for name in records._fields if name not in ("busy", "log")}
    )
