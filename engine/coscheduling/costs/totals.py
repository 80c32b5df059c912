"""What the jobs of a scenario come to, whatever the policy: how many iterations and messages, how much work."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from engine.coscheduling.inputs.cluster import Nodes
from engine.coscheduling.inputs.listed import Listed
from engine.coscheduling.inputs.patterns import PATTERNS, Pattern, communication_time, messages_sent
from engine.coscheduling.inputs.scenario import CoschedulingScenario
from engine.coscheduling.inputs.workload import SECOND, draw_jobs
from engine.inputs.arrivals import Batch
from engine.inputs.sweep import Study

FEW = 100
"""Jobs up to which those of the first replication are counted, for a few long ones matter; of more, the mean. Those of
a list are all counted."""


class Totals(NamedTuple):
    """Of all jobs of a replication.

    Attributes
    ----------
    tasks : of all jobs
    iterations : of all tasks
    messages : that are sent
    work : nominal time of all tasks, s
    longest : nominal time of the longest job, s
    arrivals : time until the last job comes, s
    """

    tasks: float
    iterations: float
    messages: float
    work: float
    longest: float
    arrivals: float


def totals(scenario: CoschedulingScenario) -> Totals:
    """Of a replication of *scenario*."""
    last = _last_arrival(scenario)
    # what the jobs do not depend on is the same in the scenario by which they are known
    cluster = Nodes(message_latency=scenario.cluster.message_latency, interface=scenario.cluster.interface)
    listed = scenario.workload.listed
    come = Batch(process="batch") if listed is None else listed.model_copy(update={"load_factor": 1.0, "source": ""})
    workload = scenario.workload.model_copy(update={"arrivals": come, "skewness": 0.0})
    study = Study(seed=scenario.study.seed)
    same = {"cluster": cluster, "workload": workload, "study": study, "policies": ("GS",), "title": "", "notes": ""}
    return _totals(scenario.model_copy(update=same))._replace(arrivals=last)


@lru_cache(maxsize=256)
def _totals(scenario: CoschedulingScenario) -> Totals:
    counted = scenario.workload.jobs <= FEW or scenario.workload.listed is not None
    return _drawn(scenario) if counted else _expected(scenario)


def _last_arrival(scenario: CoschedulingScenario) -> float:
    arrivals = scenario.workload.arrivals
    if isinstance(arrivals, Listed):
        return arrivals.last_arrival
    return 0.0 if isinstance(arrivals, Batch) else 1000 / arrivals.rate_per_1000_s * scenario.workload.jobs


def _drawn(scenario: CoschedulingScenario) -> Totals:
    jobs, pattern = draw_jobs(scenario, 0), PATTERNS[scenario.workload.pattern]
    alone = jobs.nominal * jobs.iterations.astype(float) / SECOND
    sent = np.array([messages_sent(pattern, size) for size in jobs.size.tolist()])
    return Totals(
        tasks=float(jobs.size.sum()),
        iterations=float((jobs.size * jobs.iterations.astype(float)).sum()),
        messages=float((sent * jobs.iterations.astype(float)).sum()),
        work=float((alone * jobs.size).sum()),
        longest=float(alone.max()),
        arrivals=0.0,
    )


def _expected(scenario: CoschedulingScenario) -> Totals:
    workload, pattern = scenario.workload, PATTERNS[scenario.workload.pattern]
    types, classes = workload.job_types, workload.size_classes
    of_types, of_classes = sum(kind.weight for kind in types), sum(one.weight for one in classes)
    found = np.zeros(4)
    for sizes in classes:
        for size in sizes.choices:
            share = sizes.weight / of_classes / len(sizes.choices)
            each = _communication(scenario, pattern, size)
            shorter = sum(kind.weight / of_types * kind.communication / 100 for kind in types)
            iterations = max(1.0, sizes.execution_time * shorter / each)
            sent = messages_sent(pattern, size) * iterations
            found += share * np.array([size, size * iterations, sent, size * sizes.execution_time])
    tasks, iterations, messages, work = (found * workload.jobs).tolist()
    longest = max(sizes.execution_time * (1 + 3 * sizes.variation) for sizes in classes)
    return Totals(tasks, iterations, messages, work, longest, 0.0)


def _communication(scenario: CoschedulingScenario, pattern: Pattern, size: int) -> float:
    """Of an iteration of a job of this size, s."""
    cluster = scenario.cluster
    latency = cluster.message_latency + (0 if scenario.options.message_time == "in-all" else 2 * cluster.interface)
    return communication_time(pattern, size, round(latency * 1000), round(cluster.interface * 1000)) / SECOND
