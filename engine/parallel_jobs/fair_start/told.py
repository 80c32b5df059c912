"""The fair-start misses of one policy at one point in one replication, as a JSON tree for the page."""

from typing import Any

import numpy as np

from engine.parallel_jobs.drawn import drawn
from engine.parallel_jobs.fair_start.chosen import choose
from engine.parallel_jobs.fair_start.misses import by_whom, estimated, misses_of
from engine.parallel_jobs.fair_start.past import past_of
from engine.parallel_jobs.fair_start.starts import fair_starts, prepared
from engine.parallel_jobs.fair_start.streams import lengths
from engine.parallel_jobs.for_whom.groups import groups_of
from engine.parallel_jobs.for_whom.measured import measured
from engine.parallel_jobs.for_whom.served import served_of
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.inputs.scenario_checks import IN_A_QUEUE
from engine.parallel_jobs.inputs.workload import simulated_as
from engine.parallel_jobs.policies import POLICIES, PolicyCode
from engine.parallel_jobs.replication import replicate

USERS = 200
"""Those who have lost most are told one by one."""

HAVE_A_QUEUE = (*IN_A_QUEUE, PolicyCode.UFF)
"""Policies that are asked. Under the others a job is taken at once or not at all, or shares machines with others."""


def fair_start(scenario: ParallelJobsScenario, policy: str, replication: int) -> dict[str, Any]:
    """How much later jobs start than they would if nobody came after them; of the jobs that are measured.

    "refused" says why there is nothing to tell, and nothing else is there then. "measured" counts the jobs of which it
    is told, "asked" those that were simulated for that; errors are standard errors, 0 if these are the same. A warm-up
    that has to be found is that of this policy.
    """
    if POLICIES[policy].code not in HAVE_A_QUEUE:
        return {"refused": "it is told of policies under which jobs wait in a queue, and this is none of them"}
    if scenario.has_feedback:
        return {"refused": "it is not told where jobs follow others: who comes after a job depends on when it ends"}
    there = drawn(scenario, replication)
    jobs, machines, machine_events, records = replicate(scenario, policy, replication, there.jobs)
    code, rules = simulated_as(scenario, policy)
    groups = groups_of(scenario, replication, jobs)
    served, number = served_of(records, there, groups.number)
    since, until, _ = measured(scenario, replication, there, served)
    inside = (served.arrival >= since) & (served.arrival < until) & np.isfinite(served.wait)
    number, served = number[inside], served.some(inside)
    schedule, past = prepared(jobs, records, rules), past_of(machines, rules, code, machine_events)
    chosen = choose(scenario, policy, replication, lengths(schedule, number, past))
    if chosen.refused:
        return {"refused": chosen.refused}
    number, asked = number[chosen.places], served.some(chosen.places)
    miss = misses_of(records.start[number], fair_starts(schedule, number, machines, rules, code, machine_events))
    count = len(served.wait)
    users, of_groups = by_whom(miss, asked.user), by_whom(miss, asked.group)
    return {
        "refused": "",
        "measured": count,
        "asked": len(miss),
        "miss": estimated(miss, count)._asdict(),
        "missed": estimated((miss > 0).astype(np.float64), count)._asdict(),
        "largest": float(miss.max()),
        "users": {name: column[:USERS] for name, column in users._asdict().items()},
        "groups": {name: column[:USERS] for name, column in of_groups._asdict().items()}
        | {"name": [groups.name(one) for one in of_groups.number[:USERS].tolist()]},
    }
