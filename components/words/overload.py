"""From where on the queues of policies grow along what is varied, in words that fit beside a picture."""

from collections.abc import Callable
from typing import NamedTuple

from components.words.wording import field_unit, number
from engine.results.result import Result


class Overload(NamedTuple):
    """A policy that does not settle everywhere.

    Attributes
    ----------
    point : number of the point where its overload begins, or ends if it is at the lower end of what is varied
    words : "overloaded from 1.25"; numbers in the unit of the axis
    """

    policy: str
    point: int
    words: str


def overloads(result: Result, policies: list[str], settles: Callable[[int, str], bool] | None = None) -> list[Overload]:
    """Those of the *policies* that do not settle at some point of a study that varies one field, where they begin."""
    vary, judge = result.scenario.study.vary, settles or result.settles
    if vary is None or result.scenario.study.and_vary is not None:
        return []
    told = [number(value * field_unit(result.scenario, vary.field).factor) for value in vary.values]
    found = []
    for policy in policies:
        index = result.scenario.policies.index(policy)
        known = [n for n in range(len(told)) if result.done[n, index].any()]
        if one := _overload(policy, [(n, judge(n, policy)) for n in known], told):
            found.append(one)
    return found


def _overload(policy: str, known: list[tuple[int, bool]], told: list[str]) -> Overload | None:
    cut = [n for n, settles in known if not settles]
    if not cut:
        return None
    if len(cut) == len(known):
        return Overload(policy, cut[0], "overloaded everywhere")
    if [n for n, _ in known[-len(cut) :]] == cut:
        return Overload(policy, cut[0], f"overloaded from {told[cut[0]]}")
    if [n for n, _ in known[: len(cut)]] == cut:
        return Overload(policy, cut[-1], f"overloaded up to {told[cut[-1]]}")
    return Overload(policy, cut[0], f"overloaded at {len(cut)} of {len(known)} points")


def overload_sentence(result: Result) -> str:
    """All of them, for whoever does not see the picture; "" where every policy settles."""
    by_words: dict[str, list[str]] = {}
    for one in overloads(result, list(result.scenario.policies)):
        by_words.setdefault(one.words, []).append(one.policy)
    parts = [f"{', '.join(names)} {words}" for words, names in by_words.items()]
    return f"{'; '.join(parts)}." if parts else ""
