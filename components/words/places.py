"""Where on a sweep something holds, from full words to few ones, for a sentence that has to be short."""

from components.words.short_titles import cut
from components.words.wording import field_title, field_unit, number, point_words
from engine.results.result import Result


def places_of(result: Result, point: int | None) -> list[str]:
    """ " at 4 jobs an hour", and shorter ways to say it; nothing where there is but one point, or none is meant."""
    if point is None or not result.points[point]:
        return [""]
    values = result.points[point]
    names = ", ".join(_few_words(result, path, value) for path, value in values.items())
    full = point_words(result.scenario, values)
    return [f" at {full}", f" at {names}", f" at point {point + 1} of {len(result.points)}"]


def _few_words(result: Result, path: str, value: float) -> str:
    told = field_unit(result.scenario, path)
    unit = "" if told.name in ("", "1") else f" {told.name}"
    return f"{cut(field_title(result.scenario, path))} {number(value * told.factor)}{unit}"
