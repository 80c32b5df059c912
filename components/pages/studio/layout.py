"""What stands on the Studio page. The first paint already has the answer of the scenario that it shows."""

from collections.abc import Mapping
from typing import Any

import dash_mantine_components as dmc
from dash import dcc, html

from components.controls.aria import aria, data
from components.controls.framed import framed
from components.pages.studio.answer import panels
from components.pages.studio.answer.answer import fingerprint_words, of_verdict
from components.pages.studio.answer.progress import Progress, progress_of, run_words, status_of
from components.pages.studio.answer.said import create_said
from components.pages.studio.answer.snapshots import create_snapshots
from components.pages.studio.face import Tab
from components.pages.studio.ids import Id, typed_id
from components.pages.studio.on_open import without
from components.pages.studio.opened_panels import address, opened_panels
from components.pages.studio.opening import openings_for_browser
from components.pages.studio.page_state import PageState, read_state
from components.pages.studio.replay import panels as replay_panels
from components.pages.studio.replay.offer import offer
from components.pages.studio.shown_policies import create_shown_policies
from components.pages.studio.sketch.folded import mounted
from components.pages.studio.sketch.named import choices_of_sketch, create_name, name_of
from components.pages.studio.sketch.sketch import create_sketch, example_choices
from components.pages.studio.sketch.standing import Standing, standing
from components.pages.studio.tab_places import create_empty, create_place, create_told, places_of_family
from components.pages.studio.tabs import (
    CURVES,
    SHARED,
    bars,
    create_tabs,
    live_tabs,
    of_shown,
    shown_tabs,
)
from components.pages.studio.what_if.candidates import create_offered
from components.pages.studio.what_if.first import first_decided
from components.pages.studio.what_if.places import decided_place
from components.questions.parallel_jobs import opening
from components.sketches.link import from_link
from components.visits.answers import empty_result, known_result
from components.visits.saturated import refusal_of, saturations_ahead, search_of
from components.words.verdicts.verdict import verdict
from engine import ENGINE_VERSION
from engine.inputs.rejection import ScenarioError
from engine.inputs.scenario import Scenario
from engine.results.result import Result
from engine.study.cells import StudyPlan
from engine.study.registry import EXAMPLES, FAMILIES


def layout(s: str | None = None, **asked: Any) -> html.Div:
    """The page for the address "/?s=...": the scenario of the link, filled in, and its result if it is known.

    What else the address *asked* for is in `components.pages.studio.page_state`.
    """
    scenario, problem = opened_by(s)
    return create_studio(scenario, problem, asked=asked, is_first=not s)


def create_studio(
    scenario: Scenario,
    problem: str = "",
    unlocked: list[str] | None = None,
    asked: Mapping[str, Any] | None = None,
    is_embedded: bool = False,
    is_first: bool = False,
) -> html.Div:
    """Sketch and answer of *scenario*, with the *problem* of the link that asked for another one.

    A lesson shows the fields *unlocked* alone, by their paths; None stands for the whole form. Embedded in a page
    elsewhere there is the answer alone. Where nobody asked for a study there is a line that says what to try.
    """
    result = known_result(scenario) or empty_result(scenario)
    state = read_state(result, asked)
    tree = scenario.model_dump(mode="json")
    kind = " of-embed" if is_embedded else "" if unlocked is None else " of-lesson"
    study = _study(scenario, tree, result)
    said = standing(scenario)
    parts = [
        _answer(result, state, problem, study, is_page=not kind, is_first=is_first),
        _sketch(scenario, tree, [] if is_embedded else unlocked, said, run_words(study)),
    ]
    return html.Div(
        framed(
            [
                dcc.Store(id=Id.DRAFT, data=tree),
                dcc.Store(id=Id.SCENARIO, data=tree),
                dcc.Store(id=Id.UNLOCKED, data=unlocked),
                dcc.Store(id=Id.HISTORY, data={"past": [], "present": tree, "future": []}),
                dcc.Store(id=Id.RESTORED),
                dcc.Store(id=Id.TO_DOWNLOAD),
                dcc.Store(id=Id.PICKED),
                dcc.Store(id=Id.KEPT),
                dcc.Store(id=Id.BROUGHT),
                dcc.Store(id=Id.NAMED, data=name_of(scenario)),
                dcc.Store(id=Id.ERRORS, data={}),
                dcc.Store(id=Id.FORMED),
                dcc.Store(id=Id.SETTLED),
                dcc.Store(id=Id.UNFOLDED, data=[]),
                dcc.Store(id=Id.DRAWN_IN, data="light"),
                dcc.Store(id=Id.TAKEN_BACK),
                dcc.Store(id=Id.STUDY, data={**study, "runs": 0}),
                dcc.Store(id=Id.POLLED),
                dcc.Store(id=Id.LINK, data=said.link),
                dcc.Store(id=Id.TREE, data=tree),
                dcc.Store(id=Id.WANTED),
                dcc.Store(id=Id.REPLAYED),
                dcc.Store(id=Id.TRACE),
                dcc.Store(id=Id.ANSWERED),
                dcc.Store(id=Id.RUN_AT_A_GLANCE),
                dcc.Store(id=Id.BRUSHED),
                dcc.Store(id=Id.VIEW),
                dcc.Store(id=Id.REPLAY_BARS, data=bars()),
                dcc.Store(id=Id.TABS_THERE, data=_tabs_there(scenario, state)),
                dcc.Store(id=Id.WHY_ASKED),
                dcc.Store(id=Id.WHY_PAIR, data=_pair(state)),
                dcc.Store(id=Id.WHAT_IF, data=_what_if(state)),
                dcc.Store(id=Id.OFF, data=list(state.off)),
                dcc.Store(id=Id.ASKED_FOR, data=_asked_for(scenario, state)),
                dcc.Store(id=Id.OPENINGS, data=openings_for_browser()),
                dcc.Store(id=Id.USUAL_METRICS, data={name: known.metrics[0] for name, known in FAMILIES.items()}),
                *(create_told(tab) for tab in SHARED),
                *(dcc.Store(id=typed_id(tab)) for tab in live_tabs()),
                dcc.Download(id=Id.DOWNLOAD),
                *(reversed(parts) if is_embedded else parts),  # where there is nothing but Run, it comes first
            ]
        ),
        className=f"studio{kind}",
        **data(panels=address()),
    )


