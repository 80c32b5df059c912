"""What a paper claims in words, and whether a study bears it out: reproduced, partly, or not.

A claim is cut into checks. Each asks whether one measured quantity lies in a range, and the quantity has an interval: a
check holds if all of the interval lies in the range, fails if none of it does, and is open otherwise.
"""

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Any, NamedTuple

import numpy as np

from engine.claim import Check, Claim
from engine.registry import FAMILIES
from engine.result import Result
from engine.scenario import Scenario, content_hash
from engine.statistics import Estimate, estimate, relative


class Outcome(Enum):
    """Of one check."""

    HOLDS = "holds"
    FAILS = "fails"
    OPEN = "open"


class Finding(Enum):
    """Of a claim."""

    REPRODUCED = "reproduced"
    PARTLY = "partly reproduced"
    HARDLY = "mostly not reproduced"
    NOT = "not reproduced"


class Checked(NamedTuple):
    """A check, the quantity as measured, and the outcome."""

    check: Check
    measured: Estimate
    outcome: Outcome

    def row(self) -> dict[str, Any]:
        """As one flat row."""
        bounds = {"low": self.check.low, "high": self.check.high}
        return {
            "words": self.check.words,
            "example": self.check.example,
            "metric": self.check.metric,
            "policy": self.check.policy,
            "over": self.check.over,
            **{f"range_{name}": None if np.isinf(value) else value for name, value in bounds.items()},
            **{name: _or_none(getattr(self.measured, name)) for name in ("mean", "low", "high")},
            "replications": self.measured.replications,
            "outcome": self.outcome.value,
        }


def check(one: Check, result: Result) -> Checked:
    """Ask the study of the example."""
    samples = _samples(result, one.policy, one.metric, one.at)
    if one.over is not None:
        below = _samples(result, one.over, one.metric, one.at if one.over_at is None else one.over_at)
        samples = relative(samples, below) + 1
    measured = estimate(samples)
    return Checked(one, measured, _outcome(one, measured))


def finding(checked: Sequence[Checked]) -> Finding:
    """What the checks of a claim come to."""
    return finding_of(sum(one.outcome is Outcome.HOLDS for one in checked), len(checked))


def finding_of(holding: int, asked: int) -> Finding:
    """What it comes to if so many checks, or printed values, hold of those *asked*."""
    if holding == asked:
        return Finding.REPRODUCED
    if not holding:
        return Finding.NOT
    return Finding.PARTLY if 2 * holding >= asked else Finding.HARDLY


class Held(NamedTuple):
    """A claim, its checks as far as one study can answer them, and what they come to; `rest` are left to others."""

    claim: Claim
    checked: list[Checked]
    rest: int


def claims_on(result: Result) -> list[Held]:
    """What papers claim of the study that *result* is of, whatever its policies, seed and replications."""
    family = FAMILIES[result.scenario.family]
    own = _what_is_studied(result.scenario)
    names = {name for name, known in family.examples.items() if _what_is_studied(known) == own}
    there = set(result.scenario.policies)
    found = []
    for claim in family.claims:
        asked = [one for one in claim.checks if one.example in names and _policies(one) <= there]
        if asked:
            checked = [check(one, result) for one in asked]
            found.append(Held(claim, checked, len(claim.checks) - len(asked)))
    return found


def _policies(one: Check) -> set[str]:
    return {one.policy} if one.over is None else {one.policy, one.over}


def _what_is_studied(scenario: Scenario) -> str:
    tree = scenario.model_dump(mode="json", exclude={"title", "notes", "policies"})
    for free in ("seed", "replications", "precision"):
        tree["study"].pop(free, None)
    return content_hash(tree)


def _samples(result: Result, policy: str, metric: str, at: Mapping[str, float]) -> np.ndarray:
    if metric not in result.names:
        return np.array([np.nan])
    return result.samples(result.points.index(dict(at)), policy, metric)


def _outcome(one: Check, measured: Estimate) -> Outcome:
    low, high = measured.low, measured.high
    if np.isnan(low):
        return Outcome.OPEN
    if one.low <= low and high <= one.high:
        return Outcome.HOLDS
    return Outcome.FAILS if high < one.low or low > one.high else Outcome.OPEN


def _or_none(value: float) -> float | None:
    return None if np.isnan(value) else value
