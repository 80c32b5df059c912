"""Numbers of a result as they stand in the line below a question: two digits, with their unit."""

from math import isnan

from components.words.wording import field_unit, metric_words, number, point_words, shown_metric
from engine.results.comparison import crossings, differences
from engine.results.result import Result

DIGITS = 2


def point_at(result: Result, *values: float) -> int:
    """The number of the point where the swept fields have these values; `ValueError` if there is none."""
    return [tuple(point.values()) for point in result.points].index(values)


def mean(result: Result, point: int, policy: str, metric: str) -> str:
    """A mean in its unit: "15 s"."""
    words = shown_metric(metric, result)
    unit = words.shown_unit or words.unit
    found = result.estimate(point, policy, metric).mean * words.scale
    return f"{rounded(found)} {unit}" if unit != "1" else rounded(found)


def rounded(value: float) -> str:
    """To two digits: 1 335 is "1 300"."""
    return number(float(f"{value:.{DIGITS}g}"), 12)


def gap(result: Result, point: int, policy: str, other: str, metric: str) -> str:
    """By how much *policy* differs from *other* on the same jobs, relative to it: "21 %"."""
    (found,) = (one for one in differences(result, point, metric, policy) if one.other == other)
    assert found.is_relative
    return f"{rounded(abs(100 * found.size.mean))} %"


def change(result: Result, policy: str, metric: str) -> str:
    """How far the mean at the last point is below or above that at the first, relative to it: "55 %"."""
    first, last = (result.estimate(n, policy, metric).mean for n in (0, len(result.points) - 1))
    return f"{rounded(abs(100 * (last / first - 1)))} %"


def crossing(result: Result, policy: str, other: str, metric: str) -> str:
    """Where *policy* stops being better than *other*: "2.3 jobs per 1000 s"."""
    vary = result.scenario.study.vary
    found = crossings(result, policy, other, metric)
    assert vary is not None
    assert found
    factor = field_unit(result.scenario, vary.field).factor
    return point_words(result.scenario, {vary.field: float(f"{found[0].x * factor:.{DIGITS}g}") / factor})


def last_above(result: Result, policy: str, metric: str, least: float) -> str:
    """The last value of the swept field up to which the mean is at least *least*: "9"."""
    vary = result.scenario.study.vary
    assert vary is not None
    scale = metric_words(metric).scale
    held = [x for n, x in enumerate(vary.values) if scale * result.estimate(n, policy, metric).mean >= least]
    return number(max(held))


def times_as_long(result: Result, point: int, other: int, policy: str, metric: str) -> str:
    """The mean at a point over that at an*other* one: "3.1"."""
    means = [result.estimate(n, policy, metric).mean for n in (point, other)]
    return rounded(means[0] / means[1])


def extremes(result: Result, policy: str, metric: str) -> tuple[int, int]:
    """The points with the smallest and the largest mean."""
    means = {n: result.estimate(n, policy, metric).mean for n in range(len(result.points))}
    known = [n for n, one in means.items() if not isnan(one)]
    return min(known, key=lambda n: means[n]), max(known, key=lambda n: means[n])


def at(result: Result, point: int) -> str:
    """The values of a point in words."""
    return point_words(result.scenario, result.points[point])
