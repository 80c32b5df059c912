"""What the log of a scenario is like and how it was cleaned, as a JSON tree for the page."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.inputs.rejection import ScenarioError
from engine.logs.caveats import caveats, counts
from engine.logs.cleaning.clean import CleanedLog
from engine.logs.summary import Summary, summarize
from engine.logs.week_clock import HOUR
from engine.logs.weeks import edges_of, proposed, whole_weeks
from engine.parallel_jobs.analyses.twin import twin_of, workload_of_twin
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.inputs.sources.of_log import log_of
from engine.parallel_jobs.inputs.sources.user_estimates import AsRecorded
from engine.workload_models.fit import beside, fit_first

USERS = 20
"""Those with most work are told one by one."""

FLURRIES, NUMBERED = 5, 100
"""Flurries that are told, the first ones; partitions or queues of a log with more are not told one by one."""


def recorded(scenario: ParallelJobsScenario) -> dict[str, Any]:
    """The log of a *scenario* of one point: `Summary.tree`, the measured weeks, the report of the
    cleaning, partitions, queues and flurries.

    `ValueError` if its jobs are not those of a log.
    """
    logged = scenario.workload.logged
    if logged is None:
        raise ValueError("the jobs of this scenario are not those of a log")
    log = log_of(logged, scenario.processors)
    summary = summarize(log)
    told = summary.tree(USERS)
    first, last = whole_weeks(log.arrival, log.monday)
    blocks = scenario.study.replications if logged.resampling == "no" else proposed(last - first)
    edges = np.append(told["run_times"]["low"], told["run_times"]["high"][-1])
    estimates = np.histogram(np.minimum(log.estimate, edges[-1]), bins=np.append(edges[:-1], np.inf))[0]
    return told | {
        **_modelled(scenario, log, summary),
        "rows": logged.rows,
        "load": told["load"] * logged.load_factor,
        "measured": [first, last],
        "edges": edges_of(log.arrival, blocks, log.monday) if last else [],
        "estimates": estimates.tolist(),
        "report": [row._asdict() for row in log.report],
        "partitions": _by_number(log, log.partition),
        "queues": _by_number(log, log.queue),
        "flurries": [one._asdict() for one in log.flurries[:FLURRIES]],
        "zone": f"Days and weeks are those of {log.clock.zone}." if log.clock.monday is not None else "",
        "notes": list(log.clock.said),
        "caveats": caveats(counts(log), logged.of_file, isinstance(logged.estimates, AsRecorded)),
    }


def _by_number(log: CleanedLog, number: NDArray[np.int64]) -> list[dict[str, Any]]:
    """Jobs, processor-hours and largest size of each partition, or queue, by *number*; of one or too many, nothing."""
    known, place = np.unique(number, return_inverse=True)
    if not 1 < len(known) <= NUMBERED:
        return []
    largest = np.zeros(len(known), dtype=np.int64)
    np.maximum.at(largest, place, log.size)
    jobs, hours = np.bincount(place), np.bincount(place, weights=log.run * log.size) / HOUR
    columns = known.tolist(), jobs.tolist(), hours.tolist(), largest.tolist()
    return [dict(zip(("number", "jobs", "hours", "largest"), row, strict=True)) for row in zip(*columns, strict=True)]


def _modelled(scenario: ParallelJobsScenario, log: CleanedLog, summary: Summary) -> dict[str, Any]:
    """The model lublin99 beside the log, and the workload of its twin; "missing" says why there is none."""
    jobs = log.clock.local(log.arrival), log.size, log.run, log.processors
    try:
        fitted = fit_first(*jobs)
    except ValueError as error:
        return {"beside": {"missing": str(error)}, "twin": {"missing": ""}}
    told = beside(*jobs, scenario.study.seed, fitted)
    try:
        return {"beside": told, "twin": workload_of_twin(scenario, log, summary, fitted.kind)}
    except ScenarioError as error:
        return {"beside": told, "twin": {"missing": error.rejections[0].sentence}}


def fitted_twin(scenario: ParallelJobsScenario) -> ParallelJobsScenario:
    """The twin of a *scenario* of a log, of lublin99 fitted to it.

    `ValueError` if its jobs are not those of a log, or nothing that the model can be.
    """
    logged = scenario.workload.logged
    if logged is None:
        raise ValueError("the jobs of this scenario are not those of a log, so that no model can be fitted to them")
    log = log_of(logged, scenario.processors)
    kind = fit_first(log.clock.local(log.arrival), log.size, log.run, log.processors).kind
    return twin_of(scenario, workload_of_twin(scenario, log, summarize(log), kind))
