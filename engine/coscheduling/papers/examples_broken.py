"""Small examples on which a policy is worst against another, found by `break SCENARIO A B`, with the numbers of
`tests/engine/coscheduling/test_broken.py`.
"""

from typing import Any

from engine.coscheduling.mixes import MIXES

BROKEN: dict[str, dict[str, Any]] = {
    "gang-broken": {
        "title": "Gang Scheduling broken by Spin Block, on four jobs",
        "notes": "What to see: each job needs 0.2 s, and a quantum of gang scheduling (GS) is 200 ms, of which 2 ms go "
        "into switching. When it ends, a job lacks 2 ms, and waits for them until all the others had a quantum: job 1 "
        "ends at 0.810 s, and each of the others 0.2 s after the one before. Nobody computes, either, while the job "
        "that has the nodes does I/O. Spin Block (SB) gives the processor to others then: the mean response is "
        "0.238 s, that of GS 0.963 s. Found by a search; there may be worse. With a quantum of 210 ms GS takes "
        "0.368 s.",
        "family": "coscheduling",
        "cluster": {"nodes": 3, "multiprogramming_level": 4},
        "policies": ["SB", "GS"],
        "workload": {
            "arrivals": {
                "process": "listed",
                "jobs": [
                    {"arrival": arrival, "tasks": 2, "run": 0.2, "job_type": "reading and writing"}
                    for arrival in (0.0, 0.0, 0.1, 0.5)
                ],
            },
            "job_types": MIXES["io"].job_types,
            "skewness": 0.0,
        },
        "measurement": {"slowdown_threshold": 0.1},
        "study": {"replications": 1},
    },
}
"""JSON trees by example name; who is broken stands second."""