def _study(scenario: Scenario, tree: dict[str, Any], result: Result) -> dict[str, Any]:
    """What the page shows of the study: of one that is running or was run here, as far as it is."""
    known = {
        "tree": tree,
        "id": scenario.content_hash(),
        "state": "done" if result.complete else "unknown",
        "done": result.cells_done,
        "total": result.cells_done if result.complete else len(StudyPlan(scenario)),
        "stale": False,
    }
    return (known if result.complete else status_of(scenario, tree) or known) | {"version": 0}


def _asked_for(scenario: Scenario, state: PageState) -> dict[str, Any]:
    """What the browser does with a link: the step to which the player goes first, and what the sender saw."""
    sent = state.sent._asdict() if state.sent else None
    return {
        "step": state.step,
        "against": state.against,
        "sent": sent,
        "study": scenario.content_hash(),
        "engine": ENGINE_VERSION,
    }


def _pair(state: PageState) -> dict[str, Any] | None:
    """The policies of which a link asks why they differ, as the verdict would say it."""
    if state.pair is None:
        return None
    return {"first": state.pair[0], "second": state.pair[1], "point": state.point, "metric": state.metric}


def _what_if(state: PageState) -> dict[str, Any] | None:
    """The other decision that a link asks about; jobs count from 0."""
    if state.what_if is None:
        return None
    number, choice = state.what_if
    return {"job": number - 1, "choice": choice, "step": state.step}


def opened_by(link: str | None) -> tuple[Scenario, str]:
    """The scenario of a *link*, or the first example with a sentence that says why."""
    first = next(iter(EXAMPLES.values()))
    if not link:
        return first, ""
    try:
        return from_link(link), ""
    except ScenarioError as error:
        return first, f"This link cannot be opened: {error.rejections[0]}. Shown instead is the first example."


def _sketch(
    scenario: Scenario, tree: dict[str, Any], unlocked: list[str] | None, said: Standing, run: str
) -> html.Aside:
    examples, example = choices_of_sketch(scenario, example_choices())
    head = html.Div(
        [
            dmc.Select(
                id=Id.EXAMPLE,
                label="Example",
                placeholder="choose one",
                data=examples,
                value=example,
                size="xs",
            ),
            dmc.Button("↶", id=Id.UNDO, size="xs", px="xs", variant="default", disabled=True, **aria(label="Undo")),
            dmc.Button("↷", id=Id.REDO, size="xs", px="xs", variant="default", disabled=True, **aria(label="Redo")),
        ],
        className="hidden" if unlocked == [] else "sketch-head",  # a lesson's has undo and redo
    )
    foot = html.Div(
        [
            # What is said stands above: the button would move from under a finger at each longer sentence.
            html.Div(said.problems, id=Id.PROBLEMS, role="alert"),
            html.Div(id=Id.REFUSAL, role="alert"),
            html.P(said.cost, id=Id.COST, className="hint"),
            dmc.Button(run, id=Id.RUN, fullWidth=True, size="md", disabled=bool(said.objection)),
        ],
        className="sketch-foot",
    )
    return html.Aside(
        html.Details(
            [
                html.Summary("Sketch", id="studio-drawer-title"),
                head,
                _form(tree, unlocked),
                foot,
            ],
            open=True,
            id="studio-drawer",
        ),
        className="sketch",
        tabIndex=-1,  # not of the details: Tab would pass by all that is in them
        **aria(label="Sketch"),
    )


