"""An example of partitions: a machine that was cut in two, where jobs of each part wait in a queue of their own.

The log is of no machine: it is drawn here, with days and weekends.
"""

from typing import Any

import numpy as np

from engine.inputs.draws import Draws
from engine.logs.encoding import encode
from engine.logs.table import Table
from engine.parallel_jobs.inputs.sources.logged import told_of, write_table
from engine.parallel_jobs.papers.examples_log import BY_DAY, BY_HOUR

WEEKS, USERS = 13, 12
HOUR, WEEK = 3600, 604_800

NARROW, WIDE = 1, 2
PROCESSORS = {NARROW: 16, WIDE: 48}
SHAPES = {NARROW: (400, 1, 4, 3600, 5), WIDE: (160, 8, 3, 13_500, 4)}
"""Of each partition: jobs; the smallest size, and how many sizes there are, each twice the one before; the shortest run
time, s, and how many lengths there are.
"""


def _drawn() -> Table:
    draws = Draws(2033, 0)
    hours = np.cumsum(np.repeat(BY_DAY, 24) * np.tile(BY_HOUR, 7))
    parts = []
    for number, (jobs, smallest, sizes, shortest, lengths) in SHAPES.items():
        uniform = {
            name: draws.stream(f"{name} {number}").random(jobs)
            for name in ("hour", "week", "second", "size", "run", "more", "user")
        }
        hour = np.searchsorted(hours, uniform["hour"] * hours[-1], side="right")
        power = np.floor(uniform["run"] * lengths).astype(
            int
        )  # exact: no function whose last bit depends on the processor
        run = (shortest * 2**power * (1 + np.floor(uniform["more"] * 8) / 8)).astype(int)
        submit = np.floor(uniform["week"] * WEEKS) * WEEK + hour * HOUR + np.floor(uniform["second"] * 6) * 600
        parts.append(
            {
                "submit": submit.astype(int),
                "run": run,
                "allocated": smallest * 2 ** np.floor(uniform["size"] * sizes).astype(int),
                "estimate": 2 * run,
                "user": 1 + np.floor(uniform["user"] * USERS).astype(int),
                "partition": np.full(jobs, number),
            }
        )
    columns = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
    order = np.argsort(columns["submit"], kind="stable")
    return Table.of({name: column[order] for name, column in columns.items()})


TABLE = _drawn()

PARTITIONS: dict[str, Any] = {
    "title": "A machine in two partitions, each with its queue",
    "notes": "What to see: 16 processors for narrow jobs and 48 for wide ones, each with a queue of its own; nobody "
    "may use what is idle on the other side. At a load factor of 1 the mean wait is 5.2 h under EASY, 9.8 h under FCFS "
    "and 3.8 h where the shortest go first (SJF). If all shared the 64 processors and one queue (leave the partitions "
    "in the sketch empty) it would be 3.1 h, 6.4 h and 2.6 h: the wall costs more than the best order on either side "
    "of it gains. Schedule and Utilization show both groups. The log is drawn and of no machine.",
    "family": "parallel-jobs",
    "cluster": {
        "groups": [
            {"name": "narrow", "count": PROCESSORS[NARROW], "speed_factor": 1.0},
            {"name": "wide", "count": PROCESSORS[WIDE], "speed_factor": 1.0},
        ]
    },
    "workload": {
        "arrivals": {
            "process": "log",
            "digest": TABLE.name,
            "called": "Two partitions, drawn",
            "rows": len(TABLE),
            "length": float(TABLE["submit"][-1] - TABLE["submit"][0]),
            "sizes": told_of(TABLE["allocated"], TABLE.seconds("run")),
            "unix_start": 1_704_067_200,
            "weeks": WEEKS - 2,
            "carried": write_table(encode(TABLE)),
            "partition_queues": f"{NARROW}, {WIDE}",
        },
    },
    "policies": ["EASY", "FCFS", "SJF"],
    "study": {
        "vary": {"field": "workload.arrivals.load_factor", "values": [0.6, 0.8, 1.0, 1.2]},
        "replications": 4,
    },
}
"""The JSON tree."""
