"""The bench of this family: time per job, by policy, load, jobs and machines."""

from collections.abc import Callable
from functools import partial
from time import perf_counter
from typing import Any

import numpy as np

from engine.compiled.yardstick import Case, Measurement, median_seconds
from engine.parallel_jobs import simulation
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.inputs.site.own_policies import OwnPolicy
from engine.parallel_jobs.inputs.workload import draw_jobs, machines_of, rules_of, simulated_as
from engine.parallel_jobs.papers.examples import EXAMPLES
from engine.parallel_jobs.policies import POLICIES, TIME_SHARING, PolicyCode
from engine.parallel_jobs.records import Records
from engine.parallel_jobs.space_sharing.reference import simulation as space_sharing
from engine.parallel_jobs.time_sharing.reference import simulation as time_sharing
from engine.rules.blocks import values
from engine.rules.language import of_order
from engine.rules.names import COLUMN, NAMES
from engine.rules.program import compile_rule

# The bench of jobs as logs have them: whole seconds, sizes of all kinds, a day, and estimates that users give.

FEWEST_OF_A_LOG = 200
"""Of fewer jobs nobody can say how users estimate."""

YEAR = 300_000
"""Jobs that a busy machine runs in a year."""


def as_logged(machines: int, jobs: int, load: float, depth: int = 0) -> ParallelJobsScenario:
    """Jobs of lublin99 with the estimates of tsafrir05 on so many equally fast machines."""
    return ParallelJobsScenario.read(
        {
            "family": "parallel-jobs",
            "cluster": {"groups": [{"name": "node", "count": machines, "speed_factor": 1.0}]},
            "workload": {
                "arrivals": {
                    "process": "lublin99",
                    "load": load,
                    "exact_load": True,
                    "estimate": {"estimate": "tsafrir05", "largest_estimate": 64_800},
                },
                "jobs": jobs,
            },
            "options": {"reservation_depth": depth},
            "policies": ["EASY"],
        }
    )


def _cases_of_logs() -> dict[str, Case]:
    """Every policy on jobs of a small machine; years of one of 1,000 processors, and of one of 80,000."""

    def month(policy: str, small: bool) -> Measurement:
        return _against_reference(as_logged(128, 5_000, 0.7), policy, small, FEWEST_OF_A_LOG)

    def year(machines: int, policy: str, depth: int, small: bool) -> Measurement:
        seconds = _per_job(as_logged(machines, FEWEST_OF_A_LOG if small else YEAR, 0.8, depth), policy, small)
        return Measurement("ns per job", seconds * 1e9, seconds)

    found: dict[str, Case] = {f"log-{name.lower()}": partial(month, name) for name in POLICIES}
    for name in ("FCFS", "FF", "EASY"):
        found[f"year-{name.lower()}"] = partial(year, 1_000, name, 0)
        found[f"year-80000-{name.lower()}"] = partial(year, 80_000, name, 0)
    for depth in (5, 20, 100):
        found[f"year-conservative-{depth}"] = partial(year, 1_000, "Conservative", depth)
    return found


# The bench of own policies: rules beside the built-in orders that they say, on the same jobs as those.

JOBS = 5_000
QUEUE, EVALUATIONS = 100, 200
"""Jobs of a queue that is asked about, and how often."""

LONG = " + ".join(["abs(size)", *["log10(size + 1)"] * 21])
"""A rule of as many operations as there may be."""

RULES = {
    "saf": "-area",
    "f1": "-(size * log10(estimate) + 870 * log10(submit))",
    "wfp3": "(wait / estimate)^3 * size",
    "unicef": "wait / (log2(max(size, 2)) * estimate)",
}


def _on_a_log(order: str, small: bool) -> Measurement:
    scenario = as_logged(128, FEWEST_OF_A_LOG if small else JOBS, 0.7)
    rules = rules_of(scenario)._replace(own=OwnPolicy.model_validate({"name": "own", "order": order}).rules())
    run = partial(simulation.run, draw_jobs(scenario, 0), machines_of(scenario), rules, PolicyCode.OWN)
    run()
    seconds = median_seconds(run, small) / scenario.workload.jobs
    return Measurement("ns per job", seconds * 1e9, seconds)


def _of_a_queue(small: bool) -> Measurement:
    """A long rule, asked of a queue: per job and pass."""
    program, table = compile_rule(of_order(LONG)[0]), np.zeros((len(NAMES), QUEUE))
    table[COLUMN["size"]] = np.arange(1.0, QUEUE + 1)
    values(program, table)
    evaluations = 1 if small else EVALUATIONS
    seconds = median_seconds(lambda: [values(program, table) for _ in range(evaluations)], small)
    seconds /= QUEUE * evaluations
    return Measurement("ns per waiting job", seconds * 1e9, seconds)


def _cases_of_own_policies() -> dict[str, Case]:
    """Own policies that say what built-in ones do, and the longest rule on a queue."""
    return {
        **{f"log-own-{name}": partial(_on_a_log, rule) for name, rule in RULES.items()},
        "own-64-operations": _of_a_queue,
    }


FEW, FEWEST = 1_000, 20
"""Jobs for a reference, and of whatever is small."""


