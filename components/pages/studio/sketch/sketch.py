"""The form on the left, built from a scenario tree that need not be valid: every field where the model has it."""

from typing import Any

from dash import html

from components.controls.field import create_long_text, create_text
from components.pages.studio.face import face_of
from components.pages.studio.ids import PAGE
from components.pages.studio.sketch.board import create_board
from components.pages.studio.sketch.meaning import create_disclosure, create_exact
from components.pages.studio.sketch.policies_form import create_policies
from components.pages.studio.sketch.questions.study_form import create_measurement, create_study
from components.pages.studio.sketch.unlocked_form import create_unlocked
from engine.study.registry import FAMILIES

BY_KEYS = " Arrow keys change an edge."
"""What the picture says of its edges."""


def create_shown_cluster(tree: dict[str, Any], unlocked: list[str]) -> list[Any]:
    """The picture above the fields *unlocked*, whose values it follows; nothing where the family has none.

    Blocks neither come nor go by hand: what belongs to a block would come and go with it, locked or not.
    """
    board = face_of(tree).form.board(tree)
    if board is None:
        return []
    label = board.label if _opens_any(board.blocks, unlocked) else board.label.removesuffix(BY_KEYS)
    return [create_board(tree, board._replace(label=label, entries="", open=tuple(unlocked)))]


def _opens_any(blocks: list[Any], unlocked: list[str]) -> bool:
    edges = [edge.path for block in blocks for edge in (block.width, block.height, block.fill) if edge is not None]
    return any(f"{path}.".startswith(f"{one}.") for path in edges for one in unlocked)


NOTES = "They travel with the scenario."


def example_choices() -> list[dict[str, Any]]:
    """Every example as an option of a Select, by family."""
    return [
        {
            "group": family.title,
            "items": [{"value": name, "label": known.title} for name, known in family.examples.items()],
        }
        for family in FAMILIES.values()
    ]


def create_sketch(tree: dict[str, Any], unlocked: list[str] | None = None) -> list[Any]:
    """The sections of the form, as the family of the scenario has them; of a lesson the fields *unlocked* alone."""
    if unlocked is not None:
        return [*create_shown_cluster(tree, unlocked), *create_unlocked(tree, unlocked)]
    form, options = face_of(tree).form, "options"
    has_options = options in face_of(tree).parts
    named = [
        create_text(PAGE, "title", tree.get("title", ""), "Title", inputProps={"maxLength": 120}),
        create_long_text(
            PAGE, "notes", tree.get("notes", ""), "Notes", maxRows=4, placeholder=NOTES, inputProps={"maxLength": 2000}
        ),
    ]
    return [
        _section(form.cluster_title, form.cluster(tree)),
        *([_section(form.workload_title, workload)] if (workload := form.workload(tree)) else []),
        _section("Policies", create_policies(tree)),
        _section("Study", create_study(tree)),
        *([_more(_measured(tree))] if measures_jobs(tree) else []),
        *([_more(create_disclosure(tree, options, options, form.options(tree)))] if has_options else []),
        _more(create_exact(tree, "", "name", named)),
    ]


def measures_jobs(tree: dict[str, Any]) -> bool:
    """Whether the family has a stream of jobs, of which the first may be left out; else there is no warm-up."""
    return "slowdown" in FAMILIES[tree["family"]].metrics


def _measured(tree: dict[str, Any]) -> html.Details:
    inside = [*create_measurement(tree), *face_of(tree).form.measured(tree)]
    return create_disclosure(tree, "measurement", "measurement", inside)


def _section(title: str, children: list[Any]) -> html.Section:
    return html.Section([html.H2(title), *children], className="sketch-section")


def _more(disclosure: html.Details) -> html.Div:
    return html.Div(disclosure, className="sketch-section")
