"""Logs as no machine writes them, of a few jobs each, and what is told of them."""

from random import Random
from typing import Any

import numpy as np

from engine.logs.encoding import encode
from engine.logs.limits import NUMBER
from engine.logs.table import IN_A_LINK, Table
from engine.parallel_jobs.inputs.sources.logged import RESAMPLED, told_of, write_table
from engine.workload_models.tsafrir05 import LEAST_LARGEST, STEP

USUALLY = 0.98
"""What would only be refused is mended so often: the rest is refused, in a sentence."""

WEEK = 604_800
LATEST_SUBMIT = 10**9


def put_log(tree: dict[str, Any], lot: Random) -> None:
    """Make a replay of the tree, whose arrivals are those of a log, and take away what a log decides itself."""
    table = _table(lot)
    arrivals, groups = tree["workload"]["arrivals"], tree["cluster"]["groups"]
    sizes, run = np.maximum(1, table["allocated"]), np.maximum(1, table.seconds("run"))
    arrivals |= {
        "digest": table.name,
        "rows": len(table),
        "length": float(np.ptp(table["submit"])),
        "sizes": told_of(np.minimum(sizes, 200_000), np.minimum(run, 10**9)),
        "carried": write_table(encode(table)),
        "weeks": lot.choice((0, 1)),
        "zone": lot.choice(("", "Europe/Vienna", "Etc/UTC", "No/Where")),
        # Of one in sixteen, by its name: partitions are as many as groups, of equal machines, or it is refused.
        "partition_queues": ", ".join(str(n) for n, _ in enumerate(groups, 1)) if table.name.startswith("0") else "",
    }
    if lot.random() < USUALLY:
        _one_way(arrivals, lot)
    if arrivals["resampled"] != "no" or arrivals["load_by"] == "users":
        tree["study"]["replications"] = RESAMPLED[0]
    estimates = arrivals["estimates"]
    if "largest_estimate" in estimates and lot.random() < USUALLY:
        estimates["largest_estimate"] = whole_estimate(estimates["largest_estimate"])
    cleaning = arrivals["cleaning"]
    cleaning["without"] = [] if lot.random() < 0.8 else [{"user": 1, "week": 1}]
    if lot.random() < USUALLY:  # other partitions, queues and weeks are hardly ever those of some job
        cleaning |= {"partitions": [], "queues": [], "first_week": 1, "last_week": lot.choice((None, None, 1, 20_000))}
    tree["workload"] = {"arrivals": arrivals}
    tree["machine_events"] = []


def _one_way(arrivals: dict[str, Any], lot: Random) -> None:
    """A log is shaken, or resampled, or its jobs follow others."""
    way = lot.choice(("as it is", "as it is", "shaken", "resampled", "feedback"))
    if way != "resampled":
        arrivals["resampled"] = "no"
        if arrivals["load_by"] == "users":
            arrivals["load_by"] = lot.choice(("gaps", "week_clock"))
    elif arrivals["load_by"] == "users":
        arrivals["resampled"] = lot.choice(("no", "users"))
    if way != "feedback":
        arrivals["user_feedback"] = "no"
    arrivals["shaken"] = way == "shaken"


def whole_estimate(largest: float) -> float:
    """The next one to *largest* (s) that users give, in whole steps."""
    return max(LEAST_LARGEST, largest // STEP * STEP)


def _table(lot: Random) -> Table:
    """One job to twelve, out of order and at once, with times and sizes from nothing to more than there can be."""
    count = lot.randint(1, 12)
    longest = lot.choice((1, 100, 10**5, 10**9))

    def some(*values: int) -> list[int]:
        return [lot.choice(values) for _ in range(count)]

    first = lot.choice((0, LATEST_SUBMIT))
    table = {
        "submit": [first + lot.choice((0, 0, 1, 59, WEEK, lot.randrange(1 + longest))) for _ in range(count)],
        "run": some(-1, 0, 1, longest, lot.randrange(1 + longest), lot.choice((1, NUMBER))),
        "allocated": some(-1, 0, 1, 1, 2, 3, 7, 2000, 10**6),
        "estimate": some(-1, 0, 1, longest, 2 * longest),
        "user": some(-1, 0, 1, 2, NUMBER),
    }
    return Table.of({name: table[name] for name in IN_A_LINK})
