"""The pictures of the comparison, what they say in a sentence, and their tables."""

from collections.abc import Callable
from typing import Any

import plotly.graph_objects as go

from components.controls.data_table import DataTable
from components.figures.result.difference import Compared, draw_differences, unit_of, units_of
from components.figures.result.overlay import draw_overlay
from components.figures.result.panels import xs_of
from components.pages.compare.sentences import kind_of, signed, unbroken
from components.pages.compare.view import Several, View
from components.words.policy_names import policy_name
from components.words.units import Unit
from components.words.verdicts.gaps import gap_shown, gap_words
from components.words.wording import MISSING, capital, metric_words, number, point_words, shown_metric, with_uncertainty
from engine.results.matching import matches
from engine.results.pairing import pairing
from engine.results.result import Result

VERDICTS = {
    "less": "B has less",
    "more": "B has more",
    "none": "no difference shown",
    "same": "exactly the same",
    "once": "one replication",
}


def create_overlay(shown: View | Several, scheme: str = "light", is_common: bool = False) -> go.Figure:
    """All studies in one picture."""
    return draw_overlay(shown.results, shown.metric, scheme, shown.slices, is_common)


def create_difference(view: View, scheme: str = "light") -> go.Figure:
    """The differences at the points that match."""
    return create_differences([view], scheme)


def create_differences(pairs: list[View], scheme: str = "light") -> go.Figure:
    """The differences of each pair, in a panel each."""
    found = [Compared(view.other, view.contrasts, view.difference_panel) for view in pairs]
    return draw_differences(found, pairs[0].metric, pairs[0].less_and_more, scheme)


def describe_overlay(view: View) -> str:
    """The values at a telling point, of both sides."""
    found = matches(view.a.scenario, view.b.scenario, view.slices)
    settled = [one.match for one in view.contrasts] or found
    if settled:
        telling = settled[len(settled) // 2]
        where = f" at {point_words(view.a.scenario, telling.values)}" if telling.values else ""
        parts = [_values(view, "A", telling.a), _values(view, view.other, telling.b)]
    else:
        where, parts = "", []
        for side, result in view.results.items():
            middle = len(result.points) // 2
            parts.append(f"{_values(view, side, middle)} at {point_words(result.scenario, result.points[middle])}")
    axis = shown_metric(view.metric, view.a, view.b).axis
    return unbroken(f"{capital(axis)}{where}: {'; '.join(parts)}.")


def _values(view: View, side: str, point: int) -> str:
    result = view.results[side]
    if result.cells_done == 0:
        return f"nothing is known about {side} yet"
    return f"with {side} " + ", ".join(
        f"{policy_name(policy)} {_value(view, result, point, policy)}" for policy in result.scenario.policies
    )


def _value(view: View, result: Result, point: int, policy: str) -> str:
    if not result.settles(point, policy):
        return "does not settle"
    scale = shown_metric(view.metric, view.a, view.b).scale
    return with_uncertainty(result.estimate(point, policy, view.metric), scale)


def describe_difference(view: View) -> str:
    """From where to where the difference of each policy goes."""
    if not view.contrasts:
        return (
            "There is nothing to subtract: at no point that matches is there a policy that settles with A and "
            f"{view.other}."
        )
    parts = []
    for policy in view.common:
        own = [one for one in view.contrasts if one.policy == policy]
        ends = dict.fromkeys(
            gap_words(one.size, view.metric, one.is_relative, signed=True) for one in own[:: max(1, len(own) - 1)]
        )
        if ends:
            parts.append(f"of {policy_name(policy)} {' to '.join(ends)}")
    how = "relative to A" if view.contrasts[0].is_relative else f"{view.other} minus A"
    return unbroken(
        f"Difference of {view.other}, {how}, from the first point compared to the last: {', '.join(parts)}."
    )


def describe_all(pairs: list[View], describe: Callable[[View], str]) -> str:
    """What is said of each pair."""
    return " ".join(describe(view) for view in pairs)


def table_of_overlay(shown: View | Several) -> DataTable:
    """A row for each policy and place, A beside the others."""
    rows: dict[tuple[str, float, str], dict[str, list[str]]] = {}
    results = shown.results
    told = shown_metric(shown.metric, *results.values())
    for panel in shown.panels:
        for side, path in panel.paths.items():
            result = results[side]
            for n, x in xs_of(result.scenario, path, shown.slices, panel.factor).items():
                is_shared = panel.has_sweep and len(shown.panels) == 1
                place = number(x, 6) if is_shared else point_words(result.scenario, result.points[n])
                for policy in result.scenario.policies:
                    found = result.estimate(n, policy, shown.metric)
                    value = with_uncertainty(found, told.scale)
                    settles = "yes" if result.settles(n, policy) else "no"
                    cells = [value, settles if found.replications else MISSING, str(found.replications)]
                    rows.setdefault((policy, x, place), {})[side] = cells
    none = [MISSING, MISSING, "0"]
    policies = [policy for result in results.values() for policy in result.scenario.policies]
    body: list[list[Any]] = [
        [policy, place, *(cell for side in results for cell in sides.get(side, none))]
        for (policy, _, place), sides in sorted(rows.items(), key=lambda row: (policies.index(row[0][0]), row[0][1]))
    ]
    head = ["policy", (shown.panels[0].title if len(shown.panels) == 1 else "") or "point"]
    for side in results:
        head += [f"{side}: {told.axis}, ± 95 %", f"{side} settles", f"{side}: replications"]
    return DataTable(f"{capital(told.axis)} of {', '.join(list(results)[:-1])} and {list(results)[-1]}.", head, body)


def table_of_all_differences(pairs: list[View]) -> DataTable:
    """The differences of each pair, with the name of the other side in front where there are several."""
    units = units_of([view.contrasts for view in pairs], pairs[0].metric)
    tables = [table_of_differences(view, unit) for view, unit in zip(pairs, units, strict=True)]
    if len(tables) == 1:
        return tables[0]
    body = []
    for view, unit, table in zip(pairs, units, tables, strict=True):
        body += [[f"{view.other}{f' ({unit.name})' if unit.name else ''}", *row] for row in table.body]
    head = ["with", "policy", "point", "difference from A", "low", "high", *tables[0].head[5:]]
    return DataTable(tables[0].caption, head, body)


def table_of_differences(view: View, unit: Unit | None = None) -> DataTable:
    """A row for each policy and matching point, in the *unit* of the picture: that of this pair alone unless given."""
    unit = unit or unit_of(view.contrasts, view.metric)
    how = "paired" if pairing(view.a.scenario, view.b.scenario).paired else "not paired (Welch)"
    body = []
    for one in view.contrasts:
        size = gap_shown(one.size, view.metric, one.is_relative).times(unit.factor)
        body.append(
            [
                one.policy,
                point_words(view.a.scenario, one.match.values),
                *(signed(text) for text in (with_uncertainty(size), number(size.low, 5), number(size.high, 5))),
                f"{number(100 * one.level, 4)} %",
                size.replications,
                how,
                VERDICTS[kind_of(one)].replace("B", view.other),
            ]
        )
    is_relative = all(one.is_relative for one in view.contrasts)
    in_unit = f" ({unit.name})" if unit.name else ""
    difference = f"difference of {view.other}, relative to A" if is_relative else f"difference, {view.other} minus A"
    head = ["policy", "point", f"{difference}{in_unit}", f"low{in_unit}", f"high{in_unit}", "interval level"]
    title = metric_words(view.metric).title
    return DataTable(f"Difference in {title}.", [*head, "replications", "how", "verdict"], body)
