"""A simulated schedule in Standard Workload Format, for whatever else reads logs."""

import numpy as np
from numpy.typing import NDArray

from engine import ENGINE_VERSION
from engine.inputs.draws import Draws
from engine.logs.caveats import caveats, counts
from engine.logs.head import Head, shown
from engine.logs.table import MILLISECONDS, Table
from engine.logs.write_swf import write_swf
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.inputs.sources.of_log import log_of, resampled
from engine.parallel_jobs.inputs.sources.user_estimates import AsRecorded
from engine.parallel_jobs.model import Jobs
from engine.parallel_jobs.records import Reason
from engine.parallel_jobs.replication import coming_as, order_of, replicate, submitted
from engine.parallel_jobs.rows import estimates_of

COMPLETED, CANCELLED = 1, 5
"""Status of a job that was served, and of one that was not taken; the latter has neither wait nor run time."""

REPEATED = ("Computer", "Installation", "Acknowledge", "Information", "Queue", "Partition", "Note")
"""Of the head of a log: what holds for its jobs, whenever and wherever they run."""

NO_HEAD = "The head of the log was not at hand; whom it asks to acknowledge stands in its file."


def to_swf(
    scenario: ParallelJobsScenario, policy: str, replication: int, head: Head | None = None, study: str = ""
) -> bytes:
    """Simulate a replication of a *scenario* of one point, and write what became of its jobs in order of arrival.

    Times are rounded to milliseconds, each instant for itself: a job never begins before the one that it waited for has
    ended. Submit times count from the beginning of the simulation. A job of a log keeps its number, user, group, queue
    and partition; others have their job class as queue, and the user that their model gives them.

    Parameters
    ----------
    head
        Of the log whose jobs they are, if it is at hand; its `Acknowledge` is repeated.
    study
        Of which the scenario is a point: a sentence for the head.
    """
    drawn, coming = submitted(scenario, policy, replication)
    jobs, machines, _, records = replicate(scenario, policy, replication, coming_as(drawn, coming))
    order = slice(None) if coming is None else order_of(coming)
    submit, start, end = (_whole(instant) for instant in (records.arrival, records.start, records.end))
    taken = records.reason == Reason.NONE
    size = np.where(taken, records.size, -1).astype(np.int64)
    table = Table.of(
        {
            "submit": submit,
            "run": np.where(taken, end - start, -MILLISECONDS),
            "requested": jobs.requested,
            "estimate": _whole(estimates_of(jobs, records)),
            "status": np.where(taken, COMPLETED, CANCELLED),
            **{name: column[order] for name, column in _names(scenario, drawn, replication).items()},
        },
        MILLISECONDS,
    )
    wait = np.where(taken, (start - submit) / MILLISECONDS, np.nan)
    told = _head(scenario, len(jobs.gap), len(machines.group), head)
    sentences = [study, *_simulated(scenario, policy, replication, head)]
    return write_swf(table, told, wait, size, "\n".join(" ".join(one.split()) for one in sentences if one))


def _whole(instant: NDArray[np.float64]) -> NDArray[np.int64]:
    return np.rint(np.nan_to_num(instant, nan=-1.0) * MILLISECONDS).astype(np.int64)


def _names(scenario: ParallelJobsScenario, jobs: Jobs, replication: int) -> dict[str, NDArray[np.int64]]:
    """Columns that say which job it is, and whose."""
    count = len(jobs.gap)
    if scenario.workload.logged is None:
        whose = {"user": jobs.user} if len(jobs.user) else {}  # of a model with users
        return {"job": np.arange(1, count + 1), "queue": jobs.job_class.astype(np.int64) + 1} | whose
    log = log_of(scenario.workload.logged, scenario.processors)
    draws = Draws(scenario.study.seed, replication)
    if (other := resampled(scenario.workload.logged, scenario.processors, draws)) is not None:
        columns = {name: getattr(log, name)[other.row] for name in ("group", "queue", "partition")}
        return {"job": np.arange(1, count + 1), "user": other.user, **columns}  # some jobs are there more than once
    number = log.number if (log.number > 0).all() else np.arange(1, count + 1)
    return {"job": number, "user": log.user, "group": log.group, "queue": log.queue, "partition": log.partition}


def _head(scenario: ParallelJobsScenario, jobs: int, machines: int, head: Head | None) -> Head:
    labels = [label for label in (head.labels if head else ()) if label[0] in REPEATED]
    labels += [
        ("Conversion", f"Corral {ENGINE_VERSION}"),
        *((label, str(jobs)) for label in ("MaxJobs", "MaxRecords")),
        *((label, str(machines)) for label in ("MaxNodes", "MaxProcs")),
    ]
    if scenario.workload.logged is None:
        names = [shown(kind.name) for kind in scenario.workload.job_classes]
        labels += [("Queue", f"{number} {name}") for number, name in enumerate(names, 1)]
    return Head(tuple(labels))


def _simulated(scenario: ParallelJobsScenario, policy: str, replication: int, head: Head | None) -> list[str]:
    logged = scenario.workload.logged
    sentences = [
        f"Policy {policy}, replication {replication + 1}, seed {scenario.study.seed}.",
        "Submit times are seconds since the simulation began; jobs with status 5 were not taken by the policy.",
    ]
    if logged is not None:
        sentences.append(f'Jobs of the log "{logged.called}", {logged.digest}; load factor {logged.load_factor:g}.')
        sentences += [] if head else [NO_HEAD]
        found = counts(log_of(logged, scenario.processors))
        sentences += caveats(found, logged.of_file, isinstance(logged.estimates, AsRecorded))
    return sentences
