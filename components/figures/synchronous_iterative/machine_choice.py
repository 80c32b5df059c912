"""The choice of machines of a trace, marked in pictures and read from it."""

from itertools import groupby
from math import log10

import plotly.graph_objects as go

from components.looks.theme import FAINT, INK, LOOKS, PAPER, tint
from components.looks.tokens import TYPE
from components.words.policy_names import policy_name
from engine.synchronous_iterative.replay.tree import Steps, Trace


def x_over_c(trace: Trace) -> float:
    """The present cost of waiting, x/c: what the total cost has beyond the machines, per second of run time."""
    chosen = trace["chosen"]
    return float((chosen["total_cost"] - chosen["machine_cost"]) / chosen["run_time"])


def bound_axis(trace: Trace) -> str:
    """Which quantity the bound is one of: "run_time", "machine_cost", or "" if there is no bound."""
    chosen = trace["chosen"]
    if chosen["bound"] is None:
        return ""
    return "run_time" if "run time" in chosen["words"] else "machine_cost"


def step_at(steps: Steps, price: float) -> int:
    """Number of the step of a staircase at x/c = *price*; at a breakpoint the one before it."""
    return max(0, sum(since < price for since in steps["since"]) - 1)


def add_choice(figure: go.Figure, trace: Trace, x: float, y: float, scheme: str, hover: str) -> None:
    """The mark of what the policy of the trace chooses, larger than all others."""
    look = LOOKS[trace["policy"]]
    figure.add_scatter(
        x=[x],
        y=[y],
        mode="markers",
        name="chosen",
        marker={
            "symbol": look.symbol,
            "size": 16,
            "color": look.on(scheme),
            "line": {"width": 2, "color": PAPER[scheme]},
        },
        hovertemplate=f"{hover}<extra>{policy_name(trace['policy'])}</extra>",
    )


def add_line(
    figure: go.Figure, where: float, scheme: str, words: str, is_level: bool = False, is_late: bool = False
) -> None:
    """A dotted line at a value of x, or of y, with a few words at its end; the axes are those that will be drawn.

    The words stand to the right of an upright line, or to the left of one that is_late, for which there is room.
    """
    axis = "y" if is_level else "x"
    line = {"color": INK[scheme], "width": 1.5, "dash": "dot"}
    (figure.add_hline if is_level else figure.add_vline)(**{axis: where}, line=line)
    is_log = (figure.layout.yaxis if is_level else figure.layout.xaxis).type == "log"
    place = {axis: log10(where) if is_log else where}  # an annotation wants the exponent, a shape does not
    side = "right" if is_level or is_late else "left"
    end = {"xref": "paper", "x": 1, "xanchor": side} if is_level else {"yref": "paper", "y": 1, "xanchor": side}
    figure.add_annotation(
        text=words,
        font={"size": TYPE["xs"]},
        bgcolor=PAPER[scheme],
        showarrow=False,
        yanchor="bottom" if is_level else "top",
        **place,
        **end,
    )


def shade_warnings(figure: go.Figure, processors: list[int], warning: list[bool], scheme: str) -> None:
    """Grey behind the numbers of machines where the two factors differ by more than 10 %."""
    if not any(warning):
        return
    color = tint(FAINT[scheme], 0.35)
    for is_warned, run in groupby(range(len(processors)), key=lambda n: warning[n]):
        places = list(run)
        if is_warned:
            edges = _edge(processors, places[0], -1), _edge(processors, places[-1], 1)
            figure.add_vrect(x0=edges[0], x1=edges[1], fillcolor=color, line_width=0, layer="below")
    marker = {"symbol": "square", "size": 14, "color": color}
    figure.add_scatter(x=[None], y=[None], mode="markers", marker=marker, name="over 10 % apart")


def _edge(processors: list[int], n: int, side: int) -> float:
    """Half way to the neighbor of number *n*."""
    neighbor = n + side
    if 0 <= neighbor < len(processors):
        return (processors[n] + processors[neighbor]) / 2
    return processors[n] + side / 2
