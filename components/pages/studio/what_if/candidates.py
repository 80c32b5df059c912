"""Candidates of the decisions of one event, each with a button that asks what would have come of it."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import dash_mantine_components as dmc
from dash import html

from components.controls.aria import aria, data
from components.controls.data_table import DataTable, create_table

MOST = 24
"""Candidates of one event that have a button."""


class Candidate(NamedTuple):
    """What could have been decided.

    Attributes
    ----------
    job : number of the job, from 0
    choice : what is asked for
    words : "start job 17 now"
    is_chosen : whether it was
    """

    job: int
    choice: str
    words: str
    is_chosen: bool


class Offered(NamedTuple):
    """The instant of a step, s, and the candidates of its decisions.

    The others are what is told of it where that is sentences and a table: a heading, and both.
    """

    time: float
    candidates: list[Candidate]
    head: str = ""
    sentences: tuple[str, ...] = ()
    table: DataTable | None = None


HEAD = "What if it had been decided otherwise?"


def create_offered(offered: Offered) -> list[Any]:
    """What was decided, in sentences, with the candidates below."""
    return [
        html.H2(offered.head, className="data-head"),
        *(html.P(dmc.Text(sentence, fw=600 if n == 0 else 400)) for n, sentence in enumerate(offered.sentences)),
        *create_candidates(offered.candidates),
        *([create_table(offered.table)] if offered.table else []),
    ]


def create_candidates(candidates: Sequence[Candidate]) -> list[Any]:
    """The list; nothing where there was but one way."""
    if all(one.is_chosen for one in candidates):
        return []
    left = len(candidates) - MOST
    more = [html.P(f"{left} more are not listed.", className="hint")] if left > 0 else []
    return [
        html.H2(HEAD, className="data-head"),
        html.Ul([_row(one) for one in candidates[:MOST]], className="what-ifs"),
        *more,
    ]


def _row(one: Candidate) -> html.Li:
    words = html.Span(one.words, className="what-if-words")
    if one.is_chosen:
        return html.Li([words, html.Span("chosen", className="winner")], className="chosen")
    button = html.Button(
        "What if?",
        type="button",
        className="what-if",
        **data(job=str(one.job), choice=one.choice),
        **aria(label=f"What if: {one.words}"),
    )
    return html.Li([words, button])
