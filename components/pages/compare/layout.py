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
from components.pages.compare.address import Shown, read, usual
from components.pages.compare.answer import (
    create_differences,
    create_overlay,
    describe_all,
    describe_difference,
    describe_overlay,
    table_of_all_differences,
    table_of_overlay,
)
from components.pages.compare.ids import (
    COMMON,
    OPTIONAL,
    WHOLE,
    Id,
    choice_id,
    download_id,
    open_id,
    pasted_id,
    table_id,
)
from components.pages.compare.notes import all_notes
from components.pages.compare.parts import (
    create_all_inputs,
    create_fingerprints,
    create_head,
    create_sentences,
    create_slices,
    difference_class,
    folded,
    range_class,
)
from components.pages.compare.race import race_of
from components.pages.compare.schedules_box import create_schedules_box
from components.pages.compare.sentences import findings
from components.pages.compare.view import Several, common_metrics
from components.visits.answers import empty_result, known_result
from engine.inputs.scenario import Scenario

WORDS = (Path(__file__).parent / "words.md").read_text(encoding="utf-8").split("\n---\n")


def layout(
    a: str | None = None,
    b: str | None = None,
    c: str | None = None,
    d: str | None = None,
    why: str | None = None,
    **asked: Any,
) -> html.Div:
    """The page for the address "/compare?a=...&b=...": the scenarios and what is known of their results; with "why=1"
    it is told why they differ. What else the address *asked* for is in `components.pages.compare.address`."""
    chosen, problems = sides.opened(a, b, c, d)
    scenarios = {side: sides.scenario_in(one["link"]) for side, one in chosen.items()}
    results = {side: known_result(scenario) or empty_result(scenario) for side, scenario in scenarios.items()}
    wanted, begins = read(asked, *results.values()), usual(*results.values())
    shown = Several(results, wanted.metric, wanted.slices)
    studies = {
        side: {
            "link": chosen[side]["link"],
            "id": result.scenario.content_hash(),
            "state": "done" if result.complete else "unknown",
            "done": result.cells_done,
            "total": result.cells_done,
        }
        for side, result in results.items()
    }
    return html.Div(
        [
            dcc.Store(id=Id.CHOSEN, data=chosen),
            dcc.Store(id=Id.STUDIES, data=studies),
            dcc.Store(id=Id.EXAMPLES, data=sides.examples()),
            dcc.Store(id=Id.POLLED),
            dcc.Store(id=Id.WHY_OPEN, data=why == "1"),
            dcc.Store(id=Id.USUAL, data={"metric": begins.metric, "range": begins.span, "at": begins.slices}),
            dcc.Download(id=Id.DOWNLOAD),
            _choosers(chosen),
            _answer(shown, wanted, chosen, [problem for problem in problems.values() if problem], why == "1"),
            _inputs(scenarios),
        ],
        className="compare",
    )


def _choosers(chosen: dict[str, dict[str, str]]) -> html.Aside:
    swap = dmc.Button("⇅ Swap A and B", id=Id.SWAP, size="compact-sm", variant="default")
    more = [
        html.Details(
            [html.Summary(f"Add a study, {side}"), _chooser(side, chosen.get(side))],
            open=side in chosen,
            className="another",
        )
        for side in OPTIONAL
    ]
    children = [html.Summary("Choose studies"), _chooser("A", chosen["A"]), swap, _chooser("B", chosen["B"]), *more]
    return html.Aside(
        html.Details(children, open=True, id="compare-drawer"),
        className="compare-sides",
        **aria(label="Choose studies"),
    )


