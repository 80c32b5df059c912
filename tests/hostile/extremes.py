"""Extreme scenarios that are allowed: of each family every number at or near its bounds, and so small that each is
done in about a millisecond.
"""

from random import Random
from typing import Any

from engine.contract.generated import LEFT_OUT, Recipe
from engine.coscheduling.costs.sampled import fit_list
from engine.study.registry import FAMILIES
from engine.workload_models.tsafrir05 import FEWEST
from tests.hostile.extreme_logs import USUALLY, put_log, whole_estimate


def _policies(family: str) -> Any:
    names = list(FAMILIES[family].policies)
    return lambda lot: [lot.choice(names)]


def _weigh(kinds: list[dict[str, Any]], lot: Random) -> None:
    """Somebody comes: else a scenario is refused for that, whatever else is in it."""
    if lot.random() < USUALLY and not any(kind["weight"] for kind in kinds):
        kinds[0]["weight"] = 1


def _study(lot: Random) -> dict[str, Any]:
    return {"seed": lot.choice((0, 1, 7, 2**32 - 1, lot.randrange(2**32))), "replications": 1}


def _common(family: str) -> dict[str, Any]:
    return {
        "policies": _policies(family),
        "study": _study,
        "measurement": lambda _lot: LEFT_OUT,
        "title": lambda _lot: "",
        "notes": lambda _lot: "",
    }


