"""The tabs that replay one replication, and the bar above them."""

from pathlib import Path
from typing import Any

import dash_mantine_components as dmc
from dash import dcc, html

from components.controls.aria import aria
from components.controls.picture import create_picture
from components.pages.studio.details import create_details, create_download
from components.pages.studio.families.coscheduling.window_bar import create_window
from components.pages.studio.families.parallel_jobs.ask_form import create_ask
from components.pages.studio.ids import Id, drawn_id, table_id
from components.pages.studio.page_state import PageState
from components.pages.studio.replay.replay import Offer
from engine.parallel_jobs.replay.trace import WINDOW_JOBS

WORDS = (Path(__file__).parent / "words.md").read_text(encoding="utf-8").split("\n---\n")


def replay_bar(choices: Offer, state: PageState) -> html.Div:
    """What is replayed, and the player; *state* is what they begin with."""
    return html.Div(
        [
            html.Div(
                [
                    _part("policy", _choice(Id.REPLAY_POLICY, "Policy", choices.policies, state.policy, 180)),
                    _part("point", _choice(Id.REPLAY_POINT, "Point", choices.points, state.point, 190)),
                    _part(
                        "replication",
                        _whole(Id.REPLAY_REPLICATION, "Replication", 1, choices.replications, state.replication),
                    ),
                    _part("first-job", _whole(Id.REPLAY_FIRST_JOB, "From job", WINDOW_JOBS, None, state.first_job)),
                    _part("iteration", _whole(Id.ITERATION, "Iteration", 1, None, state.iteration)),
                    *create_window(),
                ],
                className="replay-choice",
            ),
            html.Div(
                [
                    dmc.Button("◀", id=Id.BACK, size="compact-md", variant="default", **aria(label="Previous step")),
                    dmc.Button("▶ Play", id=Id.PLAY, size="compact-md", w=95),
                    dmc.Button("▶", id=Id.NEXT, size="compact-md", variant="default", **aria(label="Next step")),
                    html.Div(
                        dmc.Slider(
                            id=Id.STEP, min=0, max=1, value=0, updatemode="drag", thumbLabel="Event", label=None
                        ),
                        className="step-slider",
                    ),
                ],
                className="replay-player bar-player",
            ),
            html.P(id=Id.INSTANT, className="instant bar-player", role="status"),
            html.Div(id=Id.REPLAY_PROBLEM, role="alert"),
        ],
        id=Id.REPLAY,
        className="replay-bar hidden",
    )


def _part(name: str, component: Any) -> html.Div:
    """A part of the bar, seen on the tabs that name it; see `components.pages.studio.tabs`."""
    return html.Div(component, className=f"bar-{name}")


def _choice(name: str, label: str, options: list[Any], value: str, width: int) -> dmc.Select:
    return dmc.Select(id=name, label=label, data=options, value=value, size="xs", allowDeselect=False, w=width)


def _whole(name: str, label: str, step: int, most: int | None, value: int) -> dmc.NumberInput:
    return dmc.NumberInput(
        id=name, label=label, value=value, min=1, max=most, step=step, allowDecimal=False, size="xs", w=95, debounce=300
    )


def states_panel() -> html.Div:
    """The mapping-state diagram, or its matrix, with a strip of the schedule."""
    return html.Div(
        [
            dcc.Store(id=drawn_id("states")),
            html.Div(id=Id.AVAILABLE, className="availability"),
            dmc.SegmentedControl(
                id=Id.STATE_VIEW,
                data=[{"value": "diagram", "label": "Diagram"}, {"value": "matrix", "label": "Matrix"}],
                value="diagram",
                size="xs",
                **aria(label="How the transitions are shown"),
            ),
            create_picture(
                Id.STATE_DIAGRAM,
                "Mapping states and transitions; the tables below have the numbers.",
                height="52vh",
                shape="states",
            ),
            create_picture(Id.STRIP, "Schedule around the current event.", height="190px", bar=False, shape="rows"),
            html.P(id=Id.STATE_TEXT, className="picture-text"),
            create_details("states", of="states"),
            create_details("transitions", of="transitions"),
        ]
    )


def schedule_panel() -> html.Div:
    """The schedule."""
    return html.Div(
        [
            dcc.Store(id=drawn_id("schedule")),
            create_picture(
                Id.SCHEDULE,
                "Schedule: machines over time, a block for each job; the table below has the blocks.",
                shape="rows",
            ),
            html.P(id=Id.SCHEDULE_TEXT, className="picture-text"),
            create_details("schedule"),
        ]
    )


def allocation_panel() -> html.Div:
    """Machines of each job over time."""
    return html.Div(
        [
            dcc.Store(id=drawn_id("allocation")),
            create_picture(
                Id.ALLOCATION,
                "Machines allocated to each job over time, stacked; the table below has the changes.",
                shape="rows",
            ),
            html.P(id=Id.ALLOCATION_TEXT, className="picture-text"),
            create_details("allocation"),
        ]
    )


def over_time_panel() -> html.Div:
    """Queue and utilization over time."""
    return html.Div(
        [
            dcc.Store(id=drawn_id("over-time")),
            create_picture(Id.OVER_TIME, "Jobs and utilization over time; the table below has the numbers."),
            html.P(id=Id.OVER_TIME_TEXT, className="picture-text"),
            create_details("over-time"),
        ]
    )


def profit_panel() -> html.Div:
    """What was earned and lost over time, and which jobs were taken."""
    return html.Div(
        [
            dcc.Store(id=drawn_id("profit")),
            html.P(WORDS[2], className="picture-text"),
            html.Div(
                [
                    create_picture(
                        Id.PROFIT, "Profit earned and lost over time; the table below has the numbers.", height="50vh"
                    ),
                    create_picture(
                        Id.TAKEN,
                        "Submitted jobs by demand and deadline, and whether they were taken; the table has them all.",
                        height="50vh",
                        shape="bars",
                    ),
                ],
                className="two-pictures",
            ),
            html.P(id=Id.PROFIT_TEXT, className="picture-text"),
            html.P(id=Id.TAKEN_TEXT, className="picture-text"),
            html.Div(id=table_id("reasons")),
            create_download("reasons"),
            create_details("profit", of="profit over time"),
            create_details("submitted", of="submitted jobs"),
        ]
    )


def decisions_panel() -> html.Div:
    """The decisions of the current event, and what the policy plans from there."""
    return html.Div(
        [
            html.P(WORDS[0], className="picture-text"),
            html.Div(id=Id.DECISIONS, **aria(live="polite")),
            create_download("decisions"),
            create_ask(),
            html.Div(
                [
                    html.H2("Plan at this instant", className="data-head"),
                    create_picture(
                        Id.PLAN,
                        "Plan: who runs, has a place reserved or waits; the table has it.",
                        height="46vh",
                        shape="rows",
                    ),
                    html.P(id=Id.PLAN_TEXT, className="picture-text"),
                    create_details("plan", of="the plan"),
                ],
                id=Id.PLANNED,
                className="hidden",
            ),
        ]
    )
