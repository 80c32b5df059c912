"""Which two policies a verdict tells apart, and at which point: there "Why?" begins."""

from collections import Counter
from typing import NamedTuple

from components.words.verdicts.headline import known_differences, last_told
from components.words.verdicts.leaders import best_policy, from_leader, is_neutral
from components.words.wording import first_metric, metric_words
from engine.results.comparison import Difference
from engine.results.result import Result


class ToldPair(NamedTuple):
    """The policy that is told first, the one that it is told against, and the number of the point."""

    first: str
    second: str
    point: int


def told_pair(result: Result, metric: str = "") -> ToldPair | None:
    """Those of the verdict on *metric* (the first one of the study); None where no two can be told apart."""
    metric = metric or first_metric(result.scenario)
    if len(result.scenario.policies) < 2 or not result.cells_done or metric not in result.names:
        return None
    if not result.scenario.is_random:
        return _of_list(result, metric)
    points = range(len(result.points))
    there = [n for n in points if any(result.settles(n, name) for name in result.scenario.policies)]
    found = {n: known_differences(from_leader(result, n, metric)) for n in there}
    compared = [n for n in there if found[n]]
    if not compared:
        return None
    best = {n: None if is_neutral(metric) else best_policy(result, n, metric) for n in compared}
    counts = Counter(name for name in best.values() if name)
    if last := last_told(result, metric, compared, counts):
        name, at = last
        point = at[len(at) // 2]
        return next((_of(one, point) for one in found[point] if one.other == name), None)
    if counts:
        winner = max(counts, key=lambda name: counts[name])
        won = [n for n in compared if best[n] == winner]
        return _of(min(found[won[len(won) // 2]], key=_size), won[len(won) // 2])
    telling = [n for n in compared if any(one.shown for one in found[n])] or compared
    point = telling[len(telling) // 2]
    shown = [one for one in found[point] if one.shown] or found[point]
    base = result.scenario.policies[0]
    farthest = max if is_neutral(metric) else min
    return _of(next((one for one in shown if one.other == base), None) or farthest(shown, key=_size), point)


def told_pair_at(result: Result, point: int, metric: str = "") -> ToldPair | None:
    """The same at one *point*: who leads there, and the next one."""
    metric = metric or first_metric(result.scenario)
    if metric not in result.names or not result.cells_done:
        return None
    found = known_differences(from_leader(result, point, metric))
    return _of(min(found, key=_size), point) if found else None


def _size(one: Difference) -> float:
    return abs(one.size.mean)


def _of(one: Difference, point: int) -> ToldPair:
    return ToldPair(one.policy, one.other, point)


def _of_list(result: Result, metric: str) -> ToldPair | None:
    point = len(result.points) // 2
    values = {name: result.estimate(point, name, metric).mean for name in result.scenario.policies}
    known = [name for name, value in values.items() if value == value]
    sign = -1 if metric_words(metric).less_is_better is False else 1
    known.sort(key=lambda name: sign * values[name])
    others = [name for name in known[1:] if values[name] != values[known[0]]] or known[1:]
    return ToldPair(known[0], others[0], point) if others else None
