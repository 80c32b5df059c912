"""What buttons and choices change about which fields the form has; what was typed stays."""

from copy import deepcopy
from typing import Any

from components.fields import value_at
from components.pages.studio.machine_events_form import EVENTS
from components.pages.studio.study_form import STOP
from components.pages.studio.sweep import SWEEPS, around, without_entry, without_lost_sweep
from components.unions import beginning, is_tag
from engine.paths import put
from engine.stopping import FEWEST
from engine.sweep import Precision

PRECISION = Precision().model_dump(mode="json")

GROUPS, CLASSES = "cluster.groups", "workload.job_classes"

FIRST_EVENT = "shutdown"


def press(tree: dict[str, Any], action: str, number: int = 0) -> dict[str, Any]:
    """The tree after a button."""
    tree = deepcopy(tree)
    groups, classes = value_at(tree, GROUPS), value_at(tree, CLASSES)
    if action == "add-group":
        groups.append({"name": _new_name("group", groups), "count": 5, "speed_factor": 2.0})
    elif action == "remove-group" and len(groups) > 1:
        for event in reversed([n for n, one in enumerate(tree[EVENTS]) if one["group"] == groups[number]["name"]]):
            without_entry(tree, EVENTS, event)
        without_entry(tree, GROUPS, number)
    elif action == "add-class":
        classes.append({**deepcopy(classes[-1]), "name": _new_name("class", classes)})
    elif action == "remove-class" and len(classes) > 1:
        without_entry(tree, CLASSES, number)
    elif action == "add-event":
        tree[EVENTS].append(beginning(tree, EVENTS, FIRST_EVENT))
    elif action == "remove-event":
        without_entry(tree, EVENTS, number)
    return without_lost_sweep(tree)


def changes_shape(draft: dict[str, Any], path: str, value: Any) -> bool:
    """Whether *value* at *path* makes fields come or go, compared with what the form was built from."""
    if path == STOP:
        return (value == "precision") != bool(draft["study"].get("precision"))
    for name in SWEEPS:
        if path == f"study.{name}.field":
            return bool(value != ((draft["study"].get(name) or {}).get("field") or ""))
    try:
        known = value_at(draft, path)
    except (KeyError, IndexError, ValueError, TypeError):  # a field that the form had before
        return False
    return bool(value != known) and (path.endswith(".kind") or is_tag(draft, path))


def choose(tree: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    """The tree after a choice for which `changes_shape` holds."""
    tree = deepcopy(tree)
    if path == STOP:
        tree["study"]["precision"] = PRECISION if value == "precision" else None
        if value == "precision":
            tree["study"]["replications"] = max(tree["study"]["replications"] or 0, FEWEST)
    elif path.startswith("study."):
        name = path.split(".")[1]
        tree["study"][name] = {"field": value, "values": around(tree, value)} if value else None
    elif is_tag(tree, path):
        part = path.rpartition(".")[0]
        put(tree, part, beginning(tree, part, value))
    else:
        put(tree, path, value)
    return without_lost_sweep(tree)


def _new_name(stem: str, others: list[dict[str, Any]]) -> str:
    taken = {other["name"] for other in others}
    return next(f"{stem} {n}" for n in range(len(others) + 1, 100) if f"{stem} {n}" not in taken)
