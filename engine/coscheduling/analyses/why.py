"""What single jobs bring to the metrics of a replication: how long they wait, and what they are executed for."""

import numpy as np

from engine.contract.entries import Entries, Measure, Stays, of_times, powers_of_two, quarters
from engine.coscheduling.inputs.scenario import CoschedulingScenario
from engine.coscheduling.inputs.workload import SECOND
from engine.coscheduling.policies import SCHEMES
from engine.coscheduling.records import Activity
from engine.coscheduling.replication import Replication, replicate
from engine.metrics.job_metrics import JobTimes, measure_jobs
from engine.statistics.steadiness import present

OFF_THE_PROCESSOR = "time off the processor"


def entries(scenario: CoschedulingScenario, policy: str, replication: int) -> Entries:
    """The jobs of one replication, with what the processors of each do on account of it."""
    done = replicate(scenario, policy, replication)
    jobs, start, end = done.jobs, done.of_jobs("start"), done.of_jobs("end")
    nominal = jobs.nominal * jobs.iterations
    times = JobTimes(jobs.arrival / SECOND, start / SECOND, end / SECOND, nominal / SECOND, jobs.job_type)
    names = [kind.name for kind in scenario.workload.job_types]
    counted = np.zeros(len(start), dtype=bool)
    counted[measure_jobs(times, names, scenario.measurement)[1]] = True
    drift = present(times.arrival, times.end)
    spent = _spent(done)
    measures = of_times(
        (times.arrival, times.start, times.alone),
        spent,
        counted,
        scenario.measurement.slowdown_threshold,
    )
    groups = {
        "class": np.array(names, dtype=object)[jobs.job_type],
        "size": powers_of_two(jobs.size),
        "demand": quarters(nominal),
    }
    listed = scenario.workload.listed
    if listed is not None and len(listed.users) > 1:
        groups["user"] = np.array([job.user or "nobody known" for job in listed.jobs], dtype=object)
    told = (*measures, Measure("execution_time", spent, counted))
    return Entries("job", told, groups, None, drift, _stays(policy, done, times))


def _spent(done: Replication) -> dict[str, np.ndarray]:
    """What the time from start to end goes for, as the mean over the tasks of a job; {name: float64 (J,)}, s.

    What none of the activities takes is I/O, waiting for messages without spinning, the turns of other jobs, and, of a
    task that is done, that of the others.
    """
    share = done.of_jobs("spent") / done.jobs.size[:, np.newaxis] / SECOND
    spent = {activity.name.lower(): share[:, activity] for activity in Activity if activity != Activity.IDLE}
    execution = (done.of_jobs("end") - done.of_jobs("start")) / SECOND
    return spent | {OFF_THE_PROCESSOR: execution - share.sum(axis=1)}


def _stays(policy: str, done: Replication, times: JobTimes) -> Stays:
    """On dedicated nodes that are all alike a job goes as it does wherever it starts; rules 19 and 23.

    On others it goes as those beside it let it, every process and message to the nanosecond, and so when it ends.
    """
    is_alike = done.system.load is None or len(set(done.system.load.tolist())) == 1
    return Stays(times.start, times.end, not (SCHEMES[policy].queue and is_alike))
