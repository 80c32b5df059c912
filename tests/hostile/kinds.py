"""What scenarios that were executed had in them: that none of it is left out has to be seen."""

from collections.abc import Callable, Iterator

from engine.inputs.scenario import Scenario
from engine.parallel_jobs.inputs.counting import is_counted
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.policies import OWN_POLICY, POLICIES, TIME_SHARING
from engine.parallel_jobs.space_sharing.rules.orders import ORDERS

OF_PARALLEL_JOBS = (
    *(
        f"{policy}{where}"
        for policy in ("built-in", "ordered", "own")
        for where in ("", ", counted", ", machine events")
    ),
    "time sharing",
    "own, nobody is taken",
    "log",
)


def _of_parallel_jobs(scenario: ParallelJobsScenario, policy: str) -> Iterator[str]:
    code = POLICIES[policy].code
    kind = "own" if policy.startswith(OWN_POLICY) else "ordered" if code in ORDERS else "built-in"
    yield kind
    if code in TIME_SHARING:
        yield "time sharing"
    if is_counted(scenario, policy):
        yield f"{kind}, counted"
    if scenario.machine_events:
        yield f"{kind}, machine events"
    if scenario.workload.logged is not None:
        yield "log"
    if kind == "own" and scenario.own_policies[0].admit == "false":
        yield "own, nobody is taken"


KINDS: dict[str, Callable[..., Iterator[str]]] = {"parallel-jobs": _of_parallel_jobs}


def kinds_of(scenario: Scenario, policy: str) -> list[str]:
    """Names for what is special about a cell."""
    return list(KINDS[scenario.family](scenario, policy)) if scenario.family in KINDS else []
