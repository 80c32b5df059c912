"""The plan of a policy at one instant: who runs how long, who has a place reserved, who waits, and by when."""

from typing import Any, NamedTuple

import plotly.graph_objects as go

from components.figures.common.instant import instant_line
from components.figures.common.job_colors import job_colors
from components.figures.common.row_names import room_of
from components.looks.theme import INK, KINDS, KINDS_DARK, PAPER, template, tint
from components.looks.tokens import TYPE
from components.words.wording import number
from engine.parallel_jobs.replay.tree import Occasion, Trace
from engine.parallel_jobs.space_sharing.reference.decision import PlanLine

THICKNESS = 0.36
"""Half of a bar's height; rows are 1 apart."""


class Span(NamedTuple):
    """The part of the time axis that is drawn."""

    now: float
    first: float
    last: float

    @property
    def width(self) -> float:
        """Length in s."""
        return self.last - self.first


class Lookahead(NamedTuple):
    """A job to whose deadline the policy looks ahead."""

    job: int
    deadline: float


def draw_plan(trace: Trace, number_of_step: int, scheme: str) -> go.Figure:
    """One row for each job of the plan of a step; shape 0 of the layout is the line of that step's instant."""
    step = trace["steps"][number_of_step]
    plan, span = step["plan"], span_of(trace, step)
    colors = job_colors(trace)
    figure = go.Figure()
    shapes = [instant_line(step["time"], scheme)]
    for row, line in enumerate(plan):
        color = colors.get(line["job"], INK[scheme])
        if line["since"] is not None:
            shapes.append(_bar(row, line, line["since"], span, color))
        _add_words(figure, row, line, span, scheme)
    _add_deadlines(figure, plan, span, scheme)
    _add_keys(figure, plan, span, scheme)
    ahead = lookahead_of(plan)
    names = [f"job {line['job'] + 1} · {_machines(line['size'])}" for line in plan]
    if ahead:
        _add_lookahead(figure, shapes, ahead, scheme)
    figure.update_layout(
        template=template(scheme),
        shapes=shapes,
        hovermode="closest",
        margin={"l": room_of(names, has_title=False), "r": 20, "t": 56, "b": 60},
        legend={"y": 1.0, "yanchor": "bottom"},
    )
    if not plan:
        figure.add_annotation(
            text="no job runs or waits",
            xref="paper",
            yref="paper",
            x=0.5,
            y=0.5,
            showarrow=False,
            bgcolor=PAPER[scheme],
        )
    figure.update_xaxes(title="Instant (s)", range=[span.first, span.last])
    figure.update_yaxes(
        tickvals=list(range(len(plan))),
        ticktext=names,
        range=[max(len(plan), 3) - (0 if ahead else 0.4), -0.6],  # the words on the lookahead stand below the rows
        showgrid=False,
        zeroline=False,
    )
    return figure


def lookahead_of(plan: list[PlanLine]) -> Lookahead | None:
    """The job that the policy looks ahead to, if it does and the job has a deadline."""
    for line in plan:
        if line.get("lookahead") and line["deadline"] is not None:
            return Lookahead(line["job"], line["deadline"])
    return None


def span_of(trace: Trace, step: Occasion) -> Span:
    """Every end and place that is planned, and the lookahead; deadlines only if they are not far beyond."""
    now, plan = step["time"], step["plan"]
    ends = [time for line in plan for time in (line["since"], line["until"]) if time is not None]
    if ahead := lookahead_of(plan):
        ends.append(ahead.deadline)
    reach = max([end - now for end in ends if end > now], default=0.0)
    # With nothing ahead, as much as the window's events are apart.
    reach = reach or (trace["steps"][-1]["time"] - trace["steps"][0]["time"]) / 20 or 1.0
    deadlines = [line["deadline"] - now for line in plan if line["deadline"] is not None]
    reach = max([reach, *(time for time in deadlines if time <= 1.6 * reach)])
    begun = min([now, *(line["since"] for line in plan if line["since"] is not None)])
    return Span(now, max(begun, now - 0.3 * reach) - 0.02 * reach, now + 1.25 * reach)


def _machines(size: int) -> str:
    return f"{size} machine{'' if size == 1 else 's'}"


def _bar(row: int, line: PlanLine, since: float, span: Span, color: str) -> dict[str, Any]:
    """Solid where the job runs, hollow and dashed where it has a place reserved."""
    end = line["until"] if line["until"] is not None else since + 0.1 * span.width
    return {
        "type": "rect",
        "layer": "below",
        "x0": max(since, span.first),
        "x1": max(end, span.now),
        "y0": row - THICKNESS,
        "y1": row + THICKNESS,
        "line": {"color": color, "width": 2, "dash": "solid" if line["state"] == "running" else "dash"},
        "fillcolor": tint(color, 0.7) if line["state"] == "running" else "rgba(0,0,0,0)",
    }


