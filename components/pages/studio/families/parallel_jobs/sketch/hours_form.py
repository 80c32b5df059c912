"""Arrivals by the hour, drawn by hand: a strip of bars, their mean as a handle, and what it means as a sample below.

`board/hours/arrival_hours.js` draws it and writes into the fields.
"""

from math import ceil
from typing import Any

import numpy as np
import orjson
from dash import html

from components.controls.aria import aria
from components.controls.field import create_long_text
from components.controls.parts import create_part
from components.controls.values import ValuesError, format_values, parse_numbers
from components.pages.studio.actions import create_button
from components.pages.studio.families.parallel_jobs.sketch.hours_presets import ARRIVALS, PRESETS
from components.pages.studio.ids import PAGE
from components.pages.studio.sketch.board import handle
from components.words.inputs.fields import describe, value_at
from components.words.units import unit_for
from engine.inputs.by_hour import DAY, HOUR, WEEK
from engine.inputs.draws import Draws

HOURS, RATE, STRENGTH = f"{ARRIVALS}.by_hour", f"{ARRIVALS}.rate_per_1000_s", f"{ARRIVALS}.strength"

HEIGHT = 176
"""px; what is below stays where it is when the picture comes."""

TICKS, MOST_TICKS = 300, 600
"""Of the sample: about so many in a day or a week, and at most so many when the rate is dragged up."""

MOST_DRAWN = 1_000_000
"""Jobs that are drawn for it."""

DRAW = "Draw over the hours; the line is the mean rate. Only proportions count."


def is_by_hour(tree: dict[str, Any]) -> bool:
    """Whether the jobs of a scenario with this *tree* arrive by the hour."""
    return bool(tree["workload"]["arrivals"].get("process") == "by-hour")


def create_hours(tree: dict[str, Any]) -> list[Any]:
    """Of arrivals by the hour the strip, ready curves and fields; of other arrivals with a rate the ready curves."""
    if "rate_per_1000_s" not in tree["workload"]["arrivals"]:
        return []
    buttons = [
        create_button(preset.label, f"hours-{name}", name=preset.meaning)
        for name, preset in PRESETS.items()
        if is_by_hour(tree) or name != "flat"
    ]
    row = html.Div([html.Span("By the hour:", className="hint"), *buttons], className="hours-ready")
    if not is_by_hour(tree):
        return [row]
    typed = value_at(tree, HOURS)
    words = describe(tree, HOURS)
    told: dict[str, Any] = {"data-hours-told": "", "data-draw": DRAW}
    return [
        _create_strip(tree),
        html.P("", className="hint hours-told", **told),
        row,
        html.Div(
            [
                create_long_text(
                    PAGE,
                    HOURS,
                    typed if isinstance(typed, str) else format_values(typed),
                    words.short,
                    description=words.help,
                    maxRows=3,
                    inputProps={"aria-label": words.label, "spellCheck": "false"},
                ),
                *create_part(PAGE, tree, STRENGTH),
            ],
            className="pair",
        ),
    ]


def _create_strip(tree: dict[str, Any]) -> html.Div:
    rate = value_at(tree, RATE)
    unit = unit_for("jobs per 1000 s", rate if isinstance(rate, int | float) else 0.0)
    hours = _factors(value_at(tree, HOURS))
    told = {
        "hours": {"path": HOURS, "value": hours, "low": 0, "high": 100},
        "rate": handle(tree, RATE)._asdict(),
        "strength": {"path": STRENGTH, "value": value_at(tree, STRENGTH)},
        "jobs": {"path": "workload.jobs", "value": value_at(tree, "workload.jobs")},
        "unit": {"name": unit.name, "factor": unit.factor},
        "sample": _sample(tree, len(hours)),
    }
    named: dict[str, Any] = {"data-hours": orjson.dumps(told).decode()}
    label = "Arrivals by the hour. Left and right arrow keys go to another hour, up and down change it."
    return html.Div(
        className="board hours", style={"height": f"{HEIGHT}px"}, role="group", **named, **aria(label=label)
    )


def _factors(value: Any) -> list[float]:
    """What stands in the field, or what a day without hours is, if that cannot be read."""
    try:
        found = read_hours(value) if isinstance(value, str) else list(value)
    except ValuesError:
        found = []
    return list(map(float, found)) if len(found) in (DAY, WEEK) else [1.0] * DAY


def read_hours(text: str) -> list[int | float]:
    """The numbers of a typed curve; `ValuesError` says what is wrong, or how many are needed."""
    found = parse_numbers(text, WEEK)
    if len(found) not in (DAY, WEEK):
        raise ValuesError(f"these are {len(found)} numbers; {DAY} are needed, from 0:00 on, or {WEEK}, from Monday on")
    return found


def _sample(tree: dict[str, Any], hours: int) -> dict[str, Any]:
    """What is paid until each job of the first replication comes, of every so many."""
    rate, seed = value_at(tree, RATE), tree["study"].get("seed")
    if not isinstance(rate, int | float) or not isinstance(seed, int) or rate <= 0 or seed < 0:
        return {"every": 1, "paid": []}
    expected = rate * hours * HOUR / 1000
    every = max(1, ceil(min(expected, MOST_DRAWN) / TICKS))
    jobs = min(MOST_DRAWN, every * min(MOST_TICKS, ceil(2 * expected / every) + 20))
    paid = np.cumsum(Draws(seed, 0).stream("arrivals").exponential(jobs))[every - 1 :: every]
    return {"every": every, "paid": [round(float(one), 3) for one in paid]}
