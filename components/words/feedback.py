"""Jobs that follow others, in sentences: what that does to a comparison, and for the methods."""

from math import isnan

from components.words.wording import number
from engine.inputs.scenario import Scenario
from engine.parallel_jobs.inputs.sources.logged import Logged
from engine.results.result import Result

OWN_ARRIVALS = "Jobs follow others: each policy has arrivals of its own."

FOUND = {
    "recorded": "by preceding job and think time as recorded",
    "sessions": "if submitted within 20 minutes after an earlier job of the same user ended (after Zakay & Feitelson "
    "2014)",
}
"""How it is known which job follows which."""


def following(scenario: Scenario) -> Logged | None:
    """The log of a scenario whose jobs follow others; None of any other."""
    logged = getattr(getattr(scenario, "workload", None), "logged", None)
    return logged if isinstance(logged, Logged) and logged.user_feedback != "no" else None


def feedback_lines(result: Result) -> list[str]:
    """How many jobs follow others, and what a comparison then is; none of other studies."""
    logged = following(result.scenario)
    if logged is None or "following_jobs" not in result.names:
        return []
    share = result.estimate(len(result.points) // 2, result.scenario.policies[0], "following_jobs").mean
    if isnan(share):
        return []
    return [
        f"{number(100 * share)} % of the jobs come when their users have thought about an earlier one that has ended: "
        "each policy has arrivals of its own, so waits are not those of the same stream, and throughput says what "
        "users get done."
    ]


def feedback_words(logged: Logged) -> str:
    """For the methods: which jobs follow others, how, and what of them is no longer common to policies."""
    return (
        f"Jobs follow others {FOUND[logged.user_feedback]}: they were submitted as long after its simulated end as "
        "their users thought, within each block of the log; the others as recorded. So arrivals depend on the policy, "
        "and policies do not have common arrivals; a job counts in the block in which it was recorded."
    )
