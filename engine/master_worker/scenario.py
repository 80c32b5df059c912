"""The inputs of the master-worker family."""

from typing import Annotated, ClassVar, Literal, Self

from pydantic import Field, model_validator

from engine.master_worker.application import Application
from engine.master_worker.number import FixedNumber
from engine.master_worker.options import Master, Options
from engine.master_worker.policies import POLICIES, SCHEMES, Dispatch
from engine.master_worker.pool import Opportunistic, Workers
from engine.master_worker.population import Population
from engine.quantity import choice
from engine.rejection import Rejection
from engine.scenario import Scenario
from engine.warm_up import NoWarmUp

LONGEST_RUN = 2.0**30
"""Longest time that the application may take on one worker, s: all of it has to be counted in ticks."""

MOST_TRIES = 4.0
"""How many times longer than until its owner takes a worker away, on average, the longest task may take."""


class MasterWorkerScenario(Scenario):
    """An iterative application: a master hands out the tasks of each iteration to workers."""

    family: Literal["master-worker"] = choice("Family", "Master-worker applications.", "master-worker")
    application: Application = Field(
        default_factory=Application, title="Application", description="Its tasks and iterations."
    )
    workers: Workers = Field(
        default_factory=Workers, title="Workers", description="Who computes, and how many are used."
    )
    master: Master = Field(default_factory=Master, title="Master", description="What handing out tasks costs.")
    policies: Annotated[tuple[str, ...], Field(min_length=1, max_length=8)] = Field(
        title="Policies", description="The policies to compare; the first is the one that the others are compared with."
    )
    options: Options = Field(default_factory=Options, title="Options", description="Parameters of policies.")
    population: Population | None = choice(
        "Population", "Many cases in one cell, each against LPTF; or just the application.", None
    )

    AXES: ClassVar = {}

    @property
    def is_list_scheduling(self) -> bool:
        """Whether all numbers of workers can be simulated in one pass: dedicated workers, no cost."""
        return self.workers.are_dedicated and self.master.dispatch_time == self.master.transfer_time == 0

    @property
    def most_workers(self) -> int:
        """The largest number of workers that is of use: one for each task, if they can be had."""
        return min(self.application.tasks, self.workers.count)

    @model_validator(mode="after")
    def _possible(self) -> Self:
        for number, name in enumerate(self.policies):
            if name not in POLICIES:
                raise Rejection(f"policies.{number}", f'"{name}" is no policy of this family')
        if len(set(self.policies)) < len(self.policies):
            raise Rejection("policies", "a policy is named twice; once is enough")
        rule = self.workers.number
        if isinstance(rule, FixedNumber) and rule.workers > self.workers.count:
            raise Rejection(
                "workers.number.workers", f"{rule.workers} workers are to be used, but {self.workers.count} can be had"
            )
        if not isinstance(self.measurement.warm_up, NoWarmUp):
            raise Rejection(
                "measurement.warm_up.method", "an application has no warm-up; all its iterations count: allowed is none"
            )
        self._refuse_what_never_ends()
        self._refuse_a_population_of_other_cases()
        return self

    def _refuse_what_never_ends(self) -> None:
        job, owners = self.application, self.workers.availability
        slowest = min(group.speed for group in self.workers.groups)
        longest = job.tasks * job.iterations * job.mean_task_time / slowest
        if isinstance(owners, Opportunistic):
            longest *= 1 + owners.down / owners.up.mean
        if longest > LONGEST_RUN:
            raise Rejection(
                "application.mean_task_time",
                f"one worker would need {longest:.2g} s for the application; at most {LONGEST_RUN:.2g} s are allowed",
            )
        if isinstance(owners, Opportunistic) and owners.away_share > 0:
            large = max(1, round(0.2 * job.tasks))
            task = job.workload_factor / 100 * job.tasks / large * job.mean_task_time / slowest
            until_away = owners.up.mean / (owners.away_share / 100)
            if task > MOST_TRIES * until_away:
                raise Rejection(
                    "workers.availability.up.mean",
                    f"a worker goes away after {until_away:.4g} s on average, but a large task takes {task:.4g} s "
                    f"alone; at most {MOST_TRIES:g} times as long is allowed, or it would hardly ever be done",
                )

    def _refuse_a_population_of_other_cases(self) -> None:
        if self.population is None:
            return
        for number, name in enumerate(self.policies):
            if SCHEMES[name].dispatch is not Dispatch.NEXT_TASK:
                raise Rejection(
                    f"policies.{number}", f"a population compares orders of tasks; {name} hands them out differently"
                )
        plain = self.is_list_scheduling and self.workers.are_equal and isinstance(self.workers.number, FixedNumber)
        if not plain or self.workers.count < max(self.population.tasks):
            raise Rejection(
                "population",
                "a population has every number of equal, dedicated workers and a master without costs; leave the "
                "workers and the master as they are by default",
            )
