"""From what the form's fields hold to a scenario tree, and from reasons of refusal to the fields they belong to."""

from contextlib import suppress
from copy import deepcopy
from typing import Any

from components.controls.values import ValuesError, parse_numbers, parse_values
from components.pages.studio.face import face_of
from components.pages.studio.sketch.questions.selection_form import AND_BY
from components.pages.studio.sketch.questions.study_form import ASK, STOP
from components.pages.studio.sketch.questions.sweep import SWEEPS
from components.words.inputs.fields import FieldWords, describe, kind_of, value_at
from components.words.inputs.unions import is_tag
from engine.inputs.paths import leaves, put
from engine.inputs.rejection import Reason, ScenarioError
from engine.inputs.scenario import Scenario
from engine.study.budget import budget
from engine.study.registry import read_scenario

COUNTED = {
    *("Iterations", "Jobs", "Machines", "Nodes", "Partitions", "Processors", "Replications", "Simulated objects"),
    *("Tasks", "Workers"),
}
"""Titles of fields that ask how many."""


def question(tree: dict[str, Any], path: str) -> str | None:
    """What the field at *path* asks for; None if it holds a number or is none, so that the reason says more."""
    if path == "policies":
        return None if tree.get("policies") else "Choose at least one policy."
    with suppress(KeyError, IndexError, ValueError, TypeError, AttributeError, StopIteration):  # of no scenario
        value = value_at(tree, path)
        if kind_of(tree, path) == "number":
            return _of_number(describe(tree, path), value)
    return None


def _of_number(words: FieldWords, value: Any) -> str | None:
    is_number = isinstance(value, int | float)
    if is_number and not (words.whole and value != int(value)):
        return None
    title = words.title.split(" of “")[0]
    unit = "" if words.unit in ("", "1") else f" {words.unit}"
    asked = f"How many {title.lower()}? A" if title in COUNTED else f"{title}: a"
    wanted = f"{asked} {'whole ' if words.whole else ''}number {words.range_words}".rstrip() + f"{unit}."
    return f"{value} is not whole. {wanted}" if is_number else wanted


def fields_of(values: list[Any], ids: list[dict[str, str]]) -> dict[str, Any]:
    """What the fields of the form hold, by path."""
    return {one["path"]: value for one, value in zip(ids, values, strict=True)}


def merge(draft: dict[str, Any], fields: dict[str, Any]) -> dict[str, Any]:
    """The *draft* with the values of the fields put in; fields of another shape are left out.

    The kind of a union stays as it was: another kind has other fields, and the form has to be built anew for them.
    """
    tree = deepcopy(draft)
    for path, value in fields.items():
        if (
            path in (ASK, STOP, AND_BY)
            or path.startswith(tuple(f"study.{name}." for name in SWEEPS))
            or is_tag(draft, path)
        ):
            continue
        if path == "policies":
            value = _in_order(draft["policies"], value or [])
        _put_if_there(tree, path, value)
    for name in SWEEPS:
        _merge_sweep(tree, fields, name)
    face_of(tree).form.settle(tree, draft)
    return tree


def _in_order(known: list[str], chosen: list[str]) -> list[str]:
    """The policies chosen: those that were there before keep their order, since the first one is the reference."""
    return [name for name in known if name in chosen] + [name for name in chosen if name not in known]


def _put_if_there(tree: dict[str, Any], path: str, value: Any) -> None:
    with suppress(KeyError, IndexError, ValueError, TypeError):  # a field that the form had before its shape changed
        put(tree, path, value == "on" if isinstance(value_at(tree, path), bool) else value)


def _merge_sweep(tree: dict[str, Any], fields: dict[str, Any], name: str) -> None:
    if f"study.{name}.field" not in fields:
        return
    field = fields[f"study.{name}.field"]
    values = fields.get(f"study.{name}.values") or ""
    tree["study"][name] = {"field": field, "values": values} if field else None


def with_parsed_values(tree: dict[str, Any]) -> tuple[dict[str, Any], list[Reason]]:
    """The tree with typed lists and the typed values of the sweeps as numbers, or the reasons why they are none."""
    tree, reasons = deepcopy(tree), []
    typed = {path: value for path, value in leaves(tree) if isinstance(value, str)}
    for path, text in typed.items():
        is_sweep = path.startswith("study.") and path.endswith(".values")
        read = parse_values if is_sweep else face_of(tree).form.texts.get(path)
        if read is None and (path.startswith("study.") or kind_of(tree, path) != "numbers"):
            continue
        try:
            put(tree, path, (read or parse_numbers)(text))
        except ValuesError as error:
            reasons.append(Reason(path, str(error)))
    return tree, reasons


def errors_by_field(reasons: list[Reason], paths: list[str], tree: dict[str, Any]) -> tuple[dict[str, str], list[str]]:
    """The sentences to show at each field, and those that belong to none of *paths*."""
    at: dict[str, str] = {}
    rest: list[str] = []
    for reason in reasons:
        place = _nearest(reason, paths, tree)
        if place is None:
            rest.append(str(reason))
        else:
            sentence = question(tree, place) or reason.sentence
            at[place] = f"{at[place]}; {sentence}" if place in at and sentence not in at[place] else sentence
    return at, rest


def _nearest(reason: Reason, paths: list[str], tree: dict[str, Any]) -> str | None:
    """The field at the path of a reason, or below it, or above it."""
    for name in SWEEPS:
        if reason.path.startswith(f"study.{name}."):
            return f"study.{name}.values"
    path = reason.path
    while path:
        if path in paths:
            return path
        if below := [other for other in paths if other.startswith(f"{path}.")]:
            return _of_which_it_speaks(reason.sentence, below, tree) if path == reason.path else None
        path = path.rpartition(".")[0]
    return None


def _of_which_it_speaks(sentence: str, paths: list[str], tree: dict[str, Any]) -> str:
    """Of the fields of a part that is refused as a whole, the one that the sentence names first, or else any number."""
    found: dict[int, str] = {}
    for path in paths:
        if is_tag(tree, path) or path.endswith(".name"):
            continue
        with suppress(KeyError, IndexError, ValueError, TypeError):  # a field that is not of the scenario
            title = describe(tree, path).title.split(" of “")[0].lower()
            place = sentence.lower().find(title)
            found.setdefault(place if place >= 0 else len(sentence), path)
    return found[min(found)] if found else paths[0]


def affordable(draft: dict[str, Any], values: list[Any], ids: list[dict[str, str]]) -> Scenario | None:
    """The scenario that the form holds now, or None: it is not valid, or would be refused for what it costs."""
    tree, reasons = with_parsed_values(merge(draft, fields_of(values, ids)))
    if reasons:
        return None
    try:
        scenario = read_scenario(tree)
    except ScenarioError:
        return None
    return None if budget(scenario).objection else scenario  # no question to the broker: a hand waits for this