def _edge() -> html.Div:
    """What is dragged to make the sketch wider; `sketch_edge.js` says how wide it is."""
    return html.Div(
        id="sketch-edge",
        className="sketch-edge",
        role="separator",
        tabIndex=0,
        title="Drag: width of the sketch. Double click: as it was.",
        **aria(label="Width of the sketch", orientation="vertical", controls="studio-drawer"),
    )


def _form(tree: dict[str, Any], unlocked: list[str] | None) -> html.Div:
    return html.Div(mounted(create_sketch(tree, unlocked)), id=Id.SKETCH, className="stack")


def _answer(whole: Result, state: PageState, problem: str, study: dict[str, Any], is_page: bool, is_first: bool) -> Any:
    region = html.Main if is_page else html.Div  # a lesson or an embedded answer is the main part of its page
    scenario, result = whole.scenario, without(whole, state.off)
    shown = list(result.scenario.policies)
    progress = progress_of(study)
    return region(
        [
            html.H1("Studio", className="visually-hidden") if is_page else None,
            _welcome() if is_first else None,
            dmc.Alert(problem, color="red", title="The link", hide=not problem, mb="sm"),
            html.P(id=Id.LAST, className="sketch-last"),
            html.Div(create_name(scenario), id=Id.NAME, className="sketch-name" if is_page else "hidden"),
            create_said(verdict(result, of_verdict(state.metric))),
            html.Div(
                [html.P(progress.stale, id=Id.STALE, className="stale", role="status"), _progress(progress)],
                className="standing",
            ),
            create_snapshots() if is_page else None,
            dmc.Tabs(
                framed(
                    [
                        dmc.TabsList(create_tabs(_tabs_there(scenario, state)), id=Id.TAB_LIST),
                        replay_panels.replay_bar(offer(scenario)._replace(policies=shown), state),
                        create_shown_policies(list(scenario.policies), shown),
                        html.Div(id=Id.WAITING, className="hidden"),
                        create_place(
                            CURVES,
                            framed(
                                panels.curves_panel(
                                    result,
                                    state.metric,
                                    search_of(scenario),
                                    saturations_ahead(whole),
                                    refusal_of(scenario),
                                )
                            ),
                        ),
                        html.Div(
                            places_of_family(scenario.family, *_opened(scenario, state, whole.complete)),
                            id=Id.FAMILY_PANELS,
                        ),
                        *(create_place(tab, create_empty(tab, _content(tab, state))) for tab in SHARED[1:]),
                    ]
                ),
                id=Id.TABS,
                value=state.tab,
                keepMounted=True,
            ),
            html.P(fingerprint_words(whole) if whole.cells_done else "", id=Id.FINGERPRINT, className="hint"),
            html.P(id=Id.SENT, className="hint", role="status"),
            _edge() if is_page else None,
        ],
        className="answer",
    )


def _welcome() -> html.P:
    """One gesture to begin with, for a first visit; whoever has put it away does not see it again."""
    away = html.Button("✕", id="studio-welcome-away", type="button", **aria(label="Do not show this line again"))
    said: list[Any] = [html.B(opening()), " The answer follows. ", html.A("More questions", href="/questions"), away]
    return html.P(said, id="studio-welcome", className="welcome")


def _tabs_there(scenario: Scenario, state: PageState) -> list[str]:
    return shown_tabs(of_shown(scenario.model_dump(mode="json"), state.off, state.against), state.policy)


def _opened(scenario: Scenario, state: PageState, is_known: bool) -> tuple[str, Any]:
    """The tab that is open, and what stands on it if it is one of a family; all others come when they are opened.

    Decisions of a study that *is known* stand there already if they are there in a moment.
    """
    is_shared = state.tab in {tab.value for tab in SHARED}
    panel = None if is_shared else opened_panels().get(state.tab)
    first = first_decided(scenario, state) if is_known and panel is not None else None
    if panel is not None and first is not None:
        panel[decided_place(scenario.family, state.tab)].children = create_offered(first.offered)
    return state.tab, panel


def _content(tab: Tab, state: PageState) -> Any:
    return opened_panels()[tab.value] if tab.value == state.tab else None


def _progress(progress: Progress) -> html.Div:
    return html.Div(
        [
            dmc.Progress(id=Id.PROGRESS, value=progress.percent, size="lg", **aria(label="Progress of the study")),
            html.Span(progress.words, id=Id.PROGRESS_TEXT, role="status"),
            dmc.Button("Cancel", id=Id.CANCEL, size="compact-sm", variant="default"),
        ],
        id="studio-progress-row",
        className=progress.row,
    )
