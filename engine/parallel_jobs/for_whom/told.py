"""What a replay means for whom, for every policy of a scenario, as a JSON tree for the page."""

from typing import Any

import numpy as np

from engine.logs.recorded import KNOWN
from engine.parallel_jobs.drawn import Drawn, drawn
from engine.parallel_jobs.for_whom.by_hour import by_hour
from engine.parallel_jobs.for_whom.by_load import by_load
from engine.parallel_jobs.for_whom.by_size import by_size
from engine.parallel_jobs.for_whom.groups import Groups, groups_of
from engine.parallel_jobs.for_whom.measured import measured
from engine.parallel_jobs.for_whom.overall import overall
from engine.parallel_jobs.for_whom.served import Served, served_of
from engine.parallel_jobs.for_whom.users import by_user
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.of_log import log_of
from engine.parallel_jobs.replication import replicate

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
