"""What a study says of its policies, pair by pair and with its uncertainty, a sentence for each line."""

from math import isnan

from components.words.short_titles import in_sentence
from components.words.verdicts.degrees import degrees_of, is_plural, same
from components.words.verdicts.gaps import gap_words
from components.words.verdicts.leaders import BETTER, NONE, WORSE, better_first, side
from components.words.verdicts.limits import listed, stretch
from components.words.wording import capital, field_unit, metric_words, number, point_words
from engine.results.comparison import Crossing, Difference, crossings
from engine.results.result import Result


def difference_words(difference: Difference, metric: str) -> str:
    """What is known of two policies at one point: "SED has 12.3 ± 0.4 % shorter mean response time than FCFS"."""
    name, other, title = difference.policy, difference.other, in_sentence(metric)
    if difference.size.replications == 0:
        return f"{name} and {other} cannot be compared: no replication has the {title} of both"
    if difference.exactly_same:
        return f"{name} and {other} have exactly {same(metric)} {title}"
    words = degrees_of(metric)
    degree = words.less if difference.size.mean < 0 else words.more
    if isnan(difference.size.low) and difference.size.mean == 0:
        return f"{name} and {other} have {same(metric)} {title} in one replication"
    if isnan(difference.size.low):
        return f"{name} has {_size(difference, metric)} {degree} {title} than {other} in one replication"
    if not difference.shown:
        return f"no difference in {title} between {name} and {other} is shown ({_size(difference, metric)})"
    return f"{name} has {_size(difference, metric)} {degree} {title} than {other}"


def _size(difference: Difference, metric: str) -> str:
    """Without its sign, where it is shown or stands alone: the words say it."""
    signed = not difference.shown and not isnan(difference.size.low)
    return gap_words(difference.size, metric, difference.is_relative, signed)


def pair_lines(result: Result, metric: str, other: str, found: list[list[Difference]], point: int | None) -> list[str]:
    """The first policy and the *other* one: at *point* in numbers, elsewhere in words; and where they cross."""
    own = [difference for at_point in found for difference in at_point if difference.other == other]
    first = result.scenario.policies[0]
    if not own:
        return [f"{first} and {other} both settle nowhere."]
    telling = next((one for one in own if one.point == point), own[len(own) // 2])
    told = better_first(result, telling, metric)
    where = f" at {point_words(result.scenario, result.points[telling.point])}" if result.points[0] else ""
    sides = [side(difference, metric) for difference in own]
    words = degrees_of(metric)
    better, worse = (words.less, words.more)[:: -1 if metric_words(metric).less_is_better is False else 1]
    is_or_are = "they are" if is_plural(in_sentence(metric)) else "it is"
    rest = []
    for kind, degree in ((BETTER, better), (WORSE, worse), (NONE, "")):
        if kind != side(telling, metric) and kind in sides:
            at = [difference.point for difference, found_side in zip(own, sides, strict=True) if found_side == kind]
            told_rest = f"with {first} {is_or_are} {degree}" if degree else "no difference is shown"
            rest.append(f"{told_rest} {stretch(result, at, [d.point for d in own])}")
    sentence = "; ".join([capital(difference_words(told, metric)) + where, *rest]) + "."
    return [sentence, *(_crossing(result, cross) for cross in crossings(result, first, other, metric))]


def many_lines(result: Result, metric: str, found: list[list[Difference]], point: int | None) -> list[str]:
    """The first policy against all others at *point*: those of which it is ahead, and so on."""
    compared = [at_point for at_point in found if at_point]
    if not compared:
        return [f"{result.scenario.policies[0]} and the others settle nowhere together."]
    telling = next((one for one in compared if one[0].point == point), compared[len(compared) // 2])
    where = f" at {point_words(result.scenario, result.points[telling[0].point])}" if result.points[0] else ""
    told = [better_first(result, one, metric) for one in telling]
    return [f"{capital(_group_words(group, metric))}{where}." for group in _grouped(told, metric)]


def _grouped(told: list[Difference], metric: str) -> list[list[Difference]]:
    """Those that can be told together: on one side, and of one kind."""
    first = max({one.policy for one in told}, key=lambda name: sum(one.policy == name for one in told))
    groups: dict[tuple[bool, str, bool], list[Difference]] = {}
    for one in told:
        groups.setdefault((one.policy == first, side(one, metric), one.is_relative), []).append(one)
    return list(groups.values())


def _group_words(group: list[Difference], metric: str) -> str:
    """How far some are from one, from the least difference to the largest."""
    if len(group) == 1:
        return difference_words(group[0], metric)
    title = in_sentence(metric)
    names = list(dict.fromkeys(one.policy for one in group))
    others = list(dict.fromkeys(one.other for one in group))
    if not group[0].shown:
        once = "in one replication " if isnan(group[0].size.low) else ""
        return f"{once}no difference in {title} between {listed(names)} and {listed(others)} is shown"
    ascending = sorted(group, key=lambda one: abs(one.size.mean))
    lead = " to ".join(dict.fromkeys(_size(one, metric) for one in (ascending[0], ascending[-1])))
    words = degrees_of(metric)
    degree = words.less if ascending[-1].size.mean < 0 else words.more
    verb = "has" if len(names) == 1 else "have"
    return f"{listed(names)} {verb} {lead} {degree} {title} than {listed(others)}"


def _crossing(result: Result, cross: Crossing) -> str:
    vary = result.scenario.study.vary
    assert vary is not None
    at, told = point_words(result.scenario, {vary.field: cross.x}), field_unit(result.scenario, vary.field)
    return (
        f"Drawn straight between the points, {cross.policy} and {cross.other} cross at {at} "
        f"({number(cross.low * told.factor)} to {number(cross.high * told.factor)})."
    )
