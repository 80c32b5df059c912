"""The jobs of a log as arrays: nothing is drawn."""

from functools import lru_cache
from typing import Any

import numpy as np

from engine.inputs.draws import Draws
from engine.logs.caveats import counts
from engine.logs.cleaning.clean import CleanedLog, clean
from engine.logs.feedback import Chains, cut_at, recorded_chains, sessions
from engine.logs.keeping import table_of
from engine.logs.limits import JOBS, LogError
from engine.logs.recorded import recorded_means
from engine.logs.resampling import Resampled, by_users, by_weeks, source_of
from engine.logs.table import Table
from engine.logs.week_clock import WEEK
from engine.logs.week_curve import week_curve
from engine.logs.weeks import FEWEST, Measured, whole_weeks
from engine.parallel_jobs.inputs.job_classes import JobClass
from engine.parallel_jobs.inputs.sources.log_classes import BySize
from engine.parallel_jobs.inputs.sources.logged import Logged, read_table
from engine.parallel_jobs.inputs.sources.other_sizes import AsTheyRan, who_could, with_other_sizes
from engine.parallel_jobs.inputs.sources.partition_numbers import Processors, read_partitions, whole
from engine.parallel_jobs.inputs.sources.user_estimates import AsRecorded, Tsafrir05
from engine.parallel_jobs.inputs.speedup import Linear
from engine.parallel_jobs.model import Jobs
from engine.workload_models.tsafrir05 import MOST_CUT

OF_THE_REPLAY: dict[str, Any] = {
    **{"load_factor": 1.0, "load_by": "gaps", "estimates": AsRecorded(), "shaken": False},
    **{"resampled": "no", "user_feedback": "no", "other_sizes": AsTheyRan(), "classes": BySize(by="by-size")},
    **{"refused": 0, "not_over": 0, "not_modelled": ()},
}
"""What is done with a log that is clean: it is cleaned once for all of that."""


def log_of(logged: Logged, processors: Processors) -> CleanedLog:
    """The jobs that are left of a log on a cluster, or partitions, of so many *processors*.

    `MissingLogError` if its table is neither in the scenario nor on this computer; `LogError` if no job is left.
    """
    return _cleaned(logged.model_copy(update=OF_THE_REPLAY), processors)


@lru_cache(maxsize=2)  # of one and of another cluster; each takes some hundred bytes per job
def _cleaned(logged: Logged, processors: Processors) -> CleanedLog:
    choices, partitions = logged.cleaning.model_copy(update={"processors": whole(processors)}), None
    if numbers := read_partitions(logged.partition_queues):
        if isinstance(processors, int):
            raise ValueError("how many processors each partition has for itself has to be said")
        partitions = dict(zip(numbers, processors, strict=True))
    return clean(_table(logged), logged.head, choices, partitions)


def _table(logged: Logged) -> Table:
    return read_table(logged.carried) if logged.carried else table_of(logged.digest, kept=False)


def logged_jobs(logged: Logged, processors: Processors, seed: int, replication: int = 0, blocks: int = 1) -> Jobs:
    """The jobs of a log: rigid, with linear speedup, so that whole seconds stay whole seconds (family README, logs);
    unless it is assumed that some could have run on other sizes.

    Of a log that is resampled each replication is another one; replication 0 is the log itself, unless users make the
    load. Where jobs follow others they do so within each of the *blocks* of the study alone.

    `LogError` if estimates cannot be drawn for its run times, if it cannot be resampled, or if it does not tell who
    follows whom.
    """
    log = log_of(logged, processors)
    run, estimate = _estimated(logged, log, Draws(seed, 0))
    size, user, queue, arrival = log.size, log.user, log.queue, arrivals(logged, log)
    partition, whose = log.partition, log.user
    could = who_could(logged.other_sizes, seed, log.place)
    if (other := resampled(logged, processors, Draws(seed, replication))) is not None:
        run, estimate, size, user = run[other.row], estimate[other.row], size[other.row], other.user
        queue, could, partition = queue[other.row], could[other.row], partition[other.row]
        whose = whose[other.row]  # a resampled user is another one, of the same class
        arrival = np.floor(_on_curve(logged, log, other.arrival))
    jobs = rigid_jobs(arrival, size, run, estimate, whole(processors))
    curves = np.repeat(jobs.speedup, len(logged.class_names), axis=0)
    classes = logged.class_of(size, run=run, user=whose, queue=queue)
    jobs = jobs._replace(job_class=classes, speedup=curves, user=user, queue=queue)
    if numbers := read_partitions(logged.partition_queues):
        jobs = jobs._replace(partition=_places(partition, numbers))
    jobs = with_other_sizes(jobs, logged.other_sizes, could, run, estimate)
    if logged.user_feedback == "no":
        return jobs
    chains = _chains(logged, log, measured_blocks(logged, processors, blocks))
    return jobs._replace(after=chains.after, think=chains.think)


