"""What stands on the Compare page. The first paint already has the answer of what it compares."""

from pathlib import Path
from typing import Any

import dash_mantine_components as dmc
from dash import dcc, html

from components.controls.aria import aria
from components.controls.data_table import create_table
from components.controls.metric import metric_choices
from components.controls.picture import create_picture
from components.pages.compare import sides
from components.pages.compare.answer import (
    create_difference,
    create_overlay,
    describe_difference,
    describe_overlay,
    table_of_differences,
    table_of_overlay,
)
from components.pages.compare.ids import SIDES, Id, choice_id, download_id, open_id, pasted_id, table_id
from components.pages.compare.notes import notes
from components.pages.compare.parts import (
    create_fingerprints,
    create_head,
    create_inputs,
    create_sentences,
    create_slices,
    difference_class,
)
from components.pages.compare.sentences import findings
from components.pages.compare.view import View, common_metrics, first_metric, first_slices
from components.visits.answers import empty_result, known_result
from engine.inputs.scenario import Scenario

WORDS = (Path(__file__).parent / "words.md").read_text(encoding="utf-8").split("\n---\n")


def layout(a: str | None = None, b: str | None = None, **_: Any) -> html.Div:
    """The page for the address "/compare?a=...&b=...": both scenarios and what is known of their results."""
    chosen, problems = sides.opened(a, b)
    scenarios = [sides.scenario_in(chosen[side]["link"]) for side in SIDES]
    results = [known_result(scenario) or empty_result(scenario) for scenario in scenarios]
    view = View(results[0], results[1], first_metric(*results), first_slices(*scenarios))
    studies = {
        side: {
            "link": chosen[side]["link"],
            "id": result.scenario.content_hash(),
            "state": "done" if result.complete else "unknown",
            "done": result.cells_done,
            "total": result.cells_done,
        }
        for side, result in zip(SIDES, results, strict=True)
    }
    return html.Div(
        [
            dcc.Store(id=Id.CHOSEN, data=chosen),
            dcc.Store(id=Id.STUDIES, data=studies),
            dcc.Store(id=Id.EXAMPLES, data=sides.examples()),
            dcc.Store(id=Id.POLLED),
            dcc.Download(id=Id.DOWNLOAD),
            _choosers(chosen),
            _answer(view, chosen, [problem for problem in problems.values() if problem]),
            _inputs(*scenarios),
        ],
        className="compare",
    )


def _choosers(chosen: dict[str, dict[str, str]]) -> html.Aside:
    swap = dmc.Button("⇅ Swap A and B", id=Id.SWAP, size="compact-sm", variant="default")
    children = [html.Summary("Choose A and B"), _chooser("A", chosen["A"]), swap, _chooser("B", chosen["B"])]
    return html.Aside(
        html.Details(children, open=True, id="compare-drawer"),
        className="compare-sides",
        **aria(label="Choose A and B"),
    )


def _chooser(side: str, chosen: dict[str, str]) -> html.Div:
    return html.Div(
        [
            dmc.Select(
                id=choice_id(side),
                label=f"Scenario {side}",
                data=sides.choices(chosen, sides.examples()),
                value=chosen["link"],
                allowDeselect=False,
                size="sm",
            ),
            dmc.TextInput(
                id=pasted_id(side),
                label=f"or paste a link for {side}",
                placeholder="…/?s=…",
                debounce=300,
                size="xs",
                autoComplete="off",
            ),
            html.A(f"Open {side} in the Studio", id=open_id(side), href=f"/?s={chosen['link']}"),
        ],
        className=f"stack side-{side.lower()}",
    )


def _answer(view: View, chosen: dict[str, dict[str, str]], problems: list[str]) -> html.Main:
    return html.Main(
        [
            html.H1(create_head(chosen), id=Id.HEAD, className="compare-head"),
            *(dmc.Alert(problem, color="red", title="The link", mb="sm") for problem in problems),
            html.Div(create_sentences(findings(view)), id=Id.FINDINGS, className="verdict", **aria(live="polite")),
            html.Div(create_sentences(notes(view)), id=Id.NOTES, className="picture-text"),
            _run_row(),
            _progress(),
            html.Div(
                [
                    html.H2("Curves of A and B"),
                    dmc.Select(
                        id=Id.METRIC,
                        label="Metric",
                        data=metric_choices(common_metrics(view.a, view.b)),
                        value=view.metric,
                        allowDeselect=False,
                        searchable=True,
                        size="sm",
                        w=300,
                    ),
                    html.Div(create_slices(view.a.scenario, view.b.scenario), id=Id.SLICES, className="picture-choice"),
                ],
                className="picture-choice with-head",
            ),
            create_picture(
                Id.OVERLAY, "Curves of A and B; the table below has the numbers.", create_overlay(view), "52vh"
            ),
            html.P([html.Span(describe_overlay(view), id=Id.OVERLAY_TEXT), f" {WORDS[0]}"], className="picture-text"),
            _table("overlay", create_table(table_of_overlay(view))),
            html.Div(
                [
                    html.H2("Difference of B, relative to A"),
                    create_picture(
                        Id.DIFFERENCE,
                        "Difference of B, relative to A; the table below has the numbers.",
                        create_difference(view),
                        "40vh",
                    ),
                    html.P(
                        [html.Span(describe_difference(view), id=Id.DIFFERENCE_TEXT), f" {WORDS[1]}"],
                        className="picture-text",
                    ),
                    _table("differences", create_table(table_of_differences(view))),
                ],
                id=Id.DIFFERENCE_BOX,
                className=difference_class(view),
            ),
            html.P(create_fingerprints(view), id=Id.FINGERPRINTS, className="hint"),
        ],
        className="answer",
    )


def _run_row() -> html.Div:
    return html.Div(
        [
            dmc.Button("Run", id=Id.RUN, size="md"),
            html.Span(id=Id.MISSING),
            html.Div(id=Id.REFUSAL, role="alert", className="refusal"),
        ],
        id=Id.RUN_ROW,
        className="run-row hidden",
    )


def _progress() -> html.Div:
    return html.Div(
        [
            dmc.Progress(id=Id.PROGRESS, value=0, size="lg", **aria(label="Progress of both studies")),
            html.Span(id=Id.PROGRESS_TEXT, role="status"),
            dmc.Button("Cancel", id=Id.CANCEL, size="compact-sm", variant="default"),
        ],
        id=Id.PROGRESS_ROW,
        className="progress-row hidden",
    )


def _table(name: str, children: Any) -> html.Details:
    return html.Details(
        [
            html.Summary("Table of this picture"),
            dmc.Button("Download CSV", id=download_id(name), size="compact-sm", variant="default", my="xs"),
            html.Div(children, id=table_id(name)),
        ],
        className="table-of-picture",
    )


def _inputs(a: Scenario, b: Scenario) -> html.Aside:
    return html.Aside(
        [
            html.H2("Inputs that differ"),
            html.Div(create_inputs(a, b), id=Id.INPUTS),
            dmc.Button("Download CSV", id=download_id("inputs"), size="compact-sm", variant="default", my="xs"),
        ],
        className="compare-inputs",
        **aria(label="Inputs of A and B"),
    )
