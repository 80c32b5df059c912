"""What was left out of a log that was replayed, what was assumed, and what is not modelled, beside its results."""

from math import isnan

from engine.logs.caveats import COUNTS, caveats
from engine.logs.not_modelled import sentences
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.inputs.sources.logged import Logged
from engine.parallel_jobs.inputs.sources.user_estimates import AsRecorded
from engine.results.result import Result


def caveat_lines(result: Result) -> list[str]:
    """Give the sentences that stand wherever results of a log do; none of other studies."""
    logged = _logged(result)
    if logged is None:
        return []
    found = {name: _most(result, f"cleaning[{name}]") for name in COUNTS}
    return caveats(found, logged.of_file, isinstance(logged.estimates, AsRecorded))


def not_modelled_lines(result: Result) -> list[str]:
    """Give those of them that say why waits are not those of the machine."""
    logged = _logged(result)
    kinds = () if logged is None else logged.of_file.not_modelled
    return sentences(one for one in kinds if one.kind != "memory")


def _logged(result: Result) -> Logged | None:
    scenario = result.scenario
    return scenario.workload.logged if isinstance(scenario, ParallelJobsScenario) else None


def _most(result: Result, name: str) -> float:
    """Give the value of a count; of points with clusters of several sizes the largest. 0 before it is computed."""
    if name not in result.names:
        return 0.0
    policies = result.scenario.policies
    found = (result.estimate(point, policies[0], name).mean for point in range(len(result.points)))
    return max((value for value in found if not isnan(value)), default=0.0)
