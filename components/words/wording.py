"""How numbers and findings are put into words."""

from math import floor, isnan, log10

from components.words.fields import describe
from engine.inputs.scenario import Scenario
from engine.metrics.catalogue import metric_of
from engine.metrics.metric import Metric
from engine.statistics.means import Estimate
from engine.study.registry import FAMILIES

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
    places = 1 - floor(log10(half))
    mean, half = round(found.mean * scale, places), round(half, places)  # to tens or hundreds, if it is that uncertain
    return f"{mean:,.{max(0, places)}f} ± {half:,.{max(0, places)}f}".replace(",", THIN)


def point_words(scenario: Scenario, point: dict[str, float]) -> str:
    """The values of a point in words: "1 jobs per 1000 s"."""
    parts = []
    tree = scenario.model_dump(mode="json")
    for path, value in point.items():
        field = describe(tree, path)
        unit = field.unit.replace("jobs ", "job ", 1) if value == 1 else field.unit
        said = f"{number(value)} {unit}" if unit not in ("", "1") else number(value)
        # "2 jobs per 1000 s" says enough; a bare number, a percentage or a time does not.
        parts.append(said if " per " in unit else f"{_lower(field.title)} = {said}")
    return ", ".join(parts) or "the given values"


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
    family = FAMILIES[scenario.family]
    return family.first_metric(scenario) if family.first_metric else family.metrics[0]


def metric_words(name: str) -> Metric:
    """The metric called *name*."""
    return metric_of(name)


def capital(text: str) -> str:
    """With a capital letter, but for η and its like, whose capitals look like other letters."""
    return text[:1].upper() + text[1:] if text[:1].isascii() else text
