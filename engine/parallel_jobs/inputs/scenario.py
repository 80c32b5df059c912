"""The inputs of the parallel-jobs family."""

from math import ceil, inf, sqrt
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, Self

from pydantic import (
    Field,
    SerializerFunctionWrapHandler,
    ValidatorFunctionWrapHandler,
    WrapValidator,
    field_validator,
    model_serializer,
    model_validator,
)

from engine.compiled.elementary import total
from engine.inputs.arrivals import Batch, Poisson
from engine.inputs.by_hour import ByHour, period_of
from engine.inputs.cluster import MAXIMUM_MACHINES, Cluster, Name
from engine.inputs.estimates import Estimate, Exact
from engine.inputs.naming import apart
from engine.inputs.quantity import Strict, choice, quantity
from engine.inputs.rejection import Rejection
from engine.inputs.scenario import Scenario
from engine.inputs.sweep import Axis
from engine.parallel_jobs.inputs import offered_load
from engine.parallel_jobs.inputs.aging import aged
from engine.parallel_jobs.inputs.bounds import check_checkpoints, check_machine_events, check_span
from engine.parallel_jobs.inputs.demands import Demand
from engine.parallel_jobs.inputs.fair_share import MOST_GROUPS, Multifactor, ShareGroup, check_groups
from engine.parallel_jobs.inputs.following import check_feedback
from engine.parallel_jobs.inputs.large_clusters import check_large_cluster
from engine.parallel_jobs.inputs.listed import Listed
from engine.parallel_jobs.inputs.logged import RESAMPLED, Logged
from engine.parallel_jobs.inputs.modelled import Lublin99
from engine.parallel_jobs.inputs.operation import (
    MOST_QUEUES,
    MOST_WINDOWS,
    AdvanceReservation,
    JobQueue,
    Operation,
    Window,
    check_operation,
)
from engine.parallel_jobs.inputs.own_policies import MOST as MOST_OWN
from engine.parallel_jobs.inputs.own_policies import MOST_RESERVED, OwnPolicy, OwnRules
from engine.parallel_jobs.inputs.sizes import Same, SizeSpread, largest
from engine.parallel_jobs.inputs.speedup import Linear, SpeedupCurve
from engine.parallel_jobs.inputs.worth import Deadline, NoDeadline, Profit
from engine.parallel_jobs.machine_events.changes import MachineChange, check_changes
from engine.parallel_jobs.own_rules.rule_texts import RULE_TEXTS
from engine.parallel_jobs.policies import MULTIFACTOR, ORDERED, OWN_POLICY, POLICIES, PolicyCode
from engine.workload_models.tsafrir05.sample import FEWEST, MOST_CUT

if TYPE_CHECKING:
    PolicyName = str
else:
    PolicyName = Literal[tuple(POLICIES)]


def _or_own(given: Any, among: ValidatorFunctionWrapHandler) -> Any:
    """Own policies are looked for when all of them are known."""
    is_own = isinstance(given, str) and given.startswith(OWN_POLICY) and len(given) <= MOST_CHARACTERS
    return given if is_own else among(given)


AnyPolicy = Annotated[PolicyName, WrapValidator(_or_own)]
MOST_CHARACTERS = 28
"""Of the name of an own policy with what it begins with."""


