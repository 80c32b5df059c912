"""How much of its share everybody has used, where users are in groups: called by reference and kernel alike.

Source: Slurm, documentation of the classic fair share algorithm ("effective usage").
"""

from typing import NamedTuple

import numpy as np

from engine.compiled.compilation import compiled
from engine.compiled.elementary import LN_2, exp
from engine.compiled.structure import by_reference
from engine.parallel_jobs.model import Shares


@by_reference
class Sharing(NamedTuple):
    """U users in G groups, each after the one that it is inside.

    Attributes
    ----------
    inside : int64 (G,), the group around each, -1 of the outermost
    part : float64 (G,), its shares over those of all inside the same group
    group : int64 (U,), of each user; -1 of those that are in none
    user_part : float64 (U,), the user's shares, which are one, over those of all in that group
    whole : float64 (U,), what is the user's of all
    used : float64 (G,), effective usage of each group, a share of everybody's: to work with
    damping : usage over share counts so many times less
    """

    inside: np.ndarray
    part: np.ndarray
    group: np.ndarray
    user_part: np.ndarray
    whole: np.ndarray
    used: np.ndarray
    damping: float


def sharing(shares: Shares, numbers: np.ndarray) -> Sharing:
    """Who shares with whom; *numbers* are what users are called, int64 (U,)."""
    groups, users = len(shares.inside), len(numbers)
    group = np.full(users, shares.others, dtype=np.int64)
    for at, spans in enumerate(shares.users):
        for low, high in spans:
            group[(numbers >= low) & (numbers <= high)] = at
    inside = np.array(shares.inside, dtype=np.int64)
    of_group = np.array(shares.shares, dtype=np.float64)
    siblings = np.bincount(group + 1, minlength=groups + 1).astype(np.float64)  # the first: outside of all groups
    for at in range(groups):
        siblings[inside[at] + 1] += of_group[at]
    part = of_group / siblings[inside + 1] if groups else np.zeros(0)
    whole = np.ones(groups + 1)
    for at in range(groups):
        whole[at + 1] = whole[inside[at] + 1] * part[at]
    user_part = 1.0 / siblings[group + 1]
    return Sharing(inside, part, group, user_part, whole[group + 1] * user_part, np.zeros(groups), shares.damping)


@compiled
def share_out(sharing: Sharing, usage: np.ndarray, all_usage: float) -> None:
    """Count what groups have used, as a share of *all_usage*; then, from outside, what of others' counts as theirs."""
    used, inside, groups = sharing.used, sharing.inside, sharing.inside.shape[0]
    for at in range(groups):
        used[at] = 0.0
    if all_usage > 0.0:
        for user in range(usage.shape[0]):
            if sharing.group[user] >= 0:
                used[sharing.group[user]] += usage[user] / all_usage
    for at in range(groups - 1, -1, -1):
        if inside[at] >= 0:
            used[inside[at]] += used[at]
    for at in range(groups):
        if inside[at] >= 0:
            used[at] = used[at] + (used[inside[at]] - used[at]) * sharing.part[at]


@compiled
def fair_share(sharing: Sharing, user: int, user_share: float) -> float:
    """2^(-effective usage / share) of a user, 0 to 1; after `share_out`. *user_share* is of everybody's usage."""
    used, group = user_share, sharing.group[user]
    if group >= 0:
        used = used + (sharing.used[group] - used) * sharing.user_part[user]
    return exp(-LN_2 * (used / sharing.whole[user]) / sharing.damping)
