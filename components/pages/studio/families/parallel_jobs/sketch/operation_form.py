"""The part of the form for how a site is run: groups with shares, queues, reservations; an entry is a box of fields."""

from typing import Any

from dash import html

from components.controls.field import create_text
from components.controls.parts import create_part
from components.pages.studio.actions import create_button, create_entry_buttons
from components.pages.studio.ids import PAGE
from components.pages.studio.sketch.family_form import Entries, new_name
from components.pages.studio.sketch.meaning import create_disclosure
from components.words.inputs.fields import describe, kind_of, names_in
from engine.parallel_jobs.inputs.site.fair_share import MOST_GROUPS, ShareGroup
from engine.parallel_jobs.inputs.site.operation import MOST_QUEUES, MOST_WINDOWS, AdvanceReservation, JobQueue

GROUPS, QUEUES, WINDOWS = "share_groups", "queues", "advance_reservations"

LISTS = {
    GROUPS: ("share groups", "share-group", "share group", MOST_GROUPS),
    QUEUES: ("queues", "job-queue", "queue", MOST_QUEUES),
    WINDOWS: ("advance reservations", "window", "advance reservation", MOST_WINDOWS),
}
"""By path: the part of the form, the x of the buttons, an entry in words, and how many there may be."""


def create_operation(tree: dict[str, Any]) -> list[Any]:
    """A list each, with a box for each entry and a button for one more."""
    return [_create_list(tree, path) for path in LISTS]


def _create_list(tree: dict[str, Any], path: str) -> html.Details:
    part, entries, words, most = LISTS[path]
    there = tree.get(path, [])
    boxes = [_create_entry(tree, path, number) for number in range(len(there))]
    more = [create_button(f"+ {words}", f"add-{entries}")] if len(there) < most else []
    return create_disclosure(tree, "", part, [*boxes, *more])


def _create_entry(tree: dict[str, Any], of: str, number: int) -> html.Fieldset:
    _, entries, words, most = LISTS[of]
    path, entry = f"{of}.{number}", tree[of][number]
    fields = [_create_field(tree, f"{path}.{name}") for name in names_in(tree, path)]
    buttons = create_entry_buttons(entries, number, path, words, str(entry["name"]), can_go=True)
    if len(tree[of]) == most:
        buttons = buttons[1:]
    inside = [html.Legend(f"{words.capitalize()} {number + 1}"), html.Div(fields, className="pair"), html.Div(buttons)]
    return html.Fieldset(inside)


def _create_field(tree: dict[str, Any], path: str) -> Any:
    """Of text, one line."""
    if kind_of(tree, path) != "text":
        return html.Div(create_part(PAGE, tree, path))
    of, number, name = path.split(".")
    words = describe(tree, path)
    return create_text(PAGE, path, tree[of][int(number)][name], words.title, inputProps={"title": words.help})


def _fresh_group(tree: dict[str, Any]) -> dict[str, Any]:
    return ShareGroup.model_validate({"name": new_name("group", tree[GROUPS])}).model_dump(mode="json")


def _fresh_queue(tree: dict[str, Any]) -> dict[str, Any]:
    return JobQueue.model_validate({"name": new_name("queue", tree[QUEUES])}).model_dump(mode="json")


def _fresh_window(tree: dict[str, Any]) -> dict[str, Any]:
    """The whole cluster, for an hour of the first day."""
    machines = sum(group["count"] for group in tree["cluster"]["groups"] if isinstance(group["count"], int))
    words = {"name": new_name("reservation", tree[WINDOWS]), "begins_s": 36_000.0, "ends_s": 39_600.0}
    return AdvanceReservation.model_validate(words | {"processors": max(1, machines)}).model_dump(mode="json")


OPERATION = {
    "share-group": Entries(GROUPS, _fresh_group, fewest=0),
    "job-queue": Entries(QUEUES, _fresh_queue, fewest=0),
    "window": Entries(WINDOWS, _fresh_window, fewest=0),
}
"""The lists, by the x of their buttons."""


def groups_in_words(tree: dict[str, Any], _path: str) -> str:
    """Names and shares."""
    groups = tree.get(GROUPS, [])
    return ", ".join(f"{group['name']} {group['shares']}" for group in groups) or "equal for all users"


def queues_in_words(tree: dict[str, Any], _path: str) -> str:
    """Names and priorities."""
    return ", ".join(f"{queue['name']} {queue['priority']}" for queue in tree.get(QUEUES, [])) or "one, without limits"


def windows_in_words(tree: dict[str, Any], _path: str) -> str:
    """Names and processors."""
    windows = tree.get(WINDOWS, [])
    return ", ".join(f"{window['name']}, {window['processors']} processors" for window in windows) or "none"
