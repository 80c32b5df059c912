"""How jobs are made of the lines of a log; the defaults are the first of each."""

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from engine.inputs.quantity import Strict, choice, quantity
from engine.inputs.rejection import Rejection
from engine.logs.limits import NAME, PROCESSORS

MOST_WEEKS = 20_000

Number = Annotated[int, Field(ge=-1, le=NAME)]


class UserWeek(Strict):
    """One week of one user, whose jobs are left out."""

    user: int = quantity("User", "", 0, NAME, "The number of the user in the log.")
    week: int = quantity("Week", "", 1, MOST_WEEKS, "The week of the log, from 1.")


class Cleaning(Strict):
    """The choices of cleaning, in the order in which they are applied."""

    parts: Literal["joined", "dropped"] = choice(
        "Parts of jobs",
        "Lines with status 2, 3 or 4 are dropped if the job has a line for the whole of it. Parts without one are "
        "joined, their run times added, or dropped.",
        "joined",
        {"joined": "joined to jobs", "dropped": "dropped"},
    )
    unsuccessful: Literal["kept", "dropped"] = choice(
        "Failed and cancelled jobs",
        "Jobs that failed or were cancelled after they had started held processors for that long.",
        "kept",
        {"kept": "kept", "dropped": "dropped"},
    )
    size: Literal["allocated", "requested"] = choice(
        "Size",
        "Processors allocated are often rounded up to whole nodes; processors requested are what the user asked for. "
        "Where one is not known the other is taken.",
        "allocated",
        {"allocated": "as allocated", "requested": "as requested"},
    )
    too_large: Literal["dropped", "cut"] = choice(
        "Jobs above the cluster",
        "Jobs that need more processors than there are: dropped, or cut to the cluster and as much longer.",
        "dropped",
        {"dropped": "dropped", "cut": "cut to the cluster, the work kept"},
    )
    no_run_time: Literal["one_second", "dropped"] = choice(
        "Run time 0",
        "A run time of 0 was below half a second.",
        "one_second",
        {"one_second": "taken for 1 s", "dropped": "dropped"},
    )
    estimate: Literal["recorded", "run"] = choice(
        "Estimates",
        "The user's estimate as recorded, the run time for want of one; or the run time for all, which is what perfect "
        "knowledge would bring.",
        "recorded",
        {"recorded": "as recorded", "run": "the run time"},
    )
    overrun: Literal["raised", "cut"] = choice(
        "Run time above the estimate",
        "The machine really was busy for that long, so the estimate is raised; most published simulations cut the run "
        "time instead.",
        "raised",
        {"raised": "the estimate is raised", "cut": "the run time is cut"},
    )
    processors: int | None = quantity(
        "Processors",
        "",
        1,
        PROCESSORS,
        "Processors of the cluster; without it what the head says, else the largest size.",
        None,
    )
    partitions: tuple[Number, ...] = choice(
        "Partitions of the log", "Only jobs of these partitions; none means all.", ()
    )
    queues: tuple[Number, ...] = choice("Queues of the log", "Only jobs of these queues; none means all.", ())
    without: tuple[UserWeek, ...] = choice("Left out", "Weeks of users that are left out, such as flurries.", ())
    first_week: int = quantity("From week", "", 1, MOST_WEEKS, "The first week of the log that is used.", 1)
    last_week: int | None = quantity(
        "To week", "", 1, MOST_WEEKS, "The last week that is used; without it the log's last.", None
    )

    @model_validator(mode="after")
    def _bounded(self) -> Self:
        for name in ("partitions", "queues", "without"):
            if len(getattr(self, name)) > 1000:
                raise Rejection(name, "at most 1000 are allowed")
        if self.last_week is not None and self.last_week < self.first_week:
            raise Rejection("last_week", f"week {self.last_week} is before week {self.first_week}, the first")
        return self
