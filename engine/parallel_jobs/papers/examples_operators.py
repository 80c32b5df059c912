"""An example of how operators run a site: shares of three groups, and what they are worth to whom.

What its notes say is held against the numbers in `tests/engine/parallel_jobs/test_examples_of_operators.py`.
"""

from typing import Any


def _group(name: str, weight: float) -> dict[str, Any]:
    """Jobs that are alike in all groups: up to 16 machines, 8 h of work in the mean, estimates too long."""
    return {
        "name": name,
        "weight": weight,
        "demand": {"distribution": "hyperexponential", "mean": 28_800, "coefficient_of_variation": 2},
        "min_size": 1,
        "max_size": 1,
        "max_size_spread": {"spread": "evenly", "up_to": 16},
        "kind": "rigid",
        "estimate": {"estimate": "uniform-error", "at_most": 5},
    }


FAIR_SHARE: dict[str, Any] = {
    "title": "Fair share with three groups",
    "notes": "What to see: three groups send the same kind of jobs to 64 machines, at a load of 0.8. Physics has 60 "
    "shares of the machine and sends a fifth of the jobs, chemistry 30 and three tenths, biology 10 and half of them. "
    "The more a fair share counts beside the age of a job, the further the slowdowns of the groups go apart (tab "
    "Fairness): at a weight of 200 physics has a third of its slowdown under EASY, and biology half as much again. "
    "In the mean over all jobs nothing is gained: fair share moves the queue from some to others. Smallest Area First "
    "is as good for physics, better for the others, and knows nothing of shares.",
    "family": "parallel-jobs",
    "cluster": {"groups": [{"name": "node", "count": 64, "speed_factor": 1}]},
    "workload": {
        "arrivals": {"process": "poisson", "rate_per_1000_s": 0.8 * 64 / 28_800 * 1000},
        "job_classes": [_group("physics", 2), _group("chemistry", 3), _group("biology", 5)],
        "jobs": 10_000,
    },
    "policies": ["Multifactor", "EASY", "SAF"],
    "share_groups": [
        {"name": "physics", "shares": 60, "users": "1"},
        {"name": "chemistry", "shares": 30, "users": "2"},
        {"name": "biology", "shares": 10, "users": "3"},
    ],
    "study": {
        "vary": {"field": "options.multifactor.fair_weight", "values": [0, 10, 20, 40, 60, 80, 100, 150, 200]},
        "replications": 20,
        "seed": 2003,
    },
}
"""The JSON tree."""
