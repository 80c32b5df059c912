"""What the parts of a parallel-jobs scenario mean, in a few words and as tiny pictures."""

from typing import Any

import numpy as np
from pydantic import TypeAdapter, ValidationError

from components.controls.thumbnail import shape_of
from components.pages.studio.families.parallel_jobs.sketch.model_words import MODEL_PARTS, MODEL_PICTURES
from components.pages.studio.families.parallel_jobs.sketch.operation_form import (
    groups_in_words,
    queues_in_words,
    windows_in_words,
)
from components.pages.studio.families.parallel_jobs.sketch.own_form import own_words
from components.pages.studio.sketch.part_words import COMMON_PARTS, Part, Style, entry_part, options_part
from components.words.inputs.fields import describe, value_at
from components.words.inputs.unions import choice_words, in_words, kind_words, quantity_words
from engine.inputs.draws import Draws
from engine.logs.cleaning.choices import Cleaning
from engine.parallel_jobs.inputs.demands import Demand
from engine.parallel_jobs.inputs.job_classes import JobClass
from engine.parallel_jobs.inputs.job_stream import Workload
from engine.parallel_jobs.inputs.options import Options
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.inputs.sources.logged import Logged
from engine.parallel_jobs.inputs.sources.modelled import Lublin99
from engine.parallel_jobs.inputs.speedup import SpeedupCurve

THUMBNAIL_JOBS = 20_000
THUMBNAIL_BARS = 32


def _sizes(tree: dict[str, Any], path: str) -> str:
    spreads = [
        f"{words} {in_words(tree, f'{path}.{name}')}"
        for name, words in (("min_size_spread", "smallest"), ("max_size_spread", "largest"))
        if value_at(tree, f"{path}.{name}.spread") != "same"
    ]
    requested = value_at(tree, f"{path}.requested_size")
    return "; ".join([*(spreads or ["same for all"]), f"{requested} requested"])


def _worth(tree: dict[str, Any], path: str) -> str:
    if value_at(tree, f"{path}.deadline.deadline") == "none":
        return "no deadline"
    return f"{in_words(tree, f'{path}.deadline')}; {quantity_words(tree, f'{path}.profit.mean')}"


def _migration(tree: dict[str, Any], path: str) -> str:
    return quantity_words(tree, f"{path}.process_size_kb")


def _cleaning(tree: dict[str, Any], path: str) -> str:
    """The rules that are not the usual ones."""
    usual = Cleaning().model_dump(mode="json")
    here = value_at(tree, f"{path}.cleaning")
    changed = [describe(tree, f"{path}.cleaning.{name}").short for name in usual if here.get(name) != usual[name]]
    return ", ".join(changed) or "as usual"


def _classes(tree: dict[str, Any], path: str) -> str:
    """By what, and the numbers that stand for classes."""
    chosen = value_at(tree, f"{path}.classes")
    numbers: Any = next((value for name, value in chosen.items() if name != "by"), [])
    told = numbers if isinstance(numbers, str) else ", ".join(f"{one:.12g}" for one in numbers)
    return f"{kind_words('by', chosen['by'])}{': ' if told else ''}{told}"


def _random_numbers(tree: dict[str, Any], path: str) -> str:
    same = value_at(tree, f"{path}.same_variate")
    return "the same variate for gap and demand" if same else "independent"


def _machine_events(tree: dict[str, Any], _path: str) -> str:
    numbers = range(len(tree["machine_events"]))
    return "; ".join(_machine_event(tree, f"machine_events.{number}") for number in numbers) or "none"


def _machine_event(tree: dict[str, Any], path: str) -> str:
    event = value_at(tree, path)
    return f"{event['group']}: {kind_words('event', event['event'])}"


def _speedup(tree: dict[str, Any], path: str) -> dict[str, str]:
    """The speedup on 1 to the largest size, where linear speedup is the diagonal."""
    most = value_at(tree, path.rpartition(".")[0])["max_size"]
    try:
        curve = TypeAdapter(SpeedupCurve).validate_python(_tuples(value_at(tree, path))).curve(most)
    except (ValidationError, TypeError, ValueError):
        return shape_of([])
    where = np.unique(np.linspace(1, most, THUMBNAIL_BARS).astype(int))
    return shape_of([float(min(1.0, height / most)) for height in (curve[where] if most > 1 else ())])


def _demand(tree: dict[str, Any], path: str) -> dict[str, str]:
    """How likely a demand is, from 0 to three times the mean."""
    try:
        demand = TypeAdapter(Demand).validate_python(value_at(tree, path))
    except ValidationError:
        return shape_of([])
    drawn = demand.sample(Draws(1, 0), THUMBNAIL_JOBS)
    counts, _ = np.histogram(drawn, bins=THUMBNAIL_BARS, range=(0, 3 * demand.mean))
    return shape_of([float(height) for height in counts / max(1, counts.max())])


def _tuples(part: dict[str, Any]) -> dict[str, Any]:
    return {name: tuple(value) if isinstance(value, list) else value for name, value in part.items()}


def _job_class(tree: dict[str, Any], path: str) -> str:
    one = value_at(tree, path)
    sizes = f"sizes {one['min_size']} to {one['max_size']}"
    demand = in_words(tree, f"{path}.demand").replace("\u2009", "\u202f")  # no line ends within a number
    return ", ".join([one["name"], demand, sizes, choice_words("kind", one["kind"])])


PARTS = {
    "class": Part("Job class", _job_class),
    "group": entry_part("Group", "count", "speed_factor"),
    "sizes": Part("Sizes", _sizes, JobClass, "min_size_spread", "max_size_spread", "requested_size"),
    "speedup": Part("Speedup", lambda tree, path: in_words(tree, f"{path}.speedup"), JobClass, "speedup"),
    "worth": Part("Deadline and profit", _worth, JobClass, "deadline", "profit"),
    "estimate": Part("Run time estimate", lambda tree, path: in_words(tree, f"{path}.estimate"), JobClass, "estimate"),
    "constants": Part(
        "Constants",
        lambda tree, path: kind_words("constants", value_at(tree, f"{path}.constants.constants")),
        Lublin99,
        "constants",
    ),
    "migration": Part("Migration", _migration, JobClass, "process_size_kb"),
    "random numbers": Part("Random numbers", _random_numbers, Workload, "same_variate"),
    "machine events": Part("Machine events", _machine_events, ParallelJobsScenario, "machine_events"),
    "own policies": Part("Own policies", own_words, ParallelJobsScenario, "own_policies"),
    "share groups": Part("Share groups", groups_in_words, ParallelJobsScenario, "share_groups"),
    "queues": Part("Queues with limits", queues_in_words, ParallelJobsScenario, "queues"),
    "advance reservations": Part(
        "Advance reservations", windows_in_words, ParallelJobsScenario, "advance_reservations"
    ),
    "options": options_part("Options and migration cost", Options),
    "estimates": Part(
        "Run time estimates", lambda tree, path: in_words(tree, f"{path}.estimates"), Logged, "estimates"
    ),
    "other_sizes": Part("Other sizes", lambda tree, path: in_words(tree, f"{path}.other_sizes"), Logged, "other_sizes"),
    "classes": Part("Classes of jobs", _classes, Logged, "classes"),
    "cleaning": Part("Cleaning", _cleaning, Logged, "cleaning"),
    **MODEL_PARTS,
    **COMMON_PARTS,
}

THUMBNAILS: dict[str, Style] = {"speedup": _speedup, "demand": _demand, **MODEL_PICTURES}
