"""The form of the family of synchronous iterative applications."""

from typing import Any

import plotly.graph_objects as go
from dash import html

from components.controls.aria import aria
from components.controls.field import create_choice, create_number, create_numbers, create_text
from components.controls.parts import choices_of, create_part
from components.figures.synchronous_iterative.workstations import draw_workstations
from components.pages.studio.actions import create_button, create_entry_buttons
from components.pages.studio.families.synchronous_iterative.day_picture import top_of
from components.pages.studio.families.synchronous_iterative.part_words import OVERHEADS
from components.pages.studio.ids import PAGE
from components.pages.studio.sketch.board import Board, blocks_of, create_board
from components.pages.studio.sketch.family_form import Entries, FamilyForm, new_name
from components.pages.studio.sketch.meaning import create_disclosure, create_exact, picture_style, thumbnail_id
from components.words.inputs.fields import describe, names_in, value_at

DAYS = ("background.by_hour", "choice.cost_by_hour")
"""Where a scenario has such factors; none at all mean that every hour is the same."""


def create_day(tree: dict[str, Any], path: str) -> list[Any]:
    """The picture to draw in, its hours, and the field that has the same numbers."""
    named: dict[str, Any] = {"data-day": path}
    return [
        html.Div(
            [
                html.Span(html.Span(style=picture_style(tree, path), id=thumbnail_id(path)), className="day-area"),
                html.Span(f"{top_of(value_at(tree, path)):g}", className="day-top"),
            ],
            className="day",
            **named,
            **aria(hidden="true"),
        ),
        html.Div(
            [html.Span(f"{hour}:00") for hour in (0, 6, 12, 18, 24)], className="day-hours", **aria(hidden="true")
        ),
        html.P("Draw over the hours, or type 24 factors; empty: every hour is the same.", className="hint"),
        create_numbers(PAGE, tree, path, value_at(tree, path)),
    ]


def without_blank_days(tree: dict[str, Any]) -> None:
    """A field that was emptied means no factors, in place."""
    for path in DAYS:
        part, _, name = path.partition(".")
        if isinstance(tree[part][name], str) and not tree[part][name].strip():
            tree[part][name] = []


GROUPS = "cluster.groups"

SHORT = {"count": "Machines", "delta": "δ", "load": "Load ρ", "cost": "Cost c"}
"""The numbers of a group, four of which share a line."""

ONLY_OF = {
    "application.objects": ("imbalance", "binomial"),
    "application.probability": ("imbalance", "binomial"),
    "application.weights": ("imbalance", "given"),
    "background.variation": ("service", "hyperexponential"),
    "choice.run_time_bound": ("objective", "cost-within-run-time"),
    "choice.cost_bound": ("objective", "run-time-within-cost"),
}
"""Fields that say something only if another field of the same part has this value."""


def create_machines(tree: dict[str, Any]) -> list[Any]:
    """Picture, groups, and the machine on which work is measured."""
    picture = create_board(tree, board_of(tree))
    hint = html.P("Striped is what the owners need at the hour at which the application starts.", className="hint")
    groups = [_create_group(tree, number) for number in range(len(tree["cluster"]["groups"]))]
    baseline = create_part(PAGE, tree, "cluster.baseline", "Baseline Δ")
    return [picture, hint, *groups, create_button("+ machine group", "add-group"), html.Div(baseline, className="pair")]


def board_of(tree: dict[str, Any]) -> Board:
    """Groups as wide as they have machines, as high as these are fast, striped what their owners need."""
    return Board(
        label="Machine groups: width is machines, height is speed, striped the load of the owners. Arrow keys change "
        "an edge.",
        unit="machines",
        height="speed",
        scale="inverse",
        blocks=blocks_of(tree, GROUPS, "count", "delta", "load"),
        times="cluster.baseline",
        fill_times=("background.intensity", "background.by_hour"),
        hour="background.start_hour",
    )


def _create_group(tree: dict[str, Any], number: int) -> html.Details:
    path, groups = f"{GROUPS}.{number}", tree["cluster"]["groups"]
    group = groups[number]
    numbers = [create_number(PAGE, tree, f"{path}.{name}", group[name], label) for name, label in SHORT.items()]
    name = [
        create_text(PAGE, f"{path}.name", group["name"], "Name"),
        *create_entry_buttons("group", number, path, "machine group", group["name"], len(groups) > 1),
    ]
    inside = [html.Div(name, className="type-row"), html.Div(numbers, className="quad")]
    return create_exact(tree, path, "group", inside)


def create_applications(tree: dict[str, Any]) -> list[Any]:
    """What is computed, the jobs of the owners, and what the choice of machines is to make small."""
    overheads = _fields(tree, "application", OVERHEADS)
    day = [*create_day(tree, "background.by_hour"), *_fields(tree, "background", ("start_hour",))]
    prices = [*_fields(tree, "choice", ("cost_by_load",)), *create_day(tree, "choice.cost_by_hour")]
    return [
        _part(
            "Application",
            _fields(
                tree,
                "application",
                ("iterations", "parallel_time", "serial_time", "imbalance", "objects", "probability", "weights"),
            ),
            create_disclosure(tree, "application", "overheads", [html.Div(overheads, className="pair ends")]),
        ),
        _part(
            "Background jobs of the owners",
            _fields(tree, "background", ("service", "mean_service", "variation", "intensity")),
            create_disclosure(tree, "background", "day", day),
        ),
        _part(
            "Choice of machines",
            _fields(tree, "choice", ("x_over_c", "run_time_bound", "cost_bound")),
            create_disclosure(tree, "choice", "prices", prices),
            *_fields(tree, "choice", ("objective",)),
        ),
    ]


def _part(title: str, fields: list[Any], disclosure: html.Details, *wide: Any) -> html.Fieldset:
    """Fields two by two, below those that are as wide as the form."""
    return html.Fieldset([html.Legend(title), *wide, html.Div(fields, className="pair ends"), disclosure])


def _fields(tree: dict[str, Any], part: str, names: tuple[str, ...]) -> list[Any]:
    """The inputs of some fields of a part: those that say something."""
    return [
        one for name in names if _says_something(tree, part, name) for one in create_part(PAGE, tree, f"{part}.{name}")
    ]


def _says_something(tree: dict[str, Any], part: str, name: str) -> bool:
    condition = ONLY_OF.get(f"{part}.{name}")
    return condition is None or tree[part][condition[0]] == condition[1]


def create_readings(tree: dict[str, Any]) -> list[Any]:
    """Every option with what it means below it."""
    return [
        create_choice(
            PAGE,
            tree,
            path := f"options.{name}",
            tree["options"][name],
            choices_of(tree, path),
            description=describe(tree, path).help,
        )
        for name in names_in(tree, "options")
    ]


def _group(tree: dict[str, Any]) -> dict[str, Any]:
    return {**tree["cluster"]["groups"][-1], "name": new_name("group", tree["cluster"]["groups"])}


def _draw(tree: dict[str, Any], scheme: str) -> go.Figure:
    return draw_workstations(tree["cluster"], tree["background"], scheme)


SYNCHRONOUS_ITERATIVE_FORM = FamilyForm(
    cluster=create_machines,
    workload=create_applications,
    options=create_readings,
    draw_cluster=_draw,
    board=board_of,
    entries={"group": Entries(GROUPS, _group)},
    settle=lambda tree, _draft: without_blank_days(tree),
    cluster_title="Machines",
    workload_title="Application, owners, choice",
)
