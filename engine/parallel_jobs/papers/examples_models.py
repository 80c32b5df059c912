"""Examples of jobs that come of a workload model: what backfilling makes of users' estimates, and a year of users.

What their notes say is held against the numbers in `test_users_estimates.py` and `test_synthetic_year.py` of the tests.
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

SYNTHETIC_YEAR: dict[str, Any] = {
    "title": "A year of a cluster and its users",
    "notes": "What to see: about a year of 1,000 nodes, 26,500 jobs of the model lublin99 (Lublin & Feitelson 2003), "
    "with round estimates (tsafrir05), quiet weekends, and some 330 users who come and go, 60 of them at a time. It is "
    "computed, and nobody's log. At a load of 0.7 the mean bounded slowdown is 34 under EASY, 18 if the shortest are "
    "backfilled first, 9 where the smallest work goes first (SAF) and 10 by age and fair share (Multifactor), "
    "which knows the users. The mean wait is 3.7 h under all of them but SAF, where it is 5.4 h. For whom each is good "
    "is in its tab.",
    "family": "parallel-jobs",
    "cluster": {"groups": [{"name": "node", "count": 1000, "speed_factor": 1}]},
    "workload": {
        "arrivals": {
            "process": "lublin99",
            "load": 0.7,
            "exact_load": True,
            "weekend": 0.4,
            "users": 60,
            "estimate": {"estimate": "tsafrir05", "largest_estimate": 129_600},
        },
        "jobs": 26_500,
    },
    "policies": ["EASY", "EASY-SJF", "SAF", "Multifactor"],
    "study": {
        "vary": {"field": "offered_load", "values": [0.6, 0.7, 0.8]},
        "replications": 5,
        "seed": 1999,
    },
}
"""The JSON tree."""