class JobClass(Strict):
    """Jobs of one kind: what they need and how many machines they can use."""

    name: Name = Field("job", title="Name", description="What this class of jobs is called on the page.")
    weight: float = quantity(
        "Weight", "1", 0, 1e6, "Share of this class among the arriving jobs, relative to the other classes.", 1.0
    )
    demand: Demand = Field(title="Demand", description="Time that a job needs on one machine of speed factor 1.")
    min_size: int = quantity(
        "Smallest size", "machines", 1, MAXIMUM_MACHINES, "A job waits rather than run on fewer machines."
    )
    max_size: int = quantity("Largest size", "machines", 1, MAXIMUM_MACHINES, "A job never runs on more machines.")
    process_size_kb: float = quantity(
        "Process size",
        "KB",
        0,
        1e9,
        "Memory image of one process; what a migration has to transfer.",
        10240.0,
        step=1024,
    )
    kind: Literal["rigid", "moldable", "malleable"] = choice(
        "Kind",
        "Rigid: runs on the size requested, whatever the policy. Moldable: its size is chosen when it starts. "
        "Malleable: a policy that can may shrink and expand it while it runs.",
        "malleable",
    )
    min_size_spread: SizeSpread = Field(
        default_factory=Same, title="Spread of smallest sizes", description="Whether smallest sizes differ."
    )
    max_size_spread: SizeSpread = Field(
        default_factory=Same, title="Spread of largest sizes", description="Whether largest sizes differ."
    )
    requested_size: Literal["smallest", "largest"] = choice(
        "Requested size", "What a rigid job needs, and what every job gets from policies that never resize.", "largest"
    )
    speedup: SpeedupCurve = Field(
        default_factory=Linear, title="Speedup", description="How much faster a job is on more machines."
    )
    estimate: Estimate = Field(
        default_factory=Exact, title="Run time estimate", description="What backfilling is told about the run time."
    )
    deadline: Deadline = Field(
        default_factory=NoDeadline, title="Deadline", description="When a job has to be done, counted from its arrival."
    )
    profit: Profit = Field(default_factory=Profit, title="Profit", description="What a job brings if it ends in time.")

    @property
    def largest_min_size(self) -> int:
        """The largest smallest size that a job of this class can have, machines."""
        return largest(self.min_size, self.min_size_spread)

    def certain_need(self, machines: int) -> int:
        """Machines that some job of this class cannot do without on a cluster with so many *machines*."""
        rigid = self.max_size if self.kind == "rigid" and self.requested_size == "largest" else 0
        return max(self.largest_min_size, min(rigid, machines))

    @property
    def largest_max_size(self) -> int:
        """The largest size that a job of this class can have, machines."""
        return max(self.largest_min_size, largest(self.max_size, self.max_size_spread))

    @model_validator(mode="after")
    def _ordered(self) -> Self:
        if self.min_size > self.max_size:
            raise ValueError(f"smallest size {self.min_size} is above the largest size {self.max_size}; it must not be")
        for size, spread, words in (
            (self.min_size, self.min_size_spread, "smallest"),
            (self.max_size, self.max_size_spread, "largest"),
        ):
            end = getattr(spread, "up_to", size)
            if end < size:
                raise ValueError(f"the {words} sizes begin with {size}; they cannot end with {end} already")
        return self


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
    resize_cost: float = quantity(
        "Resize cost",
        "s",
        0,
        1e6,
        "A job that shrinks or expands stops for so long. Kumar 2001, table 2.1, measured 1.2 to 2.8 s on Ethernet and "
        "0.3 to 0.4 s on Myrinet for 45 MB.",
        0.0,
        step=0.1,
    )
    lazy_by_the_letter: bool = choice(
        "Lazy by the letter",
        "As the pseudo-code of Kumar 2001, section 3.2.5, has it: a new job may take processors that waiting accepted "
        "jobs need by now, and some of these are dropped later. Off: such processors are reserved.",
        False,
    )
    checkpoint_interval: float = quantity(
        "Checkpoint interval",
        "s",
        0,
        1e9,
        "A running job writes a checkpoint every so many seconds, and a failure undoes only what it has done since; 0 "
        "for never, otherwise at least 0.001.",
        0.0,
        step=60,
    )
    checkpoint_cost: float = quantity(
        "Checkpoint cost", "s", 0, 1e6, "A job that writes such a checkpoint stops for so long.", 0.0, step=1
    )
    reservation_depth: int = quantity(
        "Reservation depth",
        "jobs",
        0,
        100_000,
        "So many waiting jobs, from the head of the queue on, have reservations under conservative backfilling; 0 for "
        "all of them. With 1 it is EASY, as long as all machines are equally fast.",
        0,
    )
    predictions: bool = choice(
        "Predictions instead of estimates",
        "Who goes first, and backfilling, go by the mean of the last two run times of the job's user, at most the "
        "estimate; when that runs out it is raised in steps. Reservations then are no promises.",
        False,
    )
    aging: float = quantity(
        "Aging",
        "per s",
        0,
        1e12,
        "In ordered queues, own ones too, each second of waiting adds so much to the priority of a job.",
        0.0,
        step=0.1,
    )
    wait_bound_s: float = quantity(
        "Bound on waits",
        "s",
        0,
        1e9,
        "In ordered queues, own ones too, who has waited for longer goes before all others, in order of arrival; 0 for "
        "no bound.",
        0.0,
        step=3600,
    )
    multifactor: Multifactor = Field(
        default_factory=Multifactor, title="Multifactor weights", description="What counts in the multifactor priority."
    )

    @model_validator(mode="after")
    def _leaves_time_for_work(self) -> Self:
        check_checkpoints(self)
        return self


