"""Where policies do not settle, in sentences."""

from components.words.wording import point_words
from engine.results.result import Result


def limit_lines(result: Result) -> list[str]:
    """From where on policies do not settle, one sentence for those with the same limit."""
    by_limit: dict[str, list[str]] = {}
    for policy in result.scenario.policies:
        if limit := _limit(result, policy):
            by_limit.setdefault(limit, []).append(policy)
    return [
        f"{listed(names)} {'does' if len(names) == 1 else 'do'} not settle {limit}."
        for limit, names in by_limit.items()
    ]


def listed(names: list[str]) -> str:
    """Names one after the other: "SED, FCFS and EASY"."""
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def _limit(result: Result, policy: str) -> str:
    """Where *policy* does not settle, if that is easily said."""
    settled = [result.settles(n, policy) for n in range(len(result.points))]
    if all(settled):
        return ""
    first = settled.index(False)
    if first == 0 and not any(settled):
        return "at any of these points" if len(settled) > 1 else "here"
    if first > 0 and not any(settled[first:]) and result.scenario.study.and_vary is None:
        return f"above {point_words(result.scenario, result.points[first - 1])}"
    return f"at {settled.count(False)} of the points"


def stretch(result: Result, points: list[int], among: list[int]) -> str:
    """In words, which part of a sweep some of its points are."""

    def at(n: int) -> str:
        return point_words(result.scenario, result.points[n])

    first, last = points[0], points[-1]
    if len(points) == 1:
        return f"at {at(first)}"
    if points != [n for n in among if first <= n <= last]:
        return f"at {len(points)} of the points"
    if first == among[0]:
        return f"up to {at(last)}"
    if last == among[-1]:
        return f"from {at(first)} on"
    return f"from {at(first)} to {at(last)}"
