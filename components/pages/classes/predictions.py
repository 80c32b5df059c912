"""What a class has predicted, as pictures, words and tables: a number, an order or a curve."""

from collections.abc import Callable
from typing import Any

import numpy as np

from components.controls.data_table import DataTable
from components.figures.classes.class_curves import draw_class_curves, median_of
from components.figures.classes.class_numbers import Truth, draw_numbers
from components.figures.classes.class_orders import counts_of, draw_orders
from components.lessons.asked import CurvePrediction, NumberPrediction, OrderingPrediction
from components.lessons.lesson import Lesson
from components.lessons.reveal import CLOSE
from components.pages.classes.known import Known, is_right_order, measured_order
from components.pages.classes.shown import Shown, amount, counted, share
from components.words.wording import axis_of, capital, metric_words, number, with_uncertainty
from engine.statistics.means import Estimate

Predictions = list[tuple[float, ...]]


def show_prediction(lesson: Lesson, predictions: Predictions, found: Known | None, scheme: str) -> Shown:
    """The predictions of a class; with *found*, beside what was measured."""
    shown = KINDS[type(lesson.front.prediction)](lesson, predictions, found, scheme)
    return shown._replace(is_blank=not predictions and found is None)


def truth_of(found: Estimate, unit: str) -> Truth:
    """A measured number with its interval, for a picture."""
    has_interval = found.low == found.low
    low, high = (found.low, found.high) if has_interval else (found.mean, found.mean)
    return Truth(found.mean, low, high, f"measured: {with_uncertainty(found)} {unit}".rstrip())


def tell_numbers(numbers: list[float], unit: str, one: str, many: str) -> str:
    """How many numbers there are, and where."""
    if not numbers:
        return f"No {many} yet."
    if len(numbers) < 4:
        return f"{counted(len(numbers), one, many)}: {', '.join(amount(value, unit) for value in sorted(numbers))}."
    low, lower, middle, upper, high = np.percentile(numbers, [0, 25, 50, 75, 100])
    return (
        f"{len(numbers)} {many} from {amount(low, '')} to {amount(high, unit)}; half of them lie between "
        f"{amount(lower, '')} and {amount(upper, unit)}, the median is {amount(middle, unit)}."
    )


def _of_number(lesson: Lesson, predictions: Predictions, found: Known | None, scheme: str) -> Shown:
    asked = lesson.front.prediction
    assert isinstance(asked, NumberPrediction)
    numbers = [prediction[0] for prediction in predictions]
    words = tell_numbers(numbers, asked.unit, "prediction", "predictions")
    truth = None
    if found:
        measured = found.lines[0].measured
        truth = truth_of(measured, asked.unit)
        near = sum(
            truth.low <= value <= truth.high or abs(value - truth.value) <= CLOSE * abs(truth.value)
            for value in numbers
        )
        words += f" {found.words} {share(near, len(numbers))} are within {100 * CLOSE:.0f} % of it."
    title = f"Predicted ({asked.unit})" if asked.unit else "Predicted"
    rows: list[list[Any]] = [[number(value), times] for value, times in _counted(numbers)]
    caption = "How often each number was predicted." + (f" {found.words}" if found else "")
    table = DataTable(caption, [title.lower(), "students"], rows)
    return Shown(draw_numbers(numbers, title, truth, scheme, (asked.low, asked.high)), words, table)


def _counted(numbers: list[float]) -> list[tuple[float, int]]:
    return [(value, numbers.count(value)) for value in sorted(set(numbers))]


def _of_ordering(lesson: Lesson, predictions: Predictions, found: Known | None, scheme: str) -> Shown:
    asked = lesson.front.prediction
    assert isinstance(asked, OrderingPrediction)
    labels = [entry.label for entry in asked.entries]
    counts = counts_of(predictions, len(labels))
    order = measured_order(lesson, found) if found else []
    words = f"{counted(len(predictions), 'order', 'orders')}."
    if predictions:
        favorite = int(counts[:, 0].argmax())
        words += (
            f" Most often at the first place: {labels[favorite]}, {share(int(counts[favorite, 0]), len(predictions))}."
        )
    if found:
        right = sum(is_right_order(lesson, prediction, found) for prediction in predictions)
        words += f" {found.words} {share(right, len(predictions))} have the right order."
    first = f"the {asked.first}"
    measured = {line.label: with_uncertainty(line.measured) for line in found.lines} if found else {}
    head = ["entry", *(f"place {n + 1}" for n in range(len(labels)))]
    body: list[list[Any]] = [
        [labels[n], *map(int, counts[n]), *([measured[labels[n]]] if found else [])]
        for n in order or range(len(labels))
    ]
    unit = f" ({asked.unit})" if asked.unit else ""
    table = DataTable(
        "How many students have put each entry at which place.",
        head + ([f"measured{unit}, ± 95 %"] if found else []),
        body,
    )
    return Shown(draw_orders(labels, predictions, first, order, scheme), words, table)


def _of_curve(lesson: Lesson, predictions: Predictions, found: Known | None, scheme: str) -> Shown:
    asked = lesson.front.prediction
    assert isinstance(asked, CurvePrediction)
    xs, median = lesson.curve_values, median_of(predictions)
    measured = [line.measured for line in found.lines] if found else []
    words = f"{counted(len(predictions), 'curve', 'curves')}."
    axis = axis_of(lesson.scenarios.get(asked.measured.scenario, lesson.start))
    axis = capital(axis)
    if median:
        highest, lowest = int(np.argmax(median)), int(np.argmin(median))
        words += (
            f" Their median is highest at {number(xs[highest])} ({amount(median[highest], asked.unit)}) and lowest at "
            f"{number(xs[lowest])} ({amount(median[lowest], asked.unit)})."
        )
    if found:
        words += f" {found.words}"
    unit = f" ({asked.unit})" if asked.unit else ""
    title = (
        f"{metric_words(asked.measured.metric).title}{unit}" if asked.measured.how == "value" else f"Predicted{unit}"
    )
    body: list[list[Any]] = []
    for n, x in enumerate(xs):
        drawn = [curve[n] for curve in predictions]
        ends = [number(end) for end in (min(drawn), median[n], max(drawn))] if drawn else ["–"] * 3
        body.append([number(x), *ends, *([with_uncertainty(measured[n])] if found else [])])
    head = [axis, "least", "median", "greatest", *(["measured, ± 95 %"] if found else [])]
    table = DataTable(f"What the class has drawn{unit}: {counted(len(predictions), 'curve', 'curves')}.", head, body)
    figure = draw_class_curves(xs, predictions, measured, (axis, title), (asked.low, asked.high), scheme)
    return Shown(figure, words, table)


KINDS: dict[type, Callable[[Lesson, Predictions, Known | None, str], Shown]] = {
    NumberPrediction: _of_number,
    OrderingPrediction: _of_ordering,
    CurvePrediction: _of_curve,
}
