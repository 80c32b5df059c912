"""One replication from start to end: the tasks drawn, the crew drawn as far as is needed, and the kernel run."""

from collections.abc import Callable
from functools import lru_cache
from typing import TypeVar

from engine.inputs.span import SpanError
from engine.master_worker.inputs.availability import crew_of
from engine.master_worker.inputs.number import Feedback, FixedNumber, Predict
from engine.master_worker.inputs.scenario import MasterWorkerScenario
from engine.master_worker.inputs.workload import tasks_of
from engine.master_worker.kernel import simulation as kernel
from engine.master_worker.papers.table_2 import table_2
from engine.master_worker.policies import SCHEMES
from engine.master_worker.records import Records
from engine.master_worker.system import Costs, ExhaustedError, Number, Rule, System, cost_in_ticks

Found = TypeVar("Found")

FIRST_PERIODS = 16

MOST_PERIODS = 2**22
"""Of all workers together, after which an application is given up; they take 0.4 GB."""


def number_of(scenario: MasterWorkerScenario) -> Number:
    """The rule for the number of workers."""
    rule, job, workers = scenario.workers.number, scenario.application, scenario.workers
    most = scenario.most_workers
    first = min(most, table_2(job.tasks, job.workload_factor, job.largest))
    kind, window, dead_band = Rule.FIXED, 1, 0.0
    if isinstance(rule, FixedNumber):
        first, most = rule.workers, max(most, rule.workers)
    elif isinstance(rule, Predict):
        kind, window = Rule.PREDICT, rule.window
        first = min(most, max(1, round(rule.first_share / 100 * job.tasks)))
    elif isinstance(rule, Feedback):
        kind, dead_band = Rule.FEEDBACK, rule.dead_band / 100
    target, tolerance = workers.target_efficiency / 100, workers.time_tolerance / 100
    return Number(kind, first, target, tolerance, window, dead_band, most)


def system_of(scenario: MasterWorkerScenario, policy: str, replication: int, periods: int = FIRST_PERIODS) -> System:
    """Workers, master and rule, with so many periods of the workers' owners."""
    number = number_of(scenario)
    return System(
        crew=crew_of(scenario.workers, number.most, scenario.study.seed, replication, periods),
        costs=Costs(cost_in_ticks(scenario.master.dispatch_time), cost_in_ticks(scenario.master.transfer_time)),
        number=number,
        dispatch=SCHEMES[policy].dispatch,
        chunk_size=scenario.options.chunk_size,
    )


def replicate(scenario: MasterWorkerScenario, policy: str, replication: int, logged: int = -1) -> Records:
    """The records of one replication of one policy; see `kernel.run` for *logged*."""
    return with_system(scenario, policy, replication, logged)[0]


def with_system(
    scenario: MasterWorkerScenario, policy: str, replication: int, logged: int = -1
) -> tuple[Records, System]:
    """The same, and the system with as many periods of the owners as were needed."""
    tasks = tasks_of(scenario.application, policy, scenario.study.seed, replication)
    return drawn_as_needed(scenario, policy, replication, lambda system: kernel.run(tasks, system, logged))


def drawn_as_needed(
    scenario: MasterWorkerScenario, policy: str, replication: int, run: Callable[[System], Found]
) -> tuple[Found, System]:
    """What *run* finds on a system with as many periods of the owners as it needs, and that system."""
    periods = FIRST_PERIODS
    while True:
        system = system_of(scenario, policy, replication, periods)
        try:
            return run(system), system
        except ExhaustedError:
            periods *= 2
            if periods * system.number.most > MOST_PERIODS:
                raise SpanError(
                    f"the owners of the workers have come {periods // 2:,} times and the application is not done; "
                    "shorter tasks, longer times up or a smaller share away help"
                ) from None


best_informed = lru_cache(maxsize=8)(replicate)
"""The records of a policy that others are compared with; kept, since all cells of a point and replication ask."""
