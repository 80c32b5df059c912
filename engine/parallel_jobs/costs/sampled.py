"""Scenarios of this family of ordinary size, to hold estimated costs against."""

from random import Random
from typing import Any

from engine.contract.generated import Recipe, one_replication
from engine.parallel_jobs.inputs.scenario_checks import IN_A_QUEUE
from engine.parallel_jobs.policies import POLICIES

AT_RANDOM = ("poisson", "by-hour", "batch")
"""Arrivals that bring no jobs with them."""


def _mend(tree: dict[str, Any], lot: Random) -> None:
    """Names and sizes that fit, loads from light to three times too much, and events as long as jobs."""
    groups, workload = tree["cluster"]["groups"], tree["workload"]
    for group in groups:
        group["speed_factor"] = lot.choice((1.0, 1.0, 1.5, 2.0, 4.0, 10.0, 50.0))
    machines = sum(group["count"] for group in groups)
    work = run = weight = 0.0
    for kind in workload["job_classes"]:
        _size(kind, machines, lot)
        mean = kind["demand"].get("mean", 0) or (kind["demand"]["low"] + kind["demand"]["high"]) / 2
        work, weight = work + kind["weight"] * mean, weight + kind["weight"]
        run += kind["weight"] * mean / min(machines, kind["max_size"])
    work, run = work / weight, run / weight
    capacity = sum(group["count"] / group["speed_factor"] for group in groups)
    coming = capacity / work * lot.choice((0.3, 0.6, 0.8, 0.95, 1.2, 3.0))
    workload["same_variate"] = False
    if workload["arrivals"]["process"] not in AT_RANDOM:  # lists, logs and models bring jobs of their own
        workload["arrivals"] = {"process": "poisson"}
    if workload["arrivals"]["process"] == "poisson":
        workload["arrivals"]["rate_per_1000_s"] = min(1e6, max(1e-6, 1000 * coming))
    span = workload["jobs"] / coming
    _operate(tree, span, machines, lot)
    for event in tree["machine_events"]:
        _place(event, lot.choice(groups), run, span, lot)
    if tree["own_policies"]:
        tree["policies"] = ["own:own", *tree["policies"][:2]]
    if lot.random() < 0.2:
        _model(tree, lot)
    options = tree["options"]
    options["checkpoint_interval"] = lot.choice((0.0, max(1.0, run / 4)))
    options["checkpoint_cost"] = run * lot.choice((0.0, 0.001, 0.02))
    options["resize_cost"] = lot.choice((0.0, 0.0, 1.0))


RULES = (
    "-area",
    "-estimate",
    "wait / size",
    "(wait / estimate)^3 * size",
    "1000 * min(wait / 7 d, 1) + 1000 * fair",
    "wait / estimate - user_waiting",
    "if wait > 1 d then wait else -size",
)


def _own_policies(lot: Random) -> list[dict[str, Any]]:
    """None, or one of a kind that there may be."""
    if lot.random() < 0.7:
        return []
    held = lot.choice(("none", "skip", 1, 1, 3, 100, "all"))
    others = {"backfill": lot.choice(("", "", *RULES)), "admit": lot.choice(("true", "true", "user_waiting < 100"))}
    return [{"name": "own", "order": lot.choice(RULES), "reservation": held} | others]


