"""One replication from start to end: the jobs drawn, each partition simulated, and put together again."""

from typing import NamedTuple

import numpy as np

from engine.coscheduling.inputs.background import load_of_each
from engine.coscheduling.inputs.scenario import CoschedulingScenario
from engine.coscheduling.inputs.workload import draw_jobs, system_of
from engine.coscheduling.kernel import simulation as kernel
from engine.coscheduling.policies import SCHEMES, Scheme
from engine.coscheduling.records import Records
from engine.coscheduling.system import Jobs, System


class Part(NamedTuple):
    """A partition of the cluster: which jobs went to it (int (J,)), and what became of them."""

    number: np.ndarray
    records: Records


class Replication(NamedTuple):
    """What was simulated and what came out; `parts` are one or several clusters of `system.nodes` nodes each."""

    jobs: Jobs
    system: System
    parts: list[Part]

    def of_jobs(self, name: str) -> np.ndarray:
        """The column *name* of the records, in the order of all jobs."""
        rest = getattr(self.parts[0].records, name).shape[1:] if self.parts else ()
        column = np.zeros((len(self.jobs.arrival), *rest), dtype=np.int64)
        for part in self.parts:
            column[part.number] = getattr(part.records, name)
        return column


class Model(NamedTuple):
    """What the kernel is given."""

    jobs: Jobs
    system: System
    scheme: Scheme


def first_part(scenario: CoschedulingScenario, policy: str, replication: int) -> Model:
    """The first partition, and its jobs."""
    jobs, system = draw_jobs(scenario, replication), system_of(scenario, replication)
    own = Jobs(*(np.ascontiguousarray(column[:: scenario.cluster.partitions]) for column in jobs))
    return Model(own, system, SCHEMES[policy])


def replicate(scenario: CoschedulingScenario, policy: str, replication: int) -> Replication:
    """Simulate one replication of one policy."""
    jobs, system, cluster = draw_jobs(scenario, replication), system_of(scenario, replication), scenario.cluster
    parts = []
    for first in range(cluster.partitions):
        number = np.arange(first, len(jobs.arrival), cluster.partitions)
        if len(number) == 0:
            continue
        own = Jobs(*(np.ascontiguousarray(column[number]) for column in jobs))
        # the skewness of a job is keyed by its number in its partition: a key of their own keeps partitions apart
        own_load = load_of_each(cluster.background_load, cluster.loaded_nodes, system.nodes, first * system.nodes)
        part_system = system._replace(key=system.key + np.uint64(first), load=own_load)
        parts.append(Part(number, kernel.run(own, part_system, SCHEMES[policy])))
    return Replication(jobs, system, parts)
