"""Node timelines of a few jobs under several policies, on one axis of time each, to be held against each other."""

from collections.abc import Sequence

import plotly.graph_objects as go

from components.figures.common.window import per_second
from components.figures.coscheduling.node_timeline import draw_node_timeline
from engine.coscheduling.replay.tree import Trace

MARGIN = 0.02
"""Part of the axis of time that is left free behind the last end."""


def draw_beside(traces: Sequence[Trace], scheme: str) -> list[go.Figure]:
    """A figure for each trace; all axes end where the longest run does, and count in its unit."""
    longest = max(traces, key=lambda trace: trace["end"])
    figures = []
    for trace in traces:
        # The window of a shorter run ends with it, and its axis would end there, and might count in milliseconds.
        window = {**trace["window"], "since": 0.0, "until": longest["end"]}
        figure = draw_node_timeline({**trace, "window": window}, scheme)  # type: ignore[typeddict-item]
        until = longest["end"] * per_second(longest)
        figure.update_xaxes(range=[0.0, until * (1 + MARGIN)])
        figures.append(figure)
    return figures
