"""Table 2 beside what is measured: how many workers meet the target efficiency, and where the rule takes too many."""

from typing import Any, NamedTuple

import numpy as np
import plotly.graph_objects as go

from components.figures.common.policy_lines import policy_line
from components.figures.result.published_marks import SIZE
from components.looks.theme import INK, template, tint
from components.looks.tokens import TYPE
from engine.master_worker.papers.table_2 import FACTORS, PERCENT, percent_of_tasks
from engine.results.result import Result

FACTOR = "application.workload_factor"

TOO_MANY, TOO_FEW = ("#C8361A", "#FF7A52", "/"), ("#007A5A", "#2CC295", ".")
"""Light, dark and pattern of the region in which the rule takes more workers than meet the target, and fewer."""

REGION = 0.3
"""Opacity of these regions."""


class Row(NamedTuple):
    """A row of the table at one point.

    Attributes
    ----------
    factor : workload factor, %
    published : workers, % of the tasks; None where the paper has no column, but the rule a value between two
    rule : workers that the rule takes, % of the tasks
    point : number of the point in the result
    """

    factor: float
    published: float | None
    rule: float
    point: int


def rows_of(result: Result, point: int) -> list[Row]:
    """The points that differ from *point* in the workload factor only, in ascending order."""
    here = {path: value for path, value in result.points[point].items() if path != FACTOR}
    largest = _largest(result)
    found = []
    for n, values in enumerate(result.points):
        if FACTOR in values and {path: value for path, value in values.items() if path != FACTOR} == here:
            factor = values[FACTOR]
            column = np.flatnonzero(np.isclose(FACTORS, factor))
            published = float(PERCENT[largest][column[0]]) if len(column) and factor >= FACTORS[1] else None
            found.append(Row(factor, published, percent_of_tasks(factor, largest), n))
    return sorted(found)


def _largest(result: Result) -> str:
    scenario: Any = result.scenario
    return str(scenario.application.largest)


def measured_percent(result: Result, rows: list[Row], policy: str) -> tuple[list[float], list[float]]:
    """Most workers with the target efficiency, % of the tasks, and half-widths; NaN where nothing is known."""
    found = [result.estimate(row.point, policy, "target_workers").times(100) for row in rows]
    half = [0.0 if one.half_width != one.half_width else one.half_width for one in found]
    return [one.mean if one.replications else float("nan") for one in found], half


def draw_table_2(result: Result, point: int, scheme: str) -> go.Figure:
    """The rule with the published values as hollow markers; a line for each policy; between them what is amiss."""
    rows = rows_of(result, point)
    factors = [row.factor for row in rows]
    figure = go.Figure()
    if rows and "target_workers" in result.names:
        first = result.scenario.policies[0]
        _add_regions(figure, rows, measured_percent(result, rows, first)[0], first, scheme)
        for policy in result.scenario.policies:
            figure.add_traces(policy_line(policy, factors, *measured_percent(result, rows, policy), scheme, unit=" %"))
    figure.add_scatter(
        x=factors,
        y=[row.rule for row in rows],
        mode="lines",
        name="rule of table 2",
        line={"color": INK[scheme], "dash": "dot", "width": 2},
        hovertemplate="%{y:.4g} %",
    )
    printed = [row for row in rows if row.published is not None]
    figure.add_scatter(
        x=[row.factor for row in printed],
        y=[row.published for row in printed],
        mode="markers",
        name="published",
        marker={"symbol": "circle-open", "size": SIZE, "color": INK[scheme], "line": {"width": 2}},
        hovertemplate="%{y:.4g} %",
    )
    figure.update_layout(
        template=template(scheme),
        hovermode="x unified",
        legend_font_size=TYPE["xs"],
        margin={"t": 52},
    )
    if FACTOR in result.points[point] and len(rows) > 1:
        line = {"color": INK[scheme], "width": 1, "dash": "dash"}
        figure.add_vline(x=result.points[point][FACTOR], line=line, opacity=0.45, layer="below")
    figure.update_xaxes(title="Workload factor (%)")
    figure.update_yaxes(title="Workers (% of tasks)", rangemode="tozero")
    return figure


def _add_regions(figure: go.Figure, rows: list[Row], measured: list[float], policy: str, scheme: str) -> None:
    """Between the rule and what is measured of *policy*, above and below."""
    if len(rows) < 2 or any(one != one for one in measured):
        return
    factors = [row.factor for row in rows]
    at = np.union1d(np.linspace(factors[0], factors[-1], 241), factors)
    need, rule = np.interp(at, factors, measured), np.interp(at, factors, [row.rule for row in rows])
    for name, edge, (light, dark, pattern) in (
        ("the rule takes too many", np.maximum(rule, need), TOO_MANY),
        ("the rule takes too few", np.minimum(rule, need), TOO_FEW),
    ):
        if np.allclose(edge, need):
            continue
        color = tint(dark if scheme == "dark" else light, REGION)
        figure.add_scatter(
            x=[*at, *at[::-1]],
            y=[*edge, *need[::-1]],
            mode="lines",
            line={"width": 0},
            fill="toself",
            fillcolor=color,
            fillpattern={"shape": pattern, "fgcolor": color, "fillmode": "overlay", "size": 8, "solidity": 0.25},
            name=f"{name} for {policy}",
            hoverinfo="skip",
        )
