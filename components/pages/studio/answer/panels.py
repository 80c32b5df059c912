"""The tabs of the Studio that show a result as a whole."""

from typing import Any

import dash_mantine_components as dmc
from dash import html

from components.controls.aria import aria
from components.controls.claims import create_claims
from components.controls.data_table import create_table
from components.controls.metric import create_help
from components.controls.picture import create_picture
from components.controls.units import create_units
from components.pages.studio.answer.answer import (
    create_curves,
    curve_metrics,
    describe_curves,
    is_map,
    map_choices,
    metric_help,
    table_of_comparisons,
    table_of_curves,
)
from components.pages.studio.answer.claimed import claim_lines, table_of_claims
from components.pages.studio.answer.published import describe_published, table_of_published
from components.pages.studio.answer.saturation_panel import create_saturation, create_search
from components.pages.studio.details import create_details
from components.pages.studio.face import FACES
from components.pages.studio.ids import Id, export_id, table_id
from components.pages.studio.sketch.named import create_notes
from components.words.stops import stop_words
from components.words.wording import first_metric
from engine.inputs.scenario import Scenario
from engine.results.formats import FORMATS
from engine.results.result import Result
from engine.results.saturation import Saturation

DATA = (
    "Data in long form: one row per point, policy and metric (summaries, with 95 % interval and number of "
    "replications), or per replication too (every cell). Parquet carries scenario, engine version and fingerprint with "
    "it."
)


def _published(result: Result, metric: str) -> list[Any]:
    """The sentence on published values and their table; there, but not seen, where nothing is published."""
    table = table_of_published(result, metric)
    return [
        html.P(describe_published(result, metric), id=Id.PUBLISHED_TEXT, className="picture-text"),
        html.Div(
            create_details("published", create_table(table), of="published values beside measured ones"),
            id=Id.PUBLISHED,
            className="" if table.body else "hidden",
        ),
    ]


def _claims(result: Result) -> list[Any]:
    """What a paper claims, likewise."""
    table = table_of_claims(result)
    return [
        html.Div(create_claims(claim_lines(result)), id=Id.CLAIMS_TEXT, className="claims"),
        html.Div(
            create_details("claims", create_table(table), of="claims, check by check"),
            id=Id.CLAIMS,
            className="" if table.body else "hidden",
        ),
    ]


def curves_panel(
    result: Result,
    metric: str = "",
    search: Scenario | None = None,
    told: list[Saturation] | None = None,
    refusal: str = "",
) -> list[Any]:
    """Curves or map of the *metric*, or of the first one, and its tables; over a load what its *search* has *told*, or
    the *refusal* of one."""
    choices, metric = map_choices(result), metric or first_metric(result.scenario)
    return [
        html.Div(
            [
                dmc.Select(
                    id=Id.METRIC,
                    data=curve_metrics(result),
                    value=metric,
                    allowDeselect=False,
                    searchable=True,
                    size="sm",
                    w=320,
                    **aria(label="Metric"),
                ),
                html.Div(create_help(*metric_help(metric)), id=Id.METRIC_HELP),
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
            Id.CURVES,
            "Curves of the chosen metric; the table below has the numbers.",
            create_curves(result, metric, told=told),
        ),
        create_units(),
        html.Div(id=Id.BEFORE, className="before", role="status"),  # `before.js` says what is pale
        html.P(id=Id.CHOSEN, className="hint", role="status"),  # and `chosen_point.js` where the other tabs are
        html.P(describe_curves(result, metric), id=Id.CURVES_TEXT, className="picture-text"),
        html.Div(
            create_saturation(result.scenario, search, told or [], refusal), id=Id.SATURATION, className="saturation"
        ),
        *create_search(looks=search is not None and not told),
        html.P(create_notes(result.scenario), id=Id.NOTES, className="picture-text notes"),
        html.P(stop_words(result), id=Id.STOPS, className="picture-text"),
        *_published(result, metric),
        *_claims(result),
        create_details("curves", create_table(table_of_curves(result, metric))),
        create_details("comparisons", create_table(table_of_comparisons(result, metric)), of="comparisons"),
    ]


def fairness_panel() -> html.Div:
    """Rank, Lorenz curves and boxes at the chosen point; which there are comes with the pictures."""
    return html.Div(
        [
            html.Div(
                dmc.Select(
                    id=Id.FAIR_POINT,
                    label="Point",
                    data=[],
                    allowDeselect=False,
                    size="xs",
                    w=220,
                ),
                className="picture-choice",
            ),
            html.Div(
                [
                    create_picture(
                        Id.GINI,
                        "Policies by their Gini coefficient; the table below has the numbers.",
                        height="46vh",
                        shape="bars",
                    ),
                    create_picture(
                        Id.LORENZ, "Lorenz curves of slowdowns; the table below has the numbers.", height="46vh"
                    ),
                ],
                className="two-pictures",
            ),
            html.P(id=Id.FAIR_TEXT, className="picture-text"),
            create_picture(
                Id.BOXES, "Slowdowns by job class; the table below has the numbers.", height="46vh", shape="bars"
            ),
            html.Div(id=table_id("indices")),
            create_details("lorenz", of="Lorenz curves"),
            create_details("classes", of="job classes"),
            *(tab.panel() for face in FACES.values() if (tab := face.beside_fairness) and tab.panel),
        ]
    )


def data_panel() -> html.Div:
    """Exports, methods paragraph, every number."""
    buttons = [
        html.Div(
            [html.Span(label), *(_export_button(what, form, label) for form in FORMATS)],
            className="export-row",
        )
        for what, label in (("summary", "Summaries"), ("cells", "Every cell"))
    ]
    return html.Div(
        [
            html.P(DATA, className="picture-text"),
            *buttons,
            html.H2("Methods", className="data-head"),
            html.P(html.A("Rules and equations of the models", href="/methods"), className="picture-text"),
            html.Div(id=Id.METHODS, className="methods"),
            dmc.Button("Copy", id=Id.COPY_METHODS, size="compact-sm", variant="default", **aria(label="Copy methods")),
            html.Span(id=Id.COPIED, role="status", className="share-said"),
            html.H2("Numbers", className="data-head"),
            html.Div(id=table_id("data")),
        ]
    )


def _export_button(what: str, form: str, label: str) -> dmc.Button:
    name = FORMATS[form].title
    return dmc.Button(
        name, id=export_id(what, form), size="compact-sm", variant="default", **aria(label=f"{label} as {name}")
    )
