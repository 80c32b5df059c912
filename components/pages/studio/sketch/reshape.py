"""What buttons and choices change about which fields the form has; what was typed stays."""

import re
from collections.abc import Sequence
from copy import deepcopy
from itertools import count
from typing import Any

from components.controls.values import ValuesError, parse_values
from components.pages.studio.face import face_of
from components.pages.studio.sketch.family_form import Entries
from components.pages.studio.sketch.questions.breaking_form import (
    SEARCH,
    breaking_of,
    choose_range,
    choose_search,
    has_small_examples,
    range_number,
)
from components.pages.studio.sketch.questions.goal_form import bound_by, goal_of, is_goal_metric, metric_at
from components.pages.studio.sketch.questions.selection_form import (
    AND_BY,
    best_of,
    constrain,
    constraint_metric,
    constraint_number,
    selection_of,
)
from components.pages.studio.sketch.questions.study_form import ASK, STOP, question_of
from components.pages.studio.sketch.questions.sweep import (
    SWEEPS,
    around,
    sweep_options,
    without_entry,
    without_lost_sweep,
)
from components.sketches.ranges import ranges_of
from components.words.inputs.fields import value_at
from components.words.inputs.unions import beginning, is_tag
from engine.inputs.breaking import STATISTICAL
from engine.inputs.paths import put
from engine.inputs.sweep import Precision
from engine.statistics.stopping import FEWEST
from engine.study.registry import FAMILIES

PRECISION = Precision().model_dump(mode="json")

LONGEST_STEM = 36
"""Of a name of at most 40 signs, so that a number fits behind it."""

GOAL_FIELD = "study.goal.field"

NEW = "new"
"""In place of a number, at the end of the path of a list, it is the entry that somebody has drawn by hand."""

RESHAPING = (SEARCH, ".kind", ".imbalance", ".service", ".objective")
"""What the paths of plain choices end with on which it depends which other fields say something."""


def press(tree: dict[str, Any], action: str, number: int = 0) -> dict[str, Any]:
    """The tree after a button."""
    tree = deepcopy(tree)
    of_family = face_of(tree).form
    if action in of_family.actions:
        return _without_repetitions(without_lost_sweep(of_family.actions[action](tree)))
    what, _, entries_name = action.partition("-")
    entries = of_family.entries.get(entries_name)
    if entries is None:  # a button of another family, whose form is on its way out
        return tree
    if what == "add":
        value_at(tree, entries.path).append(entries.fresh(tree))
    elif what == "copy":
        value_at(tree, entries.path).append(_copy(value_at(tree, entries.path), number))
    else:
        for path in goes(tree, entries_name, number):
            parent, _, other = path.rpartition(".")
            without_entry(tree, parent, int(other))
    return _without_repetitions(without_lost_sweep(tree))


def goes(tree: dict[str, Any], name: str, number: int) -> list[str]:
    """The paths of what goes with entry *number* of the list *name*, one after the other; none if it has to stay."""
    entries = face_of(tree).form.entries[name]
    if len(value_at(tree, entries.path)) <= entries.fewest:
        return []
    return [*reversed(entries.takes_along(tree, number)), f"{entries.path}.{number}"]


def _copy(entries: list[dict[str, Any]], number: int) -> dict[str, Any]:
    """Entry *number* once more, with a name of its own: "fast 2". It comes last, so that sweeps stay where they are."""
    entry = deepcopy(entries[number])
    stem = re.sub(r" \d+$", "", entry["name"])[:LONGEST_STEM]
    taken = {one["name"] for one in entries}
    return entry | {"name": next(name for n in count(2) if (name := f"{stem} {n}") not in taken)}


def _list_drawn(tree: dict[str, Any], path: str) -> Entries | None:
    """The list at the end of which something was drawn by hand, of a path like "machine_events.new"."""
    every = face_of(tree).form.entries.values()
    return next((entries for entries in every if path == f"{entries.path}.{NEW}"), None)


def changes_shape(draft: dict[str, Any], path: str, value: Any) -> bool:
    """Whether *value* at *path* makes fields come or go, compared with what the form was built from."""
    if _list_drawn(draft, path):
        return isinstance(value, dict)
    if path == STOP:
        return (value == "precision") != bool(draft["study"].get("precision"))
    if path == ASK:
        return bool(value != question_of(draft))
    if path == AND_BY:
        return bool(draft["study"].get("selection")) and bool(value) != bool(draft["study"]["selection"].get("and_by"))
    if (n := constraint_number(path)) is not None and draft["study"].get("selection"):
        return bool(value != constraint_metric(draft, n))
    if is_goal_metric(path) and draft["study"].get("goal"):
        return bool(value != metric_at(draft, path))
    if path == GOAL_FIELD:
        return bool(value != (draft["study"].get("goal") or {}).get("field"))
    if (n := range_number(path)) is not None and draft["study"].get("breaking"):
        known = [one["field"] for one in ranges_of(draft)]
        return bool(value != (known[n] if n < len(known) else ""))
    for name in SWEEPS:
        if path == f"study.{name}.field":
            return bool(value != ((draft["study"].get(name) or {}).get("field") or ""))
    try:
        known = value_at(draft, path)
    except (KeyError, IndexError, ValueError, TypeError):  # a field that the form had before
        return False
    return bool(value != known) and (path.endswith(RESHAPING) or is_tag(draft, path))


