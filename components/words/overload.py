"""Where along what is varied the queues of policies begin to grow, in words that fit beside a picture and in sentences.

A study tests values: between the last one at which a queue settles and the first one at which it grows lies the load at
which it begins to.
"""

from collections.abc import Callable
from typing import NamedTuple

from components.words.verdicts.limits import listed
from components.words.wording import field_unit, number
from engine.inputs.scenario import Scenario
from engine.results.result import Result


class Overload(NamedTuple):
    """A policy that does not settle everywhere.

    Attributes
    ----------
    point : number of the point where its overload begins, or ends if it is at the lower end of what is varied
    words : "overload at 1.1–1.25"; numbers in the unit of the axis
    sentence : "overloads between 1.1 and 1.25 jobs per hour"
    settled : number of the point beside it at which it settles; None if overload does not begin or end there
    """

    policy: str
    point: int
    words: str
    sentence: str
    settled: int | None = None


def overloads(result: Result, policies: list[str], settles: Callable[[int, str], bool] | None = None) -> list[Overload]:
    """Those of the *policies* that do not settle at some point, and where."""
    judge = settles or result.settles
    found = []
    for policy in policies:
        index = result.scenario.policies.index(policy)
        known = [n for n in range(len(result.points)) if result.done[n, index].any()]
        if one := _overload(result.scenario, policy, [(n, judge(n, policy)) for n in known]):
            found.append(one)
    return found


DIGITS = 3
"""Significant digits of a tested value: where overload begins is known less well."""


def _overload(scenario: Scenario, policy: str, known: list[tuple[int, bool]]) -> Overload | None:
    cut = [n for n, settles in known if not settles]
    if not cut:
        return None
    if len(cut) == len(known):
        everywhere = "overloaded everywhere" if len(known) > 1 else "overloaded"
        return Overload(policy, cut[0], everywhere, f"is {everywhere}")
    vary = scenario.study.vary if scenario.study.and_vary is None else None
    points = [n for n, _ in known]
    if vary is not None:
        unit = field_unit(scenario, vary.field)
        value = {n: number(vary.values[n] * unit.factor, DIGITS) for n in points}
        of = "" if unit.name in ("", "1") else f" {unit.name}"
        if points[-len(cut) :] == cut:
            low, high = points[-len(cut) - 1], cut[0]
            lane = f"overload at {value[low]}–{value[high]}"
            return Overload(policy, high, lane, f"overloads between {value[low]} and {value[high]}{of}", low)
        if points[: len(cut)] == cut:
            low, high = cut[-1], points[len(cut)]
            lane = f"overloaded up to {value[low]}–{value[high]}"
            said = f"is overloaded up to a value between {value[low]} and {value[high]}{of}"
            return Overload(policy, low, lane, said, high)
    some = f"overloaded at {len(cut)} of {len(known)} points"
    return Overload(policy, cut[0], some, f"is {some}")


def overload_sentence(result: Result) -> str:
    """All of them in one paragraph; "" where every policy settles."""
    return " ".join(overload_lines(result))


def overload_lines(result: Result) -> list[str]:
    """Where policies overload, a sentence for all with the same limit."""
    by_limit: dict[str, list[str]] = {}
    for one in overloads(result, list(result.scenario.policies)):
        by_limit.setdefault(one.sentence, []).append(one.policy)
    return [_of_all(names, limit) for limit, names in by_limit.items()]


def _of_all(names: list[str], limit: str) -> str:
    if len(names) > 1:
        limit = limit.replace("overloads ", "overload ", 1).replace("is ", "are ", 1)
    return f"{listed(names)} {limit}."