def _places(partition: np.ndarray, numbers: tuple[int, ...]) -> np.ndarray:
    """The machine group of jobs of these partitions; int32 (J,)."""
    order = np.argsort(numbers)
    return order[np.searchsorted(np.sort(numbers), partition)].astype(np.int32)


def _chains(logged: Logged, log: CleanedLog, blocks: list[Measured]) -> Chains:
    """Who follows whom, within each block, what is before and what is behind all of them."""
    found = recorded_chains(log, _table(logged)) if logged.user_feedback == "recorded" else sessions(log)
    borders = [blocks[0].jobs.start, *(one.jobs.stop for one in blocks)]
    return cut_at(found, np.searchsorted(borders, np.arange(len(log)), side="right"))


def resampled(logged: Logged, processors: Processors, draws: Draws) -> Resampled | None:
    """The log of a replication, before its load is changed; None where it is the log itself.

    `LogError` if it is too short, has no users where users are drawn, or no job is left of it.
    """
    if logged.is_itself(draws.replication):
        return None
    log = log_of(logged, processors)
    first, last = measured_weeks(logged, processors)
    source = source_of(log.clock.local(log.arrival), log.user, first, last)
    if logged.resampling == "weeks":
        found = by_weeks(source, draws)
    else:
        found = by_users(source, draws, logged.load_factor if logged.load_by == "users" else 1.0)
    if len(found.row) > JOBS:
        raise LogError(f"a resampled log has {len(found.row):,} jobs; at most {JOBS:,} are allowed: choose fewer weeks")
    if not len(found.row):
        raise LogError("a resampled log has no job left: none of its measured weeks, or of its users, has enough")
    return found


def measured_weeks(logged: Logged, processors: Processors) -> tuple[int, int]:
    """From which week of the log to which (exclusive) it is measured. `LogError` if these are too few to resample."""
    log = log_of(logged, processors)
    first, last = whole_weeks(log.arrival, log.monday)
    if last - first < FEWEST:
        raise LogError(f"this log has {last - first} measured weeks; to resample it, at least {FEWEST} are needed")
    return first, last


def _estimated(logged: Logged, log: CleanedLog, draws: Draws) -> tuple[np.ndarray, np.ndarray]:
    """Run times and estimates of the jobs, s; a job ends where the largest estimate of a model does."""
    asked = logged.estimates
    if isinstance(asked, AsRecorded):
        return log.run, log.estimate
    if isinstance(asked, Tsafrir05):
        try:
            found = asked.of(log.run, draws, MOST_CUT)
        except ValueError as error:
            raise LogError(f"estimates of tsafrir05 cannot be drawn for this log: {error}") from None
        return np.minimum(log.run, found), found
    return log.run, log.run * asked.sample(draws, len(log.run))


def rigid_jobs(arrival: np.ndarray, size: np.ndarray, run: np.ndarray, estimate: np.ndarray, machines: int) -> Jobs:
    """Rigid jobs of one class, by arrival; times are float64 (J,), s, and estimates not below run times."""
    count, sizes = len(run), size.astype(np.int32)
    return Jobs(
        gap=np.diff(arrival, prepend=0.0),
        demand=run * size,
        min_size=sizes,
        max_size=sizes,
        process_size=np.full(count, JobClass.model_fields["process_size_kb"].default),
        job_class=np.zeros(count, dtype=np.int32),
        requested=sizes,
        moldable=np.zeros(count, dtype=bool),
        estimate=estimate / run,
        expected=np.where(estimate != run, estimate * size, 0.0),
        deadline=np.full(count, np.inf),
        profit=np.zeros(count),
        speedup=np.array([Linear().curve(machines)]),
    )


