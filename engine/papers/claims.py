"""What a paper claims in words, held against studies.

A claim is cut into checks, and is true if all of them are. Each asks whether one measured quantity lies in a range, and
the quantity has an interval: a check holds if all of the interval lies in the range, fails if none of it does, and is
open otherwise. How the checks of a claim are held together, and what they come to, is said by `engine.papers.finding`.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from engine.contract.claim import Check, Claim
from engine.inputs.scenario import Scenario, content_hash
from engine.papers.finding import Asked, Finding, Outcome, Tally, held_together, outcome_of
from engine.results.result import Result
from engine.statistics.means import Estimate, estimate
from engine.study.registry import FAMILIES


class Checked(NamedTuple):
    """A check, the quantity as measured, and its interval that holds together with those of all checks of the claim."""

    check: Check
    measured: Estimate
    held: Estimate

    @property
    def outcome(self) -> Outcome:
        """What comes of the check."""
        return outcome_of(self.held.low, self.held.high, self.check.low, self.check.high)

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
            **{f"held_{name}": _or_none(getattr(self.held, name)) for name in ("low", "high")},
            "replications": self.measured.replications,
            "outcome": self.outcome.value,
        }


def check(checks: Sequence[Check], results: Mapping[str, Result], more: int = 0) -> list[Checked]:
    """Ask the studies of the examples what comes of the *checks* of a claim, of which *more* cannot be asked."""
    asked = [Asked(_quantity(one, results[one.example]), one.low, one.high) for one in checks]
    measured = [estimate(one.samples) for one in asked]
    return list(map(Checked, checks, measured, held_together(asked, more)))


def tally(checked: Sequence[Checked]) -> Tally:
    """How many of the checks hold, fail and are open."""
    return Tally.of(one.outcome for one in checked)


def finding(checked: Sequence[Checked]) -> Finding:
    """What the checks of a claim come to."""
    return tally(checked).finding()


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
            rest = len(claim.checks) - len(asked)
            found.append(Held(claim, check(asked, dict.fromkeys(names, result), rest), rest))
    return found


def _policies(one: Check) -> set[str]:
    return {one.policy} if one.over is None else {one.policy, one.over}


def _what_is_studied(scenario: Scenario) -> str:
    tree = scenario.model_dump(mode="json", exclude={"title", "notes", "policies"})
    for free in ("seed", "replications", "precision"):
        tree["study"].pop(free, None)
    return content_hash(tree)


def _quantity(one: Check, result: Result) -> np.ndarray:
    """What is asked for, replication by replication: float64 (R,), NaN where there is none yet.

    A ratio that some replication cannot tell, since what it divides by is 0 there, is not there at all: a mean over the
    other replications would be one over chosen cases.
    """
    above = _grown(result, one.policy, one, one.at)
    if one.over is None:
        return above
    found = _quotient(above, _grown(result, one.over, one, one.at if one.over_at is None else one.over_at))
    return np.full(1, np.nan) if np.isinf(found).any() else found


def _grown(result: Result, policy: str, one: Check, at: Mapping[str, float]) -> np.ndarray:
    """The metric of a policy at a point, or by which factor it grows up to there."""
    there = _samples(result, policy, one.metric, at)
    return there if one.since is None else _quotient(there, _samples(result, policy, one.metric, one.since))


def _quotient(above: np.ndarray, below: np.ndarray) -> np.ndarray:
    """One over the other; 1 where both are 0, infinite where only *below* is."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where((above == 0) & (below == 0), 1.0, above / below)


def _samples(result: Result, policy: str, metric: str, at: Mapping[str, float]) -> np.ndarray:
    if metric not in result.names:
        return np.array([np.nan])
    return result.samples(result.points.index(dict(at)), policy, metric)


def _or_none(value: float) -> float | None:
    return None if np.isnan(value) else value
