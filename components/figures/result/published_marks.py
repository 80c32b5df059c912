"""Published values in a picture of curves: hollow markers in the colour and shape of their policy."""

from typing import NamedTuple

from components.figures.result.tree import Tree
from components.looks.theme import INK, LOOKS
from components.words.wording import number
from engine.papers.reproduction import Reproduction

SIZE = 14
"""Wide enough that the marker of the measured value fits inside."""


class Mark(NamedTuple):
    """A hollow marker, in the unit that the page shows."""

    policy: str
    x: float | str
    y: float
    words: str
    transient: bool


def marks_of(found: list[Reproduction], field: str | None, across: float, up: float) -> list[Mark]:
    """The marks of published values; where no *field* is varied, policies stand on the x axis.

    *across* and *up* are what values are multiplied by to be told.
    """
    return [
        Mark(
            one.published.policy,
            one.published.point[field] * across if field else one.published.policy,
            one.published.value * up,
            _words(one, up),
            one.published.transient,
        )
        for one in found
    ]


def traces_of_marks(marks: list[Mark], name: str, scheme: str, in_groups: bool) -> list[Tree]:
    """The marks and one entry of the legend for all of them.

    *in_groups*: policies have entries of their own, and their marks go with them when they are switched off.
    """
    traces: list[Tree] = []
    for policy in dict.fromkeys(mark.policy for mark in marks):
        own = [mark for mark in marks if mark.policy == policy]
        look = LOOKS[policy]
        traces.append(
            {
                "type": "scatter",
                "x": [mark.x for mark in own],
                "y": [mark.y for mark in own],
                "mode": "markers",
                "name": f"{policy} published",
                "legendgroup": policy if in_groups else "published",
                "showlegend": False,
                "marker": _hollow(look.hollow, look.on(scheme)),
                "customdata": [[mark.words] for mark in own],
                "hovertemplate": "%{customdata[0]}",
            }
        )
    entry = {"type": "scatter", "x": [None], "y": [None], "mode": "markers", "name": name, "showlegend": True}
    return [*traces, {**entry, "legendgroup": "published", "marker": _hollow("circle-open", INK[scheme])}]


def sources_in_short(found: list[Reproduction]) -> str:
    """Who published the values, without the tables: "Kumar 2001"."""
    return " and ".join(dict.fromkeys(one.published.source.partition(",")[0] for one in found))


def _hollow(symbol: str, color: str) -> dict[str, object]:
    return {"symbol": symbol, "size": SIZE, "color": color, "line": {"color": color, "width": 2}}


def _words(one: Reproduction, scale: float) -> str:
    """The value and how the measured one compares."""
    value = number(one.published.value * scale, 6)
    if one.deviation_percent is not None:
        return f"{value}; measured {_signed_percent(one.deviation_percent)}"
    if one.is_within_prediction is None:
        return value
    return f"{value}; {'within' if one.is_within_prediction else 'outside'} the spread of the replications"


def _signed_percent(value: float) -> str:
    return f"{value:+.1f} %".replace("-", "\u2212")
