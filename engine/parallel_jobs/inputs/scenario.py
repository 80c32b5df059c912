"""The inputs of the parallel-jobs family."""

from math import ceil, inf, sqrt
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, Self

import numpy as np
from pydantic import (
    Field,
    ValidatorFunctionWrapHandler,
    WrapValidator,
    model_validator,
)

from engine.inputs.by_hour import period_of
from engine.inputs.cluster import Cluster
from engine.inputs.quantity import choice
from engine.inputs.rejection import Rejection
from engine.inputs.scenario import Scenario
from engine.inputs.sweep import Axis
from engine.parallel_jobs.inputs import axes, offered_load
from engine.parallel_jobs.inputs.bounds import check_machine_events, check_span
from engine.parallel_jobs.inputs.job_stream import Workload
from engine.parallel_jobs.inputs.large_clusters import check_large_cluster
from engine.parallel_jobs.inputs.machine_changes import MachineChange, check_changes
from engine.parallel_jobs.inputs.options import Options
from engine.parallel_jobs.inputs.scenario_checks import (
    IN_A_QUEUE,
    check_list,
    check_log,
    check_operated,
    check_own_policies,
)
from engine.parallel_jobs.inputs.site.aging import aged
from engine.parallel_jobs.inputs.site.fair_share import MOST_GROUPS, Multifactor, ShareGroup, check_groups
from engine.parallel_jobs.inputs.site.operation import (
    MOST_QUEUES,
    MOST_WINDOWS,
    AdvanceReservation,
    JobQueue,
    check_operation,
)
from engine.parallel_jobs.inputs.site.own_policies import MOST as MOST_OWN
from engine.parallel_jobs.inputs.site.own_policies import MOST_RESERVED, OwnPolicy
from engine.parallel_jobs.inputs.site.rule_texts import RULE_TEXTS
from engine.parallel_jobs.inputs.sources.following import check_feedback
from engine.parallel_jobs.inputs.sources.log_classes import BY_SIZE
from engine.parallel_jobs.inputs.sources.logged import RESAMPLED, is_of_the_replay
from engine.parallel_jobs.inputs.sources.partition_numbers import Processors
from engine.parallel_jobs.inputs.sources.partitions import check_partitions, processors_of
from engine.parallel_jobs.model import Operation, OwnRules, Window
from engine.parallel_jobs.policies import MULTIFACTOR, ORDERED, OWN_POLICY, POLICIES
from engine.workload_models.tsafrir05 import FEWEST, MOST_CUT

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
            "user_feedback": "no",
            "partition_queues": "",
            "other_sizes": {"assumed": "rigid"},
            "classes": BY_SIZE,
            "weekend": 1.0,
            "users": 0,
            "constants": {"constants": "published"},
            "refused": 0,
            "not_over": 0,
            "not_modelled": [],
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
            lambda tree, value: axes.place_interarrival(tree, value),
            lambda scenario: axes.interarrival(scenario),
        ),
        "malleable_share": Axis(
            "Share of malleable jobs",
            "1",
            "Share of the malleable job classes among the arriving jobs; the weights follow from it.",
            0,
            1,
            0.1,
            "workload.job_classes.0.weight",
            lambda tree, value: axes.place_malleable_share(tree, value),
            lambda scenario: axes.malleable_share(scenario),
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
        check_own_policies(self)
        check_groups(self.share_groups)
        check_operation(self.queues, self.advance_reservations, self.cluster.machines)
        check_operated(self)
        check_large_cluster(self)
        if self.workload.listed is not None:
            check_list(self, self.workload.listed)
        if self.workload.logged is not None:
            check_log(self)
            check_feedback(self)
            check_partitions(self, self.workload.logged)
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

    @property
    def is_logged(self) -> bool:
        """Whether the jobs are those of a log."""
        return self.workload.logged is not None

    @property
    def processors(self) -> Processors:
        """Of the cluster; of each partition of a log, where these have queues of their own."""
        return processors_of(self)

    @property
    def has_feedback(self) -> bool:
        """Whether jobs come when others have ended, so that each policy has arrivals of its own."""
        return self.workload.logged is not None and self.workload.logged.user_feedback != "no"

    @property
    def blocks(self) -> int:
        """The blocks of a log: its replications."""
        return self.study.replications if self.is_logged else 0

    def is_of_the_whole(self, metric: str, values: np.ndarray) -> bool:
        """Of a log in blocks: what is told of the replay as a whole, or was recorded; utilization, where jobs are
        resized (`of_blocks`).
        """
        logged = self.workload.logged
        if logged is None or logged.resampling != "no":
            return False
        there = values[np.isfinite(values)]
        if metric == "utilization" and len(there):
            return bool(np.ptp(there) <= SAME * there.max())
        return is_of_the_replay(metric)

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


SAME = 1e-12
"""Of a utilization: blocks that differ by less have rounded the same number."""

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
    "workload.arrivals.refused",
    "workload.arrivals.not_over",
    "workload.arrivals.not_modelled.",
)

DAYS_OF_A_MODEL = 2
"""Whose jobs come in such crowds that it may have as many jobs in one day as it has in two in the mean."""
