"""What a study with a goal has found: one sentence above the picture, and for each policy one with its evidence."""

from math import isnan

from components.words.searches.saturation import saturation_lines
from components.words.short_titles import cut, in_sentence, short_title
from components.words.wording import capital, field_title, metric_words, number, point_words, shown_metric
from engine.inputs.goal import Criterion, Goal
from engine.results.result import Result
from engine.results.sought import Kind, Sought
from engine.statistics.deciding import Decision, Standing
from engine.study.saturation import is_of_saturation, saturations

SETTLES = "the queue settles"
"""What has to hold where no metric is bounded."""


def goal_headline(result: Result, longest: int) -> str:
    """Who reaches the goal how far, in at most so many characters."""
    asked, kinds = _short(_goal(result), result), {search.kind for search in result.searches}
    if is_of_saturation(result.scenario) and Kind.OPEN not in kinds:
        told = sorted(saturations(result), key=lambda one: (not isnan(one.at), one.at, one.low), reverse=True)
        lines = saturation_lines(result.scenario, told, _goal(result).field)
        sentences = [f"Carries most: {lines[0]}", lines[0]] if len(lines) > 1 and not isnan(told[0].at) else lines[:1]
    elif Kind.OPEN in kinds:
        sentences = [f"Seeking where {asked}.", "The search goes on."]
    elif kinds == {Kind.ALL}:
        sentences = [f"Both ends of the range will do: {asked}.", "Both ends of the range meet the goal."]
    elif kinds == {Kind.NONE}:
        sentences = [f"Neither end of the range will do: {asked}.", "Both ends of the range miss the goal."]
    elif best := _furthest(result):
        reach = f"{best.policy} {_reach(result, best)}"
        sentences = [f"{reach}: {asked}.", f"{reach}."]
        if len(result.searches) > 1:
            leads = f"{best.policy} needs least" if best.turn.ascending else f"{best.policy} carries most"
            sentences = [f"{leads}: {_reach(result, best)} ({asked}).", f"{leads}: {_reach(result, best)}.", *sentences]
    else:
        sentences = [f"Where {asked} is told for each policy below.", "What was found stands below."]
    return next((one for one in sentences if len(one) <= longest), cut(sentences[-1], longest))


def _furthest(result: Result) -> Sought | None:
    """The search whose values will do furthest, if all that have a turn have it the same way round."""
    told = [one for one in result.searches if one.kind in (Kind.FOUND, Kind.BETWEEN) and one.turn.meets is not None]
    if len({one.turn.ascending for one in told}) != 1:
        return None
    return (min if told[0].turn.ascending else max)(told, key=lambda one: one.turn.meets or 0)


def goal_lines(result: Result) -> list[str]:
    """For each policy what was found, with the evidence on both sides of it."""
    if is_of_saturation(result.scenario):
        return saturation_lines(result.scenario, saturations(result), _goal(result).field)
    return [f"{search.policy}: {_found(result, search)}" for search in result.searches]


def criteria_words(result: Result) -> str:
    """What has to hold, in full words: "mean response time at most 50 min and utilization at least 80 %"."""
    return " and ".join(criterion(one, result, in_sentence(one.metric)) for one in _goal(result).criteria) or SETTLES


def bound_words(one: Criterion, result: Result) -> str:
    """What the line of a criterion says: "goal: at most 50 min"."""
    words = shown_metric(one.metric, result)
    unit = words.shown_unit or words.unit
    return f"goal: {one.bound.replace('-', ' ')} {number(one.value * words.scale)}{'' if unit == '1' else f' {unit}'}"


def standing_words(found: Decision) -> str:
    """What came of a tested value: "will do (40 replications)"."""
    return f"{standing_in_short(found)} ({found.replications} replications)"


def standing_in_short(found: Decision) -> str:
    """What came of a tested value: "will do"."""
    said = {
        Standing.OPEN: "not told yet",
        Standing.MEETS: "will do",
        Standing.MISSES: "will not do" if found.steady else "the queue grows without end",
        Standing.UNTOLD: "cannot be told",
    }
    return said[found.standing]


def ordinal(n: int) -> str:
    """1st, 2nd, 3rd, 4th, 11th, 21st."""
    ending = "th" if 10 <= n % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")
    return f"{n}{ending}"


def evidence(result: Result, search: Sought, n: int) -> str:
    """Mean and one-sided bound of the criterion that decides at value number *n*."""
    return _evidence(result, search, n)


def value_words(result: Result, value: float) -> str:
    """A value of the field that is sought: "5.94 jobs per hour"."""
    return _at(result, value)


def _goal(result: Result) -> Goal:
    goal = result.scenario.study.goal
    if goal is None:
        raise ValueError("the study of this result has no goal")
    return goal


def _short(goal: Goal, result: Result) -> str:
    return " and ".join(criterion(one, result, short_title(one.metric)) for one in goal.criteria) or SETTLES


