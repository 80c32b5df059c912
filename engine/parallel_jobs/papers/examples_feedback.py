"""An example of feedback: users who wait for the end of a job before they send the next one, on a smaller machine.

The log is of no machine: it is drawn here, as a quiet machine would have recorded it on which no job had to wait.
"""

from typing import Any

import numpy as np

from engine.inputs.draws import Draws
from engine.logs.encoding import encode
from engine.logs.table import Table
from engine.parallel_jobs.inputs.sources.logged import told_of, write_table

CHAINS, LENGTH, WEEKS, PROCESSORS = 130, 5, 13, 32
USERS = 12
HOUR, WEEK = 3600, 604_800


def _drawn() -> Table:
    """Chains of jobs: a user sends one, and the next some minutes after its end, five times."""
    draws, shape = Draws(2027, 0), (CHAINS, LENGTH)
    uniform = {name: draws.stream(name).random(shape) for name in ("run", "more", "size", "think")}
    week, hour, user = (draws.stream(name).random(CHAINS) for name in ("week", "hour", "user"))
    begin = np.floor(week * WEEKS) * WEEK + np.floor(hour * 120) * HOUR  # from Monday to Friday
    power = np.floor(uniform["run"] * 7)  # exact: no function whose last bit depends on the processor
    run = 600 * 2**power * (1 + np.floor(uniform["more"] * 4) / 4)
    think = 60 * (1 + np.floor(uniform["think"] * 15))
    each = np.cumsum(run + think, axis=1) - (run + think)
    submit = (begin[:, None] + each).astype(int).ravel()
    order = np.argsort(submit, kind="stable")
    columns = {
        "submit": submit,
        "wait": np.zeros(submit.size, dtype=int),
        "run": run.astype(int).ravel(),
        "allocated": (2 ** np.floor(uniform["size"] * 6)).astype(int).ravel(),
        "estimate": (2 * run).astype(int).ravel(),
        "user": np.repeat(1 + np.floor(user * USERS), LENGTH).astype(int),
    }
    return Table.of({name: column[order] for name, column in columns.items()})


TABLE = _drawn()

USERS_WAIT: dict[str, Any] = {
    "title": "What a better scheduler does when users wait for their jobs",
    "notes": "What to see: at a load factor of 1 jobs wait twice as long under FCFS as under EASY backfilling. If the "
    "same jobs come as recorded, whatever happens to those before (choose none as feedback of users), it is more than "
    "three times as long: who waits for a result does not send the next job meanwhile, so a slow scheduler has less to "
    "do, and differences between policies shrink. The log is drawn: a quiet machine on which nobody waited, whose "
    "users move to one of 32 processors.",
    "family": "parallel-jobs",
    "cluster": {"groups": [{"name": "processor", "count": PROCESSORS, "speed_factor": 1.0}]},
    "workload": {
        "arrivals": {
            "process": "log",
            "digest": TABLE.name,
            "called": "Users who wait, drawn",
            "rows": len(TABLE),
            "length": float(TABLE["submit"][-1] - TABLE["submit"][0]),
            "sizes": told_of(TABLE["allocated"], TABLE.seconds("run")),
            "unix_start": 1_704_067_200,
            "weeks": WEEKS - 2,
            "carried": write_table(encode(TABLE)),
            "user_feedback": "sessions",
        },
    },
    "policies": ["EASY", "FCFS", "SJF"],
    "study": {
        "vary": {"field": "workload.arrivals.load_factor", "values": [0.6, 0.8, 1.0, 1.2]},
        "replications": 4,
    },
}
"""The JSON tree."""
