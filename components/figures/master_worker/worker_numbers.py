"""Efficiency and execution time against the number of workers, and the numbers that rules recommend.

They follow a control that moves, so they are put together as plain JSON, which is several times faster.
"""

from math import ceil, floor, log10
from typing import Any, NamedTuple

import plotly.graph_objects as go

from components.figures.common.policy_lines import policy_line
from components.looks.theme import INK, LOOKS, template
from components.looks.tokens import TYPE
from components.words.wording import number
from engine.master_worker.policies import BEST_INFORMED
from engine.master_worker.replay.tree import Trace

AXIS = "Number of workers"

Json = dict[str, Any]


class Recommended(NamedTuple):
    """A number of workers that somebody recommends: words for it, the number if there is one, and its marker."""

    words: str
    number: int | None
    symbol: str
    dash: str


def recommended(trace: Trace) -> list[Recommended]:
    """For the policy of the trace: what was measured, what is predicted, what is published, and what is in use."""
    curves = trace["curves"]
    own, marks = curves["policies"][trace["policy"]], curves["marks"]
    found = [
        Recommended(f"most for {100 * marks['target_efficiency']:g} %", own["within_target"], "star", "solid"),
        Recommended(f"fewest within +{100 * marks['time_tolerance']:g} % time", own["within_time"], "star-square", ""),
        Recommended("predicted", marks["predicted"], "star-diamond", "dash"),
        Recommended("table 2, published", marks["table_2"], "hexagram-open", "dot"),
    ]
    return found if marks["fixed"] is None else [*found, Recommended("in use", marks["fixed"], "line-ns-open", "")]


def draw_numbers(trace: Trace, scheme: str) -> go.Figure:
    """Efficiency of every policy above, the recommended numbers of workers below on the same axis."""
    curves, marks = trace["curves"], recommended(trace)
    numbers, ink = curves["numbers"], INK[scheme]
    data = []
    for name, found in curves["policies"].items():
        mean, half = ([100 * one for one in found["efficiency"][part]] for part in ("mean", "half"))
        data += policy_line(name, numbers, mean, half, scheme, unit=" %")
    data += [_mark(place, mark, numbers[-1], trace["policy"], scheme) for place, mark in enumerate(marks)]
    target = 100 * curves["marks"]["target_efficiency"]
    lines = [_across(target, ink)]
    for mark in marks:
        if mark.number is not None and mark.dash:
            line = {"color": ink, "width": 1, "dash": mark.dash}
            ends = {"x0": mark.number, "x1": mark.number, "y0": 0, "y1": 1, "yref": "y domain"}
            lines.append({"type": "line", **ends, "line": line, "opacity": 0.45, "layer": "below"})
    return _figure(
        data,
        numbers,
        scheme,
        shapes=lines,
        annotations=[_words(f"target {target:g} %", numbers[-1], target)],
        yaxis={"title": _title("Efficiency (%)"), "range": [0, 103], "domain": [0.33, 1]},
        yaxis2={
            "domain": [0, 0.29],
            "range": [0.4 - len(marks), 0.6],
            "tickvals": [-place for place in range(len(marks))],
            "showticklabels": False,
            "ticks": "",
            "zeroline": False,
            "showgrid": False,
        },
    )


def _mark(place: int, mark: Recommended, last: int, policy: str, scheme: str) -> Json:
    """A recommended number in a row of its own, with what it is beside it."""
    is_there, is_published = mark.number is not None, mark.symbol.endswith("open")
    color = INK[scheme] if is_published else LOOKS[policy].on(scheme)
    to_left = (mark.number or 0) > 0.5 * last
    return {
        "type": "scatter",
        "x": [mark.number or 1],
        "y": [-place],
        "yaxis": "y2",
        "mode": "markers+text" if is_there else "text",
        "text": [f" {mark.number if is_there else 'none'}: {mark.words} "],
        "textposition": "middle left" if to_left else "middle right",
        "textfont": {"size": TYPE["xs"]},
        "marker": {"symbol": mark.symbol, "size": 12, "color": color, "line": {"width": 2, "color": color}},
        "showlegend": False,
        "hovertemplate": f"{mark.words}: {mark.number}<extra></extra>",
    }


def draw_times(trace: Trace, scheme: str) -> go.Figure:
    """Execution time of every policy, and below how much longer than LPTF it takes on the same tasks."""
    curves = trace["curves"]
    numbers, own = curves["numbers"], curves["policies"][trace["policy"]]
    others = [name for name in curves["policies"] if name != BEST_INFORMED]
    data = []
    for name, found in curves["policies"].items():
        data += policy_line(name, numbers, found["time"]["mean"], found["time"]["half"], scheme, unit=" s")
    for name in others:
        loss = curves["policies"][name]["time_loss"]
        mean, half = ([100 * one for one in loss[part]] for part in ("mean", "half"))
        data += policy_line(name, numbers, mean, half, scheme, axis="y2", unit=" %", in_legend=False)
    tolerance = curves["marks"]["time_tolerance"]
    limit = (1 + tolerance) * own["time"]["mean"][-1]
    ticks = _ticks([one for found in curves["policies"].values() for one in found["time"]["mean"]])
    time = {"type": "log", "tickvals": ticks, "ticktext": [number(tick) for tick in ticks]}
    loss_axis = {"title": _title("Longer than LPTF (%)"), "domain": [0, 0.42]}
    return _figure(
        data,
        numbers,
        scheme,
        shapes=[_across(limit, INK[scheme])],
        # On such an axis, an annotation wants the power and a line the value.
        annotations=[_words(f"{100 * tolerance:g} % above that with {numbers[-1]}", numbers[-1], log10(limit))],
        yaxis={"title": _title("Execution time (s)"), **time, "domain": [0.48, 1] if others else [0, 1]},
        **({"yaxis2": loss_axis} if others else {}),
    )


def _ticks(values: list[float]) -> list[float]:
    """1, 2 and 5 times the powers of ten around *values*, all of them above 0."""
    low, high = floor(log10(min(values))), ceil(log10(max(values)))
    return [digit * 10.0**power for power in range(low, high + 1) for digit in (1, 2, 5)]


def _title(text: str) -> Json:
    return {"text": text, "font": {"size": TYPE["xs"]}}


def _across(y: float, color: str) -> Json:
    line = {"color": color, "width": 1.5, "dash": "dash"}
    return {"type": "line", "xref": "x domain", "x0": 0, "x1": 1, "y0": y, "y1": y, "line": line}


def _words(text: str, x: float, y: float) -> Json:
    """What a line across means, above its right end."""
    font = {"size": TYPE["xs"]}
    return {"x": x, "y": y, "text": text, "xanchor": "right", "yanchor": "bottom", "showarrow": False, "font": font}


def _figure(data: list[Json], numbers: list[int], scheme: str, **layout: Json | list[Json]) -> go.Figure:
    """Panels one above the other, with the numbers of workers below the lowest."""
    common = {
        "template": template(scheme),
        "hovermode": "x unified",
        "legend": {"font": {"size": TYPE["xs"]}},
        "margin": {"l": 80, "r": 16, "t": 84},
        "xaxis": {
            "title": {"text": AXIS},
            "range": [numbers[0] - 0.5, numbers[-1] + 0.5],
            "tickformat": "d",
            "anchor": "y2" if "yaxis2" in layout else "y",
        },
    }
    return go.Figure(data=data, layout=common | layout)
