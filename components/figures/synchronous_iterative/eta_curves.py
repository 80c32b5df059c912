"""η and run time against the number of machines: by formula, by the length-aware formula, and simulated."""

from typing import Literal

import plotly.graph_objects as go

from components.figures.common.asked_for import asked_for
from components.figures.synchronous_iterative.machine_choice import add_choice, shade_warnings
from components.looks.synchronous_iterative import ETA_LOOKS, ETA_WORDS
from components.looks.theme import template
from components.looks.tokens import TYPE
from components.words.wording import number
from engine.statistics.means import CONFIDENCE
from engine.statistics.student import precise_t_quantile
from engine.synchronous_iterative.replay.tree import Simulated, Trace

Curve = Literal["eta", "run_time"]
"""What is drawn."""

MANY = 24
"""Numbers of machines up to which every one has a marker of its own."""

ORDER = "Machines P, in order of choice"
"""The axis of all curves along this order."""


def draw_eta(trace: Trace, scheme: str) -> go.Figure:
    """η along the order of choosing, with what was chosen."""
    return _draw(trace, "eta", "Load imbalance η", scheme)


def draw_run_time(trace: Trace, scheme: str) -> go.Figure:
    """Run time along the order of choosing, with what was chosen."""
    return _draw(trace, "run_time", "Run time (s)", scheme)


def half_widths(simulated: Simulated, name: Curve) -> list[float]:
    """Half of the 95 % intervals of a column of the simulated curve, 0 where there is a single replication."""
    errors: Literal["eta_error", "run_time_error"] = "eta_error" if name == "eta" else "run_time_error"
    count = simulated["replications"]
    factor = precise_t_quantile(count - 1, (1 + CONFIDENCE) / 2) if count > 1 else 0.0
    return [factor * (error or 0.0) for error in simulated[errors]]


def _draw(trace: Trace, name: Curve, title: str, scheme: str) -> go.Figure:
    columns, figure = asked_for(trace["by_processors"]), go.Figure()
    numbers = columns["processors"]
    shade_warnings(figure, numbers, columns["warning"], scheme)
    unit = " s" if name == "run_time" else ""
    aware = columns["eta_length_aware"] if name == "eta" else columns["run_time_length_aware"]
    for kind, values in {"formula": columns[name], "length-aware": aware}.items():
        look = ETA_LOOKS[kind]
        figure.add_scatter(
            x=numbers,
            y=values,
            mode="lines+markers" if len(numbers) <= MANY else "lines",
            name=ETA_WORDS[kind],
            line={"color": look.on(scheme), "dash": look.dash, "width": 2.5},
            marker={"color": look.on(scheme), "symbol": look.symbol, "size": 7},
            hovertemplate=f"%{{y:.4~g}}{unit}",
        )
    if trace["simulated"] is not None:
        _add_simulated(figure, trace["simulated"], name, unit, scheme)
    chosen = trace["chosen"]
    hover = f"{chosen['processors']} machines: {number(chosen[name])}{unit}"
    add_choice(figure, trace, chosen["processors"], chosen[name], scheme, hover)
    figure.update_layout(
        template=template(scheme),
        hovermode="x unified",
        legend_font_size=TYPE["xs"],
        margin={"l": 72, "r": 16, "t": 68, "b": 60},
    )
    figure.update_xaxes(title=ORDER, tickformat="d", range=range_of(numbers))
    figure.update_yaxes(title=title, rangemode="tozero", exponentformat="none", separatethousands=True)
    return figure


def range_of(numbers: list[int]) -> list[float]:
    """The axis of these numbers of machines, with a little room at its ends."""
    pad = max(0.5, 0.03 * (numbers[-1] - numbers[0]))
    return [numbers[0] - pad, numbers[-1] + pad]


def _add_simulated(figure: go.Figure, simulated: Simulated, name: Curve, unit: str, scheme: str) -> None:
    look, halves = ETA_LOOKS["simulated"], half_widths(simulated, name)
    figure.add_scatter(
        x=simulated["processors"],
        y=simulated[name],
        error_y={"type": "data", "array": halves, "color": look.on(scheme), "thickness": 1.5, "width": 4},
        mode="markers",
        name=f"{ETA_WORDS['simulated']} ± 95 %",
        marker={"color": look.on(scheme), "symbol": look.symbol, "size": 8},
        customdata=[number(half, 2) for half in halves],
        hovertemplate=f"%{{y:.4~g}} ± %{{customdata}}{unit}",
    )
