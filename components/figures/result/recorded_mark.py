"""What a log itself says in a picture of curves: a dotted line or a hollow diamond, in the color of the words."""

from components.figures.result.tree import Tree
from components.looks.theme import INK
from components.words.as_recorded import LEGEND

SYMBOL = "diamond-open"
SIZE = 14


def recorded_traces(value: float, told: str, across: tuple[float, float], at: float | None, scheme: str) -> list[Tree]:
    """At one place (*at*), or *across* the picture from one x to another, as it is of no point; *told* is hovered."""
    color = INK[scheme]
    common: Tree = {
        "type": "scatter",
        "name": LEGEND,
        "legendgroup": LEGEND,
        "customdata": [[told]],
        "hovertemplate": "%{customdata[0]}<extra></extra>",
        "showlegend": True,
    }
    if at is not None:
        return [common | {"x": [at], "y": [value], "mode": "markers", "marker": recorded_marker(scheme)}]
    line = {"color": color, "width": 2, "dash": "dot"}
    return [
        common | {"x": list(across), "y": [value, value], "mode": "lines", "line": line, "customdata": [[told], [told]]}
    ]


def recorded_marker(scheme: str) -> Tree:
    """The hollow diamond."""
    return {"symbol": SYMBOL, "size": SIZE, "color": INK[scheme], "line": {"color": INK[scheme], "width": 2}}
