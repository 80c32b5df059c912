"""The tab that breaks a policy: which, by which, in what; and what was found, with both schedules side by side."""

from typing import Any

import dash_mantine_components as dmc
from dash import dcc, html

from components.controls.aria import aria
from components.controls.data_table import DataTable, create_table
from components.controls.picture import create_picture
from components.pages.studio.breaking.ids import Id
from components.pages.studio.face import face_of
from components.pages.studio.panel import create_panel, side_by_side
from components.sketches.link import to_link
from components.words.searches.broken import broken_lines, job_rows, search_rows
from components.words.wording import capital, metric_words
from engine.contract.breaking import MOST_JOBS
from engine.study.registry import read_scenario

Tree = dict[str, Any]

HOW = (
    f"Where is one policy worst against another? Workers search for a list of at most {MOST_JOBS} jobs, by annealing, "
    "and shrink it to an example that can be followed by hand. Options, job types, own policies and the seed are those "
    "of the study; it takes some seconds."
)


def create_break_panel() -> html.Div:
    """The question, a button, and the place of the answer."""
    return create_panel(
        html.P(HOW, className="picture-text"),
        html.Div(
            [
                _choice(Id.BREAK_POLICY, "Break policy", [], None, 200),
                _choice(Id.BREAK_AGAINST, "by policy", [], None, 200),
                _choice(Id.BREAK_METRIC, "in", [], None, 240),
                dmc.Button("Search", id=Id.BREAK, size="xs"),
                dmc.Button("Everyone against everyone", id=Id.BREAK_ALL, size="xs", variant="default"),
                dmc.Button("Cancel", id=Id.BREAK_CANCEL, size="xs", variant="default", disabled=True),
            ],
            className="picture-choice searching",
        ),
        dcc.Store(id=Id.BROKEN),
        dcc.Interval(id=Id.BREAK_AGAIN, interval=1000, disabled=True),
        html.Div(id=Id.BREAK_FOUND, className="stack", **aria(live="polite")),
    )


def metric_data(metrics: tuple[str, ...]) -> list[dict[str, str]]:
    """What a policy can be broken in, to be chosen from."""
    return [{"value": name, "label": capital(metric_words(name).title)} for name in metrics]


def create_found(found: Tree, traces: list[Any], scheme: str) -> list[Any]:
    """The answer: sentences, links to the example, the schedule under the other policy and under the broken one."""
    first, *rest = broken_lines(found)
    said = [html.P(dmc.Text(first, fw=600)), html.P(" ".join(rest), className="picture-text")]
    if not found["is_worse"]:
        return said
    link = to_link(read_scenario(found["scenario"]))
    names = (found["against"], found["policy"])
    figures = face_of(found["scenario"]).beside(found, traces, scheme)
    pictures = [
        html.Div(
            [
                html.H2(f"Under {name}", className="data-head"),
                create_picture(
                    f"{Id.BREAK_FOUND}-{number}",
                    f"The schedule of the example under {name}; the table below has its numbers.",
                    figure,
                    height="42vh",
                    shape="rows",
                ),
            ]
        )
        for number, (name, figure) in enumerate(zip(names, figures, strict=True))
    ]
    return [
        *said,
        html.P(
            [
                _link("Open on the board", f"/?s={link}"),
                _link("The race", f"/?s={link}&tab=race"),
                _link("Why do they differ?", f"/?s={link}&tab=why"),
            ],
            className="broken-links",
        ),
        side_by_side(*pictures),
        _table("The jobs of the example", *job_rows(found), opened=True),
        _table("How it was found", *search_rows(found)),
    ]


def _table(caption: str, head: list[str], rows: list[list[Any]], opened: bool = False) -> html.Details:
    table = create_table(DataTable(caption, head, rows))
    return html.Details([html.Summary(caption), table], className="table-of-picture", open=opened)


def _link(words: str, address: str) -> html.A:
    return html.A(words, href=address, target="_blank", rel="noopener")


def _choice(name: str, label: str, values: list[Any], value: str | None, width: int) -> dmc.Select:
    return dmc.Select(id=name, label=label, data=values, value=value, allowDeselect=False, size="xs", w=width)
