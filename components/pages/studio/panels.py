"""The tabs of the Studio, and the bar above those that replay."""

from pathlib import Path
from typing import Any

import dash_mantine_components as dmc
from dash import html

from components.aria import aria
from components.controls.data_table import create_table
from components.controls.metric import create_help
from components.controls.picture import create_picture
from components.pages.studio.answer import (
    create_curves,
    curve_metrics,
    describe_curves,
    is_map,
    map_choices,
    metric_help,
    table_of_comparisons,
    table_of_curves,
)
from components.pages.studio.fair import chosen_point, points_to_choose
from components.pages.studio.ids import Id, download_id, export_id, table_id
from components.pages.studio.replay import Offer
from components.stops import stop_words
from engine.parallel_jobs.trace import WINDOW_JOBS
from engine.result import Result

WORDS = (Path(__file__).parent / "words.md").read_text(encoding="utf-8").split("\n---\n")


def _table(name: str, children: Any = None, of: str = "this picture") -> html.Details:
    return html.Details(
        [
            html.Summary(f"Table of {of}"),
            dmc.Button("Download CSV", id=download_id(name), size="compact-sm", variant="default", my="xs"),
            html.Div(children, id=table_id(name)),
        ],
        className="table-of-picture",
    )


def curves_panel(result: Result) -> list[Any]:
    """Curves or map of the chosen metric, and its tables."""
    choices = map_choices(result)
    return [
        html.Div(
            [
                dmc.Select(
                    id=Id.METRIC,
                    data=curve_metrics(result),
                    value="response_time",
                    allowDeselect=False,
                    searchable=True,
                    size="sm",
                    w=320,
                    **aria(label="Metric"),
                ),
                html.Div(create_help(*metric_help("response_time")), id=Id.METRIC_HELP),
                dmc.Select(
                    id=Id.MAP_SHOWN,
                    data=choices,
                    value=choices[0],
                    allowDeselect=False,
                    size="sm",
                    w=180,
                    display="block" if is_map(result) else "none",
                    **aria(label="What the map shows"),
                ),
            ],
            className="picture-choice",
        ),
        create_picture(
            Id.CURVES, "Curves of the chosen metric; the table below has the numbers.", create_curves(result)
        ),
        html.P(describe_curves(result, "response_time"), id=Id.CURVES_TEXT, className="picture-text"),
        html.P(stop_words(result), id=Id.STOPS, className="picture-text"),
        _table("curves", create_table(table_of_curves(result, "response_time"))),
        _table("comparisons", create_table(table_of_comparisons(result, "response_time")), of="comparisons"),
    ]


def fairness_panel(result: Result) -> html.Div:
    """Lorenz curves and boxes at the chosen point."""
    return html.Div(
        [
            html.Div(
                dmc.Select(
                    id=Id.FAIR_POINT,
                    label="Point",
                    data=points_to_choose(result),
                    value=str(chosen_point(result, None)),
                    allowDeselect=False,
                    size="xs",
                    w=220,
                ),
                className="picture-choice",
            ),
            html.Div(
                [
                    create_picture(
                        Id.LORENZ, "Lorenz curves of slowdowns; the table below has the numbers.", height="46vh"
                    ),
                    create_picture(Id.BOXES, "Slowdowns by job class; the table below has the numbers.", height="46vh"),
                ],
                className="two-pictures",
            ),
            html.P(id=Id.FAIR_TEXT, className="picture-text"),
            html.Div(id=table_id("indices")),
            _table("lorenz", of="Lorenz curves"),
            _table("classes", of="job classes"),
        ]
    )


