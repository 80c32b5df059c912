"""A figure of lines and bars as HTML and SVG, which a browser shows before plotly has come.

It fills whatever room it has, as plotly's picture does that takes its place: lines lie in a drawing that is stretched
(their strokes are not) and ends at the axes, marks in one that does not, words stand where percentages say. Figures
with other traces have no such picture.
"""

import re
from collections.abc import Iterator
from html import escape
from itertools import groupby
from math import ceil, floor, log10
from typing import Any, NamedTuple

import plotly.graph_objects as go

from components.looks.theme import FAINT, GRID, LOOKS, MARGIN
from components.looks.tokens import TYPE
from components.words.wording import number

DASHES = {"dash": (3, 3), "dot": (1, 1), "longdash": (5, 5), "dashdot": (3, 2, 1, 2), "longdashdot": (5, 2, 1, 2)}
"""Lengths of lines and gaps, in widths of the line, as plotly draws them."""

CAPS = {"circle": "round", "square": "square"}
"""Markers that a line without length has by the form of its ends."""

SIGNS = {look.symbol: look.glyph for look in reversed(LOOKS.values())} | {"line-ns-open": "|", "line-ew-open": "–"}
"""Letters for the others; where policies share a marker, that of the first."""

HOLLOW = {
    "circle": "○",
    "square": "□",
    "diamond": "◇",
    "triangle-up": "△",
    "triangle-down": "▽",
    "triangle-left": "◁",
    "triangle-right": "▷",
    "star": "☆",
    "pentagon": "⬠",
    "hexagon": "⬡",
}
"""Letters for markers that are not filled; one without a room inside, as a cross, is as it is."""

COLORED = re.compile(r'<span style="color:(#[0-9A-Fa-f]{6})">([^<>]*)</span>')

TICKS = 10
"""About as many on an axis as plotly makes on a screen of the usual size."""

BESIDE, HALF_LINE = 62, 12
"""px from an upright axis to the middle of its title, and from there to its edge."""

SHIFT = {"left": "0", "center": "-50%", "right": "-100%", "top": "0", "middle": "-50%", "bottom": "-100%"}


class Axis(NamedTuple):
    """One axis: its ends, and where it has ticks with which words."""

    low: float
    high: float
    is_log: bool
    ticks: list[tuple[float, str]]
    title: str

    def place(self, value: float) -> float:
        """Where a value lies, % from the lower end."""
        return self.noted(log10(value) if self.is_log else value)

    def noted(self, at: float) -> float:
        """The same for an annotation, which plotly places by the logarithm on such an axis."""
        return 100 * (at - self.low) / (self.high - self.low)


def plain_picture(figure: go.Figure | dict[str, Any], scheme: str) -> str | None:
    """The *figure*, drawn for "light" or "dark", as HTML; None if it has anything that is not drawn here."""
    drawn = figure if isinstance(figure, dict) else figure.to_plotly_json()
    traces, layout = [one for one in drawn["data"] if one.get("opacity") != 0], drawn["layout"]
    if any(one.get("type", "scatter") not in ("scatter", "bar") for one in traces) or "xaxis2" in layout:
        return None
    x, y = (_axis(layout.get(name, {})) for name in ("xaxis", "yaxis"))
    if x is None or y is None:
        return None
    margin = MARGIN | layout.get("margin", {})
    lines = [*_grid(x, y, scheme), *(path for trace in traces for path in _as_pale(trace, _trace(trace, x, y)))]
    dots = [dot for trace in traces for dot in _as_pale(trace, _dots(trace, x, y))]
    words = [*_ticks(x, y), *_titles(x, y, margin["l"]), *(sign for trace in traces for sign in _signs(trace, x, y))]
    words += [_annotation(one, x, y) for one in layout.get("annotations", [])]
    place = f"left:{margin['l']}px;right:{margin['r']}px;top:{margin['t']}px;bottom:{margin['b']}px"
    return (
        f'<div class="plain-picture" style="{place}">'
        f'<svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">{"".join(lines)}</svg>'
        f'<svg class="marks" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">{"".join(dots)}</svg>'
        f"{''.join(words)}</div>"
    )


