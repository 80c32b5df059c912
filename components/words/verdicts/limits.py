"""Lists of names, and parts of a sweep, in words."""

from components.words.wording import point_words
from engine.results.result import Result


def listed(names: list[str]) -> str:
    """Names one after the other: "SED, FCFS and EASY"."""
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


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
