"""What a choice of machines costs: the surface over P and x/c, and the front of run time against cost of machines."""

from typing import Any

import plotly.graph_objects as go

from components.figures.common.asked_for import asked_for
from components.figures.synchronous_iterative.eta_curves import ORDER
from components.figures.synchronous_iterative.machine_choice import add_choice, add_line, bound_axis, x_over_c
from components.looks.theme import INK, PAPER, template
from components.words.wording import number
from engine.synchronous_iterative.replay.tree import Trace

HIGHEST = 100.0
"""Percent above the least cost at which the colors end."""

WIDE = 30.0
"""From this ratio of the largest to the smallest value on an axis is logarithmic."""


def above_least(trace: Trace) -> list[list[float]]:
    """How far the cost of each number of machines is above the least at each x/c, %; a list for each x/c."""
    return [[100 * (one / min(row) - 1) for one in row] for row in asked_for(trace["surface"])["total_cost"]]


def draw_cost_surface(trace: Trace, scheme: str) -> go.Figure:
    """How much dearer than the best each number of machines is at each x/c, with the best as a line of steps."""
    surface, figure = asked_for(trace["surface"]), go.Figure()
    percent = list(map(list, zip(*above_least(trace), strict=True)))  # a row for each number of machines
    cost = list(map(list, zip(*surface["total_cost"], strict=True)))
    figure.add_heatmap(
        x=surface["x_over_c"],
        y=surface["processors"],
        z=percent,
        zmin=0,
        zmax=HIGHEST,
        colorscale="Cividis_r" if scheme == "light" else "Cividis",
        colorbar={
            "title": {"text": "Cost above the least (%)", "side": "right"},
            "tickvals": [0, 25, 50, 75, 100],
            "ticktext": ["0", "25", "50", "75", "100 +"],
            "thickness": 12,
        },
        customdata=cost,
        hovertemplate="%{y} machines at x/c = %{x:.3~g}: %{customdata:.4~g} machine seconds, %{z:.3~g} % above the "
        "least<extra></extra>",
    )
    end = surface["x_over_c"][-1]
    steps = asked_for(trace["staircases"])["Prefix Scan"]
    shown = [n for n, since in enumerate(steps["since"]) if since <= end]
    line: dict[str, Any] = {
        "x": [*(steps["since"][n] for n in shown), end],
        "y": [*(steps["processors"][n] for n in shown), steps["processors"][shown[-1]]],
        "mode": "lines",
    }
    figure.add_scatter(
        **line, line={"shape": "hv", "width": 5, "color": PAPER[scheme]}, showlegend=False, hoverinfo="skip"
    )
    figure.add_scatter(
        **line, line={"shape": "hv", "width": 2.5, "color": INK[scheme]}, name="least cost", hoverinfo="skip"
    )
    present, chosen = x_over_c(trace), trace["chosen"]
    hover = f"{chosen['processors']} machines: {number(chosen['total_cost'])} machine seconds"
    add_choice(figure, trace, present, chosen["processors"], scheme, hover)
    figure.update_layout(template=template(scheme), margin={"l": 64, "r": 88, "t": 48, "b": 56})
    figure.update_xaxes(title="Cost of waiting x/c", range=[0, end], showgrid=False)
    figure.update_yaxes(title=ORDER, tickformat="d", showgrid=False)
    return figure


def draw_pareto_front(trace: Trace, scheme: str) -> go.Figure:
    """Run time against cost of machines of the sets that no other beats in both; filled if some x/c chooses them."""
    front, chosen, figure = asked_for(trace["front"]), trace["chosen"], go.Figure()
    ink = INK[scheme]
    figure.add_scatter(
        x=front["run_time"],
        y=front["machine_cost"],
        mode="lines",
        line={"shape": "vh", "width": 1, "color": ink, "dash": "dot"},
        showlegend=False,
        hoverinfo="skip",
    )
    for is_convex, name, symbol in ((True, "best at some x/c", "circle"), (False, "at none", "circle-open")):
        rows = [n for n, convex in enumerate(front["convex"]) if convex == is_convex]
        if rows:
            figure.add_scatter(
                x=[front["run_time"][n] for n in rows],
                y=[front["machine_cost"][n] for n in rows],
                mode="markers",
                name=name,
                marker={"symbol": symbol, "size": 9, "color": ink, "line": {"width": 1.5, "color": ink}},
                customdata=[front["processors"][n] for n in rows],
                hovertemplate="%{customdata} machines: %{x:.4~g} s, %{y:.4~g} machine seconds<extra></extra>",
            )
    hover = f"{chosen['processors']} machines: {number(chosen['run_time'])} s, {number(chosen['machine_cost'])}"
    add_choice(figure, trace, chosen["run_time"], chosen["machine_cost"], scheme, f"{hover} machine seconds")
    xs = [*front["run_time"], chosen["run_time"]]
    ys = [*front["machine_cost"], chosen["machine_cost"]]
    bound, axis = chosen["bound"], bound_axis(trace)
    if bound is not None:
        (xs if axis == "run_time" else ys).append(bound)
    figure.update_xaxes(title="Run time (s)", **_axis(xs))
    figure.update_yaxes(title="Machine cost (machine seconds)", **_axis(ys))
    if bound is not None:
        add_line(figure, bound, scheme, f"bound {number(bound)}", is_level=axis == "machine_cost")
    figure.update_layout(template=template(scheme), hovermode="closest", margin={"l": 80, "r": 24, "t": 52, "b": 60})
    return figure


def _axis(values: list[float]) -> dict[str, Any]:
    is_log = min(values) > 0 and max(values) > WIDE * min(values)
    numbers = {"exponentformat": "none", "separatethousands": True}
    return numbers | ({"type": "log", "dtick": "D2"} if is_log else {"rangemode": "tozero"})
