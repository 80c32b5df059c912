"""The policies: in which order tasks are handed out, and how many at a time or to whom."""

from enum import IntEnum
from typing import NamedTuple

import numpy as np

from engine.contract.family import Policy


class Order(IntEnum):
    """In which order the tasks of an iteration are handed out."""

    ACTUAL = 0  # decreasing work in this very iteration
    EXPECTED = 1  # decreasing expected work
    RANDOM = 2  # a permutation drawn for each iteration
    AVERAGE = 3  # decreasing mean of all past executions; the first iteration as RANDOM


class Dispatch(IntEnum):
    """What a worker gets that asks for work."""

    NEXT_TASK = 0
    FIXED_CHUNK = 1
    GUIDED = 2
    FACTORING = 3
    EARLIEST_COMPLETION = 4  # tasks are bound to workers beforehand


class Scheme(NamedTuple):
    """All that the models need to know about a policy."""

    order: Order
    dispatch: Dispatch = Dispatch.NEXT_TASK


PAPER = "Heymann et al. 2000"

_ALL = (
    (
        "LPTF",
        "Largest Processing Time First",
        "Hands out the largest task first. Has to know the work of every task beforehand, so it is a bound for the "
        "others.",
        f"{PAPER}, section 4.1",
        "Known beforehand",
        Scheme(Order.ACTUAL),
    ),
    (
        "LPTF on Expectation",
        "Largest Processing Time First on Expectation",
        "Hands out the task with the largest expected work first, in the same order in every iteration.",
        f"{PAPER}, section 4.1",
        "Known beforehand",
        Scheme(Order.EXPECTED),
    ),
    (
        "Random",
        "Random order",
        "Hands out tasks in random order: what can be done without knowing anything.",
        f"{PAPER}, section 4.1",
        "Unknown",
        Scheme(Order.RANDOM),
    ),
    (
        "Random & Average",
        "Random, then by average",
        "Begins in random order, and hands out the task first that has taken longest on average in the iterations so "
        "far. This is what the paper proposes.",
        f"{PAPER}, section 3.2",
        "Learned",
        Scheme(Order.AVERAGE),
    ),
    (
        "Fixed Chunk",
        "Fixed chunk self-scheduling",
        "Hands out the tasks in random order, so many at a time as the option says; with one, the same as Random.",
        "Kruskal & Weiss 1985",
        "Chunks",
        Scheme(Order.RANDOM, Dispatch.FIXED_CHUNK),
    ),
    (
        "Guided",
        "Guided self-scheduling",
        "Hands out the tasks in random order, to each worker that asks the n-th part of what is left, rounded up.",
        "Polychronopoulos & Kuck 1987",
        "Chunks",
        Scheme(Order.RANDOM, Dispatch.GUIDED),
    ),
    (
        "Factoring",
        "Factoring",
        "Hands out the tasks in random order, in rounds: half of what is left in n equal chunks, rounded up.",
        "Hummel, Schonberg & Flynn 1992",
        "Chunks",
        Scheme(Order.RANDOM, Dispatch.FACTORING),
    ),
    (
        "Earliest Completion",
        "Earliest completion time",
        "Binds the tasks at the barrier, the largest first, each to the worker that would have it done first. On equal "
        "workers that is LPTF.",
        "Ibarra & Kim 1977, algorithm D",
        "Known beforehand",
        Scheme(Order.ACTUAL, Dispatch.EARLIEST_COMPLETION),
    ),
)

POLICIES = {
    name: Policy(name, title, words, source, code, idea)
    for code, (name, title, words, source, idea, _) in enumerate(_ALL)
}
SCHEMES = {name: scheme for name, *_, scheme in _ALL}

BEST_INFORMED = "LPTF"
"""With which the losses of the others are compared (section 4.4)."""

OF_THE_PAPER = ("LPTF", "LPTF on Expectation", "Random", "Random & Average")


def orders(order: Order, work: np.ndarray, expected: np.ndarray, permutation: np.ndarray) -> np.ndarray:
    """The order of every iteration. It depends on the work alone, never on who does it: so it is known beforehand.

    Parameters
    ----------
    work : int64 (L, T), ticks
    expected : int64 (T,), ticks
    permutation : int64 (L, T), a random order for each iteration

    Returns
    -------
    int64 (L, T), numbers of tasks; of equal ones the smaller number first
    """
    if order is Order.ACTUAL:
        return np.argsort(-work, axis=1, kind="stable")
    if order is Order.EXPECTED:
        return np.broadcast_to(np.argsort(-expected, kind="stable"), work.shape).copy()
    if order is Order.RANDOM:
        return permutation.copy()
    # Every task has been executed as often as any other: the mean and the sum have the same order.
    so_far = np.cumsum(work[:-1], axis=0)
    return np.concatenate((permutation[:1], np.argsort(-so_far, axis=1, kind="stable")))
