"""What has to hold of space sharing: at every instant, over a whole run, and in queues that theory knows."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.inputs.workload import draw_jobs, machines_of, rules_of
from engine.parallel_jobs.job_metrics.outcomes import earned
from engine.parallel_jobs.papers.examples import EXAMPLES
from engine.parallel_jobs.policies import SHARING, PolicyCode
from engine.parallel_jobs.records import Happening, Reason, Records
from engine.parallel_jobs.space_sharing.kernel import simulation as kernel
from engine.parallel_jobs.space_sharing.reference import simulation as reference
from engine.parallel_jobs.space_sharing.rules.profit import ROUNDING
from engine.parallel_jobs.space_sharing.rules.requests import limits
from tests.engine.parallel_jobs.streams import CODES, streams
from tests.engine.parallel_jobs.systems import System

EVERY_POLICY = pytest.mark.parametrize("policy", CODES)
FOR_PROFIT = pytest.mark.parametrize("policy", ["Simple", "Simple-R", "Lazy", "Lazy-R"])
GENERATED = settings(max_examples=20, deadline=None)


def allocations(system: System, records: Records) -> Iterator[tuple[float, int, list[int]]]:
    """(instant, job, its machines from then on) of every row that changes them."""
    log = records.log
    for n, happening in enumerate(log.happening.tolist()):
        if happening in (Happening.START, Happening.RESIZE, Happening.END):
            machines = log.machine[log.first_machine[n] : log.first_machine[n + 1]].tolist()
            yield float(log.time[n]), int(log.job[n]), machines


# at every instant -----------------------------------------------------------------------------------------------------


@EVERY_POLICY
@GENERATED
@given(system=streams())
def test_a_machine_works_for_one_job_and_a_job_has_between_its_least_and_its_most(policy: str, system: System) -> None:
    bounds = limits(system.jobs, len(system.machines.group), CODES[policy])
    owner: dict[int, int] = {}
    size: dict[int, int] = {}
    for _, job, machines in allocations(system, kernel.run(*system, CODES[policy], with_log=True)):
        owner = {machine: other for machine, other in owner.items() if other != job}
        assert not owner.keys() & set(machines)
        owner |= dict.fromkeys(machines, job)
        if not machines:
            continue
        assert bounds.least[job] <= len(machines) <= bounds.most[job]
        resizable = CODES[policy] in SHARING and not system.jobs.moldable[job]
        assert resizable or size.setdefault(job, len(machines)) == len(machines)
    assert not owner


@EVERY_POLICY
@GENERATED
@given(system=streams())
def test_rate_times_time_is_the_work(policy: str, system: System) -> None:
    """Speedup over the slowest machine, and nothing while a resize pauses the job."""
    done = np.zeros(len(system.jobs.gap))
    last: dict[int, tuple[float, float]] = {}
    alpha = system.machines.speed_factor[system.machines.group]
    records = kernel.run(*system, CODES[policy], with_log=True)
    for now, job, machines in allocations(system, records):
        since, rate = last.get(job, (now, 0.0))
        done[job] += max(0.0, now - since) * rate
        if machines:
            ready = now if job not in last else max(now, since) + system.rules.resize_cost
            speedup = system.jobs.speedup[system.jobs.job_class[job], len(machines)]
            last[job] = (ready, speedup / alpha[machines].max())
    taken = records.reason == Reason.NONE
    assert done[taken] == pytest.approx(system.jobs.demand[taken])


@FOR_PROFIT
@GENERATED
@given(system=streams(most_groups=1))
def test_no_accepted_job_is_late_and_none_brings_more_than_it_can(policy: str, system: System) -> None:
    careful = system._replace(rules=system.rules._replace(lazy_by_the_letter=False))
    records = kernel.run(*careful, CODES[policy])
    taken = records.reason == Reason.NONE
    response = (records.end - records.arrival)[taken]
    assert (response <= system.jobs.deadline[taken] * (1 + 10 * ROUNDING)).all()
    assert not (records.reason == Reason.DROPPED).any()
    assert (earned(records, system.jobs) <= system.jobs.profit).all()


@FOR_PROFIT
@GENERATED
@given(system=streams(lazy_by_the_letter=False))
def test_no_accepted_job_is_late_on_unequal_machines_either(policy: str, system: System) -> None:
    records = kernel.run(*system, CODES[policy])
    taken = records.reason == Reason.NONE
    response = (records.end - records.arrival)[taken]
    assert (response <= system.jobs.deadline[taken] * (1 + 10 * ROUNDING)).all()
    assert not (records.reason == Reason.DROPPED).any()


# reservations ---------------------------------------------------------------------------------------------------------


@settings(max_examples=50, deadline=None)
@given(system=streams())
def test_conservative_backfilling_starts_nobody_later_than_first_promised(system: System) -> None:
    model = reference.MODELS[PolicyCode.CONSERVATIVE](*system, PolicyCode.CONSERVATIVE, explain_from=0)
    records = model.run()
    promised: dict[int, float] = {}
    for one in model.explanations:
        if one["outcome"] == "reserved":
            before = promised.get(one["job"], np.inf)
            assert one["start"] is not None
            assert one["start"] <= before
            promised[one["job"]] = one["start"]
    for job, start in promised.items():
        assert records.start[job] <= start


@settings(max_examples=50, deadline=None)
@given(system=streams(most_groups=1))
def test_easy_backfilling_starts_the_head_no_later_than_promised(system: System) -> None:
    model = reference.MODELS[PolicyCode.EASY](*system, PolicyCode.EASY, explain_from=0)
    records = model.run()
    for one in model.explanations:
        if one["outcome"] == "reserved":
            assert records.start[one["job"]] <= one["start"]


@settings(max_examples=30, deadline=None)
@given(system=streams())
def test_without_resizing_uniform_first_fit_is_first_fit(system: System) -> None:
    jobs = system.jobs._replace(min_size=system.jobs.requested, max_size=system.jobs.requested)
    rigid = system._replace(jobs=jobs)
    one, other = kernel.run(*rigid, PolicyCode.UFF), kernel.run(*rigid, PolicyCode.FF)
    assert one.end.tobytes() == other.end.tobytes()
    assert not one.resizes.any()


# over a whole run -----------------------------------------------------------------------------------------------------


@EVERY_POLICY
@settings(max_examples=30, deadline=None)
@given(system=streams())
def test_all_times_four_fold_make_everything_four_fold(policy: str, system: System) -> None:
    jobs, rules = system.jobs, system.rules
    slow = system._replace(
        jobs=jobs._replace(gap=4 * jobs.gap, demand=4 * jobs.demand, deadline=4 * jobs.deadline),
        rules=rules._replace(resize_cost=4 * rules.resize_cost),
    )
    one, other = kernel.run(*system, CODES[policy]), kernel.run(*slow, CODES[policy])
    assert (4 * one.end).tobytes() == other.end.tobytes()
    assert one.reason.tobytes() == other.reason.tobytes()


@EVERY_POLICY
def test_the_order_of_the_groups_changes_no_time(policy: str) -> None:
    ends = []
    for order in (1, -1):
        tree = EXAMPLES["side-by-side"].model_dump(mode="json")
        tree["cluster"]["groups"] = tree["cluster"]["groups"][::order]
        tree["workload"]["jobs"] = 500
        scenario = ParallelJobsScenario.read(tree).at({"offered_load": 0.7})
        system = System(draw_jobs(scenario, 0), machines_of(scenario), rules_of(scenario))
        ends.append(kernel.run(*system, CODES[policy]).end.tobytes())
    assert ends[0] == ends[1]


@pytest.mark.parametrize("policy", ["UFF", "FF", "FCFS", "EASY", "Conservative"])
def test_busy_time_is_the_work_where_speedup_is_linear(policy: str) -> None:
    system = stream({"min_size": 4, "max_size": 16, "kind": "malleable"}, rate=20, jobs=2_000)
    records = kernel.run(*system, CODES[policy])
    assert records.busy.sum() == pytest.approx(system.jobs.demand.sum(), rel=1e-12)


# queues that theory knows ---------------------------------------------------------------------------------------------


def stream(
    job: dict[str, Any], rate: float, jobs: int, machines: int = 16, mean: float = 160.0, seed: int = 5
) -> System:
    """Poisson arrivals, *rate* per 1000 s, exponential demands with *mean* unless *job* says otherwise."""
    kind = {"name": "job", "demand": {"distribution": "exponential", "mean": mean}, "min_size": 1, "max_size": machines}
    scenario = ParallelJobsScenario.read(
        {
            "family": "parallel-jobs",
            "cluster": {"groups": [{"name": "one", "count": machines, "speed_factor": 1}]},
            "workload": {
                "arrivals": {"process": "poisson", "rate_per_1000_s": rate},
                "job_classes": [kind | job],
                "jobs": jobs,
            },
            "policies": ["FCFS"],
            "study": {"seed": seed},
        }
    )
    return System(draw_jobs(scenario, 0), machines_of(scenario), rules_of(scenario))


def mean_response(system: System, policy: str) -> float:
    records = kernel.run(*system, CODES[policy])
    return float((records.end - records.arrival)[len(records.end) // 10 :].mean())


LINEAR_LOADS = [(20.0, 0.2), (50.0, 0.5), (70.0, 0.7)]
"""Arrivals per 1000 s of jobs that take 10 s on all machines, and the load."""


@pytest.mark.parametrize(("rate", "load"), LINEAR_LOADS)
@pytest.mark.parametrize("least", [1, 5, 16])
def test_malleable_jobs_with_linear_speedup_are_one_fast_machine(rate: float, load: float, least: int) -> None:
    """Exponential works: any order of service without idling has the mean response time m / (1 - load)."""
    system = stream({"min_size": least}, rate, 200_000)
    assert mean_response(system, "UFF") == pytest.approx(10 / (1 - load), rel=0.03)


@pytest.mark.parametrize(("rate", "load"), LINEAR_LOADS)
@pytest.mark.parametrize("policy", ["UFF", "FF", "FCFS", "EASY", "Conservative"])
def test_constant_jobs_that_need_all_machines_are_md1(policy: str, rate: float, load: float) -> None:
    system = stream({"min_size": 16, "demand": {"distribution": "constant", "mean": 160}}, rate, 100_000)
    assert mean_response(system, policy) == pytest.approx(10 + load * 10 / (2 * (1 - load)), rel=0.03)


def test_many_machines_and_least_size_one_is_processor_sharing() -> None:
    """M/G/1-PS does not care for the distribution: a mean of m / (1 - load), however variable the works are."""
    demand = {"distribution": "hyperexponential", "mean": 5120.0, "coefficient_of_variation": 2.0}
    system = stream({"min_size": 1, "demand": demand}, 50.0, 200_000, machines=512)
    assert mean_response(system, "UFF") == pytest.approx(10 / (1 - 0.5), rel=0.05)


@pytest.mark.parametrize("policy", ["FF", "FCFS", "EASY"])
def test_jobs_of_one_size_are_a_queue_with_several_servers(policy: str) -> None:
    """Size 4 of 16 machines, exponential: M/M/4 at load 0.8, by Erlang's formula (Erlang 1917)."""
    system = stream({"min_size": 4, "max_size": 4}, 80.0, 200_000)
    servers, service, load = 4, 40.0, 0.8
    offered = servers * load
    terms = [offered**k / np.prod(np.arange(1, k + 1)) for k in range(servers)]
    last = offered**servers / np.prod(np.arange(1, servers + 1)) / (1 - load)
    waits = last / (sum(terms) + last)
    assert mean_response(system, policy) == pytest.approx(service + waits * service / (servers * (1 - load)), rel=0.04)


