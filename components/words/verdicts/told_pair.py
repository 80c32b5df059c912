"""Which two policies a verdict tells apart, and at which point: there "Why?" begins."""

from components.words.verdicts.leaderboard import Leaderboard, Pair, closest, known_differences, pair_of
from components.words.verdicts.leaders import from_leader
from components.words.wording import first_metric, metric_words
from engine.results.result import Result


def told_pair(result: Result, metric: str = "") -> Pair | None:
    """Those of the verdict on *metric* (the first one of the study); None where no two can be told apart."""
    metric = metric or first_metric(result.scenario)
    if len(result.scenario.policies) < 2 or not result.cells_done or metric not in result.names:
        return None
    if not result.scenario.is_random:
        return _of_list(result, metric)
    return Leaderboard(result, metric).pair


def told_pair_at(result: Result, point: int, metric: str = "") -> Pair | None:
    """Who leads at one *point*, and the next one."""
    metric = metric or first_metric(result.scenario)
    if metric not in result.names or not result.cells_done:
        return None
    found = known_differences(from_leader(result, point, metric))
    return pair_of(closest(found)) if found else None


def _of_list(result: Result, metric: str) -> Pair | None:
    point = len(result.points) // 2
    values = {name: result.estimate(point, name, metric).mean for name in result.scenario.policies}
    known = [name for name, value in values.items() if value == value]
    sign = -1 if metric_words(metric).less_is_better is False else 1
    known.sort(key=lambda name: sign * values[name])
    others = [name for name in known[1:] if values[name] != values[known[0]]] or known[1:]
    return Pair(known[0], others[0], point) if others else None
