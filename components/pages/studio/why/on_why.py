"""The callbacks of the tab that says why two policies differ: what is known at once, and the episodes after it."""

from typing import Any

from dash import Dash, Input, Output, State, html, no_update
from dash.exceptions import PreventUpdate

from components.controls.aria import data
from components.controls.data_table import DataTable, create_table
from components.controls.why_tables import TABLES
from components.figures.why.episodes import draw_episodes
from components.figures.why.pictures import draw_cumulative, draw_parts, draw_spread
from components.pages.studio.face import FACES, RACE
from components.pages.studio.ids import Id, opened_id, table_id
from components.pages.studio.on_open import Opened, opened, result_on
from components.pages.studio.why.panel import LOG
from components.pages.studio.why.told import (
    LOOKING,
    Pair,
    Tree,
    describe,
    episodes_text,
    ledger_of,
    metrics_to_choose,
    pair_of,
)
from components.visits.answers import UnavailableError
from components.words.differences.why import own_amount, told_of
from components.words.policy_names import policy_choices
from components.words.wording import capital
from engine.results.result import Result

BEFORE = 20
"""Jobs of the window before the one that is shown: what it meets."""


def opens(result: Result, pair: Pair) -> dict[str, str] | None:
    """In which race an episode is opened by who points at it; None where nothing can be raced."""
    if RACE not in FACES[result.scenario.family].tabs:
        return None
    return {"racers": f"{pair.first},{pair.second}", "point": str(pair.point)}


def create_jobs(result: Result, pair: Pair, ledger: Tree) -> list[Any]:
    """One that lost and one that gained, of the first replication; none where nothing can be raced."""
    told = told_of(ledger)
    face = FACES[result.scenario.family]
    raced = RACE in face.tabs
    if not raced or ledger["kind"] != "job" or told.less_is_better is None:
        return []
    sides = {"lost": "most_more", "gained": "most_less"}
    if not told.less_is_better:
        sides = {"lost": "most_less", "gained": "most_more"}
    return [
        html.Button(
            f"Show me a job that {word}: job {found['entry'] + 1}, {own_amount(ledger, found['difference'])}",
            type="button",
            className="why-job",
            **data(
                racers=f"{pair.first},{pair.second}",
                point=str(pair.point),
                job=str(found["entry"]),
                first=str(max(1, found["entry"] + 1 - BEFORE) if "first-job" in face.race_bar else 1),
            ),
        )
        for word, side in sides.items()
        for found in ledger[side][:1]
    ]


FILES = {"csv": "CSV", "parquet": "Parquet"}


def create_files(pair: Pair, ledger: Tree) -> list[Any]:
    """How much each job, or iteration, of the first replication differs, as a file; `pair_file.js` asks for it."""
    if not ledger["entries"]:
        return []
    which = {"first": pair.first, "second": pair.second, "point": str(pair.point), "metric": ledger["metric"]}
    return [
        html.Button(
            f"Every {ledger['kind']}'s difference: {title}",
            type="button",
            className="pair-file",
            title="Of replication 1, with its parts.",
            **data(form=form, **which),
        )
        for form, title in FILES.items()
    ]


TAB = "why"

EPISODES = "why-episodes"
AT_ONCE = {name: table for name, table in TABLES.items() if name != EPISODES}


