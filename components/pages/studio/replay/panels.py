"""The bar above the tabs that replay one replication."""

from typing import Any

import dash_mantine_components as dmc
from dash import html

from components.controls.aria import aria
from components.pages.studio.face import FACES
from components.pages.studio.ids import Id
from components.pages.studio.page_state import PageState
from components.pages.studio.race.against import others_of, rows_of, said
from components.pages.studio.replay.offer import MOST_RACERS, Offer
from components.pages.studio.replay.overview import create_overview
from components.words.policy_names import policy_choices
from engine.parallel_jobs.replay.trace import WINDOW_JOBS

PACES = [{"value": "event", "label": "by event"}, *({"value": n, "label": f"{n}×"} for n in ("1", "5", "20"))]
"""Of the player: event by event, or as time passes; what is shown takes a minute at 1×."""


def replay_bar(choices: Offer, state: PageState) -> html.Div:
    """What is replayed, and the player; *state* is what they begin with."""
    others = others_of(choices.scenario, state.against)
    return html.Div(
        [
            html.Div(
                [
                    _part(
                        "policy",
                        _choice(Id.REPLAY_POLICY, "Policy", policy_choices(choices.policies), state.policy, 180),
                    ),
                    _part(
                        "racers",
                        _racers(rows_of(choices.policies, others), state.racers, said(choices.scenario, others)),
                    ),
                    _part("point", _choice(Id.REPLAY_POINT, "Point", choices.points, state.point, 190)),
                    _part(
                        "replication",
                        _whole(Id.REPLAY_REPLICATION, "Replication", 1, choices.replications, state.replication),
                    ),
                    _part("first-job", _whole(Id.REPLAY_FIRST_JOB, "From job", WINDOW_JOBS, None, state.first_job)),
                    _part("iteration", _whole(Id.ITERATION, "Iteration", 1, None, state.iteration)),
                    *(part for face in FACES.values() for part in face.bar()),
                ],
                className="replay-choice",
            ),
            create_overview(),
            html.Div(
                [
                    dmc.Button("◀", id=Id.BACK, size="compact-md", variant="default", **aria(label="Previous step")),
                    dmc.Button("▶ Play", id=Id.PLAY, size="compact-md", w=128, px=8),
                    dmc.Button("▶", id=Id.NEXT, size="compact-md", variant="default", **aria(label="Next step")),
                    dmc.SegmentedControl(id=Id.PACE, data=PACES, value="event", size="xs", **aria(label="Pace")),
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


def _racers(policies: list[str], chosen: tuple[str, ...], note: list[Any]) -> dmc.MultiSelect:
    return dmc.MultiSelect(
        id=Id.RACERS,
        label=f"Policies, up to {MOST_RACERS}",
        description=note,
        data=policy_choices(policies),
        value=list(chosen),
        maxValues=MOST_RACERS,
        size="xs",
        miw=220,
        debounce=300,
    )


def _whole(name: str, label: str, step: int, most: int | None, value: int) -> dmc.NumberInput:
    return dmc.NumberInput(
        id=name, label=label, value=value, min=1, max=most, step=step, allowDecimal=False, size="xs", w=95, debounce=300
    )