def _chooser(side: str, chosen: dict[str, str] | None) -> html.Div:
    is_optional = side in OPTIONAL
    return html.Div(
        [
            dmc.Select(
                id=choice_id(side),
                label=f"Scenario {side}",
                placeholder="none",
                data=sides.choices(chosen, sides.examples()),
                value=chosen["link"] if chosen else None,
                allowDeselect=False,
                clearable=is_optional,
                clearButtonProps=aria(label=f"Without {side}"),
                searchable=True,
                openOnFocus=False,
                selectFirstOptionOnChange=True,
                nothingFoundMessage="No study has this in its name.",
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
            html.A(f"Open {side} in the Studio", id=open_id(side), href=f"/?s={chosen['link']}" if chosen else ""),
        ],
        className=f"stack side-{side.lower()}",
    )


def _answer(
    shown: Several, wanted: Shown, chosen: dict[str, dict[str, str]], problems: list[str], is_why: bool
) -> html.Main:
    pairs, scenarios = shown.pairs, [result.scenario for result in shown.results.values()]
    sentences, notes = [sentence for view in pairs for sentence in findings(view)], all_notes(pairs)
    return html.Main(
        [
            html.H1(create_head(chosen), id=Id.HEAD, className="compare-head"),
            *(dmc.Alert(problem, color="red", title="The link", mb="sm") for problem in problems),
            html.Div(create_sentences(sentences), id=Id.FINDINGS, className="verdict", **aria(live="polite")),
            html.Button(
                "Why?",
                id=Id.WHY,
                type="button",
                className="why-of-sides",
                title="Why the sides differ (W)",
                **aria(expanded=str(is_why).lower(), controls=Id.WHY_TOLD),
            ),
            html.Span(race_of({side: result.scenario for side, result in shown.results.items()}), id=Id.RACE),
            html.Div(id=Id.WHY_TOLD, className="why-told", **aria(live="polite")),
            html.Div(create_sentences(notes), id=Id.NOTES, className="picture-text compare-notes"),
            html.Details(
                [html.Summary("More"), html.Div(create_sentences(folded(sentences, notes)), id=Id.MORE)],
                className="more of-narrow",
            ),
            _run_row(),
            _progress(),
            html.Div(
                [
                    html.H2("Curves"),
                    dmc.SegmentedControl(
                        id=Id.RANGE,
                        data=[{"value": COMMON, "label": "Common range"}, {"value": WHOLE, "label": "Whole range"}],
                        value=wanted.span,
                        size="xs",
                        className=range_class(shown),
                        **aria(label="How far the axis goes"),
                    ),
                    dmc.Select(
                        id=Id.METRIC,
                        label="Metric",
                        data=metric_choices(common_metrics(*shown.results.values())),
                        value=shown.metric,
                        allowDeselect=False,
                        searchable=True,
                        size="sm",
                        w=300,
                    ),
                    html.Div(create_slices(*scenarios, shown=wanted.slices), id=Id.SLICES, className="picture-choice"),
                ],
                className="picture-choice with-head",
            ),
            create_picture(
                Id.OVERLAY,
                "Curves of the studies; the table below has the numbers.",
                create_overlay(shown, is_common=wanted.span == COMMON),
                "44vh",
            ),
            html.P(
                [html.Span(describe_all(pairs, describe_overlay), id=Id.OVERLAY_TEXT), f" {WORDS[0]}"],
                className="picture-text",
            ),
            _table("overlay", create_table(table_of_overlay(shown))),
            html.Div(
                [
                    html.H2("Differences from A"),
                    create_picture(
                        Id.DIFFERENCE,
                        "Differences from A; the table below has the numbers.",
                        create_differences(pairs),
                        "36vh",
                    ),
                    html.P(
                        [html.Span(describe_all(pairs, describe_difference), id=Id.DIFFERENCE_TEXT), f" {WORDS[1]}"],
                        className="picture-text",
                    ),
                    _table("differences", create_table(table_of_all_differences(pairs))),
                ],
                id=Id.DIFFERENCE_BOX,
                className=difference_class(pairs),
            ),
            create_schedules_box({side: result.scenario for side, result in shown.results.items()}),
            html.P(create_fingerprints(shown.results), id=Id.FINGERPRINTS, className="hint"),
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
            dmc.Progress(id=Id.PROGRESS, value=0, size="lg", **aria(label="Progress of the studies")),
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


def _inputs(scenarios: dict[str, Scenario]) -> html.Aside:
    return html.Aside(
        [
            html.H2("Inputs that differ"),
            html.Div(create_all_inputs(scenarios), id=Id.INPUTS),
            dmc.Button("Download CSV", id=download_id("inputs"), size="compact-sm", variant="default", my="xs"),
        ],
        className="compare-inputs",
        **aria(label="Inputs that differ from A"),
    )
