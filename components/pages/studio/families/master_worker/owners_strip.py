"""Owners who come and go, drawn by hand: the mean course of a worker, and below it what the first workers see.

`board/events/owners.js` draws it and writes into the fields; a period is its mean times what is drawn here once.
"""

from typing import Any

import numpy as np
import orjson
from dash import html
from pydantic import TypeAdapter

from components.controls.aria import aria
from components.pages.studio.sketch.board import handle
from engine.inputs.draws import Draws
from engine.master_worker.inputs.availability import lengths, uniforms
from engine.master_worker.inputs.pool import AwayTimes, SuspendedTimes, UpTimes

Tree = dict[str, Any]

OWNERS = "workers.availability"

DRAWN, PERIODS = 6, 24
"""Workers whose first periods are drawn: as in the first replication."""

DIGITS = 4

LABEL = (
    "Owners: how long a worker is up, then suspended or away; below it the first workers of the first replication. "
    "Arrow keys move an edge."
)

PERIOD_TYPES = {"up": UpTimes, "suspended": SuspendedTimes, "away": AwayTimes}


def create_owners_strip(tree: Tree) -> html.Div:
    """The place of the picture of owners who come and go."""
    means = {name: handle(tree, f"{OWNERS}.{name}.mean")._asdict() for name in PERIOD_TYPES}
    told = {"share": handle(tree, f"{OWNERS}.away_share")._asdict(), "means": means, "sample": _sample(tree)}
    named: dict[str, Any] = {"data-owners": orjson.dumps(told).decode()}
    return html.Div(className="board owners", role="group", **named, **aria(label=LABEL))


def _sample(tree: Tree) -> dict[str, Any]:
    """Whether a worker goes away, where less than the share; and each length over its mean. Lists (K, N)."""
    drawn = uniforms(Draws(int(tree["study"]["seed"]), 0), DRAWN, PERIODS)
    columns = {"up": 0, "suspended": 2, "away": 2}
    factors = {name: lengths(_unit(tree, name), drawn[column]) for name, column in columns.items()}
    rounded = {name: np.round(values, DIGITS).tolist() for name, values in factors.items()}
    return rounded | {"goes": np.round(drawn[1], DIGITS).tolist()}


def _unit(tree: Tree, name: str) -> Any:
    """The periods called *name* with a mean of 1 s."""
    return TypeAdapter(PERIOD_TYPES[name]).validate_python(tree["workers"]["availability"][name] | {"mean": 1.0})