def test_utilization_of_rigid_jobs_is_what_arrives() -> None:
    """Rate x mean of work x size / speedup over the machines (the speedup is not linear)."""
    curve = {"model": "amdahl", "serial_share": 0.1}
    job = {"min_size_spread": {"spread": "evenly", "up_to": 12}, "requested_size": "smallest", "speedup": curve}
    system = stream(job, 10.0, 100_000, machines=12)
    records = kernel.run(*system, CODES["FF"])
    jobs = system.jobs
    area = jobs.demand * jobs.requested / jobs.speedup[0][jobs.requested]
    expected = 0.01 * area.mean() / 12
    assert records.busy.sum() / (12 * records.end.max()) == pytest.approx(expected, rel=0.02)


def test_simple_profit_in_light_load_accepts_whom_it_can_serve_alone() -> None:
    """Exponential works (mean m on all machines) and deadlines (mean d): accepted is d / (d + m)."""
    deadline = {"deadline": "exponential-deadline", "mean": 30.0}
    system = stream({"deadline": deadline}, 0.1, 20_000)
    for policy in ("Simple", "Lazy"):
        records = kernel.run(*system, CODES[policy])
        assert (records.reason == Reason.NONE).mean() == pytest.approx(30 / (30 + 10), abs=0.01)


def test_a_speedup_table_is_interpolated_on_logarithmic_scales() -> None:
    """Kumar 2001, table 4.1: between 16 and 64, half way is 32 in logarithms, where it was measured itself."""
    curve = EXAMPLES["kumar-table-4-3"].workload.job_classes[0].speedup.curve(64)
    assert curve[[1, 2, 4, 8, 16, 32, 64]].tolist() == [1.0, 1.8, 3.4, 6.3, 11.2, 18.1, 26.3]
    assert curve[48] == pytest.approx(18.1 * (26.3 / 18.1) ** (np.log(48 / 32) / np.log(2)))