def register(app: Dash) -> None:
    """Register it."""
    app.callback(
        Output(Id.WHY_FIRST, "data"),
        Output(Id.WHY_FIRST, "value"),
        Output(Id.WHY_SECOND, "data"),
        Output(Id.WHY_SECOND, "value"),
        Output(Id.WHY_METRIC, "data"),
        Output(Id.WHY_METRIC, "value"),
        Output(Id.WHY_TEXT, "children"),
        Output(Id.WHY_PARTS, "figure"),
        Output(Id.WHY_SPREAD, "figure"),
        Output(Id.WHY_CURVE, "figure"),
        Output(Id.WHY_CURVE_TEXT, "children"),
        Output(Id.WHY_JOBS, "children"),
        *(Output(table_id(name), "children") for name in AT_ONCE),
        Output(Id.WHY_EPISODES_TEXT, "children", allow_duplicate=True),
        Output(Id.WHY_EPISODES_PANEL, "className", allow_duplicate=True),
        opened(TAB),
        Input(Id.WHY_FIRST, "value"),
        Input(Id.WHY_SECOND, "value"),
        Input(Id.WHY_METRIC, "value"),
        State(Id.WHY_PAIR, "data"),
        prevent_initial_call="initial_duplicate",
    )(show_why)
    app.callback(
        Output(Id.WHY_EPISODES, "figure"),
        Output(Id.WHY_EPISODES_TEXT, "children"),
        Output(Id.WHY_EPISODES_PANEL, "className"),
        Output(table_id(EPISODES), "children"),
        Output(Id.WHY_AGAIN, "disabled"),
        Input(Id.WHY_TEXT, "children"),
        Input(Id.WHY_AGAIN, "n_intervals"),
        State(opened_id(TAB), "data"),
        State(Id.WHY_FIRST, "value"),
        State(Id.WHY_SECOND, "value"),
        State(Id.WHY_METRIC, "value"),
    )(show_episodes)


def show_why(
    shown: Opened | None,
    first: str | None,
    second: str | None,
    metric: str | None,
    told: dict[str, Any] | None = None,
) -> tuple[Any, ...]:
    """When the tab is open: the ledger of the two policies at the chosen point; at first of those of the verdict."""
    result = result_on(TAB, shown)
    assert shown is not None  # or there is no result
    if first is None and second is None and told:
        first, second, metric = told.get("first"), told.get("second"), metric or told["metric"]
    pair = pair_of(result, (first, second), shown["point"])
    ledger, scheme = ledger_of(result, pair, metric, follows_states=False), shown["scheme"]
    policies = list(result.scenario.policies)
    return (
        policy_choices(policies),
        pair.first,
        policy_choices(name for name in policies if name != pair.first),
        pair.second,
        metrics_to_choose(ledger),
        ledger["metric"],
        describe(result, pair, ledger),
        draw_parts(ledger, scheme),
        draw_spread(ledger, scheme),
        draw_cumulative(ledger, scheme),
        LOG,
        [*create_jobs(result, pair, ledger), *create_files(pair, ledger)],
        *(create_table(table(ledger)) for table in AT_ONCE.values()),
        LOOKING,
        "hidden",
    )


def show_episodes(
    said: str | None,
    _looks: int | None,
    shown: Opened | None,
    first: str | None,
    second: str | None,
    metric: str | None,
) -> tuple[Any, ...]:
    """After what is *said*: the episodes, for which the states of both have to be followed through a replication.

    Where that takes longer than a page waits, it is looked for again until it is there.
    """
    if not said:
        raise PreventUpdate
    result = result_on(TAB, shown)
    assert shown is not None
    pair = pair_of(result, (first, second), shown["point"])
    try:
        ledger = ledger_of(result, pair, metric)
    except UnavailableError as error:
        words = LOOKING if error.later else f"{capital(str(error))}."
        return no_update, words, "hidden", no_update, not error.later
    return (
        draw_episodes(ledger, shown["scheme"], opens(result, pair)),
        episodes_text(result.scenario, ledger),
        "" if (ledger.get("episodes") or {}).get("largest") else "hidden",
        create_table(TABLES[EPISODES](ledger)),
        True,
    )


def table_to_download(
    result: Result, name: str, point: str | None, wanted: tuple[str | None, str | None, str | None]
) -> DataTable | None:
    """The table called *name*, if it is one of this tab."""
    if name not in TABLES:
        return None
    pair = pair_of(result, wanted[:2], point)
    return TABLES[name](ledger_of(result, pair, wanted[2]))
