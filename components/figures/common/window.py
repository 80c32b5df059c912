"""What the pictures of a window of time have in common: its axis, its unit, and the colors of the jobs in it."""

import plotly.graph_objects as go

from components.figures.common.job_colors import distinct_colors
from engine.coscheduling.replay.tree import Trace

SHORT = 1.0
"""Windows shorter than so many seconds have an axis in milliseconds."""


def per_second(trace: Trace) -> float:
    """Units of the axis of time in a second."""
    return 1000.0 if trace["window"]["until"] - trace["window"]["since"] < SHORT else 1.0


def to_tick(seconds: float, scale: float) -> float:
    """A time on an axis with *scale* units in a second, to the nanosecond.

    That is the tick of the simulation: nothing is lost, and a float that says more takes twice the bytes.
    """
    return round(seconds * scale, 9 if scale == 1 else 6)


def unit(trace: Trace) -> str:
    """The unit of the axis of time."""
    return "ms" if per_second(trace) > 1 else "s"


def put_time_axis(figure: go.Figure, trace: Trace) -> None:
    """The axis of time from end to end of the window."""
    scale, window = per_second(trace), trace["window"]
    figure.update_xaxes(
        title=f"Time ({unit(trace)})",
        range=[window["since"] * scale, window["until"] * scale],
        exponentformat="none",  # 13 350 ms, not 13.35k
        separatethousands=True,
    )


def colors_of(trace: Trace) -> dict[int, str]:
    """{job: color} of a trace of coscheduling."""
    jobs = trace["jobs"]
    return distinct_colors(dict(enumerate(jobs["start"])), dict(enumerate(jobs["end"])))
