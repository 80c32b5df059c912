"""The means of one schedule, so that what was recorded can stand beside what is simulated."""

import numpy as np

from engine.parallel_jobs.for_whom.served import Served


def overall(served: Served, threshold: float) -> dict[str, float]:
    """Jobs, processor-hours, waits (s) and mean bounded slowdown; of no job, the first two alone."""
    found = {"jobs": float(len(served.wait)), "hours": float(served.work.sum() / 3600)}
    if not len(served.wait):
        return found
    median, late = np.percentile(served.wait, (50, 95))
    return found | {
        "wait": float(served.wait.mean()),
        "median_wait": float(median),
        "wait_p95": float(late),
        "largest_wait": float(served.wait.max()),
        "waited": float((served.wait > 0).mean()),
        "slowdown": float(served.slowdown(threshold).mean()),
    }