def _axis(given: dict[str, Any]) -> Axis | None:
    ends, is_log = given.get("range"), given.get("type") == "log"
    if ends is None or given.get("type") == "category" or not ends[0] < ends[1]:
        return None
    low, high = map(float, ends)
    if given.get("tickvals") is not None:
        texts = given.get("ticktext") or [number(value, 6) for value in given["tickvals"]]
        ticks = list(zip(map(float, given["tickvals"]), map(str, texts), strict=True))
    elif is_log:
        ticks = [(10.0**n, number(10.0**n, 6)) for n in range(ceil(low), floor(high) + 1)]
    else:
        ticks = _round_ticks(low, high)
    return Axis(low, high, is_log, ticks, (given.get("title") or {}).get("text") or "")


def _round_ticks(low: float, high: float) -> list[tuple[float, str]]:
    """Ticks at multiples of 1, 2 or 5 times a power of ten."""
    rough = (high - low) / TICKS
    base = 10.0 ** floor(log10(rough))
    step = base * next(factor for factor in (1, 2, 5, 10) if factor * base >= rough * 0.999)
    values = [n * step for n in range(ceil(low / step - 1e-9), floor(high / step + 1e-9) + 1)]
    return [(value, number(round(value, 12), 6)) for value in values]


def _grid(x: Axis, y: Axis, scheme: str) -> Iterator[str]:
    vertical = "".join(f"M{x.place(at):.2f} 0V100" for at, _ in x.ticks)
    horizontal = "".join(f"M0 {100 - y.place(at):.2f}H100" for at, _ in y.ticks)
    yield f'<path d="{vertical}{horizontal}" stroke="{GRID[scheme]}"/>'
    yield f'<path d="M0 0V100H100" stroke="{FAINT[scheme]}"/>'


def _as_pale(trace: dict[str, Any], paths: Iterator[str]) -> Iterator[str]:
    """The paths of a trace with its opacity."""
    opacity = trace.get("opacity", 1)
    return paths if opacity == 1 else iter([f'<g opacity="{opacity}">{"".join(paths)}</g>'])


def _trace(trace: dict[str, Any], x: Axis, y: Axis) -> Iterator[str]:
    points = _points(trace)
    if trace.get("type") == "bar":
        yield from _bars(trace, points, x, y)
        return
    there = [
        " ".join(f"{x.place(a):.2f},{100 - y.place(b):.2f}" for a, b in run)
        for is_there, run in groupby(points, lambda one: _can_be_placed(one, x, y))
        if is_there
    ]
    mode, line = trace.get("mode", "lines"), trace.get("line", {})
    if trace.get("fill") == "toself":
        yield from (f'<polygon points="{run}" fill="{trace.get("fillcolor", "none")}" stroke="none"/>' for run in there)
    width = line.get("width", 2)
    if "lines" in mode and width:
        dash = " ".join(str(part * width) for part in DASHES.get(line.get("dash", ""), ()))
        style = f'stroke="{line.get("color", "currentColor")}" stroke-width="{width}" stroke-dasharray="{dash}"'
        yield from (f'<polyline points="{run}" {style}/>' for run in there)


def _dots(trace: dict[str, Any], x: Axis, y: Axis) -> Iterator[str]:
    """The markers that are round or square: the ends of lines without length."""
    marker = _marker(trace)
    if marker and marker["symbol"] in CAPS:
        there = [(x.place(a), 100 - y.place(b)) for a, b in _points(trace) if _is_inside((a, b), x, y)]
        dots = "".join(f"M{across:.2f},{below:.2f}h0" for across, below in there)
        cap = CAPS[marker["symbol"]]
        yield f'<path d="{dots}" stroke="{marker["color"]}" stroke-width="{marker["size"]}" stroke-linecap="{cap}"/>'


def _marker(trace: dict[str, Any]) -> dict[str, Any]:
    """How the points of a trace are marked; nothing where they are not, or each in its own way."""
    given = {"symbol": "circle", "size": 6, "color": None} | trace.get("marker", {})
    is_drawn = "markers" in trace.get("mode", "lines") and isinstance(given["color"], str)
    return given if is_drawn and isinstance(given["symbol"], str) else {}


