"""Jobs as a published workload model draws them: arrivals, sizes and run times together."""

from collections.abc import Sequence
from functools import lru_cache
from math import inf, sqrt
from typing import Any, Literal, NamedTuple, Self

import numpy as np
from pydantic import Field, model_validator

from engine.compiled.elementary import total
from engine.inputs.cluster import MAXIMUM_MACHINES
from engine.inputs.draws import Draws
from engine.inputs.estimates import Exact
from engine.inputs.quantity import Strict, choice, quantity
from engine.inputs.rejection import Rejection
from engine.parallel_jobs.inputs.demands import Constant, LogNormal
from engine.parallel_jobs.inputs.sizes import Evenly
from engine.parallel_jobs.inputs.sources.model_constants import Constants, Fitted, Published
from engine.parallel_jobs.inputs.sources.user_estimates import LIKE_USERS, Tsafrir05, UserEstimate
from engine.workload_models.jobs import RigidJobs
from engine.workload_models.lublin99 import (
    DAYS,
    HALF_HOUR,
    HALF_HOURS,
    KINDS,
    Expected,
    Kind,
    expected,
    fewest,
    mean_run,
    mean_square_run,
    run_up_to,
    sample,
    size_shares,
)
from engine.workload_models.users import users_of

CLASSES = ((1, 1), (2, 4), (5, 16), (17, 64), (65, 256), (257, 1024), (1025, MAXIMUM_MACHINES))
"""Job classes by size: from, to."""

LOW_VARIATION, HIGH_VARIATION = 0.01, 20.0


