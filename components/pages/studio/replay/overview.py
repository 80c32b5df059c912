"""The whole run in a strip above the pictures, of which a window is shown; dragging in it chooses another one."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from dash import html

from components.controls.aria import aria
from components.pages.studio.ids import Id
from components.words.wording import number

DIGITS = 3
"""Of a height: the strip is 40 pixels high."""

LABEL = "Window of the run. Arrows move it, Page Up and Down by its width, Home and End to the ends"
RESIZES = "; with Shift, arrows make it longer and shorter"


class Overview(NamedTuple):
    """A run at a glance, and the window of it that is shown.

    Attributes
    ----------
    title : what the strip shows of how much, as a sentence without its full stop
    height : what its height is, with its unit: "jobs running"
    unit : what is counted along it, "s", "job" or "iteration"; jobs and iterations count from 0 here
    heights : of equal parts of the run, not negative; at most 240
    end : of the run
    since, until : of the window
    narrowest : shortest window, or 0 where all are of one length
    """

    title: str
    height: str
    unit: str
    heights: Sequence[float]
    end: float
    since: float
    until: float
    narrowest: float = 0.0

    @classmethod
    def of_iterations(cls, lengths: Sequence[float], count: int, since: int, until: int) -> "Overview":
        """How long each of *count* iterations takes, s; *lengths* are means of equal parts of them."""
        of_each = means_words(count, lengths)
        title = f"Length of each of {number(count, 6)} iterations{of_each}: up to {number(max(lengths), 3)} s"
        return cls(title, "mean length (s)" if of_each else "length (s)", "iteration", lengths, count, since, until)


def means_words(count: int, heights: Sequence[float]) -> str:
    """To be added where *heights* are means of several of *count* numbers: the highest of them is not among these."""
    return f", in means of about {number(count / len(heights), 2)}" if count > len(heights) else ""


def for_browser(overview: Overview | None) -> dict[str, Any] | None:
    """What the browser draws the strip of."""
    if overview is None:
        return None
    return overview._asdict() | {"heights": [float(f"{one:.{DIGITS}g}") for one in overview.heights]}


def create_overview() -> html.Div:
    """The strip, empty until there is a run; `overview.js` fills it."""
    window = html.Div(
        [html.Span(className="overview-grip"), html.Span(className="overview-grip")],
        id=Id.OVERVIEW_WINDOW,
        className="overview-window",
        role="slider",
        tabIndex=0,
        **aria(label=LABEL, valuemin="0", valuemax="0", valuenow="0", orientation="horizontal"),
    )
    return html.Div(
        [
            html.P(id=Id.OVERVIEW_WORDS, className="overview-words"),
            html.Div(
                html.Div([html.Div(html.Span(), className="overview-area"), window], className="overview-track"),
                id=Id.OVERVIEW,
                className="overview-strip",
            ),
            html.Details(
                [
                    html.Summary("Table of the overview"),
                    html.Div(id=Id.OVERVIEW_TABLE, tabIndex=0, role="region", **aria(label="Table of the overview")),
                ],
                className="table-of-picture",
            ),
        ],
        id=Id.OVERVIEW_BAR,
        className="bar-overview empty",
    )
