"""That jobs of a log could have run on other sizes is an assumption, which stands beside whatever is told of it."""

from components.words.wording import number
from engine.inputs.scenario import Scenario
from engine.parallel_jobs.inputs.sources.logged import Logged
from engine.parallel_jobs.inputs.sources.other_sizes import AsTheyRan, Malleable, Moldable


def assumed_sizes(scenario: Scenario) -> Moldable | Malleable | None:
    """What is assumed of the jobs of a log; None where they run as they ran, and of all other jobs."""
    logged = getattr(getattr(scenario, "workload", None), "logged", None)
    asked = logged.other_sizes if isinstance(logged, Logged) else AsTheyRan()
    return None if isinstance(asked, AsTheyRan) else asked


def other_sizes_lines(scenario: Scenario) -> list[str]:
    """What is assumed, and that the log does not say so; none of other studies."""
    asked = assumed_sizes(scenario)
    if asked is None:
        return []
    of_all = "all jobs" if asked.share == 1 else f"{number(100 * asked.share)} % of the jobs"
    factor = number(asked.range_factor)
    when = "been started on" if asked.assumed == "moldable" else "run on, and changed between,"
    return [
        f"We assume that {of_all} could have {when} other sizes, from the processors that they had over {factor} to "
        f"{factor} times as many. A logged job says nothing about its speedup."
    ]
