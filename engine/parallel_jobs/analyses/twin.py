"""The twin of a study of a log: the same cluster, policies and options, and jobs of lublin99 that was fitted to it."""

from typing import Any

import numpy as np

from engine.logs.cleaning.clean import CleanedLog
from engine.logs.summary import Summary
from engine.parallel_jobs.inputs.offered_load import capacity
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.inputs.sources.logged import Logged
from engine.parallel_jobs.inputs.sources.model_constants import as_fields
from engine.parallel_jobs.inputs.sources.user_estimates import AsRecorded
from engine.parallel_jobs.inputs.workload import draw_jobs
from engine.workload_models.lublin99 import Kind

MOST_JOBS = 10_000
"""Of a replication of the twin: gaps vary so much that more replications tell more than longer ones."""

REPLICATIONS = 10
MOST_USERS = 500
OF_JOBS = "workload."
"""What fields of the jobs begin with."""

MOST_TIMES = 10.0
NEARLY_ALL = 0.99
LARGEST_ESTIMATES = (6_000, 163_200)
"""s: no largest estimate of tsafrir05 is below the first, and hardly a run time of lublin99 above the second."""


def workload_of_twin(scenario: ParallelJobsScenario, log: CleanedLog, summary: Summary, kind: Kind) -> dict[str, Any]:
    """What a model with the constants of *kind*, fitted to the *log* of a *scenario*, has in the place of its jobs.

    Returns
    -------
    arrivals : of a scenario, at the load of the log on machines of speed factor 1
    jobs : of a replication
    warm_up : of these, as many as come in a week, if the log is measured from its second week on

    Raises
    ------
    ScenarioError
        If the model cannot be on the cluster of the *scenario*.
    """
    logged = scenario.workload.logged
    assert logged is not None
    jobs = min(len(log.run), MOST_JOBS)
    weeks = (log.arrival[-1] - log.arrival[0]) / WEEK
    per_week = len(log.run) / weeks if weeks > FEWEST_WEEKS else 0.0
    users = float(np.mean(summary.weeks["users"]))
    arrivals = {
        "process": "lublin99",
        "constants": as_fields(kind),
        "load": float(f"{min(10.0, max(0.001, summary.load * logged.load_factor)):.6g}"),
        "users": min(MOST_USERS, round(users)) if users > 1 else 0,
    }
    found = {"arrivals": arrivals, "jobs": jobs, "warm_up": min(round(per_week), jobs // 4)}
    for estimate in _estimates(logged, log):
        found["arrivals"] = arrivals | {"estimate": estimate}
        if estimate["estimate"] != "tsafrir05" or _can_be_drawn(scenario, found):
            break
    twin_of(scenario, found)
    return found


WEEK, FEWEST_WEEKS = 7 * 86_400, 3


def _can_be_drawn(scenario: ParallelJobsScenario, workload: dict[str, Any]) -> bool:
    """Whether the estimates of a twin are enough for its run times, in each of its replications."""
    try:
        twin = twin_of(scenario, workload)
        for replication in range(REPLICATIONS):
            draw_jobs(twin, replication)
    except ValueError:
        return False
    return True


def _estimates(logged: Logged, log: CleanedLog) -> list[dict[str, Any]]:
    """As the log is replayed; where users gave them, as such users would, up to what 99 % of them asked for.

    Several are tried in this order: the model may have longer jobs. The last is always possible: as many times the run
    time as the median user asked for.
    """
    if not isinstance(logged.estimates, AsRecorded):
        return [logged.estimates.model_dump(mode="json"), {"estimate": "exact"}]
    if np.mean(log.estimate == log.run) > NEARLY_ALL:
        return [{"estimate": "exact"}]
    least, most = LARGEST_ESTIMATES
    asked = max(least, float(np.quantile(log.estimate, NEARLY_ALL)))
    largest = dict.fromkeys(300.0 * float(np.ceil(one / 300.0)) for one in (asked, max(asked, most)))
    times = float(np.clip(np.median(log.estimate / log.run), 1.0, MOST_TIMES))
    plain = {"estimate": "multiple", "multiple_of": round(times, 2)}
    return [*({"estimate": "tsafrir05", "largest_estimate": one} for one in largest), plain]


def twin_of(scenario: ParallelJobsScenario, workload: dict[str, Any]) -> ParallelJobsScenario:
    """The *scenario* of a log with the *workload* of its twin. `ScenarioError` if the model cannot be on its cluster.

    What is varied stays, unless it is something of the log, of which the twin knows nothing.
    """
    return ParallelJobsScenario.read(_tree(scenario, workload))


def beside_its_twin(scenario: ParallelJobsScenario) -> ParallelJobsScenario:
    """The *scenario* of a log with those points alone that its twin has, too: what can be compared with it."""
    tree = scenario.model_dump(mode="json")
    tree["study"] = _study_of_both(tree["study"])
    return ParallelJobsScenario.read(tree)


def _study_of_both(study: dict[str, Any]) -> dict[str, Any]:
    kept = [vary for vary in (study["vary"], study["and_vary"]) if vary and not vary["field"].startswith(OF_JOBS)]
    one, other = [*kept, None, None][:2]
    return study | {"vary": one, "and_vary": other, "goal": None, "selection": None, "breaking": None}


def _tree(scenario: ParallelJobsScenario, workload: dict[str, Any]) -> dict[str, Any]:
    logged = scenario.workload.logged
    assert logged is not None
    tree = scenario.model_dump(mode="json")
    on_this = scenario.cluster.machines / capacity(scenario.cluster)
    arrivals = workload["arrivals"] | {"load": workload["arrivals"]["load"] * on_this}
    tree["workload"] = {"arrivals": arrivals, "jobs": workload["jobs"]}
    if workload["warm_up"]:
        tree["measurement"]["warm_up"] = {"method": "fixed", "jobs": workload["warm_up"]}
    tree["study"] = _study_of_both(tree["study"]) | {"replications": REPLICATIONS}
    name = logged.called or scenario.title or "a log"
    tree["title"] = f"{name[:80]}: lublin99 fitted to it"
    tree["notes"] = (
        f"Jobs of the model lublin99 (Lublin & Feitelson 2003), whose constants were fitted to the log "
        f"{logged.digest[:12]}, at its load. It has no weeks, no locality and no memory of what the log's users did."
    )
    return tree
