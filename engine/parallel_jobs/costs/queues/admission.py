"""Whom a rule of admission takes, as far as can be told beforehand: it is asked about jobs of each class and size."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from engine.parallel_jobs.costs.sizes_asked_for import sizes_of
from engine.parallel_jobs.inputs.forecast.typical import arrivals_end, speedup_on, typical_jobs
from engine.rules.names import NAMES
from engine.rules.value import value

if TYPE_CHECKING:
    from engine.parallel_jobs.costs.queues.crowd import Crowd
    from engine.parallel_jobs.inputs.forecast.typical import TypicalJob
    from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
    from engine.rules.tree import Node

CLOSER = 1.5
"""Queues are tried that are so many times longer each."""


class Admission(NamedTuple):
    """Share of the jobs that are taken while nobody waits, and with how many that wait the last one is."""

    share: float
    waiting: float


EVERYBODY = Admission(1.0, float("inf"))


def admission(scenario: ParallelJobsScenario, rule: Node | None, found: Crowd) -> Admission:
    """Whom *rule* takes of those who would wait if everybody were taken."""
    if rule is None:
        return EVERYBODY
    share = _taken(scenario, rule, found, 0.0)
    if share == 0.0:
        return Admission(0.0, 0.0)
    waiting = 1.0
    while waiting < found.waiting and _taken(scenario, rule, found, waiting) > 0.0:
        waiting *= CLOSER
    return Admission(share, waiting)


def _taken(scenario: ParallelJobsScenario, rule: Node, found: Crowd, waiting: float) -> float:
    """Share of the jobs that are taken while so many wait."""
    share = 0.0
    for number, job in enumerate(typical_jobs(scenario)):
        sizes = sizes_of(job, "FCFS", scenario.cluster.machines)
        asked = [one.share for one in sizes if value(rule, _known(scenario, job, number, one.largest, found, waiting))]
        share += job.share * sum(asked) / sum(one.share for one in sizes)
    return share


def _known(
    scenario: ParallelJobsScenario, job: TypicalJob, number: int, size: float, found: Crowd, waiting: float
) -> dict[str, float]:
    """What a rule may ask for; a class is a user, and whatever is not told here is 0."""
    machines = float(scenario.cluster.machines)
    asked_later = waiting and arrivals_end(scenario)  # of a batch all are asked before anybody runs
    running = found.running if asked_later else 0.0
    estimate = job.kind.demand.mean / max(1.0, speedup_on(job.kind.speedup, size))
    known = {
        "submit": 1.0,
        "estimate": estimate,
        "size": size,
        "area": estimate * size,
        "class": number + 1.0,
        "smallest": job.least,
        "largest": job.most,
        "deadline_in": 1e12,
        "user_waiting": waiting * job.share,
        "user_running": running * job.share * found.size,
        "user_share": job.share if asked_later else 0.0,
        "fair": 1.0,
        "waiting": waiting,
        "waiting_area": waiting * estimate * found.size,
        "running": running,
        "processors": machines,
        "idle": max(0.0, machines - running * found.size),
        "busy": min(1.0, running * found.size / machines),
    }
    return dict.fromkeys(NAMES, 0.0) | known
