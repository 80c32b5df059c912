"""What a student predicts with: a number, an order, or a curve; the browser keeps what is put in."""

from math import floor, log10
from typing import Any

import dash_mantine_components as dmc
import orjson
from dash import html

from components.controls.aria import aria
from components.figures.result.curve_ends import XAxis
from components.lessons.asked import CurvePrediction, NumberPrediction, OrderingPrediction
from components.lessons.lesson import Lesson
from components.pages.learn.ids import Id, guess_id, height_id
from components.words.wording import axis_of, capital, number

DRAWN = (
    "Draw with the pointer, or type the heights below. With the keyboard: Left and Right choose a point, Up and Down "
    "move it, with Shift ten times as far."
)


def create_predict_form(lesson: Lesson) -> list[Any]:
    """The question and what answers it."""
    asked = lesson.front.prediction
    if isinstance(asked, NumberPrediction):
        return _number(asked)
    if isinstance(asked, OrderingPrediction):
        return _ordering(asked)
    return _curve(lesson, asked)


def unit_words(unit: str) -> str:
    """The unit as it follows a title."""
    return f" ({unit})" if unit else ""


def _data(**attributes: Any) -> dict[str, Any]:
    """What the browser reads of an element, as arguments of a component."""
    return {f"data-{name}": value for name, value in attributes.items()}


def _step(low: float, high: float) -> float:
    """A step of which there are about a hundred, as a person would choose it."""
    rough = (high - low) / 100
    power = 10.0 ** floor(log10(rough))
    return next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough * (1 - 1e-9))


def _number(asked: NumberPrediction) -> list[Any]:
    allowed = f"From {number(asked.low)} to {number(asked.high)}."
    name = f"Your prediction{unit_words(asked.unit)}"
    return [
        html.P(asked.question, className="learn-question", id="learn-question"),
        html.Div(
            [
                dmc.NumberInput(
                    id=guess_id("field"),
                    label=name,
                    description=allowed,
                    min=asked.low,
                    max=asked.high,
                    step=_step(asked.low, asked.high),
                    clampBehavior="none",
                    debounce=30,
                    thousandSeparator="\u2009",
                    w=220,
                    inputProps={"aria-describedby": "learn-question"},
                ),
                dmc.Slider(
                    id=guess_id("slider"),
                    min=asked.low,
                    max=asked.high,
                    step=_step(asked.low, asked.high),
                    value=(asked.low + asked.high) / 2,
                    updatemode="drag",
                    label=None,
                    thumbLabel=f"{name}, with a slider",
                    marks=[{"value": end, "label": number(end)} for end in (asked.low, asked.high)],
                    className="learn-slider",
                ),
            ],
            className="learn-number",
            id="learn-range",
            **_data(low=asked.low, high=asked.high),
        ),
    ]


def _ordering(asked: OrderingPrediction) -> list[Any]:
    """Places that stay, and entries that move from one to the other: so the focus is never lost."""
    last = len(asked.entries) - 1
    return [
        html.P(asked.question, className="learn-question"),
        html.Ol(
            [
                html.Li(
                    [
                        html.Span(entry.label, id=f"learn-place-{n}", className="learn-place"),
                        _mover("up", n, is_last=n == 0),
                        _mover("down", n, is_last=n == last),
                    ]
                )
                for n, entry in enumerate(asked.entries)
            ],
            className="learn-order",
            id="learn-order",
            **aria(label="Your order"),
            **_data(entries=orjson.dumps([entry.label for entry in asked.entries]).decode()),
        ),
        html.P("", id=Id.MOVED, className="visually-hidden", role="status"),
    ]


def _mover(way: str, place: int, is_last: bool) -> html.Button:
    words = [html.Span("↑" if way == "up" else "↓", **aria(hidden="true")), html.Span(f" {way.capitalize()}")]
    return html.Button(
        words,
        id=f"learn-{way}-{place}",
        type="button",
        className="learn-mover",
        disabled=is_last,
        **aria(labelledby=f"learn-{way}-{place} learn-place-{place}"),
        **_data(move=way, place=place),
    )


def _curve(lesson: Lesson, asked: CurvePrediction) -> list[Any]:
    xs = list(lesson.curve_values)
    axis = XAxis.of(xs)
    title = axis_of(lesson.sketched)
    drawn = {
        "x": capital(title),
        "y": f"Your prediction{unit_words(asked.unit)}",
        "unit": asked.unit,
        "values": [number(x) for x in xs],
        "places": [round(axis.share(axis.place(x)), 4) for x in xs] if len(xs) > 1 else [0.5],
        "low": asked.low,
        "high": asked.high,
        "step": _step(asked.low, asked.high),
    }
    return [
        html.P(asked.question, className="learn-question"),
        html.P(DRAWN, className="hint", id="learn-how-to-draw"),
        # The browser draws into it.
        html.Div(
            id="learn-drawing",
            className="learn-drawing",
            role="group",
            **aria(label="Your curve", describedby="learn-how-to-draw"),
            **_data(curve=orjson.dumps(drawn).decode()),
        ),
        html.Details(
            [
                html.Summary("Type the heights"),
                html.Div(
                    [_height(asked, drawn, n) for n in range(len(xs))],
                    className="learn-heights",
                ),
            ],
            className="table-of-picture",
        ),
    ]


def _height(asked: CurvePrediction, drawn: dict[str, Any], n: int) -> dmc.NumberInput:
    named = f"{drawn['y']} at {drawn['x']} {drawn['values'][n]}"
    return dmc.NumberInput(
        id=height_id(n),
        label=f"At {drawn['values'][n]}",
        min=asked.low,
        max=asked.high,
        step=drawn["step"],
        clampBehavior="none",
        debounce=30,
        size="xs",
        thousandSeparator="\u2009",
        inputProps={"aria-label": named},
    )
