"""An example of a log: one path of twelve weeks, replayed by each policy, and what its blocks say of the differences.

The log is of no machine: it is drawn here, with days, weekends and users, so that it can be shipped.
"""

from typing import Any

import numpy as np

from engine.inputs.draws import Draws
from engine.logs.encoding import encode
from engine.logs.table import Table
from engine.parallel_jobs.inputs.sources.logged import told_of, write_table

JOBS, WEEKS, PROCESSORS = 420, 13, 64
DAY = 86_400
BY_HOUR = np.array([1, 1, 1, 1, 1, 1, 1, 2, 4, 6, 8, 8, 6, 8, 8, 8, 7, 5, 3, 2, 2, 2, 1, 1])
BY_DAY = np.array([6, 6, 6, 6, 5, 2, 2])
"""In proportion: few come at night and on weekends."""

LIMITS = np.array([1, 2, 4, 8, 12, 24, 48]) * 3600
"""Estimates that users give, s: round ones, and the next above the run time or one further."""


def _drawn() -> Table:
    draws = Draws(2026, 0)
    hours = np.cumsum(np.repeat(BY_DAY, 24) * np.tile(BY_HOUR, 7))
    uniform = {
        name: draws.stream(name).random(JOBS) for name in ("hour", "week", "second", "size", "run", "more", "user")
    }
    hour = np.searchsorted(hours, uniform["hour"] * hours[-1], side="right")
    submit = (np.floor(uniform["week"] * WEEKS) * 7 * DAY + hour * 3600 + np.floor(uniform["second"] * 3600)).astype(
        int
    )
    order = np.argsort(submit, kind="stable")
    power = np.floor(uniform["run"] * 9).astype(int)  # exact: no function whose last bit depends on the processor
    run = (300 * 2**power * (1 + np.floor(uniform["more"] * 64) / 64)).astype(int)
    place = np.minimum(np.searchsorted(LIMITS, run) + (uniform["user"] > 0.5), len(LIMITS) - 1)
    return Table.of(
        {
            "submit": submit[order],
            "run": run,
            "allocated": 2 ** np.floor(uniform["size"] * 7).astype(int),
            "estimate": np.maximum(LIMITS[place], run),
            "user": 1 + np.floor(uniform["user"] * 12).astype(int),
        }
    )


TABLE = _drawn()

LOG: dict[str, Any] = {
    "title": "One log, replayed: how sure can one be?",
    "notes": "What to see: a log is one path, so its replications are blocks of whole weeks, and the intervals are "
    "wide; the differences between policies, over the same weeks, are much surer. The tab Log shows what was recorded, "
    "and how it was cleaned. To replay a log of your own, drop its file (SWF, or what sacct prints) on the page. "
    "This one is drawn and of no machine.",
    "family": "parallel-jobs",
    "cluster": {"groups": [{"name": "processor", "count": PROCESSORS, "speed_factor": 1.0}]},
    "workload": {
        "arrivals": {
            "process": "log",
            "digest": TABLE.name,
            "called": "Twelve weeks, drawn",
            "rows": JOBS,
            "length": float(TABLE["submit"][-1] - TABLE["submit"][0]),
            "sizes": told_of(TABLE["allocated"], TABLE.seconds("run")),
            "unix_start": 1_704_067_200,
            "weeks": WEEKS - 2,
            "carried": write_table(encode(TABLE)),
        },
    },
    "policies": ["EASY", "FCFS", "FF", "Conservative"],
    "study": {
        "vary": {"field": "workload.arrivals.load_factor", "values": [0.8, 0.9, 1.0, 1.1, 1.2]},
        "replications": 4,
    },
}
"""The JSON tree."""

MALLEABLE: dict[str, Any] = LOG | {
    "title": "If jobs of a log could shrink and grow",
    "notes": "What to see: as long as no job can change its size Uniform First Fit is First Fit. If a quarter of them "
    "could (an assumption: from a quarter of the recorded size to four times as many processors, 2 % of each job "
    "serial) the mean response time is a fifth shorter, and if all could, a quarter as long; policies that choose no "
    "sizes gain nothing. A logged job says nothing about its speedup: another assumption, another result. The log is "
    "drawn and of no machine.",
    "workload": {"arrivals": LOG["workload"]["arrivals"] | {"other_sizes": {"assumed": "malleable"}}},
    "policies": ["EASY", "FF", "UFF"],
    "study": {
        "vary": {"field": "workload.arrivals.other_sizes.share", "values": [0.0, 0.25, 0.5, 0.75, 1.0]},
        "replications": 4,
    },
}
"""The same log under an assumption that no log supports."""
