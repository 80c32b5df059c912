"""What is counted where machines come and go, against replications: numbers of steps, and never a clock on the wall."""

from itertools import pairwise
from random import Random

import numpy as np
import pytest

from engine.contract.generated import generate
from engine.inputs.rejection import ScenarioError
from engine.parallel_jobs.costs.estimate import cost, steps
from engine.parallel_jobs.costs.machine_events.expected_length import length
from engine.parallel_jobs.costs.machine_events.hardship import hardship
from engine.parallel_jobs.costs.machine_events.passes import events_seen, passes
from engine.parallel_jobs.costs.queues.crowd import FOR_PROFIT
from engine.parallel_jobs.costs.queues.taken import taken
from engine.parallel_jobs.costs.sampled import SAMPLED
from engine.parallel_jobs.costs.sizes_asked_for import share_that_begins
from engine.parallel_jobs.inputs.forecast.disturbance import can_be_disturbed, disturbance
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.inputs.workload import draw_jobs
from engine.parallel_jobs.replication import replicate

CELLS, DEAREST = 60, 0.1
FEW = 100.0
"""Machine events, or starts, that take no time worth speaking of."""


def disrupted_cells() -> list[tuple[ParallelJobsScenario, str]]:
    """Cheap cells of generated scenarios with machine events."""
    lot = Random(5)
    found: list[tuple[ParallelJobsScenario, str]] = []
    while len(found) < CELLS:
        tree = generate(ParallelJobsScenario, SAMPLED, lot)
        try:
            scenario = ParallelJobsScenario.read(tree)
        except ScenarioError:
            continue
        if can_be_disturbed(scenario):  # owners may never come
            found += [(scenario, policy) for policy in scenario.policies if cost(scenario, policy).seconds < DEAREST]
    return found[:CELLS]


def off(counted: float, came: float) -> float:
    """By how many times a count is wrong."""
    ratio = max(FEW, counted) / max(FEW, came)
    return max(ratio, 1 / ratio)


@pytest.mark.slow
def test_most_counts_are_within_a_factor_of_three_of_what_happens() -> None:
    """Jobs that start, of which policies for profit take a handful; and machine events until the last one has ended."""
    starts, events = [], []
    for scenario, policy in disrupted_cells():
        counted = steps(scenario, policy)
        _, _, drawn, records = replicate(scenario, policy, 0, draw_jobs(scenario, 0))
        passes = counted["coming"] / scenario.workload.jobs
        ended = records.end[np.isfinite(records.end) & (records.end > records.start)]
        starts.append(off(counted["job"] / passes, len(ended)))
        last = ended.max(initial=0.0)
        events.append(off(counted["event"] / passes, float((drawn.time <= last).sum()) / passes))
    assert np.mean(np.array(starts) < 3) > 0.9
    assert np.mean(np.array(events) < 3) > 0.8


def disrupted(
    policy: str, kind: dict[str, object], event: dict[str, object], **workload: object
) -> ParallelJobsScenario:
    """100 equal machines, to which something happens."""
    arrivals = {"process": "poisson", "rate_per_1000_s": 5.0}
    demand = {"distribution": "constant", "mean": 1000.0}
    return ParallelJobsScenario.read(
        {
            "family": "parallel-jobs",
            "cluster": {"groups": [{"name": "all", "count": 100, "speed_factor": 1.0}]},
            "workload": {"arrivals": arrivals, "jobs": 1000, "job_classes": [{"demand": demand} | kind]} | workload,
            "policies": [policy],
            "machine_events": [{"group": "all"} | event],
        }
    )


FAILURES = {"event": "failures", "mean_between": 20_000.0, "mean_repair": 2_000.0}
BATCH = {"arrivals": {"process": "batch"}}


def test_a_few_jobs_that_want_all_machines_say_how_long_a_replication_takes() -> None:
    """Their mean size says that there are always machines enough; all 100 are hardly ever there at once."""
    most = {"kind": "rigid", "min_size": 1, "max_size": 1, "max_size_spread": {"spread": "evenly", "up_to": 100}}
    fewer = most | {"max_size_spread": {"spread": "evenly", "up_to": 60}}
    for policy in ("FCFS", "FF", "EASY", "UFF"):
        all_of_them, some = (disrupted(policy, kind, FAILURES) for kind in (most, fewer))
        long, short = (length(of, policy, disturbance(of)).tail for of in (all_of_them, some))
        assert long > 20 * short


@pytest.mark.parametrize("policy", sorted(FOR_PROFIT))
def test_of_a_batch_for_profit_few_jobs_start_and_the_rest_cost_little(policy: str) -> None:
    """They were counted as if all ran: up to 18 times too dear."""
    soon = {"min_size": 10, "max_size": 10, "deadline": {"deadline": "constant-deadline", "mean": 150.0}}
    of = disrupted(policy, soon, FAILURES, **BATCH)
    found = taken(of, policy.endswith("-R"), disturbance(of))
    assert 5 <= found.share * 1000 <= 10
    assert found.length < 1000
    assert steps(of, policy)["job"] < 30


def test_the_same_scenario_costs_the_same_again() -> None:
    of = disrupted("Simple", {"min_size": 1, "max_size": 10}, FAILURES)
    assert cost(of, "Simple") == cost(of.at_seed(7), "Simple")


