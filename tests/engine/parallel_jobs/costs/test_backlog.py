"""What a day adds to the jobs that wait, held against replications."""

import numpy as np
import pytest

from engine.inputs.by_hour import OFFICE_DAY, ByHour
from engine.parallel_jobs.costs.queues.backlog import mean_backlog, who_waits
from engine.parallel_jobs.costs.queues.crowd import crowd
from engine.parallel_jobs.inputs.forecast.disturbance import CALM
from engine.parallel_jobs.inputs.forecast.typical import arrivals_end
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.inputs.workload import draw_jobs
from engine.parallel_jobs.replication import replicate

MACHINES, MEAN = 32, 14_400.0


def office(load: float, strength: float = 1.0, jobs: int = 1300) -> ParallelJobsScenario:
    """Jobs of 8 machines at most, on 32."""
    arrivals = {
        "process": "by-hour",
        "rate_per_1000_s": 1000 * load * MACHINES / MEAN,
        "by_hour": list(OFFICE_DAY),
        "strength": strength,
    }
    sizes = {"min_size": 1, "max_size": 4, "max_size_spread": {"spread": "powers-of-two", "up_to": 8}, "kind": "rigid"}
    kind = sizes | {"demand": {"distribution": "exponential", "mean": MEAN}}
    return ParallelJobsScenario.read(
        {
            "family": "parallel-jobs",
            "cluster": {"groups": [{"name": "machine", "count": MACHINES, "speed_factor": 1}]},
            "workload": {"arrivals": arrivals, "job_classes": [kind], "jobs": jobs},
            "policies": ["FCFS", "EASY"],
            "study": {"replications": 1, "seed": 18},
        }
    )


def waiting(scenario: ParallelJobsScenario, policy: str) -> float:
    """Jobs that wait when one arrives, in the mean of a replication."""
    records = replicate(scenario, policy, 0, draw_jobs(scenario, 0)).records
    started = np.searchsorted(np.sort(records.start), records.arrival, side="right")
    return float((np.arange(1, len(started) + 1) - started).mean())


@pytest.mark.parametrize("policy", ["FCFS", "EASY"])
@pytest.mark.parametrize("load", [0.6, 0.7, 0.8])
def test_as_many_wait_as_in_a_replication(policy: str, load: float) -> None:
    """Without the day a tenth of them would be counted, or none."""
    of = office(load)
    came = waiting(of, policy)
    assert came > 10
    assert came / 1.5 < crowd(of, policy, CALM).waiting < came * 1.5
    assert crowd(office(load, strength=0.0), policy, CALM).waiting < came / 3


def test_a_backlog_by_hand() -> None:
    """At load 0.5 all comes in twelve hours at load 1: nothing waits. At 0.75 they bring 1.5: six hours of work wait at
    the end of them, three in the mean, and are done in the next six.
    """
    half = ByHour(process="by-hour", rate_per_1000_s=1.0, by_hour=(1.0,) * 12 + (0.0,) * 12)
    assert mean_backlog(half, 0.5, 1e6) == 0
    assert mean_backlog(half, 0.75, 1e6) == pytest.approx(3 * 3600)
    assert mean_backlog(half, 0.75, 3600.0) == pytest.approx(0.25 * 3600 * 2)


def test_the_last_job_comes_by_the_curve() -> None:
    """24 jobs an hour at night, 0.2 of the mean: 100 are there after more than four hours, and not after one."""
    few = office(0.6, jobs=5)
    at = np.cumsum(np.full(5, 1000 / few.workload.arrivals.rate_per_1000_s))[-1:]  # type: ignore[union-attr]
    assert arrivals_end(few) == pytest.approx(few.workload.arrivals.at(at)[0])  # type: ignore[union-attr]
    assert arrivals_end(few) > 4 * arrivals_end(office(0.6, strength=0.0, jobs=5))


def test_who_waits_for_machines_that_come_later_by_hand() -> None:
    """Nothing is done for half the time, then twice as much as comes: half of the jobs wait at most, a quarter in the
    mean. At 1.5 times what is done, a third waits in the end.
    """
    assert who_waits(1.0, 100.0, [(0.0, 0.0), (50.0, 2.0)]).mean == pytest.approx(0.25)
    assert who_waits(1.5, 100.0, [(0.0, 1.0)]).mean == pytest.approx(1 / 6)
    assert who_waits(0.9, 100.0, [(0.0, 1.0)]).mean == 0
    assert who_waits(1.0, 100.0, [(0.0, 1.0), (50.0, 0.0)]).coming == pytest.approx(1 / 8)
