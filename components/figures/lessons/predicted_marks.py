"""How a prediction and what was measured are drawn, whatever was asked: hollow is predicted, filled is measured."""

import plotly.graph_objects as go

from components.looks.theme import template
from components.looks.tokens import COLORS
from components.words.wording import capital

YOURS, MEASURED = "your prediction", "measured"
PREDICTED_COLOR = {scheme: colors["predicted"] for scheme, colors in COLORS.items()}
"""As the form in which it is drawn has it."""

MEASURED_COLOR = {"light": "#0072B2", "dark": "#56B4E9"}


def add_measured(
    figure: go.Figure,
    xs: list[float],
    ys: list[int],
    halves: list[float],
    words: list[str],
    unit: str,
    scheme: str,
) -> None:
    """Points at *xs* and *ys* with intervals of half-widths *halves* along x, and *words* to be read on hover."""
    color = MEASURED_COLOR[scheme]
    figure.add_scatter(
        x=xs,
        y=ys,
        mode="markers",
        name=MEASURED,
        error_x={"type": "data", "array": halves, "color": color, "thickness": 3, "width": 10},
        marker={"symbol": "circle", "size": 14, "color": color},
        customdata=words,
        hovertemplate=f"{MEASURED}: %{{customdata}} {unit}<extra></extra>",
    )


def finish(figure: go.Figure, title: str, unit: str, scheme: str) -> None:
    """The axis along which numbers are compared: its *title* with the *unit*."""
    words = f"{title} ({unit})" if unit else title
    figure.update_layout(template=template(scheme), xaxis_title=capital(words))
    figure.update_xaxes(exponentformat="none", separatethousands=True)
