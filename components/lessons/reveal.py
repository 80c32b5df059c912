"""A prediction held against what the engine has measured: numbers beside each other, and a sentence."""

from enum import StrEnum
from math import isnan
from typing import NamedTuple

import numpy as np

from components.figures.lessons.line import Line
from components.lessons.asked import CurvePrediction, NumberPrediction, OrderingPrediction
from components.lessons.lesson import Lesson
from components.lessons.measured import Measured, measure
from components.words.wording import capital, number, with_uncertainty
from engine.results.result import Result
from engine.statistics.means import Estimate

CLOSE, NEAR = 0.1, 0.3
"""Shares of what is measured, or of the range of a curve, within which a prediction is called close or near."""

MOSTLY = 0.9
"""Share of its distance by which a curve has to lie to one side for that to be said."""


class Closeness(StrEnum):
    """How good a prediction was."""

    CLOSE = "close"
    NEAR = "near"
    FAR = "far"


class Reveal(NamedTuple):
    """What comes of a prediction.

    Attributes
    ----------
    closeness : None without a prediction
    short : the verdict on it
    sentence : what was predicted and what was measured
    lines : in the order of what is measured
    """

    closeness: Closeness | None
    short: str
    sentence: str
    lines: list[Line]


NOTHING_PREDICTED = "No prediction was made."


def reveal(lesson: Lesson, prediction: tuple[float, ...], results: dict[str, Result]) -> Reveal:
    """Hold *prediction*, which may be empty, against *results*, by the names of the lesson's scenarios."""
    asked = lesson.front.prediction
    by_name = {"": results[next(iter(lesson.scenarios))], **results} if _has_first(lesson, results) else results
    if isinstance(asked, NumberPrediction):
        return _of_number(asked, prediction, by_name)
    if isinstance(asked, OrderingPrediction):
        return _of_ordering(asked, prediction, by_name)
    return _of_curve(lesson, asked, prediction, by_name)


def _has_first(lesson: Lesson, results: dict[str, Result]) -> bool:
    return next(iter(lesson.scenarios)) in results


def _amount(value: float, unit: str) -> str:
    return f"{number(value)} {unit}".rstrip()


def _of_number(asked: NumberPrediction, prediction: tuple[float, ...], results: dict[str, Result]) -> Reveal:
    found = measure(asked.measured, results)
    words = f"Measured: {with_uncertainty(found)} {asked.unit}".rstrip() + "."
    if not prediction:
        return Reveal(None, NOTHING_PREDICTED, words, [Line("", None, found)])
    guess = prediction[0]
    off = abs(guess - found.mean)
    within = not isnan(found.low) and found.low <= guess <= found.high
    share = off / abs(found.mean) if found.mean else (0.0 if off == 0 else np.inf)
    closeness = _closeness(0.0 if within else share)
    how = "too high" if guess > found.mean else "too low"
    short = (
        "Exactly that."
        if off == 0
        else "Right: within the 95 % interval."
        if within
        else f"{_head(closeness, _direction(asked, guess, found.mean))}{_off(off, asked.unit)} {how}."
    )
    sentence = f"You predicted {_amount(guess, asked.unit)}. {words}"
    return Reveal(closeness, capital(short), sentence, [Line("", guess, found)])


def _direction(asked: NumberPrediction, guess: float, mean: float) -> str:
    """Where numbers below 0 are allowed, a prediction has a direction besides its size."""
    if asked.low >= 0 or asked.high <= 0 or not guess or not mean:
        return ""
    return "Right direction" if guess * mean > 0 else "Wrong direction"


def _head(closeness: Closeness, direction: str) -> str:
    """What comes before the distance."""
    if closeness == Closeness.CLOSE:
        return "Close: "
    return f"{direction}; " if direction else ""


def _off(off: float, unit: str, digits: int = 3) -> str:
    return _amount(float(f"{off:.{digits}g}"), "points" if unit == "%" else unit)


def _closeness(share: float) -> Closeness:
    return Closeness.CLOSE if share <= CLOSE else Closeness.NEAR if share <= NEAR else Closeness.FAR


