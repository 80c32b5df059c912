"""The stream of jobs: when they arrive, and the classes that they are of."""

from typing import Annotated, Any, Self

from pydantic import (
    Field,
    SerializerFunctionWrapHandler,
    field_validator,
    model_serializer,
    model_validator,
)

from engine.inputs.arrivals import Batch, Poisson
from engine.inputs.by_hour import ByHour
from engine.inputs.naming import apart
from engine.inputs.quantity import Strict, choice, quantity
from engine.inputs.rejection import Rejection
from engine.parallel_jobs.inputs.job_classes import JobClass
from engine.parallel_jobs.inputs.sources.listed import Listed
from engine.parallel_jobs.inputs.sources.logged import Logged
from engine.parallel_jobs.inputs.sources.modelled import Lublin99

Arrivals = Annotated[Poisson | ByHour | Batch | Listed | Logged | Lublin99, Field(discriminator="process")]

AT_RANDOM = (Poisson, ByHour)
"""Arrivals that have a rate."""


class Workload(Strict):
    """The stream of jobs, by laws of arrivals and job classes, as a list, as a log, or by a workload model.

    Of a list, `jobs` and `job_classes` follow: how many there are, and a class for each kind of them; of a log, as many
    as were recorded, and a class for each size. They are neither given nor written down. Of a workload model the job
    classes follow, by size, when the cluster is known.
    """

    arrivals: Arrivals = Field(title="Arrivals", description="When jobs arrive.")
    job_classes: Annotated[tuple[JobClass, ...], Field(min_length=1, max_length=8)] = Field(
        (), title="Job classes", description="From 1 to 8 kinds of jobs; none where jobs are listed or of a model."
    )
    jobs: int = quantity(
        "Jobs",
        "",
        1,
        2_000_000,
        "Jobs of one replication; it begins empty and ends when all are done.",
        10_000,
        step=1000,
    )

    @field_validator("job_classes", mode="after")
    @classmethod
    def _name_apart(cls, classes: tuple[JobClass, ...]) -> tuple[JobClass, ...]:
        """Metrics and pictures go by names, and every class begins with the same one: of several the second becomes
        "job 2". Said here and not refused, since links were made of scenarios in which two are called alike.
        """
        names = apart([kind.name for kind in classes])
        return tuple(kind.model_copy(update={"name": name}) for kind, name in zip(classes, names, strict=True))

    same_variate: bool = choice(
        "Same variate",
        "The exponential variate of the time before a job is that of its demand too, as two generators with one seed "
        "give: long jobs come after long gaps. Needs Poisson arrivals and exponential demands. Kumar 2001's tables 4.2 "
        "and 4.3 come out with it, and not without.",
        False,
    )

    @model_serializer(mode="wrap")
    def _without_what_follows(self, write: SerializerFunctionWrapHandler) -> dict[str, Any]:
        tree: dict[str, Any] = write(self)
        for name in self.following:
            tree.pop(name, None)
        return tree

    @property
    def following(self) -> tuple[str, ...]:
        """The fields that are not given, since they follow from how jobs arrive."""
        if self.modelled is not None:
            return ("job_classes",)
        return tuple(FOLLOWS) if self.listed is not None or self.logged is not None else ()

    @property
    def class_names(self) -> list[str]:
        """What the classes of jobs are called, by their number in `Jobs.job_class`; those of a log are chosen."""
        return [kind.name for kind in self.job_classes] if self.logged is None else self.logged.class_names

    @property
    def listed(self) -> Listed | None:
        """The list of jobs, if they are listed."""
        return self.arrivals if isinstance(self.arrivals, Listed) else None

    @property
    def logged(self) -> Logged | None:
        """The log, if the jobs are those of one."""
        return self.arrivals if isinstance(self.arrivals, Logged) else None

    @property
    def modelled(self) -> Lublin99 | None:
        """The workload model, if jobs come of one."""
        return self.arrivals if isinstance(self.arrivals, Lublin99) else None

    @model_validator(mode="after")
    def _possible(self) -> Self:
        for name in self.following:
            if name in self.model_fields_set:
                of = (
                    "list of jobs"
                    if self.listed is not None
                    else "log"
                    if self.logged is not None
                    else "workload model"
                )
                raise Rejection(f"workload.{name}", f"{FOLLOWS[name]} from the {of}; leave this out")
        if self.listed is not None:
            self.__dict__["jobs"] = len(self.listed.jobs)
            self.follow(self.listed.described())
        elif self.logged is not None:
            self.__dict__["jobs"] = self.logged.rows
            self.follow(self.logged.described())
        elif not self.job_classes and self.modelled is None:
            raise Rejection("workload.job_classes", "this field is missing")
        if self.modelled is None and not any(kind.weight for kind in self.job_classes):
            raise ValueError("every job class has weight 0; at least one needs more")
        exponential = all(kind.demand.distribution == "exponential" for kind in self.job_classes)
        if self.same_variate and not (isinstance(self.arrivals, AT_RANDOM) and exponential):
            raise Rejection(
                "workload.same_variate", "this needs Poisson arrivals and exponential demands of all job classes"
            )
        return self

    def follow(self, described: list[dict[str, Any]]) -> None:
        """Take the job classes that follow from how jobs arrive."""
        self.__dict__["job_classes"] = tuple(JobClass(**words) for words in described)


FOLLOWS = {"job_classes": "the job classes follow", "jobs": "the number of jobs follows"}
"""What is not given where jobs are listed or logged; of a workload model, the job classes."""
