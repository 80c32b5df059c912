"""What a job on so many machines suffers from what happens to them, by the groups that it gets its machines from.

Who asks for nearly all machines gets those that fail, too; who asks for few gets the fastest that are idle.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, NamedTuple

from engine.parallel_jobs.costs.machine_events.enough import Machines, enough
from engine.parallel_jobs.costs.machine_events.machine_groups import Group, groups_by_speed
from engine.parallel_jobs.inputs.forecast.disturbance import DAY
from engine.parallel_jobs.inputs.forecast.once import once_per_scenario
from engine.parallel_jobs.inputs.machine_changes import Owners

if TYPE_CHECKING:
    from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario

WEEK = 5 / 7


class Hardship(NamedTuple):
    """Of a job on so many machines.

    Attributes
    ----------
    struck, announced : how often a second one of its machines fails, or is shut down
    slower : how many times users on its machines make it slower
    there : share of the time in which so many machines are there
    until : s, mean time until they are there again when one too many has gone
    """

    struck: float
    announced: float
    slower: float
    there: float
    until: float


@once_per_scenario
def hardship(scenario: ParallelJobsScenario, size: float, unshared: bool, late: bool) -> Hardship:
    """On *size* machines; *unshared*, with nobody on machines that users work on; *late*, on those that are left."""
    groups = groups_by_speed(scenario, late)
    total = max(1e-9, sum(group.machines for group in groups))
    size = min(size, total)
    few = min(1.0, size / total)
    left, used = size, []
    for group in groups:
        own = min(left, group.machines)
        left -= own
        used.append(few * own + (1 - few) * size * group.machines / total)
    struck = sum(n * group.failures for n, group in zip(used, groups, strict=True))
    announced = sum(n * group.shutdowns for n, group in zip(used, groups, strict=True))
    present = [group.there for group in groups]
    slowest = max(group.factor for group in groups)
    if unshared:
        present = [
            group.there * (prod(1 - one for one in group.visited) if 2 * group.factor > slowest else 1.0)
            for group in groups
        ]
    slower = 1.0 if unshared else _slower(scenario, used, groups)
    going = [group.changes / 2 + unshared * group.visits / 2 for group in groups]
    machines = [
        Machines(round(group.machines), up, rate, group.spares, group.delay, group.blocks)
        for group, up, rate in zip(groups, present, going, strict=True)
    ]
    there, until = enough(machines, size)
    return Hardship(struck, announced, slower, there, until)


def _slower(scenario: ParallelJobsScenario, used: list[float], groups: tuple[Group, ...]) -> float:
    """By the machine that is the slowest with its users: by day, while owners are in, and else."""
    hours = [one.leaves_at - one.comes_at for one in scenario.machine_events if isinstance(one, Owners)]
    by_day = max(hours, default=0.0) * 3600 / DAY * WEEK
    speeds = []
    for owners in (True, False):
        pairs = [(n, g.factor, g.visited + (g.owned if owners else ())) for n, g in zip(used, groups, strict=True)]
        speeds.append(1 / _expected_delay([one for one in pairs if one[0] > 0.3] or pairs))
    undisturbed = max([g.factor for n, g in zip(used, groups, strict=True) if n > 0.3] or [groups[-1].factor])
    return max(1.0, 1 / (undisturbed * (by_day * speeds[0] + (1 - by_day) * speeds[1])))


def _expected_delay(pairs: list[tuple[float, float, tuple[float, ...]]]) -> float:
    """Mean of the highest speed factor, users counted, over machines, their factor and the shares of their users."""
    laws = [(n, factor, _at_most(shares)) for n, factor, shares in pairs]
    values = sorted({factor * (1 + users) for _, factor, law in laws for users in range(len(law))})
    mean = below = 0.0
    for value in values:
        within = 1.0
        for n, factor, law in laws:
            users = int(value / factor - 1 + 1e-9)
            within *= law[min(users, len(law) - 1)] ** n if users >= 0 else 0.0
        mean, below = mean + value * (within - below), within
    return mean + values[-1] * (1 - below)


def _at_most(shares: tuple[float, ...]) -> list[float]:
    """How likely there are 0, at most 1, ... users."""
    law = [1.0]
    for share in shares:
        law = [a * (1 - share) + b * share for a, b in zip([*law, 0.0], [0.0, *law], strict=True)]
    found, total = [], 0.0
    for one in law:
        total += one
        found.append(min(1.0, total))
    return found
