"""The inputs of the master-worker family."""

from math import ceil
from typing import Annotated, ClassVar, Literal, Self

from pydantic import Field, model_validator

from engine.inputs.quantity import choice
from engine.inputs.rejection import Rejection
from engine.inputs.scenario import Scenario
from engine.inputs.warm_up import NoWarmUp
from engine.master_worker.inputs.application import Application
from engine.master_worker.inputs.interruptions import course, largest_task
from engine.master_worker.inputs.number import FixedNumber
from engine.master_worker.inputs.options import Master, Options
from engine.master_worker.inputs.pool import Opportunistic, Workers
from engine.master_worker.inputs.population import Population
from engine.master_worker.inputs.workload import SPREAD
from engine.master_worker.policies import POLICIES, SCHEMES, Dispatch

LONGEST_RUN = 2.0**30
"""Longest time that the application may take on one worker, s: all of it has to be counted in ticks."""

MOST_TRIES = 4.0
"""How many times longer than until its owner takes a worker away, on average, the longest task may take."""


MOST_RETURNS = 2**20
"""Of the owners of all workers; half of what the simulation gives up after is memory of a fifth of a gigabyte."""

MOST_GIVEN_BACK = 1000.0
"""How often the longest task may be begun until it is done, on average."""


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
        job, owners, master = self.application, self.workers.availability, self.master
        slowest = min(group.speed for group in self.workers.groups)
        each = {
            "application.mean_task_time": job.mean_task_time / slowest,
            "master.dispatch_time": master.dispatch_time,
            "master.bytes_per_task": master.transfer_time,
        }
        longest = job.tasks * job.iterations * sum(each.values())
        if isinstance(owners, Opportunistic):
            longest *= 1 + owners.down / owners.up.mean
        if longest > LONGEST_RUN:
            raise Rejection(
                max(each, key=lambda field: each[field]),
                f"one worker would need {longest:.2g} s for the application; at most {LONGEST_RUN:.2g} s are allowed",
            )
        if isinstance(owners, Opportunistic) and owners.away_share > 0:
            task = (
                largest_task(job, self.workers) + master.dispatch_time + self._most_handed_out() * master.transfer_time
            )
            until_away = owners.up.mean / (owners.away_share / 100)
            if task > MOST_TRIES * until_away:
                raise Rejection(
                    "workers.availability.up.mean",
                    f"a worker goes away after {until_away:.4g} s on average, but a large task takes "
                    f"{task:.4g} s alone; at most {MOST_TRIES:g} times as long is allowed, or it would hardly "
                    "ever be done",
                )
            self._refuse_periods_in_which_no_task_is_done(task, owners)
        self._refuse_owners_who_come_all_the_time()

    def _most_handed_out(self) -> int:
        """Tasks that a worker gets at once at most, by any policy."""
        dispatch, tasks = {SCHEMES[name].dispatch for name in self.policies}, self.application.tasks
        most = 1
        if Dispatch.FIXED_CHUNK in dispatch:
            most = max(most, min(tasks, self.options.chunk_size))
        if dispatch & {Dispatch.GUIDED, Dispatch.FACTORING}:
            rule = self.workers.number
            most = max(most, -(-tasks // (rule.workers if isinstance(rule, FixedNumber) else 1)))
        return most

    def _refuse_owners_who_come_all_the_time(self) -> None:
        rule = self.workers.number
        number = rule.workers if isinstance(rule, FixedNumber) else max(1, self.most_workers // 2)
        returns = course(self.application, self.workers, self.master, number).returns * max(number, self.most_workers)
        if returns > MOST_RETURNS:
            raise Rejection(
                "workers.availability.up.mean",
                f"the owners of the workers would come about {returns:.2g} times; at most {MOST_RETURNS:,} are "
                "allowed: longer times up or down, a shorter application or fewer workers help",
            )

    def _refuse_periods_in_which_no_task_is_done(self, task: float, owners: Opportunistic) -> None:
        """Of times up that are never long, few are long enough; *task* is how long the longest takes alone, s."""
        job = self.application
        differs = job.largest == "different" and job.differences in SPREAD
        longest = task * (SPREAD[job.differences][1] if differs else 1) * (1 + job.variation / 100)
        share, periods = owners.away_share / 100, longest / owners.up.mean
        if owners.up.kind == "constant":
            done = (1 - share) ** max(0, ceil(periods) - 1)
        elif owners.up.kind == "uniform" and share == 1:
            done = max(0.0, 1 - periods / 2)
        else:
            return
        if done * MOST_GIVEN_BACK < 1:
            raise Rejection(
                "workers.availability.up.mean",
                f"a large task takes up to {longest:.4g} s alone, but times up of {owners.up.mean:.4g} s, all the same "
                "or evenly spread, are hardly ever long enough; longer times up or a smaller share away help",
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
