"""A list of jobs instead of a law of arrivals and demands: how the examples of textbooks are made."""

from typing import Annotated, Any, Literal, Self

from pydantic import Field, field_validator, model_validator

from engine.inputs.cluster import Called
from engine.inputs.quantity import Strict, choice, quantity
from engine.parallel_jobs.inputs.demands import LONGEST, SHORTEST, Constant
from engine.parallel_jobs.inputs.sizes import Evenly

MOST = 200
"""Jobs of a list: as many as somebody draws by hand, and a link can carry."""

KINDS = ("rigid", "moldable", "malleable")
"""Kinds of listed jobs; those that there are, in this order, are the job classes of the list."""

BEGINNING = [
    {"arrival": 0.0, "machines": 3, "run": 10.0},
    {"arrival": 1.0, "machines": 4, "run": 5.0},
    {"arrival": 2.0, "machines": 1, "run": 7.0},
    {"arrival": 3.0, "machines": 1, "run": 9.0},
]


class ListedJob(Strict):
    """One job, as it is known when it is given by hand."""

    label: Called = Field("", title="Name", description="What this job is called; if nothing, it goes by its number.")
    arrival: float = quantity("Arrival", "s", 0, 1e9, "When the job arrives.", step=1)
    machines: int = quantity("Machines", "machines", 1, 2000, "What the job asks for, and its run time is given for.")
    run: float = quantity("Run time", "s", SHORTEST, 1e9, "On the machines asked for, if they are the fastest.", step=1)
    estimate: float | None = quantity(
        "Estimate", "s", SHORTEST, 1e9, "What backfilling is told about the run time; if nothing, the run time.", None
    )
    kind: Literal["rigid", "moldable", "malleable"] = choice(
        "Kind",
        "Rigid: runs on the machines asked for. Moldable: its size is chosen when it starts. Malleable: a policy that "
        "can may shrink and expand it while it runs.",
        "rigid",
    )
    smallest: int | None = quantity(
        "Smallest size", "machines", 1, 2000, "Of a moldable or malleable job; if nothing, what it asks for.", None
    )
    largest: int | None = quantity(
        "Largest size", "machines", 1, 2000, "Of a moldable or malleable job; if nothing, what it asks for.", None
    )
    deadline: float | None = quantity(
        "Deadline", "s", SHORTEST, 1e9, "Counted from the arrival; if nothing, the job may end at any time.", None
    )
    profit: float = quantity("Profit", "$", 0, 1e9, "What the job brings if it ends in time.", 1000.0, step=100)

    @property
    def demand(self) -> float:
        """Time on one machine of speed factor 1, s: with linear speedup whole seconds stay whole seconds."""
        return self.run * self.machines

    @property
    def low(self) -> int:
        """The smallest size, machines."""
        return self.machines if self.smallest is None else self.smallest

    @property
    def high(self) -> int:
        """The largest size, machines."""
        return self.machines if self.largest is None else self.largest

    @property
    def expected(self) -> float:
        """The estimate in seconds times the size; 0 if the run time is known."""
        return 0.0 if self.estimate is None or self.estimate == self.run else self.estimate * self.machines

    @model_validator(mode="after")
    def _possible(self) -> Self:
        if self.estimate is not None and self.estimate < self.run:
            raise ValueError(
                f"the estimate, {self.estimate:.12g} s, is below the run time, {self.run:.12g} s; it must not be"
            )
        if self.kind == "rigid" and (self.smallest is not None or self.largest is not None):
            raise ValueError("a rigid job has no smallest and largest size; leave them out, or change its kind")
        if not self.low <= self.machines <= self.high:
            raise ValueError(
                f"it asks for {self.machines} machines; that has to be from its smallest size, {self.low}, to its "
                f"largest, {self.high}"
            )
        if self.demand > LONGEST:
            raise ValueError(f"run time times machines is {self.demand:.3g} s; at most {LONGEST:.3g} are allowed")
        return self


class Listed(Strict):
    """Jobs that are given one by one: there is nothing random about them."""

    process: Literal["listed"] = choice("Arrivals", "Jobs are given one by one.", words="a list of jobs")
    jobs: Annotated[tuple[ListedJob, ...], Field(min_length=1, max_length=MOST)] = choice(
        "Jobs", f"From 1 to {MOST} jobs, in order of arrival.", beginning=BEGINNING
    )

    @field_validator("jobs", mode="after")
    @classmethod
    def _in_order(cls, jobs: tuple[ListedJob, ...]) -> tuple[ListedJob, ...]:
        """By arrival, so that a job has the same number on every page; of equal ones, the place in the list counts."""
        return tuple(sorted(jobs, key=lambda job: job.arrival))

    @property
    def last_arrival(self) -> float:
        """When the last job arrives, s."""
        return self.jobs[-1].arrival

    @property
    def kinds(self) -> list[str]:
        """The kinds that there are: the job classes of the list."""
        there = {job.kind for job in self.jobs}
        return [kind for kind in KINDS if kind in there]

    def described(self) -> list[dict[str, Any]]:
        """What a job class for each kind says, for whatever goes by classes and means before anything is simulated."""
        return [_described(kind, [job for job in self.jobs if job.kind == kind]) for kind in self.kinds]


def _described(kind: str, jobs: list[ListedJob]) -> dict[str, Any]:
    low, high = [job.low for job in jobs], [job.high for job in jobs]
    return {
        "name": kind,
        "kind": kind,
        "weight": float(len(jobs)),
        "demand": Constant(distribution="constant", mean=sum(job.demand for job in jobs) / len(jobs)),
        "min_size": min(low),
        "min_size_spread": Evenly(spread="evenly", up_to=max(low)),
        "max_size": min(high),
        "max_size_spread": Evenly(spread="evenly", up_to=max(high)),
    }
