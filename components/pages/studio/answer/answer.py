"""What the curves tab, the fairness tab and the data tab show of a result."""

from typing import Any

import numpy as np
import plotly.graph_objects as go

from components.controls.data_table import DataTable
from components.controls.metric import metric_choices
from components.figures.result.alternatives import draw_alternatives
from components.figures.result.curves import draw_curves, draw_speed_up
from components.figures.result.points_tried import draw_points_tried
from components.figures.result.policy_line import MANY
from components.figures.result.sweep_map import draw_best, draw_metric
from components.figures.result.tree import Tree
from components.words.as_recorded import LOAD_FACTOR, is_at_any_load, recorded_value
from components.words.covered import held_words
from components.words.feedback import OWN_ARRIVALS, following
from components.words.other_sizes import other_sizes_lines
from components.words.overload import overload_sentence
from components.words.resampled import made_words, resampled
from components.words.searches.chosen_best import (
    alternative_words,
    by_words,
    constraint_words,
    evidence_of,
    fate_words,
    ranked,
)
from components.words.searches.goals import criteria_words, evidence, standing_words
from components.words.searches.worst import times_words, tried_words, what_it_is
from components.words.units import is_converted
from components.words.verdicts.gaps import gap_words
from components.words.verdicts.leaders import better_first, from_leader
from components.words.verdicts.pairs import difference_words
from components.words.wording import (
    axis_words,
    capital,
    field_unit,
    field_words,
    metric_words,
    number,
    point_words,
    shown_metric,
    with_uncertainty,
)
from engine.inputs.selection import Best
from engine.metrics.catalogue import metric_of
from engine.metrics.job_metrics import short_jobs
from engine.metrics.metric import Metric
from engine.results.comparison import Difference, differences
from engine.results.result import Result
from engine.results.saturation import Saturation
from engine.results.worst import fresh, verified
from engine.statistics.means import Estimate


def table_of_worst(result: Result) -> DataTable:
    """A row for each point on fresh seeds, the worst one first; then those that the search tried, in its order."""
    breaking, found = result.scenario.study.searched, result.worst
    assert breaking is not None
    assert found is not None
    words = shown_metric(breaking.metric, result)
    head = [axis_words(result.scenario, one.field) for one in breaking.ranges]
    head += ["what it is", "ratio on fresh seeds, 95 %", f"{breaking.policy}: {words.axis}, ± 95 %"]
    head += [f"{breaking.against}: {words.axis}, ± 95 %", "ratio in the search"]
    told = verified(result)
    body: list[list[Any]] = []
    for one in told:
        means = [with_uncertainty(mean, words.scale) for mean in (one.policy, one.against)]
        if not one.settles:
            means[0] += ", does not settle"
        if not one.against_settles:
            means[1] += ", does not settle"
        seen = tried_words(found.tried[one.number]) if one.number in found.tried else "–"
        body.append([*_values(result, one.number), what_it_is(result, one), times_words(one.ratio), *means, seen])
    checked = {one.number for one in told}
    body += [
        [*_values(result, n), "tried", "–", "–", "–", tried_words(one)]
        for n, one in found.tried.items()
        if n not in checked
    ]
    caption = f"{breaking.policy} over {breaking.against}: only ratios on fresh seeds are unbiased."
    return DataTable(caption, head, body)


def _values(result: Result, point: int) -> list[str]:
    values = result.scenario.searched_point(point)
    return [number(value * field_unit(result.scenario, field).factor, 6) for field, value in values.items()]


def table_of_selection(result: Result) -> DataTable:
    """A row for each alternative: those left first, then the others, the last to go first."""
    selection = result.scenario.study.selection
    assert selection is not None
    by = [one for one in (selection.by, selection.and_by) if one is not None]
    by += [Best(metric=one.metric) for one in selection.constraints if one.metric not in {other.metric for other in by}]
    body: list[list[Any]] = []
    for n in ranked(result):
        found = [evidence_of(result, one, n) for one in by]
        means = [with_uncertainty(one) for one in found]
        body.append([alternative_words(result, n), *means, found[0].replications, fate_words(result, n)])
    head = [f"{shown_metric(one.metric, result).axis}, ± 95 %" for one in by]
    held = constraint_words(result)
    asked = f"{capital(by_words(result))}{f', so that {held}' if held else ''}"
    caption = f"{asked}; the chance of a wrong choice is at most 5 %."
    return DataTable(caption, ["alternative", *head, "replications", "what became of it"], body)


