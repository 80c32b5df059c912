"""Named scenarios: one for each experiment of Zhang et al. 2001, and those of no paper.

Execution times are scaled down: the paper simulates jobs of minutes, which behave like jobs of a second as long as a
second is many quanta. Where policies are ordered, equal jobs are there at time 0, so that the cluster is saturated and
the policies are as far apart as they can be. Where the paper prints how a response time changes (tables 4 and 5), the
jobs are like those that it describes (section 3.2): see `_like_the_paper`.
"""

from typing import Any

from engine.contract.examples import written_as
from engine.coscheduling.inputs.scenario import CoschedulingScenario
from engine.coscheduling.papers.examples_broken import BROKEN
from engine.coscheduling.papers.examples_dedicated import OWN
from engine.coscheduling.papers.scale import NODES, SECOND, THRESHOLD

TYPES = {
    "J1": (35, 15, 50),
    "J2": (35, 50, 15),
    "J3": (35, 35, 30),
    "J4": (90, 5, 5),
    "J5": (35, 5, 60),
    "J6": (65, 5, 30),
}
"""Computation, I/O and communication of table 2, %."""

WORKLOADS = {
    **{f"WL{n}": (f"J{n}",) for n in range(1, 7)},
    "WL7": tuple(TYPES),
    "WL8": ("J2", "J4", "J5"),
}
"""Job types of table 2, in equal shares."""

SCHEMES = ("PB", "PB-SB", "PB-SY", "SB", "DCS-SB", "GS", "GS-NR", "DCS-SY", "SY", "DCS", "Local")
"""Those of the paper, and gang scheduling without replication; the first is the one that the paper proposes."""

USABLE = ("PB", "PB-SB", "PB-SY", "SB", "DCS-SB", "GS", "GS-NR")
"""Those that do not spend most of the time spinning on jobs that communicate."""

OF_THE_TABLES = USABLE[:-1]
"""Without gang scheduling that does not replicate, which the paper does not have."""

HEURISTICS = ("PB", "PB-B", "PB-C", "PB-D", "PB-E", "PB-A'", "PB-B'", "PB-C'", "PB-D'", "PB-E'")

SCALED = (
    "Execution times are scaled to 1 s: the paper prints neither sizes nor times of its own. Compare orders and "
    "ratios, not seconds."
)


def job_types(workload: str) -> list[dict[str, Any]]:
    """The job types of a workload of table 2."""
    parts = ("computation", "io", "communication")
    return [{"name": name, **dict(zip(parts, map(float, TYPES[name]), strict=True))} for name in WORKLOADS[workload]]


def _example(
    title: str, notes: str, mix: str, policies: tuple[str, ...] = SCHEMES, largest: int = 32, **parts: Any
) -> dict[str, Any]:
    sizes = [{"smallest": 2, "largest": largest, "execution_time": SECOND}]
    stream = {"job_types": job_types(mix), "jobs": 40, "size_classes": sizes, **parts.pop("workload", {})}
    study = {"replications": 10, **parts.pop("study", {})}
    tree: dict[str, Any] = {
        "title": f"Zhang et al. 2001, {title}",
        "notes": f"{notes} {SCALED}",
        "family": "coscheduling",
    }
    tree["measurement"] = {"slowdown_threshold": THRESHOLD}
    return {**tree, "policies": list(policies), "workload": stream, "study": study, **parts}


def _vary(field: str, *values: float) -> dict[str, Any]:
    return {"vary": {"field": field, "values": [float(value) for value in values]}}


def _like_the_paper(largest: int = 32, jobs: int = 60, load: float = 1.5) -> dict[str, Any]:
    """Jobs as section 3.2 has them: hyper-Erlang arrivals and execution times.

    *load* is the nominal work that arrives as a share of what the nodes could do at best; jobs have to wait, as the
    paper says of its own. The paper's parameters are not printed. Sizes that are powers of two and times that vary come
    nearest to the changes that its tables print; with equal sizes and times most of their signs are wrong.
    """
    sizes = {"smallest": 2, "largest": largest, "sizes": "powers-of-two", "variation": 1.4, "execution_time": SECOND}
    powers = [2**n for n in range(1, largest.bit_length())]
    per_second = load * NODES / (sum(powers) / len(powers) * SECOND)
    arrivals = {"process": "hyper-erlang", "rate_per_1000_s": round(1000 * per_second, 3), "variation": 1.5}
    return {"arrivals": arrivals, "jobs": jobs, "size_classes": [sizes]}


_NATURE = {"WL2": "jobs that do I/O", "WL3": "an even mix", "WL4": "jobs that compute", "WL5": "jobs that communicate"}
_FAIR = {"skewness": 0.0}

REPLICATIONS = {"WL2": 60, "WL3": 60, "WL4": 80, "WL5": 40}
"""As many as decide what the paper says of each mix, where they do."""

