"""What this computer makes of small studies of every family: `python -m tests.engine.compiled.bits [arithmetic]`.

Prints {what: hexadecimal digits of its bits} as JSON; `test_same_bits.py` runs it as if on other processors. It is
given nothing but the environment, since numpy, OpenBLAS, the C library and numba choose their code when they start.
"""

import hashlib
import os
import sys
from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np
import orjson

from engine.inputs.paths import put
from engine.queues.named_orders import ORDERS
from engine.study.cells import StudyPlan
from engine.study.registry import EXAMPLES, FAMILIES, read_scenario

DEMANDS = (
    {"distribution": "constant", "mean": 600.0},
    {"distribution": "exponential", "mean": 600.0},
    {"distribution": "uniform", "low": 10.0, "high": 900.0},
    {"distribution": "log-normal", "mean": 600.0, "coefficient_of_variation": 1.7},
    {"distribution": "hyperexponential", "mean": 600.0, "coefficient_of_variation": 2.3},
)
SPEEDUPS = (
    {"model": "linear"},
    {"model": "table", "processors": [1, 4, 30], "speedup": [1.0, 3.3, 17.0]},
    {"model": "amdahl", "serial_share": 0.07},
    {"model": "downey", "parallelism": 23.0, "variance": 0.7},
    {"model": "downey", "parallelism": 23.0, "variance": 1.7},
)
ESTIMATES = (
    {"estimate": "exact"},
    {"estimate": "multiple", "multiple_of": 3.0},
    {"estimate": "uniform-error", "at_most": 4.0},
)
DEADLINES = (
    {"deadline": "exponential-deadline", "mean": 5000.0},
    {"deadline": "proportional-deadline", "times_demand": 2.7},
    {"deadline": "constant-deadline", "mean": 4000.0},
)
LARGE = {"cluster": {"groups": [{"name": "node", "count": 128, "speed_factor": 1.0}]}}
SPREADS = ({"spread": "same"}, {"spread": "evenly", "up_to": 9}, {"spread": "powers-of-two", "up_to": 16})


def changed(name: str, **fields: Any) -> Any:
    """An example without its sweep, one replication, and {path with __ for .: value} instead of its own."""
    tree = orjson.loads(EXAMPLES[name].canonical())
    tree["study"] = {"replications": 1, "seed": 7}
    for path, value in fields.items():
        put(tree, path.replace("__", "."), value)
    return read_scenario(tree)


OWN = (
    {"name": "bent", "order": "ln(estimate + 1) * sqrt(size) - exp(min(wait / 3600, 9)) + log2(1 + wait) / 3"},
    {"name": "of users", "order": "user_share * 7.3 + (wait / estimate) ^ 3 * size", "half_life_s": 9_000.0},
    {
        "name": "measured",
        "order": "log10(estimate) * size / (1 + running)",
        "reservation": "all",
        "admit": "size <= 12",
    },
)
"""Rules with every function that could have another last bit elsewhere."""

SITE = {
    "queues": [
        {"name": "short", "jobs": "estimate <= 10 min", "priority": 3, "may_preempt": True},
        {"name": "rest", "jobs": "true", "user_processors": 20, "may_be_preempted": True},
    ],
    "advance_reservations": [{"name": "window", "begins_s": 9_000.0, "ends_s": 12_000.0, "processors": 9}],
    "share_groups": [
        {"name": "many", "shares": 3, "users": "1-3"},
        {"name": "few", "shares": 1, "users": "4"},
    ],
}


def of_orders(base: dict[str, Any]) -> Iterator[Any]:
    """Ordered queues on machines that are all alike, own policies, and how a site is run."""
    processors = {"cluster": {"groups": [{"name": "processor", "count": 30, "speed_factor": 1.0}]}}
    orders = list(ORDERS)
    yield changed("schnor-system-1", policies=orders, **(base | processors))
    own = [f"own:{one['name']}" for one in OWN]
    yield changed("schnor-system-1", policies=own, own_policies=OWN, **(base | processors))
    yield changed("schnor-system-1", policies=own, own_policies=OWN, **base)
    yield changed("schnor-system-1", policies=["Multifactor", "EASY"], **SITE, **(base | processors))