def table_of_search(result: Result) -> DataTable:
    """A row for each decision, policy by policy."""
    goal = result.scenario.study.goal
    assert goal is not None
    told = field_unit(result.scenario, goal.field)
    body: list[list[Any]] = [
        [
            search.policy,
            order,
            number(search.values[n] * told.factor, 6),
            standing_words(found),
            evidence(result, search, n),
        ]
        for search in result.searches
        for order, (n, found) in enumerate(search.decisions.items(), 1)
    ]
    caption = f"{capital(criteria_words(result))}; one-sided bounds, at most 5 % of searches go wrong."
    head = ["policy", "tested as number", axis_words(result.scenario, goal.field), "found", "mean, and bound that told"]
    return DataTable(caption, head, body)


SPEED_UP = "speed-up"
BEST = "best policy"

NEEDS = {"upgraded": {"SED", "SED-NM"}, "migrated": {"SED", "SED-NU"}}
"""Metrics about upgrades or migrations say nothing unless one of these policies is there."""


def is_map(result: Result) -> bool:
    """Whether the study varies two fields."""
    return result.scenario.study.and_vary is not None


def curve_metrics(result: Result) -> list[dict[str, Any]]:
    """The choices of the metric switch: only what this study has something to say about."""
    if (searched := result.scenario.study.searched) is not None:  # what was sought by it is what is told
        return metric_choices([searched.metric])
    policies = set(result.scenario.policies)
    names = [
        name
        for name in result.names
        if not any(name.startswith(n) and not policies & needs for n, needs in NEEDS.items())
    ]
    speed_up = [{"value": SPEED_UP, "label": "Speed-up of the first policy"}]
    has_speed_up = len(policies) > 1 and not is_map(result) and "response_time" in names
    return metric_choices(names, speed_up if has_speed_up else None)


def offered(choices: list[dict[str, Any]]) -> list[str]:
    """The values in grouped choices."""
    return [item["value"] for group in choices for item in group["items"]]


def map_choices(result: Result) -> list[str]:
    """What a map can show."""
    return [BEST, *result.scenario.policies] if len(result.scenario.policies) > 1 else list(result.scenario.policies)


def create_curves(
    result: Result,
    metric: str,
    scheme: str = "light",
    shown: str | None = None,
    told: list[Saturation] | None = None,
) -> go.Figure | Tree:
    """The figure of the curves tab; what is *told* of where policies saturate stands on its rail. Curves without
    tooltips are drawn sooner.
    """
    policies = list(result.scenario.policies)
    if result.worst is not None:
        return draw_points_tried(result, scheme)
    if result.selected is not None and metric in _selected_by(result):
        return draw_alternatives(result, scheme)
    if is_map(result):
        choices = map_choices(result)
        chosen = shown if shown in choices else choices[0]
        return draw_best(result, metric, scheme) if chosen == BEST else draw_metric(result, metric, chosen, scheme)
    if metric == SPEED_UP:
        return draw_speed_up(result, policies, scheme)
    return draw_curves(result, metric, policies, scheme, told)


def _selected_by(result: Result) -> list[str]:
    """The metrics that a study with a selection goes by."""
    selection = result.scenario.study.selection
    return [one.metric for one in (selection.by, selection.and_by) if one is not None] if selection else []


def fingerprint_words(result: Result) -> str:
    """The fingerprint of a result, and whether it is that of the whole study."""
    return f"Result fingerprint {result.fingerprint()}{'' if result.complete else ' (of what is there so far)'}"


def is_of_the_whole(result: Result, metric: str) -> bool:
    """Whether every policy has one value for all blocks of a log."""
    values = (result.samples(point, policy, metric) for point in range(len(result.points))
              for policy in result.scenario.policies)  # fmt: skip
    return metric in result.names and all(np.isfinite(one).sum() == 1 for one in values)


