"""Transitions between mapping states as a heat map: the same numbers as in the diagram, without crossing edges."""

import plotly.graph_objects as go

from components.figures.parallel_jobs.states.kept_states import Kept, kept_rows, short
from components.looks.theme import GRID, template
from components.looks.tokens import TYPE
from engine.parallel_jobs.replay.tree import Trace

SCALE = {
    "light": [[0, "#ffffff"], [0.001, "#d6e8f4"], [0.5, "#56A3D0"], [1, "#00416B"]],
    "dark": [[0, "#1b1d21"], [0.001, "#22384a"], [0.5, "#3F86B5"], [1, "#BFE3FA"]],
}
"""From the paper, for never, to the ink."""


def draw_matrix(trace: Trace, scheme: str) -> go.Figure:
    """Probability of each next state given the state; all states that are not shown are one row and one column.

    `layout.meta` is read by the player as that of the diagram: a state is on the diagonal, a transition in its cell.
    """
    kept = kept_rows(trace)
    shares, names = probabilities(trace, kept), names_of(kept)
    labels = [f"{n + 1}  {short(name)}" for n, name in enumerate(names)]
    size = len(names)
    figure = go.Figure()
    figure.add_heatmap(
        z=[[100 * share for share in row] for row in shares],
        colorscale=SCALE[scheme],
        zmin=0,
        zmax=100,
        xgap=1,
        ygap=1,
        customdata=[[f"{names[source]} → {names[target]}" for target in range(size)] for source in range(size)],
        hovertemplate="<b>%{customdata}</b><br>%{z:.1f} % of the events in this state<extra></extra>",
        colorbar={"title": {"text": "probability given the state (%)", "side": "right"}, "thickness": 12},
    )
    figure.add_scatter(
        x=[0],
        y=[0],
        mode="markers",
        marker={
            "size": 14,
            "symbol": "square-open",
            "color": "#D55E00" if scheme == "light" else "#FFD400",
            "line": {"width": 3},
        },
        hoverinfo="skip",
        name="now",
        showlegend=False,
    )
    figure.update_layout(
        template=template(scheme),
        meta={"token": 1, "x": list(range(size)), "y": list(range(size)), "edges": {}, "matrix": size},
        margin={"l": 72, "r": 8, "t": 12, "b": 60},
        plot_bgcolor=GRID[scheme],  # seen in the gaps between the cells
    )
    step = 1 if size <= 12 else 2
    figure.update_xaxes(
        title="To state (number of its row)",
        tickvals=list(range(0, size, step)),
        ticktext=[str(n + 1) for n in range(0, size, step)],
        tickangle=0,
        range=[-0.5, size - 0.5],
        showgrid=False,
    )
    figure.update_yaxes(
        title="From state",
        tickvals=list(range(size)),
        ticktext=labels,
        range=[size - 0.5, -0.5],
        showgrid=False,
        tickfont={"size": TYPE["xs"]},
    )
    return figure


def names_of(kept: Kept) -> list[str]:
    """Labels of the rows of the matrix."""
    return [state["label"] for state in kept.states] + (["all other states"] if kept.left_out else [])


def probabilities(trace: Trace, kept: Kept) -> list[list[float]]:
    """Probability of the next state (column) given the state (row), from 0 to 1."""
    size, rest = len(names_of(kept)), len(kept.states)
    times = [[0] * size for _ in range(size)]
    for transition in trace["transitions"]:
        times[min(transition["source"], rest)][min(transition["target"], rest)] += transition["count"]
    return [[count / (sum(row) or 1) for count in row] for row in times]
