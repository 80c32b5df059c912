"""An example of arrivals by the hour: as many jobs a day, evenly or as people work.

What its notes say is held against the numbers in `tests/engine/parallel_jobs/test_day.py`.
"""

from typing import Any

from engine.inputs.by_hour import OFFICE_DAY

NIGHT_AND_DAY: dict[str, Any] = {
    "title": "Night and day: the same load, evenly or in office hours",
    "notes": "What to see: 120 jobs a day are 60 % of what 32 machines can do. Spread evenly (0) a job waits 18 "
    "minutes under FCFS and 10 under EASY; in office hours (1) the same jobs wait 158 and 100, since more comes "
    "then than can be done. Jobs that shrink (UFF) wait 0 and 10 minutes, but take 60 and 147 in all.",
    "family": "parallel-jobs",
    "cluster": {"groups": [{"name": "machine", "count": 32, "speed_factor": 1}]},
    "workload": {
        # 120 jobs a day of 3.84 machine hours each: 0.6 of what 32 machines can do.
        "arrivals": {"process": "by-hour", "rate_per_1000_s": 1.3889, "by_hour": list(OFFICE_DAY)},
        "job_classes": [
            {
                "demand": {"distribution": "log-normal", "mean": 13_824, "coefficient_of_variation": 1.0},
                "min_size": 1,
                "max_size": 2,
                "max_size_spread": {"spread": "powers-of-two", "up_to": 16},
                "kind": "malleable",
            }
        ],
        "jobs": 1_300,
    },
    "policies": ["FCFS", "EASY", "UFF"],
    "study": {
        "vary": {"field": "workload.arrivals.strength", "values": [0, 0.2, 0.4, 0.6, 0.8, 1]},
        "replications": 10,
        "seed": 24,
    },
}
"""The JSON tree."""
