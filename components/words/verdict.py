"""What a study says about its policies, in sentences: who beats whom, by how much, where it stops being true."""

from math import isnan

from components.words.gaps import gap_words
from components.words.verdict_of_list import verdict_of_list
from components.words.wording import capital, first_metric, metric_words, number, point_words, with_uncertainty
from engine.results.comparison import Difference, crossings, differences
from engine.results.result import Result

BETTER, WORSE, NONE = "better", "worse", "none"

ONE_BY_ONE = 5
"""Most policies that get a sentence each."""


def verdict(result: Result, metric: str = "") -> str:
    """What the study shows of *metric*, or of the first one, in a few sentences with numbers and uncertainty."""
    metric = metric or first_metric(result.scenario)
    policies = list(result.scenario.policies)
    if result.cells_done == 0:
        return "Nothing has been computed yet."
    if not result.scenario.is_random:
        return verdict_of_list(result, metric)
    if len(policies) == 1:
        sentences = [_alone(result, policies[0], metric)]
    elif result.scenario.study.and_vary is not None:
        sentences = [_of_a_map(result, metric)]
    else:
        found = [differences(result, point, metric) for point in range(len(result.points))]
        if len(policies) > ONE_BY_ONE:
            sentences = _of_many(result, metric, found)
        else:
            sentences = [_comparison(result, metric, other, found) for other in policies[1:]]
    return " ".join(filter(None, [*sentences, *_limits(result, policies)]))


def difference_words(difference: Difference, metric: str) -> str:
    """The verdict at one point: "SED beats FCFS by 12.3 ± 0.4 %"."""
    name, other = difference.policy, difference.other
    if difference.size.replications == 0:
        return f"{name} and {other} cannot be compared: no replication has the {metric_words(metric).title} of both"
    if difference.exactly_same:
        return f"{name} and {other} do exactly the same"
    if isnan(difference.size.low):
        return f"{name} differs from {other} by {_size(difference, metric)} in one replication"
    if not difference.shown:
        return f"no difference between {name} and {other} is shown ({_size(difference, metric)})"
    less_is_better = metric_words(metric).less_is_better
    if less_is_better is None:
        more = "more" if difference.size.mean > 0 else "less"
        return f"{name} has {_size(difference, metric)} {more} {metric_words(metric).title} than {other}"
    winner = name if side(difference, metric) == BETTER else other
    if winner == other and difference.is_relative:
        # Of two ratios only one can be stated; it stays the one of the table, relative to the other policy.
        return f"{other} beats {name}, which is {_size(difference, metric)} {'above' if less_is_better else 'below'} it"
    return f"{winner} beats {other if winner == name else name} by {_size(difference, metric)}"


def side(difference: Difference, metric: str) -> str:
    """Whether the policy is better or worse than the other, or no difference is shown."""
    if not difference.shown:
        return NONE
    is_less = difference.size.mean < 0
    return BETTER if is_less == (metric_words(metric).less_is_better is not False) else WORSE


def _size(difference: Difference, metric: str) -> str:
    """Without its sign, where it is shown or stands alone: the words say it."""
    signed = not difference.shown and not isnan(difference.size.low)
    return gap_words(difference.size, metric, difference.is_relative, signed)


