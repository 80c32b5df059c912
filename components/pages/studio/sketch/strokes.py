"""What is done to a sketch, stroke by stroke: each was made in the form as it was seen."""

from collections.abc import Sequence
from copy import deepcopy
from typing import Annotated, Any, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from components.pages.studio.face import face_of
from components.pages.studio.sketch.form import affordable, merge
from components.pages.studio.sketch.questions.goal_form import is_goal_metric
from components.pages.studio.sketch.questions.sweep import SWEEPS
from components.pages.studio.sketch.reshape import GOAL_FIELD, RESHAPING, changes_shape, choose, goes, press
from components.words.inputs.fields import value_at
from engine.study.registry import EXAMPLES

Tree = dict[str, Any]
SWEPT = tuple(f"study.{name}.field" for name in SWEEPS)
"""Whether anything is varied, which brings values of its own."""

Text = Annotated[str, Field(max_length=2_000)]


class Stroke(BaseModel):
    """One of these: fields hold other values, a button or choice makes fields come and go, or another sketch comes.

    Attributes
    ----------
    fields : values by path
    action, number : of a button
    path, value, then : of a choice, as `choose` takes them
    tree, example : the sketch that comes, or its name
    gone : paths of entries of lists that have gone, one after the other, since the form came in which it was made
    is_step : whether it is one step of undo
    """

    model_config = ConfigDict(extra="forbid")

    fields: Annotated[dict[Text, Any], Field(max_length=2_000)] = {}
    action: Text = ""
    number: Annotated[int, Field(ge=0)] = 0
    path: Text = ""
    value: Any = None
    then: dict[Text, float] = {}
    tree: Tree | None = None
    example: Text = ""
    gone: Annotated[list[Text], Field(max_length=2_000)] = []
    is_step: bool = True


class Sketched(NamedTuple):
    """What comes of strokes.

    Attributes
    ----------
    tree : the sketch
    gone : paths of entries that went, one after the other
    steps : the scenario after each stroke that is a step of undo, where there is one
    is_reshaped : whether the form has other fields
    """

    tree: Tree
    gone: list[str]
    steps: list[Tree]
    is_reshaped: bool


def follow(tree: Tree, strokes: Sequence[Stroke]) -> Sketched:
    """Do *strokes* to *tree*, all of them made in one form."""
    gone: list[str] = []
    steps: list[Tree] = []
    is_reshaped = False
    for stroke in strokes:
        before = tree
        tree, went = _do(tree, stroke, [*stroke.gone, *gone])
        gone += went
        is_reshaped = is_reshaped or (not stroke.fields and tree != before)
        if stroke.is_step and (scenario := affordable(tree, [], [])):
            steps.append(scenario.model_dump(mode="json"))
    return Sketched(tree, gone, steps, is_reshaped)


def place_after(path: str, gone: Sequence[str]) -> str | None:
    """Where what was at *path* is when the entries *gone* have gone; None if it went with one."""
    for entry in gone:
        parent, _, number = entry.rpartition(".")
        at, dot, rest = path.removeprefix(f"{parent}.").partition(".")
        if not path.startswith(f"{parent}.") or not at.isdigit():
            continue
        if int(at) == int(number):
            return None
        if int(at) > int(number):
            path = f"{parent}.{int(at) - 1}{dot}{rest}"
    return path


def _do(tree: Tree, stroke: Stroke, gone: list[str]) -> tuple[Tree, list[str]]:
    """The tree after *stroke*, and what went with it."""
    if stroke.example:
        return (EXAMPLES[stroke.example].model_dump(mode="json") if stroke.example in EXAMPLES else tree), []
    if stroke.tree is not None:
        return stroke.tree, []
    if stroke.action:
        return _press(tree, stroke, gone)
    if stroke.path:
        return _choose(tree, stroke, gone), []
    placed = {place: value for path, value in stroke.fields.items() if (place := place_after(path, gone))}
    return merge(tree, {path: value for path, value in placed.items() if not _is_choice(tree, path, value)}), []


def _is_choice(tree: Tree, path: str, value: Any) -> bool:
    """Whether *value* at *path* is a stroke of its own, which makes fields come and go."""
    is_swept = path in SWEPT and changes_shape(tree, path, value)
    return is_swept or path.endswith(RESHAPING) or path == GOAL_FIELD or is_goal_metric(path)


def _press(tree: Tree, stroke: Stroke, gone: list[str]) -> tuple[Tree, list[str]]:
    verb, _, name = stroke.action.partition("-")
    entries = face_of(tree).form.entries.get(name)
    if not entries or verb not in ("copy", "remove"):
        return press(tree, stroke.action, stroke.number), []
    place = place_after(f"{entries.path}.{stroke.number}", gone)
    number = int(place.rpartition(".")[2]) if place else -1
    if not 0 <= number < len(value_at(tree, entries.path)):  # pressed twice, or in a form of another sketch
        return tree, []
    went = goes(tree, name, number) if verb == "remove" else []
    return press(tree, stroke.action, number), went


def _choose(tree: Tree, stroke: Stroke, gone: list[str]) -> Tree:
    place = place_after(stroke.path, gone)
    if place is None:
        return tree
    value = place_after(stroke.value, gone) if isinstance(stroke.value, str) else deepcopy(stroke.value)
    then = {at: number for path, number in stroke.then.items() if (at := place_after(path, gone))}
    return choose(tree, place, value, then) if changes_shape(tree, place, value) else tree
