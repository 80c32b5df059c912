"""The inputs of this family."""

from math import prod
from typing import Annotated, ClassVar, Literal, Self

from pydantic import Field, model_validator

from engine.inputs.quantity import choice
from engine.inputs.rejection import Rejection
from engine.inputs.scenario import Scenario
from engine.inputs.span import LONGEST_SECONDS, said
from engine.synchronous_iterative.inputs.application import Application
from engine.synchronous_iterative.inputs.axes import AXES
from engine.synchronous_iterative.inputs.background import Background
from engine.synchronous_iterative.inputs.imbalance import work_law
from engine.synchronous_iterative.inputs.machines import HIGHEST_LOAD, Laboratory
from engine.synchronous_iterative.inputs.objective import Choice
from engine.synchronous_iterative.inputs.options import Options
from engine.synchronous_iterative.policies import POLICIES

MOST_SETS, MOST_SETS_OF_UNEVEN_WORK = 2**20, 2**14
"""Sets of machines that the exact choice looks at: all subsets of 20 machines, if their work is the same."""

MOST_JOBS = 3_000_000
"""Background jobs of one replication, about; bounds its time and memory."""


class SynchronousIterativeScenario(Scenario):
    """One application of iterations with barriers, on workstations that have owners."""

    family: Literal["synchronous-iterative"] = choice(
        "Family", "Synchronous iterative applications on shared workstations.", "synchronous-iterative"
    )
    application: Application = Field(
        default_factory=lambda: Application(), title="Application", description="What the application computes."
    )
    cluster: Laboratory = Field(title="Machines", description="The workstations, their speeds, loads and costs.")
    background: Background = Field(
        default_factory=lambda: Background(), title="Background jobs", description="The jobs of the owners."
    )
    choice: Choice = Field(
        default_factory=lambda: Choice(),
        title="Choice of machines",
        description="What the choice of machines is to make small, and what machines cost.",
    )
    policies: Annotated[tuple[str, ...], Field(min_length=1, max_length=len(POLICIES))] = Field(
        title="Policies",
        description="The ways of choosing the machines to compare; the first is the one that the others are compared "
        "with.",
    )
    options: Options = Field(
        default_factory=lambda: Options(), title="Options", description="Where the paper leaves a choice."
    )

    AXES: ClassVar = AXES

    @model_validator(mode="after")
    def _policies_are_known(self) -> Self:
        for number, name in enumerate(self.policies):
            if name not in POLICIES:
                allowed = ", ".join(f'"{policy}"' for policy in POLICIES)
                raise Rejection(f"policies.{number}", f'"{name}" is no policy of this family; allowed is {allowed}')
        if len(set(self.policies)) < len(self.policies):
            raise Rejection("policies", "a policy is named twice; once is enough")
        return self

    @model_validator(mode="after")
    def _machines_are_not_overloaded(self) -> Self:
        most = max(self.background.by_hour, default=1.0) * self.background.intensity
        printed = self.options.equations == "as-printed" and self.application.imbalance != "ideal"
        for number, group in enumerate(self.cluster.groups):
            load = group.load * most
            if load > HIGHEST_LOAD:
                why = f"load {group.load:g} × intensity and hour {most:g} is {load:.3g}"
                where = f"cluster.groups.{number}.load" if most == 1 else "background.intensity"
                raise Rejection(where, f'{why} on "{group.name}"; at most {HIGHEST_LOAD} is allowed')
            ratio = self.cluster.baseline / group.delta
            inverted = load * (ratio * ratio)
            if printed and inverted >= 1:
                raise Rejection(
                    "options.equations",
                    f'as printed, the load of "{group.name}" is {inverted:.3g}; it has to be below 1: '
                    "take the corrected equations or a smaller baseline",
                )
        return self

    @model_validator(mode="after")
    def _exact_can_be_done(self) -> Self:
        sets = prod(group.count + 1 for group in self.cluster.groups) - 1
        most = MOST_SETS if self.application.imbalance == "ideal" else MOST_SETS_OF_UNEVEN_WORK
        most //= max(1, len(set(self.background.by_hour)))
        if "Exact" in self.policies and sets > most:
            raise Rejection(
                "cluster.groups",
                f"there are {sets:,} sets of these machines, and the policy Exact looks at all of them; at most "
                f"{most:,} are allowed: put equal machines into one group, or leave Exact out",
            )
        return self

    @model_validator(mode="after")
    def _the_simulation_is_bounded(self) -> Self:
        jobs = background_jobs(self)
        if jobs > MOST_JOBS:
            raise Rejection(
                "application.iterations",
                f"about {jobs:,.0f} background jobs would come during a run; at most {MOST_JOBS:,} are allowed: fewer "
                "iterations, less work or longer background jobs help",
            )
        return self

    @model_validator(mode="after")
    def _no_clock_runs_over(self) -> Self:
        """By the slowest machine, alone: all work of a run at its load, the unevenest part, the longest job."""
        application = self.application
        factor = max(self.background.by_hour, default=1.0) * self.background.intensity
        groups = [group for group in self.cluster.groups if group.count]
        slowest = max(group.delta / (self.cluster.baseline * (1 - group.load * factor)) for group in groups)
        busiest = max(group.load for group in groups) * factor
        overhead = application.overhead_of(self.cluster.machines)
        run = application.iterations * (application.serial_time + overhead + slowest * application.parallel_time)
        crowd = max(16.0, 4 / (1 - busiest))  # whose presence is summed up too
        if run * crowd > LONGEST_SECONDS:
            parts = {
                "application.parallel_time": slowest * application.parallel_time,
                "application.serial_time": application.serial_time,
                "application.overhead": overhead,
            }
            raise Rejection(
                max(parts, key=lambda field: parts[field]),
                f"{application.iterations:,} iterations could take {said(run)}; at most "
                f"{said(LONGEST_SECONDS / crowd)} are allowed: fewer iterations or less work help",
            )
        law = work_law(application, 1)
        unevenest = slowest * application.parallel_time * (len(law.probability) - 1) / law.mean
        if not unevenest * crowd < LONGEST_SECONDS:
            raise Rejection(
                "application.weights",
                f"the largest part of an iteration could take {unevenest:.3g} s; at most "
                f"{said(LONGEST_SECONDS / crowd)} are allowed: less work, or weights that differ less, help",
            )
        return self


def background_jobs(scenario: SynchronousIterativeScenario) -> float:
    """About how many background jobs come to all machines during the longest run of a choice; an upper estimate.

    A machine alone takes key × work; all machines take at most about as long as the slowest with its share.
    """
    application, cluster = scenario.application, scenario.cluster
    factor = max(scenario.background.by_hour, default=1.0) * scenario.background.intensity
    busiest = 0.0
    present = tuple(group for group in cluster.groups if group.count)
    for subset in (present, *((group,) for group in present)):
        machines = sum(group.count for group in subset)
        slowest = max(group.delta / (cluster.baseline * (1 - group.load * factor)) for group in subset)
        rate = sum(group.count * group.load * factor * cluster.baseline / group.delta for group in subset)
        fixed = application.serial_time + application.overhead_of(machines)
        busiest = max(busiest, rate * (fixed + 1.5 * slowest * application.parallel_time / machines))
        one = fixed + slowest * application.parallel_time
        busiest = max(busiest, rate / machines * one)
    return application.iterations * busiest / scenario.background.mean_service
