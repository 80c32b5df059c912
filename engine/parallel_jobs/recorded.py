"""What the log of a scenario is like and how it was cleaned, as a JSON tree for the page."""

from typing import Any

import numpy as np

from engine.logs.cleaning.clean import CleanedLog
from engine.logs.summary import summarize
from engine.logs.weeks import edges_of, proposed, whole_weeks
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.of_log import log_of
from engine.workload_models.fit.beside import beside

USERS = 20
"""Those with most work are told one by one."""


def recorded(scenario: ParallelJobsScenario) -> dict[str, Any]:
    """The log of a *scenario* of one point: `Summary.tree`, the measured weeks and the report of the cleaning.

    `ValueError` if its jobs are not those of a log.
    """
    logged = scenario.workload.logged
    if logged is None:
        raise ValueError("the jobs of this scenario are not those of a log")
    log = log_of(logged, scenario.cluster.machines)

    def monday(week: int) -> float:
        return float(log.clock.later(week)[1])

    told = summarize(log).tree(USERS)
    first, last = whole_weeks(log.arrival, monday)
    blocks = scenario.study.replications if logged.resampling == "no" else proposed(last - first)
    edges = np.append(told["run_times"]["low"], told["run_times"]["high"][-1])
    estimates = np.histogram(np.minimum(log.estimate, edges[-1]), bins=np.append(edges[:-1], np.inf))[0]
    return told | {
        "beside": _beside(log, scenario.study.seed),
        "rows": logged.rows,
        "load": told["load"] * logged.load_factor,
        "measured": [first, last],
        "edges": edges_of(log.arrival, blocks, monday) if last else [],
        "estimates": estimates.tolist(),
        "report": [row._asdict() for row in log.report],
        "zone": f"Days and weeks are those of {log.clock.zone}." if log.clock.monday is not None else "",
        "notes": list(log.clock.said),
    }


def _beside(log: CleanedLog, seed: int) -> dict[str, Any]:
    """The model lublin99 beside the log; "missing" says why there is none."""
    try:
        return beside(log.clock.local(log.arrival), log.size, log.run, log.processors, seed)
    except ValueError as error:
        return {"missing": str(error)}