def replay_bar(choices: Offer) -> html.Div:
    """What is replayed, and the player."""
    return html.Div(
        [
            html.Div(
                [
                    _choice(Id.REPLAY_POLICY, "Policy", choices.policies, choices.policies[0], 110),
                    _choice(Id.REPLAY_POINT, "Point", choices.points, choices.point, 190),
                    _whole(Id.REPLAY_REPLICATION, "Replication", 1, choices.replications),
                    _whole(Id.REPLAY_FIRST_JOB, "From job", WINDOW_JOBS, None),
                ],
                className="replay-choice",
            ),
            html.Div(
                [
                    dmc.Button("◀", id=Id.BACK, size="compact-md", variant="default", **aria(label="Previous event")),
                    dmc.Button("▶ Play", id=Id.PLAY, size="compact-md", w=95),
                    dmc.Button("▶", id=Id.NEXT, size="compact-md", variant="default", **aria(label="Next event")),
                    html.Div(
                        dmc.Slider(
                            id=Id.STEP, min=0, max=1, value=0, updatemode="drag", thumbLabel="Event", label=None
                        ),
                        className="step-slider",
                    ),
                ],
                className="replay-player",
            ),
            html.P(id=Id.INSTANT, className="instant", role="status"),
            html.Div(id=Id.REPLAY_PROBLEM, role="alert"),
        ],
        id=Id.REPLAY,
        className="replay-bar hidden",
    )


def _choice(name: str, label: str, options: list[Any], value: str, width: int) -> dmc.Select:
    return dmc.Select(id=name, label=label, data=options, value=value, size="xs", allowDeselect=False, w=width)


def _whole(name: str, label: str, step: int, most: int | None) -> dmc.NumberInput:
    return dmc.NumberInput(
        id=name, label=label, value=1, min=1, max=most, step=step, allowDecimal=False, size="xs", w=95, debounce=300
    )


def states_panel() -> html.Div:
    """The mapping-state diagram with a strip of the schedule."""
    return html.Div(
        [
            html.Div(id=Id.AVAILABLE, className="availability"),
            create_picture(
                Id.STATE_DIAGRAM,
                "Mapping-state diagram; the tables below have its states and transitions.",
                height="52vh",
            ),
            create_picture(Id.STRIP, "Schedule around the current event.", height="190px", bar=False),
            html.P(id=Id.STATE_TEXT, className="picture-text"),
            _table("states", of="states"),
            _table("transitions", of="transitions"),
        ]
    )


def schedule_panel() -> html.Div:
    """The schedule."""
    return html.Div(
        [
            create_picture(
                Id.SCHEDULE, "Schedule: machines over time, a block for each job; the table below has the blocks."
            ),
            html.P(id=Id.SCHEDULE_TEXT, className="picture-text"),
            _table("schedule"),
        ]
    )


def over_time_panel() -> html.Div:
    """Queue and utilization over time."""
    return html.Div(
        [
            create_picture(Id.OVER_TIME, "Jobs and utilization over time; the table below has the numbers."),
            html.P(id=Id.OVER_TIME_TEXT, className="picture-text"),
            _table("over-time"),
        ]
    )


def decisions_panel() -> html.Div:
    """The decisions of the current event."""
    return html.Div(
        [
            html.P(WORDS[0], className="picture-text"),
            html.Div(id=Id.DECISIONS, **aria(live="polite")),
            dmc.Button("Download CSV", id=download_id("decisions"), size="compact-sm", variant="default", my="xs"),
        ]
    )


def data_panel() -> html.Div:
    """Exports, methods paragraph, every number."""
    buttons = [
        html.Div(
            [html.Span(label), *(_export_button(what, form, label) for form in ("csv", "parquet", "json"))],
            className="export-row",
        )
        for what, label in (("summary", "Summaries"), ("cells", "Every cell"))
    ]
    return html.Div(
        [
            html.P(WORDS[1], className="picture-text"),
            *buttons,
            html.H2("Methods", className="data-head"),
            html.P(id=Id.METHODS, className="methods"),
            dmc.Button("Copy", id=Id.COPY_METHODS, size="compact-sm", variant="default", **aria(label="Copy methods")),
            html.Span(id=Id.COPIED, role="status", className="share-said"),
            html.H2("Numbers", className="data-head"),
            html.Div(id=table_id("data")),
        ]
    )


def _export_button(what: str, form: str, label: str) -> dmc.Button:
    name = {"csv": "CSV", "parquet": "Parquet", "json": "JSON"}[form]
    return dmc.Button(
        name, id=export_id(what, form), size="compact-sm", variant="default", **aria(label=f"{label} as {name}")
    )
