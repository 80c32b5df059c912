"""What the parts of a scenario of a synchronous iterative application mean, in a few words and as tiny pictures."""

from typing import Any

from components.pages.studio.families.synchronous_iterative.day_picture import day_style
from components.pages.studio.sketch.part_words import COMMON_PARTS, Part, Style, entry_part, options_part
from components.words.inputs.fields import value_at
from components.words.inputs.unions import quantity_words
from engine.synchronous_iterative.inputs.application import Application
from engine.synchronous_iterative.inputs.background import Background
from engine.synchronous_iterative.inputs.objective import Choice
from engine.synchronous_iterative.inputs.options import Options

OVERHEADS = ("overhead", "overhead_per_processor", "overhead_per_doubling")


def _overheads(tree: dict[str, Any], path: str) -> str:
    changed = PARTS["overheads"].changed(tree, path)
    return "; ".join(quantity_words(tree, f"{path}.{name}") for name in changed) or "none"


def _day(tree: dict[str, Any], path: str) -> str:
    start = value_at(tree, path)["start_hour"]
    load = "changes by the hour" if value_at(tree, path)["by_hour"] else "always the same"
    return f"{load}; starts at {start}:00"


def _prices(tree: dict[str, Any], path: str) -> str:
    by_load, by_hour = (value_at(tree, path)[name] for name in ("cost_by_load", "cost_by_hour"))
    words = [f"dearer by load × {by_load}"] if by_load else []
    return ", ".join([*words, *(["change by the hour"] if by_hour else [])]) or "the same at any load and hour"


def _day_picture(tree: dict[str, Any], path: str) -> dict[str, str]:
    return day_style(value_at(tree, path))


PARTS = {
    "group": entry_part("Group", "count", "delta", "load", "cost"),
    "overheads": Part("Overhead", _overheads, Application, *OVERHEADS),
    "day": Part("Load by hour", _day, Background, "by_hour"),
    "prices": Part("Cost by load and hour", _prices, Choice, "cost_by_load", "cost_by_hour"),
    "options": options_part("Readings of the paper", Options),
    **COMMON_PARTS,
}

THUMBNAILS: dict[str, Style] = {"by_hour": _day_picture, "cost_by_hour": _day_picture}
