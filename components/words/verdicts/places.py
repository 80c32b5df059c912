"""Where on a sweep something holds, from full words to few ones, for a sentence that has to be short."""

from components.words.short_titles import short_field
from components.words.wording import point_words
from engine.results.result import Result


def places_of(result: Result, point: int | None) -> list[str]:
    """ " at 4 jobs an hour", and shorter ways to say it; nothing where there is but one point, or none is meant.

    A bare number is no place: of two of them nobody knows which is whose.
    """
    if point is None or not result.points[point]:
        return [""]
    values = result.points[point]
    few = [_few_words(result, path, value) for path, value in values.items()]
    full, shorter = point_words(result.scenario, values), ", ".join(few)
    return [f" at {words}" for words in dict.fromkeys((full, shorter))]


def by_number(point: int) -> str:
    """The place in the fewest words, where no others fit: addresses and tables count points from 1, too."""
    return f" at point {point + 1}"


def _few_words(result: Result, path: str, value: float) -> str:
    """The value with its unit, and the name of its field in few words where a unit does not say enough."""
    whole = point_words(result.scenario, {path: value})
    title, is_named, shown = whole.partition(" = ")
    return f"{short_field(title)} {shown}" if is_named else whole
