"""Examples of ordered queues: who is first, for whom that is good, and what a multiple of the run time does.

What their notes say is held against the numbers in `tests/engine/parallel_jobs/test_examples_of_orders.py`.
"""

from typing import Any

JOBS = 5_000
USERS = {"estimate": "tsafrir05", "largest_estimate": 64_800}
"""Estimates as users give them, up to 18 h."""


def _lublin99(title: str, notes: str, load: float, estimate: dict[str, Any], policies: list[str]) -> dict[str, Any]:
    return {
        "title": title,
        "notes": notes,
        "family": "parallel-jobs",
        "cluster": {"groups": [{"name": "node", "count": 256, "speed_factor": 1}]},
        "workload": {"arrivals": {"process": "lublin99", "load": load, "estimate": estimate}, "jobs": JOBS},
        "policies": policies,
        "study": {"replications": 20, "seed": 2017},
    }


WHO_IS_FIRST = _lublin99(
    "Who is first? Sixteen orders of one queue",
    "What to see: jobs of the model lublin99 on 256 machines at a load of 0.75, with estimates after tsafrir05. Orders "
    "by small areas and sizes (F1, F2, F3, SAF, SQF) bring the mean bounded slowdown down to between 39 and 46, where "
    "EASY has 493 and FCFS is overloaded. The price: the unluckiest job of a replication waits 0.5 million s under "
    "EASY, 1.7 under F1 and 2.5 under SAF. At a load of 0.85 the means are alike, but long jobs gather until the end, "
    "and the page calls these orders overloaded.",
    0.75,
    USERS,
    [
        *("EASY", "F1", "F2", "F3", "F4", "SAF", "SQF", "SJF"),
        *("UNICEF", "XF", "WFP3", "EASY-SJF", "FF", "LAF", "LQF", "FCFS"),
    ],
)

POLICY_FOR_WHOM = _lublin99(
    "Which policy for whom?",
    "What to see: such jobs at a load of 0.6, and a slowdown for each class of sizes (tab Fairness). Jobs on one "
    "machine should vote for Shortest Job First: their mean slowdown is 109, and 212 under EASY. Those on 17 to 64 "
    "machines should vote for First Fit, 249 against 396 under EASY, and those on more than 64 for WFP3: 95, "
    "against 122.",
    0.6,
    USERS,
    ["EASY", "Conservative", "FF", "SJF", "WFP3"],
)

POLICY_FOR_WHOM["study"]["replications"] = 40

MULTIPLES = _lublin99(
    "Estimates too long by the same factor",
    "What to see: if everybody asks for the same multiple of the run time, backfilling hardly minds. At a load of 0.7 "
    "EASY has a mean bounded slowdown of 188 with exact estimates and 198 with ten times as much; with the estimates "
    "that users give (the example of these, the same jobs) it has 378. What hurts is that some are much too long and "
    "others are not. Whether a multiple helps a little, after Zotkin & Keleher 1999, cannot be told here.",
    0.7,
    {"estimate": "multiple", "multiple_of": 1.0},
    ["EASY", "Conservative", "EASY-SJF"],
)
MULTIPLES["study"] |= {
    "vary": {"field": "workload.arrivals.estimate.multiple_of", "values": [1, 2, 3, 5, 10, 20]},
    "seed": 2003,
}

ORDERS: dict[str, Any] = {
    "who-is-first": WHO_IS_FIRST,
    "policy-for-whom": POLICY_FOR_WHOM,
    "estimates-by-a-multiple": MULTIPLES,
}
"""JSON trees by name."""