def _signs(trace: dict[str, Any], x: Axis, y: Axis) -> Iterator[str]:
    """The markers that are neither round nor square: letters, since the drawing is stretched."""
    marker = _marker(trace)
    if not marker or marker["symbol"] in CAPS:
        return
    name = trace.get("name")
    sign = (
        LOOKS[name].glyph
        if name is not None and name in LOOKS
        else SIGNS.get(marker["symbol"], _hollow(marker["symbol"]))
    )
    opacity = marker.get("opacity", trace.get("opacity", 1))
    each = opacity if isinstance(opacity, list) else [opacity] * len(trace["x"])
    for (a, b), seen in zip(_points(trace), each, strict=False):
        if seen and _is_inside((a, b), x, y):
            place = f"left:{x.place(a):.2f}%;top:{100 - y.place(b):.2f}%"
            look = f"color:{marker['color']};font-size:{1.4 * marker['size']:.0f}px;opacity:{seen}"
            yield f'<span class="sign" style="{place};{look}" aria-hidden="true">{sign}</span>'


def _hollow(symbol: str) -> str:
    """The letter of a marker that is not filled, with or without a dot in it, as plotly names them."""
    shape = symbol.removesuffix("-dot").removesuffix("-open")
    return HOLLOW.get(shape) or SIGNS.get(shape, "+")


def _points(trace: dict[str, Any]) -> list[tuple[Any, Any]]:
    x, y = trace.get("x"), trace.get("y")
    return [] if x is None or y is None else list(zip(x, y, strict=False))


def _can_be_placed(point: tuple[Any, Any], x: Axis, y: Axis) -> bool:
    numbers = all(isinstance(one, int | float) and one == one for one in point)
    return numbers and all(not axis.is_log or one > 0 for one, axis in zip(point, (x, y), strict=True))


def _is_inside(point: tuple[Any, Any], x: Axis, y: Axis) -> bool:
    return _can_be_placed(point, x, y) and all(
        0 <= axis.place(one) <= 100 for one, axis in zip(point, (x, y), strict=True)
    )


def _bars(trace: dict[str, Any], points: list[tuple[Any, Any]], x: Axis, y: Axis) -> Iterator[str]:
    widths, colors = trace.get("width"), trace.get("marker", {}).get("color")
    for n, (at, height) in enumerate(points):
        width = widths[n] if isinstance(widths, list | tuple) else widths or 0.8
        color = colors[n] if isinstance(colors, list | tuple) else colors
        left, right, top = x.place(at - width / 2), x.place(at + width / 2), y.place(height)
        box = f'x="{left:.2f}" y="{100 - top:.2f}" width="{right - left:.2f}" height="{top:.2f}"'
        yield f'<rect {box} fill="{color}" stroke="none"/>'


def _ticks(x: Axis, y: Axis) -> Iterator[str]:
    for at, text in x.ticks:
        yield f'<span class="tick-below" style="left:{x.place(at):.2f}%">{escape(text)}</span>'
    for at, text in y.ticks:
        yield f'<span class="tick-beside" style="top:{100 - y.place(at):.2f}%">{_lines(text)}</span>'


def _titles(x: Axis, y: Axis, room: float) -> Iterator[str]:
    """The titles of the axes; the one beside has *room* px left of its axis."""
    beside = min(BESIDE, room - HALF_LINE)
    yield f'<span class="title-below">{escape(x.title)}</span>'
    yield f'<span class="title-beside" style="--beside:{beside}px">{escape(y.title)}</span>'


def _annotation(one: dict[str, Any], x: Axis, y: Axis) -> str:
    right, up = one.get("xshift", 0), one.get("yshift", 0)
    if one.get("showarrow"):
        right, up = right + one.get("ax", 0), up - one.get("ay", 0)
    across = 100 * one["x"] if one.get("xref") == "paper" else x.noted(one["x"])
    below = 100 - (100 * one["y"] if one.get("yref") == "paper" else y.noted(one["y"]))
    anchors = SHIFT[one.get("xanchor", "center")], SHIFT[one.get("yanchor", "middle")]
    font = one.get("font", {})
    style = ";".join(
        (
            f"left:calc({across:.2f}% + {right}px)",
            f"top:calc({below:.2f}% - {up}px)",
            f"transform:translate({','.join(anchors)})",
            f"text-align:{one.get('align', 'center')}",
            f"color:{font.get('color', 'inherit')}",
            f"font-size:{font.get('size', TYPE['xs'])}px",
        )
    )
    return f'<span style="{style}">{_lines(str(one.get("text", "")))}</span>'


def _lines(text: str) -> str:
    return "<br>".join(map(_colored, text.split("<br>")))


def _colored(text: str) -> str:
    """One line of an annotation, which may be a sign in a color of its own, as on the rail of curves."""
    found = COLORED.fullmatch(text)
    return f'<span style="position:static;color:{found[1]}">{escape(found[2])}</span>' if found else escape(text)