def of_a_log() -> Iterator[Any]:
    """As it is, shaken, of other loads, and other logs made of it; those of lublin99 with users."""
    for fields in (
        {},
        {"shaken": True, "load_factor": 1.3},
        {"load_by": "week_clock", "load_factor": 0.7},
        {"resampled": "weeks", "estimates": {"estimate": "uniform-error", "at_most": 4.0}},
        {"load_by": "users", "load_factor": 1.2},
    ):
        put_there = {f"workload__arrivals__{name}": value for name, value in fields.items()}
        yield changed("log-in-blocks", study__replications=4, policies=["EASY", "WFP3"], **put_there)


def parallel_jobs() -> Iterator[Any]:
    classes = [
        {
            "name": f"class {n}",
            "demand": demand,
            "min_size": 1 + n % 3,
            "max_size": 16,
            "speedup": SPEEDUPS[n],
            "estimate": ESTIMATES[n % 3],
            "min_size_spread": SPREADS[n % 3],
            "kind": ("malleable", "moldable", "rigid")[n % 3],
        }
        for n, demand in enumerate(DEMANDS)
    ]
    every = [policy for policy in FAMILIES["parallel-jobs"].policies if not policy.startswith(("Simple", "Lazy"))]
    base = {"workload__job_classes": classes, "workload__jobs": 600, "workload__arrivals__rate_per_1000_s": 24.0}
    events = [
        {"event": "failures", "group": "slow", "mean_between": 20_000.0, "mean_repair": 600.0},
        {"event": "owners", "group": "fast"},
    ]
    yield changed("schnor-system-1", policies=every, **base)
    yield changed("schnor-system-1", policies=["SED", "EASY"], machine_events=events, **base)
    for types, exactly in (("all", False), ("two-types", True)):
        told = {"estimate": "tsafrir05", "largest_estimate": 64_800.0}
        model = {"process": "lublin99", "types": types, "load": 0.8, "exact_load": exactly, "estimate": told}
        yield changed("schnor-system-1", policies=["FF", "EASY"], workload={"arrivals": model, "jobs": 600}, **LARGE)
    day = {
        "process": "by-hour",
        "rate_per_1000_s": 2.4,
        "by_hour": [0.1 + hour / 7 for hour in range(24)],
        "strength": 0.9,
    }
    yield changed("schnor-system-1", policies=["SED", "EASY"], **(base | {"workload__arrivals": day}))
    # more than 10,000: OpenBLAS then adds with several threads
    yield changed("schnor-system-1", policies=["FCFS"], **(base | {"workload__jobs": 20_000}))
    users = {"process": "lublin99", "types": "all", "load": 0.9, "users": 9, "weekend": 0.3}
    yield changed(
        "synthetic-year", policies=["EASY", "Multifactor"], workload={"arrivals": users, "jobs": 900}, **LARGE
    )
    yield from of_orders(base)
    yield from of_a_log()
    for_profit = [one | {"deadline": DEADLINES[n % 3]} for n, one in enumerate(classes)]
    every = [policy for policy in FAMILIES["parallel-jobs"].policies if policy.startswith(("Simple", "Lazy"))]
    paid = base | {"workload__job_classes": for_profit, "workload__jobs": 300}
    yield changed("kumar-table-4-5", policies=every, **paid)


def coscheduling() -> Iterator[Any]:
    bursts = {"process": "hyper-erlang", "rate_per_1000_s": 900.0, "variation": 1.7}
    even = {"process": "hyper-erlang", "rate_per_1000_s": 900.0, "variation": 0.3}
    for arrivals, variation in ((bursts, 1.3), (even, 0.3)):
        sizes = [{"sizes": "all", "smallest": 2, "largest": 16, "execution_time": 0.3, "variation": variation}]
        yield changed(
            "zhang-wl2",
            cluster__nodes=16,
            workload__arrivals=arrivals,
            workload__size_classes=sizes,
            workload__jobs=12,
            policies=["PB", "GS", "DCS-SY", "Local"],
        )


def master_worker() -> Iterator[Any]:
    for kind, differences in (("exponential", "exponential"), ("log-normal", "uniform-0.4-1.6"), ("uniform", None)):
        times = {"kind": kind, "mean": 20.0}
        fields = {} if differences is None else {"application__differences": differences}
        yield changed(
            "opportunistic-pool",
            workers__availability={"presence": "opportunistic", "up": times, "suspended": times, "away": times},
            application__largest="different",
            **fields,
        )
    yield changed("heymann-predict")