def describe_curves(result: Result, metric: str) -> str:
    """What the picture of *metric* shows."""
    if metric == SPEED_UP:
        base = result.scenario.policies[0]
        return (
            f"How many times longer the other policies take than {base} on the same jobs; above 1 {base} is faster. "
            "Band: paired 95 % interval."
        )
    definition = metric_words(metric).definition
    if metric == "bounded_slowdown":
        definition += f" Here it is {number(result.scenario.measurement.slowdown_threshold)} s."
    if metric == "slowdown" and (laws := short_jobs(result.scenario.model_dump(mode="json"))):
        definition += (
            f" Here it has no mean: {' and '.join(laws)} demands can be arbitrarily short, so the more jobs one looks "
            "at, the larger it gets. The bounded slowdown has one."
        )
    if result.worst is not None:
        return (
            f"{definition} Each dot is a point that was tried, colored by the ratio that the search saw; hollow marks "
            "are ratios on fresh seeds, which the search has not seen, with 95 % intervals in the table. Crosses lie "
            "outside the search."
        )
    if result.selected is not None and metric in _selected_by(result) and len(_selected_by(result)) > 1:
        return (
            f"{definition} Each mark is an alternative with its 95 % intervals; the line is the front of those that no "
            "other one is shown to beat in both. Pale ones are out; those that do not settle are not drawn."
        )
    if result.selected is not None and metric in _selected_by(result):
        return (
            f"{definition} Each row is an alternative with its 95 % interval; at the right, after how many "
            "replications it went since another one is better or it misses a constraint. Pale ones are out."
        )
    if is_map(result):
        several = " (Holm's correction)" if len(result.scenario.policies) > 2 else ""
        return (
            f"{definition} A policy is best where paired 95 % intervals{several} show it ahead of every other one; the "
            "number is its lead over the second."
        )
    if not result.scenario.is_random:
        return f"{definition} Nothing about these jobs is random: there is no interval."
    band = "Band: 95 % interval" if len(result.points) > 1 else "Bar: 95 % interval"
    if len(result.scenario.policies) > MANY and len(result.points) > 1:
        band = f"Bars: 95 % intervals{band.removeprefix('Band: 95 % interval')}. Click a curve, and it is in focus"
    if (logged := resampled(result.scenario)) is not None:
        made = made_words(logged, result.scenario.study.replications)
        return " ".join([f"{definition} {band} by {made}.", *other_sizes_lines(result.scenario)])
    if result.scenario.blocks:
        blocks = result.scenario.blocks
        told = "Of one log of few weeks: no interval"
        if blocks > 1 and is_of_the_whole(result, metric):
            told = "Of the whole log: no interval"
        elif blocks > 1:
            told = f"{band} by {blocks} blocks of whole weeks; {held_words(blocks)}"
        own = [OWN_ARRIVALS] if following(result.scenario) is not None else []
        return " ".join([f"{definition} {told}.", *own, *other_sizes_lines(result.scenario)])
    if "slowdown" not in result.names:
        return f"{definition} {band}."
    if result.searches:
        definition += (
            " Numbers at the points say in which order values were tested; a goal is a line that can be dragged."
        )
    ends = f"{definition} {band}. A line ends where jobs arrive faster than they are done."
    return f"{ends} {overload_sentence(result)}".rstrip()


def of_verdict(metric: str) -> str:
    """The metric of which the verdict speaks."""
    return "response_time" if metric == SPEED_UP else metric


def metric_help(metric: str) -> tuple[str, str, str]:
    """Title, definition and source of the chosen metric."""
    if metric == SPEED_UP:
        return (
            "speed-up",
            "Response time of a policy over that of the first one, on the same jobs.",
            "Schnor et al. 1996",
        )
    words = metric_words(metric)
    return words.title, f"{words.definition}{_unit_words(words)}", words.source


def _unit_words(words: Metric) -> str:
    """Its unit, unless the picture tells it by size."""
    unit = words.shown_unit or words.unit
    return "" if is_converted(unit) else f" Unit: {unit}."


def table_of_curves(result: Result, metric: str) -> DataTable:
    """The numbers behind the curves; of a study with a goal those of its search."""
    if result.searches:
        return table_of_search(result)
    if result.selected is not None:
        return table_of_selection(result)
    if result.worst is not None:
        return table_of_worst(result)
    policies = list(result.scenario.policies)
    base = policies[0]
    if metric == SPEED_UP:
        shown, unit, scale = policies[1:], f"response time relative to {base}", 1.0
    else:
        words = shown_metric(metric, result)  # once: it looks at every value
        shown, unit, scale = policies, words.axis, words.scale
    recorded = recorded_value(result, metric)
    body = []
    for n in range(len(result.points)):
        row: list[Any] = point_values(result, n)
        for policy in shown:
            found = _estimate(result, n, policy, metric, scale)
            row.append(with_uncertainty(found))
            row.append("yes" if result.settles(n, policy) else "does not settle")
        if recorded is not None:
            row.append(number(recorded * scale, 4) if _is_as_recorded(result, n) else "")
        body.append([*row, int(result.done[n].all(axis=0).sum()), result.verdicts[n].stop])
    head = point_heads(result)
    for policy in shown:
        head += [f"{policy}: {unit}, ± 95 %", f"{policy} settles"]
    if recorded is not None:
        head.append(f"as recorded: {unit}")
    return DataTable(f"{capital(unit)}.{percentages(result)}", [*head, "replications", "stopped because"], body)


