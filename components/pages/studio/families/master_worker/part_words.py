"""What the parts of a master-worker scenario mean, in a few words and as a tiny picture of the tasks."""

from typing import Any

import numpy as np
from pydantic import ValidationError

from components.pages.studio.sketch.part_words import COMMON_PARTS, Part, Style, entry_part, options_part
from components.words.inputs.unions import quantity_words
from engine.inputs.draws import Draws
from engine.master_worker.inputs.application import Application
from engine.master_worker.inputs.options import Master, Options
from engine.master_worker.inputs.workload import number_of_largest, sizes

MOST_BARS = 60
"""In the picture of the tasks; of more tasks some stand for the others."""

SHADES = ("var(--accent)", "color-mix(in srgb, var(--accent) 45%, transparent)")
"""Of the largest tasks, and of the others."""

RANGE = "color-mix(in srgb, var(--accent) 22%, transparent)"
"""Up to where variation can take a task."""

NOTHING = {"background": "none"}


def _costs(tree: dict[str, Any], path: str) -> str:
    changed = PARTS["master"].changed(tree, path)
    return "; ".join(quantity_words(tree, f"{path}.{name}") for name in changed) or "none, the ideal case of the paper"


def _population(tree: dict[str, Any], _path: str) -> str:
    population = tree["population"]
    if population is None:
        return "none, one application"
    tasks, iterations = (_joined(population[name]) for name in ("tasks", "iterations"))
    factors, variations = (
        _joined(population[name] or [tree["application"][own]])
        for name, own in (("workload_factors", "workload_factor"), ("variations", "variation"))
    )
    flags = population["similarities"]
    return f"T = {tasks}; W = {factors} %; D = {variations} %; {len(flags)} similarities; L = {iterations}"


def _joined(values: Any) -> str:
    return values if isinstance(values, str) else ", ".join(f"{one:g}" for one in values)


def _tasks(tree: dict[str, Any], _path: str) -> dict[str, str]:
    """Tasks from the first, the largest, on: as high as expected, and in faint up to where variation can take them."""
    try:
        application = Application.model_validate(tree["application"])
    except ValidationError:
        return NOTHING
    expected = sizes(application, Draws(1, 0))
    large = number_of_largest(len(expected))
    kept = np.unique(np.linspace(0, len(expected) - 1, min(len(expected), MOST_BARS)).round().astype(int))
    spread = 1 + application.variation / 100
    highest = expected.max() * spread
    layers = []
    for place, n in enumerate(kept):
        shade = SHADES[0] if n < large else SHADES[1]
        layers.append(_bar(place, len(kept), expected[n] / highest, shade))
        layers.append(_bar(place, len(kept), spread * expected[n] / highest, RANGE))
    return {"background": ", ".join(layers)}


def _bar(place: int, bars: int, height: float, color: str) -> str:
    """A layer of a CSS background: bar number *place* of *bars*, with a gap to the next one."""
    width = 80 / bars
    left = 100 * place / bars / (100 - width) * 100  # percentages of what is left beside the bar
    return f"linear-gradient({color}, {color}) {left:.2f}% 100% / {width:.2f}% {100 * height:.1f}% no-repeat"


PARTS = {
    "group": entry_part("Group", "count", "speed"),
    "master": Part("Costs of the master", _costs, Master, *Master.model_fields),
    "options": options_part("Options of policies", Options),
    "population": Part("Population of cases", _population),
    **COMMON_PARTS,
}

THUMBNAILS: dict[str, Style] = {"application": _tasks}