def synchronous_iterative() -> Iterator[Any]:
    groups = [
        {"name": name, "count": 3, "delta": delta, "load": load, "cost": cost}
        for name, delta, load, cost in (("a", 2, 0.31, 1.7), ("b", 3, 0.17, 1.1), ("c", 5, 0.43, 0.3))
    ]
    laws = product(("exponential", "hyperexponential", "leland-ott"), ("ideal", "binomial", "given"))
    for number, (service, imbalance) in enumerate(laws):
        yield changed(
            "peterson-figure-6",
            cluster={"baseline": 2, "groups": groups},
            background__service=service,
            background__mean_service=1.3,
            background__by_hour=[0.3 + 0.07 * (hour % 8) for hour in range(24)] if number % 2 else [],
            application__imbalance=imbalance,
            application__weights=[0.1, 0.7, 0.3, 0.2],
            application__iterations=10,
            application__overhead_per_doubling=3.7,
            options__division=("equal", "by-speed")[number % 2],
            options__queue=("processor-sharing", "paper-mode")[number // 3 % 2],
            policies=["All Machines", "Prefix and Exchange", "Exact"],
        )
    yield changed(
        "peterson-figure-6",
        application__imbalance="binomial",
        options__equations="as-printed",
        policies=["All Machines"],
    )


def digits(values: Any) -> str:
    """16 hexadecimal digits of arrays or of what JSON can hold, whose numbers are written to the last bit."""
    text = values.tobytes() if isinstance(values, np.ndarray) else orjson.dumps(values, option=orjson.OPT_SORT_KEYS)
    return hashlib.sha256(text).hexdigest()[:16]


def cells(scenarios: Iterator[Any], family: str) -> Iterator[tuple[str, str]]:
    """Every cell, and one trace of each scenario."""
    for number, scenario in enumerate(scenarios):
        plan = StudyPlan(scenario)
        for cell in plan.cells():
            policy = scenario.policies[cell.policy]
            yield f"{family} {number} {policy}", digits(plan.compute(cell))
        if scenario.family != "parallel-jobs" or scenario.workload.jobs < 1000:
            yield f"{family} {number} trace", digits(FAMILIES[family].runs.trace(scenario, scenario.policies[0], 0, {}))


def arithmetic() -> Iterator[tuple[str, str]]:
    """Our own functions, what is drawn by them, and the formulas, which are quickly compiled."""
    from engine.compiled import elementwise
    from engine.inputs.draws import Draws
    from engine.synchronous_iterative.formulas.prediction import predictor_of

    uniform = Draws(1, 2).stream("bits").random(20_000)
    positive = elementwise.exp(1400 * uniform - 700)
    yield "exp", digits(positive)
    yield "ln", digits(elementwise.ln(positive))
    yield "log1p", digits(elementwise.log1p(3 * uniform - 0.9))
    yield "expm1", digits(elementwise.expm1(3 * uniform - 1.5))
    yield "power", digits(elementwise.power(10 * uniform, 1.122))
    stream = Draws(1, 2).stream("bits")
    for name, drawn in (
        ("exponential", stream.exponential(20_000)),
        ("normal", stream.normal(20_000)),
        ("erlang", stream.erlang(37, 2_000)),
        ("integers", stream.integers(0, 10**6, 2_000)),
    ):
        yield name, digits(drawn)
    for number, scenario in enumerate(synchronous_iterative()):
        counts = np.array([[2, 1, 3], [3, 3, 0]])[:, : len(scenario.cluster.groups)]
        predicted = predictor_of(scenario).predict(counts)
        yield f"predictions {number}", digits([column.tolist() for column in predicted])


def everything() -> Iterator[tuple[str, str]]:
    for family in (parallel_jobs, coscheduling, master_worker, synchronous_iterative):
        yield from cells(family(), family.__name__.replace("_", "-"))


if __name__ == "__main__":
    if "BITS_CORES" in os.environ:
        os.sched_setaffinity(0, list(os.sched_getaffinity(0))[: int(os.environ["BITS_CORES"])])
    found = arithmetic() if "arithmetic" in sys.argv else everything()
    print(orjson.dumps(dict(found)).decode())
