"""A line per policy on its 95 % band, over something that is counted: of traces, which have no `Result`."""

from collections.abc import Sequence
from typing import Any

from components.figures.common.policy_band import policy_band
from components.looks.theme import LOOKS
from components.words.policy_names import policy_name

MOST_MARKERS = 12
"""On each line, so that the lines of two hundred numbers do not become rows of beads."""


def policy_line(
    policy: str,
    places: Sequence[float],
    mean: Sequence[float],
    half: Sequence[float],
    scheme: str,
    *,
    axis: str = "y",
    unit: str = "",
    in_legend: bool = True,
) -> list[dict[str, Any]]:
    """Band and line of *mean* with half-widths *half* at *places*, as plain traces: those are made ten times faster."""
    look = LOOKS[policy]
    color = look.on(scheme)
    low = [m - h for m, h in zip(mean, half, strict=True)]
    high = [m + h for m, h in zip(mean, half, strict=True)]
    band = policy_band(policy, [*places, *reversed(places)], [*high, *reversed(low)], color)
    line = {
        "type": "scatter",
        "name": policy_name(policy),
        "legendgroup": policy,
        "yaxis": axis,
        "x": list(places),
        "y": list(mean),
        "mode": "lines+markers",
        "showlegend": in_legend,
        "line": {"color": color, "dash": look.dash, "width": 2.5},
        "marker": {"color": color, "symbol": look.symbol, "size": 8, "maxdisplayed": MOST_MARKERS},
        "customdata": list(half),
        "hovertemplate": f"%{{y:.4g}} ± %{{customdata:.2g}}{unit}",
    }
    return [band | {"yaxis": axis}, line]
