"""Named scenarios of no paper: the same jobs on nodes of their own, or together with others."""

from typing import Any

from engine.coscheduling.papers.scale import NODES, SECOND, THRESHOLD

LOAD = 0.8
"""Nominal work that arrives, as a share of what the nodes could do at best if no two jobs did I/O at once."""

SIZES = (2, 4, 8, 16, 32)

OWN: dict[str, Any] = {
    "coscheduled-or-easy": {
        "title": "At which share of I/O does coscheduling beat EASY backfilling?",
        "notes": "The same jobs on nodes of their own (SS) or together with others. Dedicated nodes are idle during "
        "I/O, shared ones compute for somebody else, but processes that communicate miss each other. Users know how "
        "long jobs take. Execution times are about 1 s, scaled down as in the examples of Zhang et al. 2001.",
        "family": "coscheduling",
        "measurement": {"slowdown_threshold": THRESHOLD},
        "policies": ["SS-EASY", "SS-FCFS", "GS", "SB", "PB-SB", "PB"],
        "workload": {
            "arrivals": {
                "process": "poisson",
                "rate_per_1000_s": round(1000 * LOAD * NODES / (sum(SIZES) / len(SIZES) * SECOND), 3),
            },
            "jobs": 60,
            "job_types": [{"name": "J", "computation": 65.0, "io": 5.0, "communication": 30.0}],
            "size_classes": [
                {
                    "smallest": SIZES[0],
                    "largest": SIZES[-1],
                    "sizes": "powers-of-two",
                    "execution_time": SECOND,
                    "variation": 1.0,
                }
            ],
        },
        "study": {
            "replications": 10,
            "vary": {"field": "io_share", "values": [0.0, 10.0, 20.0, 30.0, 40.0, 60.0]},
            "and_vary": {"field": "communication_share", "values": [5.0, 30.0]},
        },
    }
}
