"""What the figures of this family replay, field by field: columns are lists of one length, times are in s.

Efficiencies, errors, losses and speeds have no unit; iterations count from 1, workers and tasks from 0.
"""

from typing import Literal, NotRequired, TypedDict

Doing = Literal["computing", "lost", "receiving", "suspended", "away", "idle"]
"""What a worker does."""


class WorkersInUse(TypedDict):
    """A row for each worker in use."""

    group: list[str]  # its name
    speed: list[float]


class Intervals(TypedDict):
    """A row for each time in which a worker does one thing; from the begin of the iteration."""

    start: list[float]
    end: list[float]
    worker: list[int]
    activity: list[Doing]
    task: list[int]  # -1 for none


class Tasks(TypedDict):
    """A row for each task, by number, and how many of the first ones are the largest."""

    work: list[float]
    expected: list[float]
    place: list[int]  # in the order in which they are handed out
    largest: int


class Gantt(TypedDict):
    """What each worker did in one iteration, from barrier to barrier."""

    iteration: int
    begin: float
    length: float
    lengths: list[float]  # means over equal parts of all iterations
    workers: WorkersInUse
    intervals: Intervals
    left_out: int  # intervals that are too many
    tasks: Tasks
    longest_task: float
    spent: dict[Doing, float]  # by all workers together


class Candidate(TypedDict):
    """A task that could have gone to a worker."""

    task: int
    worker: int
    choice: str  # by which it can be forced
    chosen: bool
    work: float
    expected: float
    average: float | None  # of the iterations so far
    speed: float  # of the worker
    done: float | None  # when the worker would have it done, if that is asked; since the barrier before


class HandOut(TypedDict):
    """Tasks are handed out to a worker, or one is bound to it."""

    time: float  # since the barrier before
    worker: int
    tasks: list[int]
    left: int  # that wait
    is_bound: bool
    candidates: list[Candidate]


class HandOuts(TypedDict):
    """Those of one iteration."""

    taken: list[HandOut]
    more: int  # that are not told
    begin: float  # of the iteration
    is_untold: bool  # since it is too late in the application


class LearnedTask(TypedDict):
    """What is known of one task, at the iterations that are shown."""

    task: int
    expected: float
    mean: list[float]  # so far
    actual: list[float]


class Learning(TypedDict):
    """What the averages have learned."""

    iteration: list[int]  # those that are shown
    tasks: list[LearnedTask]
    mean_error: list[float]  # of the averages of all tasks, by iteration
    time_over_lptf: list[float]  # by iteration


class Decisions(TypedDict):
    """What the rule predicted before each iteration; None before those of which it predicts nothing."""

    predicted_efficiency: list[float | None]
    bias: list[float | None]
    efficiency_within_time: list[float | None]  # with the fewest workers that are quick enough
    time_within_target: list[float | None]  # with the most workers that meet the target, over that with all
    within_target: list[int]  # the most workers that meet the target
    within_time: list[int]  # the fewest workers that are quick enough
    feasible: list[bool | None]  # whether target and time can both be had


class Instants(TypedDict):
    """How many workers are in use at evenly spread instants, and where they are."""

    time: list[float]
    number: list[int]
    up: list[int]
    suspended: list[int]
    away: list[int]


class Pool(TypedDict):
    """The workers over time; a row for each iteration."""

    begin: list[float]
    end: list[float]
    number: list[int]  # workers in use
    efficiency: list[float]
    lost: list[float]  # work
    lost_tasks: list[int]
    target: float  # efficiency
    decisions: Decisions | None  # None where the rule never predicts anything
    instants: Instants


class Band(TypedDict):
    """By number of workers, a mean over replications and half of its 95 % interval."""

    mean: list[float]
    half: list[float]


class PolicyCurves(TypedDict):
    """One policy against the number of workers."""

    efficiency: Band
    time: Band
    time_loss: Band  # against LPTF, as a share
    within_target: int | None  # the most workers with the target efficiency
    within_time: int  # the fewest workers within the time tolerance


class Marks(TypedDict):
    """Numbers of workers that are marked, and what they have to keep."""

    rule: str
    first: int
    fixed: int | None  # of the rule that fixes it
    table_2: int  # what the paper prints
    predicted: int | None  # None where it would take too long
    target_efficiency: float
    time_tolerance: float


class Curves(TypedDict):
    """All policies against the number of workers."""

    numbers: list[int]  # of workers
    replications: int
    iterations: int  # of each replication
    policies: dict[str, PolicyCurves]
    marks: Marks


class Trace(TypedDict):
    """One replication of one policy; of the last four, those parts that the window asks for."""

    policy: str
    replication: int
    tasks: int
    iterations: int
    gantt: NotRequired[Gantt]
    hand_outs: NotRequired[HandOuts]  # those of the iteration of `gantt`, if they are asked for
    learning: NotRequired[Learning]
    pool: NotRequired[Pool]
    curves: NotRequired[Curves]
