"""The inputs of the coscheduling family."""

from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import Field, SerializerFunctionWrapHandler, model_serializer, model_validator

from engine.coscheduling.inputs import offered_load
from engine.coscheduling.inputs.arrivals import HyperErlang, ManyPoisson
from engine.coscheduling.inputs.cluster import MOST_NODES, Nodes
from engine.coscheduling.inputs.hyper_erlang import fit
from engine.coscheduling.inputs.list_bounds import JOBS, JOBS_AT_ALL_POINTS, LONGEST_RUN, MOST_ITERATIONS, check_list
from engine.coscheduling.inputs.listed import Listed
from engine.coscheduling.inputs.options import Options
from engine.coscheduling.inputs.shares import SHARE_AXES
from engine.coscheduling.policies import POLICIES, SCHEMES
from engine.inputs.arrivals import Batch, Poisson
from engine.inputs.cluster import Name
from engine.inputs.estimates import Estimate, Exact, UniformError
from engine.inputs.quantity import Strict, choice, quantity
from engine.inputs.rejection import Rejection
from engine.inputs.scenario import Scenario
from engine.inputs.span import most_of_a_sum, said
from engine.inputs.sweep import MAXIMUM_POINTS

LONGEST_POLL = 3
"""Looks at each process in the longest heuristic."""

MOST_OF_A_TICK = 900.0
"""Kernel work in a tick, µs."""

LONGEST_JOB = 10_000.0
"""Longest mean execution time, s; the time to simulate grows with it, and the cost of a study is bounded."""


LEAST_VARIATION = 0.02
"""Of execution times that are not equal: of less, the sum of exponential phases takes gigabytes."""


def _most_of(jobs: int, variation: float) -> float:
    """What so many variates of mean 1 do not exceed together."""
    if variation == 0:
        return float(jobs)
    found = fit(1.0, variation)
    return most_of_a_sum(jobs, variation, max(1.0, found.long))


class JobType(Strict):
    """What the tasks of a job do all the time (table 2): shares of an iteration in which nobody has to wait."""

    name: Name = Field("J1", title="Name", description="What this type of jobs is called on the page.")
    weight: float = quantity("Weight", "1", 0, 1e6, "Share of this type among the jobs, relative to the others.", 1.0)
    computation: float = quantity("Computation", "%", 0, 99, "Share of an iteration spent computing.", step=5)
    io: float = quantity("I/O", "%", 0, 99, "Share of an iteration spent in I/O.", step=5)
    communication: float = quantity(
        "Communication", "%", 1, 100, "Share of an iteration spent sending and receiving; it sets its length.", step=5
    )

    @model_validator(mode="after")
    def _whole(self) -> Self:
        total = self.computation + self.io + self.communication
        if abs(total - 100) > 0.01:
            raise ValueError(f"computation, I/O and communication make {total:g} %; they have to make 100 %")
        return self


class SizeClass(Strict):
    """Jobs of a range of sizes, and how long they take alone."""

    weight: float = quantity("Weight", "1", 0, 1e6, "Share of these sizes among the jobs, relative to the others.", 1.0)
    smallest: int = quantity("Smallest size", "tasks", 2, 128, "Tasks of the smallest job.", 2)
    largest: int = quantity("Largest size", "tasks", 2, 128, "Tasks of the largest job.", 32)
    sizes: Literal["all", "powers-of-two"] = choice(
        "Sizes",
        "All sizes between the two are equally likely, or all powers of two.",
        "all",
        words={"all": "every size", "powers-of-two": "powers of two only"},
    )
    execution_time: float = quantity(
        "Mean execution time",
        "s",
        1e-3,
        LONGEST_JOB,
        "Mean time that a job of these sizes takes alone on its nodes.",
        1.5,
        step=0.1,
    )
    variation: float = quantity(
        "Variation of execution times",
        "1",
        0,
        10,
        "Standard deviation over mean; 0 for equal times. Hyper-Erlang, fitted to both.",
        0.0,
        step=0.1,
    )

    @property
    def choices(self) -> list[int]:
        """The sizes that a job can have, ascending."""
        every = range(self.smallest, self.largest + 1)
        return [size for size in every if self.sizes == "all" or size & (size - 1) == 0]

    @model_validator(mode="after")
    def _ordered(self) -> Self:
        if self.smallest > self.largest:
            raise ValueError(f"smallest size {self.smallest} is above the largest size {self.largest}")
        if not self.choices:
            raise ValueError(f"there is no power of two from {self.smallest} to {self.largest}")
        return self


