"""Named scenarios: one for each figure of Peterson & Chamberlain 1996, and some that the paper does not have."""

from typing import Any

from engine.contract.examples import written_as
from engine.synchronous_iterative.inputs.scenario import SynchronousIterativeScenario
from engine.synchronous_iterative.policies import POLICIES

PETERSON = "Peterson & Chamberlain 1996"

OWN = (
    "The paper does not print its loads, times and numbers of iterations: those here are ours. Compare shapes, not "
    "seconds."
)

STEP = 0.15
PRICES = [round(STEP * n, 2) for n in range(1, 61)]
"""x/c of figures 6 and 7: closer together than any two steps of the staircase of figure 6."""

LOWER_PRICES = [round(0.05 * n, 2) for n in range(1, 61)]
"""Those of the cluster of figure 7, whose steps come earlier."""

OFFICE_HOURS = (*[0.1] * 8, 0.5, *[1.0] * 3, 0.7, *[1.0] * 4, 0.6, 0.3, *[0.2] * 3, *[0.1] * 2)

MIXED = [
    {"name": "servers", "count": 2, "delta": 1, "load": 0.6, "cost": 5.0},
    {"name": "new PCs", "count": 6, "delta": 2, "load": 0.3, "cost": 2.0},
    {"name": "old PCs", "count": 10, "delta": 4, "load": 0.1, "cost": 1.0},
]
"""A laboratory in which the fastest machines are busy and dear."""


def _example(title: str, notes: str, policies: tuple[str, ...], **parts: Any) -> dict[str, Any]:
    tree = {"title": title, "notes": notes, "family": "synchronous-iterative", "policies": list(policies)}
    return {**tree, **parts}


def _vary(field: str, values: list[float], **study: Any) -> dict[str, Any]:
    return {"vary": {"field": field, "values": [float(value) for value in values]}, **study}


def _speeds(load: float) -> list[dict[str, Any]]:
    """The cluster of figure 7; all machines have the same arrival rate of background jobs."""
    numbers = {1: 6, 2: 6, 4: 10, 8: 10}
    return [
        {"name": f"delta {delta}", "count": count, "delta": delta, "load": round(load * delta, 6)}
        for delta, count in numbers.items()
    ]


def _figure_3(title: str, notes: str, **parts: Any) -> dict[str, Any]:
    """A simulation of queues on dedicated nodes, ever more of them."""
    return _example(
        title,
        notes,
        ("All Machines",),
        application={
            "iterations": 2000,
            "parallel_time": 1.0,
            "overhead_per_doubling": 5.0,
            "imbalance": "binomial",
            "objects": 256,
        },
        cluster={"groups": [{"name": "nodes", "count": 8, "load": 0.0}]},
        study=_vary("cluster.groups.0.count", [1, 2, 4, 8, 16, 32], replications=10),
        **parts,
    )


