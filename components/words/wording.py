"""How numbers and findings are put into words."""

from math import floor, isclose, isnan, log10

from components.words.inputs.fields import describe, value_at
from components.words.units import PEOPLE, Unit, chosen, clock, is_converted, unit_for
from engine.inputs.scenario import Scenario
from engine.metrics.catalogue import metric_of
from engine.metrics.metric import Metric
from engine.results.result import Result
from engine.statistics.means import Estimate
from engine.study.registry import FAMILIES

THIN = "\u2009"
MINUS = "\u2212"
MISSING = "–"


def number(value: float | None, digits: int = 4) -> str:
    """*value* with that many significant digits, thin spaces in thousands, and a minus as wide as a digit."""
    if value is None or isnan(value):
        return MISSING
    if value == 0:
        return "0"
    places = max(0, digits - 1 - floor(log10(abs(value))))
    text = f"{value:,.{places}f}".replace(",", THIN).replace("-", MINUS)
    return text.rstrip("0").rstrip(".") if "." in text else text


def price_words(seconds: float, told: str) -> str:
    """What a study costs, estimated or measured."""
    return f"about {number(max(seconds, 0.1), 2)} s on one core ({told})"


LOPSIDED = 1.2
"""Times half of an interval that its longer side has, from which on its ends are told."""


def with_uncertainty(found: Estimate, scale: float = 1.0) -> str:
    """A mean with the half width of its interval, the latter to two significant digits: "1 253.8 ± 7.0"; of an interval
    that is much longer to one side both ends, "22 (8.7 to 54)".
    """
    if found.replications == 0:
        return MISSING
    half = found.half_width * scale
    if isnan(half) or half == 0:
        return number(found.mean * scale)
    if max(found.high - found.mean, found.mean - found.low) > LOPSIDED * found.half_width:
        low, high = (number(end * scale, 2) for end in (found.low, found.high))
        return f"{number(found.mean * scale, 2)} ({low} to {high})"
    places = 1 - floor(log10(half))
    mean, half = round(found.mean * scale, places), round(half, places)  # to tens or hundreds, if it is that uncertain
    return f"{mean:,.{max(0, places)}f} ± {half:,.{max(0, places)}f}".replace(",", THIN).replace("-", MINUS)


def point_words(scenario: Scenario, point: dict[str, float]) -> str:
    """The values of a point in words: "4 jobs per hour"."""
    parts = []
    tree = scenario.model_dump(mode="json")
    for path, value in point.items():
        field, told = describe(tree, path), field_unit(scenario, path)
        shown = number(value * told.factor)
        unit = told.name.replace("jobs ", "job ", 1) if shown == "1" else told.name
        said = f"{shown} {unit}" if unit not in ("", "1") else shown
        if field.unit == "h" and chosen() == PEOPLE:
            said = clock(value * 3600)
        # "2 jobs per hour" or "12:00" says enough; a bare number, a percentage or a time does not.
        parts.append(said if " per " in unit or ":" in said else f"{_lower(field.title)} = {said}")
    return ", ".join(parts) or "the given values"


def field_unit(scenario: Scenario, path: str) -> Unit:
    """In what the field at *path* is told, by the largest of the values that it is given.

    These were typed: where they would not be round in another unit ("3.333 min"), they stay as they are.
    """
    unit = describe(scenario.model_dump(mode="json"), path).unit
    if not is_converted(unit):
        return Unit(unit, 1.0)
    values = [value for vary in scenario.study.sweep if vary.field == path for value in vary.values]
    if (searched := scenario.study.searched) is not None:
        values = [value for one in searched.ranges if one.field == path for value in one.values]
    values = values or [_value_at(scenario, path)]
    told = unit_for(unit, max(map(abs, values), default=0.0))
    is_round = all(isclose(value * told.factor, round(value * told.factor, 3)) for value in values)
    return told if is_round else Unit(unit, 1.0)


def _value_at(scenario: Scenario, path: str) -> float:
    try:
        value = value_at(scenario.model_dump(mode="json"), path)
    except (KeyError, IndexError, ValueError, TypeError):  # a derived axis, which no field holds
        return 0.0
    return float(value) if isinstance(value, int | float) else 0.0


def axis_words(scenario: Scenario, path: str) -> str:
    """Words for the axis of the field at *path* in the unit in which it is told."""
    words = describe(scenario.model_dump(mode="json"), path)
    return _lower(words._replace(unit=field_unit(scenario, path).name).label)


def axis_of(scenario: Scenario) -> str:
    """Words for the x axis of a sweep."""
    return field_words(scenario, scenario.study.vary.field) if scenario.study.vary else ""


def field_words(scenario: Scenario, path: str) -> str:
    """Words for the axis of the field at *path*."""
    return _lower(describe(scenario.model_dump(mode="json"), path).label)


def field_title(scenario: Scenario, path: str) -> str:
    """The title of the field at *path* without its unit."""
    return _lower(describe(scenario.model_dump(mode="json"), path).title)


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]


def first_metric(scenario: Scenario) -> str:
    """The metric that is shown at first: what the study is about."""
    if scenario.study.goal is not None and scenario.study.goal.criteria:
        return scenario.study.goal.criteria[0].metric
    if scenario.study.selection is not None:
        return scenario.study.selection.by.metric
    if scenario.study.searched is not None:
        return scenario.study.searched.metric
    family = FAMILIES[scenario.family]
    return family.first_metric(scenario) if family.first_metric else family.metrics[0]


def metric_words(name: str) -> Metric:
    """The metric called *name*."""
    return metric_of(name)


def shown_metric(name: str, *results: Result) -> Metric:
    """The metric called *name* as it is told of these *results*: in a unit that suits their values."""
    words = metric_of(name)
    unit = words.shown_unit or words.unit
    if not is_converted(unit):
        return words
    means = sorted(
        abs(mean) * words.scale
        for result in results
        for point in range(len(result.points))
        for policy in result.scenario.policies
        if result.settles(point, policy) and not isnan(mean := result.estimate(point, policy, name).mean)
    )
    told = unit_for(unit, means[len(means) // 2] if means else 0.0)
    return words._replace(scale=words.scale * told.factor, shown_unit=told.name)


def capital(text: str) -> str:
    """With a capital letter, but for η and its like, whose capitals look like other letters."""
    return text[:1].upper() + text[1:] if text[:1].isascii() else text
