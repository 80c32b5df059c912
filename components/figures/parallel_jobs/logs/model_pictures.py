"""A workload model beside the log that it was fitted to: how long jobs and gaps are, sizes, hours of the day."""

from typing import Any

import plotly.graph_objects as go

from components.looks.theme import ACCENT, FAINT, INK, template, tint

Beside = dict[str, Any]
"""What `engine.workload_models.fit` tells."""

NAMES = {"run": "run time", "gap": "gap"}
MARKERS = {"run": "circle", "gap": "square-open"}
TICKS = {1: "1 s", 60: "1 min", 3600: "1 h", 86_400: "1 d", 864_000: "10 d"}
OF_QQ = 99
"""Quantiles; the few beyond are of the tails."""


def draw_missing(scheme: str) -> go.Figure:
    """Where there is no model: the sentence above says why."""
    figure = go.Figure()
    figure.add_annotation(text="No model of this log", showarrow=False, font={"color": INK[scheme]})
    figure.update_layout(template=template(scheme))
    figure.update_xaxes(visible=False)
    figure.update_yaxes(visible=False)
    return figure


def _color(name: str, scheme: str) -> str:
    return ACCENT if name == "run" else INK[scheme]


def draw_longer(beside: Beside, scheme: str) -> go.Figure:
    """How many run times and gaps are longer than what is on the axis: the log solid, the model dashed."""
    figure = go.Figure()
    for name, title in NAMES.items():
        for who, values, dash in zip(("log", "model"), beside[name], ("solid", "dash"), strict=True):
            figure.add_scatter(
                x=[max(value, 1.0) for value in values],
                y=[100 * (1 - share) for share in beside["quantiles"]],
                mode="lines",
                line={"color": _color(name, scheme), "dash": dash, "width": 2 if who == "log" else 1.5},
                name=f"{title}, {who}",
                hovertemplate="%{y:.3g} % are longer than %{x:.4g} s<extra>" + f"{title}, {who}" + "</extra>",
            )
    figure.update_layout(template=template(scheme), margin={"t": 52})
    figure.update_xaxes(title="Run time or gap", **_times(scheme))
    figure.update_yaxes(title="Longer ones (%)", type="log", dtick=1, gridcolor=FAINT[scheme])
    return figure


def draw_quantiles(beside: Beside, scheme: str) -> go.Figure:
    """Quantiles of the model over those of the log; on the line both are the same."""
    figure = go.Figure()
    shown = [max(value, 1.0) for name in NAMES for one in beside[name] for value in one[:OF_QQ]]
    ends = [min(shown), max(shown)]
    figure.add_scatter(
        x=ends,
        y=ends,
        mode="lines",
        line={"color": FAINT[scheme], "width": 3},
        name="the same",
        hoverinfo="skip",
    )
    for name, title in NAMES.items():
        log, model = ([max(value, 1.0) for value in one[:OF_QQ]] for one in beside[name])
        figure.add_scatter(
            x=log,
            y=model,
            mode="markers",
            marker={"color": _color(name, scheme), "symbol": MARKERS[name], "size": 6},
            customdata=[100 * share for share in beside["quantiles"][:OF_QQ]],
            name=title,
            hovertemplate="%{customdata:.0f} %: log %{x:.4g} s, model %{y:.4g} s<extra>" + title + "</extra>",
        )
    figure.update_layout(template=template(scheme), margin={"t": 52})
    figure.update_xaxes(title="Quantile of the log", **_times(scheme))
    figure.update_yaxes(title="Quantile of the model", **_times(scheme))
    return figure


def _times(scheme: str) -> dict[str, Any]:
    return {"type": "log", "tickvals": list(TICKS), "ticktext": list(TICKS.values()), "gridcolor": FAINT[scheme]}


def draw_model_sizes(beside: Beside, scheme: str) -> go.Figure:
    """How many jobs are of which size."""
    sizes = beside["sizes"]
    figure = _side_by_side([one.replace("-", "–") for one in sizes["labels"]], (sizes["log"], sizes["model"]), scheme)
    figure.update_xaxes(title="Processors of a job", type="category")
    return figure


def draw_model_hours(beside: Beside, scheme: str) -> go.Figure:
    """At which hour of the day jobs arrive."""
    figure = _side_by_side(list(range(len(beside["hours"][0]))), beside["hours"], scheme)
    figure.update_xaxes(title="Hour of the day, local time of the log", dtick=3)
    return figure


def _side_by_side(labels: list[Any], shares: Any, scheme: str) -> go.Figure:
    figure = go.Figure()
    for who, values, pattern in zip(("log", "model"), shares, ("", "/"), strict=True):
        figure.add_bar(
            x=labels,
            y=[100 * one for one in values],
            name=who,
            marker={
                "color": tint(ACCENT, 0.85) if not pattern else tint(INK[scheme], 0.35),
                "pattern": {"shape": pattern, "fgcolor": INK[scheme]},
            },
            hovertemplate="%{x}: %{y:.3g} % of the jobs<extra>" + who + "</extra>",
        )
    figure.update_layout(template=template(scheme), barmode="group", bargap=0.2, margin={"t": 52})
    figure.update_yaxes(title="Jobs (%)", rangemode="tozero")
    return figure
