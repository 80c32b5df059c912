"""The form of a lesson: those fields alone that matter to it; everything else stays as the lesson has it."""

from typing import Any

from dash import html

from components.controls.parts import create_part
from components.pages.studio.actions import create_button
from components.pages.studio.face import face_of
from components.pages.studio.ids import PAGE
from components.pages.studio.sketch.policies_form import create_policies
from components.pages.studio.sketch.questions.study_form import create_study, create_values
from components.pages.studio.sketch.questions.sweep import SWEEPS
from components.words.inputs.fields import describe, kind_of, names_in, value_at

REST = "Everything else is as the lesson has it."
NONE = "This scenario has none of the fields that the lesson unlocks. It can be run as it is."


def create_unlocked(tree: dict[str, Any], unlocked: list[str]) -> list[Any]:
    """Inputs for the paths *unlocked*, in their order: fields, whole parts, "policies", "study.vary".

    A path that the scenario does not have, which is not the lesson's first one, is left out, and so is one that is
    part of another.
    """
    shown = [path for path in dict.fromkeys(unlocked) if not any(path.startswith(f"{other}.") for other in unlocked)]
    parts = [fields for path in shown if (fields := _create(tree, path))]
    if not parts:
        return [html.P(NONE, className="hint")] if unlocked else []
    return [*(html.Div(fields, className="unlocked stack") for fields in parts), html.P(REST, className="hint")]


def _create(tree: dict[str, Any], path: str) -> list[Any]:
    sweeps = {f"study.{name}": name for name in SWEEPS}
    if path == "policies":
        return [_head("Policies"), *create_policies(tree)]
    if path == "study":
        return [_head("Study"), *create_study(tree)]
    if path in (wholes := face_of(tree).form.wholes):
        title, create = wholes[path]
        return [_head(title), *create(tree)]
    try:
        is_there = value_at(tree, path) is not None
    except (KeyError, IndexError, ValueError, TypeError):
        return []
    if not is_there:
        return []
    return create_values(tree, sweeps[path]) if path in sweeps else _fields(tree, path)


def _fields(tree: dict[str, Any], path: str) -> list[Any]:
    """The inputs of everything at *path*, lists with their entries included."""
    kind = kind_of(tree, path)
    if value_at(tree, path) is None:
        return []
    if kind == "list":
        return _entries(tree, path)
    if kind == "part" and not path.rpartition(".")[2].isdigit():
        there = value_at(tree, path)  # what another part decides, as the job classes of a workload model, is not
        names = [name for name in names_in(tree, path) if name in there]
        return [one for name in names for one in _fields(tree, f"{path}.{name}")]
    return create_part(PAGE, tree, path, _label(tree, path))


def _label(tree: dict[str, Any], path: str) -> str:
    """The label with the name of the owner, which no box around the field says here; "" where it has none."""
    words = describe(tree, path)
    return words.label if " of “" in words.title else ""


def _entries(tree: dict[str, Any], path: str) -> list[Any]:
    """A box for each entry of a list, with buttons where the Studio's form has them; a list of words has none."""
    entries = value_at(tree, path)
    if not all(isinstance(one, dict) for one in entries):
        return []
    lists = face_of(tree).form.entries.items()
    name, known = next(((name, one) for name, one in lists if one.path == path), ("", None))
    title = describe(tree, path).title
    boxes = [
        html.Fieldset(
            [
                html.Legend(_title(one, title, number)),
                html.Div(create_part(PAGE, tree, f"{path}.{number}"), className="pair ends"),
                create_button("✕ remove", f"remove-{name}", number, f"Remove {_title(one, title, number)}")
                if known and len(entries) > known.fewest
                else None,
            ]
        )
        for number, one in enumerate(entries)
    ]
    return [_head(title), *boxes, create_button("+ another one", f"add-{name}") if known else None]


def _title(entry: dict[str, Any], title: str, number: int) -> str:
    return str(entry.get("name") or f"{title}, entry {number + 1}")


def _head(title: str) -> html.H3:
    return html.H3(title, className="unlocked-head")
