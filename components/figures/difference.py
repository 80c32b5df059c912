"""How far B is from A, in percent of A, over what is varied: below zero is less with B; hollow where none is shown."""

from math import isnan

import plotly.graph_objects as go

from components.figures.panels import Panel
from components.theme import INK, LOOKS, template
from components.wording import number, with_uncertainty
from engine.contrast import Contrast

TITLE = "B relative to A (%)"


def draw_difference(found: list[Contrast], panel: Panel, words: tuple[str, str], scheme: str) -> go.Figure:
    """The intervals of all policies; *words* are what less and more are called, "shorter" and "longer"."""
    figure = go.Figure()
    for policy in dict.fromkeys(contrast.policy for contrast in found):
        _add_policy(figure, policy, [one for one in found if one.policy == policy], panel, scheme)
    figure.add_hline(y=0, line={"color": INK[scheme], "width": 1.5})
    figure.update_layout(
        template=template(scheme),
        hovermode="x unified",
        showlegend=True,
        xaxis_title=panel.title,
        yaxis_title=f'{TITLE}<br><span style="font-size: 12px">← {words[0]} with B    {words[1]} with B →</span>',
        margin={"l": 84, "r": 24, "t": 20, "b": 56},
    )
    figure.update_yaxes(range=_range(found), zeroline=False, exponentformat="none", separatethousands=True)
    if not panel.has_sweep:
        figure.update_xaxes(type="category")
    return figure


def _add_policy(figure: go.Figure, policy: str, found: list[Contrast], panel: Panel, scheme: str) -> None:
    look = LOOKS[policy]
    color = look.on(scheme)
    path = next(iter(panel.paths.values()))
    percents = [one.relative.times(100) for one in found]
    figure.add_scatter(
        x=[one.match.values[path] if panel.has_sweep else policy for one in found],
        y=[percent.mean for percent in percents],
        error_y={
            "type": "data",
            "array": [0 if isnan(percent.low) else percent.half_width for percent in percents],
            "thickness": 2,
            "width": 6,
        },
        mode="lines+markers" if len(found) > 1 else "markers",
        name=policy,
        line={"color": color, "dash": "dot", "width": 1.5},
        marker={
            "color": color,
            "size": 10,
            "symbol": [look.symbol if one.shown else look.hollow for one in found],
            "line": {"width": 2, "color": color},
        },
        customdata=[
            [with_uncertainty(percent), number(100 * one.level, 3), "shown" if one.shown else "no difference shown"]
            for one, percent in zip(found, percents, strict=True)
        ],
        hovertemplate="%{customdata[0]} % (%{customdata[1]} % interval, %{customdata[2]})",
    )


def _range(found: list[Contrast]) -> list[float]:
    """Every interval and zero, with air on both sides."""
    ends = [100 * end for one in found for end in one.relative[:3] if not isnan(end)]
    low, high = min([0.0, *ends]), max([0.0, *ends])
    air = 0.12 * (high - low) or 1.0
    return [low - air, high + air]
