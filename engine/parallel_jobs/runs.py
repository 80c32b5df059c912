"""What this family computes: its kernels, and all that stands on them."""

from collections.abc import Callable
from typing import Any

from engine.contract.runs import Kernel, Runs
from engine.parallel_jobs.analyses.ask import ask
from engine.parallel_jobs.analyses.breaking import PROBLEM
from engine.parallel_jobs.analyses.fair_start import fair_start
from engine.parallel_jobs.analyses.for_whom import for_whom
from engine.parallel_jobs.analyses.recorded import recorded
from engine.parallel_jobs.analyses.waiting_moment import waiting_moment
from engine.parallel_jobs.analyses.what_if import what_if
from engine.parallel_jobs.analyses.why import entries
from engine.parallel_jobs.inputs.counting import is_counted
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.measures import simulate
from engine.parallel_jobs.papers.examples import EXAMPLES
from engine.parallel_jobs.policies import COUNTING, POLICIES, TIME_SHARING, PolicyCode
from engine.parallel_jobs.replay.schedules import schedules
from engine.parallel_jobs.replay.trace import trace
from engine.parallel_jobs.rows import rows
from engine.parallel_jobs.space_sharing.kernel.tables import DEALT
from engine.parallel_jobs.to_swf import to_swf
from engine.parallel_jobs.whole.schedule import whole_schedule
from engine.parallel_jobs.whole.warm_up import load_pictures

_TIME_SHARING = [name for name, policy in POLICIES.items() if policy.code in TIME_SHARING]
_COUNTING = [name for name, policy in POLICIES.items() if policy.code in COUNTING]
_DEALT = [name for name, policy in POLICIES.items() if policy.code in DEALT]
_ONLY_BY_RULES = (*TIME_SHARING, PolicyCode.MULTIFACTOR)
_SPACE_SHARING = [name for name, policy in POLICIES.items() if policy.code not in _ONLY_BY_RULES]


def _load_time_sharing() -> None:
    _simulate_some_jobs("schnor-system-1", _TIME_SHARING)


def _load_space_sharing() -> None:
    _simulate_some_jobs("schnor-system-1", [name for name in _SPACE_SHARING if name not in _DEALT])


def _load_shares() -> None:
    _simulate_some_jobs("schnor-system-1", _DEALT)


def _load_machine_events() -> None:
    _simulate_some_jobs("interactive-day", _SPACE_SHARING)


def _load_counting() -> None:
    groups = len(EXAMPLES["schnor-system-1"].cluster.groups)
    _simulate_some_jobs(
        "schnor-system-1", _COUNTING, {f"cluster.groups.{number}.speed_factor": 1.0 for number in range(groups)}
    )


def _load_rules_where_processors_are_counted() -> None:
    _simulate_own("schnor-system-1", alike=True)


def _load_own_policies() -> None:
    _simulate_own("schnor-system-1")


def _load_operation() -> None:
    _simulate_own("schnor-system-1", QUEUES)


QUEUES = {"queues": [{"name": "all", "user_jobs": 3}]}


def _simulate_own(example: str, operation: dict[str, Any] | None = None, alike: bool = False) -> None:
    """One whose rules move, and one whose rules do not."""
    tree = EXAMPLES[example].model_dump(mode="json")
    tree["own_policies"] = [{"name": "moving", "order": "wait / size"}, {"name": "still", "order": "-size"}]
    tree["policies"], tree["study"] = ["own:moving", "own:still"], {}
    tree |= operation or {}
    if alike:
        for group in tree["cluster"]["groups"]:
            group["speed_factor"] = 1.0
    scenario = ParallelJobsScenario.read(tree)
    for policy in scenario.policies:
        simulate(scenario.at(FEW_JOBS), policy, 0)


def _load_workload_models() -> None:
    scenario = EXAMPLES["users-estimates"].at({"workload.jobs": FEWEST_OF_A_MODEL})
    simulate(scenario, "FCFS", 0)


FEW_JOBS = {"workload.jobs": 10, "workload.arrivals.rate_per_1000_s": 0.1}

FEWEST_OF_A_MODEL = 200
"""Jobs; fewer tell nothing of what users estimate."""


def _simulate_some_jobs(example: str, policies: list[str], point: dict[str, float] | None = None) -> None:
    scenario = EXAMPLES[example].at(FEW_JOBS | (point or {}))
    for policy in policies:
        simulate(scenario, policy, 0)


def _needs(name: str) -> Callable[[ParallelJobsScenario], bool]:
    """Whether a scenario of one point needs the kernel called so under one of its policies."""
    return lambda scenario: any(_kernel_of(scenario, policy) == name for policy in scenario.policies)


def _kernel_of(scenario: ParallelJobsScenario, policy: str) -> str:
    """Which kernel `simulation.run` calls. Where nothing happens to happen to the machines, another one may do."""
    if policy in _TIME_SHARING:
        return SED
    rules = scenario.own_rules(policy)
    if is_counted(scenario, policy):
        return EQUAL if rules is None else OWN_EQUAL
    if scenario.operation is not None:
        return OPERATED
    if rules is not None:
        return OWN
    if scenario.machine_events:
        return SPACE_EVENTS
    return SHARES if policy in _DEALT else SPACE


SED, SPACE, EQUAL = "SED", "space sharing", "space sharing on equal machines"
SHARES = "space sharing by shares and reservations"
SPACE_EVENTS = "space sharing with machine events"
OWN, OWN_EQUAL, OPERATED = "own policies", "own policies on equal machines", "queues and reservations"

# Kernels that more examples need stand first: a worker compiles them in this order unless a user waits for one.
KERNELS = (
    Kernel(SED, _load_time_sharing, 14.0, _needs(SED)),
    Kernel(SPACE, _load_space_sharing, 9.0, _needs(SPACE)),
    Kernel(EQUAL, _load_counting, 22.0, _needs(EQUAL)),
    Kernel(SHARES, _load_shares, 17.0, _needs(SHARES)),
    Kernel(SPACE_EVENTS, _load_machine_events, 26.0, _needs(SPACE_EVENTS)),
    Kernel("workload models", _load_workload_models, 2.0, lambda scenario: scenario.workload.modelled is not None),
    Kernel("pictures of schedules", load_pictures, 2.0, lambda _scenario: False),  # no study needs it
    Kernel(OWN, _load_own_policies, 21.0, _needs(OWN)),
    Kernel(OWN_EQUAL, _load_rules_where_processors_are_counted, 14.0, _needs(OWN_EQUAL)),
    Kernel(OPERATED, _load_operation, 27.0, _needs(OPERATED)),
)

RUNS = Runs(
    simulate=simulate,
    trace=trace,
    kernels=KERNELS,
    rows=rows,
    entries=entries,
    answers={
        "ask": ask,
        "what_if": what_if,
        "schedules": schedules,
        "recorded": recorded,
        "for_whom": for_whom,
        "waiting_moment": waiting_moment,
        "fair_start": fair_start,
    },
    swf=to_swf,
    whole=whole_schedule,
    breaking=PROBLEM,
)
