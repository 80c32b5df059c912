"""One field of a scenario as an input: label with unit, help, range; the error stands beside it."""

from typing import Any

from components.controls.aria import aria
from components.controls.own import Field
from components.controls.values import format_values
from components.words.inputs.fields import describe
from components.words.units import bridge

PAUSE = 400
"""Milliseconds without a key after which Dash hears of a number, which takes the page a while; `preview.js` hears of
every key at once, and tells of it before anything is pressed."""


def field_id(page: str, path: str) -> dict[str, str]:
    """Id of the input for the field at *path*; its `value` is what the person typed."""
    return {"type": f"{page}-field", "path": path}


def create_number(page: str, tree: dict[str, Any], path: str, value: Any, short: str = "", **properties: Any) -> Field:
    """A number, typed or stepped with the arrow keys. It is never clamped or rounded: what is typed stays, with its
    error; half a machine as well.

    *short* is shown instead of the full label, which then is there for screen readers only.
    """
    words = describe(tree, path)
    return Field(
        id=field_id(page, path),
        kind="number",
        label=short or words.label,
        value=value,
        step=words.step,
        min=words.low,
        max=words.high,
        debounce=PAUSE,
        inputWrapperOrder=["label", "input", "description", "error"],  # those of a row stand in one line
        inputProps={"aria-label": words.label, "title": f"{words.help} Allowed: {words.range_words}."},
        **({"description": bridge(words.unit)} if bridge(words.unit) else {}),
        **properties,
    )


def create_text(page: str, path: str, value: str, label: str, **properties: Any) -> Field:
    """A line of text."""
    return Field(id=field_id(page, path), kind="text", label=label, value=value, debounce=300, **properties)


def create_long_text(page: str, path: str, value: str, label: str, **properties: Any) -> Field:
    """Text of several lines."""
    return Field(id=field_id(page, path), kind="lines", label=label, value=value, debounce=300, **properties)


def create_numbers(page: str, tree: dict[str, Any], path: str, value: Any) -> Field:
    """A list of numbers, typed with commas; what cannot be read stays as it was typed."""
    words = describe(tree, path)
    text = value if isinstance(value, str) else format_values(value)
    named = {"inputProps": {"aria-label": words.label}}
    return create_long_text(page, path, text, words.short, description=words.help, **named)


def create_choice(
    page: str, tree: dict[str, Any], path: str, value: Any, options: list[Any], label: str = "", **properties: Any
) -> Field:
    """One of a few."""
    words = describe(tree, path)
    return Field(
        id=field_id(page, path),
        kind="choice",
        label=label or words.title,
        data=options,
        value=value,
        **aria(label=words.title) if label else {},
        **properties,
    )


def create_switch(page: str, tree: dict[str, Any], path: str, value: bool) -> Field:
    """A switch as a choice between off and on, so that every field has one `value`."""
    words = describe(tree, path)
    return Field(
        id=field_id(page, path),
        kind="choice",
        label=words.short,
        description=words.help,
        data=[{"value": "off", "label": "off"}, {"value": "on", "label": "on"}],
        value="on" if value else "off",
        **aria(label=words.title) if words.title != words.short else {},
    )
