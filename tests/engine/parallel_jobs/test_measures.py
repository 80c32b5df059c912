"""The metrics of a replication whose every number is known."""

import numpy as np
import pytest

from engine.metrics.job_metrics import JOB_METRICS
from engine.parallel_jobs import simulation
from engine.parallel_jobs.measures import measure
from engine.parallel_jobs.metric_names import METRICS, OUTCOMES
from engine.parallel_jobs.policies import PolicyCode
from tests.engine.parallel_jobs.systems import FREE_MIGRATION, jobs, machines


def test_the_metrics_of_three_jobs_on_two_machines() -> None:
    """SED, 6 s each, the first needs both machines: see test_worked_examples for the path.

    Starts 0, 0 and 6, ends 6, 9 and 14.5; sizes 2, 1 and 1; job 1 is upgraded, job 2 migrates at 9. The fast machine is
    busy all the time, the slow one with job 0 until 6 and with job 2 until 9.
    """
    three = jobs([0, 0, 0], [6, 6, 6], [(2, 2), (1, 1), (1, 1)])
    records = simulation.run(three, machines((1, 1), (1, 2)), FREE_MIGRATION._replace(checkpoint=1.0), PolicyCode.SED)
    measured = measure(records)
    assert set(measured) == set(METRICS) - set(JOB_METRICS) - set(OUTCOMES) - {"lost_work"}
    assert measured == pytest.approx(
        {
            "computing_time": 23.5 / 3,
            "jobs_in_system": 29.5 / 14.5,
            "utilization": (14.5 + 9) / (2 * 14.5),
            "throughput": 3 / 14.5,
            "makespan": 14.5,
            "upgraded_jobs": 1 / 3,
            "upgraded_processes": 1 / 4,
            "migrated_jobs": 1 / 3,
            "migrated_processes": 1 / 4,
            "resizes": 0.0,
            "evacuations": 0.0,
            "checkpoints": 0.0,
            "failures": 0.0,
        }
    )


def test_a_job_that_is_upgraded_twice_counts_once() -> None:
    three = jobs([0, 0, 0], [6, 6, 6], [(2, 2), (1, 1), (1, 1)])
    records = simulation.run(three, machines((1, 1), (1, 2)), FREE_MIGRATION, PolicyCode.SED_NM)
    twice = records._replace(upgrades=records.upgrades * 2, migrations=np.full(3, 5, dtype=np.int32))
    assert measure(twice)["upgraded_jobs"] == measure(records)["upgraded_jobs"] == pytest.approx(1 / 3)
    assert measure(twice)["migrated_processes"] == 1.0
