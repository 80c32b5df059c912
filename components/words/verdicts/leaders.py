"""Which policy does best at a point, and against whom the others are told.

The base, everywhere: of two policies the better one is told first, by how much it is below or above the other, in
percent of that other one. Verdict, tooltip, map and table follow it, so that one fact has one number. Where neither is
better, it is the first policy of the study against each other one; comparing studies, it is B against A.
"""

from math import isnan

from components.words.wording import metric_words
from engine.results.comparison import Difference, differences, turned
from engine.results.result import Result

BETTER, WORSE, NONE = "better", "worse", "none"


def side(difference: Difference, metric: str) -> str:
    """Whether the policy is better or worse than the other, or no difference is shown."""
    if not difference.shown:
        return NONE
    is_less = difference.size.mean < 0
    return BETTER if is_less == (metric_words(metric).less_is_better is not False) else WORSE


def is_neutral(metric: str) -> bool:
    """Whether neither less nor more is better."""
    return metric_words(metric).less_is_better is None


def leader(result: Result, point: int, metric: str) -> str | None:
    """The policy with the best mean of those that settle; None if none has one."""
    settled = [name for name in result.scenario.policies if result.settles(point, name)]
    means = {name: result.estimate(point, name, metric).mean for name in settled}
    known = [name for name in settled if not isnan(means[name])]
    sign = 1 if metric_words(metric).less_is_better is not False else -1
    return min(known, key=lambda name: sign * means[name], default=None)


def most_often_first(result: Result, policies: list[str], metric: str) -> str:
    """Of the *policies* the one that has the best mean at most points; the first of them where no metric says so."""
    if metric not in result.names or is_neutral(metric):
        return policies[0]
    found = [leader(result, point, metric) for point in range(len(result.points))]
    return max(policies, key=found.count)


def best_policy(result: Result, point: int, metric: str) -> str | None:
    """The policy that is shown to beat every other one that settles here; "" if none is, None if none settles."""
    first = leader(result, point, metric)
    if first is None:
        return None
    found = differences(result, point, metric, first)
    return first if all(side(difference, metric) == BETTER for difference in found) else ""


def last_policy(result: Result, point: int, metric: str) -> str:
    """The policy that is shown to be worse than every other one that settles here; "" if none is. Of one replication,
    which shows nothing, the one whose value is the worst.
    """
    found = {name: result.estimate(point, name, metric).mean for name in result.scenario.policies}
    known = [name for name in found if result.settles(point, name) and not isnan(found[name])]
    if len(known) < 2:
        return ""
    sign = 1 if metric_words(metric).less_is_better is not False else -1
    last = max(known, key=lambda name: sign * found[name])
    behind = [one for one in differences(result, point, metric, last) if one.other in known]
    is_once = all(isnan(one.size.low) and one.size.mean for one in behind)
    return last if is_once or all(side(one, metric) == WORSE for one in behind) else ""


def from_leader(result: Result, point: int, metric: str) -> list[Difference]:
    """The best policy against each other one; where neither less nor more is better, the first policy."""
    first = None if is_neutral(metric) else leader(result, point, metric)
    return differences(result, point, metric, first)


def better_first(result: Result, found: Difference, metric: str) -> Difference:
    """A difference as it is told: turned round where the other policy is the better one."""
    return turned(result, found, metric) if not is_neutral(metric) and side(found, metric) == WORSE else found