def _alone(result: Result, policy: str, metric: str) -> str:
    settled = [n for n in range(len(result.points)) if result.settles(n, policy)]
    point = settled[len(settled) // 2] if settled else 0
    words = metric_words(metric)
    unit = "" if words.axis == words.title else words.axis[len(words.title) + 2 : -1]
    measured = result.estimate(point, policy, metric)
    if measured.replications == 0:
        return f"{policy}: no replication has a {words.title}{_why_missing(result, point, policy)}."
    found = with_uncertainty(measured, words.scale)
    return (
        f"{policy}: {words.title} {found} {unit}".rstrip()
        + f" at {point_words(result.scenario, result.points[point])}."
    )


def _why_missing(result: Result, point: int, policy: str) -> str:
    """Why what is measured of jobs is missing, where that is known."""
    if "warm_up_jobs" not in result.names or result.estimate(point, policy, "response_time").replications:
        return ""  # of a family without jobs, or of a class of jobs that did not come
    if result.estimate(point, policy, "warm_up_jobs").replications == 0:
        return ", since no job was taken"
    return ", since the warm-up leaves no job"


def _comparison(result: Result, metric: str, other: str, found: list[list[Difference]]) -> str:
    own = [difference for at_point in found for difference in at_point if difference.other == other]
    if not own:
        return f"{result.scenario.policies[0]} and {other} both settle nowhere."
    telling = own[len(own) // 2]
    where = f" at {point_words(result.scenario, result.points[telling.point])}" if result.points[0] else ""
    sentence = difference_words(telling, metric) + where
    sentence = capital(sentence)
    sides = [side(difference, metric) for difference in own]
    rest = []
    is_neutral = metric_words(metric).less_is_better is None
    better, worse = ("{0} has less", "{0} has more") if is_neutral else ("{0} beats {1}", "{1} beats {0}")
    for kind, words in ((BETTER, better), (WORSE, worse), (NONE, "no difference is shown")):
        if kind != side(telling, metric) and kind in sides:
            at = [difference.point for difference, found_side in zip(own, sides, strict=True) if found_side == kind]
            rest.append(f"{words.format(telling.policy, other)} {_range(result, at, [d.point for d in own])}")
    sentence = "; ".join([sentence, *rest]) + "."
    crossing = [_crossing(result, cross) for cross in crossings(result, telling.policy, other, metric)]
    return " ".join([sentence, *crossing])


def _of_many(result: Result, metric: str, found: list[list[Difference]]) -> list[str]:
    """The first policy against all others at one point in the middle, and who is best over the whole sweep."""
    compared = [at_point for at_point in found if at_point]
    if not compared:
        return [f"{result.scenario.policies[0]} and the others settle nowhere together."]
    telling = compared[len(compared) // 2]
    by_side = {kind: [one for one in telling if side(one, metric) == kind] for kind in (BETTER, WORSE, NONE)}
    parts = [_group_words(kind, group, metric) for kind, group in by_side.items() if group]
    where = f"At {point_words(result.scenario, result.points[telling[0].point])}, by" if result.points[0] else "By"
    sentence = f"{where} {metric_words(metric).title}, {'; '.join(parts)}."
    return [sentence, _of_a_map(result, metric) if len(result.points) > 1 else ""]


def _group_words(kind: str, group: list[Difference], metric: str) -> str:
    """Those on one *kind* of side of the first policy, and how far from it."""
    name, others = group[0].policy, _and([one.other for one in group])
    if kind == NONE:
        once = "in one replication " if isnan(group[0].size.low) else ""
        return f"{once}no difference between {name} and {others} is shown"
    ascending = sorted(group, key=lambda one: abs(one.size.mean))
    lead = " to ".join(dict.fromkeys(_size(one, metric) for one in (ascending[0], ascending[-1])))
    less_is_better = metric_words(metric).less_is_better
    if less_is_better is None:
        return f"{name} has {lead} {'less' if kind == BETTER else 'more'} than {others}"
    if kind == BETTER:
        return f"{name} beats {others} by {lead}"
    beat, them = ("beats", "it") if len(group) == 1 else ("beat", "them")
    if not group[0].is_relative:
        return f"{others} {beat} {name} by {lead}"
    return f"{others} {beat} {name}, which is {lead} {'above' if less_is_better else 'below'} {them}"


def _and(names: list[str]) -> str:
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def _crossing(result: Result, cross: tuple[str, str, float, float, float]) -> str:
    vary = result.scenario.study.vary
    assert vary is not None
    _, _, low, x, high = cross
    at = point_words(result.scenario, {vary.field: x})
    return f"Drawn straight between the points, the two cross at {at} ({number(low)} to {number(high)})."


def _range(result: Result, points: list[int], among: list[int]) -> str:
    """In words, which part of a sweep some of its points are."""

    def at(n: int) -> str:
        return point_words(result.scenario, result.points[n])

    first, last = points[0], points[-1]
    if len(points) == 1:
        return f"at {at(first)}"
    if points != [n for n in among if first <= n <= last]:
        return f"at {len(points)} of the points"
    if first == among[0]:
        return f"up to {at(last)}"
    if last == among[-1]:
        return f"from {at(first)} on"
    return f"from {at(first)} to {at(last)}"


def _of_a_map(result: Result, metric: str) -> str:
    best = [best_policy(result, point, metric) for point in range(len(result.points))]
    parts = [f"{name} is best at {best.count(name)}" for name in result.scenario.policies if name in best]
    if unclear := best.count(""):
        parts.append(f"no policy is shown to be best at {unclear}")
    if nowhere := best.count(None):
        parts.append(f"none settles at {nowhere}")
    words = metric_words(metric)
    return f"By {words.title}, " + ", ".join(parts) + f" of {len(best)} points."


def best_policy(result: Result, point: int, metric: str) -> str | None:
    """The policy that is shown to beat every other one that settles here; "" if none is, None if none settles."""
    settled = [name for name in result.scenario.policies if result.settles(point, name)]
    means = {name: result.estimate(point, name, metric).mean for name in settled}
    if all(isnan(mean) for mean in means.values()):
        return None
    sign = 1 if metric_words(metric).less_is_better is not False else -1
    leader = min((name for name in settled if not isnan(means[name])), key=lambda name: sign * means[name])
    others = differences(result, point, metric, leader)
    return leader if all(side(difference, metric) == BETTER for difference in others) else ""


def _limits(result: Result, policies: list[str]) -> list[str]:
    """From where on policies do not settle, one sentence for those with the same limit."""
    by_limit: dict[str, list[str]] = {}
    for policy in policies:
        if limit := _limit(result, policy):
            by_limit.setdefault(limit, []).append(policy)
    return [
        f"{_and(names)} {'does' if len(names) == 1 else 'do'} not settle {limit}." for limit, names in by_limit.items()
    ]


def _limit(result: Result, policy: str) -> str:
    """Where *policy* does not settle, if that is easily said."""
    settled = [result.settles(n, policy) for n in range(len(result.points))]
    if all(settled):
        return ""
    first = settled.index(False)
    if first == 0 and not any(settled):
        return "at any of these points" if len(settled) > 1 else "here"
    if first > 0 and not any(settled[first:]) and result.scenario.study.and_vary is None:
        return f"above {point_words(result.scenario, result.points[first - 1])}"
    return f"at {settled.count(False)} of the points"
