"""What each episode brings against how long it lasts, told from the tree of an `engine.why` ledger."""

from typing import Any

import plotly.graph_objects as go

from components.looks.theme import ACCENT, FAINT, INK, PAPER, template
from components.words.differences.why import told_of
from components.words.units import instant, unit_for
from components.words.wording import number

Tree = dict[str, Any]

WIDE = 100.0
"""How many times as long as the shortest the longest is, from which on lengths have a logarithmic axis."""


def draw_episodes(ledger: Tree, scheme: str, opens: dict[str, str] | None = None) -> go.Figure:
    """A mark for each episode; *opens* says in which race `race.js` opens the one that is clicked."""
    told = told_of(ledger)
    found = (ledger.get("episodes") or {}).get("largest", [])
    figure, lengths = go.Figure(), [one["end"] - one["begin"] for one in found]
    unit_of_length = unit_for("s", max(lengths, default=0.0))
    for is_over, name, symbol in (
        (True, "over", "circle"),
        (False, "not over when the replication ends", "diamond-open"),
    ):
        rows = [one for one in found if one["is_over"] == is_over]
        if not rows:
            continue
        figure.add_scatter(
            x=[(one["end"] - one["begin"]) * unit_of_length.factor for one in rows],
            y=[one["brought"] * told.scale for one in rows],
            mode="markers",
            name=name,
            marker={
                "symbol": symbol,
                "size": 12,
                "color": ACCENT if is_over else INK[scheme],
                "opacity": 0.75,
                "line": {"width": 1, "color": PAPER[scheme] if is_over else INK[scheme]},
            },
            customdata=[[one["job"], one["begin"], one["end"]] for one in rows],
            hovertext=[_words(one, told.scale, told.unit) for one in rows],
            hoverinfo="text",
        )
    some = [length for length in lengths if length > 0]
    is_wide = bool(some) and max(some) > WIDE * min(some)
    unit = f" ({told.unit.strip()})" if told.unit else ""
    figure.update_layout(
        template=template(scheme), margin={"t": 52}, meta={"opens": opens} if opens else None, showlegend=True
    )
    figure.update_xaxes(title=f"Length of the episode ({unit_of_length.name})", type="log" if is_wide else "linear")
    figure.update_yaxes(title=f"Brings{unit}", zeroline=True, zerolinecolor=FAINT[scheme])
    return figure


def _words(one: Tree, scale: float, unit: str) -> str:
    jobs = f"{one['jobs']:,} job{'' if one['jobs'] == 1 else 's'}"
    return (
        f"<b>decided about job {one['job'] + 1}</b><br>{instant(one['begin'])} to {instant(one['end'])}, {jobs}<br>"
        f"brings {number(one['brought'] * scale, 3)}{unit}"
    )
