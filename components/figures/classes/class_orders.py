"""The orders that a class has predicted: how often each entry was put at each place."""

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from components.figures.common.wrapped import wrapped
from components.looks.theme import ACCENT, INK, PAPER, template
from components.looks.tokens import TYPE

DEEPEST = {"light": ACCENT, "dark": "#56B4E9"}
SHARE = 0.5
"""How much of the deepest color a cell has that everybody chose; text in it stays readable."""


def counts_of(orders: Sequence[Sequence[float]], entries: int) -> np.ndarray:
    """How often each entry was put at each place, int (entries, places)."""
    counts = np.zeros((entries, entries), dtype=int)
    for order in orders:
        for place, entry in enumerate(order):
            counts[int(entry), place] += 1
    return counts


def draw_orders(
    labels: Sequence[str], orders: Sequence[Sequence[float]], first: str, order: list[int], scheme: str
) -> go.Figure:
    """A cell for each entry and place, with its number.

    Parameters
    ----------
    first : words for the first place
    order : the entries as they were measured, first to last; empty while that is hidden
    """
    counts = counts_of(orders, len(labels))
    rows = order or list(range(len(labels)))
    names = [f"{n + 1}. {labels[entry]}" if order else labels[entry] for n, entry in enumerate(rows)]
    columns = [str(n + 1) for n in range(len(labels))]
    figure = go.Figure(
        go.Heatmap(
            z=counts[rows] / max(1, len(orders)),
            x=columns,
            y=list(range(len(rows))),
            text=counts[rows].astype(str),
            texttemplate="%{text}",
            textfont={"size": TYPE["lg"], "color": INK[scheme]},
            colorscale=[[0, PAPER[scheme]], [1, _mixed(PAPER[scheme], DEEPEST[scheme])]],
            zmin=0,
            zmax=1,
            showscale=False,
            xgap=3,
            ygap=3,
            customdata=[[labels[entry]] * len(labels) for entry in rows],
            hovertemplate="%{customdata} at place %{x}: %{text} students<extra></extra>",
        )
    )
    for n in range(len(order)):
        figure.add_shape(
            type="rect",
            x0=n - 0.47,
            x1=n + 0.47,
            y0=n - 0.47,
            y1=n + 0.47,
            line={"color": INK[scheme], "width": 3},
        )
    figure.update_layout(template=template(scheme), margin={"t": 8, "l": 8})
    figure.update_xaxes(title=f"Place (1 is {first})", type="category", showgrid=False)
    figure.update_yaxes(
        tickvals=list(range(len(rows))),
        ticktext=[wrapped(name, 20) for name in names],
        autorange="reversed",
        showgrid=False,
    )
    return figure


def _mixed(paper: str, color: str) -> str:
    parts = [round((1 - SHARE) * int(paper[n : n + 2], 16) + SHARE * int(color[n : n + 2], 16)) for n in (1, 3, 5)]
    return f"rgb({parts[0]},{parts[1]},{parts[2]})"
