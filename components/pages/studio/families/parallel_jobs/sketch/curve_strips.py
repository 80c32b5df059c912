"""Speedup, deadline and profit of a job class as small curves that are bent by hand.

`board/curves.js` draws them and writes into the fields, which stand below them.
"""

from copy import deepcopy
from typing import Any

import orjson
from dash import html

from components.controls.aria import aria
from components.pages.studio.sketch.board import Handle, handle
from components.words.inputs.fields import kinds_of, value_at
from components.words.inputs.unions import beginning
from engine.inputs.paths import put

Tree = dict[str, Any]

BENT = {"linear": "amdahl"}
"""What a speedup becomes when somebody bends it; others stay of their kind."""

SPEEDUP_FIELDS = {"amdahl": ("serial_share",), "downey": ("parallelism", "variance"), "table": ("speedup",)}
LENGTHS = {"constant-deadline": "mean", "exponential-deadline": "mean", "proportional-deadline": "times_demand"}
"""The field that is the end of the curve, by the kind of deadline."""


def create_speedup_curve(tree: Tree, path: str) -> html.Div:
    """The speedup at *path* on 1 machine to the largest size of its class."""
    kind = value_at(tree, path)["model"]
    shown = _as(tree, path, BENT.get(kind, kind))
    of_class = path.rpartition(".")[0]
    told = {
        "of": "speedup",
        "path": path,
        "kind": kind,
        "values": value_at(tree, path),
        "most": handle(tree, f"{of_class}.max_size")._asdict(),
        "fields": {name: _bounds(shown, f"{path}.{name}") for name in SPEEDUP_FIELDS[value_at(shown, path)["model"]]},
    }
    return _strip(told, "Speedup by machines. Arrow keys bend it; the dashed line is as many times faster as machines.")


def create_worth_curve(tree: Tree, path: str) -> html.Div:
    """What a job of the class at *path* brings, by when it ends."""
    place = f"{path}.deadline"
    kind = value_at(tree, place)["deadline"]
    shown = _as(tree, place, "constant-deadline") if kind not in LENGTHS else tree
    end = _bounds(shown, f"{place}.{LENGTHS.get(kind, 'mean')}")
    told = {
        "of": "worth",
        "path": path,
        "kind": kind,
        "values": {},
        "deadline": end if kind in LENGTHS else None,
        "coming": end,
        "profit": handle(tree, f"{path}.profit.mean")._asdict(),
    }
    return _strip(told, "Profit of a job by when it ends, in the mean. Arrow keys move the deadline and the height.")


def _as(tree: Tree, path: str, kind: str) -> Tree:
    """The *tree* with the union at *path* of another *kind*, for the bounds of the fields that this brings."""
    if kind in value_at(tree, path).values() or kind not in kinds_of(tree, path):
        return tree
    fresh = deepcopy(tree)
    put(fresh, path, beginning(tree, path, kind))
    return fresh


def _bounds(tree: Tree, path: str) -> dict[str, Any]:
    found: Handle = handle(tree, path)
    return found._asdict()


def _strip(told: dict[str, Any], label: str) -> html.Div:
    named: dict[str, Any] = {"data-bent": orjson.dumps(told).decode()}
    return html.Div(className="board curve", role="group", **named, **aria(label=label))
