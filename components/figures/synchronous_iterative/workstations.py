"""Workstations as pictures: groups with their loads for the form, and machine by machine with those that are chosen."""

from typing import Any

import plotly.graph_objects as go

from components.looks.synchronous_iterative import OWNERS
from components.looks.theme import ACCENT, FAINT, INK, LOOKS, PAPER, template
from components.looks.tokens import TYPE
from engine.synchronous_iterative.replay.tree import Trace

SINGLE = 120
"""Machines up to which each has an outline of its own."""


def draw_workstations(cluster: dict[str, Any], background: dict[str, Any], scheme: str) -> go.Figure:
    """A bar for each group: as wide as it has machines, as high as their speed, striped what the owners need of it."""
    groups, baseline = cluster["groups"], cluster["baseline"]
    factor = background["intensity"] * (background["by_hour"] or [1.0] * 24)[background["start_hour"]]
    gap = 0.03 * (sum(group["count"] for group in groups) or 1)
    figure, places = go.Figure(), []
    left = 0.0
    for group in groups:
        places.append((left + group["count"] / 2, group["count"]))
        left += group["count"] + gap
    speeds = [baseline / group["delta"] for group in groups]
    loads = [min(1.0, group["load"] * factor) for group in groups]
    color = ACCENT if scheme == "light" else "#56B4E9"
    striped = {"shape": "/", "bgcolor": PAPER[scheme], "fgcolor": OWNERS[scheme], "size": 6, "solidity": 0.4}
    parts: dict[str, tuple[list[float], dict[str, Any]]] = {
        "free": ([speed * (1 - load) for speed, load in zip(speeds, loads, strict=True)], {"color": color}),
        "owners": (
            [speed * load for speed, load in zip(speeds, loads, strict=True)],
            {"color": OWNERS[scheme], "pattern": striped},
        ),
    }
    for heights, marker in parts.values():
        figure.add_bar(
            x=[x for x, _ in places],
            y=heights,
            width=[count for _, count in places],
            marker=marker | {"line": {"width": 0}},
            customdata=[
                f"{group['count']} × {group['name']}<br>speed {speed:g}, load {100 * load:.3g} %"
                for group, speed, load in zip(groups, speeds, loads, strict=True)
            ],
            hovertemplate="%{customdata}<extra></extra>",
        )
    figure.update_layout(barmode="stack", height=170, margin={"l": 44, "r": 8, "t": 8, "b": 36}, dragmode=False)
    return _finish(figure, places, [f"{group['name']}<br>{group['count']} ×" for group in groups], (-gap, left), scheme)


def draw_chosen_machines(trace: Trace, scheme: str) -> go.Figure:
    """A column for each machine, as high as it is fast; those that are chosen are filled, the others hollow."""
    groups, machines = trace["groups"], trace["machines"]
    fastest = min(groups["delta"])
    gap = 0.03 * max(1, len(machines["group"]))
    look = LOOKS[trace["policy"]]
    line = {"width": 1.5 if len(machines["group"]) <= SINGLE else 0.5, "color": look.on(scheme)}
    figure = go.Figure()
    for is_chosen, name, fill in ((True, "chosen", look.on(scheme)), (False, "left to the owners", PAPER[scheme])):
        rows = [n for n, chosen in enumerate(machines["chosen"]) if chosen == is_chosen]
        figure.add_bar(
            x=[n + gap * machines["group"][n] for n in rows],
            y=[fastest / groups["delta"][machines["group"][n]] for n in rows],
            width=0.8,
            name=name,
            marker={"color": fill, "line": line},
            customdata=[_words(trace, n) for n in rows],
            hovertemplate="%{customdata}<extra></extra>",
        )
    places, first = [], 0
    for number, count in enumerate(groups["count"]):
        places.append((first + (count - 1) / 2 + gap * number, count))
        first += count
    labels = [
        f"{name}<br>{taken} of {count}"
        for name, taken, count in zip(groups["name"], groups["chosen"], groups["count"], strict=True)
    ]
    figure.update_layout(barmode="overlay", showlegend=True, margin={"l": 60, "r": 8, "t": 44, "b": 48})
    ends = (-0.5 - gap, first - 0.5 + gap * len(places))
    return _finish(figure, places, labels, ends, scheme)


def _words(trace: Trace, n: int) -> str:
    groups, machines = trace["groups"], trace["machines"]
    group = machines["group"][n]
    return (
        f"{groups['name'][group]} {machines['number'][n] + 1}<br>δ {groups['delta'][group]}, load "
        f"{100 * groups['load'][group]:.3g} %, cost {groups['cost'][group]:.3g}<br>"
        f"number {machines['rank'][n] + 1} in the order of choosing"
    )


def _finish(
    figure: go.Figure, places: list[tuple[float, int]], labels: list[str], ends: tuple[float, float], scheme: str
) -> go.Figure:
    figure.update_layout(template=template(scheme))
    if figure.layout.showlegend is None:
        figure.update_layout(showlegend=False)
    figure.update_yaxes(title="Speed", rangemode="tozero", fixedrange=True, nticks=5)
    there = [(place, label) for (place, count), label in zip(places, labels, strict=True) if count]
    figure.update_xaxes(
        tickvals=[place for place, _ in there],
        ticktext=[label for _, label in there],
        range=list(ends),
        fixedrange=True,
        showgrid=False,
        zeroline=False,
        ticks="",
        tickfont={"size": TYPE["xs"], "color": INK[scheme]},
        linecolor=FAINT[scheme],
    )
    return figure
