"""The result of a study: a table of cells with their provenance, to and from bytes."""

import hashlib
from collections.abc import Iterator
from typing import Any

import numpy as np
import orjson

from engine import ENGINE_VERSION
from engine.metrics import METRICS, metric_of
from engine.scenario import Scenario
from engine.statistics import Estimate, estimate, paired_ratio, settles


class Result:
    """What a study has found so far.

    Attributes
    ----------
    scenario : the scenario, study included
    names : the metrics, in the order of the table's last axis
    table : float64 (points, policies, replications, metrics); NaN where a cell has not been computed
    """

    def __init__(self, scenario: Scenario, names: tuple[str, ...], table: np.ndarray) -> None:
        self.scenario, self.names, self.table = scenario, names, table
        self.points = scenario.points()

    @property
    def cells_done(self) -> int:
        """How many cells have been computed."""
        return int((~np.isnan(self.table[..., 0])).sum())

    @property
    def complete(self) -> bool:
        """Whether every cell has been computed."""
        return self.cells_done == self.table[..., 0].size

    def fingerprint(self) -> str:
        """16 hexadecimal digits over scenario and numbers: equal fingerprints, equal results to the last bit."""
        digest = hashlib.sha256(self.scenario.content_hash().encode())
        digest.update(orjson.dumps(self.names))
        # One bit pattern for "missing", and one for zero.
        digest.update((np.where(np.isnan(self.table), np.nan, self.table) + 0.0).astype("<f8").tobytes())
        return digest.hexdigest()[:16]

    def samples(self, point: int, policy: str, metric: str) -> np.ndarray:
        """One value per replication; float64 (R,), NaN where missing, in the unit of the metric."""
        number = list(self.scenario.policies).index(policy)
        found: np.ndarray = self.table[point, number, :, self.names.index(metric)]
        return found

    def estimate(self, point: int, policy: str, metric: str) -> Estimate:
        """Mean and 95 % interval."""
        return estimate(self.samples(point, policy, metric))

    def speed_up(self, point: int, policy: str, other: str, metric: str = "response_time") -> Estimate:
        """How many times longer *other* takes than *policy* on the same jobs (Schnor et al. 1996, figure 6)."""
        return paired_ratio(self.samples(point, other, metric), self.samples(point, policy, metric))

    def settles(self, point: int, policy: str) -> bool:
        """Whether the queue has settled at this point; where it has not, a mean depends on how long one looks."""
        if "drift" not in self.names or np.isnan(self.samples(point, policy, "drift")).all():
            return True
        return settles(self.samples(point, policy, "drift"))

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
                    }

    def to_bytes(self) -> bytes:
        """The whole result as JSON; reading it gives the same bits."""
        tree = {
            "engine_version": ENGINE_VERSION,
            "fingerprint": self.fingerprint(),
            "scenario": orjson.Fragment(self.scenario.canonical()),
            "metrics": self.names,
            "cells": self.table.tolist(),  # NaN is written as null
        }
        return orjson.dumps(tree)

    @classmethod
    def from_bytes(cls, text: bytes, scenario: Scenario) -> "Result | None":
        """The result of *scenario* that `to_bytes` wrote, or None if it is another engine's or another study's."""
        tree = orjson.loads(text)
        result = cls(scenario, tuple(tree["metrics"]), np.array(tree["cells"], dtype=np.float64))
        same = tree["engine_version"] == ENGINE_VERSION and tree["fingerprint"] == result.fingerprint()
        return result if same else None


def _or_none(value: float) -> float | None:
    return None if np.isnan(value) else value


METRIC_ORDER = tuple(METRICS)
"""Order in which metrics are shown."""
