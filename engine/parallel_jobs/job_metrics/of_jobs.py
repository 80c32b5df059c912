"""What those measure of jobs who publish on logs: waits by percentile, slowdowns per processor, how long work waits."""

import numpy as np

from engine.inputs.measurement import Measurement
from engine.parallel_jobs.records import Reason, Records

PERCENTILES = (50, 95, 99)


def of_logged_jobs(records: Records, measurement: Measurement) -> dict[str, float]:
    """The metrics of `metric_names.OF_LOGS` that are told of the jobs taken; none of no job (family README, logs)."""
    taken = records.reason == Reason.NONE
    if not taken.any():
        return {}
    times = (records.arrival, records.start, records.end, records.size)
    arrival, start, end, size = times if taken.all() else (part[taken] for part in times)
    wait, run = start - arrival, end - start
    longest = np.maximum(run, measurement.slowdown_threshold)
    slowdown = np.maximum(1.0, (wait + run) / (size * longest))
    area = run * size
    return {
        **{f"wait_time_p{p}": float(v) for p, v in zip(PERCENTILES, np.percentile(wait, PERCENTILES), strict=True)},
        "largest_wait": float(wait.max()),
        "waited_jobs": float((wait > 0).mean()),
        "processor_slowdown": float(slowdown.mean()),
        "area_wait": float((wait * area).sum() / area.sum()) if area.any() else 0.0,
    }
