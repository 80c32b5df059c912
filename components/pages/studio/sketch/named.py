"""What the sketch is called, in what it differs from its example, and the notes that are about it."""

from typing import Any

from dash import html

from components.controls.aria import aria
from components.pages.studio.ids import change_id
from components.sketches.link import to_link
from components.sketches.origin import called, origin_of, own_notes
from engine.inputs.scenario import Scenario

CHANGED = "changed"
"""Value of the Example box that stands for no example, but for one that was changed."""

HERE = "The sketch"
"""Group of that choice."""


def name_of(scenario: Scenario) -> dict[str, Any]:
    """What the browser has to know: title in all places, notes, the example with its link, whether it was changed."""
    origin = origin_of(scenario)
    return {
        "id": scenario.content_hash(),
        "title": called(scenario),
        "notes": own_notes(scenario),
        "family": scenario.family,
        "example": origin.name if origin else None,
        "is_changed": bool(origin and origin.changes),
        "origin": to_link(origin.example) if origin else None,
    }


def create_name(scenario: Scenario) -> list[Any]:
    """What the sketch is called, and of a changed example a chip for each change."""
    origin = origin_of(scenario)
    if origin is None or not origin.changes:
        return [html.P(html.B(called(scenario)))]
    return [
        html.P([html.B(scenario.title), ", ", html.Em("changed")]),
        html.Ul(
            [
                html.Li(
                    [
                        change.words,
                        html.Button(
                            "✕",
                            id=change_id(change.key),
                            type="button",
                            title="Take this change back",
                            **aria(label=f"Take back: {change.words}"),
                        ),
                    ]
                )
                for change in origin.changes
            ],
            **aria(label="What was changed"),
        ),
    ]


def create_notes(scenario: Scenario) -> list[Any]:
    """The notes, with the name of what they are about."""
    notes = own_notes(scenario)
    return [html.B(f"{called(scenario)}: "), notes] if notes else []


def choices_of_sketch(scenario: Scenario, examples: list[dict[str, Any]]) -> tuple[list[dict[str, Any]], str | None]:
    """Options and value of the Example box: the examples, and before them the changed one, if it is one."""
    name = name_of(scenario)
    if not name["is_changed"]:
        return examples, name["example"]
    return [{"group": HERE, "items": [{"value": CHANGED, "label": name["title"]}]}, *examples], CHANGED