_WRITTEN = {
    "zhang-load": _example(
        "figure 3: the load, mixed workload",
        "Response time against load. Where the curve of a policy turns up, it saturates.",
        "WL7",
        workload={"arrivals": {"process": "hyper-erlang", "rate_per_1000_s": 500.0, "variation": 1.0}, "jobs": 50},
        study={**_vary("workload.arrivals.rate_per_1000_s", 400, 800, 1200, 1600, 2000), "replications": 4},
    ),
    "zhang-saturation": _example(
        "section 4.1: where each policy saturates, mixed workload",
        "All jobs are there at time 0; the saturation throughput is what each policy can carry.",
        "WL7",
        study={"replications": 60},
    ),
    **{
        f"zhang-{mix.lower()}": _example(
            f"figure 4: {words} ({mix})",
            "Response time, wait and execution, and the performance profile, by policy.",
            mix,
            SCHEMES,
            study={"replications": REPLICATIONS[mix]},
        )
        for mix, words in _NATURE.items()
    },
    **{
        f"zhang-mpl-{mix.lower()}": _example(
            f"table 4: the multiprogramming level, {_NATURE[mix]} ({mix})",
            "More processes per node: shorter waits, more switches, less coscheduling. The paper prints changes.",
            mix,
            OF_THE_TABLES,
            workload=_like_the_paper(),
            study={**_vary("cluster.multiprogramming_level", 2, 5, 16), "replications": 60},
        )
        for mix in ("WL2", "WL4", "WL5")
    },
    "zhang-skewness": _example(
        "figure 6: skewness, jobs that compute (WL4)",
        "Tasks of a job get ready at different times. Blocking hides that, gang scheduling does not.",
        "WL4",
        USABLE,
        study={**_vary("workload.skewness", 20, 85, 150), "replications": 80},
    ),
    "zhang-overheads": _example(
        "table 5: context switches, jobs that communicate (WL5)",
        "Halved costs: those that block gain most. Paper: 0.65 for SB, 0.67 for PB-SB, 0.71 for DCS-SB, 0.89 for PB.",
        "WL5",
        ("PB", "PB-SB", "SB", "DCS-SB"),
        workload=_like_the_paper(),
        study={
            **_vary("cluster.context_switch", 100, 200),
            "and_vary": _vary("cluster.interrupt", 25, 50)["vary"],
            "replications": 20,
        },
    ),
    "zhang-overheads-gang": _example(
        "table 5: quantum and context switch of gang scheduling (WL5)",
        "Paper: 0.896 of the response time with half the quantum and half the switch, 0.977 with half the quantum.",
        "WL5",
        ("GS", "GS-NR"),
        workload=_like_the_paper(),
        study={
            **_vary("cluster.gang_quantum", 100, 200),
            "and_vary": _vary("cluster.gang_context_switch", 1000, 2000)["vary"],
            "replications": 30,
        },
    ),
    **{
        f"zhang-{pattern}": _example(
            f"figure 7: {pattern} communication (WL5)",
            "The pattern decides how much depends on all tasks running at once.",
            "WL5",
            USABLE,
            workload={"pattern": pattern},
        )
        for pattern in ("all-to-all", "tree", "linear")
    },
    "zhang-nodes": _example(
        "figure 8: 16 or 32 nodes, jobs of at most 16 tasks (WL5)",
        "The same jobs on twice the nodes.",
        "WL5",
        USABLE,
        largest=16,
        study={**_vary("cluster.nodes", 16, 32), "replications": 50},
    ),
    "zhang-partitions": _example(
        "figure 9: one cluster of 32 nodes or two of 16 (WL5)",
        "With two partitions jobs take turns between them, and each has a queue of its own.",
        "WL5",
        OF_THE_TABLES,
        largest=16,
        workload=_like_the_paper(largest=16, jobs=100, load=2.5),
        study={**_vary("cluster.partitions", 1, 2), "replications": 30},
    ),
    "zhang-fairness": _example(
        "figure 10: fairness between job types (WL8)",
        "No skewness, so that all types take the same time alone. Look at the variation between job types.",
        "WL8",
        ("PB", "GS", "Local", "SB", "DCS", "PB-SB", "PB-SY"),
        workload=_FAIR,
        study={"replications": 50},
    ),
    "zhang-heuristics-fairness": _example(
        "figure 14 and table 6: fairness of the heuristics (WL8)",
        "No skewness. The marked heuristics also look at how much of the processor a process has had.",
        "WL8",
        (*HEURISTICS, "GS"),
        workload=_FAIR,
        study={"replications": 50},
    ),
    **{
        f"zhang-heuristics-{mix.lower()}": _example(
            f"figures 11 to 13: heuristics of PB ({mix})",
            "Whom Periodic Boost boosts, and what comes of it.",
            mix,
            HEURISTICS,
            study={"replications": replications},
        )
        for mix, replications in (("WL4", 30), ("WL5", 16), ("WL8", 30))
    },
}

_WHY = {
    "why-gang-idles": _example(
        "workload WL2: why gang scheduling is behind",
        "Gang scheduling and Periodic Boost on jobs that do I/O for half of their time, all there at time 0. Under the "
        "one the processors are idle for most of the time, under the other for next to none; a fifth of what that "
        "frees goes into computing, the rest into spinning and switching. Open Why?, and the metrics of the time.",
        "WL2",
        ("GS", "PB"),
        study={"replications": 20},
    )
}

EXAMPLES = written_as(CoschedulingScenario, {**_WRITTEN, **OWN, **_WHY, **BROKEN})