def words_of_line(line: PlanLine) -> str:
    """What the plan says of one job."""
    if line["state"] == "running":
        return f"runs on {_machines(line['size'])} since {number(line['since'], 7)} s, to end at {_end(line)}"
    if line["since"] is not None:
        end = f", to end at {_end(line)}" if line["until"] is not None else ", end not planned"
        return f"has {_machines(line['size'])} reserved from {number(line['since'], 7)} s on{end}"
    return f"waits for at least {_machines(line['size'])}, without a place in time"


def _end(line: PlanLine) -> str:
    return f"{number(line['until'], 7)} s"


def _add_words(figure: go.Figure, row: int, line: PlanLine, span: Span, scheme: str) -> None:
    """A word beside what is not a bar, and for each row a hover text."""
    since = line["since"]
    middle = span.now if since is None else max(since, span.now) + 0.01 * span.width
    word = "" if line["state"] == "running" else "end open" if line["until"] is None else ""
    word = "waits" if since is None else word
    by = "" if line["deadline"] is None else f"<br>deadline {number(line['deadline'], 7)} s"
    figure.add_scatter(
        x=[middle],
        y=[row],
        mode="markers+text",
        marker={"size": 12, "opacity": 0},
        text=[f" {word}" if word else ""],
        textposition="middle right",
        textfont={"color": INK[scheme], "size": TYPE["xs"]},
        hoverinfo="text",
        hovertext=f"<b>job {line['job'] + 1}</b> {words_of_line(line)}{by}",
        showlegend=False,
        name="",
    )


def _add_deadlines(figure: go.Figure, plan: list[PlanLine], span: Span, scheme: str) -> None:
    """Diamonds; a deadline beyond the picture stands at its right edge, with an arrow and in numbers."""
    rows = [(row, line["deadline"]) for row, line in enumerate(plan) if line["deadline"] is not None]
    near = [(row, time) for row, time in rows if time <= span.last]
    far = [(row, time) for row, time in rows if time > span.last]
    color = (KINDS_DARK if scheme == "dark" else KINDS)["migration"]
    if near:
        figure.add_scatter(
            x=[time for _, time in near],
            y=[row for row, _ in near],
            mode="markers",
            marker={"symbol": "diamond", "size": 13, "color": color, "line": {"color": PAPER[scheme], "width": 1}},
            hovertext=[f"deadline {number(time, 7)} s" for _, time in near],
            hoverinfo="text",
            name="deadline",
        )
    if far:
        figure.add_scatter(
            x=[span.last - 0.005 * span.width for _ in far],
            y=[row for row, _ in far],
            mode="markers+text",
            marker={"symbol": "triangle-right", "size": 11, "color": color},
            text=[f"{number(time, 6)} s" for _, time in far],
            textposition="middle left",
            textfont={"size": TYPE["xs"], "color": INK[scheme]},
            hovertext=[f"deadline {number(time, 7)} s, beyond the picture" for _, time in far],
            hoverinfo="text",
            name="deadline beyond the picture",
        )


def _add_keys(figure: go.Figure, plan: list[PlanLine], span: Span, scheme: str) -> None:
    """Keys of the legend: bars are shapes, which have none."""
    states = {line["state"] for line in plan}
    for state, symbol, words in (("running", "square", "runs"), ("reserved", "square-open", "place reserved")):
        if state in states:
            marker = {"symbol": symbol, "size": 12, "color": INK[scheme], "opacity": 0.8}
            figure.add_scatter(x=[None], y=[None], mode="markers", marker=marker, name=words)
    figure.add_scatter(x=[None], y=[None], mode="lines", line={"color": INK[scheme], "width": 2}, name="this instant")


def _add_lookahead(figure: go.Figure, shapes: list[dict[str, Any]], ahead: Lookahead, scheme: str) -> None:
    color = (KINDS_DARK if scheme == "dark" else KINDS)["upgrade"]
    time = ahead.deadline
    line = {"color": color, "width": 2, "dash": "dash"}
    shapes.append({"type": "line", "yref": "paper", "x0": time, "x1": time, "y0": 0, "y1": 1, "line": line})
    figure.add_annotation(
        x=time,
        yref="paper",
        y=0.0,
        yanchor="bottom",
        xanchor="right",
        xshift=-4,
        text=f"lookahead: deadline of job {ahead.job + 1}",
        showarrow=False,
        bgcolor=PAPER[scheme],
        font={"size": TYPE["xs"], "color": color},
    )
