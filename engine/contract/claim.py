"""A claim that a paper makes in words, cut into checks for studies; `engine.papers.claims` holds it against one."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np


@dataclass(frozen=True)
class Check:
    """One measured quantity and the range in which the claim has it.

    Attributes
    ----------
    words : what is claimed, in a few words
    example : name of the example whose study is asked
    metric, policy : the quantity is this metric of this policy, mean over replications
    over : or its ratio to the metric of this policy, replication by replication, on the same jobs
    at, over_at : points ({path: value}) of the sweep, where there is one; *over_at* of what it is divided by
    since : or by which factor the metric of *policy* grows from this point to *at*, over that of *over*
    low, high : the range
    """

    words: str
    example: str
    metric: str
    policy: str
    low: float = -np.inf
    high: float = np.inf
    over: str | None = None
    at: Mapping[str, float] = field(default_factory=dict)
    over_at: Mapping[str, float] | None = None
    since: Mapping[str, float] | None = None


@dataclass(frozen=True)
class Claim:
    """What a paper says: *name* of it, the whole statement in our words, its source, and the checks."""

    name: str
    text: str
    source: str
    checks: tuple[Check, ...]
