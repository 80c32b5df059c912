"""What the reveal and the explanation show, once the results are there."""

from typing import Any

from dash import html

from components.controls.data_table import DataTable, create_table
from components.controls.picture import create_picture
from components.figures.lessons.line import Line
from components.figures.lessons.predicted_curve import draw_curve
from components.figures.lessons.predicted_number import draw_number
from components.figures.lessons.predicted_order import draw_ordering
from components.lessons.asked import CurvePrediction, NumberPrediction, OrderingPrediction
from components.lessons.lesson import Lesson
from components.lessons.reveal import Closeness, Reveal
from components.pages.learn.predict_form import unit_words
from components.pages.learn.text import create_passages
from components.pages.studio.answer.answer import create_curves, describe_curves, table_of_curves
from components.words.verdicts.verdict import verdict
from components.words.wording import MISSING, axis_of, capital, metric_words, number, with_uncertainty
from engine.results.result import Result

MOST_PICTURES = 3


def create_outcome(lesson: Lesson, found: Reveal, scheme: str) -> list[Any]:
    """The sentence, the picture of prediction and measurement, and their table."""
    sign = "✓ " if found.closeness == Closeness.CLOSE else ""
    return [
        html.H3("Prediction and measurement", id="learn-outcome-head", tabIndex=-1),
        html.P([html.Strong(f"{sign}{found.short}"), f" {found.sentence}"], className="learn-sentence"),
        create_picture(
            "learn-outcome-picture",
            "Your prediction beside what was measured; the table below has the same numbers",
            draw(lesson, found.lines, scheme),
            height="34vh" if isinstance(lesson.front.prediction, NumberPrediction) else "46vh",
        ),
        html.P(_meaning(lesson), className="picture-text"),
        create_table(table_of(lesson, found.lines)),
    ]


def draw(lesson: Lesson, lines: list[Line], scheme: str) -> Any:
    """The picture of a prediction."""
    asked = lesson.front.prediction
    if isinstance(asked, NumberPrediction):
        return draw_number(lines[0], asked.unit, scheme)
    if isinstance(asked, OrderingPrediction):
        return draw_ordering(lines, asked.unit, scheme)
    policy = asked.measured.policy or lesson.sketched.policies[0]
    titles = (capital(axis_of(lesson.sketched)), _measured_words(asked))
    return draw_curve(lesson.curve_values, lines, titles, policy, scheme, (asked.low, asked.high))


def _measured_words(asked: CurvePrediction) -> str:
    words = metric_words(asked.measured.metric)
    return capital(words.axis) if asked.measured.how == "value" else f"Measured{unit_words(asked.unit)}"


def _meaning(lesson: Lesson) -> str:
    kind = lesson.front.prediction.kind
    first = {
        "number": "The hollow diamond is your prediction, the filled circle what was measured.",
        "ordering": "Measured order from top to bottom; beside each entry the place at which you put it.",
        "curve": "Dashed with hollow markers is what you drew, solid what was measured.",
    }[kind]
    return f"{first} Bars and bands are 95 % intervals."


def table_of(lesson: Lesson, lines: list[Line]) -> DataTable:
    """Prediction beside measurement, number by number."""
    asked = lesson.front.prediction
    unit = unit_words(asked.unit)
    if isinstance(asked, OrderingPrediction):
        head = ["measured place", "entry", "your place", f"measured{unit}, ± 95 %"]
        body: list[list[Any]] = [
            [n, line.label, _number(line.predicted), with_uncertainty(line.measured)]
            for n, line in enumerate(lines, start=1)
        ]
        return DataTable("Your order beside the measured one.", head, body)
    values = [f"your prediction{unit}", f"measured{unit}, ± 95 %"]
    rows = [[_number(line.predicted), with_uncertainty(line.measured)] for line in lines]
    if isinstance(asked, NumberPrediction):
        return DataTable("Your prediction beside the measured number.", values, rows)
    labelled = [[line.label, *row] for line, row in zip(lines, rows, strict=True)]
    return DataTable("Your curve beside the measured one.", [axis_of(lesson.sketched), *values], labelled)


def _number(value: float | None) -> str:
    return MISSING if value is None else number(value)


def create_explanation(lesson: Lesson, results: dict[str, Result], scheme: str) -> list[Any]:
    """The explanation, and the measured curves of the scenarios that it is about."""
    metric = lesson.front.show.metric
    if any(metric not in results[name].names for name in lesson.needed()):
        metric = lesson.predicted[0].metric
    shown = [name for name in lesson.needed() if metric in results[name].names][:MOST_PICTURES]
    return [
        create_passages(lesson.explanation, {"": results[next(iter(results))]} | results),
        *(part for n, name in enumerate(shown) for part in _measured(n, results[name], metric, scheme)),
    ]


def _measured(n: int, result: Result, metric: str, scheme: str) -> list[Any]:
    title, said = result.scenario.title, verdict(result, metric)
    table = create_table(table_of_curves(result, metric))
    return [
        html.H3(title),
        html.P(said.short),
        html.Details([html.Summary("More"), html.Ul([html.Li(line) for line in said.more])], className="more")
        if said.more
        else None,
        create_picture(
            f"learn-explained-{n}", f"{title}: {metric_words(metric).axis}", create_curves(result, metric, scheme)
        ),
        html.P(describe_curves(result, metric), className="picture-text"),
        html.Details([html.Summary("Table of this picture"), table], className="table-of-picture"),
    ]
