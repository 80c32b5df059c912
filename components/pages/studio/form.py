"""From what the form's fields hold to a scenario tree, and from reasons of refusal to the fields they belong to."""

from contextlib import suppress
from copy import deepcopy
from typing import Any

from components.controls.field import SWITCHES
from components.controls.values import ValuesError, parse_values
from components.pages.studio.sketch import DISTRIBUTIONS, PROCESSES
from components.pages.studio.study_form import STOP
from engine.paths import put
from engine.registry import FAMILIES
from engine.rejection import Reason
from engine.stopping import FEWEST
from engine.sweep import Precision

RESHAPING = ("distribution", "process", "warm_up.method")

SWEEPS = ("study.vary", "study.and_vary")

PRECISION = Precision().model_dump(mode="json")
WARM_UP_FIELDS = {"fixed": {"jobs": 500}}


def fields_of(values: list[Any], ids: list[dict[str, str]]) -> dict[str, Any]:
    """What the fields of the form hold, by path."""
    return {one["path"]: value for one, value in zip(ids, values, strict=True)}


def merge(draft: dict[str, Any], fields: dict[str, Any]) -> dict[str, Any]:
    """The *draft* with the values of the fields put in; fields of another shape are left out."""
    tree = deepcopy(draft)
    for path, value in fields.items():
        if path.startswith(SWEEPS) or path.endswith(RESHAPING) or path == STOP:
            continue
        if path in SWITCHES:
            value = value == "on"
        elif path == "policies":
            value = [name for name in FAMILIES[tree["family"]].policies if name in (value or [])]
        _put_if_there(tree, path, value)
    for name in ("vary", "and_vary"):
        _merge_sweep(tree, fields, name)
    return tree


def _put_if_there(tree: dict[str, Any], path: str, value: Any) -> None:
    with suppress(KeyError, IndexError):  # a field that the form had before its shape changed
        put(tree, path, value)


def _merge_sweep(tree: dict[str, Any], fields: dict[str, Any], name: str) -> None:
    if f"study.{name}.field" not in fields:
        return
    field = fields[f"study.{name}.field"]
    values = fields.get(f"study.{name}.values") or ""
    tree["study"][name] = {"field": field, "values": values} if field else None


def with_parsed_values(tree: dict[str, Any]) -> tuple[dict[str, Any], list[Reason]]:
    """The tree with the typed values of the sweeps as numbers, or the reasons why they are none."""
    study, reasons = dict(tree["study"]), []
    for name in ("vary", "and_vary"):
        vary = study.get(name)
        if not vary or not isinstance(vary["values"], str):
            continue
        try:
            study[name] = {"field": vary["field"], "values": parse_values(vary["values"])}
        except ValuesError as error:
            reasons.append(Reason(f"study.{name}.values", str(error)))
    return {**tree, "study": study}, reasons


def reshape(tree: dict[str, Any], action: str, number: int, value: Any = None) -> dict[str, Any]:
    """The tree after a button or a choice that changes which fields there are; what was typed stays."""
    tree = deepcopy(tree)
    groups, classes = tree["cluster"]["groups"], tree["workload"]["job_classes"]
    if action == "add-group":
        groups.append({"name": _new_name("group", groups), "count": 5, "speed_factor": 2.0})
    elif action == "remove-group" and len(groups) > 1:
        del groups[number]
    elif action == "add-class":
        classes.append({**deepcopy(classes[-1]), "name": _new_name("class", classes)})
    elif action == "remove-class" and len(classes) > 1:
        del classes[number]
    elif action == "distribution":
        old = classes[number]["demand"]
        fresh = {**DISTRIBUTIONS[value], **{k: v for k, v in old.items() if k in DISTRIBUTIONS[value]}}
        classes[number]["demand"] = {"distribution": value, **fresh}
    elif action == "process":
        tree["workload"]["arrivals"] = {"process": value, **PROCESSES[value]}
    elif action in ("vary", "and_vary"):
        tree["study"][action] = {"field": value, "values": _around(tree, value)} if value else None
    elif action == "stop":
        tree["study"]["precision"] = PRECISION if value == "precision" else None
        if value == "precision":
            tree["study"]["replications"] = max(tree["study"]["replications"] or 0, FEWEST)
    elif action == "warm-up":
        tree["measurement"]["warm_up"] = {"method": value, **WARM_UP_FIELDS.get(value, {})}
    return _without_lost_sweep(tree)


def _new_name(stem: str, others: list[dict[str, Any]]) -> str:
    taken = {other["name"] for other in others}
    return next(f"{stem} {n}" for n in range(len(others) + 1, 100) if f"{stem} {n}" not in taken)


def _around(tree: dict[str, Any], path: str) -> list[float]:
    """Values around the present one, to begin a sweep with."""
    if path in FAMILIES[tree["family"]].scenario.AXES:
        return [0.1, 0.3, 0.5, 0.7, 0.8, 0.9]
    value = _get(tree, path)
    if not isinstance(value, int | float) or isinstance(value, bool):
        return []
    if isinstance(value, int):
        return sorted({float(max(1, round(value * factor))) for factor in (0.5, 0.75, 1, 1.25, 1.5)})
    if value == 1 and path.endswith("speed_factor"):
        return [1.0, 1.5, 2.0, 3.0, 4.0]
    return [round(value * factor, 6) for factor in (0.5, 0.75, 1, 1.25, 1.5)] if value else [0.0, 1.0]


def _get(tree: Any, path: str) -> Any:
    for step in path.split("."):
        tree = tree[int(step)] if isinstance(tree, list) else tree[step]
    return tree


def _without_lost_sweep(tree: dict[str, Any]) -> dict[str, Any]:
    """A sweep over a field that is gone is no sweep, and a second one does not stay alone."""
    study = tree["study"]
    for name in ("vary", "and_vary"):
        if study.get(name) and not _can_be_swept(tree, study[name]["field"]):
            study[name] = None
    if not study.get("vary"):
        study["vary"], study["and_vary"] = study.get("and_vary"), None
    return tree


def _can_be_swept(tree: dict[str, Any], path: str) -> bool:
    if path in FAMILIES[tree["family"]].scenario.AXES:
        return bool(tree["workload"]["arrivals"]["process"] != "batch")
    try:
        _get(tree, path)
    except (KeyError, IndexError, ValueError):
        return False
    return True


def errors_by_field(reasons: list[Reason], paths: list[str]) -> tuple[dict[str, str], list[str]]:
    """The sentences to show at each field, and those that belong to none of *paths*."""
    at: dict[str, str] = {}
    rest: list[str] = []
    for reason in reasons:
        place = _nearest(reason.path, paths)
        if place is None:
            rest.append(str(reason))
        else:
            at[place] = f"{at[place]}; {reason.sentence}" if place in at else reason.sentence
    return at, rest


def _nearest(path: str, paths: list[str]) -> str | None:
    if path in paths:
        return path
    for sweep in SWEEPS[::-1]:
        if path.startswith(sweep):
            return f"{sweep}.values"
    return next((other for other in paths if path and other.startswith(path + ".")), None)
