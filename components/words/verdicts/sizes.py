"""How large a difference is in a sentence of few words: two significant digits, and a name where it has one."""

from math import floor, log10

from components.words.units import Unit, unit_for
from components.words.verdicts.degrees import degrees_of
from components.words.verdicts.gaps import POINTS, gap_shown, gap_unit
from components.words.wording import metric_words, number
from engine.results.comparison import Difference

FRACTIONS = {10: "a tenth", 20: "a fifth", 25: "a quarter", 33: "a third", 67: "two thirds", 75: "three quarters"}
"""Of a whole percentage: what is that many percent below another one, to the whole percent, is told by this name."""

SHORT_POINTS = "points"


def two_digits(value: float) -> str:
    """A *value* with two significant digits: "21", "1.1", "1 200"."""
    if value != value or value == 0:
        return number(value)
    return number(round(value, 1 - floor(log10(abs(value)))), 2)


def absolute_unit(metric: str, size: float) -> Unit:
    """In what an absolute difference is told that has this *size*, in the unit of the model: times and rates as people
    think of them, as all else on the page."""
    unit, scale = gap_unit(metric, False), metric_words(metric).scale
    told = unit_for(unit, size * scale)
    return told._replace(factor=told.factor * scale)


def size_against(found: Difference, metric: str, other: str | None = None, is_short: bool = False) -> str:
    """How far a policy is from the *other* one, its base: "a fifth below SED-NU", "twice that of FCFS", "3 s above FF".

    A factor from two on is a factor; half is half. Of percentages *is_short* says "points".
    """
    other = found.other if other is None else other
    shown = gap_shown(found.size, metric, found.is_relative)
    where = "below" if shown.mean < 0 else "above"
    if not found.is_relative:
        told = absolute_unit(metric, abs(found.size.mean))
        unit = SHORT_POINTS if is_short and told.name == POINTS else told.name
        return f"{two_digits(abs(found.size.mean) * told.factor)}{f' {unit}' if unit else ''} {where} {other}"
    percent = round(abs(shown.mean))
    if where == "below" and percent == 50:
        return f"half that of {other}"
    if where == "above" and percent >= 100:
        factor = two_digits(1 + found.size.mean)
        return f"{'twice' if factor == '2' else f'{factor} times'} that of {other}"
    if where == "below" and percent == 100 and found.size.mean > -1:
        return f"over 99 % below {other}"
    if where == "below" and percent in FRACTIONS:
        return f"{FRACTIONS[percent]} below {other}"
    return f"{two_digits(abs(shown.mean))} % {where} {other}"


def more_than(found: Difference, metric: str, title: str, is_short: bool = False) -> str:
    """The same with the *title* of the metric: "80 % more processors than Exact", "twice the efficiency of Random"."""
    shown = gap_shown(found.size, metric, found.is_relative)
    degrees = degrees_of(metric)
    degree = degrees.less if shown.mean < 0 else degrees.more
    text = size_against(found, metric, "", is_short).strip()
    if text.endswith("that of"):
        return f"{text.removesuffix('that of')}the {title} of {found.other}"
    size = f"{two_digits(abs(shown.mean))} %" if found.is_relative else text.rpartition(" ")[0]
    return f"{size} {degree} {title} than {found.other}"
