"""Some iterations of one run: machines over time, who computes how fast, who waits at the barrier, who was last."""

from typing import Any

import plotly.graph_objects as go

from components.figures.common.asked_for import asked_for
from components.looks.synchronous_iterative import OWNERS
from components.looks.theme import ACCENT, FAINT, INK, PAPER, template, tint
from components.looks.tokens import TYPE
from engine.synchronous_iterative.replay.tree import Timeline, Trace

HEIGHT, LANE = 0.6, 0.22
"""Of the bar of a machine and of the lane of background jobs below it; the distance to the next machine is 1."""

FAINTEST = 0.2
"""Opacity of a part of which next to nothing is computed; less could not be seen."""

MOST_JOBS = 4
"""Background jobs from which on their lane gets no darker."""


def draw_iterations(trace: Trace, scheme: str) -> go.Figure:
    """The machines of the choice from top to bottom, and a line for each barrier."""
    line, figure = asked_for(trace["timeline"]), go.Figure()
    accent = ACCENT if scheme == "light" else "#56B4E9"
    _add_legend(figure, accent, scheme)
    _add_computing(figure, line, accent)
    _add_waiting(figure, line, scheme)
    _add_owners(figure, line, scheme)
    _add_barriers(figure, line, scheme)
    count = len(line["machines"]["group"])
    figure.update_layout(
        template=template(scheme),
        barmode="overlay",
        bargap=0,
        hovermode="closest",
        margin={"l": 64, "r": 16, "t": 88, "b": 60},
        legend={"y": 1.07, "itemclick": False, "itemdoubleclick": False},
    )
    figure.update_xaxes(
        title="Time (s)", range=[line["since"], line["until"]], exponentformat="none", separatethousands=True
    )
    step = max(1, count // 16)
    figure.update_yaxes(
        title="Machine",
        range=[count + 0.6, 0.4],
        tickvals=list(range(1, count + 1, step)),
        tickformat="d",
        showgrid=False,
    )
    return figure


def opacity_of(share: float) -> float:
    """How dark a part is of which the application computes with this share of the machine."""
    return FAINTEST + (1 - FAINTEST) * share


def _waits(scheme: str) -> dict[str, Any]:
    pattern = {"shape": "/", "bgcolor": PAPER[scheme], "fgcolor": FAINT[scheme], "size": 6, "solidity": 0.3}
    return {"color": PAPER[scheme], "line": {"width": 1, "color": FAINT[scheme]}, "pattern": pattern}


def _add_legend(figure: go.Figure, accent: str, scheme: str) -> None:
    entries = {
        "computing alone": {"color": accent},
        "half as fast, beside a job": {"color": tint(accent, opacity_of(0.5))},
        "waiting at the barrier": _waits(scheme),
        "background jobs there": {"color": OWNERS[scheme]},
    }
    for name, marker in entries.items():
        figure.add_bar(x=[None], y=[None], orientation="h", name=name, marker=marker)


def _add_computing(figure: go.Figure, line: Timeline, accent: str) -> None:
    columns = line["intervals"]
    rows = [n for n, computing in enumerate(columns["computing"]) if computing]
    figure.add_bar(
        base=[columns["start"][n] for n in rows],
        x=[columns["end"][n] - columns["start"][n] for n in rows],
        y=[columns["machine"][n] + 1 for n in rows],
        orientation="h",
        width=HEIGHT,
        offset=-HEIGHT / 2 - LANE / 2,
        marker={"color": [tint(accent, opacity_of(columns["share"][n])) for n in rows], "line": {"width": 0}},
        showlegend=False,
        customdata=[
            f"machine {columns['machine'][n] + 1} computes with 1/{columns['jobs'][n] + 1} of its speed<br>"
            f"{columns['start'][n]:.4g} to {columns['end'][n]:.4g} s, {columns['jobs'][n]} background jobs"
            for n in rows
        ],
        hovertemplate="%{customdata}<extra></extra>",
    )


def _add_waiting(figure: go.Figure, line: Timeline, scheme: str) -> None:
    waits = [
        (machine, since, barrier)
        for arrived, barrier in zip(line["arrived"], line["barrier"], strict=True)
        for machine, since in enumerate(arrived)
        if since < barrier
    ]
    figure.add_bar(
        base=[since for _, since, _ in waits],
        x=[barrier - since for _, since, barrier in waits],
        y=[machine + 1 for machine, *_ in waits],
        orientation="h",
        width=HEIGHT,
        offset=-HEIGHT / 2 - LANE / 2,
        marker=_waits(scheme),
        showlegend=False,
        hovertemplate="machine %{y} waits %{x:.3~g} s<extra></extra>",
    )


def _add_owners(figure: go.Figure, line: Timeline, scheme: str) -> None:
    columns = line["intervals"]
    rows = [n for n, jobs in enumerate(columns["jobs"]) if jobs]
    figure.add_bar(
        base=[columns["start"][n] for n in rows],
        x=[columns["end"][n] - columns["start"][n] for n in rows],
        y=[columns["machine"][n] + 1 for n in rows],
        orientation="h",
        width=LANE,
        offset=HEIGHT / 2 - LANE / 2,
        marker={
            "color": [tint(OWNERS[scheme], min(1.0, (columns["jobs"][n] + 1) / (MOST_JOBS + 1))) for n in rows],
            "line": {"width": 0},
        },
        showlegend=False,
        customdata=[columns["jobs"][n] for n in rows],
        hovertemplate="machine %{y}: %{customdata} background jobs<extra></extra>",
    )


def _add_barriers(figure: go.Figure, line: Timeline, scheme: str) -> None:
    count = len(line["machines"]["group"])
    for number, begin, barrier in zip(line["number"], line["begin"], line["barrier"], strict=True):
        figure.add_shape(
            type="line",
            x0=barrier,
            x1=barrier,
            y0=0.4,
            y1=count + 0.6,
            line={"color": INK[scheme], "width": 2},
        )
        place = {"x": (begin + barrier) / 2, "y": 1, "yref": "paper", "yanchor": "bottom"}
        figure.add_annotation(**place, text=f"iteration {number + 1}", showarrow=False, font={"size": TYPE["xs"]})
    figure.add_scatter(
        x=line["barrier"],
        y=[machine + 1 for machine in line["last"]],
        mode="markers",
        name="last at the barrier",
        marker={
            "symbol": "triangle-left",
            "size": 14,
            "color": INK[scheme],
            "line": {"width": 1, "color": PAPER[scheme]},
        },
        hovertemplate="machine %{y} was last, at %{x:.5~g} s<extra></extra>",
    )
