"""What single jobs bring to the metrics of a replication: how long they wait, compute and stand still."""

from functools import partial

import numpy as np

from engine.contract.entries import (
    FIRST_FOLLOWED,
    MOST_FOLLOWED,
    Entries,
    Measure,
    Stays,
    Step,
    of_times,
    powers_of_two,
    quarters,
)
from engine.inputs.by_hour import period_of
from engine.metrics.job_metrics import JobTimes
from engine.parallel_jobs import simulation
from engine.parallel_jobs.analyses.states import states_of
from engine.parallel_jobs.counted import block_of, counted
from engine.parallel_jobs.inputs.jobs import alone, drawn
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.inputs.workload import rules_of, simulated_as
from engine.parallel_jobs.job_metrics.held_machines import waiting_for_held
from engine.parallel_jobs.job_metrics.outcomes import earned
from engine.parallel_jobs.job_metrics.standing_still import standing_still
from engine.parallel_jobs.model import Rules, first_jobs
from engine.parallel_jobs.policies import APPENDING, COUNTING, IN_PYTHON, POLICIES, TIME_SHARING
from engine.parallel_jobs.policies import MIGRATING as MOVES
from engine.parallel_jobs.records import Reason, Records, empty_records
from engine.parallel_jobs.replication import Replication, replicate
from engine.statistics.steadiness import present

MIGRATING, RESIZING, EVICTED = "migrating", "resizing", "evicted"

HELD = "held machines"
"""Waiting for machines that migrating jobs have left and still hold."""

NO_RECORDS = empty_records(0, 0)

NO_DRIFT = (np.nan, np.nan)


def entries(scenario: ParallelJobsScenario, policy: str, replication: int) -> Entries:
    """The jobs of one replication; of a log, those of all its blocks.

    `ValueError` where jobs follow others: each policy has arrivals of its own then.
    """
    if scenario.has_feedback:
        raise ValueError(
            "jobs follow others here (feedback), so that each policy has arrivals of its own: who waits for whom "
            "cannot be told job by job"
        )
    jobs = drawn(scenario, 0 if scenario.blocks else replication).jobs
    done = replicate(scenario, policy, 0 if scenario.blocks else replication, jobs)
    if _stood_still(done.records):  # only a log tells for how long
        number = 0 if scenario.blocks else replication
        done = replicate(scenario, policy, number, jobs, with_log=True)
    return entries_of(scenario, policy, done)


def _stood_still(records: Records) -> bool:
    moved = records.migrations, records.evacuations, records.checkpoints, records.failures
    return any(bool(column.any()) for column in moved)


def entries_of(scenario: ParallelJobsScenario, policy: str, done: Replication) -> Entries:
    """The same of what was simulated, with its log if any job migrated or lost its machines.

    Of policies in Python as well, of whose states nothing is known.
    """
    jobs, machines, _, records = done
    taken = records.reason == Reason.NONE
    times = JobTimes(records.arrival, records.start, records.end, alone(scenario, jobs, machines), jobs.job_class)
    block = block_of(scenario, jobs)
    counts = taken & (block >= 0) if block is not None else counted(scenario, times, taken)
    in_python = policy.startswith(IN_PYTHON)
    code, rules = (None, rules_of(scenario)) if in_python else simulated_as(scenario, policy)
    spent = _spent(done, rules)
    held = {}
    if len(records.log.time) and rules.hold_old_machines and code in MOVES:
        held = {HELD: waiting_for_held(records, jobs, machines, code)}
    names = np.array(scenario.workload.class_names, dtype=object)
    groups = {"class": names[jobs.job_class], "size": powers_of_two(jobs.requested), "demand": quarters(jobs.demand)}
    least = scenario.measurement.slowdown_threshold
    measures = of_times((records.arrival, records.start, times.alone), spent, counts, least, held)
    if jobs.profit.any() and block is None:
        profit = Measure("profit", {"profit": earned(records, jobs)}, np.ones(len(taken), dtype=bool), is_sum=True)
        measures = (*measures, profit)
    of_taken = records.arrival[taken], records.end[taken]
    drift = present(*of_taken, period_of(scenario.workload.arrivals)) if block is None and taken.any() else NO_DRIFT
    stays, states, followed = None, None, None
    if _only_counts(scenario, policy):
        start, end = (np.where(taken, column, np.nan) for column in (records.start, records.end))
        stays = Stays(start, end)
    if block is None and not in_python:
        states = partial(_states, scenario, policy, done)
        followed = FIRST_FOLLOWED if len(jobs.gap) > MOST_FOLLOWED else None
    return Entries("job", measures, groups, block, drift, stays, states, followed)


def _spent(done: Replication, rules: Rules) -> dict[str, np.ndarray]:
    """What the time from start to end goes for; {name: float64 (J,)}, s."""
    records = done.records
    whole = records.end - records.start
    if len(records.log.time):
        moving, resizing, evicted = standing_still(records, done.jobs, rules)
        spent = {MIGRATING: moving, EVICTED: evicted}
    else:
        resizing, spent = records.resizes * rules.resize_cost, {}
    if rules.resize_cost:
        spent[RESIZING] = resizing
    return {"computing": whole - sum(spent.values(), np.zeros(len(whole))), **spent}


def _states(scenario: ParallelJobsScenario, policy: str, done: Replication) -> list[Step] | None:
    if len(done.jobs.gap) > MOST_FOLLOWED:
        return _first_states(scenario, policy, done, FIRST_FOLLOWED)
    code, rules = simulated_as(scenario, policy)
    if not len(done.records.log.time):
        records = simulation.run(done.jobs, done.machines, rules, code, True, done.machine_events)
        done = done._replace(records=records)
    return states_of(done, rules, code in TIME_SHARING, code in APPENDING)


def _first_states(scenario: ParallelJobsScenario, policy: str, done: Replication, count: int) -> list[Step] | None:
    """The states until the job after the first *count* arrives: no policy knows what comes, so until then all is as if
    nobody came any more."""
    next_one = float(done.records.arrival[count])
    found = _states(scenario, policy, done._replace(jobs=first_jobs(done.jobs, count), records=NO_RECORDS))
    return found and [step for step in found if step.time < next_one]


def _only_counts(scenario: ParallelJobsScenario, policy: str) -> bool:
    """Whether the state is who waits and who runs since when: machines are alike, and nobody loses them."""
    counts = policy in POLICIES and POLICIES[policy].code in COUNTING
    is_alike = len({group.speed_factor for group in scenario.cluster.groups}) == 1
    preempts = scenario.operation is not None and scenario.operation.preempts
    return counts and is_alike and not (scenario.machine_events or preempts)
