"""What a study with a selection has found: which alternative is best, and what the others lost by."""

from math import isnan

from components.words.searches.goals import criterion
from components.words.searches.searched import of_search
from components.words.short_titles import cut, in_sentence, short_title
from components.words.wording import capital, number, point_words, shown_metric, with_uncertainty
from engine.inputs.selection import Best, Selection
from engine.results.result import Result
from engine.results.selection import alternative
from engine.statistics.means import Estimate
from engine.statistics.selecting import Selected

NAMED = 3
"""Alternatives that are named where several are left."""


def selection_headline(result: Result, longest: int) -> str:
    """Which alternative is best, in at most so many characters."""
    found, selection = _found(result), _selection(result)
    many = len(result.points) * len(result.scenario.policies)
    by = short_title(selection.by.metric)
    if found.is_open:
        sentences = [f"{len(found.left)} of {many} alternatives may still be the best by {by}."]
    elif not found.left:
        missed = any(one.misses for one in found.gone)
        sentences = [f"None of {many} alternatives holds the constraints." if missed else NONE_SETTLES]
    elif selection.constraints:
        sentences = _constrained(result, found, selection.by, many)
    elif selection.and_by is not None:
        both = f"{by} and {short_title(selection.and_by.metric)}"
        sentences = [f"{len(found.left)} of {many} alternatives are not shown to be worse in both {both}."]
        sentences += [f"{len(found.left)} of {many} alternatives form the front."]
    elif len(found.left) == 1:
        name, told = alternative_words(result, found.left[0]), _value(result, selection.by, found.left[0])
        sentences = [f"{name} is the best of {many}: {in_sentence(selection.by.metric)} {told}."]
        sentences += [f"{name} is the best of {many}: {by} {told}.", f"{name} is the best of {many}."]
    else:
        first = alternative_words(result, found.left[0])
        sentences = [f"{len(found.left)} of {many} cannot be told apart by {by}; the first is {first}."]
        sentences += [f"{len(found.left)} of {many} alternatives cannot be told apart by {by}."]
    return next((one for one in sentences if len(one) <= longest), cut(sentences[-1], longest))


NONE_SETTLES = "None of the alternatives settles."


def _constrained(result: Result, found: Selected, by: Best, many: int) -> list[str]:
    """Who is the best of those that hold the constraints, the longest sentence first."""
    title, open_ones = short_title(by.metric), len(found.left) - len(found.holding)
    if not found.holding:
        what = "it cannot be told whether one holds" if open_ones == 1 else "none can be told to hold"
        return [f"Of {many} alternatives {what} the constraints."]
    name, told = alternative_words(result, found.holding[0]), _value(result, by, found.holding[0])
    if len(found.left) == 1:
        return [
            f"{name} is the best that holds the constraints: {in_sentence(by.metric)} {told}.",
            f"{name} is the best that holds the constraints: {title} {told}.",
            f"{name} holds the constraints best: {title} {told}.",
            f"{name} is the best that holds the constraints.",
        ]
    if open_ones:
        others = f"of {open_ones} other{'s' * (open_ones > 1)} it cannot be told"
        return [
            f"{name} holds the constraints, with {title} {told}; {others}.",
            f"{name} holds the constraints; {others}.",
            f"{len(found.left)} of {many} alternatives may be the best that holds the constraints.",
        ]
    return [
        f"{len(found.left)} of {many} hold the constraints and cannot be told apart by {title}; one is {name}.",
        f"{len(found.left)} of {many} hold the constraints and cannot be told apart by {title}.",
        f"{len(found.left)} of {many} alternatives hold the constraints.",
    ]


def constraint_words(result: Result, short: bool = False) -> str:
    """What has to hold: "mean wait time at most 110 s"; nothing where no constraint is."""
    title = short_title if short else in_sentence
    return " and ".join(criterion(one, result, title(one.metric)) for one in _selection(result).constraints)


