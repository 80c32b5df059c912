"""The result of a study: a table of cells with their provenance, to and from bytes."""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import Any

import numpy as np
import orjson

from engine import ENGINE_VERSION
from engine.inputs.scenario import Scenario
from engine.metrics.catalogue import METRICS, metric_of
from engine.results.selection import alternative, selected
from engine.results.sought import Search, Sought
from engine.results.worst import Worst, worst
from engine.statistics.deciding import Standing
from engine.statistics.means import Estimate, estimate, on_log_scale
from engine.statistics.ratio import paired_ratio
from engine.statistics.selecting import Selected
from engine.statistics.steadiness import grows_in_some, growth, settles
from engine.statistics.stopping import Limit, Replications, Stop, Verdict, follow

DRIFT_METRICS = ("middle_jobs_in_system", "late_jobs_in_system")

Limits = Callable[[Scenario], Sequence[Limit]]
"""The most replications that each point of a study can get; `engine.study.budget.limits` knows them."""


class Result:
    """What a study has found so far.

    Attributes
    ----------
    scenario : the scenario, study included
    names : the metrics, in the order of the table's last axis
    table : float64 (points, policies, replications, metrics); NaN where a cell has not been computed, and where a
        computed one has no such metric, as a replication in which no job was taken has no response time
    limits : (scenario) -> the most replications that each point can get; asked when somebody wants to know whether
        the study is complete
    failed : the points at which a cell failed
    done : bool (points, policies, replications), whether a cell has been computed; never asked of a metric, any of
        which may be missing
    """

    def __init__(
        self,
        scenario: Scenario,
        names: tuple[str, ...],
        table: np.ndarray,
        limits: Limits,
        failed: frozenset[int] = frozenset(),
        done: np.ndarray | None = None,
    ) -> None:
        self.scenario, self.names, self.table, self.limits, self.failed = scenario, names, table, limits, failed
        self.points = scenario.points()
        self.done: np.ndarray = _has_something(table) if done is None else done
        self._settles: dict[tuple[int, str], bool] = {}

    @property
    def cells_done(self) -> int:
        """How many cells have been computed."""
        return int(self.done.sum())

    @property
    def complete(self) -> bool:
        """Whether every cell has been computed, as many as the asked precision needs."""
        is_open = any(verdict.stop is Stop.OPEN for verdict in self.verdicts)
        is_open = is_open or any(search.wanted for search in self.searches)
        return not (self.failed or is_open or (self.worst is not None and self.worst.wanted))

    @cached_property
    def verdicts(self) -> list[Verdict]:
        """For each point, how many replications it is to have, as far as is known, and why not more."""
        found = [self._verdict(point, limit) for point, limit in enumerate(self.limits(self.scenario))]
        return [one._replace(stop=Stop.FAILED) if n in self.failed else one for n, one in enumerate(found)]

    def _verdict(self, point: int, limit: Limit) -> Verdict:
        study, done = self.scenario.study, self.done[point]
        if study.goal is not None:
            return self._verdict_of_value(point, limit)
        if study.selection is not None:
            return self._verdict_of_alternatives(point)
        if study.searched is not None:
            return Verdict(int(done.sum(axis=1).max(initial=0)), Stop.TRIED)
        if study.precision is None:
            whole = done.shape[1] >= limit.replications and done[:, : limit.replications].all()
            return Verdict(limit.replications, limit.stop if whole else Stop.OPEN)
        metric, middle, late = (self._of_all(point, name) for name in (study.precision.metric, *DRIFT_METRICS))
        there = Replications(done, metric, middle, late)
        return follow(there, study.replications, study.precision.half_width_percent / 100, limit)

    @cached_property
    def searches(self) -> list[Sought]:
        """What a study with a goal has found, for each policy; nothing of others."""
        return [Search(self, policy).run() for policy in self.scenario.policies] if self.scenario.study.goal else []

    @cached_property
    def selected(self) -> Selected | None:
        """What a study with a selection has found; None of others."""
        return selected(self) if self.scenario.study.selection else None

    @cached_property
    def worst(self) -> Worst | None:
        """What a study has found that searches where a policy is worst; None of others."""
        return worst(self) if self.scenario.study.searched is not None else None

    @property
    def wanted(self) -> dict[tuple[int, int], int]:
        """Of a study with a selection, {(point, policy): replications} of what has to be there before it can go on."""
        if self.selected is None or not self.selected.is_open:
            return {}
        return {alternative(self, number): self.selected.replications for number in self.selected.left}

    def _verdict_of_alternatives(self, point: int) -> Verdict:
        wanted = max((count for pair, count in self.wanted.items() if pair[0] == point), default=0)
        there = int(self.done[point].sum(axis=1).max(initial=0))
        return Verdict(wanted, Stop.OPEN) if wanted else Verdict(there, Stop.CHOSEN)

    def _verdict_of_value(self, point: int, limit: Limit) -> Verdict:
        """A tested value has what the searches asked for; it is open until each that came by has told it."""
        (value,) = self.points[point].values()
        number = self.searches[0].values.index(value)
        decisions = [search.decisions[number] for search in self.searches if number in search.decisions]
        there = int(self.done[point].sum(axis=1).max(initial=0))
        wanted = max((search.wanted.get(number, 0) for search in self.searches), default=0)
        if wanted:
            return Verdict(wanted, Stop.OPEN)
        untold = any(one.standing is Standing.UNTOLD for one in decisions)
        return Verdict(there, limit.stop if untold else Stop.TOLD)

    def only(self, policies: Sequence[str]) -> "Result":
        """The same result as if it had no other than these of its policies, in their order; nothing is computed anew.

        Why a point has so many replications stays as it was decided with all of them.
        """
        searched = self.scenario.study.searched
        needed = () if searched is None else (searched.policy, searched.against)  # of which all that it tells is made
        numbers = [n for n, name in enumerate(self.scenario.policies) if name in (*policies, *needed)]
        scenario = self.scenario.model_copy(update={"policies": tuple(self.scenario.policies[n] for n in numbers)})
        view = Result(scenario, self.names, self.table[:, numbers], self.limits, self.failed, self.done[:, numbers])
        view.verdicts = self.verdicts
        return view

    def fingerprint(self) -> str:
        """16 hexadecimal digits over scenario and numbers: equal fingerprints, equal results to the last bit."""
        digest = hashlib.sha256(self.scenario.content_hash().encode())
        digest.update(orjson.dumps(self.names))
        # One bit pattern for "missing", and one for zero.
        digest.update((np.where(np.isnan(self.table), np.nan, self.table) + 0.0).astype("<f8").tobytes())
        if not np.array_equal(self.done, _has_something(self.table)):
            digest.update(self.done.tobytes())
        return digest.hexdigest()[:16]

    @property
    def signature(self) -> str:
        """By what its numbers can be told again: the fingerprint, where they can."""
        return f"fingerprint {self.fingerprint()}"

    def samples(self, point: int, policy: str, metric: str) -> np.ndarray:
        """One value per replication; float64 (R,), NaN where missing, in the unit of the metric.

        What blocks tell of the whole log is one value, and not as many: others are missing.
        """
        number = list(self.scenario.policies).index(policy)
        found: np.ndarray = self.table[point, number, :, self.names.index(metric)]
        return once(found) if self.scenario.is_of_the_whole(metric, found) else found

    def metrics_at(self, place: tuple[int, int, int]) -> dict[str, float]:
        """The metrics of one cell, (point, policy, replication) by number, without those it lacks."""
        row = self.table[place].tolist()
        return {name: value for name, value in zip(self.names, row, strict=True) if not np.isnan(value)}

    def estimate(self, point: int, policy: str, metric: str) -> Estimate:
        """Mean and 95 % interval; no interval where the queue does not settle, since there is nothing that it holds."""
        found = estimate(self.samples(point, policy, metric)[self._told_from(point) :])
        if self.scenario.blocks and metric_of(metric).is_positive:
            found = on_log_scale(found)
        return found if self.settles(point, policy) else found._replace(low=np.nan, high=np.nan)

    def _told_from(self, point: int) -> int:
        """The first replication that is told: of a point that a search chose only those it has not chosen it by."""
        first = self.scenario.study.replications
        return first if self.scenario.study.searched is not None and self.done[point, :, first:].any() else 0

    def speed_up(self, point: int, policy: str, other: str, metric: str = "response_time") -> Estimate:
        """How many times longer *other* takes than *policy* on the same jobs (Schnor et al. 1996, figure 6)."""
        return paired_ratio(self.samples(point, other, metric), self.samples(point, policy, metric))

    def settles(self, point: int, policy: str) -> bool:
        """Whether the queue has settled at this point; where it has not, a mean depends on how long one looks."""
        key = (point, policy)
        if key not in self._settles:
            self._settles[key] = self.scenario.ends or settles(*self.drift(point, policy))
        return self._settles[key]

    def is_strained(self, point: int, policy: str) -> bool:
        """Whether the queue is overloaded in some replications at this point, if not in the mean of all."""
        return not self.scenario.ends and grows_in_some(*self.drift(point, policy))

    def growth(self, point: int, policy: str) -> float:
        """How many times more jobs are in the system late than in the middle; about 1 of a queue that settles.

        A given few jobs end, however many of them are there when the last one comes.
        """
        return 1.0 if self.scenario.ends else growth(*self.drift(point, policy))

    def drift(self, point: int, policy: str) -> Iterator[np.ndarray]:
        """Mean number in system in the middle and late in each replication; float64 (R,) each, NaN without a queue."""
        number = list(self.scenario.policies).index(policy)
        return (self._of_all(point, name)[number] for name in DRIFT_METRICS)

    def _of_all(self, point: int, metric: str) -> np.ndarray:
        """A metric of all policies and replications; NaN if the family has it not, as where there is no queue."""
        if metric not in self.names:
            return np.full(self.done.shape[1:], np.nan)
        found: np.ndarray = self.table[point, ..., self.names.index(metric)]
        return found

    def rows(self) -> Iterator[dict[str, Any]]:
        """One summary row per point, policy and metric, in the unit of the metric."""
        for number, point in enumerate(self.points):
            for policy in self.scenario.policies:
                for name in self.names:
                    found = self.estimate(number, policy, name)
                    yield {
                        "policy": policy,
                        "point": point,
                        "metric": name,
                        "unit": metric_of(name).unit,
                        "mean": _or_none(found.mean),
                        "low": _or_none(found.low),
                        "high": _or_none(found.high),
                        "replications": found.replications,
                        "settles": self.settles(number, policy),
                    }

    def to_bytes(self) -> bytes:
        """The whole result as JSON; reading it gives the same bits."""
        tree = {
            "engine_version": ENGINE_VERSION,
            "fingerprint": self.fingerprint(),
            "scenario": orjson.Fragment(self.scenario.canonical()),
            "metrics": self.names,
            "done": self.done.tolist(),
            "cells": self.table.tolist(),  # NaN is written as null
        }
        return orjson.dumps(tree)

    @classmethod
    def from_bytes(cls, text: bytes, scenario: Scenario, limits: Limits) -> "Result | None":
        """The result of *scenario* that `to_bytes` wrote, or None if it is another engine's or another study's.

        Bytes that do not say which cells are done are of an engine that took those for done that have a metric.
        """
        tree = orjson.loads(text)
        done = np.array(tree["done"], dtype=bool) if "done" in tree else None
        if scenario.study.finds_points:
            told = tree["scenario"]["study"]
            scenario = scenario.tested_at((told["vary"] or {}).get("values") or told["breaking"]["tested"])
        result = cls(scenario, tuple(tree["metrics"]), np.array(tree["cells"], dtype=np.float64), limits, done=done)
        same = tree["engine_version"] == ENGINE_VERSION and tree["fingerprint"] == result.fingerprint()
        return result if same else None


def once(values: np.ndarray) -> np.ndarray:
    """The first of the *values* (float64 (R,)) that is there; the others, which say the same, are missing."""
    found: np.ndarray = np.where(np.arange(len(values)) == np.isfinite(values).argmax(), values, np.nan)
    return found


def _has_something(table: np.ndarray) -> np.ndarray:
    """The cells of which any metric is there."""
    found: np.ndarray = ~np.isnan(table).all(axis=-1)
    return found


def _or_none(value: float) -> float | None:
    return None if np.isnan(value) else value


METRIC_ORDER = tuple(METRICS)
"""Order in which metrics are shown."""