class ParallelJobsScenario(Scenario):
    """One stream of parallel jobs on one cluster of machine groups."""

    family: Literal["parallel-jobs"] = choice("Family", "Parallel jobs on a cluster.", "parallel-jobs")
    cluster: Cluster = Field(title="Cluster", description="The machines.")
    workload: Workload = Field(title="Workload", description="The jobs.")
    policies: Annotated[tuple[AnyPolicy, ...], Field(min_length=1, max_length=len(POLICIES) + MOST_OWN)] = Field(
        title="Policies", description="The policies to compare; the first is the one that the others are compared with."
    )
    options: Options = Field(default_factory=Options, title="Options", description="Where the paper leaves a choice.")
    machine_events: Annotated[tuple[MachineChange, ...], Field(max_length=8)] = Field(
        (), title="Machine events", description="Up to 8 things that happen to machines, all at the same time."
    )

    own_policies: Annotated[tuple[OwnPolicy, ...], Field(max_length=MOST_OWN)] = Field(
        (),
        title="Own policies",
        description="Up to 4 ordered queues whose parts are rules; policies name them as own:NAME.",
    )

    share_groups: Annotated[tuple[ShareGroup, ...], Field(max_length=MOST_GROUPS)] = Field(
        (),
        title="Share groups",
        description="Up to 12 groups of users with shares of the machine; without any, all users have equal shares.",
    )

    queues: Annotated[tuple[JobQueue, ...], Field(max_length=MOST_QUEUES)] = Field(
        (),
        title="Queues with limits",
        description="Up to 8 queues with limits and priorities; a job is in the first that takes it, else in none, "
        "without limits.",
    )
    advance_reservations: Annotated[tuple[AdvanceReservation, ...], Field(max_length=MOST_WINDOWS)] = Field(
        (),
        title="Advance reservations",
        description="Up to 20 windows of time in which processors are reserved for something beside all jobs.",
    )

    UNNAMED: ClassVar = {
        "cluster.groups": {"price_per_hour": 0.0},
        "options": {
            "reservation_depth": 0,
            "multifactor": Multifactor().model_dump(mode="json"),
            "predictions": False,
            "aging": 0.0,
            "wait_bound_s": 0.0,
        },
        "workload.arrivals": {"load_by": "gaps", "estimates": {"estimate": "recorded"}, "shaken": False}
        | {
            "resampled": "no",
            "feedback": "no",
            "other_sizes": {"assumed": "rigid"},
            "weekend": 1.0,
            "users": 0,
            "constants": {"constants": "published"},
        },
    }

    AXES: ClassVar = {
        "offered_load": offered_load.axis(lambda: ParallelJobsScenario),
        "mean_interarrival_s": Axis(
            "Mean time between arrivals",
            "s",
            "The reciprocal of the arrival rate, as Kumar 2001 tabulates it.",
            1e-3,
            1e9,
            10,
            "workload.arrivals.rate_per_1000_s",
            lambda tree, value: _place_interarrival(tree, value),
            lambda scenario: _interarrival(scenario),
        ),
        "malleable_share": Axis(
            "Share of malleable jobs",
            "1",
            "Share of the malleable job classes among the arriving jobs; the weights follow from it.",
            0,
            1,
            0.1,
            "workload.job_classes.0.weight",
            lambda tree, value: _place_malleable_share(tree, value),
            lambda scenario: _malleable_share(scenario),
        ),
    }

    def model_post_init(self, _: Any) -> None:
        """Before anything is validated: the job classes of a workload model, which depend on the cluster."""
        model, machines = self.workload.modelled, self.cluster.machines
        if model is None:
            return
        if machines < model.fewest():
            raise Rejection(
                "cluster.groups.0.count",
                f"the cluster has {machines} machines, and lublin99 is for larger ones; at least {model.fewest()} are "
                "needed for these types of jobs",
            )
        if (share := model.share_cut(machines)) > MOST_CUT:
            raise Rejection(
                "workload.arrivals.estimate.largest_estimate",
                f"{100 * share:.2g} % of the jobs run for longer than the largest estimate; at most "
                f"{100 * MOST_CUT:g} % may: make it larger",
            )
        if model.cut < inf and self.workload.jobs < FEWEST:
            raise Rejection(
                "workload.jobs",
                f"{self.workload.jobs} jobs are too few for estimates as users give them; at least {FEWEST} are needed",
            )
        self.workload.follow(model.described(machines))

    @model_validator(mode="after")
    def _fits_the_cluster(self) -> Self:
        if len(set(self.policies)) < len(self.policies):
            raise Rejection("policies", "a policy is named twice; once is enough")
        self._check_own_policies()
        check_groups(self.share_groups)
        check_operation(self.queues, self.advance_reservations, self.cluster.machines)
        self._check_operated()
        check_large_cluster(self)
        if self.workload.listed is not None:
            self._check_list(self.workload.listed)
        if self.workload.logged is not None:
            self._check_log()
            check_feedback(self)
        for number, job_class in enumerate(self.workload.job_classes):
            if self.workload.logged is None and job_class.largest_min_size > self.cluster.machines:
                field = "min_size" if job_class.min_size > self.cluster.machines else "min_size_spread.up_to"
                raise Rejection(
                    f"workload.job_classes.{number}.{field}",
                    f"{job_class.largest_min_size} machines are needed, but the cluster has {self.cluster.machines}; "
                    f"such jobs would be rejected at submission",
                )
        needed = max(job_class.certain_need(self.cluster.machines) for job_class in self.workload.job_classes)
        check_changes(self.machine_events, self.cluster, needed)
        check_machine_events(self)
        check_span(self)
        return self

    @property
    def operation(self) -> Operation | None:
        """How the site is run, if anything is said of that."""
        if not (self.queues or self.advance_reservations or self.options.predictions):
            return None
        windows = tuple(
            Window(one.begins_s, one.ends_s, one.processors, one.known_since_s) for one in self.advance_reservations
        )
        return Operation(tuple(queue.rules() for queue in self.queues), windows, self.options.predictions)

    def _check_operated(self) -> None:
        """What is said of the operation holds for queues of jobs of one size, and for no other policies."""
        if self.operation is None:
            return
        for number, name in enumerate(self.policies):
            if POLICIES[name].code not in IN_A_QUEUE:
                said = (
                    "queues" if self.queues else "advance reservations" if self.advance_reservations else "predictions"
                )
                raise Rejection(
                    f"policies.{number}",
                    f'"{name}" knows nothing of {said}; FCFS, FF, EASY, Conservative, ordered and own queues do',
                )

    def _check_own_policies(self) -> None:
        names = [one.full_name for one in self.own_policies]
        for number, name in enumerate(names):
            if name in names[:number]:
                raise Rejection(f"own_policies.{number}.name", "another own policy has that name; they have to differ")
        for number, name in enumerate(self.policies):
            if name.startswith(OWN_POLICY) and name not in names:
                there = ", ".join(f'"{one}"' for one in names) or "none"
                raise Rejection(f"policies.{number}", f'"{name}" is no own policy of this scenario; there are: {there}')

    def _own_policy(self, policy: str) -> OwnPolicy | None:
        return next((one for one in self.own_policies if one.full_name == policy), None)

    def own_rules(self, policy: str) -> OwnRules | None:
        """What an own *policy* does, or one whose order is a rule of the options; None of any other."""
        own, options = self._own_policy(policy), self.options
        if policy == MULTIFACTOR:
            weights = options.multifactor
            words = {"name": policy, "order": weights.order(), "half_life_s": weights.half_life_s}
            own = OwnPolicy.model_validate(words)
        is_aged = bool(options.aging or options.wait_bound_s)
        code = POLICIES[policy].code if policy else -1
        if own is None and ((is_aged and code >= ORDERED) or (self.operation is not None and code in IN_A_QUEUE)):
            words = {"name": policy} | RULE_TEXTS[policy]
            if policy == "Conservative" and options.reservation_depth:
                words["reservation"] = min(options.reservation_depth, MOST_RESERVED)
            own = OwnPolicy.model_validate(words)
        if own is None:
            return None
        return aged(own.rules(), options.aging, options.wait_bound_s) if is_aged else own.rules()

    def named_by(self, exclude: set[str]) -> dict[str, Any]:
        """As of every scenario; of own policies, those that are simulated, by what they do."""
        tree = super().named_by(exclude | {"own_policies"})
        for name in LATER:
            if tree.get(name) == []:
                del tree[name]
        simulated = [one for one in self.own_policies if one.full_name in self.policies]
        if "policies" in tree and simulated:
            tree["own_policies"] = {one.name: one.named() for one in simulated}
        return tree

    def named_policy(self, policy: str) -> Any:
        """Own policies that do the same are the same, whatever they are called."""
        own = self._own_policy(policy)
        return own.named() if own else policy

    def _check_list(self, listed: Listed) -> None:
        for number, job in enumerate(listed.jobs):
            if job.machines > self.cluster.machines:
                raise Rejection(
                    f"workload.arrivals.jobs.{number}.machines",
                    f"job {number + 1} asks for {job.machines} machines, but the cluster has {self.cluster.machines}",
                )
        if not self.is_random and (self.study.replications > 1 or self.study.precision is not None):
            raise Rejection(
                "study.replications",
                "a list of jobs has nothing random: all replications are the same; 1 is allowed, and no precision",
            )

    def _check_log(self) -> None:
        """A log is one path: its replications are blocks of it, and nothing else may be random."""
        if self.study.precision is not None:
            raise Rejection(
                "study.precision",
                "replications of a log are blocks of it, and more of them make nothing more precise; leave it out",
            )
        if self.fewest_together:
            least, most = RESAMPLED
            if not least <= self.study.replications <= most:
                raise Rejection(
                    "study.replications",
                    f"each replication of a log that is resampled is another log; from {least} to {most} are allowed",
                )
        elif self.study.replications > MOST_BLOCKS:
            raise Rejection(
                "study.replications", f"a log is cut into at most {MOST_BLOCKS} blocks, long ones, as its replications"
            )
        if self.machine_events:
            raise Rejection("machine_events", "a log is replayed on machines that stay; leave machine events out")
        if self.measurement.warm_up.method != "none":
            raise Rejection("measurement.warm_up", "the first week of a log is its warm-up; choose none")

    @property
    def is_logged(self) -> bool:
        """Whether the jobs are those of a log."""
        return self.workload.logged is not None

    @property
    def has_feedback(self) -> bool:
        """Whether jobs come when others have ended, so that each policy has arrivals of its own."""
        return self.workload.logged is not None and self.workload.logged.feedback != "no"

    @property
    def blocks(self) -> int:
        """The blocks of a log: its replications."""
        return self.study.replications if self.is_logged else 0

    @property
    def fewest_together(self) -> int:
        """Of a log that is resampled."""
        logged = self.workload.logged
        return RESAMPLED[0] if logged is not None and logged.resampling != "no" else 0

    @property
    def log(self) -> str:
        """The log that is needed, if it does not travel in here."""
        logged = self.workload.logged
        return "" if logged is None or logged.carried else logged.digest

    @property
    def replayed(self) -> str:
        """The log, whether it travels in here or not."""
        return "" if self.workload.logged is None else self.workload.logged.digest

    @property
    def is_random(self) -> bool:
        """Whether replications differ."""
        return self.workload.listed is None or bool(self.machine_events)

    @property
    def ends(self) -> bool:
        """Whether its jobs are listed or logged."""
        return self.workload.listed is not None or self.is_logged

    @property
    def fewest_jobs(self) -> int:
        """As many as arrive in a whole day or week nearly always, where the rate follows the hours."""
        period, model = period_of(self.workload.arrivals), self.workload.modelled
        if model is not None:
            known = model.expected(self.cluster.machines)
            days = ceil(DAYS_OF_A_MODEL * period * model.load * offered_load.capacity(self.cluster) / known.work)
            return max(days, FEWEST) if model.cut < inf else days
        expected = period * getattr(self.workload.arrivals, "rate_per_1000_s", 0.0) / 1000
        return ceil(expected + 4 * sqrt(expected) + 4) if period else 0

    def sweepable(self) -> dict[str, float]:
        """As of every scenario, without the numbers of listed jobs and of hours: one changes them by drawing."""
        return {path: value for path, value in super().sweepable().items() if not path.startswith(DRAWN_BY_HAND)}


