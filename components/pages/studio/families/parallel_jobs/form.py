"""The form of the family of parallel jobs."""

from copy import deepcopy
from typing import Any

import plotly.graph_objects as go

from components.controls.parts import create_part
from components.figures.parallel_jobs.cluster_picture import draw_cluster
from components.pages.studio.families.parallel_jobs.sketch.divisions_form import CHOSEN, begin_classes, read_chosen
from components.pages.studio.families.parallel_jobs.sketch.events_strip import drawn_event
from components.pages.studio.families.parallel_jobs.sketch.groups_form import board_of, create_groups
from components.pages.studio.families.parallel_jobs.sketch.hours_form import HOURS, read_hours
from components.pages.studio.families.parallel_jobs.sketch.hours_presets import TAKE
from components.pages.studio.families.parallel_jobs.sketch.job_list import JOBS, read_jobs
from components.pages.studio.families.parallel_jobs.sketch.listed import follow_arrivals, is_random
from components.pages.studio.families.parallel_jobs.sketch.machine_events_form import EVENTS, follow_names
from components.pages.studio.families.parallel_jobs.sketch.operation_form import OPERATION, create_operation
from components.pages.studio.families.parallel_jobs.sketch.own_form import (
    OWN,
    compared_with,
    copied_own,
    create_own,
    follow_own,
    fresh_own,
    own_names,
)
from components.pages.studio.families.parallel_jobs.sketch.workload_form import create_workload
from components.pages.studio.ids import PAGE
from components.pages.studio.sketch.family_form import Entries, FamilyForm, new_name
from components.words.inputs.unions import beginning

FIRST_EVENT = "shutdown"


def _group(tree: dict[str, Any]) -> dict[str, Any]:
    return {
        "name": new_name("group", tree["cluster"]["groups"]),
        "count": 5,
        "speed_factor": 2.0,
        "price_per_hour": 0.0,
    }


def _job_class(tree: dict[str, Any]) -> dict[str, Any]:
    classes = tree["workload"]["job_classes"]
    return {**deepcopy(classes[-1]), "name": new_name("class", classes)}


def _events_of(tree: dict[str, Any], group: int) -> list[str]:
    name = tree["cluster"]["groups"][group]["name"]
    return [f"{EVENTS}.{n}" for n, event in enumerate(tree[EVENTS]) if event["group"] == name]


def _draw(tree: dict[str, Any], scheme: str) -> go.Figure:
    return draw_cluster(tree["cluster"]["groups"], scheme)


def _settle(tree: dict[str, Any], draft: dict[str, Any]) -> None:
    follow_names(tree, draft)
    follow_own(tree, draft)


def _chosen(tree: dict[str, Any], before: dict[str, Any]) -> None:
    follow_arrivals(tree, before)
    begin_classes(tree, before)


PARALLEL_JOBS_FORM = FamilyForm(
    cluster=create_groups,
    workload=create_workload,
    options=lambda tree: create_part(PAGE, tree, "options"),
    draw_cluster=_draw,
    board=board_of,
    entries={
        "group": Entries("cluster.groups", _group, takes_along=_events_of),
        "class": Entries("workload.job_classes", _job_class),
        "event": Entries(EVENTS, lambda tree: beginning(tree, EVENTS, FIRST_EVENT), fewest=0, drawn=drawn_event),
        "own": Entries(OWN, fresh_own, fewest=0, takes_along=compared_with, drawn=copied_own),
        **OPERATION,
    },
    settle=_settle,
    own=lambda tree: [*create_own(tree), *create_operation(tree)],
    own_names=own_names,
    chosen=_chosen,
    texts={JOBS: read_jobs, HOURS: read_hours, **dict.fromkeys(CHOSEN, read_chosen)},
    actions=TAKE,
    is_random=is_random,
)
