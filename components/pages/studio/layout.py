"""What stands on the Studio page. The first paint already has the answer of the scenario that it shows."""

from typing import Any

import dash_mantine_components as dmc
from dash import dcc, html

from components.answers import empty_result, known_result
from components.aria import aria
from components.link import from_link, to_link
from components.pages.studio import panels, replay_panels
from components.pages.studio.coscheduling.panels import coscheduling_panels
from components.pages.studio.ids import Id, opened_id, tab_id
from components.pages.studio.master_worker.panels import master_worker_panels
from components.pages.studio.replay import offer
from components.pages.studio.sketch import create_sketch, example_choices
from components.pages.studio.synchronous_iterative.panels import synchronous_iterative_panels
from components.pages.studio.tabs import all_tabs, bars, is_live, shown_tabs
from components.verdict import verdict
from engine.registry import EXAMPLES
from engine.rejection import ScenarioError
from engine.result import Result
from engine.scenario import Scenario
from engine.study import StudyPlan


def layout(s: str | None = None, **_: Any) -> html.Div:
    """The page for the address "/?s=...": the scenario of the link, filled in, and its result if it is known."""
    scenario, problem = _opened(s)
    return create_studio(scenario, problem)


def create_studio(scenario: Scenario, problem: str = "", unlocked: list[str] | None = None) -> html.Div:
    """Sketch and answer of *scenario*, with the *problem* of the link that asked for another one.

    A lesson shows the fields *unlocked* alone, by their paths; None stands for the whole form.
    """
    result = known_result(scenario) or empty_result(scenario)
    tree = scenario.model_dump(mode="json")
    study = {
        "tree": tree,
        "id": scenario.content_hash(),
        "state": "done" if result.complete else "unknown",
        "done": result.cells_done,
        "total": result.cells_done if result.complete else len(StudyPlan(scenario)),
        "stale": False,
    }
    return html.Div(
        [
            dcc.Store(id=Id.DRAFT, data=tree),
            dcc.Store(id=Id.SCENARIO, data=tree),
            dcc.Store(id=Id.UNLOCKED, data=unlocked),
            dcc.Store(id=Id.HISTORY, data={"past": [], "present": tree, "future": []}),
            dcc.Store(id=Id.RESTORED),
            dcc.Store(id=Id.ERRORS, data={}),
            dcc.Store(id=Id.RESHAPED),
            dcc.Store(id=Id.STUDY, data=study),
            dcc.Store(id=Id.LINK, data=to_link(scenario)),
            dcc.Store(id=Id.TREE, data=tree),
            dcc.Store(id=Id.WANTED),
            dcc.Store(id=Id.REPLAYED),
            dcc.Store(id=Id.TRACE),
            dcc.Store(id=Id.VIEW),
            dcc.Store(id=Id.REPLAY_BARS, data=bars()),
            *(dcc.Store(id=opened_id(tab.value)) for tab in all_tabs()),
            dcc.Interval(id=Id.POLL, interval=300, disabled=True),
            dcc.Interval(id=Id.TICK, interval=900, disabled=True),
            dcc.Download(id=Id.DOWNLOAD),
            _answer(scenario, result, problem, is_page=unlocked is None),
            _sketch(scenario, tree, unlocked),
        ],
        className="studio" if unlocked is None else "studio of-lesson",
    )


def _opened(link: str | None) -> tuple[Scenario, str]:
    first = next(iter(EXAMPLES.values()))
    if not link:
        return first, ""
    try:
        return from_link(link), ""
    except ScenarioError as error:
        return first, f"This link cannot be opened: {error.rejections[0]}. Shown instead is the first example."