def choose(tree: dict[str, Any], path: str, value: Any, then: dict[str, float] | None = None) -> dict[str, Any]:
    """The tree after a choice for which `changes_shape` holds; *then* has numbers for fields that came with it."""
    tree = deepcopy(tree)
    if entries := _list_drawn(tree, path):
        entry = entries.drawn(tree, value)
        value_at(tree, entries.path).extend([entry] if entry else [])
    elif path == STOP:
        tree["study"]["precision"] = PRECISION if value == "precision" else None
        if value == "precision":
            tree["study"]["replications"] = max(tree["study"]["replications"] or 0, FEWEST)
    elif path == ASK:
        _ask(tree, value)
    elif path == AND_BY and tree["study"].get("selection"):
        tree["study"]["selection"]["and_by"] = best_of(value) if value else None
    elif path == GOAL_FIELD and tree["study"].get("goal"):
        criteria = tree["study"]["goal"]["criteria"]
        tree["study"]["goal"] = goal_of(tree, value, criteria[0]["metric"]) | {"criteria": criteria}
    elif (n := constraint_number(path)) is not None and tree["study"].get("selection"):
        constrain(tree, n, value)
    elif is_goal_metric(path) and tree["study"].get("goal"):
        bound_by(tree, path, value)
    elif path == SEARCH and tree["study"].get("breaking"):
        choose_search(tree, value)
    elif (n := range_number(path)) is not None and tree["study"].get("breaking"):
        choose_range(tree, n, value)
    elif path.startswith("study.") and path.split(".")[1] in SWEEPS:
        name = path.split(".")[1]
        tree["study"][name] = {"field": value, "values": around(tree, value)} if value else None
    elif is_tag(tree, path):
        part = path.rpartition(".")[0]
        before = deepcopy(tree)
        put(tree, part, beginning(tree, part, value))
        face_of(tree).form.chosen(tree, before)
        for field, number in (then or {}).items():
            if field.startswith(f"{part}.") and isinstance(number, int | float):
                put(tree, field, number)
    else:
        put(tree, path, value)
    return _without_repetitions(without_lost_sweep(tree))


def _ask(tree: dict[str, Any], question: str) -> None:
    """Turn the study round, or back: the field that was varied is the one that is sought."""
    study = tree["study"]
    if question == question_of(tree):
        return
    names = FAMILIES[tree["family"]].metrics
    metric = (study.get("precision") or {}).get("metric") or ("response_time" if "response_time" in names else names[0])
    if study.get("goal"):
        field = study["goal"]["field"]
        study |= {"goal": None, "vary": {"field": field, "values": around(tree, field)}}
    if ranges := ranges_of(tree):
        study["vary"] = {"field": ranges[0]["field"], "values": around(tree, ranges[0]["field"])}
    study["selection"] = study["breaking"] = None
    if question == "vary":
        return
    if question == "breaking":
        _break(tree, metric)
        return
    study |= {"precision": None, "replications": max(study["replications"] or 0, FEWEST)}
    if question == "selection":
        study["selection"] = selection_of(metric)
        return
    vary = study.get("vary") or {}
    field = vary.get("field") or sweep_options(tree)[1]["items"][0]["value"]
    values = vary.get("values") or ()  # as text, while somebody types them
    study |= {"vary": None, "and_vary": None, "goal": goal_of(tree, field, metric, _read_values(values))}


def _break(tree: dict[str, Any], metric: str) -> None:
    """Ask where a policy is worst, over the fields that were varied; of jobs by hand, or of a log, on a few jobs."""
    study = tree["study"]
    fields = [(study[name]["field"], _read_values(study[name]["values"])) for name in SWEEPS if study.get(name)]
    fields = fields or [(sweep_options(tree)[1]["items"][0]["value"], ())]
    if not face_of(tree).form.is_random(tree) and has_small_examples(tree):
        study["breaking"] = breaking_of(tree, metric, ())
        return
    study |= {"precision": None, "replications": max(study["replications"] or 0, FEWEST)}
    study |= {"vary": None, "and_vary": None, "breaking": breaking_of(tree, metric, fields)}


def _read_values(values: Any) -> Sequence[float]:
    """The values of a sweep, which may be text; none where they cannot be read."""
    try:
        return parse_values(values) if isinstance(values, str) else values
    except ValuesError:
        return ()


def _without_repetitions(tree: dict[str, Any]) -> dict[str, Any]:
    """Where nothing is random, one replication is all there is."""
    if not face_of(tree).form.is_random(tree):
        tree["study"] |= {"replications": 1, "precision": None, "goal": None, "selection": None}
        if (tree["study"].get("breaking") or {}).get("search") == STATISTICAL:
            tree["study"]["breaking"] = None
    return tree
