"""Where in time a difference is made, who gains, and from what: told from the tree of an `engine.why` ledger."""

from math import ceil, copysign, floor, log10
from typing import Any

import plotly.graph_objects as go

from components.figures.common.row_names import room_of
from components.looks.theme import ACCENT, BAND_OPACITY, FAINT, INK, KINDS, KINDS_DARK, PAPER, template, tint
from components.words.differences.why import PLURALS, told_of
from components.words.policy_names import with_policy_names
from components.words.wording import number

Tree = dict[str, Any]

PATTERNS = ("", "/", "x", ".", "-", "\\", "+")

LONGEST_TITLE = 32
"""Letters of a title of an axis in one line: two pictures stand side by side."""


def draw_cumulative(ledger: Tree, scheme: str) -> go.Figure:
    """The cumulative difference in order of arrival, of the first replication and the band of all."""
    told, x = told_of(ledger), ledger["position"]
    first, low, high = ([value * told.scale for value in ledger[name]] for name in ("first", "low", "high"))
    figure = go.Figure()
    if ledger["difference"]["replications"] > 1 and low != high:
        figure.add_scatter(
            x=[*x, *x[::-1]],
            y=[*high, *low[::-1]],
            fill="toself",
            fillcolor=tint(ACCENT, BAND_OPACITY),
            line={"width": 0},
            hoverinfo="skip",
            name="least to largest of all replications",
        )
    figure.add_scatter(
        x=x,
        y=first,
        mode="lines",
        line={"color": ACCENT, "width": 2},
        name="replication 1",
        hovertemplate=f"up to {ledger['kind']} %{{x:,}}: %{{y:.3g}}{told.unit}<extra></extra>",
    )
    unit = f" ({told.unit.strip()})" if told.unit else ""
    figure.update_layout(template=template(scheme), margin={"r": 36, "t": 56})
    title = "Job, in order of arrival" if ledger["kind"] == "job" else "Iteration"
    figure.update_xaxes(title=title, tickformat=",")
    figure.update_yaxes(title=f"Cumulative difference{unit}", zeroline=True, zerolinecolor=FAINT[scheme])
    return figure


ALL = "all of it"


def draw_parts(ledger: Tree, scheme: str) -> go.Figure:
    """From what the difference comes: all parts stacked, with the whole as a mark on them, and below that each alone,
    with their intervals.

    What brings less stands to the left of 0, so the stack ends to either side where its parts do, and the mark is where
    both sides together are.
    """
    told = told_of(ledger)
    parts = dict(ledger["parts"])
    if ledger["counted"]["mean"]:
        parts[f"{PLURALS[ledger['kind']]} counted under one only"] = ledger["counted"]
    hues = list((KINDS_DARK if scheme == "dark" else KINDS).values())
    figure = go.Figure()
    for n, (name, one) in enumerate(parts.items()):
        value, half = _scaled(one, told.scale)
        color = hues[n % len(hues)]
        bar = {
            "x": [value],
            "orientation": "h",
            "marker": {
                "color": color,
                "pattern": {
                    "shape": PATTERNS[(n + 1) % len(PATTERNS)],
                    "bgcolor": color,
                    "fgcolor": PAPER[scheme],
                    "size": 6,
                    "solidity": 0.25,
                },
            },
            "name": name,
            "hovertemplate": f"{name}: %{{x:.3g}}{told.unit}<extra></extra>",
            "showlegend": False,
        }
        figure.add_bar(y=[ALL], **bar)
        figure.add_bar(y=[name], error_x=_interval(half, scheme), **bar)
    value, half = _scaled(ledger["difference"], told.scale)
    figure.add_scatter(
        y=[ALL],
        x=[value],
        mode="markers",
        marker={"symbol": "diamond", "size": 12, "color": INK[scheme], "line": {"color": PAPER[scheme], "width": 2}},
        error_x=_interval(half, scheme),
        name=ALL,
        hovertemplate=f"{ALL}: %{{x:.3g}}{told.unit}<extra></extra>",
        showlegend=False,
    )
    first, second = ledger["policies"]
    title = _less(first, second, f" ({told.unit.strip()})" if told.unit else "")
    room = room_of([ALL, *parts], has_title=False)
    figure.update_layout(
        template=template(scheme), bargap=0.35, barmode="relative", margin={"l": room, **_below(title)}
    )
    figure.update_xaxes(title=title, zeroline=True, zerolinecolor=FAINT[scheme])
    figure.update_yaxes(autorange="reversed", type="category", categoryorder="array", categoryarray=[ALL, *parts])
    return figure


