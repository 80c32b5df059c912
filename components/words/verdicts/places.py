"""Where on a sweep something holds, from full words to few ones, for a sentence that has to be short."""

from components.words.short_titles import cut
from components.words.wording import field_title, field_unit, number, point_words
from engine.results.result import Result


def places_of(result: Result, point: int | None) -> list[str]:
    """ " at 4 jobs an hour", and shorter ways to say it; nothing where there is but one point, or none is meant."""
    if point is None or not result.points[point]:
        return [""]
    values = result.points[point]
    few = [_few_words(result, path, value) for path, value in values.items()]
    full = point_words(result.scenario, values)
    return [f" at {full}", *(f" at {', '.join(words[kind] for words in few)}" for kind in range(3))]


def _few_words(result: Result, path: str, value: float) -> tuple[str, str, str]:
    """The value with the name of its field cut short, with its unit alone, and as the axis has it."""
    told = field_unit(result.scenario, path)
    bare = number(value * told.factor)
    with_unit = bare if told.name in ("", "1") else f"{bare} {told.name}"
    return f"{cut(field_title(result.scenario, path))} {with_unit}", with_unit, bare