IN_A_QUEUE = (
    *(PolicyCode.FCFS, PolicyCode.FF, PolicyCode.EASY, PolicyCode.CONSERVATIVE),
    *(code for code in PolicyCode if code >= ORDERED),
)
"""Policies whose jobs have one size and wait in a queue: for them there are queues, windows and predictions."""

LATER = ("share_groups", "queues", "advance_reservations")
"""Lists that came when contents had names already; where they are empty, these leave them out."""

DRAWN_BY_HAND = (
    "workload.arrivals.jobs.",
    "workload.arrivals.by_hour.",
    "workload.arrivals.rows",
    "workload.arrivals.length",
    "workload.arrivals.sizes.",
    "workload.arrivals.weeks",
    "workload.arrivals.unix_start",
    "workload.arrivals.cleaning.",
)

MOST_BLOCKS = 8
"""Of a log: few and long ones (family README, logs)."""

DAYS_OF_A_MODEL = 2
"""Whose jobs come in such crowds that it may have as many jobs in one day as it has in two in the mean."""


def _interarrival(scenario: ParallelJobsScenario) -> float | None:
    """The mean time between arrivals, s; None if all jobs arrive at once."""
    arrivals = scenario.workload.arrivals
    return 1000 / arrivals.rate_per_1000_s if isinstance(arrivals, AT_RANDOM) else None


def _place_interarrival(tree: Any, value: float) -> None:
    tree["workload"]["arrivals"]["rate_per_1000_s"] = 1000 / value if value > 0 else value


def _malleable_share(scenario: ParallelJobsScenario) -> float | None:
    """The share of malleable jobs, or None if there are not both kinds of classes."""
    if scenario.workload.listed is not None or scenario.is_logged:
        return None
    weights = [(kind.kind == "malleable", kind.weight) for kind in scenario.workload.job_classes]
    if len({malleable for malleable, _ in weights}) < 2:
        return None
    return sum(weight for malleable, weight in weights if malleable) / sum(weight for _, weight in weights)


def _place_malleable_share(tree: Any, value: float) -> None:
    """Share out the weights anew; classes on one side keep their proportions."""
    classes = tree["workload"]["job_classes"]
    for malleable, share in ((True, value), (False, 1 - value)):
        own = [kind for kind in classes if (kind["kind"] == "malleable") is malleable]
        weight = total(kind["weight"] for kind in own)
        for kind in own:
            kind["weight"] = share * kind["weight"] / weight if weight else share / len(own)
