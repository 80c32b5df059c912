"""What the machine's own scheduler did with a log, beside the policies: it is none of them."""

from math import isnan

from components.words.short_titles import in_sentence
from components.words.units import unit_for
from components.words.wording import capital, metric_words, number, shown_metric
from engine.results.result import Result

LOAD_FACTOR = "workload.arrivals.load_factor"
SMALL = 0.1
"""Of a value in the unit of the policies; a smaller one has a unit of its own."""

LEGEND = "as recorded, by the machine's own scheduler"


def recorded_value(result: Result, metric: str) -> float | None:
    """The value of *metric* as recorded, in its own unit; None where there is no log that tells waits, or another load.

    Every policy has been told the same.
    """
    name = f"recorded[{metric}]"
    if name not in result.names or (not is_at_any_load(result) and 1.0 not in _loads(result)):
        return None
    found = (
        result.estimate(point, policy, name).mean
        for point in range(len(result.points))
        for policy in result.scenario.policies
    )
    return next((value for value in found if not isnan(value)), None)


def is_at_any_load(result: Result) -> bool:
    """Whether the load is that of the log at every point, so that what was recorded may stand beside all of them."""
    return not _loads(result) and bool(result.scenario.sweepable().get(LOAD_FACTOR) == 1.0)


def _loads(result: Result) -> tuple[float, ...]:
    """The load factors that are varied."""
    return next((tuple(vary.values) for vary in result.scenario.study.sweep if vary.field == LOAD_FACTOR), ())


NO_POLICY = (
    "That is no policy and has no interval: it had outages, reservations and priorities that the log does not show."
)


def recorded_words(result: Result, metric: str) -> str:
    """What was recorded of a *metric*, as a sentence; nothing where there is nothing to say."""
    value = recorded_value(result, metric)
    if value is None:
        return ""
    words = shown_metric(metric, result)
    if 0 < abs(value * words.scale) < SMALL:  # in the unit of the policies nobody could read it
        plain = metric_words(metric)
        own = unit_for(plain.shown_unit or plain.unit, abs(value * plain.scale))
        words = plain._replace(scale=plain.scale * own.factor, shown_unit=own.name)
    unit = words.shown_unit or words.unit
    where = "" if is_at_any_load(result) else ", at its own load"
    return (
        f"{capital(in_sentence(metric))} as recorded, by the machine's own scheduler{where}: "
        f"{number(value * words.scale)}{'' if unit == '1' else f' {unit}'}."
    )


def recorded_lines(result: Result, metric: str) -> list[str]:
    """A sentence and what it is not, where there is something to say."""
    said = recorded_words(result, metric)
    return [f"{said} {NO_POLICY}"] if said else []
