"""One look: colours and markers of the policies, colours of jobs and states, and the two plotly templates."""

import plotly.graph_objects as go
import plotly.io as pio

from components.looks.coscheduling import COSCHEDULING_LOOKS
from components.looks.look import Looks
from components.looks.master_worker import MASTER_WORKER_LOOKS
from components.looks.parallel_jobs import PARALLEL_JOBS_LOOKS
from components.looks.synchronous_iterative import SYNCHRONOUS_ITERATIVE_LOOKS
from components.looks.tokens import COLORS, FONT, TYPE

LOOKS = Looks(
    {
        **PARALLEL_JOBS_LOOKS,
        **COSCHEDULING_LOOKS,
        **SYNCHRONOUS_ITERATIVE_LOOKS,
        **MASTER_WORKER_LOOKS,
    }
)
"""How each policy is drawn, by its name: one color and marker everywhere."""

JOB_COLORS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#D55E00", "#56B4E9", "#8C6D31", "#7A5195")
"""Colours of jobs in schedules, repeated by job number, so that neighbours always differ."""

KINDS = {"arrival": "#0072B2", "end": "#6B6B6B", "upgrade": "#009E73", "migration": "#D55E00", "machine": "#8C3D79"}
"""Hues of the events in the mapping-state diagram."""

KINDS_DARK = {
    "arrival": "#56B4E9",
    "end": "#B0B0B0",
    "upgrade": "#2CC295",
    "migration": "#FF8A4C",
    "machine": "#E79AC6",
}

ACCENT = COLORS["light"]["accent"]
BAND_OPACITY = 0.15

MARGIN = {"l": 72, "r": 24, "t": 20, "b": 60}
"""px around a picture: what numbers and titles of two axes need; `t` is 52 below one row of keys. With less plotly
draws it, makes room, and draws it again."""

PAPER, INK, GRID, FAINT = (
    {scheme: COLORS[scheme][name] for scheme in COLORS} for name in ("paper", "ink", "grid", "faint")
)


def _template(scheme: str) -> go.layout.Template:
    axis = {
        "gridcolor": GRID[scheme],
        "linecolor": FAINT[scheme],
        "zerolinecolor": GRID[scheme],
        "ticks": "outside",
        "tickcolor": FAINT[scheme],
        "title": {"standoff": 10, "font": {"size": TYPE["md"]}},
        "automargin": True,
    }
    return go.layout.Template(
        layout={
            "font": {"family": FONT, "size": TYPE["sm"], "color": INK[scheme]},
            "paper_bgcolor": PAPER[scheme],
            "plot_bgcolor": PAPER[scheme],
            "xaxis": axis,
            "yaxis": axis,
            "margin": MARGIN,
            "uniformtext": {"minsize": TYPE["xs"], "mode": "hide"},  # in bars: none that nobody can read
            "hoverlabel": {"font": {"family": FONT, "size": TYPE["xs"]}},
            "legend": {"orientation": "h", "y": 1.02, "yanchor": "bottom", "x": 0, "bgcolor": "rgba(0,0,0,0)"},
            "separators": ".\u2009",  # thin spaces in thousands
        },
        data={"scatter": [{"cliponaxis": False}]},  # marks that lie on an axis are whole; those beyond it are not drawn
    )


for _scheme in ("light", "dark"):
    pio.templates[f"corral-{_scheme}"] = _template(_scheme)


def template(scheme: str) -> str:
    """Name of the plotly template for "light" or "dark"."""
    return "corral-dark" if scheme == "dark" else "corral-light"


def tint(color: str, opacity: float) -> str:
    """*color* (#rrggbb) as rgba with *opacity*."""
    red, green, blue = (int(color[n : n + 2], 16) for n in (1, 3, 5))
    return f"rgba({red},{green},{blue},{opacity})"
