"""The part of the form that says which machines there are."""

from typing import Any

from dash import html

from components.controls.field import create_number, create_text
from components.pages.studio.actions import create_button, create_entry_buttons
from components.pages.studio.families.parallel_jobs.sketch.events_strip import create_events_strip
from components.pages.studio.families.parallel_jobs.sketch.given import is_logged
from components.pages.studio.families.parallel_jobs.sketch.machine_events_form import EVENTS, create_machine_events
from components.pages.studio.ids import PAGE
from components.pages.studio.sketch.board import Board, blocks_of, create_board
from components.pages.studio.sketch.meaning import create_exact
from components.pages.studio.sketch.share import Share, create_share

SESSIONS = "sessions"
"""The machine event that is background load: somebody works on each machine now and then."""

WORKING_DAY = 28_800.0
"""Seconds that a user stays who is drawn: of short sessions there are more in a long run than the model takes."""


def create_groups(tree: dict[str, Any]) -> list[Any]:
    """Picture, machine groups, and what happens to them."""
    groups = tree["cluster"]["groups"]
    rows = []
    for n, group in enumerate(groups):
        path = f"cluster.groups.{n}"
        row = [
            create_text(PAGE, f"{path}.name", group["name"], "Group"),
            create_number(PAGE, tree, f"{path}.count", group["count"], "Machines"),
            create_number(PAGE, tree, f"{path}.speed_factor", group["speed_factor"], "Speed factor"),
            create_number(PAGE, tree, f"{path}.price_per_hour", group.get("price_per_hour", 0.0), "Price"),
            *create_entry_buttons("group", n, path, "machine group", group["name"], len(groups) > 1),
        ]
        rows.append(create_exact(tree, path, "group", [html.Div(row, className="group-row priced")]))
    picture = create_board(tree, board_of(tree))
    return [picture, *_events(tree), *rows, create_button("+ machine group", "add-group")]


def _events(tree: dict[str, Any]) -> list[Any]:
    """What happens to the machines, drawn by hand, and its fields, which follow the hand while they are put away."""
    if EVENTS not in tree or is_logged(tree):  # a log is replayed on machines that stay
        return []
    fields = create_exact(tree, "", "machine events", create_machine_events(tree))
    return [create_events_strip(tree), fields]


def board_of(tree: dict[str, Any]) -> Board:
    """Groups as wide as they have machines, as high as these are fast: 1 over the speed factor; striped their users."""
    groups = tree["cluster"]["groups"]
    has_events = EVENTS in tree and not is_logged(tree)
    return Board(
        label="Machine groups: width is machines, height is speed, striped how much of the time users are there. Arrow "
        "keys change an edge.",
        unit="machines",
        height="speed",
        scale="inverse",
        blocks=blocks_of(
            tree,
            "cluster.groups",
            "count",
            "speed_factor",
            shares=[_users(tree, group["name"]) for group in groups] if has_events else None,
        ),
        filled="users",
    )


def _users(tree: dict[str, Any], group: str) -> Share:
    """How much of the time somebody works on a machine of the *group*; the first event of that kind says it."""
    title = f"Users of “{group}”, share of the time"
    numbers = (n for n, event in enumerate(tree[EVENTS]) if (event["event"], event["group"]) == (SESSIONS, group))
    number = next(numbers, None)
    coming = {"path": f"{EVENTS}.new", "value": {"event": SESSIONS, "group": group}}
    if number is None:
        names = ("mean_session", "mean_away")
        values = dict.fromkeys(names, WORKING_DAY)
        return Share(title, names[:1], names[1], values, 1.0, 1e9, False, coming, {})
    path = f"{EVENTS}.{number}"
    going = {"action": "remove-event", "number": number}
    return create_share(tree, title, (f"{path}.mean_session",), f"{path}.mean_away", coming, going)