def _system(number: int, rate: float, jobs: int, machines: int = 1) -> ParallelJobsScenario:
    """A system of Schnor et al. 1996; *machines* times as many of each kind, and jobs that use as many more."""
    point = {"workload.arrivals.rate_per_1000_s": rate * machines, "workload.jobs": jobs}
    for group, kind in enumerate(EXAMPLES[f"schnor-system-{number}"].cluster.groups):
        point[f"cluster.groups.{group}.count"] = kind.count * machines
    if machines > 1:
        point["workload.job_classes.0.max_size"] = 30 * machines
    return EXAMPLES[f"schnor-system-{number}"].at(point)


def _simulation(scenario: ParallelJobsScenario, policy: str, run: Callable[..., Records]) -> Callable[[], Records]:
    code, rules = simulated_as(scenario, policy)
    return partial(run, draw_jobs(scenario, 0), machines_of(scenario), rules, code)


def _per_job(scenario: ParallelJobsScenario, policy: str, small: bool) -> float:
    """Seconds of the kernel for one job."""
    run = _simulation(scenario, policy, simulation.run)
    run()
    return median_seconds(run, small) / scenario.workload.jobs


def _against_reference(many: ParallelJobsScenario, policy: str, small: bool, fewest: int = FEWEST) -> Measurement:
    """Nanoseconds per job, and how many times longer the reference takes, which always keeps its log.

    The reference gets fewer jobs; both are timed on those for the ratio, since in overload the time per job grows with
    their number, and their records are compared, log included.
    """
    few = many.at({"workload.jobs": fewest if small else FEW})
    slow = _simulation(few, policy, _reference(policy).run)
    begin = perf_counter()
    records = slow()
    per_job = (perf_counter() - begin) / few.workload.jobs
    same = _identical(records, _simulation(few, policy, partial(simulation.run, with_log=True))())
    seconds = _per_job(few if small else many, policy, small)
    return Measurement("ns per job", seconds * 1e9, seconds, per_job / _per_job(few, policy, small), same)


def _reference(policy: str) -> Any:
    return time_sharing if POLICIES[policy].code in TIME_SHARING else space_sharing


def _table(policy: str, gap: float, jobs: int = 20_000) -> ParallelJobsScenario:
    """The workload of Kumar 2001 behind tables 4.5 and 4.6 for the profit policies, else behind 4.2, independent."""
    name = "kumar-table-4-5" if POLICIES[policy].code >= PolicyCode.SIMPLE else "kumar-table-4-2-independent"
    return EXAMPLES[name].at({"mean_interarrival_s": gap, "workload.jobs": jobs})


def _identical(one: Records, other: Records) -> bool:
    """Whether all arrays are equal, bit for bit."""
    pairs = zip([*one[:-1], *one.log], [*other[:-1], *other.log], strict=True)
    return all((a.dtype, a.shape, a.tobytes()) == (b.dtype, b.shape, b.tobytes()) for a, b in pairs)


def _growth(scenarios: tuple[ParallelJobsScenario, ParallelJobsScenario], small: bool) -> Measurement:
    """The power of ten by which the time of a whole replication grows when its work is ten times larger."""
    if small:
        scenarios = (scenarios[0].at({"workload.jobs": FEWEST}), scenarios[1].at({"workload.jobs": FEWEST}))
    times = [_per_job(scenario, "SED", small) * scenario.workload.jobs for scenario in scenarios]
    return Measurement("slope (1 = in proportion)", float(np.log10(times[1] / times[0])))


LOADS = {
    "light-load": (0.1, 0.25, 500.0),
    "load-1": (1.875, 3.75, 64.5),
    "overload": (3.0, 6.0, 45.0),
}
"""Jobs per 1000 s on system 1 and 2 of Schnor et al. 1996, seconds between jobs of Kumar 2001.

A load of 1 is what the policy with the largest throughput can just do: for SED the saturated batch.
"""


def _at_load(policy: str, load: str, small: bool) -> Measurement:
    system_1, system_2, gap = LOADS[load]
    if POLICIES[policy].code in TIME_SHARING:
        number, rate = (2, system_2) if policy == "SED-NM" else (1, system_1)
        return _against_reference(_system(number, rate, 20_000), policy, small)
    return _against_reference(_table(policy, gap), policy, small)


CASES: dict[str, Case] = {
    "sed-system-1": lambda small: _against_reference(_system(1, 1.0, 100_000), "SED", small),
    "sed-nu-system-1": lambda small: _against_reference(_system(1, 1.0, 100_000), "SED-NU", small),
    "fcfs-system-1": lambda small: _against_reference(_system(1, 1.0, 100_000), "FCFS", small),
    "sed-system-2": lambda small: _against_reference(_system(2, 2.0, 100_000), "SED", small),
    "sed-nm-system-2": lambda small: _against_reference(_system(2, 2.0, 100_000), "SED-NM", small),
    "fcfs-10000-jobs": lambda small: _against_reference(_table("FCFS", 100.0, 10_000), "FCFS", small),
    "easy-10000-jobs": lambda small: _against_reference(_table("EASY", 100.0, 10_000), "EASY", small),
    **{f"{name.lower()}-{load}": partial(_at_load, name, load) for name in POLICIES for load in LOADS},
    **_cases_of_logs(),
    **_cases_of_own_policies(),
    "jobs-x-10": lambda small: _growth((_system(1, 1.0, 10_000), _system(1, 1.0, 100_000)), small),
    "machines-x-10": lambda small: _growth((_system(1, 1.0, 20_000), _system(1, 1.0, 20_000, machines=10)), small),
}
"""Every case by name; systems and rates are those of Schnor et al. 1996, section 4, and Kumar 2001, chapter 4."""
