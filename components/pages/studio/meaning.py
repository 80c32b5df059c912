"""What a part of a job class means, in a few words and as a tiny picture, so that a closed disclosure still informs."""

from collections.abc import Callable
from typing import Any

import numpy as np
from dash import ALL, html
from pydantic import TypeAdapter, ValidationError

from components.controls.thumbnail import create_thumbnail, shape_of
from components.fields import value_at
from components.unions import in_words, kind_words, quantity_words
from engine.demands import Demand
from engine.draws import Draws
from engine.measurement import Measurement
from engine.parallel_jobs.scenario import JobClass, Options, ParallelJobsScenario, Workload
from engine.parallel_jobs.speedup import SpeedupCurve

MEANINGS = {"type": "studio-meaning", "path": ALL, "part": ALL}
PICTURES = {"type": "studio-thumbnail", "path": ALL}

THUMBNAIL_JOBS = 20_000
THUMBNAIL_BARS = 32


def meaning_id(path: str, part: str) -> dict[str, str]:
    """Id of the words of *part* of what is at *path*."""
    return {"type": "studio-meaning", "path": path, "part": part}


def thumbnail_id(path: str) -> dict[str, str]:
    """Id of the tiny picture of the union at *path*."""
    return {"type": "studio-thumbnail", "path": path}


def create_disclosure(tree: dict[str, Any], path: str, part: str, children: list[Any]) -> html.Details:
    """A part of the form that is put away behind its title and its present value."""
    pictured = f"{path}.{part}" if part in THUMBNAILS else ""
    summary = [
        html.Span(f"{PARTS[part].title}: ", className="summary-title"),
        html.Span(meaning(tree, path, part), id=meaning_id(path, part)),
        create_picture(tree, pictured) if pictured else None,
    ]
    inside = [html.Summary(summary), html.Div(children, className="stack")]
    named: dict[str, Any] = {"data-part": f"{path} {part}"}  # by which the page knows which ones are open
    return html.Details(inside, className="part", **named)


def create_picture(tree: dict[str, Any], path: str) -> html.Span:
    """The tiny picture of the union at *path*."""
    return create_thumbnail(THUMBNAILS[path.rpartition(".")[2]](tree, path), id=thumbnail_id(path))


def meaning(tree: dict[str, Any], path: str, part: str) -> Any:
    """The present value of *part* in words; in bold if it is not the usual one."""
    words = PARTS[part].words(tree, path)
    return html.B(words) if is_unusual(tree, path, part) else words


def is_unusual(tree: dict[str, Any], path: str, part: str) -> bool:
    """Whether any field of *part* differs from the model's default."""
    here = value_at(tree, path)
    return any(here[name] != value for name, value in PARTS[part].usual.items())


def picture_style(tree: dict[str, Any], path: str) -> dict[str, str]:
    """The style of the tiny picture of the union at *path*."""
    return shape_of(THUMBNAILS[path.rpartition(".")[2]](tree, path))


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


def _random_numbers(tree: dict[str, Any], path: str) -> str:
    same = value_at(tree, f"{path}.same_variate")
    return "the same variate for gap and demand" if same else "independent"


def _measurement(tree: dict[str, Any], path: str) -> str:
    threshold = quantity_words(tree, f"{path}.slowdown_threshold")
    return f"warm-up {in_words(tree, f'{path}.warm_up')}; {threshold}"


def _machine_events(tree: dict[str, Any], _path: str) -> str:
    numbers = range(len(tree["machine_events"]))
    return "; ".join(_machine_event(tree, f"machine_events.{number}") for number in numbers) or "none"


def _machine_event(tree: dict[str, Any], path: str) -> str:
    event = value_at(tree, path)
    return f"{event['group']}: {kind_words('event', event['event'])}"


def _reference(tree: dict[str, Any], _path: str) -> str:
    chosen = tree["policies"]
    return f"The others are compared with {chosen[0]}, the first one chosen." if len(chosen) > 1 else ""


def _options(tree: dict[str, Any], path: str) -> str:
    changed = [name for name, value in PARTS["options"].usual.items() if value_at(tree, f"{path}.{name}") != value]
    return f"{len(changed)} not as usual" if changed else "as usual"


def _speedup_heights(tree: dict[str, Any], path: str) -> list[float]:
    """The speedup on 1 to the largest size, where linear speedup is the diagonal."""
    most = value_at(tree, path.rpartition(".")[0])["max_size"]
    try:
        curve = TypeAdapter(SpeedupCurve).validate_python(_tuples(value_at(tree, path))).curve(most)
    except (ValidationError, TypeError, ValueError):
        return []
    where = np.unique(np.linspace(1, most, THUMBNAIL_BARS).astype(int))
    return [float(min(1.0, height / most)) for height in (curve[where] if most > 1 else ())]


def _demand_heights(tree: dict[str, Any], path: str) -> list[float]:
    """How likely a demand is, from 0 to three times the mean."""
    try:
        demand = TypeAdapter(Demand).validate_python(value_at(tree, path))
    except ValidationError:
        return []
    drawn = demand.sample(Draws(1, 0), THUMBNAIL_JOBS)
    counts, _ = np.histogram(drawn, bins=THUMBNAIL_BARS, range=(0, 3 * demand.mean))
    return [float(height) for height in counts / max(1, counts.max())]


def _tuples(part: dict[str, Any]) -> dict[str, Any]:
    return {name: tuple(value) if isinstance(value, list) else value for name, value in part.items()}


class _Part:
    """A disclosure: its title, its words, and the fields in it with their usual values."""

    def __init__(self, title: str, words: Callable[..., str], model: Any, *fields: str) -> None:
        self.title, self.words = title, words
        self.usual = {name: _default(model, name) for name in fields}


def _default(model: Any, name: str) -> Any:
    value = model.model_fields[name].get_default(call_default_factory=True)
    if isinstance(value, tuple):
        return list(value)
    return value.model_dump(mode="json") if hasattr(value, "model_dump") else value


PARTS = {
    "sizes": _Part("Sizes", _sizes, JobClass, "min_size_spread", "max_size_spread", "requested_size"),
    "speedup": _Part("Speedup", lambda tree, path: in_words(tree, f"{path}.speedup"), JobClass, "speedup"),
    "worth": _Part("Deadline and profit", _worth, JobClass, "deadline", "profit"),
    "estimate": _Part("Run time estimate", lambda tree, path: in_words(tree, f"{path}.estimate"), JobClass, "estimate"),
    "migration": _Part("Migration", _migration, JobClass, "process_size_kb"),
    "random numbers": _Part("Random numbers", _random_numbers, Workload, "same_variate"),
    "machine events": _Part("Machine events", _machine_events, ParallelJobsScenario, "machine_events"),
    "measurement": _Part("Measurement", _measurement, Measurement, *Measurement.model_fields),
    "options": _Part("Options and migration cost", _options, Options, *Options.model_fields),
    "reference": _Part("Compared with", _reference, None),
}

THUMBNAILS: dict[str, Callable[[dict[str, Any], str], list[float]]] = {
    "speedup": _speedup_heights,
    "demand": _demand_heights,
}
