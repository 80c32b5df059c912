"""Where on a sweep something holds, from full words to few ones, for a sentence that has to be short."""

from components.words.short_titles import short_field
from components.words.verdicts.leaderboard import Block
from components.words.wording import field_unit, number, point_words
from engine.results.comparison import Crossing, crossings
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


def turn_words(result: Result, metric: str, before: Block, after: Block, then: str) -> list[str]:
    """Up to where the policies *before* lead, and from where on *then* do: where their curves cross, if that is known,
    else between which points; in full and in fewer words.
    """
    vary = result.scenario.study.vary
    assert vary is not None  # only along one field the order turns
    path, last, first = vary.field, vary.values[before.last], vary.values[after.first]
    pairs = [(one, other) for one in before.policies for other in after.policies]
    found = [one for pair in pairs for one in crossings(result, *pair, metric) if one.low <= first and last <= one.high]
    if len(pairs) == 1 and found:
        x = _fewest_digits(found[0], field_unit(result.scenario, path).factor)
        return [f"up to about {place}, {then} above" for place in _value_words(result, path, x)]
    beyond = number(first * field_unit(result.scenario, path).factor)
    return [f"up to {place}, {then} from {beyond}" for place in _value_words(result, path, last)]


def _fewest_digits(found: Crossing, factor: float) -> float:
    """Where two curves cross, with one digit in the unit of the axis, or with two."""
    one, two = (float(f"{found.x * factor:.{digits}g}") / factor for digits in (1, 2))
    return one if found.low <= one <= found.high else two


def _value_words(result: Result, path: str, value: float) -> list[str]:
    """The value with its unit and the name of its field, in full and in few words."""
    whole, few = point_words(result.scenario, {path: value}), _few_words(result, path, value)
    return list(dict.fromkeys((whole, few)))
