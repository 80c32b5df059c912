"""The form of the family of master-worker applications."""

from copy import deepcopy
from typing import Any

import plotly.graph_objects as go
from dash import html

from components.controls.field import create_number, create_text
from components.controls.parts import create_part, create_union
from components.figures.master_worker.workers_picture import draw_workers
from components.pages.studio.actions import create_button, create_entry_buttons
from components.pages.studio.families.master_worker.owners_strip import OWNERS, create_owners_strip
from components.pages.studio.families.master_worker.population_form import (
    ADD,
    REMOVE,
    create_population,
    with_population,
    without_blanks,
    without_population,
)
from components.pages.studio.ids import PAGE
from components.pages.studio.sketch.board import Board, blocks_of, create_board, handle
from components.pages.studio.sketch.family_form import Entries, FamilyForm, new_name
from components.pages.studio.sketch.meaning import create_disclosure, create_exact, create_picture
from components.pages.studio.sketch.share import Share, create_share
from components.words.inputs.unions import beginning
from engine.master_worker.inputs.pool import MOST_WORKERS

GROUPS = "workers.groups"

PERIODS = ("up", "suspended", "away")
"""What owners make of a worker, for a time of some distribution."""


def create_workers(tree: dict[str, Any]) -> list[Any]:
    """Picture, groups, how many are used, whether owners come and go, and what handing out tasks costs."""
    shared = ("target_efficiency", "time_tolerance")
    return [
        create_board(tree, board_of(tree)),
        *(_create_group(tree, number) for number in range(len(tree["workers"]["groups"]))),
        create_button("+ worker group", "add-group"),
        html.Div(create_union(PAGE, tree, "workers.number"), className="pair"),
        html.Div([one for name in shared for one in create_part(PAGE, tree, f"workers.{name}")], className="pair"),
        *_create_availability(tree),
        create_disclosure(
            tree, "master", "master", [html.Div(create_part(PAGE, tree, "master"), className="pair ends")]
        ),
    ]


def _create_group(tree: dict[str, Any], number: int) -> html.Details:
    groups, path = tree["workers"]["groups"], f"{GROUPS}.{number}"
    group = groups[number]
    row = [
        create_text(PAGE, f"{path}.name", group["name"], "Group"),
        create_number(PAGE, tree, f"{path}.count", group["count"], "Workers"),
        create_number(PAGE, tree, f"{path}.speed", group["speed"], "Speed"),
        *create_entry_buttons("group", number, path, "worker group", group["name"], len(groups) > 1),
    ]
    return create_exact(tree, path, "group", [html.Div(row, className="group-row")])


def board_of(tree: dict[str, Any]) -> Board:
    """Groups as wide as there are workers, as high as these are fast; more than there are tasks are never used."""
    has_number = "workers" in tree["workers"]["number"]
    owners = _owners(tree)
    return Board(
        label="Workers by group: width is workers, height is speed, striped how much of the time their owners have "
        "them. Arrow keys change an edge.",
        unit="workers",
        height="speed",
        scale="linear",
        blocks=blocks_of(tree, GROUPS, "count", "speed", shares=[owners] * len(tree["workers"]["groups"])),
        most="application.tasks",
        mark=handle(tree, "workers.number.workers") if has_number else None,
        filled="owners",
    )


def _owners(tree: dict[str, Any]) -> Share:
    """How much of the time the owners have their workers, the same in all groups."""
    title, kind = "Owners of all workers, share of the time", f"{OWNERS}.presence"
    busy, free = (
        tuple(f"{OWNERS}.{name}" for name in ("away_share", "away.mean", "suspended.mean")),
        f"{OWNERS}.up.mean",
    )
    coming, going = {"path": kind, "value": "opportunistic"}, {"path": kind, "value": "always"}
    if "up" in tree["workers"]["availability"]:
        return create_share(tree, title, busy, free, coming, going)
    fresh = deepcopy(tree)
    fresh["workers"]["availability"] = beginning(tree, OWNERS, "opportunistic")
    return create_share(fresh, title, busy, free, coming, {})._replace(fields=False)


def _create_availability(tree: dict[str, Any]) -> list[Any]:
    """Whether owners come and go and, if they do, for how long each time."""
    path, owners = OWNERS, tree["workers"]["availability"]
    kind, *_ = create_union(PAGE, tree, path)
    periods = [one for name in PERIODS if name in owners for one in create_part(PAGE, tree, f"{path}.{name}")]
    share = create_part(PAGE, tree, f"{path}.away_share") if periods else []
    if not periods:
        return [kind]
    return [kind, create_owners_strip(tree), html.Div([*periods, *share], className="pair")]


def create_application(tree: dict[str, Any]) -> list[Any]:
    """The tasks as a picture and as numbers, and the population of cases."""
    job = "application"
    similar = {"largest": "Largest 20 %", "smallest": "Other 80 %"}
    fields = [
        *(one for name in ("tasks", "iterations") for one in create_part(PAGE, tree, f"{job}.{name}")),
        *create_part(PAGE, tree, f"{job}.workload_factor", "Workload factor W (%)"),
        *create_part(PAGE, tree, f"{job}.variation", "Variation D (%)"),
        *(one for name, label in similar.items() for one in create_part(PAGE, tree, f"{job}.{name}", label)),
        *create_part(PAGE, tree, f"{job}.differences"),
        *create_part(PAGE, tree, f"{job}.mean_task_time"),
    ]
    return [
        html.Div(create_picture(tree, job), className="task-sizes"),
        html.P(
            "Expected time of each task, the largest first: the largest 20 %, darker, do the share W of the work. In "
            "faint, up to where the variation D can take a task.",
            className="hint",
        ),
        html.Div(fields, className="pair ends"),
        create_disclosure(tree, "population", "population", create_population(tree)),
    ]


def _group(tree: dict[str, Any]) -> dict[str, Any]:
    """Ten faster workers; a group that is larger than any application is made as small as this one needs."""
    groups = tree["workers"]["groups"]
    for group in groups:
        if group["count"] == MOST_WORKERS:
            group["count"] = max(1, tree["application"]["tasks"] // 2)
    return {"name": new_name("group", groups), "count": 10, "speed": 2.0}


def _draw(tree: dict[str, Any], scheme: str) -> go.Figure:
    workers = tree["workers"]
    return draw_workers(workers["groups"], workers["number"].get("workers"), tree["application"]["tasks"], scheme)


def _settle(tree: dict[str, Any], _draft: dict[str, Any]) -> None:
    without_blanks(tree)


MASTER_WORKER_FORM = FamilyForm(
    cluster=create_workers,
    workload=create_application,
    options=lambda tree: create_part(PAGE, tree, "options"),
    draw_cluster=_draw,
    board=board_of,
    entries={"group": Entries(GROUPS, _group)},
    actions={ADD: with_population, REMOVE: without_population},
    settle=_settle,
    cluster_title="Workers",
    workload_title="Application",
    wholes=dict.fromkeys(("population", "population.similarities"), ("Population of cases", create_population)),
)