def _operate(tree: dict[str, Any], span: float, machines: int, lot: Random) -> None:
    """Of each third a site with queues, with reservations, or one that predicts; most have none of these."""
    if lot.random() < 0.4:
        tree["options"]["predictions"] = True
    if lot.random() < 0.3:
        preempts, half = lot.random() < 0.5, max(1, machines // 2)
        tree["queues"] = [
            {"name": "large", "jobs": f"size > {half // 2}", "processors": lot.choice((0, 0, half))}
            | {"user_jobs": lot.choice((0, 0, 10)), "may_be_preempted": preempts},
            {"name": "others", "priority": lot.choice((0, 1)), "may_preempt": preempts},
        ]
    if lot.random() < 0.3:
        begins = [lot.uniform(0, min(9e8, span)) for _ in range(lot.randint(1, 20))]
        tree["advance_reservations"] = [
            {"name": f"w{number}", "begins_s": begin, "ends_s": begin + max(1.0, span / 100)}
            | {"processors": lot.randint(1, machines)}
            for number, begin in enumerate(begins)
        ]
    if tree["options"]["predictions"] or tree["queues"] or tree["advance_reservations"]:
        tree["policies"] = [
            *(["own:own"] if tree["own_policies"] else []),
            *lot.sample([name for name, policy in POLICIES.items() if policy.code in IN_A_QUEUE], 2),
        ]


def _model(tree: dict[str, Any], lot: Random) -> None:
    """Jobs of a workload model, on machines enough for it, with estimates of any quality."""
    for group in tree["cluster"]["groups"]:
        group["count"] = max(group["count"], 64)
        if lot.random() < 0.7:
            group["speed_factor"] = 1.0
    workload = tree["workload"]
    del workload["job_classes"]
    workload["jobs"] = max(1000, workload["jobs"])
    workload["arrivals"] = {
        "process": "lublin99",
        "load": lot.choice((0.5, 0.8, 0.9, 0.95, 1.0, 1.2, 2.0)),
        "estimate": lot.choice(
            (
                {"estimate": "exact"},
                {"estimate": "multiple", "multiple_of": lot.uniform(1, 10)},
                {"estimate": "uniform-error", "at_most": lot.uniform(1, 10)},
                {"estimate": "tsafrir05", "largest_estimate": 64800.0},
                {"estimate": "tsafrir05", "largest_estimate": 64800.0},
            )
        ),
    }
    tree["machine_events"] = tree["machine_events"] if lot.random() < 0.3 else []


def _size(kind: dict[str, Any], machines: int, lot: Random) -> None:
    """Sizes from the smallest on that the cluster has."""
    low, high = sorted(min(machines, kind[name]) for name in ("min_size", "max_size"))
    kind["min_size"], kind["max_size"] = (low, high) if lot.random() < 0.5 else (1, high)
    for name, least in (("min_size_spread", kind["min_size"]), ("max_size_spread", high)):
        if "up_to" in kind[name]:
            kind[name]["up_to"] = max(least, min(machines, kind[name]["up_to"]))
    demand = kind["demand"]
    if "low" in demand:
        demand["low"], demand["high"] = sorted((demand["low"], demand["high"]))


def _place(event: dict[str, Any], group: dict[str, Any], run: float, span: float, lot: Random) -> None:
    """What happens to a *group*, often for jobs that *run* so long (s), in a replication of a *span* (s)."""

    def between(low: float, high: float) -> float:
        return min(1e9, max(1.0, lot.uniform(low, high)))

    event["group"] = group["name"]
    what = event["event"]
    if what == "owners":
        event["comes_at"], event["leaves_at"] = 9.0, lot.uniform(10.0, 20.0)
    elif what == "sessions":
        event["mean_away"] = between(run, 30 * run)
        event["mean_session"] = max(1.0, lot.uniform(0.1, 1) * event["mean_away"])
    elif what == "failures":
        event["mean_between"] = between(3 * run, 300 * run)
        event["mean_repair"] = max(1.0, lot.uniform(0.01, 0.3) * event["mean_between"])
    else:
        event["count"] = lot.randint(1, max(1, group["count"] // 2))
    if what in ("shutdown", "addition"):
        event["at"] = min(1e9, lot.uniform(0, span))
    if what == "shutdown":
        event["notice"], event["duration"] = lot.choice((0.0, 300.0)), lot.choice((0.0, between(run, 30 * run)))
        event["every"] = lot.choice((0.0, min(1e9, event["duration"] * lot.uniform(1.1, 10))))


SAMPLED = Recipe(
    within={
        "cluster.groups": (1, 4),
        "cluster.groups.*.count": (1, 300),
        "workload.jobs": (200, 100_000),
        "workload.job_classes": (1, 3),
        "workload.job_classes.*.weight": (0.1, 1),
        "workload.job_classes.*.min_size": (1, 100),
        "workload.job_classes.*.max_size": (1, 300),
        "workload.job_classes.*.process_size_kb": (1, 1e5),
        "workload.job_classes.*.demand.mean": (100, 1e4),
        "workload.job_classes.*.demand.low": (100, 1e4),
        "workload.job_classes.*.demand.high": (100, 1e4),
        "workload.job_classes.*.demand.coefficient_of_variation": (1, 4),
        "workload.job_classes.*.estimate.multiple_of": (1, 10),
        "workload.job_classes.*.estimate.at_most": (1, 20),
        "workload.job_classes.*.deadline.mean": (100, 1e5),
        "workload.job_classes.*.deadline.times_demand": (0.05, 30),
        "options.migration.checkpoint": (0, 20),
        "options.migration.latency": (0, 1),
        "options.migration.transfer_per_kb": (0, 0.002),
    },
    given=one_replication(POLICIES, 3)
    | {
        "own_policies": _own_policies,
        "cluster.groups.*.price_per_hour": lambda lot: 0.0,
        "share_groups": lambda lot: [],  # they take next to nothing, as prices do
        "queues": lambda lot: [],
        "advance_reservations": lambda lot: [],
        "options.predictions": lambda lot: lot.random() < 0.1,
        "options.aging": lambda lot: lot.choice((0.0, 0.0, 0.0, 1e-3, 1.0)),
        "options.wait_bound_s": lambda lot: lot.choice((0.0, 0.0, 0.0, 1e4, 1e6)),
        "options.reservation_depth": lambda lot: lot.choice((0, 0, 0, 0, 1, 20, 1000)),
        # A list of jobs has no classes, and at most 200 jobs: it costs next to nothing.
        "workload.arrivals": lambda lot: lot.choice(
            ({"process": "poisson", "rate_per_1000_s": 1.0}, {"process": "batch"})
        ).copy(),
        "workload.job_classes.*.speedup": lambda lot: lot.choice(
            (
                {"model": "linear"},
                {"model": "amdahl", "serial_share": lot.choice((0.01, 0.1, 0.5))},
                {"model": "downey", "parallelism": 30.0, "variance": lot.choice((0.5, 2.0))},
            )
        ),
    },
    mend=_mend,
    kept=0.3,
)
