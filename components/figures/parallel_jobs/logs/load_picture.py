"""Load and performance: how many jobs came after how much load, and how much longer than alone they took."""

from math import exp, log
from typing import Any

import plotly.graph_objects as go

from components.figures.parallel_jobs.logs.whom_pictures import MOST, Whom, finish, maps, name_outer_axes, place
from components.looks.theme import INK, PAPER
from components.words.wording import number
from engine.parallel_jobs.analyses.for_whom import LEVEL, STEP

SLOWDOWNS = (1, 10, 100, 1_000, 10_000, 100_000)
SHARES = (0.01, 0.1, 1, 10, 100)
"""Of all jobs in a cell (%): from one to the next color goes the same way, for most jobs are in few cells."""

LEAST = 0.01


def draw_loads(whom: Whom, scheme: str) -> go.Figure:
    """A map for each policy; color is the share of all jobs in a cell, the line the mean at each load."""
    policies = list(whom["policies"])[:MOST]
    figure = maps(policies)
    for n, policy in enumerate(policies):
        found = whom["policies"][policy]["loads"]
        loads = [100 * (low + STEP / 2) for low in found["load"]]
        levels = [low + LEVEL / 2 for low in found["level"]]
        jobs = sum(map(sum, found["jobs"]))
        figure.add_heatmap(
            x=loads,
            y=levels,
            z=[[log(max(LEAST, 100 * count / jobs), 10) if count else None for count in row] for row in found["jobs"]],
            coloraxis="coloraxis",
            customdata=[
                [[_load(low), _slowdown(level), f"{count:,}", 100 * count / jobs] for low, count in _cells(found, row)]
                for row, level in enumerate(found["level"])
            ],
            hovertemplate="Load before %{customdata[0]}, bounded slowdown %{customdata[1]}: %{customdata[2]} jobs "
            "(%{customdata[3]:.2g} %)<extra></extra>",
            **place(n),
        )
        figure.add_scatter(
            x=loads,
            y=found["mean"],
            mode="lines+markers",
            line={"color": INK[scheme], "width": 1.5},
            marker={"color": PAPER[scheme], "size": 5, "line": {"color": INK[scheme], "width": 1}},
            connectgaps=True,
            name="Mean of the logarithms",
            showlegend=n == 0,
            customdata=[None if mean is None else number(exp(mean), 3) for mean in found["mean"]],
            hovertemplate="Mean at a load of %{x:.3g} %: bounded slowdown %{customdata}<extra></extra>",
            **place(n),
        )
    bar: dict[str, Any] = {
        "title": {"text": "Jobs in a cell (% of all)", "side": "top"},
        "tickvals": [log(share, 10) for share in SHARES],
        "ticktext": [f"{share:g}" for share in SHARES],
    }
    finish(figure, scheme, bar, cmin=log(LEAST, 10), cmax=2)
    legend = {"yref": "container", "y": 1, "yanchor": "top", "x": 0, "xanchor": "left"}
    figure.update_layout(margin={"l": 88, "t": 80, "b": 136}, legend=legend)  # above the names of the policies
    figure.update_xaxes(showgrid=False, rangemode="tozero", matches="x")
    figure.update_yaxes(
        showgrid=False,
        matches="y",
        tickvals=[log(one) for one in SLOWDOWNS],
        ticktext=[f"{one:,}" for one in SLOWDOWNS],
    )
    name_outer_axes(figure, len(policies), "Load before the arrival (%)", "Bounded slowdown")
    return figure


def _cells(found: dict[str, Any], row: int) -> list[tuple[float, int]]:
    return list(zip(found["load"], found["jobs"][row], strict=True))


def _load(low: float) -> str:
    return f"from {100 * low:.3g} %"


def _slowdown(level: float) -> str:
    return f"from {number(exp(level), 2)} to {number(exp(level + LEVEL), 2)}"
