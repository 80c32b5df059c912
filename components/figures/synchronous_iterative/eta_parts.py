"""Where η comes from: its parts, stacked, and each reason alone, against the number of machines."""

from typing import Literal

import plotly.graph_objects as go

from components.figures.common.asked_for import asked_for
from components.figures.synchronous_iterative.eta_curves import MANY, ORDER, range_of
from components.figures.synchronous_iterative.machine_choice import add_line
from components.looks.synchronous_iterative import ETA_LOOKS, REASONS
from components.looks.theme import PAPER, template
from components.looks.tokens import TYPE
from engine.synchronous_iterative.replay.tree import Trace

ROUND = 1e-9
"""Less than so much is a matter of rounding."""

HOURS = "other hours of the run"
"""What the last part is called where it is not that of the application; it may be negative."""

BOTH = "application and other hours"

Reason = Literal["application", "background", "heterogeneity"]

ALONE: tuple[Reason, ...] = ("application", "background", "heterogeneity")
"""The reasons that can be alone, in the order of their lines."""


def last_part(trace: Trace) -> str:
    """Words for the part that is left: of the application, and of the hours after the start if the load changes."""
    columns = asked_for(trace["by_processors"])
    is_even = all(abs(one - 1) < ROUND for one in columns["alone"]["application"])
    if is_even and any(abs(one) > ROUND for one in columns["stacked"]["application"]):
        return HOURS
    return BOTH if min(columns["stacked"]["application"]) < -ROUND else REASONS["application"].words


def has_hours(trace: Trace) -> bool:
    """Whether a run lasts into hours of other loads than that of the start."""
    return trace["by_processors"] is not None and last_part(trace) in (HOURS, BOTH)


def draw_parts(trace: Trace, scheme: str) -> go.Figure:
    """A bar of parts for each number of machines; together they are η."""
    columns, figure = asked_for(trace["by_processors"]), go.Figure()
    for name, reason in REASONS.items():
        color = reason.look.on(scheme)
        pattern = {"shape": reason.pattern, "bgcolor": color, "fgcolor": PAPER[scheme], "size": 6, "solidity": 0.25}
        figure.add_bar(
            x=columns["processors"],
            y=columns["stacked"][name],
            name=last_part(trace) if name == "application" else reason.words,
            marker={"color": color, "line": {"width": 0}, "pattern": pattern},
            hovertemplate="%{y:.4~g}",
        )
    chosen = trace["chosen"]["processors"]
    add_line(figure, chosen, scheme, f"chosen: {chosen}", is_late=2 * chosen > len(columns["processors"]))
    figure.update_layout(barmode="relative", bargap=0.12, legend_traceorder="normal")
    return _finish(figure, trace, "Load imbalance η, by part", scheme)


def draw_reasons(trace: Trace, scheme: str) -> go.Figure:
    """What η would be for each reason alone, and what it is."""
    columns, figure = asked_for(trace["by_processors"]), go.Figure()
    mode = "lines+markers" if len(columns["processors"]) <= MANY else "lines"
    lines = {REASONS[name].words + " alone": (columns["alone"][name], REASONS[name].look) for name in ALONE}
    lines["all together, by formula"] = columns["eta"], ETA_LOOKS["formula"]
    for words, (values, look) in lines.items():
        color = look.on(scheme)
        figure.add_scatter(
            x=columns["processors"],
            y=values,
            mode=mode,
            name=words,
            line={"color": color, "dash": look.dash, "width": 2.5},
            marker={"color": color, "symbol": look.symbol, "size": 7},
            hovertemplate="%{y:.4~g}",
        )
    return _finish(figure, trace, "Load imbalance η", scheme)


def _finish(figure: go.Figure, trace: Trace, title: str, scheme: str) -> go.Figure:
    figure.update_layout(
        template=template(scheme),
        hovermode="x unified",
        legend_font_size=TYPE["xs"],
        margin={"l": 72, "r": 16, "t": 68, "b": 60},
    )
    figure.update_xaxes(title=ORDER, tickformat="d", range=range_of(asked_for(trace["by_processors"])["processors"]))
    figure.update_yaxes(title=title, rangemode="tozero")
    return figure
