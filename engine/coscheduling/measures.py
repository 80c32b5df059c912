"""From the records of one replication to the metrics of a cell."""

import numpy as np

from engine.coscheduling.inputs.scenario import CoschedulingScenario
from engine.coscheduling.inputs.workload import SECOND
from engine.coscheduling.metric_names import PROFILE, STATES, has_capacity
from engine.coscheduling.of_lists import capacity_lost, of_users
from engine.coscheduling.records import Activity
from engine.coscheduling.replication import Replication, replicate
from engine.inputs.arrivals import Batch
from engine.metrics.job_metrics import JobTimes, bounded_slowdowns, measure_jobs


def simulate(scenario: CoschedulingScenario, policy: str, replication: int) -> dict[str, float]:
    """One cell: the metrics of one replication of one policy at one point."""
    return measure(scenario, policy, replicate(scenario, policy, replication))


def measure(scenario: CoschedulingScenario, policy: str, done: Replication) -> dict[str, float]:
    """The metrics, as `engine.metrics.catalogue` defines them."""
    jobs = done.jobs
    start, end = done.of_jobs("start"), done.of_jobs("end")
    nominal = jobs.nominal * jobs.iterations
    names = [kind.name for kind in scenario.workload.job_types]
    times = times_of(done)
    measured, counted = measure_jobs(times, names, scenario.measurement)
    execution = (end - start)[counted]
    measured["execution_time"] = float(execution.mean() / SECOND)
    slowdown = execution / nominal[counted]
    measured["execution_slowdown"] = float(slowdown.mean())
    measured |= _of_types(slowdown, jobs.job_type[counted], names)
    makespan = int(end.max())
    measured["jobs_in_system"] = sum((end - jobs.arrival).tolist()) / makespan  # whole numbers of any size
    measured["throughput"] = len(end) / makespan * SECOND
    measured["makespan"] = makespan / SECOND
    nodes = scenario.cluster.nodes
    work = sum(one * tasks for one, tasks in zip(nominal.tolist(), jobs.size.tolist(), strict=True))
    measured["utilization"] = work / (nodes * makespan)
    if (listed := scenario.workload.listed) is not None:
        bounded = bounded_slowdowns((times.end - times.arrival)[counted], times.alone[counted], scenario.measurement)
        measured |= of_users(listed, bounded, counted)
    if has_capacity(scenario):
        measured["capacity_lost"] = capacity_lost(scenario, policy, done)
    return measured | _of_nodes(done, makespan, isinstance(scenario.workload.arrivals, Batch))


def times_of(done: Replication) -> JobTimes:
    """When jobs come, start and end, and how long each takes alone."""
    jobs = done.jobs
    start, end = done.of_jobs("start"), done.of_jobs("end")
    alone = jobs.nominal * jobs.iterations
    return JobTimes(jobs.arrival / SECOND, start / SECOND, end / SECOND, alone / SECOND, jobs.job_type)


def _of_types(slowdown: np.ndarray, job_type: np.ndarray, names: list[str]) -> dict[str, float]:
    """Slowdown of execution by job type, and how unequal: the sample standard deviation over the mean (section 4.8)."""
    means = {name: slowdown[job_type == n].mean() for n, name in enumerate(names) if (job_type == n).any()}
    found = {f"type_slowdown[{name}]": float(mean) for name, mean in means.items()}
    if len(means) > 1:
        values = np.array(list(means.values()))
        found["type_variation"] = float(values.std(ddof=1) / values.mean())
    return found


def _of_nodes(done: Replication, makespan: int, is_backlog: bool) -> dict[str, float]:
    """What the processors did until the last job of all partitions had ended.

    What they can carry shows only where all jobs are there from the beginning: of jobs that come one by one the work
    done until the last admission is what has come, the offered load.
    """
    records = [part.records for part in done.parts]
    nodes = sum(len(one.profile) for one in records)
    total = nodes * makespan
    spent = [sum(column) for column in zip(*(row for one in records for row in one.profile.tolist()), strict=True)]
    spent[Activity.IDLE] += total - sum(spent)  # a partition that is done earlier
    found = {name: spent[activity] / total for activity, name in PROFILE.items()}
    seconds = total / SECOND
    found["interrupts"] = sum(one.interrupts for one in records) / seconds
    found["messages"] = sum(one.messages_delivered for one in records) / seconds
    by_state = np.sum([one.boosts_by_state for one in records], axis=0)
    by_position = np.sum([one.boosts_by_position for one in records], axis=0)
    found["boosts"] = float(by_state.sum() / seconds)
    if by_state.sum():
        found |= {f"boosts[{name}]": float(count / seconds) for name, count in zip(STATES, by_state, strict=True)}
        found |= {f"boosts_at[{n}]": float(count / seconds) for n, count in enumerate(by_position)}
    admitted = sum(one.last_admission * len(one.profile) for one in records)
    if admitted and is_backlog:
        found["saturation_throughput"] = sum(one.work_at_last_admission for one in records) / admitted
    return found
