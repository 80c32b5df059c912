"""What those measure of jobs who publish on logs: waits by percentile, slowdowns per processor, how long work waits."""

import numpy as np

from engine.inputs.measurement import Measurement
from engine.parallel_jobs.records import Records

PERCENTILES = (50, 95, 99)


def of_logged_jobs(records: Records, measurement: Measurement) -> dict[str, float]:
    """The metrics of `metric_names.OF_LOGS` that are told of jobs; none of no job (family README, logs)."""
    if not len(records.arrival):
        return {}
    wait, run = records.start - records.arrival, records.end - records.start
    longest = np.maximum(run, measurement.slowdown_threshold)
    slowdown = np.maximum(1.0, (wait + run) / (records.size * longest))
    area = run * records.size
    return {
        **{f"wait_time_p{p}": float(v) for p, v in zip(PERCENTILES, np.percentile(wait, PERCENTILES), strict=True)},
        "largest_wait": float(wait.max()),
        "waited_jobs": float((wait > 0).mean()),
        "processor_slowdown": float(slowdown.mean()),
        "area_wait": float((wait * area).sum() / area.sum()) if area.any() else 0.0,
    }
