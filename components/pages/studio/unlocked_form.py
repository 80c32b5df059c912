"""The form of a lesson: those fields alone that matter to it; everything else stays as the lesson has it."""

from typing import Any

from dash import html

from components.controls.parts import create_part
from components.pages.studio.ids import PAGE
from components.pages.studio.policies_form import create_policies
from components.pages.studio.study_form import create_values
from components.pages.studio.sweep import SWEEPS


def create_unlocked(tree: dict[str, Any], unlocked: list[str]) -> list[Any]:
    """Inputs for the paths *unlocked*, in their order: fields, whole parts, "policies", "study.vary"."""
    return [_create(tree, path) for path in unlocked]


def _create(tree: dict[str, Any], path: str) -> html.Div:
    sweeps = {f"study.{name}": name for name in SWEEPS}
    if path == "policies":
        fields = [html.H3("Policies", className="unlocked-head"), *create_policies(tree)]
    elif path in sweeps:
        fields = create_values(tree, sweeps[path])
    else:
        fields = create_part(PAGE, tree, path)
    return html.Div(fields, className="unlocked")
