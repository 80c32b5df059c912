"""A log of a machine in four pictures: its weeks, the hours of its week, sizes and run times."""

from typing import Any

import plotly.graph_objects as go

from components.looks.theme import ACCENT, FAINT, INK, template, tint

DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
HOURS = 24
STEPS = (1, 2, 5, 10, 20, 50, 100, 200)
MOST_TICKS = 10
Recorded = dict[str, Any]
"""What `Runs.recorded` tells of a log."""


def draw_weeks(recorded: Recorded, scheme: str) -> go.Figure:
    """Jobs that arrive in each week; weeks that are not measured are pale, and lines end blocks."""
    weeks = recorded["weeks"]
    first, last = recorded["measured"]
    inside = [first <= n < last or not last for n in range(len(weeks["jobs"]))]
    figure = go.Figure()
    figure.add_bar(
        x=weeks["week"],
        y=weeks["jobs"],
        marker={"color": [tint(ACCENT, 0.85 if there else 0.35) for there in inside], "line": {"width": 0}},
        customdata=weeks["load"],
        hovertemplate="week %{x}: %{y:,} jobs, load %{customdata:.2f}<extra></extra>",
        name="jobs",
    )
    for edge in recorded["edges"]:
        figure.add_vline(x=weeks["week"][0] + edge - 0.5, line={"color": INK[scheme], "width": 1, "dash": "dot"})
    flurries = [one for one in recorded["flurries"] if one["week"] in weeks["week"]]
    if flurries:
        jobs = dict(zip(weeks["week"], weeks["jobs"], strict=True))
        figure.add_scatter(
            x=[one["week"] for one in flurries],
            y=[jobs[one["week"]] for one in flurries],
            mode="markers",
            marker={"symbol": "star-open", "size": 12, "color": INK[scheme]},
            customdata=[[one["user"], 100 * one["share"]] for one in flurries],
            hovertemplate="flurry: user %{customdata[0]} submitted %{customdata[1]:.0f} % of week %{x}<extra></extra>",
            name="flurry of one user",
        )
    figure.update_layout(template=template(scheme), showlegend=bool(flurries), bargap=0.1)
    figure.update_xaxes(title="Week of the log", tick0=0, dtick=_weeks_apart(len(weeks["week"])))
    figure.update_yaxes(title="Jobs that arrive", rangemode="tozero")
    return figure


def _weeks_apart(weeks: int) -> int:
    """How far ticks are from each other, in whole weeks: a bar stands for a week, and between two is none."""
    return next((step for step in STEPS if weeks / step <= MOST_TICKS), STEPS[-1])


def draw_hours(recorded: Recorded, scheme: str) -> go.Figure:
    """Jobs by hour of the week: 7 days of 24 hours."""
    figure = go.Figure()
    figure.add_heatmap(
        z=recorded["hour_of_week"],
        x=list(range(HOURS)),
        y=list(DAYS),
        colorscale=[[0, tint(ACCENT, 0.04)], [1, ACCENT]],
        colorbar={"title": {"text": "Jobs"}, "thickness": 12},
        hovertemplate="%{y}, %{x}:00 to %{x}:59: %{z:,} jobs<extra></extra>",
        xgap=1,
        ygap=1,
    )
    figure.update_layout(template=template(scheme), margin={"r": 72})
    figure.update_xaxes(title="Hour of the day, local time of the log", dtick=3, showgrid=False)
    figure.update_yaxes(title="", autorange="reversed", showgrid=False)
    return figure


def draw_sizes(recorded: Recorded, scheme: str) -> go.Figure:
    """Share of the jobs, and of the work, by size."""
    sizes = recorded["sizes"]
    figure = go.Figure()
    for name, key, pattern in (("jobs", "jobs", ""), ("processor-hours", "hours", "/")):
        total = sum(sizes[key]) or 1
        figure.add_bar(
            x=[one.replace("-", "–") for one in sizes["size"]],
            y=[100 * one / total for one in sizes[key]],
            name=name,
            marker={
                "color": tint(ACCENT, 0.85) if not pattern else tint(INK[scheme], 0.35),
                "pattern": {"shape": pattern, "fgcolor": INK[scheme]},
            },
            hovertemplate="%{x} processors: %{y:.2g} % of the " + name + "<extra></extra>",
        )
    figure.update_layout(template=template(scheme), barmode="group", bargap=0.2, margin={"t": 52})
    figure.update_xaxes(title="Processors of a job", type="category")
    figure.update_yaxes(title="Share (%)", rangemode="tozero")
    return figure


def draw_runs(recorded: Recorded, scheme: str) -> go.Figure:
    """Jobs by run time and by what their users had said, on a logarithmic axis."""
    bins = recorded["run_times"]
    edges = [edge for ends in zip(bins["low"], bins["high"], strict=True) for edge in ends]
    figure = go.Figure()
    for name, jobs, dash in (("run time", bins["jobs"], "solid"), ("estimate", recorded["estimates"], "dot")):
        is_run = dash == "solid"
        figure.add_scatter(
            x=edges,
            y=[count for count in jobs for _ in range(2)],
            mode="lines",
            fill="tozeroy" if is_run else "none",
            fillcolor=tint(ACCENT, 0.25),
            line={"color": ACCENT if is_run else INK[scheme], "dash": dash, "width": 1.5},
            name=name,
            hovertemplate="%{y:,} jobs<extra>" + name + "</extra>",
        )
    figure.update_layout(template=template(scheme), margin={"t": 52})
    figure.update_xaxes(
        title="Run time", type="log", tickvals=list(TICKS), ticktext=list(TICKS.values()), gridcolor=FAINT[scheme]
    )
    figure.update_yaxes(title="Jobs", rangemode="tozero")
    return figure


TICKS = {1: "1 s", 60: "1 min", 600: "10 min", 3600: "1 h", 86_400: "1 d", 864_000: "10 d"}