def _shares(tree: dict[str, Any], lot: Random) -> None:
    """Shares of an iteration that make 100 %; sizes in order and within a partition."""
    workload = tree["workload"]
    for kind in workload["job_types"]:
        rest = 100 - kind["communication"]
        kind["computation"] = rest * lot.choice((0, 0.5, 1, lot.random()))
        kind["computation"] = min(kind["computation"], 99)
        kind["io"] = rest - kind["computation"]
    cluster = tree["cluster"]
    cluster["partitions"] = lot.choice([n for n in (1, 1, 1, 2, 4) if n <= cluster["nodes"] // 2])
    cluster["nodes"] -= cluster["nodes"] % cluster["partitions"]
    part = cluster["nodes"] // cluster["partitions"]
    _weigh(workload["job_types"], lot)
    _weigh(workload["size_classes"], lot)
    is_listed = workload["arrivals"]["process"] == "listed"
    if is_listed and lot.random() < USUALLY:
        fit_list(tree, part)
    for sizes in workload.get("size_classes", ()):
        two = sorted(min(part, sizes[name]) for name in ("smallest", "largest"))
        sizes["smallest"], sizes["largest"] = two
        if sizes["sizes"] == "powers-of-two":
            sizes["smallest"] = 2
        if 0 < sizes["variation"] < 0.02 and lot.random() < USUALLY:
            sizes["variation"] = lot.choice((0, 0.02))
    if "rate_per_1000_s" in workload["arrivals"] and lot.random() < USUALLY:  # jobs come within nine years
        workload["arrivals"]["rate_per_1000_s"] = max(workload["arrivals"]["rate_per_1000_s"], 2e-3)
    if lot.random() < USUALLY:  # most of these are refused: no process would go on between two ticks
        longest = 3 * cluster["multiprogramming_level"] * cluster["endpoint_check"]
        if longest > 600:
            cluster["endpoint_check"] = 600 / 3 / cluster["multiprogramming_level"]
        cluster["queue_move"] = min(cluster["queue_move"], 100)
        cluster["context_switch"] = min(cluster["context_switch"], 200)
    if tree["options"]["message_time"] == "in-all":
        cluster["interface"] = min(cluster["interface"], max(1, cluster["message_latency"] / 2.1))


def _workers(tree: dict[str, Any], lot: Random) -> None:
    """As many workers as can be had; long times up, for most of the short ones are refused."""
    count = sum(group["count"] for group in tree["workers"]["groups"])
    number = tree["workers"]["number"]
    if number["rule"] == "fixed":
        number["workers"] = min(number["workers"], count)
    owners = tree["workers"]["availability"]
    if owners["presence"] == "opportunistic" and lot.random() < 0.7:
        owners["up"]["mean"] = max(owners["up"]["mean"], 10 * tree["application"]["mean_task_time"])
    if tree["population"] is not None:
        tree["population"]["tasks"] = [min(one, 20) for one in tree["population"]["tasks"][:2]]


def _loads(tree: dict[str, Any], lot: Random) -> None:
    """Loads below the highest; whole days."""
    background, application = tree["background"], tree["application"]
    weights = application["weights"]
    if lot.random() < USUALLY and not any(weights[1:]):
        weights[-1] = 1
    background["by_hour"] = [] if lot.random() < 0.7 else [lot.choice((0, 1, 0.5, 100)) for _ in range(24)]
    choice = tree["choice"]
    choice["cost_by_hour"] = [] if lot.random() < 0.7 else [lot.choice((0, 1, 0.5, 100)) for _ in range(24)]
    most = max(background["by_hour"], default=1) * background["intensity"]
    highest = max(group["load"] for group in tree["cluster"]["groups"]) * most
    if highest > 0.95 and lot.random() < USUALLY:
        for group in tree["cluster"]["groups"]:
            group["load"] *= 0.95 / highest * (1 - 1e-12)
    if not any(group["count"] for group in tree["cluster"]["groups"]):
        tree["cluster"]["groups"][0]["count"] = 1
    if lot.random() < 0.8:  # a run of few background jobs
        scale = application["parallel_time"] + application["serial_time"]
        background["mean_service"] = min(1e6, max(background["mean_service"], scale / 20))


EXTREME_RULES = (
    "exp(wait) / size",
    "1e300 * 1e300 - wait",
    "1 / (wait - wait)",
    "(estimate * 1e9)^8 + user_usage",
    "-ln(waiting_area) * fair",
    "log2(deadline_in)^-8",
    "floor(hour) + weekday - idle * started",
    "-area",
    "estimate^8 - 1e300 * submit",
    "1 / (size - size)",
)
"""Rules that move, and the last three that do not: where machines are equally fast, these are asked once."""


def _own_policies(lot: Random) -> list[dict[str, Any]]:
    if lot.random() < 0.8:
        return []
    return [
        {
            "name": "own",
            "order": lot.choice((lot.choice(EXTREME_RULES), *(lot.choice(EXTREME_RULES[-3:]) for _ in range(3)))),
            "backfill": lot.choice(("", "", "", lot.choice(EXTREME_RULES))),
            "admit": lot.choice(("true", "true", "true", "false", "size < 3", "user_waiting < 2 and idle > 0")),
            "machines": lot.choice(
                ("-speed_factor", "-speed_factor", "1e300 * speed_factor", "group_idle / (size - 1)")
            ),
            "reservation": lot.choice(("none", "skip", "all", 1, 2, 100)),
            "half_life_s": lot.choice((60.0, 1e9)),
        }
    ]


def _share_groups(lot: Random) -> list[dict[str, Any]]:
    """None, or shares from one to the most that there may be, inside each other."""
    if lot.random() < 0.8:
        return []
    shares = [lot.choice((1, 2, 1_000_000)) for _ in range(3)]
    return [
        {
            "name": "in",
            "inside": lot.choice(("", "out")),
            "shares": shares[0],
            "users": lot.choice(("1", "", "2-1000000")),
        },
        {"name": "out", "inside": "", "shares": shares[1], "users": lot.choice(("", "0"))},
        {"name": "rest", "inside": "", "shares": shares[2], "users": lot.choice(("", "others"))},
    ]


def _queues(lot: Random) -> list[dict[str, Any]]:
    """None, or two, of which one may preempt the other, with limits that are narrow or none."""
    if lot.random() < 0.85:
        return []
    limits = ("processors", "user_processors", "user_jobs")
    preempts = lot.random() < 0.5
    return [
        {"name": str(number), "jobs": lot.choice(("true", "size < 2", "estimate > 1e9", "area / 0 > 1 or class == 1"))}
        | {"priority": lot.choice((number, 1_000_000)), "longest_estimate_s": lot.choice((0.0, 1e-9, 1e9))}
        | {limit: lot.choice((0, 0, 1, 3)) for limit in limits}
        | {"may_preempt": preempts, "may_be_preempted": preempts}
        for number in range(2)
    ]


def _windows(lot: Random) -> list[dict[str, Any]]:
    """None, or some that overlap."""
    if lot.random() < 0.85:
        return []
    begins = (0.0, 1e-9, 10.0, 1e9 - 1)
    return [
        {"name": str(number), "begins_s": begin, "ends_s": begin + lot.choice((1.0, 1e-3)), "processors": 1}
        | {"known_since_s": lot.choice((0.0, begin, 1e9))}
        for number in range(lot.randint(1, 20))
        for begin in [lot.choice(begins)]
    ]


def _parallel(tree: dict[str, Any], lot: Random) -> None:
    """Sizes within the cluster, factors of three decimals, rates that make a load, events on groups that there are."""
    if tree["queues"] or tree["advance_reservations"] or tree["options"]["predictions"]:
        tree["policies"] = [lot.choice(("EASY", "FCFS", "FF", "Conservative", "SAF", "Multifactor", "WFP3"))]
    if tree["own_policies"]:
        tree["policies"] = ["own:own"]
    cluster, workload = tree["cluster"], tree["workload"]
    for group in cluster["groups"]:
        group["speed_factor"] = round(group["speed_factor"], lot.choice((0, 0, 1, 3)))
    if lot.random() < 0.95:  # more are for policies that count alone
        for group in cluster["groups"]:
            group["count"] = min(group["count"], 2000 // len(cluster["groups"]))
    machines = sum(group["count"] for group in cluster["groups"])
    options = tree["options"]
    if options["checkpoint_interval"] > 0 and lot.random() < USUALLY:
        options["checkpoint_interval"] = max(options["checkpoint_interval"], 1e-3)
        options["checkpoint_cost"] = min(options["checkpoint_cost"], 1000 * options["checkpoint_interval"])
    if workload["arrivals"]["process"] == "log" and lot.random() < USUALLY:
        put_log(tree, lot)
        return
    if workload["arrivals"]["process"] == "lublin99" and lot.random() < USUALLY:
        _model(tree, lot)
        return
    _weigh(workload["job_classes"], lot)
    for kind in workload["job_classes"]:
        low, high = sorted(kind[name] for name in ("min_size", "max_size"))
        kind["min_size"], kind["max_size"] = min(low, machines), max(min(low, machines), high)
        for name, least, most in (("min_size_spread", "min_size", machines), ("max_size_spread", "max_size", 2000)):
            if "up_to" in kind[name]:
                kind[name]["up_to"] = max(kind[least], min(most, kind[name]["up_to"]))
        if "low" in kind["demand"]:
            kind["demand"]["low"], kind["demand"]["high"] = sorted((kind["demand"]["low"], kind["demand"]["high"]))
    if workload["arrivals"]["process"] == "listed" and lot.random() < USUALLY:
        _list(tree, machines, lot)
        return
    if workload["arrivals"]["process"] == "by-hour" and lot.random() < USUALLY:
        hours, weights = lot.choice((24, 168)), lot.choice(((0, 100), (0, 0.01, 1, 100), (0.01, 0.5, 100)))
        workload["arrivals"]["by_hour"] = [100, *(lot.choice(weights) for _ in range(hours - 1))]
    demands = [kind["demand"].get("mean") or kind["demand"]["high"] for kind in workload["job_classes"]]
    longest = max(demands)
    if lot.random() < USUALLY:  # the clock does not tell a millisecond from the next one after a long time
        for kind in workload["job_classes"]:
            for name in ("mean", "low", "high"):
                if name in kind["demand"]:
                    kind["demand"][name] = max(kind["demand"][name], longest * 1e-6)
        if "rate_per_1000_s" in workload["arrivals"]:
            often = 1000 * machines / longest
            rate = often * lot.choice((0.01, 0.5, 1, 2, 1000, 1e6))
            workload["arrivals"]["rate_per_1000_s"] = min(1e6, max(1e-6, rate))
    exponential = all(kind["demand"]["distribution"] == "exponential" for kind in workload["job_classes"])
    workload["same_variate"] &= exponential and workload["arrivals"]["process"] == "poisson"
    needed = max(kind["min_size_spread"].get("up_to", kind["min_size"]) for kind in workload["job_classes"])
    _strike_all(tree, needed, longest, lot)


def _model(tree: dict[str, Any], lot: Random) -> None:
    """A cluster that the model is for, and nothing of what follows from it."""
    for group in tree["cluster"]["groups"]:
        group["count"] = max(group["count"], 64)
    workload = tree["workload"]
    workload["same_variate"] = False
    del workload["job_classes"]
    arrivals = workload["arrivals"]
    if lot.random() < 0.6:  # others are constants of no law that has a mean
        del arrivals["constants"]
    estimate = arrivals["estimate"]
    if "largest_estimate" in estimate:  # of fewer jobs they are refused, and so many take long
        if lot.random() < 0.2:
            workload["jobs"] = max(workload["jobs"], FEWEST)
        elif lot.random() < USUALLY:
            del arrivals["estimate"]
    if "largest_estimate" in estimate and lot.random() < USUALLY:
        estimate["largest_estimate"] = whole_estimate(max(estimate["largest_estimate"], 1e5))
    _strike_all(tree, 2000, 1e5, lot)


def _list(tree: dict[str, Any], machines: int, lot: Random) -> None:
    """Jobs that fit the cluster, and nothing of what follows from a list."""
    for job in tree["workload"]["arrivals"]["jobs"]:
        job["machines"] = min(job["machines"], machines)
        job["run"] = min(job["run"], 1e9 / job["machines"])
        if job["estimate"] is not None:
            job["estimate"] = max(job["estimate"], job["run"])
        for name, bound in (("smallest", min), ("largest", max)):
            job[name] = None if job["kind"] == "rigid" or job[name] is None else bound(job[name], job["machines"])
        job["label"] = lot.choice(("", "one", "=1+1"))
    for name in ("jobs", "job_classes"):
        del tree["workload"][name]
    tree["workload"]["same_variate"] = False
    longest = max(job["run"] for job in tree["workload"]["arrivals"]["jobs"])
    _strike_all(tree, max(job["machines"] for job in tree["workload"]["arrivals"]["jobs"]), longest, lot)


def _strike_all(tree: dict[str, Any], needed: int, longest: float, lot: Random) -> None:
    """What happens to machines leaves as many as are *needed*: spares and departures take no more than the others."""
    groups = tree["cluster"]["groups"]
    idle = sum(group["count"] for group in groups) - needed
    for change in list(tree["machine_events"]):
        _strike(change, lot.choice(groups), longest, lot)
        if change["event"] in ("spares", "shutdown") and lot.random() < USUALLY:
            if idle < 1:
                tree["machine_events"].remove(change)
                continue
            change["count"] = min(change["count"], idle)
            idle -= change["count"]


def _strike(change: dict[str, Any], group: dict[str, Any], longest: float, lot: Random) -> None:
    """Something that happens to the *group* about as often as its jobs end, for more is refused."""
    change["group"] = group["name"]
    scale = min(1e9, longest)
    for name, low in (("mean_between", 0.3), ("mean_away", 0.1), ("mean_repair", 1e-3), ("mean_session", 1e-3)):
        if name in change and lot.random() < USUALLY:
            change[name] = min(1e9, max(1.0, low * scale * 10 ** (4 * lot.random())))
    if "comes_at" in change:
        change["comes_at"], change["leaves_at"] = sorted((change["comes_at"], change["leaves_at"]))
    if "count" in change:
        most = group["count"] if lot.random() < 0.2 else max(1, group["count"] // 2)
        change["count"] = min(most, change["count"])
    if "at" in change and lot.random() < 0.7:
        change["at"] = scale * lot.choice((0, 1e-3, 0.5, 1, 1 + lot.random()))
    if "every" in change and lot.random() < 0.8:
        change["duration"] = min(change["duration"], scale * 10 ** (lot.random() - 1))
        change["every"] = min(1e9, change["duration"] * lot.choice((0, 1.001, 2, 100)))
        change["notice"] = min(change["notice"], scale)
    change |= {name: min(1e9, change[name]) for name in ("at", "duration", "notice") if name in change}


EXTREMES = {
    "coscheduling": Recipe(
        within={
            "cluster.nodes": (2, 8),
            "cluster.multiprogramming_level": (1, 8),
            "workload.jobs": (1, 4),
            "workload.arrivals.jobs": (1, 4),
            "workload.arrivals.jobs.*.run": (1e-3, 0.02),
            "workload.job_types": (1, 2),
            "workload.size_classes": (1, 2),
            "workload.size_classes.*.execution_time": (1e-3, 0.02),
        },
        given=_common("coscheduling"),
        mend=_shares,
        extremes=0.3,
    ),
    "master-worker": Recipe(
        within={
            "application.tasks": (2, 12),
            "application.iterations": (1, 4),
            "workers.groups": (1, 3),
            "workers.groups.*.count": (1, 8),
            "workers.number.workers": (1, 20),
            "workers.number.window": (1, 4),
            "population.tasks": (1, 2),
            "population.iterations": (1, 2),
            "population.iterations.*": (1, 3),
            "population.tasks.*": (2, 12),
            "population.similarities": (1, 1),
            "population.workload_factors": (0, 1),
            "population.variations": (0, 1),
        },
        given=_common("master-worker") | {
            "population": lambda lot: None if lot.random() < 0.97 else {
                "tasks": [lot.randint(2, 12)], "similarities": [lot.choice(("0-0", "0-1", "1-0", "1-1"))],
                "iterations": [lot.randint(1, 3)], "workload_factors": [], "variations": []},
        },
        mend=_workers,
        extremes=0.3,
    ),
    "parallel-jobs": Recipe(
        within={
            "cluster.groups": (1, 3),
            "cluster.groups.*.count": (1, 5),
            "machine_events": (0, 2),
            "workload.jobs": (1, 30),
            "workload.arrivals.jobs": (1, 12),
            "workload.job_classes": (1, 3),
            "workload.job_classes.*.min_size": (1, 5),
            "workload.job_classes.*.max_size": (1, 20),
            "workload.job_classes.*.min_size_spread.up_to": (1, 15),
        },
        given=_common("parallel-jobs") | {
            "own_policies": _own_policies,
            "share_groups": _share_groups,
            "queues": _queues,
            "advance_reservations": _windows,
            "options.predictions": lambda lot: lot.random() < 0.1,
            "workload.job_classes.*.speedup": lambda lot: lot.choice((
                {"model": "linear"},
                {"model": "table", "processors": [1, 2, 2000], "speedup": [1, 1, lot.choice((1, 2, 2000))]},
                {"model": "amdahl", "serial_share": lot.choice((0, 1e-9, 0.5, 1, lot.random()))},
                {"model": "downey", "parallelism": lot.choice((1, 1.5, 2000, 20 * lot.random() + 1)),
                 "variance": lot.choice((0, 1, 1 + 1e-9, 100, lot.random()))})),
        },
        mend=_parallel,
        extremes=0.3,
    ),
    "synchronous-iterative": Recipe(
        within={
            "application.iterations": (1, 4),
            "application.objects": (1, 30),
            "application.weights": (2, 5),
            "cluster.groups": (1, 3),
            "cluster.groups.*.count": (0, 3),
        },
        given=_common("synchronous-iterative"),
        mend=_loads,
        extremes=0.3,
    ),
}  # fmt: skip
"""How to draw them, by the name of the family; one of another family is added here."""
