"""Who sends to whom, and what that costs when nobody has to wait for a processor (rules 1 and 3 of README.md)."""

from enum import IntEnum
from functools import cache


class Pattern(IntEnum):
    """The communication patterns of figure 2 (b)."""

    NEAREST_NEIGHBOR = 0
    ALL_TO_ALL = 1
    TREE = 2
    LINEAR = 3


PATTERNS = {
    "nearest-neighbor": Pattern.NEAREST_NEIGHBOR,
    "all-to-all": Pattern.ALL_TO_ALL,
    "tree": Pattern.TREE,
    "linear": Pattern.LINEAR,
}


def communication_time(pattern: Pattern, size: int, latency: int, interface: int) -> int:
    """Time of the communication of one iteration, ns, if all tasks run.

    Parameters
    ----------
    size : tasks, at least 2
    latency : one-way time of a message, ns
    interface : its time in one network interface, ns
    """
    if pattern == Pattern.NEAREST_NEIGHBOR:
        return latency + interface
    if pattern == Pattern.LINEAR:
        return latency
    if pattern == Pattern.ALL_TO_ALL:
        return latency + (size - 2) * interface
    return max(2 * latency * levels + interface * second for levels, second in _paths(size))


def messages_sent(pattern: Pattern, size: int) -> int:
    """Messages of all tasks of a job in one iteration."""
    each = {Pattern.NEAREST_NEIGHBOR: 2 * size, Pattern.LINEAR: size, Pattern.ALL_TO_ALL: size * (size - 1)}
    return each.get(pattern, 2 * (size - 1))


@cache
def _paths(size: int) -> tuple[tuple[int, int], ...]:
    """Of the way from the root of the tree to each task: its levels, and its edges to a second child."""
    paths = [(0, 0)]
    for task in range(1, size):
        levels, second = paths[(task - 1) // 2]
        paths.append((levels + 1, second + (task % 2 == 0)))
    return tuple(paths)
