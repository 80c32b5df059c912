"""What is said of a replication in which one decision was another, field by field: times in s, profits in $."""

from typing import TypedDict


class Done(TypedDict):
    """What became of the job at the instant of the decision."""

    what: str  # "starts", "moves", "waits", "stays", "rejected"
    machines: dict[str, int]  # by name of the group, that it got


class Moved(TypedDict):
    """A job that ends at another time, or is rejected in one of the two."""

    job: int
    before: float | None  # response time in the undisturbed run; None if it was rejected there
    after: float | None


class Effect(TypedDict):
    """The difference that one decision makes; d is the response time with it less that in the undisturbed run."""

    time: float
    job: int
    did: Done
    instead: Done
    own: float | None  # d of the job itself; None if it was rejected in either, or has not ended by the horizon
    later: int  # other jobs with d > 0
    lost: float  # sum of their d
    earlier: int  # other jobs with d < 0
    saved: float  # sum of their -d
    whole: float  # sum of d, of all jobs that have ended in both
    refused: int  # jobs that are rejected only with it
    accepted: int  # jobs that were rejected without it
    profit: float  # $ more with it
    jobs: int  # in the replication
    counted: int  # that have ended in both
    horizon: float | None  # until when it is looked at; None: until all jobs have ended
    again: float | None  # from when on both runs go alike; None if they do not within the horizon, or always do
    moved: list[Moved]  # in order of arrival; not all of them if they are many