def _is_as_recorded(result: Result, point: int) -> bool:
    """Whether the load of a point is that of the log."""
    return is_at_any_load(result) or result.points[point].get(LOAD_FACTOR) == 1.0


def table_of_comparisons(result: Result, metric: str) -> DataTable:
    """Every policy against the first one and the best one, at every point; of two the better one comes first."""
    name = "response_time" if metric == SPEED_UP else metric
    body = []
    if result.worst is not None:  # of other replications the search has chosen those that differ most
        result = fresh(result)
    for n in range(len(result.table)):
        for found in _told(result, n, name):
            level = f"{number(100 * found.level, 3)} %"
            body.append(
                [
                    *point_values(result, n),
                    f"{found.policy} − {found.other}",
                    gap_words(found.size, name, found.is_relative, signed=True),
                    level,
                    difference_words(found, name),
                ]
            )
    head = [
        *point_heads(result),
        "policies",
        "difference of the first from the second",
        "interval level",
        "verdict",
    ]
    several = ", corrected by Holm's procedure" if len(result.scenario.policies) > 2 else ""
    return DataTable(f"Paired differences of {metric_words(name).title}{several}.", head, body)


def _told(result: Result, point: int, metric: str) -> list[Difference]:
    """The pairs of a point, each once."""
    told = [better_first(result, found, metric) for found in differences(result, point, metric)]
    pairs = {frozenset((found.policy, found.other)) for found in told}
    of_best = [found for found in from_leader(result, point, metric) if {found.policy, found.other} not in pairs]
    return told + of_best


def _estimate(result: Result, point: int, policy: str, metric: str, scale: float) -> Estimate:
    if metric == SPEED_UP:
        return result.speed_up(point, result.scenario.policies[0], policy)
    return result.estimate(point, policy, metric).times(scale)


def point_heads(result: Result) -> list[str]:
    """Heads of the columns that say at which point a row of a table is."""
    return [axis_words(result.scenario, field) for field in _fields(result)] or ["point"]


def _fields(result: Result) -> list[str]:
    """The fields by which points differ."""
    searched = result.scenario.study.searched
    return [one.field for one in (searched.ranges if searched is not None else result.scenario.study.sweep)]


def point_values(result: Result, point: int) -> list[str]:
    """The values of a point for these columns."""
    scenario, values = result.scenario, result.points[point]
    told = [values[field] * field_unit(scenario, field).factor for field in _fields(result)]
    return [number(value, 6) for value in told] or [point_words(scenario, {})]


def table_of_data(result: Result) -> DataTable:
    """Every metric of every point and policy, in base units."""
    head = [
        "policy",
        *([field_words(result.scenario, field) for field in _fields(result)] or ["point"]),
        "metric",
        "unit",
        "mean",
        "low (95 %)",
        "high (95 %)",
        "replications",
        "settles",
    ]
    body = []
    for row in result.rows():
        if not metric_of(row["metric"]).group:
            continue
        point = [number(value, 12) for value in row["point"].values()] or ["the given values"]
        values = [number(row[name], 7) for name in ("mean", "low", "high")]
        settles = "yes" if row["settles"] else "no"
        body.append([row["policy"], *point, row["metric"], row["unit"], *values, row["replications"], settles])
    caption = f"Every metric of every point and policy; the downloads have all details.{percentages(result)}"
    return DataTable(caption, head, body)


def percentages(result: Result) -> str:
    """What a table of means says of percentages in sentences beside it, which need not be those of its numbers."""
    if len(result.scenario.policies) < 2 or not result.scenario.is_random:
        return ""
    return " Percentages in sentences compare replication by replication: they are not those of these means."
