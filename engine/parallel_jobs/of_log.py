"""The jobs of a log as arrays: nothing is drawn."""

from functools import lru_cache

import numpy as np

from engine.logs.cleaning.clean import CleanedLog, clean
from engine.logs.keeping import table_of
from engine.logs.weeks import Measured, blocks_of
from engine.parallel_jobs.inputs.logged import Logged, read_table
from engine.parallel_jobs.inputs.scenario import JobClass
from engine.parallel_jobs.inputs.speedup import Linear
from engine.parallel_jobs.inputs.workload import Jobs


def log_of(logged: Logged, machines: int) -> CleanedLog:
    """The jobs that are left of a log on a cluster of so many *machines*.

    `MissingLogError` if its table is neither in the scenario nor on this computer; `LogError` if no job is left.
    """
    return _cleaned(logged.model_copy(update={"load_factor": 1.0}), machines)


@lru_cache(maxsize=2)  # of one and of another cluster; each takes some hundred bytes per job
def _cleaned(logged: Logged, machines: int) -> CleanedLog:
    table = read_table(logged.carried) if logged.carried else table_of(logged.digest, kept=False)
    return clean(table, logged.head, logged.cleaning.model_copy(update={"processors": machines}))


def logged_jobs(logged: Logged, machines: int) -> Jobs:
    """The jobs of a log: rigid, with linear speedup, so that whole seconds stay whole seconds (family README, logs)."""
    log = log_of(logged, machines)
    count, classes = len(log.run), len(logged.sizes)
    size = log.size.astype(np.int32)
    differs = log.estimate != log.run
    return Jobs(
        gap=np.diff(arrivals(log, logged.load_factor), prepend=0.0),
        demand=log.run * log.size,
        min_size=size,
        max_size=size,
        process_size=np.full(count, JobClass.model_fields["process_size_kb"].default),
        job_class=logged.class_of(log.size),
        requested=size,
        moldable=np.zeros(count, dtype=bool),
        estimate=log.estimate / log.run,
        expected=np.where(differs, log.estimate * log.size, 0.0),
        deadline=np.full(count, np.inf),
        profit=np.zeros(count),
        speedup=np.array([Linear().curve(machines)] * classes),
    )


def arrivals(log: CleanedLog, load: float) -> np.ndarray:
    """When the jobs arrive, s; at another load in whole seconds again. float64 (J,), ascending."""
    return log.arrival if load == 1.0 else np.floor(log.arrival / load)


def measured_blocks(logged: Logged, machines: int, blocks: int) -> list[Measured]:
    """The blocks of a log on the clock of its replay, which runs faster at a higher load. As `blocks_of`."""
    log = log_of(logged, machines)
    found = blocks_of(log.arrival, blocks, lambda week: float(log.clock.later(week)[1]))
    return [one._replace(since=one.since / logged.load_factor, until=one.until / logged.load_factor) for one in found]
