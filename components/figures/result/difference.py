"""How far B, and others, are from A over what is varied, in percent of A or in the unit of the metric: below zero is
less with B; hollow where no difference is shown."""

from math import isnan
from typing import NamedTuple

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from components.figures.result.panels import Panel
from components.looks.theme import INK, LOOKS, template
from components.looks.tokens import TYPE
from components.words.policy_names import policy_name
from components.words.units import Unit, unit_for
from components.words.verdicts.gaps import gap_shown, gap_unit, gap_words
from engine.results.contrast import Contrast


def draw_difference(
    found: list[Contrast],
    metric: str,
    panel: Panel,
    words: tuple[str, str],
    scheme: str,
    other: str = "B",
    unit: Unit | None = None,
) -> go.Figure:
    """The intervals of all policies; *words* are what less and more are called, "shorter" and "longer", *other* is
    what is compared with A, and *unit* the one of the axis, if it is to suit more than these differences."""
    figure = go.Figure()
    unit = unit or unit_of(found, metric)
    title = title_of(unit, all(one.is_relative for one in found), other)
    for policy in dict.fromkeys(contrast.policy for contrast in found):
        _add_policy(figure, policy, [one for one in found if one.policy == policy], metric, unit, panel, scheme)
    figure.add_hline(y=0, line={"color": INK[scheme], "width": 1.5})
    small = TYPE["xs"]
    sides = f"← {words[0]} with {other}    {words[1]} with {other} →"
    figure.update_layout(
        template=template(scheme),
        hovermode="x unified",
        showlegend=True,
        xaxis_title=panel.title,
        yaxis_title=f'{title}<br><span style="font-size: {small}px">{sides}</span>',
        margin={"l": 84, "r": 24, "t": 20, "b": 60},
    )
    figure.update_yaxes(range=_range(found, metric, unit))
    figure.update_yaxes(zeroline=False, exponentformat="none", separatethousands=True)
    if not panel.has_sweep:
        figure.update_xaxes(type="category")
    return figure


def unit_of(found: list[Contrast], metric: str) -> Unit:
    """In what differences on one axis are told: the largest as people think of it."""
    sizes = [abs(gap_shown(one.size, metric, one.is_relative).mean) for one in found]
    largest = max((size for size in sizes if not isnan(size)), default=0.0)
    return unit_for(gap_unit(metric, all(one.is_relative for one in found)), largest)


def units_of(sides: list[list[Contrast]], metric: str) -> list[Unit]:
    """The same for the differences of several sides: one for all, where they are of one kind."""
    kinds = {all(gap.is_relative for gap in found) for found in sides if found}
    every = [gap for found in sides for gap in found]
    return [unit_of(every if len(kinds) == 1 else found, metric) for found in sides]


def title_of(unit: Unit, is_relative: bool, other: str = "B") -> str:
    """What is on the axis."""
    return f"{other} {'relative to' if is_relative else 'minus'} A{f' ({unit.name})' if unit.name else ''}"


class Compared(NamedTuple):
    """A side beside A: what it is called, its differences, and what stands on their x axis."""

    other: str
    found: list[Contrast]
    panel: Panel


def draw_differences(all_found: list[Compared], metric: str, words: tuple[str, str], scheme: str) -> go.Figure:
    """A panel for each side that is compared with A; those of one kind share their y axis."""
    shown = [one for one in all_found if one.found] or all_found[:1]
    kinds = {all(gap.is_relative for gap in one.found) for one in shown}
    every = [gap for one in shown for gap in one.found]
    units = units_of([one.found for one in shown], metric)
    figures = [
        draw_difference(one.found, metric, one.panel, words, scheme, one.other, unit)
        for one, unit in zip(shown, units, strict=True)
    ]
    if len(figures) == 1:
        return figures[0]
    whole = make_subplots(cols=len(shown), shared_yaxes=len(kinds) == 1, horizontal_spacing=0.04)
    named: set[str] = set()
    for column, (one, figure) in enumerate(zip(shown, figures, strict=True), start=1):
        for trace in figure.data:
            whole.add_trace(trace.update(legendgroup=trace.name, showlegend=trace.name not in named), row=1, col=column)
            named.add(trace.name)
        whole.add_hline(y=0, line={"color": INK[scheme], "width": 1.5}, row=1, col=column)
        over = title_of(units[column - 1], all(gap.is_relative for gap in one.found), one.other)
        title = {"text": "<br>".join(filter(None, (one.panel.title, f"<b>{over}</b>")))}
        whole.update_xaxes(title=title, type=figure.layout.xaxis.type, row=1, col=column)
        whole.update_yaxes(range=_range(one.found, metric, units[column - 1]), row=1, col=column)
    if len(kinds) == 1:
        whole.update_yaxes(range=_range(every, metric, units[0]))
    whole.update_layout(template=template(scheme), hovermode="x unified", margin={"l": 84, "r": 24, "t": 20, "b": 72})
    whole.update_yaxes(title=f"← {words[0]}    {words[1]} →", col=1)
    whole.update_yaxes(zeroline=False, exponentformat="none", separatethousands=True)
    return whole


def _add_policy(
    figure: go.Figure, policy: str, found: list[Contrast], metric: str, unit: Unit, panel: Panel, scheme: str
) -> None:
    look = LOOKS[policy]
    color = look.on(scheme)
    path = next(iter(panel.paths.values()))
    sizes = [gap_shown(one.size, metric, one.is_relative).times(unit.factor) for one in found]
    figure.add_scatter(
        x=[panel.factor * one.match.values[path] if panel.has_sweep else policy_name(policy) for one in found],
        y=[size.mean for size in sizes],
        error_y={
            "type": "data",
            "array": [0 if isnan(size.low) else size.high - size.mean for size in sizes],
            "arrayminus": [0 if isnan(size.low) else size.mean - size.low for size in sizes],
            "thickness": 2,
            "width": 6,
        },
        mode="lines+markers" if len(found) > 1 else "markers",
        name=policy_name(policy),
        line={"color": color, "dash": "dot", "width": 1.5},
        marker={
            "color": color,
            "size": 10,
            "symbol": [look.symbol if one.shown else look.hollow for one in found],
            "line": {"width": 2, "color": color},
        },
        customdata=[
            [
                gap_words(one.size, metric, one.is_relative, signed=True),
                "" if one.shown else ", not shown",
            ]
            for one in found
        ],
        hovertemplate="%{customdata[0]}%{customdata[1]}",
    )


def _range(found: list[Contrast], metric: str, unit: Unit) -> list[float]:
    """Every interval and zero, with air on both sides."""
    shown = [gap_shown(one.size, metric, one.is_relative).times(unit.factor) for one in found]
    ends = [end for size in shown for end in size[:3] if not isnan(end)]
    low, high = min([0.0, *ends]), max([0.0, *ends])
    air = 0.12 * (high - low) or 1.0
    return [low - air, high + air]