def test_who_needs_few_machines_is_not_struck_with_those_that_fail_elsewhere() -> None:
    """A failure of one machine in ten was taken for a tenth of a failure of each."""
    groups = [{"name": "all", "count": 90, "speed_factor": 1.0}, {"name": "failing", "count": 10, "speed_factor": 10.0}]
    of = disrupted("FCFS", {"min_size": 1, "max_size": 10}, FAILURES).at({"workload.jobs": 100})
    of = ParallelJobsScenario.read(
        of.model_dump(mode="json")
        | {"cluster": {"groups": groups}, "machine_events": [FAILURES | {"group": "failing"}]}
    )
    few, most = (hardship(of, size, False, False) for size in (90.0, 100.0))
    assert most.struck == pytest.approx(10 / 20_000.0)
    assert few.struck < 0.3 * most.struck
    assert most.until > 10 * few.until


def test_owners_who_come_by_day_make_no_night_slow() -> None:
    """Whoever is in does not make a machine more than twice as slow; two sessions at once make it three times."""
    owners = {"event": "owners", "comes_at": 8.0, "leaves_at": 20.0, "presence": 1.0}
    by_day = hardship(disrupted("FCFS", {"min_size": 1, "max_size": 10}, owners), 50.0, False, False).slower
    assert 1.1 < by_day < 1.3
    session = {"event": "sessions", "mean_away": 1000.0, "mean_session": 1000.0, "group": "all"}
    of = disrupted("FCFS", {"min_size": 1, "max_size": 10}, session)
    twice = ParallelJobsScenario.read(of.model_dump(mode="json") | {"machine_events": [session, session]})
    assert hardship(of, 50.0, False, False).slower == pytest.approx(2.0, rel=0.01)
    assert hardship(twice, 50.0, False, False).slower == pytest.approx(3.0, rel=0.01)
    assert hardship(twice, 50.0, True, False).slower == 1.0


def test_jobs_that_need_machines_that_are_gone_do_not_begin() -> None:
    gone = {"event": "shutdown", "count": 50, "at": 100_000.0, "duration": 0.0, "notice": 0.0}
    of = disrupted("FCFS", {"kind": "rigid", "min_size": 60, "max_size": 60}, gone)
    assert share_that_begins(of) == pytest.approx(0.5, rel=0.01)
    assert share_that_begins(disrupted("FCFS", {"min_size": 1, "max_size": 60}, gone)) == 1.0


def test_who_waits_for_machines_that_go_for_good_waits_no_longer_than_that() -> None:
    """Their run times were counted to the end: up to 62 times too dear, if the machines that are left fail."""
    gone = {"event": "shutdown", "count": 50, "at": 100_000.0, "duration": 0.0, "notice": 0.0}
    half = {"model": "amdahl", "serial_share": 0.5}
    of = disrupted("FCFS", {"kind": "rigid", "min_size": 60, "max_size": 60, "speedup": half}, gone)
    for policy in ("FCFS", "FF", "EASY", "UFF"):
        found = length(of, policy, disturbance(of))
        assert found.main == pytest.approx(200_000.0)
        assert found.tail == 0.0


def test_who_never_migrates_ends_late_on_slow_machines() -> None:
    tree = disrupted("SED-NM", {"min_size": 1, "max_size": 1}, FAILURES, **BATCH).model_dump(mode="json")
    groups = [{"name": "all", "count": 50, "speed_factor": 1.0}, {"name": "slow", "count": 50, "speed_factor": 50.0}]
    of = ParallelJobsScenario.read(tree | {"cluster": {"groups": groups}})
    staying, moving = (length(of, policy, disturbance(of)).tail for policy in ("SED-NM", "SED"))
    assert staying > 5 * moving


def test_machines_that_stand_by_or_are_gone_cause_no_events() -> None:
    of = disrupted("FCFS", {"min_size": 1, "max_size": 10}, FAILURES)
    tree = of.model_dump(mode="json")
    spares = {"event": "spares", "group": "all", "count": 40, "delay": 30.0}
    with_spares = ParallelJobsScenario.read(tree | {"machine_events": [*tree["machine_events"], spares]})
    assert events_seen(with_spares) == pytest.approx(0.6 * events_seen(of))


@pytest.mark.parametrize("policy", ["SED", "FCFS", "EASY", "UFF", "Simple"])
def test_a_longer_replication_never_takes_fewer_passes_and_more_jobs_never_cost_less(policy: str) -> None:
    of = disrupted(policy, {"min_size": 1, "max_size": 10}, FAILURES)
    found = [passes(of, disturbance(of), length) for length in (1e3, 1e4, 1e5, 1e6, 1e7)]
    for less, more in pairwise(found):
        assert all(one <= other for one, other in zip(less, more, strict=True))
    costs = [cost(of.at({"workload.jobs": jobs}), policy).seconds for jobs in (100, 300, 1000, 3000, 10_000)]
    assert costs == sorted(costs)
    calm = ParallelJobsScenario.read(of.model_dump(mode="json") | {"machine_events": []})
    assert cost(of, policy).seconds > cost(calm, policy).seconds
