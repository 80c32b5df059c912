"""What stands on the status page."""

from typing import Any

from dash import dcc, html

from components.pages.status.health import overview
from components.pages.status.ids import Id
from components.pages.status.seen import studies_table, titles_of, words_of, workers_table
from workers.client import KEEP

DAY = 24 * 3600

EVERY = 2000
"""Milliseconds between two looks."""


def layout(**_: Any) -> html.Main:
    """The page for "/status", with the first look on it."""
    words, workers, studies = show()
    return html.Main(
        [
            html.H1("Status"),
            html.P(words, id=Id.WORDS, className="verdict", role="status"),
            html.H2("Workers", className="data-head"),
            html.Div(workers, id=Id.WORKERS),
            html.H2("Studies that are running", className="data-head"),
            html.Div(studies, id=Id.STUDIES),
            html.P(
                [
                    "For programs: ",
                    html.A("/healthz", href="/healthz", target="_blank"),
                    " says whether all is well, ",
                    html.A("/metrics", href="/metrics", target="_blank"),
                    f" has the figures for Prometheus. Results are kept for {KEEP // DAY} days after they were "
                    "written; links hold whole scenarios and never expire.",
                ],
                className="picture-text",
            ),
            dcc.Interval(id=Id.TICK, interval=EVERY),
        ],
        className="status-page",
    )


def show() -> tuple[Any, Any, Any]:
    """One look: the sentence and both tables."""
    seen = overview()
    return words_of(seen), workers_table(seen), studies_table(seen, titles_of(seen))