_WRITTEN = {
    "peterson-figure-6": _example(
        f"{PETERSON}, figure 6: how many of 32 equal machines",
        "The more waiting costs, the more machines are taken: from one to all 32. Each step begins where the next "
        f"machine saves as much waiting as it costs. {OWN}",
        ("Figure 5", "Prefix Scan", "Exact"),
        application={"iterations": 20, "parallel_time": 60.0},
        cluster={"groups": [{"name": "workstations", "count": 32, "load": 0.2}]},
        choice={"objective": "cost"},
        study=_vary("choice.x_over_c", PRICES, replications=2),
    ),
    "peterson-figure-7": _example(
        f"{PETERSON}, figure 7: how many of 32 machines of four speeds",
        "All processors have the same work, so a slow machine keeps the fast ones waiting: only the six fastest are "
        f"ever used, at every load that we tried. {OWN}",
        ("Figure 5", "Prefix Scan", "Exact"),
        application={"iterations": 20, "parallel_time": 60.0},
        cluster={"groups": _speeds(0.05)},
        choice={"objective": "cost"},
        study=_vary("choice.x_over_c", LOWER_PRICES, replications=2),
    ),
    "peterson-figure-7-by-speed": _example(
        f"{PETERSON}, figure 7 with shares by speed",
        "The machines of figure 7, but a machine twice as fast has twice the work: then the six of half the speed are "
        "worth it too if waiting is dear, and no others.",
        ("Figure 5", "Prefix Scan", "Exact"),
        application={"iterations": 20, "parallel_time": 60.0},
        cluster={"groups": _speeds(0.05)},
        choice={"objective": "cost"},
        options={"division": "by-speed"},
        study=_vary(
            "choice.x_over_c",
            [0.05, 0.2, 0.4, 0.6, 1, 1.5, 2, 5, 10, 20, 30, 35, 40, 45, 50, 55, 60, 80, 100],
            replications=2,
        ),
    ),
    "peterson-figure-1": _example(
        f"{PETERSON}, figure 1: background load, equal machines",
        f"Optimization with even work on 8 machines, whose owners' jobs are as Leland & Ott measured them. {OWN}",
        ("All Machines",),
        application={"iterations": 1000, "parallel_time": 16.0},
        cluster={"groups": [{"name": "workstations", "count": 8, "load": 0.1}]},
        background={"service": "leland-ott", "mean_service": 1.64},
        study=_vary("background.mean_load", [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8], replications=40),
    ),
    "peterson-other-laws": _example(
        f"{PETERSON}, figure 1 with other laws and lengths",
        "The load of the middle of figure 1 from owners' jobs that vary more and more, for iterations that are short "
        "or long against them. The formula knows neither law nor length: where iterations are long and jobs alike, the "
        f"load averages out within one, and the formula is too high. {OWN}",
        ("All Machines",),
        application={"iterations": 1000},
        cluster={"groups": [{"name": "workstations", "count": 8, "load": 0.5}]},
        background={"service": "hyperexponential", "mean_service": 1.64},
        study={
            **_vary("background.variation", [1, 2, 4, 8], replications=20),
            "and_vary": _vary("application.iteration_length", [0.3, 1.2, 5, 20])["vary"],
        },
    ),
    "peterson-figure-2": _example(
        f"{PETERSON}, figure 2: machines of different speed and load",
        "The second machine is twice as fast as the others, but heavily loaded: two machines are slower than one, and "
        f"more of the others make up for it. Look at the column with it and at the one without. {OWN}",
        ("All Machines",),
        application={"iterations": 1000, "parallel_time": 16.0},
        cluster={
            "baseline": 2,
            "groups": [
                {"name": "first", "count": 1, "delta": 2, "load": 0.1},
                {"name": "second, fast and busy", "count": 1, "delta": 1, "load": 0.8},
                {"name": "others", "count": 0, "delta": 2, "load": 0.1},
            ],
        },
        background={"service": "leland-ott", "mean_service": 1.64},
        study={
            **_vary("cluster.groups.2.count", [0, 1, 2, 3, 4, 5, 6], replications=40),
            "and_vary": _vary("cluster.groups.1.count", [0, 1])["vary"],
        },
    ),
    "peterson-figure-3": _figure_3(
        f"{PETERSON}, figure 3: uneven work, dedicated equal machines",
        f"A simulation of queues: who has events in an iteration is a matter of chance, and there are no owners. {OWN}",
    ),
    "peterson-figure-3-as-printed": _figure_3(
        f"{PETERSON}, figure 3 by the equations as printed",
        "The same with the normal approximation that the paper prints. With few events for each of many processors it "
        f"is far too low. {OWN}",
        options={"equations": "as-printed"},
    ),
    "peterson-figure-4-lengths": _example(
        f"{PETERSON}, figure 4 with longer iterations",
        "The same application with little and with much work in an iteration. The more there is, the more the load "
        f"averages out, which the formula does not know. {OWN}",
        ("All Machines",),
        application={"iterations": 500, "parallel_time": 8.0, "imbalance": "binomial", "objects": 256},
        cluster={
            "groups": [
                {"name": "fast", "count": 8, "delta": 1, "load": 0.2},
                {"name": "slow", "count": 2, "delta": 2, "load": 0.1},
            ]
        },
        study=_vary("application.parallel_time", [2, 8, 32, 128, 512], replications=20),
    ),
    "peterson-figure-4": _example(
        f"{PETERSON}, figure 4: uneven work, loads and speeds together",
        "The same simulation on workstations with owners, two of which are half as fast: the error of the model is "
        f"larger, the trend is right. {OWN}",
        ("All Machines",),
        application={"iterations": 500, "parallel_time": 8.0, "imbalance": "binomial", "objects": 256},
        cluster={
            "groups": [
                {"name": "fast", "count": 1, "delta": 1, "load": 0.2},
                {"name": "slow", "count": 2, "delta": 2, "load": 0.1},
            ]
        },
        study=_vary("cluster.groups.0.count", [1, 2, 4, 6, 8, 12, 16], replications=20),
    ),
    "figure-5-counterexample": _example(
        "Figure 5 stops too early",
        "One machine is idle, nine are busy. The second machine makes the run longer, so the algorithm as printed "
        "stops with one; all ten together are 40 % faster.",
        tuple(POLICIES),
        application={"iterations": 100, "parallel_time": 60.0},
        cluster={
            "groups": [{"name": "idle", "count": 1, "load": 0.0}, {"name": "busy", "count": 9, "load": 0.6}],
        },
    ),
    "where-the-model-breaks": _example(
        "Where the model breaks: load and length of iterations",
        "Eight equal machines. Within a short iteration the load stays as it is, as the formula has it; within a long "
        "one it averages out, and the formula is far too high. The length-aware formula follows.",
        ("All Machines",),
        application={"iterations": 300},
        cluster={"groups": [{"name": "workstations", "count": 8, "load": 0.5}]},
        study={
            **_vary("application.iteration_length", [0.1, 0.3, 1, 3, 10, 30, 100]),
            "and_vary": _vary("background.mean_load", [0.2, 0.5, 0.8])["vary"],
        },
    ),
    "office-hours": _example(
        "When to start: owners come at nine",
        "The load follows the hours of an office, and a busy machine costs more. When should the application start, "
        "and how many machines should it take?",
        ("Prefix Scan", "All Machines"),
        application={"iterations": 200, "parallel_time": 600.0},
        cluster={"groups": [{"name": "workstations", "count": 16, "load": 0.6}]},
        background={"mean_service": 10.0, "by_hour": OFFICE_HOURS},
        choice={"objective": "cost", "x_over_c": 20.0, "cost_by_load": 4.0},
        study=_vary("background.start_hour", list(range(24)), replications=5),
    ),
    "mixed-laboratory": _example(
        "Which machines of a mixed laboratory?",
        "Two fast servers that are busy and dear, six newer machines, ten old ones that nobody uses. Which to take "
        "depends on what waiting costs, and the order by speed and load alone is not the right one.",
        tuple(POLICIES),
        application={"iterations": 50, "parallel_time": 120.0, "serial_time": 1.0, "overhead_per_processor": 50.0},
        cluster={"groups": MIXED},
        choice={"objective": "cost"},
        study=_vary("choice.x_over_c", [0, 1, 2, 3, 4, 6, 8, 10, 15, 20, 30, 40, 60, 80], replications=5),
    ),
    "finish-in-time": _example(
        "The cheapest machines that finish in time",
        "The same laboratory: the least cost of machines within a run time. Some bounds nobody can keep; then the "
        "nearest run time is reported.",
        tuple(POLICIES),
        application={"iterations": 50, "parallel_time": 120.0, "serial_time": 1.0, "overhead_per_processor": 50.0},
        cluster={"groups": MIXED},
        choice={"objective": "cost-within-run-time"},
        study=_vary(
            "choice.run_time_bound",
            [1500, 2000, 2500, 3000, 3500, 4000, 5000, 6000, 8000, 12000, 20000],
            replications=5,
        ),
    ),
}

EXAMPLES = written_as(SynchronousIterativeScenario, _WRITTEN)
