"""What a study of listed jobs shows: nothing is random about it, so each policy has one number, and no interval.

No digit of it is noise, but nobody compares four of them: three are told, or as many as tell the policies apart. The
table has them all.
"""

from math import isnan

from components.words.nothing_computed import nothing_computed
from components.words.short_titles import cut, in_sentence, short_title
from components.words.verdicts.degrees import degrees_of
from components.words.verdicts.places import by_number, places_of
from components.words.wording import capital, metric_words, number, point_words, shown_metric
from engine.results.result import Result


def headline_of_list(result: Result, metric: str, longest: int) -> str:
    """Who is best, and its number, in one sentence of at most *longest* characters."""
    if result.cells_done == 0:
        return nothing_computed(result)
    found = _values(result, metric)
    if not found:
        return f"No policy has a {in_sentence(metric)} here."
    value, names = found[0]
    title, told = in_sentence(metric), _told(result, metric, value)
    if len(found) == 1:
        who = f"With {names[0]} the {title} is" if len(names) == 1 else f"Every policy: {title}"
        return cut(f"{who} {told}.", longest)
    words = metric_words(metric)
    degrees = degrees_of(metric)
    most = degrees.most if words.less_is_better is False else degrees.least
    who = _and(names) if len(names) < FEW else f"{names[0]} and {len(names) - 1} others"
    have = "has" if len(names) == 1 else "have"
    tries = [
        f"{said}{at}: {told}."
        for said in (f"{who} {have} the {most} {title} of these jobs", f"{who} {have} the {most} {title}")
        for at in _places(result)
    ]
    tries += [f"{capital(short_title(metric))}: {who} {told}{at}." for at in _places(result)]
    return next((one for one in tries if len(one) <= longest), cut(tries[-1], longest))


def _places(result: Result) -> list[str]:
    """Where the sentence looks: in the middle of what is varied."""
    middle = len(result.points) // 2
    return [*places_of(result, middle), *([by_number(middle)] if result.points[middle] else [])]


FEW = 4
"""Names that a sentence can take."""

FEWEST_DIGITS, MOST_DIGITS = 3, 6


def verdict_of_list(result: Result, metric: str) -> str:
    """Each policy with its number, the best first, at the point in the middle if something is varied."""
    found = _values(result, metric)
    if not found:
        return f"No policy has a {metric_words(metric).title} here."
    digits = _digits([value for value, _ in found])
    parts = [f"{_told(result, metric, value, digits)} under {_and(names)}" for value, names in found]
    point = len(result.points) // 2
    where = f"at {point_words(result.scenario, result.points[point])}, " if result.points[0] else ""
    return (
        f"{capital(f'{where}of these jobs the {metric_words(metric).title} is {_and(parts)}')}. "
        "Nothing about them is random."
    )


def _values(result: Result, metric: str) -> list[tuple[float, list[str]]]:
    """Every value with the policies that have it, the best first, at the point in the middle."""
    point = len(result.points) // 2
    found = {name: result.estimate(point, name, metric).mean for name in result.scenario.policies}
    there = {name: value for name, value in found.items() if not isnan(value)}
    sign = -1 if metric_words(metric).less_is_better is False else 1
    by_value: dict[float, list[str]] = {}
    for name, value in sorted(there.items(), key=lambda one: sign * one[1]):
        by_value.setdefault(value, []).append(name)
    return list(by_value.items())


def _told(result: Result, metric: str, value: float, digits: int = FEWEST_DIGITS) -> str:
    """A *value* of the metric in the unit in which the picture of this *result* has it."""
    words = shown_metric(metric, result)
    unit = "" if words.axis == words.title else " " + words.axis[len(words.title) + 2 : -1]
    return f"{number(value * words.scale, digits)}{unit}"


def _digits(values: list[float]) -> int:
    """The fewest significant digits with which no two different *values* read the same."""
    enough = range(FEWEST_DIGITS, MOST_DIGITS)
    return next((n for n in enough if len({number(value, n) for value in values}) == len(values)), MOST_DIGITS)


def _and(names: list[str]) -> str:
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))
