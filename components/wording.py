"""How numbers and findings are put into words."""

from math import floor, isnan, log10

from components.fields import describe
from engine.metrics import Metric, metric_of
from engine.result import Result
from engine.scenario import Scenario
from engine.statistics import Estimate

THIN = "\u2009"
MISSING = "–"


def number(value: float | None, digits: int = 4) -> str:
    """*value* with that many significant digits and thin spaces in thousands."""
    if value is None or isnan(value):
        return MISSING
    if value == 0:
        return "0"
    places = max(0, digits - 1 - floor(log10(abs(value))))
    text = f"{value:,.{places}f}".replace(",", THIN)
    return text.rstrip("0").rstrip(".") if "." in text else text


def with_uncertainty(found: Estimate, scale: float = 1.0) -> str:
    """A mean with the half width of its interval, the latter to two significant digits: "1 253.8 ± 7.0"."""
    if found.replications == 0:
        return MISSING
    half = found.half_width * scale
    if isnan(half) or half == 0:
        return number(found.mean * scale)
    places = max(0, 1 - floor(log10(half)))
    return f"{found.mean * scale:,.{places}f} ± {half:,.{places}f}".replace(",", THIN)


def point_words(scenario: Scenario, point: dict[str, float]) -> str:
    """The values of a point in words: "1 jobs per 1000 s"."""
    parts = []
    tree = scenario.model_dump(mode="json")
    for path, value in point.items():
        field = describe(tree, path)
        parts.append(
            f"{number(value)} {field.unit}" if field.unit not in ("", "1") else f"{field.title} {number(value)}"
        )
    return ", ".join(parts) or "the given values"


def verdict(result: Result) -> str:
    """What the study shows, in a sentence or two with numbers, uncertainty and where it stops being true."""
    policies = list(result.scenario.policies)
    if result.cells_done == 0:
        return "Nothing has been computed yet."
    sentences = []
    for other in policies[1:]:
        sentences.append(_comparison(result, policies[0], other))
    if len(policies) == 1:
        sentences.append(_alone(result, policies[0]))
    sentences += _limits(result, policies)
    return " ".join(sentences)


def _alone(result: Result, policy: str) -> str:
    point = _telling_point(result, [policy])
    found = result.estimate(point, policy, "response_time")
    where = point_words(result.scenario, result.points[point])
    return f"{policy} has a mean response time of {with_uncertainty(found)} s at {where}."


def _comparison(result: Result, policy: str, other: str) -> str:
    point = _telling_point(result, [policy, other])
    ratio = result.speed_up(point, policy, other)
    where = point_words(result.scenario, result.points[point])
    if ratio.replications == 0:
        return f"{policy} and {other} cannot be compared yet."
    percent = Estimate(100 * (ratio.mean - 1), 100 * (ratio.low - 1), 100 * (ratio.high - 1), ratio.replications)
    if isnan(ratio.low):
        return (
            f"At {where} {other} takes {number(ratio.mean, 3)} times as long as {policy} in the one replication so far."
        )
    if ratio.low > 1:
        return f"At {where} the mean response time of {other} is {with_uncertainty(percent)} % longer than {policy}'s."
    if ratio.high < 1:
        shorter = percent._replace(mean=-percent.mean)
        return f"At {where} the mean response time of {other} is {with_uncertainty(shorter)} % shorter than {policy}'s."
    if ratio.low == ratio.high == 1:
        return f"At {where} {policy} and {other} do exactly the same."
    return f"At {where} no difference between {policy} and {other} is shown ({with_uncertainty(percent)} %)."


def _telling_point(result: Result, policies: list[str]) -> int:
    """The middle one of the points where all *policies* settle."""
    settled = [n for n in range(len(result.points)) if all(result.settles(n, policy) for policy in policies)]
    return settled[len(settled) // 2] if settled else 0


def _limits(result: Result, policies: list[str]) -> list[str]:
    """From where on policies do not settle, one sentence for those with the same limit."""
    by_limit: dict[str, list[str]] = {}
    for policy in policies:
        if limit := _limit(result, policy):
            by_limit.setdefault(limit, []).append(policy)
    return [
        f"{' and '.join(names)} {'does' if len(names) == 1 else 'do'} not settle {limit}."
        for limit, names in by_limit.items()
    ]


def _limit(result: Result, policy: str) -> str:
    """Where *policy* does not settle, if that is easily said."""
    settled = [result.settles(n, policy) for n in range(len(result.points))]
    if all(settled):
        return ""
    first = settled.index(False)
    if first == 0 and not any(settled):
        return "at any of these points" if len(settled) > 1 else "here"
    if first > 0 and not any(settled[first:]):
        return f"above {point_words(result.scenario, result.points[first - 1])}"
    return f"at {settled.count(False)} of the points"


def axis_of(scenario: Scenario) -> str:
    """Words for the x axis of a sweep."""
    vary = scenario.study.vary
    if vary is None:
        return ""
    words = describe(scenario.model_dump(mode="json"), vary.field)
    return words.label[:1].lower() + words.label[1:]


def metric_words(name: str) -> Metric:
    """The metric called *name*."""
    return metric_of(name)
