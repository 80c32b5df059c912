"""The inputs of the parallel-jobs family."""

from typing import Annotated, ClassVar, Literal, Self

from pydantic import Field, model_validator

from engine import offered_load
from engine.arrivals import Arrivals
from engine.cluster import Cluster, Name
from engine.demands import Demand
from engine.parallel_jobs.policies import POLICIES
from engine.quantity import Strict, choice, quantity
from engine.rejection import Rejection
from engine.scenario import Scenario

PolicyName = Literal["SED", "SED-NU", "SED-NM", "FCFS"]


class JobClass(Strict):
    """Jobs of one kind: what they need and how many machines they can use."""

    name: Name = Field("job", title="Name", description="What this class of jobs is called on the page.")
    weight: float = quantity(
        "Weight", "1", 1e-6, 1e6, "Share of this class among the arriving jobs, relative to the other classes.", 1.0
    )
    demand: Demand = Field(title="Demand", description="Time that a job needs on one machine of speed factor 1.")
    min_size: int = quantity("Smallest size", "machines", 1, 2000, "A job waits rather than run on fewer machines.")
    max_size: int = quantity("Largest size", "machines", 1, 2000, "A job never runs on more machines.")
    process_size_kb: float = quantity(
        "Process size",
        "KB",
        0,
        1e9,
        "Memory image of one process; what a migration has to transfer.",
        10240.0,
        step=1024,
    )

    @model_validator(mode="after")
    def _ordered(self) -> Self:
        if self.min_size > self.max_size:
            raise ValueError(f"smallest size {self.min_size} is above the largest size {self.max_size}; it must not be")
        return self


class Workload(Strict):
    """The stream of jobs."""

    arrivals: Arrivals = Field(title="Arrivals", description="When jobs arrive.")
    job_classes: Annotated[tuple[JobClass, ...], Field(min_length=1, max_length=8)] = Field(
        title="Job classes", description="From 1 to 8 kinds of jobs."
    )
    jobs: int = quantity(
        "Jobs",
        "",
        10,
        200_000,
        "Jobs of one replication; it begins empty and ends when all are done.",
        10_000,
        step=1000,
    )


class MigrationCost(Strict):
    """A migration stops the job for checkpoint + moved processes x (latency + size x transfer) seconds.

    The defaults are the measurements of Schnor et al. 1996, section 4.1.
    """

    checkpoint: float = quantity("Checkpoint", "s", 0, 1e6, "Synchronizing and checkpointing the whole job.", 10.0)
    latency: float = quantity("Latency", "s per process", 0, 1e6, "Opening the transfer of one process.", 0.4, step=0.1)
    transfer_per_kb: float = quantity(
        "Transfer", "s per KB", 0, 1e3, "Moving one kilobyte of one process.", 0.0012, step=0.0001
    )


class Options(Strict):
    """Where the paper leaves a choice; the defaults are the family README's."""

    upgrade_only_when_queue_empty: bool = choice(
        "Upgrade only when the queue is empty", "Section 4.3.2 can be read this way; off: upgrade at every end.", False
    )
    migrate_only_if_it_pays: bool = choice(
        "Migrate only if it pays", "Compare the time left with and without migration, its cost included.", False
    )
    hold_old_machines: bool = choice(
        "Hold the old machines", "A migrating job occupies its old machines until the transfer has ended.", False
    )
    migration: MigrationCost = Field(
        default_factory=MigrationCost, title="Migration cost", description="What a migration costs."
    )


class ParallelJobsScenario(Scenario):
    """One stream of parallel jobs on one cluster of machine groups."""

    family: Literal["parallel-jobs"] = choice("Family", "Parallel jobs on a cluster.", "parallel-jobs")
    cluster: Cluster = Field(title="Cluster", description="The machines.")
    workload: Workload = Field(title="Workload", description="The jobs.")
    policies: Annotated[tuple[PolicyName, ...], Field(min_length=1, max_length=len(POLICIES))] = Field(
        title="Policies", description="The policies to compare; the first is the one that the others are compared with."
    )
    options: Options = Field(default_factory=Options, title="Options", description="Where the paper leaves a choice.")

    AXES: ClassVar = {"offered_load": offered_load.axis(lambda: ParallelJobsScenario)}

    @model_validator(mode="after")
    def _fits_the_cluster(self) -> Self:
        if len(set(self.policies)) < len(self.policies):
            raise Rejection("policies", "a policy is named twice; once is enough")
        for number, job_class in enumerate(self.workload.job_classes):
            if job_class.min_size > self.cluster.machines:
                raise Rejection(
                    f"workload.job_classes.{number}.min_size",
                    f"{job_class.min_size} machines are needed, but the cluster has {self.cluster.machines}; "
                    f"such jobs would be rejected at submission",
                )
        return self