class Lublin99(Strict):
    """Rigid jobs with a day, after Lublin & Feitelson 2003, "The workload on parallel supercomputers".

    The sizes are for as many processors as the cluster has machines. Times are whole seconds from a midnight on.
    """

    process: Literal["lublin99"] = choice(
        "Arrivals",
        "Jobs come as the model of Lublin & Feitelson 2003 draws them: sizes, run times and a day.",
        words="model: lublin99",
    )
    types: Literal["all", "two-types", "batch", "interactive"] = choice(
        "Types of jobs",
        "What the model was fitted to: all jobs of three machines together, or its batch and interactive jobs, each "
        "with a day of their own.",
        "all",
        words={
            "all": "all jobs as one",
            "two-types": "batch and interactive",
            "batch": "batch alone",
            "interactive": "interactive alone",
        },
    )
    constants: Constants = Field(
        Published(),
        title="Constants",
        description="Of sizes, run times, gaps and the day.",
        json_schema_extra={"beginning": Published().model_dump(mode="json")},
    )
    load: float = quantity(
        "Load",
        "1",
        0.001,
        10,
        "Work that arrives over the work that all machines can do, in the long run. Times between jobs are stretched "
        "for it on the clock of the day, which stays a day.",
        step=0.05,
        beginning=0.7,
    )
    exact_load: bool = choice(
        "Exactly this load in each replication",
        "Off: gaps differ so much that 10,000 jobs have this load within 14 % or so. On: all gaps of a replication are "
        "stretched once more, so that its load is this one; replications differ less then.",
        False,
    )
    weekend: float = quantity(
        "Weekend",
        "1",
        0.01,
        1,
        "On Saturdays and Sundays so many times as many jobs come as on other days; the model itself has no weeks.",
        1.0,
        step=0.1,
    )
    users: int = quantity(
        "Users",
        "",
        0,
        500,
        "So many are there in a mean week: some all the time, more for some weeks, each with sizes, run times and a "
        "share of the jobs of his own. 0: nobody is known, and the job class counts as the user. A model of ours; the "
        "jobs stay what they are.",
        0,
    )
    estimate: UserEstimate = Field(
        Exact(estimate="exact"), title="Run time estimate", description="What backfilling is told about the run time."
    )

    @model_validator(mode="after")
    def _one_type_is_fitted(self) -> Self:
        if isinstance(self.constants, Fitted) and self.types != "all":
            raise Rejection(
                "workload.arrivals.types", f'"{self.types}" has published constants alone; fitted ones are of "all"'
            )
        return self

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The types of jobs with their constants."""
        return (self.constants.kind,) if isinstance(self.constants, Fitted) else KINDS[self.types]

    @property
    def period(self) -> float:
        """After what time the rate of arrivals comes back, s."""
        return HALF_HOURS * HALF_HOUR * (1 if self.weekend == 1.0 else DAYS)

    def fewest(self) -> int:
        """The smallest cluster that the sizes can be made for, machines."""
        return max(map(fewest, self.kinds))

    @property
    def cut(self) -> float:
        """To what longer run times are cut, s."""
        return self.estimate.largest_estimate if isinstance(self.estimate, Tsafrir05) else inf

    def share_cut(self, machines: int) -> float:
        """Of the jobs on so many *machines*: those that run for longer than that."""
        if self.cut == inf:
            return 0.0
        shares = zip(self.expected(machines).shares, self.kinds, strict=True)
        return 1.0 - total(share * run_up_to(kind, machines, self.cut) for share, kind in shares)

    def expected(self, machines: int) -> Expected:
        """Means for so many *machines*, before gaps are stretched."""
        return expected(self.kinds, machines, self.cut)

    def described(self, machines: int) -> list[dict[str, Any]]:
        """What a job class for each range of sizes says, for whatever goes by classes and means."""
        estimate = LIKE_USERS if isinstance(self.estimate, Tsafrir05) else self.estimate
        return [_described(one) | {"estimate": estimate} for one in _classes(self.kinds, machines, self.cut)]

    def sample(self, draws: Draws, machines: int, capacity: float, jobs: int) -> RigidJobs:
        """The jobs of a replication on so many *machines* that do *capacity* seconds of work in one."""
        known = self.expected(machines)
        factor = known.work / (known.gap * capacity * self.load)
        exactly = self.load * capacity if self.exact_load else None
        return sample(self.kinds, machines, draws, jobs, factor, exactly, self.cut, self.weekend)


def users_of_model(model: Lublin99, draws: Draws, jobs: RigidJobs) -> np.ndarray:
    """Whose the jobs are, int64 (J,), from 1; none, (0,), where nobody is known."""
    return users_of(jobs, draws, model.users) if model.users else np.empty(0, dtype=np.int64)


def class_of(size: np.ndarray, least: Sequence[int]) -> np.ndarray:
    """The number of the job class of jobs of a *size*, int32 (J,), where those of the classes begin with the *least*.

    With fitted constants a range of sizes may have no jobs, and then is no class.
    """
    found: np.ndarray = np.maximum(np.searchsorted(least, size, side="right") - 1, 0).astype(np.int32)
    return found


class _SizeClass(NamedTuple):
    """Share of all jobs, least and largest size, mean demand (s) and its coefficient of variation."""

    share: float
    least: int
    most: int
    demand: float
    variation: float


@lru_cache(64)
def _classes(kinds: tuple[Kind, ...], machines: int, cut: float) -> tuple[_SizeClass, ...]:
    known = expected(kinds, machines, cut)
    sizes = [
        (n, share * part, mean_run(kind, n, cut), mean_square_run(kind, n, cut))
        for kind, share in zip(kinds, known.shares, strict=True)
        for n, part in enumerate(size_shares(kind, machines))
        if part
    ]
    found = []
    for least, most in CLASSES:
        within = [one for one in sizes if least <= one[0] <= most]
        share = total(part for _, part, _, _ in within)
        if least > machines or not share:
            continue
        mean = total(part * n * run for n, part, run, _ in within) / share
        square = total(part * n * n * of_run for n, part, _, of_run in within) / share
        variation = sqrt(max(0.0, square / (mean * mean) - 1.0))
        found.append(_SizeClass(share, least, min(most, machines), mean, variation))
    return tuple(found)


def _described(one: _SizeClass) -> dict[str, Any]:
    spread = Evenly(spread="evenly", up_to=one.most)
    law: Any = Constant(distribution="constant", mean=one.demand)
    if one.variation >= LOW_VARIATION:
        variation = min(one.variation, HIGH_VARIATION)
        law = LogNormal(distribution="log-normal", mean=one.demand, coefficient_of_variation=variation)
    return {
        "name": f"size {one.least}" if one.least == one.most else f"size {one.least}-{one.most}",
        "kind": "rigid",
        "weight": one.share,
        "demand": law,
        "min_size": one.least,
        "min_size_spread": spread,
        "max_size": one.least,
        "max_size_spread": spread,
    }