def criterion(one: Criterion, result: Result, title: str) -> str:
    """What has to hold, in words, with the metric called *title*: "mean wait time at most 2 s"."""
    words = shown_metric(one.metric, result)
    unit = words.shown_unit or words.unit
    return f"{title} {one.bound.replace('-', ' ')} {number(one.value * words.scale)}{'' if unit == '1' else f' {unit}'}"


def _at(result: Result, value: float) -> str:
    goal = _goal(result)
    words = point_words(result.scenario, {goal.field: value})
    return words.replace(f"{field_title(result.scenario, goal.field)} = ", "")


def _reach(result: Result, search: Sought) -> str:
    assert search.turn.meets is not None
    at = _at(result, search.values[search.turn.meets])
    return f"from {at} on" if search.turn.ascending else f"up to {at}"


def _found(result: Result, search: Sought) -> str:
    """The sentence of one policy, without its name."""
    field, values = field_title(result.scenario, _goal(result).field), search.values
    first, last = _at(result, values[0]), _at(result, values[-1])
    if search.kind is Kind.OPEN:
        return f"{len(search.decisions)} values tested so far, between {first} and {last}."
    if search.kind is Kind.ALL:
        low, high = (_evidence(result, search, n) for n in (0, len(values) - 1))
        return f"both ends of the range will do: {first} ({low}) and {last} ({high})."
    if search.kind is Kind.NONE:
        low, high = (_evidence(result, search, n) for n in (0, len(values) - 1))
        return f"neither end of the range will do: {first} ({low}), {last} ({high})."
    if search.kind is Kind.UNTOLD:
        return f"neither {first} nor {last} can be told from the goal with the replications allowed."
    if search.kind is Kind.TURNS_BACK:
        will = [n for n, one in sorted(search.decisions.items()) if one.standing is Standing.MEETS]
        listed = ", ".join(_at(result, values[n]) for n in will) or "none"
        return (
            f"the numbers turn back on the way from {first} to {last}, so there is no single turn; "
            f"of the values tested these will do: {listed}."
        )
    return _turn(result, search, field)


def _turn(result: Result, search: Sought, field: str) -> str:
    turn, values = search.turn, search.values
    if turn.meets is None or turn.misses is None:
        n = turn.meets if turn.meets is not None else turn.misses
        assert n is not None
        will = "will do" if turn.meets is not None else "will not"
        return f"{_at(result, values[n])} {will} ({_evidence(result, search, n)}); beyond it nothing can be told."
    missed = _at(result, values[turn.misses])
    sides = f"({_evidence(result, search, turn.meets)})", f"({_evidence(result, search, turn.misses)})"
    if search.kind is Kind.FOUND:
        return f"{field} {_reach(result, search)} will do {sides[0]}; {missed} will not {sides[1]}."
    untold = sorted(n for n, one in search.decisions.items() if one.standing is Standing.UNTOLD)
    between = ", ".join(_at(result, values[n]) for n in untold)
    most = max(search.decisions[n].replications for n in untold) if untold else 0
    return (
        f"{field} {_reach(result, search)} will do {sides[0]} and {missed} will not {sides[1]}; "
        f"{between or 'what lies between'} cannot be told from the goal within {most} replications."
    )


def _evidence(result: Result, search: Sought, n: int) -> str:
    """The criterion that decides at value number *n*, with the bound that told it: "50 min, at most 52"."""
    found = search.decisions[n]
    if not found.steady:
        return "the queue grows without end"
    goal = _goal(result)
    if not goal.criteria:
        point = [at[goal.field] for at in result.points].index(search.values[n])
        return f"{number(result.growth(point, search.policy), 3)} times as many jobs present late as in the middle"
    c = _deciding(found, goal)
    words = shown_metric(goal.criteria[c].metric, result)
    unit = words.shown_unit or words.unit
    mean, low, high = (part[c] * words.scale if part else float("nan") for part in (found.means, found.low, found.high))
    is_over = (found.standing is Standing.MEETS) == (goal.criteria[c].bound == "at-most")
    end = f", {'at most' if is_over else 'at least'} {number(high if is_over else low, 3)}"
    shown = f"{number(mean, 3)}{'' if unit == '1' else f' {unit}'}"
    name = f"{metric_words(goal.criteria[c].metric).title.lower()} " if len(goal.criteria) > 1 else ""
    return f"{name}{shown}{'' if isnan(mean) or found.standing is Standing.UNTOLD else end}"


def _deciding(found: Decision, goal: Goal) -> int:
    """The criterion that is missed, or of several that are met the one that is nearest to its value."""
    if not found.high:
        return 0
    margin = [
        (one.value - high if one.bound == "at-most" else low - one.value) / (abs(one.value) or 1.0)
        for one, low, high in zip(goal.criteria, found.low, found.high, strict=True)
    ]
    return min(range(len(margin)), key=margin.__getitem__)


def goal_report(result: Result) -> str:
    """Headline and evidence as text, for the terminal."""
    return "\n".join([capital(f"goal: {criteria_words(result)}"), *goal_lines(result)])
