"""Inputs for whole parts of a scenario, whatever fields the model gives them."""

from typing import Any

from dash import html

from components.controls.aria import aria
from components.controls.field import (
    create_choice,
    create_long_text,
    create_number,
    create_numbers,
    create_switch,
    field_id,
)
from components.controls.own import Field
from components.words.inputs.fields import describe, discriminator_of, kind_of, kinds_of, names_in, options_of, value_at
from components.words.inputs.unions import choice_words, kind_words
from components.words.wording import capital


def create_part(page: str, tree: dict[str, Any], path: str, label: str = "") -> list[Any]:
    """The inputs of the part at *path*: of a single field, of all fields of an object, or of a union and its kind.

    *label* is shown instead of the full label of a single field, which then is there for screen readers only.
    """
    value, kind = value_at(tree, path), kind_of(tree, path)
    if kind == "union":
        return [html.Div(create_union(page, tree, path, label), className="pair")]
    if kind == "part":
        return [one for name in names_in(tree, path) for one in create_part(page, tree, f"{path}.{name}")]
    return [_create_field(page, tree, path, kind, value, label)]


def create_union(page: str, tree: dict[str, Any], path: str, label: str = "") -> list[Any]:
    """The choice of a kind, and the fields that this kind has."""
    discriminator = discriminator_of(tree, path)
    others = [name for name in names_in(tree, path) if name != discriminator]
    fields = [one for name in others for one in create_part(page, tree, f"{path}.{name}", _beside(tree, path, name))]
    return [_create_kind(page, tree, path, label), *fields]


def choices_of(tree: dict[str, Any], path: str) -> list[dict[str, str]]:
    """What the field at *path* can be, in words where the JSON does not say enough."""
    name = path.rpartition(".")[2]
    return [{"value": one, "label": choice_words(name, one)} for one in options_of(tree, path)]


def _beside(tree: dict[str, Any], path: str, name: str) -> str:
    """The label of a field beside the choice of its union, whose title need not be said again."""
    title, _, rest = describe(tree, f"{path}.{name}").short.rpartition(", ")
    return capital(rest) if title else rest


def _create_kind(page: str, tree: dict[str, Any], path: str, label: str) -> Field:
    discriminator = discriminator_of(tree, path)
    field = f"{path}.{discriminator}"
    words = describe(tree, field if path.rpartition(".")[2].isdigit() else path)  # an entry of a list has no title
    tag = value_at(tree, path)[discriminator]
    return Field(
        id=field_id(page, field),
        kind="choice",
        label=label or words.short,
        description=describe(tree, field).help,
        inputWrapperOrder=["label", "input", "description", "error"],
        data=[{"value": one, "label": kind_words(discriminator, one)} for one in kinds_of(tree, path)],
        value=tag,
        **aria(label=words.title),
    )


def _create_field(page: str, tree: dict[str, Any], path: str, kind: str, value: Any, label: str) -> Any:
    words = describe(tree, path)
    if kind == "switch":
        return create_switch(page, tree, path, value)
    if kind == "choice":
        return create_choice(page, tree, path, value, choices_of(tree, path), label or words.short)
    if kind == "numbers":
        return create_numbers(page, tree, path, value)
    if kind == "number":
        return create_number(page, tree, path, value, label or words.short)
    return create_long_text(page, path, value, label or words.short)
