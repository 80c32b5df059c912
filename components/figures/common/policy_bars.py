"""Bars side by side, one for each policy in its color, with their intervals; stripes tell them apart in print."""

from collections.abc import Sequence

import plotly.graph_objects as go

from components.figures.common.measured import half_width
from components.looks.theme import INK, LOOKS, PAPER, template
from components.words.policy_names import marked, policy_name
from engine.statistics.means import Estimate

PATTERNS = ("", "/", "x", ".", "-", "\\", "+", "|")


def draw_policy_bars(
    names: Sequence[str],
    found: dict[str, list[Estimate]],
    titles: tuple[str, str],
    scheme: str,
) -> go.Figure:
    """For each of *names* the estimates of every policy, {policy: one for each name}; *titles* of the two axes."""
    figure = go.Figure()
    for n, (policy, estimates) in enumerate(found.items()):
        color = LOOKS[policy].on(scheme)
        figure.add_bar(
            x=list(names),
            y=[one.mean for one in estimates],
            name=marked(policy),
            marker={
                "color": color,
                "pattern": {
                    "shape": PATTERNS[n % len(PATTERNS)],
                    "bgcolor": color,
                    "fgcolor": PAPER[scheme],
                    "size": 6,
                    "solidity": 0.25,
                },
            },
            error_y={
                "type": "data",
                "array": [half_width(one) for one in estimates],
                "color": INK[scheme],
                "thickness": 1.2,
                "width": 3,
            },
            hovertemplate=f"<b>{policy_name(policy)}</b>, %{{x}}: %{{y:.3g}}<extra></extra>",
        )
    figure.update_layout(template=template(scheme), barmode="group", bargap=0.25, margin={"t": 56})
    figure.update_xaxes(title=titles[0], type="category")
    figure.update_yaxes(title=titles[1], rangemode="tozero")
    return figure
