"""What a study with a selection has found: which alternatives may be the best, and when the others went."""

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from engine.statistics.selecting import Selected, select
from engine.statistics.steadiness import settles

if TYPE_CHECKING:
    from engine.results.result import Result


class Alternative(NamedTuple):
    """A policy at a point, by their numbers."""

    point: int
    policy: int


def alternative(result: "Result", number: int) -> Alternative:
    """Alternative *number*: policies one after the other at each point."""
    return Alternative(*divmod(number, len(result.scenario.policies)))


def selected(result: "Result") -> Selected:
    """Follow the selection as far as the cells go; a pure function of them."""
    selection, study = result.scenario.study.selection, result.scenario.study
    if selection is None:
        raise ValueError("the study of this result selects nothing")
    pairs = len(result.points) * len(result.scenario.policies)
    by = [one for one in (selection.by, selection.and_by) if one is not None]
    columns = [result.names.index(one.metric) for one in by]
    signs = np.array([1.0 if one.wanted == "least" else -1.0 for one in by])
    samples = np.moveaxis(result.table[..., columns], -1, 2).reshape(pairs, len(by), -1) * signs[:, None]
    done = result.done.reshape(pairs, -1)
    there = [int(row.argmin()) if not row.all() else row.size for row in done]
    limit = min(one.replications for one in result.limits(result.scenario))
    drift = [
        [part for part in result.drift(point, policy)]
        for point in range(len(result.points))
        for policy in result.scenario.policies
    ]

    def steady(number: int, stage: int) -> bool:
        return result.scenario.ends or settles(*(part[:stage] for part in drift[number]))

    return select(
        samples, there, study.replications, limit, selection.indifference_percent / 100, steady, excess=_excess(result)
    )


def _excess(result: "Result") -> np.ndarray | None:
    """By how much each replication of each alternative is beyond each constraint, float64 (A, C, R); None without."""
    held = result.scenario.study.selection.constraints if result.scenario.study.selection else ()
    if not held:
        return None
    columns = [result.names.index(one.metric) for one in held]
    sides = np.array([1.0 if one.bound == "at-most" else -1.0 for one in held])
    values = np.array([one.value for one in held])
    pairs = len(result.points) * len(result.scenario.policies)
    samples = np.moveaxis(result.table[..., columns], -1, 2).reshape(pairs, len(held), -1)
    found: np.ndarray = sides[:, None] * (samples - values[:, None])
    return found
