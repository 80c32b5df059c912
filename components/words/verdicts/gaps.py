"""A difference in words: in percent of what it is relative to, or in the unit of the metric."""

from components.words.units import unit_for
from components.words.wording import metric_words, with_uncertainty
from engine.statistics.means import Estimate

POINTS = "percentage points"
"""The unit of a difference of two percentages, which is not "%": that would be a share of one of them."""


def gap_unit(metric: str, is_relative: bool) -> str:
    """In which unit a difference of a metric is told; "" where it has none."""
    if is_relative:
        return "%"
    words = metric_words(metric)
    unit = words.shown_unit or words.unit
    return POINTS if unit.startswith("%") else "" if unit == "1" else unit


def gap_shown(size: Estimate, metric: str, is_relative: bool) -> Estimate:
    """The difference as a number in `gap_unit`."""
    return size.times(100 if is_relative else metric_words(metric).scale)


def gap_told(size: Estimate, metric: str, is_relative: bool) -> tuple[Estimate, str]:
    """The difference in the unit in which people think of one that large, and that unit; "" where it has none."""
    shown, unit = gap_shown(size, metric, is_relative), gap_unit(metric, is_relative)
    told = unit_for(unit, abs(shown.mean))
    return shown.times(told.factor), told.name


def gap_words(size: Estimate, metric: str, is_relative: bool, signed: bool = False) -> str:
    """How large a difference is, "12.3 ± 0.4 %" or "12.3 ± 0.4 min"; without its sign unless *signed*."""
    shown, unit = gap_told(size, metric, is_relative)
    text = with_uncertainty(shown if signed or shown.mean > 0 else shown.times(-1))
    return f"{text} {unit}".rstrip()
