"""When each job of a small list starts and ends under every policy."""

from typing import TypedDict

from engine.coscheduling.inputs.scenario import CoschedulingScenario
from engine.coscheduling.inputs.workload import SECOND
from engine.coscheduling.replication import replicate


class Schedule(TypedDict):
    """What one policy makes of the jobs.

    Attributes
    ----------
    policy : its name
    start, end : s, of each job
    makespan : when the last job ends, s
    """

    policy: str
    start: list[float]
    end: list[float]
    makespan: float


def schedules(scenario: CoschedulingScenario) -> list[Schedule]:
    """The schedule of every policy of a *scenario* of one point."""
    return [_schedule(scenario, policy) for policy in scenario.policies]


def _schedule(scenario: CoschedulingScenario, policy: str) -> Schedule:
    done = replicate(scenario, policy, 0)
    start, end = ((done.of_jobs(name) / SECOND).tolist() for name in ("start", "end"))
    return {"policy": policy, "start": start, "end": end, "makespan": max(end)}
