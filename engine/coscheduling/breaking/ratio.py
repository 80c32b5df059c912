"""How much worse a policy is than another on a small instance: exact, by the kernel, without a scenario being read."""

import numpy as np

from engine.breaking.measure import measure_of
from engine.coscheduling.breaking.asked import Asked
from engine.coscheduling.breaking.instance import FEWEST_TASKS, TENTH, Instance, SmallJob
from engine.coscheduling.inputs.background import load_of_each
from engine.coscheduling.inputs.workload import SECOND, Given, jobs_of, system_of
from engine.coscheduling.kernel import simulation
from engine.coscheduling.policies import SCHEMES, Scheme
from engine.coscheduling.system import Jobs, System
from engine.inputs.span import nanoseconds
from engine.metrics.job_metrics import bounded_slowdowns

SIMPLEST = Instance(FEWEST_TASKS, 1, (SmallJob(0, FEWEST_TASKS, 1, 0),))


class Ratios:
    """The ratio of a metric under one policy to that under another, instance by instance.

    >>> from engine.coscheduling.breaking.asked import asked
    >>> from engine.coscheduling.papers.examples import EXAMPLES
    >>> Ratios(asked(EXAMPLES["same-eight-jobs"], "SS-EASY", "SS-FCFS"))(SIMPLEST)
    1.0
    """

    def __init__(self, asked: Asked) -> None:
        self.asked = asked
        self.evaluations = 0
        """Instances that both policies have been simulated on, those that were known left out."""
        self._measure = measure_of(asked.metric)
        self._some = asked.scenario(SIMPLEST)
        self._system = system_of(self._some, 0)
        self._known: dict[Instance, float] = {}

    def __call__(self, instance: Instance) -> float:
        """How many times as large the metric is under the policy that is to be broken."""
        found = self._known.get(instance)
        if found is None:
            found = self._known[instance] = self._measured(instance)
        return found

    def _measured(self, instance: Instance) -> float:
        self.evaluations += 1
        nodes, cluster = instance.nodes, self._some.cluster
        system = self._system._replace(
            nodes=nodes,
            slots=instance.slots,
            phase=np.repeat(self._system.phase[:1], nodes),  # all tick together
            load=load_of_each(cluster.background_load, cluster.loaded_nodes, nodes),
        )
        jobs = jobs_of(self._some.workload, self._given(instance), system)
        asked = self.asked
        return self._measure.of(*(self._metric(jobs, system, SCHEMES[name]) for name in (asked.policy, asked.against)))

    def _given(self, instance: Instance) -> Given:
        """As the list of the scenario says them."""
        arrival, tasks, run, kind = np.array(instance.jobs, dtype=np.int64).T
        number = len(instance.jobs)
        return Given(
            arrival=nanoseconds(arrival / TENTH, "an arrival"),
            size=tasks.astype(np.int32),
            job_type=kind,
            size_class=np.zeros(number, dtype=np.int32),
            seconds=run / TENTH,
            multiple=np.ones(number),
            estimate=np.full(number, np.nan),
        )

    def _metric(self, jobs: Jobs, system: System, scheme: Scheme) -> float:
        """As `engine.coscheduling.measures.measure` takes it, to the last bit."""
        records = simulation.run(jobs, system, scheme)
        if self.asked.metric == "makespan":
            return int(records.end.max()) / SECOND
        response = records.end / SECOND - jobs.arrival / SECOND
        if self.asked.metric == "response_time":
            return float(response.mean())
        alone = jobs.nominal * jobs.iterations / SECOND
        return float(bounded_slowdowns(response, alone, self._some.measurement).mean())