def _of_ordering(asked: OrderingPrediction, prediction: tuple[float, ...], results: dict[str, Result]) -> Reveal:
    found = [measure(entry.measured, results) for entry in asked.entries]
    sign = 1 if asked.first == "least" else -1
    order = sorted(range(len(found)), key=lambda n: sign * found[n].mean)
    place = {int(entry): n for n, entry in enumerate(prediction)}
    lines = [Line(asked.entries[n].label, place[n] + 1 if place else None, found[n]) for n in order]
    words = "Measured order: " + ", ".join(asked.entries[n].label for n in order) + "."
    if not prediction:
        return Reveal(None, NOTHING_PREDICTED, words, lines)
    wrong = [
        (before, after)
        for i, before in enumerate(order)
        for after in order[i + 1 :]
        if place[before] > place[after] and not overlap(found[before], found[after])
    ]
    pairs = len(order) * (len(order) - 1) // 2
    if not wrong:
        is_same = all(line.predicted == n for n, line in enumerate(lines, start=1))
        tied = "" if is_same else " Where intervals overlap, nobody can say which comes first."
        return Reveal(Closeness.CLOSE, "Your order is right.", words + tied, lines)
    before, after = (asked.entries[n].label for n in wrong[0])
    short = f"{len(wrong)} of {pairs} pairs {'is' if len(wrong) == 1 else 'are'} the other way round."
    return Reveal(_closeness(len(wrong) / pairs), short, f"{words} For example {before} comes before {after}.", lines)


def overlap(one: Estimate, other: Estimate) -> bool:
    """Whether nobody can say which is less: then either order is right."""
    if isnan(one.low) or isnan(other.low):
        return one.mean == other.mean
    return one.low <= other.high and other.low <= one.high


def curve_of(lesson: Lesson, asked: CurvePrediction, results: dict[str, Result]) -> list[Estimate]:
    """The measured curve, an estimate for each of `lesson.curve_values`."""
    tree = asked.measured.model_dump()
    return [measure(Measured.model_validate(tree | {"at": value}), results) for value in lesson.curve_values]


def _of_curve(
    lesson: Lesson, asked: CurvePrediction, prediction: tuple[float, ...], results: dict[str, Result]
) -> Reveal:
    found = curve_of(lesson, asked, results)
    heights = prediction or (None,) * len(found)
    lines = [
        Line(number(value), height, one) for value, height, one in zip(lesson.curve_values, heights, found, strict=True)
    ]
    means = np.array([one.mean for one in found])
    shape = _shape(lesson.curve_values, means)
    if not prediction:
        return Reveal(None, NOTHING_PREDICTED, f"The measured curve {shape}.", lines)
    drawn = np.array(prediction)
    spread = float(np.nanmax(means) - np.nanmin(means)) or float(np.nanmax(np.abs(means))) or 1.0
    off = float(np.nanmean(np.abs(drawn - means)))
    closeness, own = _closeness(off / spread), _shape(lesson.curve_values, drawn)
    both = (
        f"You drew a curve that {own}, and so does the measured one"
        if own == shape
        else f"You drew a curve that {own}; the measured one {shape}"
    )
    short = (
        f"{_head(closeness, _same_way(own, shape))}{_on_average(float(np.nanmean(drawn - means)), off, asked.unit)}."
    )
    sentence = f"{both}, over a range of {_amount(float(f'{spread:.2g}'), asked.unit)}."
    return Reveal(closeness, short, sentence, lines)


def _same_way(own: str, shape: str) -> str:
    ways = {"rises", "falls"}
    if own == shape:
        return "Right direction" if own in ways else "Right shape"
    return "Wrong direction" if {own, shape} == ways else "Another shape"


def _on_average(lean: float, off: float, unit: str) -> str:
    """How far a curve is off on average, and to which side if it is one: "50 points too high on average"."""
    side = "off" if abs(lean) < MOSTLY * off else "too high" if lean > 0 else "too low"
    return f"{_off(off, unit, 2)} {side} on average"


def _shape(xs: tuple[float, ...], heights: np.ndarray) -> str:
    """Which way a curve goes, in words; changes below a twentieth of its range do not count."""
    steps = np.diff(heights)
    least = 0.05 * float(np.nanmax(heights) - np.nanmin(heights))
    if not least:
        return "stays the same"
    top, bottom = int(np.nanargmax(heights)), int(np.nanargmin(heights))
    if steps[steps < 0].sum() > -least:
        return "rises"
    if steps[steps > 0].sum() < least:
        return "falls"
    last = len(heights) - 1
    if 0 < bottom < last and bottom != top:
        return f"has its lowest point at {number(xs[bottom])}"
    if 0 < top < last:
        return f"has its highest point at {number(xs[top])}"
    return "goes up and down"
