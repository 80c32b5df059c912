"""A list of jobs instead of laws of arrivals and sizes: examples of textbooks, and the jobs of a log."""

from typing import Annotated, Literal, Self

import numpy as np
from pydantic import AfterValidator, Field, field_validator, model_validator

from engine.inputs.cluster import Called
from engine.inputs.draws import Draws
from engine.inputs.estimates import Estimate
from engine.inputs.of_strangers import plain
from engine.inputs.quantity import Strict, choice, quantity

MOST = 2000
"""Jobs of a list: as many as a replication has at most."""

SHORTEST, LONGEST = 1e-3, 10_000.0
"""Of the times that a job takes alone, s; the time to simulate grows with it, and the cost of a study is bounded."""

LATEST = 1e8
"""Latest arrival, s."""

BEGINNING = [
    {"arrival": 0.0, "run": 2.0, "tasks": 6},
    {"arrival": 0.1, "run": 0.5, "tasks": 8},
    {"arrival": 0.2, "run": 0.3, "tasks": 2},
    {"arrival": 0.3, "run": 0.3, "tasks": 2},
]


class ListedJob(Strict):
    """One job, as it is known when it is given by hand."""

    label: Called = Field("", title="Name", description="What this job is called; if nothing, it goes by its number.")
    arrival: float = quantity("Arrival", "s", 0, LATEST, "When the job arrives.", step=0.1)
    tasks: int = quantity("Tasks", "tasks", 2, 128, "What the job asks for: a node for each of its tasks.")
    run: float = quantity(
        "Run time", "s", SHORTEST, LONGEST, "Alone on its nodes; whole iterations, so about this.", step=0.1
    )
    estimate: float | None = quantity(
        "Estimate", "s", SHORTEST, LONGEST, "What backfilling is told; if nothing, what the workload says.", None
    )
    job_type: Called = Field("", title="Type", description="Name of its job type; if nothing, drawn by the weights.")
    user: Called = Field("", title="User", description="Whose job it is; if nothing, nobody knows.")

    @model_validator(mode="after")
    def _possible(self) -> Self:
        if self.estimate is not None and self.estimate < self.run:
            raise ValueError(
                f"the estimate, {self.estimate:.12g} s, is below the run time, {self.run:.12g} s; it must not be"
            )
        return self


class Listed(Strict):
    """Jobs that are given one by one: only what is not said of them is drawn."""

    process: Literal["listed"] = choice("Arrivals", "Jobs are given one by one.", words="a list of jobs")
    jobs: Annotated[tuple[ListedJob, ...], Field(min_length=1, max_length=MOST)] = choice(
        "Jobs", f"From 1 to {MOST} jobs, in order of arrival.", beginning=BEGINNING
    )
    load_factor: float = quantity(
        "Load factor", "1", 0.01, 100, "All jobs arrive in so much less time: 2 is twice the load.", 1.0, step=0.1
    )
    source: Annotated[str, Field(max_length=1000, pattern=r"^[^\x00-\x1f<>]*$"), AfterValidator(plain)] = Field(
        "", title="Where the jobs are from", description="In words; it stands in the methods paragraph."
    )

    @field_validator("jobs", mode="after")
    @classmethod
    def _in_order(cls, jobs: tuple[ListedJob, ...]) -> tuple[ListedJob, ...]:
        """By arrival, so that a job has the same number on every page; of equal ones, the place in the list counts."""
        return tuple(sorted(jobs, key=lambda job: job.arrival))

    @property
    def last_arrival(self) -> float:
        """When the last job arrives, s."""
        return self.jobs[-1].arrival / self.load_factor

    @property
    def work(self) -> float:
        """Of all jobs one after the other, each alone, s."""
        return sum(job.run for job in self.jobs)

    @property
    def largest(self) -> int:
        """Tasks of the largest job."""
        return max(job.tasks for job in self.jobs)

    @property
    def users(self) -> list[str]:
        """Whose jobs they are, by name; nobody if none is named."""
        return sorted({job.user for job in self.jobs} - {""})

    @property
    def draws_types(self) -> bool:
        """Whether the type of a job is left to chance."""
        return any(not job.job_type for job in self.jobs)

    def arrivals(self) -> np.ndarray:
        """When jobs arrive; float64 (J,), s, ascending."""
        return np.array([job.arrival for job in self.jobs]) / self.load_factor

    def column(self, name: str) -> np.ndarray:
        """The field *name* of all jobs that all of them have; (J,)."""
        return np.array([getattr(job, name) for job in self.jobs])

    def type_numbers(self, names: list[str], drawn: np.ndarray) -> np.ndarray:
        """Places in *names* of the types that are said; else what was *drawn*, int (J,). Int (J,)."""
        place = {name: number for number, name in enumerate(names)}
        said = np.array([place[job.job_type] if job.job_type else -1 for job in self.jobs])
        found: np.ndarray = np.where(said < 0, drawn, said)
        return found

    def estimates(self, estimate: Estimate, draws: Draws) -> tuple[np.ndarray, np.ndarray]:
        """Of each job how many times its run time is said by the workload, and what it says itself (NaN if nothing).

        Float64 (J,) each, the second one in s. A job whose estimate is its run time knows that to the nanosecond.
        """
        multiple = estimate.sample(draws, len(self.jobs))
        knows = np.array([job.estimate == job.run for job in self.jobs])
        own = np.array([np.nan if job.estimate is None else job.estimate for job in self.jobs])
        own[knows] = np.nan
        multiple[knows] = 1.0
        return multiple, own
