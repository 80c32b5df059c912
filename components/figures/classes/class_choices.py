"""How many of a class have chosen which answer: a bar each, named by its letter."""

from collections.abc import Sequence

import plotly.graph_objects as go

from components.looks.theme import ACCENT, FAINT, INK, template
from components.looks.tokens import TYPE

LETTERS = "ABCDEF"
BARS = {"light": ACCENT, "dark": "#56B4E9"}


def draw_choices(counts: Sequence[int], right: int | None, scheme: str) -> go.Figure:
    """The bars, from the first choice down; the *right* one, once it may be seen, has a mark, others are faint."""
    names = [f"✓ {letter}" if n == right else letter for n, letter in enumerate(LETTERS[: len(counts)])]
    colors = [BARS[scheme] if right is None or n == right else FAINT[scheme] for n in range(len(counts))]
    figure = go.Figure(
        go.Bar(
            x=list(counts),
            y=names,
            orientation="h",
            marker={"color": colors, "line": {"color": INK[scheme], "width": 1}},
            text=[str(count) for count in counts],
            textposition="outside",
            textfont={"size": TYPE["md"]},
            cliponaxis=False,
            hovertemplate="%{y}: %{x} students<extra></extra>",
        )
    )
    figure.update_layout(template=template(scheme), bargap=0.3, margin={"t": 8})
    figure.update_xaxes(title="Students", range=[0, 1.12 * max(5, *counts)], tickformat="d", nticks=6)
    figure.update_yaxes(autorange="reversed", tickfont={"size": TYPE["lg"]})
    return figure
