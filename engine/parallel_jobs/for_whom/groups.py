"""Which group the user of a job belongs to: one of those who share, else the group that a log says."""

from typing import NamedTuple

import numpy as np

from engine.inputs.draws import Draws
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.inputs.site.fair_share import OTHERS, read_users
from engine.parallel_jobs.inputs.workload import Jobs
from engine.parallel_jobs.of_log import log_of, resampled
from engine.parallel_jobs.space_sharing.rules.own_users import numbers_of_users, users_of

UNKNOWN = -1


class Groups(NamedTuple):
    """Of J jobs: *number* of the group of each, int64 (J,), -1 if there is none; and what groups are called.

    Where nobody is known to be in any group, there are no names.
    """

    number: np.ndarray
    names: dict[int, str]

    def name(self, number: int) -> str:
        """What a group is called."""
        return self.names.get(number, "no group")


def groups_of(scenario: ParallelJobsScenario, replication: int, jobs: Jobs) -> Groups:
    """The share groups of the *scenario* if it has any; else those of field 13 of its log, which are numbers."""
    if scenario.share_groups:
        place, _ = users_of(jobs)
        of_user = _shared(scenario, numbers_of_users(jobs))
        return Groups(of_user[place], {number: group.name for number, group in enumerate(scenario.share_groups)})
    logged = scenario.workload.logged
    number = np.full(len(jobs.gap), UNKNOWN, dtype=np.int64)
    if logged is not None:
        machines = scenario.processors
        other = resampled(logged, machines, Draws(scenario.study.seed, replication))
        number = log_of(logged, machines).group
        number = np.maximum(number if other is None else number[other.row], UNKNOWN)
    known = np.unique(number[number >= 0]).tolist()
    return Groups(number, {one: f"group {one}" for one in known})


def _shared(scenario: ParallelJobsScenario, user: np.ndarray) -> np.ndarray:
    """The share group of users by their numbers; -1 of those whom none names, unless one is of all others."""
    found = np.full(len(user), UNKNOWN, dtype=np.int64)
    for number, group in enumerate(scenario.share_groups):
        if group.users.strip() == OTHERS:
            found[:] = number
    for number, group in enumerate(scenario.share_groups):
        for low, high in read_users(group.users):
            found[(user >= low) & (user <= high)] = number
    return found
