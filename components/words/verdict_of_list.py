"""What a study of listed jobs shows: nothing is random about it, so each policy has one number, and no interval."""

from math import isnan

from components.words.wording import capital, metric_words, number, point_words
from engine.results.result import Result


def verdict_of_list(result: Result, metric: str) -> str:
    """Each policy with its number, the best first, at the point in the middle if something is varied."""
    point = len(result.points) // 2
    words = metric_words(metric)
    found = {name: result.estimate(point, name, metric).mean for name in result.scenario.policies}
    there = {name: value for name, value in found.items() if not isnan(value)}
    if not there:
        return f"No policy has a {words.title} here."
    sign = -1 if words.less_is_better is False else 1
    by_value: dict[float, list[str]] = {}
    for name, value in sorted(there.items(), key=lambda one: sign * one[1]):
        by_value.setdefault(value, []).append(name)
    unit = "" if words.axis == words.title else " " + words.axis[len(words.title) + 2 : -1]
    parts = [f"{number(value * words.scale, 4)}{unit} under {_and(names)}" for value, names in by_value.items()]
    where = f"at {point_words(result.scenario, result.points[point])}, " if result.points[0] else ""
    return f"{capital(f'{where}of these jobs the {words.title} is {_and(parts)}')}. Nothing about them is random."


def _and(names: list[str]) -> str:
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))