class Workload(Strict):
    """The stream of jobs, by laws of arrivals and size classes, or as a list.

    Of a list, the number of jobs follows, and there are no size classes: they are neither given nor written down.
    """

    arrivals: Annotated[Batch | ManyPoisson | HyperErlang | Listed, Field(discriminator="process")] = Field(
        default_factory=lambda: Batch(process="batch"), title="Arrivals", description="When jobs arrive."
    )
    jobs: int = quantity("Jobs", "", 1, 2000, "Jobs of one replication; it ends when all are done.", 50, step=10)
    job_types: Annotated[tuple[JobType, ...], Field(min_length=1, max_length=8)] = Field(
        title="Job types", description="From 1 to 8 kinds of jobs, by what their tasks do."
    )
    size_classes: Annotated[tuple[SizeClass, ...], Field(min_length=1, max_length=8)] = Field(
        (SizeClass(),), title="Size classes", description="From 1 to 8 ranges of sizes, each with its execution times."
    )
    pattern: Literal["nearest-neighbor", "all-to-all", "tree", "linear"] = choice(
        "Communication pattern",
        "Who sends to whom at the end of each iteration (figure 2).",
        "nearest-neighbor",
        words={"nearest-neighbor": "nearest neighbor", "all-to-all": "all to all"},
    )
    estimate: Estimate = Field(
        Exact(estimate="exact"),
        title="Run time estimate",
        description="What backfilling on dedicated nodes is told: how long a job takes alone, or more.",
    )
    skewness: float = quantity(
        "Skewness",
        "%",
        0,
        200,
        "Computation and I/O of each task and iteration are up to half of this shorter or longer (section 3.2).",
        20.0,
        step=10,
    )

    @model_serializer(mode="wrap")
    def _without_what_follows(self, write: SerializerFunctionWrapHandler) -> dict[str, Any]:
        tree: dict[str, Any] = write(self)
        for name in FOLLOWS if self.listed is not None else ():
            tree.pop(name, None)
        return tree

    @property
    def listed(self) -> Listed | None:
        """The list of jobs, if they are listed."""
        return self.arrivals if isinstance(self.arrivals, Listed) else None

    @model_validator(mode="after")
    def _possible(self) -> Self:
        if self.listed is not None:
            self._follow(self.listed)
        if not any(kind.weight for kind in self.job_types) and (self.listed is None or self.listed.draws_types):
            raise ValueError("every job type has weight 0; at least one needs more")
        if self.listed is None and not any(sizes.weight for sizes in self.size_classes):
            raise ValueError("every size class has weight 0; at least one needs more")
        if len({kind.name for kind in self.job_types}) < len(self.job_types):
            raise ValueError("two job types have the same name")
        return self

    def _follow(self, listed: Listed) -> None:
        for name, words in FOLLOWS.items():
            if name in self.model_fields_set:
                raise Rejection(f"workload.{name}", f"{words} the list of jobs; leave this out")
        self.__dict__["jobs"], self.__dict__["size_classes"] = len(listed.jobs), ()


FOLLOWS = {"jobs": "the number of jobs follows from", "size_classes": "sizes and execution times stand in"}
"""What is not given where jobs are listed."""