def selection_lines(result: Result) -> list[str]:
    """Who is left on what evidence, and what leaving out the others saved."""
    found, selection = _found(result), _selection(result)
    lines = []
    for n in found.left[:NAMED]:
        told = [*_all(selection), *(Best(metric=one.metric) for one in selection.constraints)]
        values = [f"{in_sentence(one.metric)} {_value(result, one, n)}" for one in told]
        standing = "" if n in found.holding or not selection.constraints else "; whether that will do cannot be told"
        lines.append(f"{alternative_words(result, n)}: {', '.join(values)}{standing}.")
    if len(found.left) > NAMED:
        lines.append(f"{len(found.left) - NAMED} more are left; the table has them.")
    if not found.is_open and len(found.left) == 1:
        zone = number(selection.indifference_percent)
        other = "other one that holds them" if selection.constraints else "other one"
        lines.append(f"With a probability of 95 % no {other} is better by {zone} % or more (Kim & Nelson 2001).")
    missing = sum(one.misses for one in found.gone)
    if missing:
        verb = "is" if missing == 1 else "are"
        lines.append(f"{missing} {verb} out, which cannot have {constraint_words(result)}.")
    unsettled = sum(one.by is None and not one.misses for one in found.gone)
    if unsettled:
        verbs = ("does", "lacks") if unsettled == 1 else ("do", "lack")
        lines.append(f"{unsettled} {verbs[0]} not settle, or {verbs[1]} the metric.")
    if not found.is_open:
        lines.append(_saved(result, found))
    return lines


def _saved(result: Result, found: Selected) -> str:
    whole = found.replications * len(result.points) * len(result.scenario.policies)
    times = whole / max(1, result.cells_done)
    return (
        f"{result.cells_done:,} cells were computed; as many replications for all would have been {whole:,}, "
        f"{number(times, 2)} times as many."
    )


def alternative_words(result: Result, n: int) -> str:
    """ "SED, 6 machines": the policy, if there are several, and the values of its point."""
    point, policy = alternative(result, n)
    values = result.points[point]
    parts = [result.scenario.policies[policy]] if len(result.scenario.policies) > 1 or not values else []
    return ", ".join(parts + ([point_words(result.scenario, values)] if values else []))


def evidence_of(result: Result, by: Best, n: int) -> Estimate:
    """The metric of an alternative in the unit in which it is told."""
    point, policy = alternative(result, n)
    words = shown_metric(by.metric, result)
    return result.estimate(point, result.scenario.policies[policy], by.metric).times(words.scale)


def by_words(result: Result) -> str:
    """By what is chosen: "the least mean response time"."""
    return " and ".join(f"the {one.wanted} {in_sentence(one.metric)}" for one in _all(_selection(result)))


def fate_words(result: Result, n: int) -> str:
    """What became of alternative *n*."""
    found = _found(result)
    for one in found.gone:
        if one.alternative == n:
            after = f"out after {one.replications} replications"
            why = f"misses {constraint_words(result, short=True)}" if one.misses else "no value"
            return (
                f"{after}: {alternative_words(result, one.by)} is better" if one.by is not None else f"{after}: {why}"
            )
    if _selection(result).constraints and n not in found.holding:
        return "may still be the best" if found.is_open else "cannot be told to hold the constraints"
    return "may still be the best" if len(found.left) > 1 or found.is_open else "the best"


def ranked(result: Result) -> list[int]:
    """All alternatives: those that are left, the best first, then the others, the last to go first."""
    found, by = _found(result), _selection(result).by
    sign = 1 if by.wanted == "least" else -1
    means = {n: sign * evidence_of(result, by, n).mean for n in found.left}
    left = sorted(found.left, key=lambda n: (isnan(means[n]), means[n], n))
    return [*left, *(one.alternative for one in reversed(found.gone))]


def _value(result: Result, by: Best, n: int) -> str:
    words = shown_metric(by.metric, result)
    unit = words.shown_unit or words.unit
    return f"{with_uncertainty(evidence_of(result, by, n))}{'' if unit == '1' else f' {unit}'}"


def _all(selection: Selection) -> list[Best]:
    return [one for one in (selection.by, selection.and_by) if one is not None]


def _selection(result: Result) -> Selection:
    return of_search(result.scenario.study.selection, "selects nothing")


def _found(result: Result) -> Selected:
    return of_search(result.selected, "selects nothing")


def selection_report(result: Result) -> str:
    """Headline and evidence as text, for the terminal."""
    held = constraint_words(result)
    asked = capital(f"best by {by_words(result)}{f', so that {held}' if held else ''}")
    return "\n".join([f"{asked}: {selection_headline(result, 200)}", *selection_lines(result)])
