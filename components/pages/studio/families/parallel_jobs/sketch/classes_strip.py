"""Job classes drawn by hand: an ellipse each, demand by machines, before a sample of the jobs that come of them.

`board/classes/classes.js` draws it and writes into the fields.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import orjson
from dash import html

from components.controls.aria import aria
from components.looks.theme import JOB_COLORS
from components.pages.studio.sketch.board import handle
from components.words.inputs.fields import value_at
from engine.inputs.draws import Draws

CLASSES = "workload.job_classes"
LABEL = "Job classes: across the demand, up the machines. Arrow keys move the middle of a class, or an edge."

HEIGHT = 216
"""px; what is below stays where it is when the picture comes."""

DRAWN = 200
"""Jobs of the sample: the first ones of the first replication."""

STREAMS: dict[str, tuple[str, Callable[[Draws, str], np.ndarray]]] = {
    "exponential": ("demand.exponential", lambda draws, name: draws.stream(name).exponential(DRAWN)),
    "normal": ("demand.normal", lambda draws, name: draws.stream(name).normal(DRAWN)),
    "uniform": ("demand.uniform", lambda draws, name: draws.stream(name).random(DRAWN)),
    "phase": ("demand.phase", lambda draws, name: draws.stream(name).random(DRAWN)),
    "class": ("job class", lambda draws, name: draws.stream(name).random(DRAWN)),
    "smallest": ("size.smallest", lambda draws, name: draws.stream(name).random(DRAWN)),
    "largest": ("size.largest", lambda draws, name: draws.stream(name).random(DRAWN)),
}
"""What is drawn for every job, as `engine/parallel_jobs/inputs` does: the stream, and of which law its numbers are."""

USED: dict[str, tuple[str, ...]] = {
    "constant": (),
    "exponential": ("exponential",),
    "uniform": ("uniform",),
    "log-normal": ("normal",),
    "hyperexponential": ("exponential", "phase"),
}
"""The streams of a law of demands."""


def create_classes_strip(tree: dict[str, Any]) -> list[Any]:
    """The place of the picture, with all that the browser needs to draw it, and of what it says below."""
    classes = tree["workload"]["job_classes"]
    told = {
        "classes": [_class(tree, number, len(classes) > 1) for number in range(len(classes))],
        "machines": [
            _plain(tree, f"cluster.groups.{number}.count") for number in range(len(tree["cluster"]["groups"]))
        ],
        "jobs": _plain(tree, "workload.jobs"),
        "sample": (sample := _sample(tree)),
        "drawn": 0 if sample is None else DRAWN,
    }
    named: dict[str, Any] = {"data-classes": orjson.dumps(told).decode()}
    words: dict[str, Any] = {"data-classes-told": ""}
    style = {"height": f"{HEIGHT}px"}
    return [
        html.Div(className="board classes", style=style, role="group", **named, **aria(label=LABEL)),
        html.P("", className="hint", **words),
    ]


def _class(tree: dict[str, Any], number: int, is_one_of_several: bool) -> dict[str, Any]:
    path = f"{CLASSES}.{number}"
    one = value_at(tree, path)
    law = one["demand"]["distribution"]
    fields = [name for name in one["demand"] if name != "distribution"]
    return {
        "path": path,
        "name": {"path": f"{path}.name", "value": one["name"]},
        "color": JOB_COLORS[number % len(JOB_COLORS)],
        "law": law,
        "demand": {name: handle(tree, f"{path}.demand.{name}")._asdict() for name in fields},
        "sizes": {name: handle(tree, f"{path}.{name}")._asdict() for name in ("min_size", "max_size")},
        "spreads": {
            name: {"kind": one[name]["spread"], **_plain(tree, f"{path}.{name}.up_to", one[name].get("up_to", 0))}
            for name in ("min_size_spread", "max_size_spread")
        },
        "kind": _plain(tree, f"{path}.kind"),
        "requested": _plain(tree, f"{path}.requested_size"),
        "weight": handle(tree, f"{path}.weight")._asdict() if is_one_of_several else None,
    }


def _plain(tree: dict[str, Any], path: str, value: Any = None) -> dict[str, Any]:
    return {"path": path, "value": value_at(tree, path) if value is None else value}


def _sample(tree: dict[str, Any]) -> dict[str, list[float]] | None:
    """The random numbers behind the first jobs, of the streams that are asked; from them jobs follow the hand."""
    seed = tree["study"].get("seed")
    if not isinstance(seed, int) or seed < 0:
        return None
    draws = Draws(seed, 0)
    return {name: _rounded(STREAMS[name][1](draws, stream)) for name, stream in _asked(tree).items()}


def _asked(tree: dict[str, Any]) -> dict[str, str]:
    workload = tree["workload"]
    classes = workload["job_classes"]
    names = {name for one in classes for name in USED[one["demand"]["distribution"]]}
    for field, name in (("min_size_spread", "smallest"), ("max_size_spread", "largest")):
        if any(one[field]["spread"] != "same" for one in classes):
            names.add(name)
    if len(classes) > 1:
        names.add("class")
    asked = {name: STREAMS[name][0] for name in sorted(names)}
    is_same = workload["same_variate"] and "exponential" in asked
    return asked | ({"exponential": "arrivals"} if is_same else {})


def _rounded(drawn: np.ndarray) -> list[float]:
    return [float(f"{one:.5g}") for one in drawn]
