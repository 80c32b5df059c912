"""Logs made of one, in sentences: what was done, how far the intervals can be trusted, and both centers."""

from math import isnan

from components.words.covered import resampled_held_words
from components.words.short_titles import in_sentence
from components.words.verdicts.limits import listed
from components.words.wording import capital, number, point_words, shown_metric
from engine.inputs.scenario import Scenario
from engine.parallel_jobs.inputs.sources.logged import Logged
from engine.results.result import Result


def resampled(scenario: Scenario) -> Logged | None:
    """The log of a scenario whose replications are made of it; None of any other."""
    logged = getattr(getattr(scenario, "workload", None), "logged", None)
    return logged if isinstance(logged, Logged) and logged.resampling != "no" else None


def made_words(logged: Logged, replications: int) -> str:
    """What the replications are."""
    by = logged.resampling
    if logged.load_by == "users":
        return f"{replications} logs resampled by {by}, {number(logged.load_factor)} times as many as in the log"
    return f"the log and {replications - 1} more resampled by {by}"


def resampled_words(logged: Logged, replications: int) -> str:
    """How sure one can be of what one log and others made of it say; for the methods."""
    kept = {
        "weeks": "blocks of consecutive weeks were drawn with replacement (circular), which keeps days, weeks and what "
        "happens within a block, and breaks what lasts longer",
        "users": "users were drawn with replacement, each with all of his jobs moved by whole weeks, which "
        "keeps what each does and when, and breaks what they do together",
    }[logged.resampling]
    center = "their mean is told" if logged.load_by == "users" else "what is told is the log's own value"
    return (
        f"Replications are {made_words(logged, replications)}, from Monday to Monday after a week of lead-in: {kept}; "
        f"{center}. Intervals are as wide as these logs scatter, times Student's t with as many degrees of freedom as "
        "the log has long blocks, less one (of times and slowdowns on a logarithmic scale), and not narrower with more "
        "of them, for resampled logs come never nearer to the truth than the one that they are made of; "
        f"{resampled_held_words(logged.resampling)}. Differences "
        "between policies are paired by log and corrected by Holm's procedure."
    )


def resampled_lines(result: Result, metric: str) -> list[str]:
    """Both centers at the middle point: of the log, and of the logs made of it; none of other studies."""
    logged = resampled(result.scenario)
    if logged is None or f"resampled[{metric}]" not in result.names:
        return []
    point = len(result.points) // 2
    words = shown_metric(metric, result)
    unit = words.shown_unit or words.unit
    unit = "" if unit == "1" else f" {unit}"
    parts = []
    for name in result.scenario.policies:
        own, mean = (result.estimate(point, name, one).mean for one in (metric, f"resampled[{metric}]"))
        if isnan(own) or isnan(mean):
            continue
        told = f"{name} {number(mean * words.scale)}{unit}"
        parts.append(told if logged.load_by == "users" else f"{told} (the log itself {number(own * words.scale)})")
    if not parts:
        return []
    where = f" at {point_words(result.scenario, result.points[point])}" if result.points[point] else ""
    title = capital(in_sentence(metric))
    return [f"{title} in the mean over logs resampled by {logged.resampling}{where}: {listed(parts)}."]