def _scaled(one: Tree, scale: float) -> tuple[float, float | None]:
    """Mean and half of the interval of an estimate; what is not known is 0, and has none."""
    half = None if one["low"] is None else (one["high"] - one["low"]) / 2 * scale
    return (0.0 if one["mean"] is None else one["mean"] * scale), half


def _interval(half: float | None, scheme: str) -> Tree:
    return {"type": "data", "array": [half], "color": INK[scheme], "thickness": 1.2, "width": 3}


def _less(first: str, second: str, rest: str) -> str:
    """The title of an axis of differences, in two lines where one would leave the picture and its unit with it."""
    title = with_policy_names(f"{second} less {first}{rest}")
    return title if len(title) <= LONGEST_TITLE else title.replace(" less ", "<br>less ", 1)


def _below(title: str) -> dict[str, int]:
    """Room for the *title* of an axis."""
    return {"b": 80} if "<br>" in title else {}


def draw_spread(ledger: Tree, scheme: str) -> go.Figure:
    """Who wins: the distribution function of the differences on a symmetric logarithmic axis."""
    told = told_of(ledger)
    total = sum(count for _, _, count in ledger["spread"]) or 1
    x, y, seen = [], [], 0
    for low, high, count in ledger["spread"]:
        x += [low * told.scale, high * told.scale]
        y += [100 * seen / total, 100 * (seen + count) / total]
        seen += count
    amounts = [abs(value) for value in x if value]
    least, most = (min(amounts), max(amounts)) if amounts else (1.0, 10.0)
    place = _Symmetric(max(least, most / 1e5))
    figure = go.Figure()
    figure.add_scatter(
        x=[place.of(value) for value in x],
        y=y,
        mode="lines",
        line={"color": ACCENT, "width": 2},
        customdata=[number(value, 3) for value in x],
        hovertemplate=f"%{{y:.3g}} % at most %{{customdata}}{told.unit}<extra></extra>",
        showlegend=False,
    )
    figure.add_vline(x=0, line={"color": FAINT[scheme], "width": 1})
    unit = f" ({told.unit.strip()})" if told.unit else ""
    first, second = ledger["policies"]
    ticks = place.ticks(most)
    title = _less(first, second, f", of one {ledger['kind']}{unit}")
    figure.update_layout(template=template(scheme), margin=_below(title))
    figure.update_xaxes(
        title=title,
        tickvals=[place.of(value) for value in ticks],
        ticktext=[number(value, 3) for value in ticks],
    )
    figure.update_yaxes(title=f"{PLURALS[ledger['kind']].capitalize()} with at most that (%)", range=[0, 100])
    return figure


class _Symmetric:
    """A logarithmic axis to either side of 0; amounts below the *least* are at 0."""

    def __init__(self, least: float) -> None:
        self._lowest = floor(log10(least)) if least > 0 else 0

    def of(self, value: float) -> float:
        """The place of a value."""
        size = log10(abs(value)) - self._lowest if value else 0.0
        return copysign(max(0.0, size), value)

    def ticks(self, most: float) -> list[float]:
        """Powers of ten to either side that are labelled, at most four each, and 0."""
        top = ceil(log10(most)) if most > 0 else 1
        step = max(1, -(-(top - self._lowest) // 4))
        powers = [10.0**n for n in range(top, self._lowest, -step)]
        return [*(-one for one in powers), 0.0, *reversed(powers)]
