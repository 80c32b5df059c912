"""Profit over time: what was earned, what was lost and how, and what is still open."""

from typing import Literal

from components.figures.common.instant import instant_line
from components.figures.parallel_jobs.schedules.unchecked import Tree, Unchecked
from components.looks.theme import FAINT, INK, template, tint
from engine.parallel_jobs.replay.tree import Trace

PARTS: dict[Literal["earned", "lost_late", "lost_rejected", "open"], tuple[str, str, str]] = {
    "earned": ("earned", "#007A5A", ""),
    "lost_late": ("lost by ending late", "#E69F00", "/"),
    "lost_rejected": ("lost by rejecting jobs", "#D55E00", "x"),
    "open": ("still open", "#6B6B6B", "."),
}
"""{column of the trace: (words, color, pattern)}; the pattern tells them apart in print."""


SIZES = ((1e6, "million "), (1e3, "thousand "), (1, ""))
"""In what sums are told that large."""


def profit_tree(trace: Trace, scheme: str) -> Tree:
    """Stacked areas over the whole replication; shape 0 of the layout is the line of the current instant."""
    profit = trace["profit"]
    figure = Unchecked()
    largest = max([abs(sum(at)) for at in zip(*(profit[name] for name in PARTS), strict=True)], default=0.0)
    divisor, unit = next((size, words) for size, words in SIZES if largest >= size or size == 1)
    for name, (words, color, pattern) in PARTS.items():
        figure.add_scatter(
            x=profit["time"],
            y=[value / divisor for value in profit[name]],
            customdata=profit[name],
            mode="lines",
            stackgroup="profit",
            line={"color": color, "width": 1.5},
            fillcolor=tint(color, 0.55),
            fillpattern={"shape": pattern, "fgcolor": INK[scheme], "bgcolor": tint(color, 0.55), "size": 7},
            name=words,
            hovertemplate="%{customdata:,.0f} $",
        )
    figure.update_layout(
        template=template(scheme),
        hovermode="x unified",
        legend={"traceorder": "normal"},
        shapes=[instant_line(trace["steps"][0]["time"], scheme)],
        margin={"t": 52},
        xaxis={"title": {"text": "Time (s)"}, "showspikes": True, "spikecolor": FAINT[scheme]},
        yaxis={"title": {"text": f"Profit ({unit}$), cumulative"}, "rangemode": "tozero"},
    )
    return figure.as_tree()
