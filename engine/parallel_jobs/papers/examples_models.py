"""An example of jobs that come of a workload model: what backfilling makes of the estimates that users give.

What its notes say is held against the numbers in `tests/engine/parallel_jobs/test_users_estimates.py`.
"""

from typing import Any

USERS_ESTIMATES: dict[str, Any] = {
    "title": "Backfilling with the estimates users give",
    "notes": "What to see: 5,000 jobs in about 67 days on 256 machines, of the model lublin99 (Lublin & Feitelson "
    "2003), with estimates after tsafrir05 (Tsafrir, Etsion & Feitelson 2005). At a load of 0.7 the mean bounded "
    "slowdown is 378 under EASY and 310 with conservative backfilling, and 244 under First Fit, which asks for no "
    "estimates. If users knew the run times (workload, run time estimate: exact), it would be 188, 174 and 260. FCFS "
    "is far above.",
    "family": "parallel-jobs",
    "cluster": {"groups": [{"name": "node", "count": 256, "speed_factor": 1}]},
    "workload": {
        "arrivals": {
            "process": "lublin99",
            "load": 0.7,
            "estimate": {"estimate": "tsafrir05", "largest_estimate": 64_800},
        },
        "jobs": 5_000,
    },
    "policies": ["EASY", "FF", "Conservative", "FCFS"],
    "study": {
        "vary": {"field": "offered_load", "values": [0.5, 0.6, 0.7, 0.8]},
        "replications": 20,
        "seed": 2003,
    },
}
"""The JSON tree."""
