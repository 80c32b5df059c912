"""What became of every job of a replication, a row for each."""

import numpy as np

from engine.contract.row import Column
from engine.coscheduling.inputs.scenario import CoschedulingScenario
from engine.coscheduling.inputs.workload import SECOND
from engine.coscheduling.measures import times_of
from engine.coscheduling.replication import replicate
from engine.metrics.job_metrics import measure_jobs


def rows(scenario: CoschedulingScenario, policy: str, replication: int) -> list[Column]:
    """The jobs of one replication in order of arrival, warm-up included: `counted` are those of which means over jobs
    are."""
    done = replicate(scenario, policy, replication)
    jobs = done.jobs
    names = [kind.name for kind in scenario.workload.job_types]
    counted = np.zeros(len(jobs.size), dtype=bool)
    counted[measure_jobs(times_of(done), names, scenario.measurement)[1]] = True
    return [
        Column("class", "", [names[number] for number in jobs.job_type]),
        Column("arrival", "s", jobs.arrival / SECOND),
        Column("start", "s", done.of_jobs("start") / SECOND),
        Column("end", "s", done.of_jobs("end") / SECOND),
        Column("alone", "s", jobs.nominal * jobs.iterations / SECOND),
        Column("size", "tasks", jobs.size),
        Column("counted", "", counted),
        *_said(scenario),
    ]


def _said(scenario: CoschedulingScenario) -> list[Column]:
    """What listed jobs are called, and whose they are; what no job says is left out."""
    listed = scenario.workload.listed
    if listed is None:
        return []
    columns = {"label": [job.label for job in listed.jobs], "user": [job.user for job in listed.jobs]}
    return [Column(name, "", values) for name, values in columns.items() if any(values)]