def _sketch(scenario: Scenario, tree: dict[str, Any], unlocked: list[str] | None) -> html.Aside:
    example = next((name for name, known in EXAMPLES.items() if known == scenario), None)
    head = html.Div(
        [
            dmc.Select(
                id=Id.EXAMPLE,
                label="Example",
                placeholder="choose one",
                data=example_choices(),
                value=example,
                size="xs",
            ),
            dmc.Button("↶", id=Id.UNDO, size="xs", px="xs", variant="default", disabled=True, **aria(label="Undo")),
            dmc.Button("↷", id=Id.REDO, size="xs", px="xs", variant="default", disabled=True, **aria(label="Redo")),
        ],
        className="sketch-head" if unlocked is None else "hidden",
    )
    foot = html.Div(
        [
            html.Div(id=Id.PROBLEMS, role="alert"),
            dmc.Button("Run", id=Id.RUN, fullWidth=True, size="md"),
            html.P(id=Id.COST, className="hint"),
            html.Div(id=Id.REFUSAL, role="alert"),
        ],
        className="sketch-foot",
    )
    return html.Aside(
        html.Details(
            [
                html.Summary("Sketch"),
                head,
                html.Div(create_sketch(tree, unlocked), id=Id.SKETCH, className="stack"),
                foot,
            ],
            open=True,
            id="studio-drawer",
        ),
        className="sketch",
        **aria(label="Sketch"),
    )


def _answer(scenario: Scenario, result: Result, problem: str, is_page: bool) -> Any:
    region = html.Main if is_page else html.Div  # a lesson is the main part of its page
    return region(
        [
            html.H1("Studio", className="visually-hidden") if is_page else None,
            dmc.Alert(problem, color="red", title="The link", hide=not problem, mb="sm"),
            html.P(verdict(result), id=Id.VERDICT, className="verdict", **aria(live="polite")),
            html.Div([html.P("", id=Id.STALE, className="stale", role="status"), _progress()], className="standing"),
            dmc.Tabs(
                [
                    _tabs(scenario),
                    replay_panels.replay_bar(offer(scenario)),
                    html.Div(id=Id.WAITING, className="hidden"),
                    *(
                        # what follows the sketch is never stale
                        dmc.TabsPanel(panel, value=tab, className="live" if is_live(tab) else "")
                        for tab, panel in _panels(result).items()
                    ),
                ],
                id=Id.TABS,
                value="curves",
                keepMounted=True,
            ),
            html.P(f"Result fingerprint {result.fingerprint()}", id=Id.FINGERPRINT, className="hint"),
        ],
        className="answer",
    )


def _tabs(scenario: Scenario) -> dmc.TabsList:
    """Every tab; those that have nothing to show are away, and disabled as well, so that arrow keys pass them."""
    shown = shown_tabs(scenario.model_dump(mode="json"), None)
    return dmc.TabsList(
        [
            dmc.TabsTab(
                tab.title,
                value=tab.value,
                id=tab_id(tab.value),
                className="" if tab.value in shown else "hidden",
                disabled=tab.value not in shown,
            )
            for tab in all_tabs()
        ]
    )


def _panels(result: Result) -> dict[str, Any]:
    """What stands on each tab, whatever the family, so that a study of another one can be shown on the same page."""
    return {
        "curves": panels.curves_panel(result),
        "states": replay_panels.states_panel(),
        "schedule": replay_panels.schedule_panel(),
        "allocation": replay_panels.allocation_panel(),
        "decisions": replay_panels.decisions_panel(),
        "over-time": replay_panels.over_time_panel(),
        "profit": replay_panels.profit_panel(),
        **coscheduling_panels(),
        **master_worker_panels(),
        **synchronous_iterative_panels(),
        "fairness": panels.fairness_panel(result),
        "data": panels.data_panel(),
    }


def _progress() -> html.Div:
    return html.Div(
        [
            dmc.Progress(id=Id.PROGRESS, value=0, size="lg", **aria(label="Progress of the study")),
            html.Span(id=Id.PROGRESS_TEXT, role="status"),
            dmc.Button("Cancel", id=Id.CANCEL, size="compact-sm", variant="default"),
        ],
        id="studio-progress-row",
        className="progress-row idle",
    )