def arrivals(logged: Logged, log: CleanedLog) -> np.ndarray:
    """When the jobs arrive, s; at another load in whole seconds again. float64 (J,), ascending."""
    if logged.load_factor == 1.0 or logged.load_by == "users":
        return log.arrival
    found: np.ndarray = np.floor(_at_load(logged, log, log.arrival))
    return found


def _at_load(logged: Logged, log: CleanedLog, second: np.ndarray) -> np.ndarray:
    """When happens what happened at these seconds of the log; float64 (n,), s."""
    if logged.load_factor == 1.0 or logged.load_by != "week_clock":
        return _on_curve(logged, log, second)
    return _on_curve(logged, log, log.clock.local(second))


def _on_curve(logged: Logged, log: CleanedLog, second: np.ndarray) -> np.ndarray:
    """The same of what happened at these seconds of local time, if it goes by the clock of the week."""
    if logged.load_factor == 1.0 or logged.load_by == "users":
        return second
    if logged.load_by == "gaps":
        return second / logged.load_factor
    return week_curve(log.clock.local(log.arrival)).at_load(second, logged.load_factor)


def measured_blocks(logged: Logged, processors: Processors, blocks: int) -> list[Measured]:
    """The blocks of a log on the clock of its replay, which runs faster at a higher load. As `blocks_of`."""
    log = log_of(logged, processors)
    found = log.measured(blocks)
    if found[0].is_open:
        return [found[0]._replace(since=float(arrivals(logged, log)[0]))]
    edges = _at_load(logged, log, np.array([found[0].since, *(one.until for one in found)])).tolist()
    return [one._replace(since=a, until=b) for one, a, b in zip(found, edges, edges[1:], strict=False)]


def as_recorded(logged: Logged, processors: Processors, threshold: float) -> dict[str, float]:
    """`metric_names.AS_RECORDED`, over the measured weeks: the same at any load.

    Nothing of a log that does not tell waits.

    Run times below *threshold* (s) count as this long in bounded slowdowns.
    """
    found = recorded_means(log_of(logged, processors), threshold)
    return {f"recorded[{name}]": value for name, value in found.items()}


def cleaning_counts(logged: Logged, processors: Processors) -> dict[str, float]:
    """`metric_names.OF_THE_CLEANING`: what was left out of the log, and which estimates are assumed."""
    return {f"cleaning[{name}]": value for name, value in counts(log_of(logged, processors)).items()}


def too_large(logged: Logged, processors: Processors, parts: list[Measured]) -> list[int]:
    """Jobs that arrive in each of some *parts* of the replay and were left out: they need more than there is."""
    log = log_of(logged, processors)
    arrival = np.sort(_at_load(logged, log, log.too_large))
    if not len(arrival):
        return [0] * len(parts)
    if len(parts) == 1 and parts[0].is_open:
        return [len(arrival)]
    return [int(np.diff(np.searchsorted(arrival, (part.since, part.until)))[0]) for part in parts]


def measured_part(logged: Logged, processors: Processors, jobs: Jobs, replication: int) -> Measured:
    """What counts of the *jobs* of a replication of a log that is resampled: as many weeks as of the log itself."""
    if logged.is_itself(replication):
        return measured_blocks(logged, processors, 1)[0]
    first, last = measured_weeks(logged, processors)
    borders = np.array([WEEK, (1 + last - first) * WEEK], dtype=np.float64)
    since, until = _on_curve(logged, log_of(logged, processors), borders).tolist()
    places = np.searchsorted(np.cumsum(jobs.gap), (since, until))
    return Measured(since, until, slice(int(places[0]), int(places[1])))