class CoschedulingScenario(Scenario):
    """One stream of jobs whose tasks share the nodes of a cluster in time."""

    family: Literal["coscheduling"] = choice("Family", "Coscheduling of communicating processes.", "coscheduling")
    cluster: Nodes = Field(default_factory=Nodes, title="Cluster", description="The nodes and their costs.")
    workload: Workload = Field(title="Workload", description="The jobs.")
    policies: Annotated[tuple[str, ...], Field(min_length=1, max_length=12)] = Field(
        title="Policies", description="The policies to compare; the first is the one that the others are compared with."
    )
    options: Options = Field(
        default_factory=Options, title="Options", description="Where the paper leaves a choice, and past it."
    )

    UNNAMED: ClassVar = {
        "cluster": {"background_load": 0.0, "loaded_nodes": MOST_NODES},
        "workload": {"estimate": {"estimate": "exact"}},
        "options": {"admission": "in-order", "lost_capacity": False},
    }

    UNBOUNDED: ClassVar = frozenset({"utilization"})  # input and output overlap with computing
    AXES: ClassVar = {"offered_load": offered_load.axis(lambda: CoschedulingScenario), **SHARE_AXES}

    @model_validator(mode="after")
    def _fits_the_cluster(self) -> Self:
        for number, name in enumerate(self.policies):
            if name not in POLICIES:
                raise Rejection(f"policies.{number}", f'"{name}" is no policy of this family')
        if len(set(self.policies)) < len(self.policies):
            raise Rejection("policies", "a policy is named twice; once is enough")
        if self.cluster.nodes % self.cluster.partitions:
            raise Rejection(
                "cluster.partitions",
                f"{self.cluster.nodes} nodes cannot be cut into {self.cluster.partitions} equal parts",
            )
        if self.options.message_time == "in-all" and self.cluster.message_latency <= 2 * self.cluster.interface:
            raise Rejection(
                "cluster.interface",
                f"two interfaces take {2 * self.cluster.interface:g} µs of a message, but it has "
                f"{self.cluster.message_latency:g} µs in all; something has to be left for the wire",
            )
        self._refuse_ticks_without_progress()
        self._refuse_what_no_clock_can_count()
        if self.workload.listed is not None:
            check_list(self, self.workload.listed)
        part = self.cluster.nodes // self.cluster.partitions
        for number, sizes in enumerate(self.workload.size_classes):
            if sizes.largest > part:
                where = "a partition" if self.cluster.partitions > 1 else "the cluster"
                raise Rejection(
                    f"workload.size_classes.{number}.largest",
                    f"{sizes.largest} tasks need as many nodes, but {where} has {part}",
                )
        return self

    def _refuse_what_no_clock_can_count(self) -> None:
        """Gaps and work are added up; slowed down, work takes longer, but the cost of a study bounds that."""
        arrivals, jobs = self.workload.arrivals, self.workload.jobs
        gaps = 0.0
        if isinstance(arrivals, Poisson):
            gaps = 1000 / arrivals.rate_per_1000_s * most_of_a_sum(jobs)
        elif isinstance(arrivals, HyperErlang):
            gaps = 1000 / arrivals.rate_per_1000_s * _most_of(jobs, arrivals.variation)
        if gaps > LONGEST_RUN:
            raise Rejection(
                "workload.arrivals.rate_per_1000_s",
                f"{jobs} jobs could take {said(gaps)} to arrive; at most {said(LONGEST_RUN)} are allowed: a higher "
                "rate or fewer jobs help",
            )
        for number, sizes in enumerate(self.workload.size_classes):
            if 0 < sizes.variation < LEAST_VARIATION:
                raise Rejection(
                    f"workload.size_classes.{number}.variation",
                    f"a variation of {sizes.variation:g} takes a sum of {fit(1.0, sizes.variation).order:,} draws for "
                    f"each job; allowed are 0, and {LEAST_VARIATION:g} to 10",
                )
            longest = sizes.execution_time * _most_of(1, sizes.variation)
            share = max((kind.communication for kind in self.workload.job_types if kind.weight), default=100)
            iterations = longest * 1e6 / self.shortest_iteration(share)
            if iterations > MOST_ITERATIONS:
                raise Rejection(
                    f"workload.size_classes.{number}.execution_time",
                    f"a job could have {iterations:.2g} iterations; at most {MOST_ITERATIONS:.2g} are allowed: shorter "
                    "jobs, less variation or longer messages help",
                )
            slowed = self.cluster.multiprogramming_level * self.cluster.longest_computation
            work = sizes.execution_time * _most_of(jobs, sizes.variation) * slowed
            if gaps + work > LONGEST_RUN:
                raise Rejection(
                    f"workload.size_classes.{number}.execution_time",
                    f"{jobs} jobs one after the other could take {said(gaps + work)}; at most {said(LONGEST_RUN)} are "
                    "allowed: shorter or fewer jobs help",
                )

    def shortest_iteration(self, share: float) -> float:
        """Of jobs that communicate for this *share* (%), at least, µs: that of two tasks."""
        cluster = self.cluster
        latency = cluster.message_latency + (2 * cluster.interface if self.options.message_time != "in-all" else 0)
        return latency / (share / 100)

    def _refuse_ticks_without_progress(self) -> None:
        """If the kernel can take all the time between two ticks, there are runs in which no process ever goes on."""
        if all(SCHEMES[name].is_told for name in self.policies):
            return
        cluster = self.cluster
        poll = LONGEST_POLL * cluster.multiprogramming_level * cluster.endpoint_check
        longest = poll + cluster.queue_move + cluster.context_switch
        if longest > MOST_OF_A_TICK:
            field = "endpoint_check" if poll > cluster.context_switch else "context_switch"
            raise Rejection(
                f"cluster.{field}",
                f"a poll, a move and a context switch can take {longest:g} µs; at most {MOST_OF_A_TICK:g} of the "
                "1000 µs between two ticks are allowed",
            )

    @property
    def is_random(self) -> bool:
        """Whether replications differ: those of a list do by what is not said of its jobs, and by skewness."""
        workload = self.workload
        if workload.listed is None or self.options.random_phase or workload.skewness:
            return True
        is_varied = any(vary.field == "workload.skewness" for vary in self.study.sweep)
        types = sum(kind.weight > 0 for kind in workload.job_types)
        estimates = isinstance(workload.estimate, UniformError) and any(
            job.estimate is None for job in workload.listed.jobs
        )
        return is_varied or (workload.listed.draws_types and types > 1) or estimates

    @property
    def ends(self) -> bool:
        """Whether its jobs are listed."""
        return self.workload.listed is not None

    @property
    def most_points(self) -> int:
        """Fewer where each holds a long list."""
        listed = self.workload.listed
        return MAXIMUM_POINTS if listed is None else max(1, JOBS_AT_ALL_POINTS // len(listed.jobs))

    def sweepable(self) -> dict[str, float]:
        """As of every scenario, without the numbers of listed jobs: one changes them in the list."""
        return {path: value for path, value in super().sweepable().items() if not path.startswith(f"{JOBS}.")}
