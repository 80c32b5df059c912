"""Named scenarios of no paper: the same jobs on nodes of their own, or together with others."""

from typing import Any

from engine.coscheduling.papers.scale import NODES, SECOND, THRESHOLD

LOAD = 0.8
"""Nominal work that arrives, as a share of what the nodes could do at best if no two jobs did I/O at once."""

SIZES = (2, 4, 8, 16, 32)

CONVOY = ((0, 20, 6), (1, 5, 8), (2, 3, 1), (3, 3, 1), (4, 3, 2), (5, 4, 1), (6, 3, 1), (7, 2, 2))
"""Arrival, run time and machines of the jobs of the example `convoy` of parallel jobs, on 8 machines."""

USERS = ("ann", "ann", "bob", "cleo", "bob", "cleo", "bob", "cleo")
"""Whose they are: the two wide ones are of one user."""

_EIGHT = [
    {"arrival": arrival / 10, "run": run / 10, "tasks": 2 * machines, "job_type": "J", "user": user}
    for (arrival, run, machines), user in zip(CONVOY, USERS, strict=True)
]
"""In tenths of its seconds, with two tasks for each of its machines."""

OF_ALL_SIZES = [
    {
        "smallest": SIZES[0],
        "largest": SIZES[-1],
        "sizes": "powers-of-two",
        "execution_time": SECOND,
        "variation": 1.0,
    }
]

OWN: dict[str, Any] = {
    "same-eight-jobs": {
        "title": "The same eight jobs, dedicated or coscheduled",
        "notes": "The textbook's convoy of short jobs behind a wide one, in tenths of its seconds and with two tasks "
        "for each of its machines. What to see: on nodes of their own jobs take as long whatever they do, "
        "2.312 s in the mean under FCFS and 0.9 s under EASY, with waits of 1.775 s and 0.362 s, a tenth of "
        "the textbook's. Coscheduled nobody waits for nodes, and who does I/O leaves the processor to others: "
        "Spin Block (SB) takes 1.156 s without I/O and 0.622 s with 60 %, and is faster than EASY from 30 % "
        "on. Gang scheduling stays at 1.149 s. One list and nothing random: a story, no proof.",
        "family": "coscheduling",
        "cluster": {"nodes": 16},
        "measurement": {"slowdown_threshold": 0.1},
        "policies": ["SS-EASY", "SS-FCFS", "GS", "SB", "PB-SB"],
        "workload": {
            "arrivals": {"process": "listed", "jobs": _EIGHT},
            "job_types": [{"name": "J", "computation": 65.0, "io": 20.0, "communication": 15.0}],
            "skewness": 0.0,
        },
        "study": {
            "replications": 1,
            "vary": {"field": "io_share", "values": [0.0, 10.0, 20.0, 30.0, 40.0, 50.0, 60.0]},
        },
    },
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
            "size_classes": OF_ALL_SIZES,
        },
        "study": {
            "replications": 10,
            "vary": {"field": "io_share", "values": [0.0, 10.0, 20.0, 30.0, 40.0, 60.0]},
            "and_vary": {"field": "communication_share", "values": [5.0, 30.0]},
        },
    },
    "coscheduled-at-which-load": {
        "title": "At which load, and how much I/O, is sharing nodes worth it?",
        "notes": "A map: how busy the cluster is, and how much of their time jobs do I/O. With none, jobs are best off "
        "on nodes of their own in a good order; the more I/O, the more of a dedicated node is idle, and the sooner "
        "nodes that are shared win. All queues may backfill, those of shared nodes too (admission), and users know how "
        "long jobs take. Execution times are about 1 s, scaled down as in the examples of Zhang et al. 2001.",
        "family": "coscheduling",
        "measurement": {"slowdown_threshold": THRESHOLD},
        "policies": ["SS-EASY", "SS-SJF", "GS", "SB", "PB"],
        "options": {"admission": "backfilling"},
        "workload": {
            "arrivals": {"process": "poisson", "rate_per_1000_s": 1000.0},
            "jobs": 190,
            "job_types": [{"name": "J", "computation": 75.0, "io": 15.0, "communication": 10.0}],
            "size_classes": OF_ALL_SIZES,
        },
        "study": {
            "replications": 10,
            "vary": {"field": "offered_load", "values": [0.4, 0.6, 0.8]},
            "and_vary": {"field": "io_share", "values": [0.0, 10.0, 20.0, 40.0, 60.0]},
        },
    },
    "coscheduled-saturates": {
        "title": "At which load does each policy saturate?",
        "notes": "The offered load up to which the queue settles, sought for each policy. Jobs ask for all four nodes, "
        "take 0.1 s alone and do I/O for 40 % of that. What to see: nodes of their own (SS-FCFS) carry a load of 1, "
        "by arithmetic and by the search (1.01, from 0.90 to 1.10); gang scheduling (GS) carries half of it, since a "
        "job of 0.1 s leaves the rest of a quantum of 0.2 s unused; Spin Block (SB) computes for one job while another "
        "does I/O, and carries 1.5 (from 1.35 to 1.60).",
        "family": "coscheduling",
        "measurement": {"slowdown_threshold": THRESHOLD},
        "cluster": {"nodes": 4},
        "policies": ["SS-FCFS", "GS", "SB"],
        "workload": {
            "arrivals": {"process": "poisson", "rate_per_1000_s": 5000.0},
            "jobs": 1500,
            "job_types": [{"name": "J", "computation": 50.0, "io": 40.0, "communication": 10.0}],
            "size_classes": [{"smallest": 4, "largest": 4, "execution_time": 0.1}],
        },
        "study": {
            "replications": 10,
            "goal": {
                "field": "offered_load",
                "low": 0.05,
                "high": 2.2,
                "step": 0.05,
                "maximum_replications": 60,
                "maximum_seconds": 120.0,
            },
        },
    },
}
