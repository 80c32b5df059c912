"""What is said of a job that does not exist, field by field: times in s, profits in $."""

from typing import TypedDict

from engine.parallel_jobs.replay.decision import Decision


class Resized(TypedDict):
    """A job whose machines the new one gets when it starts."""

    job: int
    before: int
    after: int


class Affected(TypedDict):
    """Another job without the new one and with it, numbered as without it."""

    job: int
    taken_before: bool
    taken_after: bool
    end_before: float
    end_after: float
    profit_before: float
    profit_after: float


class Others(TypedDict):
    """What changes for the other jobs."""

    affected: int
    response_time_change: float  # sum over jobs that are taken both times
    profit_change: float  # sum over the others
    others: list[Affected]  # the most affected first; not all of them if they are many


class Answer(Others):
    """What a policy does with the job."""

    job: int
    reason: int  # see `Reason`; 0 if it is taken
    start: float | None  # None if it is rejected, as is the next
    end: float | None
    at_once: bool  # whether it starts when it comes
    earned: float
    machines: dict[str, int]  # by name of the group, at its start
    resized: list[Resized]
    decisions: list[Decision]
