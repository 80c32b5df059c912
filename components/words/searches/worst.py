"""What a search for the worst point has found: how many times as large one policy makes a metric as another one."""

from math import floor, isnan, log10

from components.words.searches.searched import of_search
from components.words.short_titles import cut, in_sentence, short_title
from components.words.wording import number, point_words, shown_metric, with_uncertainty
from engine.inputs.breaking import Breaking
from engine.results.result import Result
from engine.results.worst import Outcome, Outside, Tried, Verified, Worst, verified
from engine.statistics.means import Estimate

LOWER_BOUND = "That is a lower bound: a search found it, and there may be worse."


def worst_headline(result: Result, longest: int) -> str:
    """How many times as large the metric is at the worst point, on fresh seeds, in at most so many characters."""
    breaking, found, told = _asked(result), _found(result), verified(result)
    policy, against, metric = breaking.policy, breaking.against, in_sentence(breaking.metric)
    short = short_title(breaking.metric)
    if found.outcome is Outcome.OPEN:
        sentences = [f"Seeking where {policy} is worst against {against}: {len(found.tried)} points tried."]
        sentences += [f"The search goes on: {len(found.tried)} points tried."]
    elif found.outcome is Outcome.NOWHERE:
        sentences = [f"Nowhere in these ranges does {against} settle.", "There is nothing to hold it against."]
    elif found.outcome is Outcome.CHECKING or not told or isnan(told[0].ratio.mean):
        sentences = [f"A worst point of {policy} is found, and run again on fresh seeds.", "It is run again."]
    elif not told[0].settles:
        sentences = [f"{policy} does not settle where {against} does: at {_at(result, found.found)}."]
        sentences += [f"{policy} does not settle where {against} does."]
    else:
        times = times_words(told[0].ratio)
        if told[0].ratio.low > 1:
            sentences = [f"{policy}'s {metric} is at worst {times} times {against}'s."]
            sentences += [f"{policy}'s {short} is at worst {times} times {against}'s."]
        else:
            sentences = [f"No point was found where {policy}'s {metric} is shown to be above {against}'s."]
        sentences += [f"{policy} is at worst {times} times {against}.", f"At worst {times} times as large."]
    return next((one for one in sentences if len(one) <= longest), cut(sentences[-1], longest))


def worst_lines(result: Result) -> list[str]:
    """Where it is, on what evidence, what is so at the start and beside it, and how it was found."""
    breaking, found, told = _asked(result), _found(result), verified(result)
    lines = []
    if told and found.outcome is Outcome.FOUND:
        first, start = told[0], next((one for one in told if one.number == breaking.start), None)
        lines.append(f"At {_at(result, first.number)}: {_evidence(result, first)}.")
        if not first.settles:
            lines.append(f"{breaking.policy} does not settle there, so that the ratio grows with the length of a run.")
        if start is not None and start.number != first.number:
            lines.append(f"At the start, {_at(result, start.number)}, it is {times_words(start.ratio)} times.")
        beside = [one.ratio.mean for one in told[1:] if one.number != breaking.start and not isnan(one.ratio.mean)]
        if beside:
            least, most = number(min(beside), 3), number(max(beside), 3)
            lines.append(f"One step beside it, it is {least if least == most else f'{least} to {most}'} times.")
        lines.append(
            f"These numbers are of {first.ratio.replications} fresh replications, which the search had not seen."
        )
    lines.append(_tried(result, found))
    return [*lines, LOWER_BOUND] if found.outcome is Outcome.FOUND else lines


def _tried(result: Result, found: Worst) -> str:
    breaking = _asked(result)
    words = {
        Outside.UNSETTLED: f"where {breaking.against} does not settle",
        Outside.NOTHING: "where there is no ratio",
        Outside.REFUSED: "that are not allowed",
        Outside.FAILED: "where a cell failed",
    }
    counts = {kind: sum(one.outside is kind for one in found.tried.values()) for kind in Outside}
    left = ", ".join(f"{count} {words[kind]}" for kind, count in counts.items() if count)
    outside = f"; outside the search are {left}" if left else ""
    points = f"{len(found.tried)} point{'s' * (len(found.tried) != 1)}"
    return f"Tried were {points}, by a Latin hypercube and differential evolution{outside}."


def times_words(ratio: Estimate) -> str:
    """A ratio with its interval: "1.72 (1.69 to 1.75)"."""
    if isnan(ratio.mean):
        return "–"
    if isnan(ratio.low) or ratio.low == ratio.high:
        return number(ratio.mean, 3)
    places = max(0, 1 - floor(log10(ratio.high - ratio.low)))  # its length to two digits
    return f"{ratio.mean:.{places}f} ({ratio.low:.{places}f} to {ratio.high:.{places}f})"


def tried_words(one: Tried) -> str:
    """What the search saw of a point: a ratio that it may have chosen by, or why it has none."""
    return one.outside.value if one.outside else number(one.ratio, 3)


def what_it_is(result: Result, one: Verified) -> str:
    """The part that a point plays: the worst one, a neighbor, or the start."""
    if one.number == _found(result).found:
        return "worst found"
    return "start" if one.number == _asked(result).start else "one step beside"


def _evidence(result: Result, one: Verified) -> str:
    breaking, words = _asked(result), shown_metric(_asked(result).metric, result)
    unit = words.shown_unit or words.unit
    means = [with_uncertainty(found, words.scale) for found in (one.policy, one.against)]
    end = "" if unit in ("", "1") else f" {unit}"
    return f"{breaking.policy} {means[0]}, {breaking.against} {means[1]}{end}"


def _at(result: Result, number_of_point: int | None) -> str:
    if number_of_point is None:
        return "no point"
    return point_words(result.scenario, result.scenario.searched_point(number_of_point))


def worst_methods(breaking: Breaking, first: int, numbers: str) -> str:
    """How it was found, for a paper."""
    return (
        f"The point at which {in_sentence(breaking.metric)} under {breaking.policy} is the largest multiple of that "
        f"under {breaking.against} was sought among at most {breaking.points} points, by a Latin hypercube "
        "(McKay, Beckman & Conover 1979) and differential evolution from it (Storn & Price 1997), with "
        f"{first} replications of each {numbers}; points at which {breaking.against} does not settle were left out. "
        f"The point found, its neighbors and the start were then replicated {breaking.fresh} times with random numbers "
        "that the search had not seen, and ratios are of these alone, with the interval of Fieller (1954)."
    )


def worst_report(result: Result) -> str:
    """Headline and evidence as text, for the terminal."""
    return "\n".join([worst_headline(result, 200), *worst_lines(result)])


def _asked(result: Result) -> Breaking:
    return of_search(result.scenario.study.searched, "does not search where a policy is worst")


def _found(result: Result) -> Worst:
    return of_search(result.worst, "does not search where a policy is worst")
