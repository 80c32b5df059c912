"""What a coincidence is worth, in sentences: how far policies scatter when the arrivals of a log move by seconds."""

from math import isnan

from components.words.short_titles import in_sentence
from components.words.verdicts.limits import listed
from components.words.wording import capital, number, point_words, shown_metric
from engine.results.result import Result


def shaken_lines(result: Result, metric: str) -> list[str]:
    """The policies of a shaken log at the middle point; none if it is not shaken, or not told of this metric."""
    if f"shaking[{metric}]" not in result.names:
        return []
    point = len(result.points) // 2
    found = {name: _values(result, point, name, metric) for name in result.scenario.policies}
    found = {name: values for name, values in found.items() if not any(map(isnan, values))}
    if not found:
        return []
    words = shown_metric(metric, result)
    unit = words.shown_unit or words.unit
    unit = "" if unit == "1" else f" {unit}"
    parts = [
        f"{name} {number(mean * words.scale)} ± {number(spread * words.scale, 2)}{unit} (the log itself "
        f"{number(own * words.scale)})"
        for name, (own, mean, spread) in found.items()
    ]
    where = f" at {point_words(result.scenario, result.points[point])}" if result.points[point] else ""
    title = capital(in_sentence(metric))
    lines = [f"{title} over ten shaken logs, mean and standard deviation{where}: {listed(parts)}."]
    return [*lines, *_coincidences(found)]


def _values(result: Result, point: int, policy: str, metric: str) -> tuple[float, float, float]:
    """The log's own value, the mean over shaken logs, and their standard deviation."""
    own, mean, spread = (
        result.estimate(point, policy, name).mean for name in (metric, f"shaken[{metric}]", f"shaking[{metric}]")
    )
    return own, mean, spread


def _coincidences(found: dict[str, tuple[float, float, float]]) -> list[str]:
    """The pairs that are no farther apart than one of them scatters."""
    names = list(found)
    near = [
        f"{one} and {other}"
        for n, one in enumerate(names)
        for other in names[n + 1 :]
        if 0 < abs(found[one][0] - found[other][0]) < max(found[one][2], found[other][2])
    ]
    if not near:
        return []
    return [
        f"Some seconds earlier or later matter more than the policy between {'; '.join(near)}: the spread by shaking "
        "exceeds the difference."
    ]
