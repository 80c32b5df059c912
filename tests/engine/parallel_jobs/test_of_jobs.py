"""Metrics of logs are of the jobs that are taken: those sent away neither wait nor take time."""

import numpy as np

from engine.parallel_jobs.inputs.workload import draw_jobs
from engine.parallel_jobs.job_metrics.of_blocks import of_logged_jobs
from engine.parallel_jobs.job_metrics.outcomes import outcomes
from engine.parallel_jobs.measures import accepted
from engine.parallel_jobs.papers.examples import EXAMPLES
from engine.parallel_jobs.records import Reason, Records
from engine.parallel_jobs.replication import replicate


def example() -> tuple[Records, object]:
    scenario = EXAMPLES["kumar-table-4-5"].at({"workload.jobs": 60})
    jobs = draw_jobs(scenario, 0)
    return replicate(scenario, "FCFS", 0, jobs)[3], scenario


def test_jobs_that_are_sent_away_count_for_no_wait() -> None:
    """Failure: the metrics change when some jobs are marked as sent away at once, as they were counted before."""
    records, scenario = example()
    away = np.arange(len(records.arrival)) % 3 == 0
    marked = records._replace(
        reason=np.where(away, Reason.NOT_AT_LOOKAHEAD, Reason.NONE).astype(records.reason.dtype),
        start=np.where(away, records.arrival, records.start),
        end=np.where(away, records.arrival, records.end),
        size=np.where(away, 0, records.size).astype(records.size.dtype),
    )
    measurement = scenario.measurement  # type: ignore[attr-defined]
    assert of_logged_jobs(marked, measurement) == of_logged_jobs(accepted(marked, ~away), measurement)
    nobody = marked._replace(reason=np.full_like(marked.reason, Reason.NOT_AT_LOOKAHEAD))
    assert of_logged_jobs(nobody, measurement) == {}


def test_of_no_job_there_is_no_outcome() -> None:
    records, scenario = example()
    none = accepted(records, np.zeros(len(records.arrival), dtype=bool))
    assert outcomes(none, draw_jobs(scenario, 0)) == {}  # type: ignore[arg-type]
