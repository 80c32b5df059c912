"""What is said of a replication in which one decision was another, field by field: times in s, profits in $."""

from typing import NotRequired, TypedDict

import numpy as np

SHOWN = 40
"""Jobs that are listed; all count in the sums."""


class Done(TypedDict):
    """What was decided: of a job itself, or, with `job`, about which of several."""

    what: str  # "starts", "moves", "waits", "stays", "rejected"; "boosts", "nobody", "runs", "slot"; "hands out"
    machines: dict[str, int]  # by name of the group, that it got
    job: NotRequired[int]  # or task, from 0
    node: NotRequired[int]  # or row of the matrix, or worker; from 0


class Moved(TypedDict):
    """A job that ends at another time, or is rejected in one of the two."""

    job: int
    before: float | None  # response time in the undisturbed run; None if it was rejected there
    after: float | None


class Sums(TypedDict):
    """Sums of d, which is the response time with the other decision less that in the undisturbed run."""

    later: int  # other jobs with d > 0
    lost: float  # sum of their d
    earlier: int  # other jobs with d < 0
    saved: float  # sum of their -d
    whole: float  # sum of d, of all jobs that have ended in both


class Effect(Sums):
    """The difference that one decision makes."""

    time: float
    job: int
    did: Done
    instead: Done
    own: float | None  # d of the job itself; None if it was rejected in either, or has not ended by the horizon
    refused: int  # jobs that are rejected only with it
    accepted: int  # jobs that were rejected without it
    profit: float  # $ more with it
    jobs: int  # in the replication
    counted: int  # that have ended in both
    horizon: float | None  # until when it is looked at; None: until all jobs have ended
    again: float | None  # from when on both runs go alike; None if they do not within the horizon, or always do
    moved: list[Moved]  # in order of arrival; not all of them if they are many
    kind: NotRequired[str]  # what it tells of, if that is no job: "task"
    length: NotRequired[float]  # s that the iteration takes longer, of which tasks are
    application: NotRequired[float]  # s that all its iterations take longer


def sums(d: np.ndarray, job: int) -> Sums:
    """Of the differences of all jobs, float64 (J,), s; *job* is the one about which it was decided."""
    others = d.copy()
    others[job] = 0.0
    return {
        "later": int((others > 0).sum()),
        "lost": float(others[others > 0].sum()),
        "earlier": int((others < 0).sum()),
        "saved": float(-others[others < 0].sum()),
        "whole": float(d.sum()),
    }


def shown(moved: np.ndarray, d: np.ndarray) -> list[int]:
    """Of the jobs *moved* those that are listed: the ones that it touches most, in order of arrival."""
    return sorted(sorted(moved.tolist(), key=lambda job: -abs(d[job]))[:SHOWN])
