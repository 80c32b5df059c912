"""How much worse a policy is than another on a small instance: exact, by the kernels, without a scenario being read."""

from functools import lru_cache
from typing import Any

import numpy as np

from engine.breaking.measure import measure_of
from engine.parallel_jobs import simulation
from engine.parallel_jobs.breaking.asked import Asked
from engine.parallel_jobs.breaking.instance import Group, Instance, SmallJob
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.inputs.speedup import Linear
from engine.parallel_jobs.inputs.workload import PROCESS_SIZE, Jobs, Machines, Rules, machines_of, simulated_as
from engine.parallel_jobs.job_metrics.alone import alone
from engine.parallel_jobs.job_metrics.outcomes import earned
from engine.parallel_jobs.records import Reason, Records

Simulated = tuple[int, Rules]

SIMPLEST = Instance((Group(1, 1),), (SmallJob(0, 1, 1, 1),))


class Ratios:
    """How much worse a policy is than another, instance by instance: the ratio of a metric, or profit that is lost.

    >>> from engine.parallel_jobs.breaking.asked import asked
    >>> from engine.parallel_jobs.papers.examples import EXAMPLES
    >>> ratios = Ratios(asked(EXAMPLES["backfilling-hurts"], "EASY", "FCFS"))
    >>> ratios(Instance((Group(2, 1),), (SmallJob(0, 1, 5, 5),)))
    1.0
    """

    def __init__(self, asked: Asked) -> None:
        self.asked = asked
        self.evaluations = 0
        """Instances that both policies have been simulated on, those that were known left out."""
        some = asked.scenario(SIMPLEST)
        self._measure = measure_of(asked.metric)
        self._simulated = [simulated_as(some, name) for name in (asked.policy, asked.against)]
        self._threshold = some.measurement.slowdown_threshold
        self._known: dict[Instance, float] = {}

    def __call__(self, instance: Instance) -> float:
        """How much worse the policy that is to be broken is; of a ratio, 0 where a job is not taken."""
        found = self._known.get(instance)
        if found is None:
            found = self._known[instance] = self._measured(instance)
        return found

    def _measured(self, instance: Instance) -> float:
        self.evaluations += 1
        machines, cluster = _machines(instance.groups)
        jobs = _jobs(instance, self.asked.malleable)
        broken, other = (
            self._metric(simulation.run(jobs, machines, rules, code), jobs, machines, cluster)
            for code, rules in self._simulated
        )
        if not (broken < np.inf and other < np.inf):
            return 0.0
        return self._measure.of(broken, other, float(jobs.profit.sum()))

    def _metric(self, records: Records, jobs: Jobs, machines: Machines, cluster: ParallelJobsScenario) -> float:
        """As `engine.metrics.job_metrics.measure_jobs` takes it, to the last bit."""
        if self.asked.of_profit:
            return float(earned(records, jobs).sum())
        if (records.reason != Reason.NONE).any():
            return np.inf
        if self.asked.metric == "makespan":
            return float(records.end.max())
        response = records.end - records.arrival
        if self.asked.metric == "response_time":
            return float(response.mean())
        by_itself = alone(cluster, jobs, machines)
        return float(np.maximum(response / np.maximum(by_itself, self._threshold), 1.0).mean())


@lru_cache(maxsize=4096)
def _machines(groups: tuple[Group, ...]) -> tuple[Machines, ParallelJobsScenario]:
    """The machines, and a scenario that has them."""
    tree: dict[str, Any] = SIMPLEST._replace(groups=groups).tree()
    cluster = ParallelJobsScenario.read(
        tree | {"family": "parallel-jobs", "policies": ["FCFS"], "study": {"replications": 1}}
    )
    return machines_of(cluster), cluster


@lru_cache(maxsize=64)
def _speedup(machines: int) -> np.ndarray:
    return np.array([Linear().curve(machines)])


def _jobs(instance: Instance, malleable: bool) -> Jobs:
    """The arrays that `draw_jobs` makes of the list."""
    table = np.array(instance.jobs, dtype=np.int64)
    arrival, size, run, estimate, deadline, profit = (np.ascontiguousarray(column) for column in table.T)
    number = len(table)
    largest = size.astype(np.int32)
    return Jobs(
        gap=np.diff(arrival, prepend=0).astype(np.float64),
        demand=(run * size).astype(np.float64),
        min_size=np.ones(number, dtype=np.int32) if malleable else largest,
        max_size=largest,
        process_size=np.full(number, PROCESS_SIZE),
        job_class=np.zeros(number, dtype=np.int32),
        requested=largest,
        moldable=np.zeros(number, dtype=np.bool_),
        estimate=estimate / run,
        expected=np.where(estimate > run, estimate * size, 0).astype(np.float64),
        deadline=np.where(deadline > 0, deadline, np.inf).astype(np.float64),
        profit=np.where(deadline > 0, profit, PROFIT).astype(np.float64),
        speedup=_speedup(instance.machines),
    )


PROFIT = 1000.0
"""$, of jobs without a deadline: no policy looks at it that can be broken in anything but profit."""
