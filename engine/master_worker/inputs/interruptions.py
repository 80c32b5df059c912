"""How often the owners of the workers come while the application runs, about: what is refused, and what it costs.

A task that is lost is begun anew: of a length x it needs U (exp(x / U) - 1) of time up, if its worker goes away after
exponential times of mean U.
"""

from math import exp
from typing import NamedTuple

from engine.master_worker.inputs.application import Application
from engine.master_worker.inputs.options import Master
from engine.master_worker.inputs.pool import Opportunistic, Workers
from engine.master_worker.inputs.workload import number_of_largest

MOST_EXPONENT = 30.0
"""Beyond which it does not matter any more how often a task is begun."""


class Course(NamedTuple):
    """What a run comes to, about.

    Attributes
    ----------
    begun : how many tasks are begun for each that is done
    seconds : the length of the run
    returns : how often the owner of each worker comes
    """

    begun: float
    seconds: float
    returns: float


def largest_task(application: Application, workers: Workers) -> float:
    """Mean time of one of the largest tasks on the slowest worker, s."""
    large = number_of_largest(application.tasks)
    share = application.workload_factor / 100 * application.tasks / large
    return share * application.mean_task_time / min(group.speed for group in workers.groups)


def course(application: Application, workers: Workers, master: Master, number: int) -> Course:
    """On *number* workers."""
    owners, tasks, iterations = workers.availability, application.tasks, application.iterations
    hand_over = master.dispatch_time + master.transfer_time
    speed = sum(group.count * group.speed for group in workers.groups) / workers.count
    large, mean = largest_task(application, workers), application.mean_task_time / speed
    used, few = max(1, min(number, tasks)), number_of_largest(tasks)
    small = max(0.0, (tasks * mean - few * large) / max(1, tasks - few))
    begun, stretch = 1.0, 1.0
    if isinstance(owners, Opportunistic):
        away = owners.up.mean / (owners.away_share / 100) if owners.away_share else float("inf")
        again = [_again((one + hand_over) / away) for one in (large, small)]
        large, small = large * again[0], small * again[1]
        begun = (few * again[0] + (tasks - few) * again[1]) / tasks
        stretch = 1 + owners.down / owners.up.mean
    work = few * large + (tasks - few) * small
    each = max(work / used * stretch, large * stretch, tasks * begun * hand_over * stretch) + large / 2
    seconds = iterations * each
    if not isinstance(owners, Opportunistic):
        return Course(1.0, seconds, 0.0)
    return Course(begun, seconds, seconds / (owners.up.mean + owners.down))


def _again(share: float) -> float:
    """How much longer a task takes that is begun anew; *share* is its length over the mean time until it is lost."""
    share = min(share, MOST_EXPONENT)
    return (exp(share) - 1) / share if share > 1e-6 else 1.0
