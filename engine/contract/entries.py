"""What a family says of the jobs, or iterations, of one replication, so that two policies can be held side by side."""

from collections.abc import Callable, Hashable, Mapping
from typing import NamedTuple

import numpy as np

MOST_FOLLOWED = 20_000
"""Jobs of a replication of which states are followed step by step, to tell episodes."""

FIRST_FOLLOWED = 10_000
"""Where there are more, of so many of the first ones: somebody waits for it, and they are simulated once more."""


class Measure(NamedTuple):
    """A metric as what its entries bring to it.

    Attributes
    ----------
    metric : name of the metric, which is the mean of the values of the entries that are counted, or their sum
    parts : {name: float64 (J,)}, in the unit of the metric; the value of an entry is the sum of its parts
    counted : bool (J,), of which entries the metric is; the others may have any values
    is_sum : whether the metric is their sum
    """

    metric: str
    parts: Mapping[str, np.ndarray]
    counted: np.ndarray
    is_sum: bool = False


class Stays(NamedTuple):
    """When each job starts and ends, float64 (J,), s; NaN of those that are not taken.

    Where jobs share nodes, one that starts at the same time may end at another: what is left of it is how long it goes
    on. These times are whole nanoseconds, so they are the same or not.
    """

    start: np.ndarray
    end: np.ndarray
    is_shared: bool = False


class Progress(NamedTuple):
    """How a running job gets on: *left* (work, s) until *since* (s), and from then on less by *rate* a second."""

    left: float
    since: float
    rate: float
    demand: float

    def left_at(self, time: float) -> float:
        """What is left at an instant."""
        return self.left - self.rate * max(0.0, time - self.since)


Item = tuple[Hashable, frozenset[int]]
"""A part of a state: a place, and the jobs there. States with as many of each item, in any order, are the same."""


class Step(NamedTuple):
    """An instant at which a state changes.

    Attributes
    ----------
    time : s
    job : about whom it is
    items : what there is one more of (1) or one less (-1)
    progress : {job: how it gets on from now on, None where it no longer runs}
    """

    time: float
    job: int
    items: tuple[tuple[Item, int], ...]
    progress: Mapping[int, Progress | None]


class Entries(NamedTuple):
    """J jobs, or iterations, of one replication in their order, which is the same under every policy.

    Attributes
    ----------
    kind : "job" or "iteration"
    measures : the first is what is told unless another is asked for
    groups : {what it is: (J,) words}, by which the entries are told apart in the same way under every policy
    block : int (J,), of a log the block of weeks in which each entry is, -1 for none; None where replications differ
    drift : jobs in the system in the middle and late, by which one sees whether a queue settles; NaN without a queue
    stays : of jobs whose state is whether they run, since when and until when; None where there is more to it
    states : computes the states, step by step; None where nobody tells them, as is its answer where it finds out late
    followed : how many of the first jobs the states are followed of, until the next one comes; None where of all
    """

    kind: str
    measures: tuple[Measure, ...]
    groups: Mapping[str, np.ndarray]
    block: np.ndarray | None = None
    drift: tuple[float, float] = (np.nan, np.nan)
    stays: Stays | None = None
    states: Callable[[], list[Step] | None] | None = None
    followed: int | None = None

    def measure(self, metric: str) -> Measure:
        """The measure of that metric; `ValueError` says which there are."""
        for one in self.measures:
            if one.metric == metric:
                return one
        allowed = ", ".join(one.metric for one in self.measures)
        raise ValueError(f'"{metric}" is no metric that is a mean or a sum over {self.kind}s; allowed is {allowed}')


NOTHING_ELSE: Mapping[str, np.ndarray] = {}


def of_times(
    times: tuple[np.ndarray, np.ndarray, np.ndarray],
    spent: Mapping[str, np.ndarray],
    counted: np.ndarray,
    least: float,
    kept: Mapping[str, np.ndarray] = NOTHING_ELSE,
) -> tuple[Measure, ...]:
    """The measures that jobs have in every family.

    Parameters
    ----------
    times : arrival, start and time alone; float64 (J,) each, s
    spent : {name: float64 (J,)}, s, what the time from start to end went for
    counted : bool (J,)
    least : s, below which the bounded slowdown takes no job to be short
    kept : {name: float64 (J,)}, s, what of the wait has a name of its own
    """
    arrival, start, alone = times
    wait = {"waiting": start - arrival - sum(kept.values(), np.zeros(len(arrival))), **kept}
    response = {**wait, **spent}
    whole = sum(response.values(), np.zeros(len(arrival)))
    bounded = np.maximum(whole / np.maximum(alone, least), 1.0)
    return (
        Measure("response_time", response, counted),
        Measure("slowdown", {name: values / alone for name, values in response.items()}, counted),
        Measure("bounded_slowdown", {"all of it": bounded}, counted),
        Measure("wait_time", wait, counted),
    )


def powers_of_two(size: np.ndarray) -> np.ndarray:
    """In words between which powers of two each size (int (J,), at least 1) is: "1", "2", "3 to 4", "5 to 8", ..."""
    above = np.frexp(np.maximum(size, 1) - 0.5)[1]
    names = ["1", "2", *(f"{2**k // 2 + 1} to {2**k}" for k in range(2, 64))]
    return np.array([names[k] for k in above.tolist()], dtype=object)


QUARTERS = ("shortest quarter", "second quarter", "third quarter", "longest quarter")


def quarters(values: np.ndarray, names: tuple[str, ...] = QUARTERS) -> np.ndarray:
    """In which quarter of the entries each is by its value; of equal ones the earlier is in the lower quarter."""
    rank = np.empty(len(values), dtype=np.int64)
    rank[np.argsort(values, kind="stable")] = np.arange(len(values))
    return np.array(names, dtype=object)[4 * rank // max(len(values), 1)]
