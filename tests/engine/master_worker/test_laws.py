"""The laws of the model: what has to hold of every application."""

from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.master_worker.all_numbers import sweep_workers
from engine.master_worker.inputs.application import Application
from engine.master_worker.inputs.scenario import MasterWorkerScenario
from engine.master_worker.inputs.workload import draw_workload, number_of_largest, sequence_of
from engine.master_worker.kernel.lists import makespans
from engine.master_worker.measures import simulate
from engine.master_worker.policies import OF_THE_PAPER, POLICIES, SCHEMES, Dispatch
from engine.master_worker.records import Activity
from engine.master_worker.replication import replicate
from engine.master_worker.system import PER_SECOND
from tests.engine.master_worker.cases import scenario

SIMILARITY = st.sampled_from(["similar", "different"])


@st.composite
def applications(draw: st.DrawFn, **given_parts: Any) -> Application:
    """Applications of up to 40 tasks and 6 iterations."""
    drawn = {
        "tasks": draw(st.integers(2, 40)),
        "iterations": draw(st.integers(1, 6)),
        "workload_factor": float(draw(st.integers(20, 99))),
        "largest": draw(SIMILARITY),
        "smallest": draw(SIMILARITY),
        "variation": float(draw(st.integers(0, 100))),
    }
    return Application(**{**drawn, **given_parts})


def every_makespan(application: Application, policy: str, replication: int = 0) -> np.ndarray:
    """Of each iteration, with 1, ..., T workers."""
    return makespans(sequence_of(draw_workload(application, 1, replication), policy), application.tasks)


@given(application=applications(), policy=st.sampled_from(OF_THE_PAPER))
def test_one_worker_is_efficient_and_as_many_as_tasks_take_the_longest(application: Application, policy: str) -> None:
    work, found = draw_workload(application, 1, 0).work, every_makespan(application, policy)
    assert found[:, 0].tolist() == work.sum(axis=1).tolist()
    assert found[:, -1].tolist() == work.max(axis=1).tolist()


@given(application=applications(), policy=st.sampled_from(OF_THE_PAPER))
def test_more_workers_are_never_slower_in_the_same_order(application: Application, policy: str) -> None:
    assert (np.diff(every_makespan(application, policy), axis=1) <= 0).all()


@given(application=applications(), policy=st.sampled_from(OF_THE_PAPER))
def test_a_makespan_lies_between_its_bounds(application: Application, policy: str) -> None:
    """max(p_max, work / n) below, work / n + (1 - 1 / n) p_max above (Graham 1969)."""
    work, found = draw_workload(application, 1, 0).work, every_makespan(application, policy)
    total, longest = work.sum(axis=1)[:, None], work.max(axis=1)[:, None]
    n = np.arange(1, application.tasks + 1)
    assert (found * n >= np.maximum(longest * n, total)).all()
    assert (found * n <= total + (n - 1) * longest).all()


@given(application=applications(variation=0.0))
def test_without_variation_expectation_is_as_good_as_knowledge(application: Application) -> None:
    best = every_makespan(application, "LPTF")
    assert np.array_equal(best, every_makespan(application, "LPTF on Expectation"))
    assert np.array_equal(best[1:], every_makespan(application, "Random & Average")[1:])


@given(application=applications(), policy=st.sampled_from(OF_THE_PAPER), factor=st.sampled_from([2, 3, 1000]))
def test_times_scale_with_the_work(application: Application, policy: str, factor: int) -> None:
    sequence = sequence_of(draw_workload(application, 1, 0), policy)
    assert np.array_equal(makespans(sequence * factor, 9), makespans(sequence, 9) * factor)


@given(application=applications(), policy=st.sampled_from(OF_THE_PAPER))
def test_fewer_iterations_are_the_first_ones_of_more(application: Application, policy: str) -> None:
    longer = application.model_copy(update={"iterations": application.iterations + 3})
    assert np.array_equal(every_makespan(application, policy), every_makespan(longer, policy)[:-3])


@given(application=applications())
def test_the_largest_tasks_do_exactly_their_share_of_the_work(application: Application) -> None:
    expected = draw_workload(application, 1, 0).expected
    large = expected[: number_of_largest(application.tasks)].sum() / PER_SECOND
    assert large == pytest.approx(application.workload_factor / 100 * application.tasks, abs=application.tasks * 1e-6)
    assert expected.sum() / PER_SECOND == pytest.approx(application.tasks, abs=application.tasks * 1e-6)


@given(application=applications())
def test_the_variation_stays_within_its_bounds(application: Application) -> None:
    workload, spread = draw_workload(application, 1, 0), application.variation / 100
    assert (workload.work >= np.floor(workload.expected * (1 - spread)) - 1).all()
    assert (workload.work <= np.ceil(workload.expected * (1 + spread)) + 1).all()


def best_makespan(work: np.ndarray, n: int) -> int:
    """By trying every way to share the tasks among n workers."""
    return min(
        max(sum(int(p) for p, w in zip(work, workers, strict=True) if w == one) for one in range(n))
        for workers in product(range(n), repeat=len(work))
    )


@given(work=st.lists(st.integers(1, 30), min_size=2, max_size=7), n=st.integers(2, 3))
def test_graham_bounds(work: list[int], n: int) -> None:
    """LPT <= (4/3 - 1/(3n)) OPT, any list <= (2 - 1/n) OPT (Graham 1969)."""
    tasks = np.array(work)
    best = best_makespan(tasks, n)
    ordered = -np.sort(-tasks)
    assert 3 * n * makespans(ordered[None], n)[0, -1] <= (4 * n - 1) * best
    assert n * makespans(tasks[None], n)[0, -1] <= (2 * n - 1) * best


@pytest.mark.parametrize("n", [2, 3, 4, 10, 100])
def test_the_bound_of_lpt_is_tight(n: int) -> None:
    """{2n-1, 2n-1, ..., n+1, n+1, n, n, n}: 4n - 1 against 3n."""
    work = np.array([*np.repeat(np.arange(2 * n - 1, n, -1), 2), n, n, n])
    assert work.sum() == 3 * n * n
    assert makespans(work[None], n)[0, -1] == 4 * n - 1


def test_the_worked_makespans_of_the_balanced_application() -> None:
    """W = 50 %, 0-0, D = 0, T = 30: six tasks of 2.5 s, 24 of 0.625 s."""
    application = Application(workload_factor=50.0, variation=0.0, iterations=1)
    found = every_makespan(application, "LPTF")[0] / PER_SECOND
    assert [found[n - 1] for n in (1, 6, 11, 12, 30)] == [30.0, 5.0, 3.125, 2.5, 2.5]


def test_the_published_bounds_are_no_bounds() -> None:
    """There LPTF fills 12 workers without a gap, and Random loses a third; the paper prints at most 27 %."""
    application = Application(workload_factor=50.0, variation=0.0, iterations=100)
    best, other = (every_makespan(application, policy).sum(axis=0)[11] for policy in ("LPTF", "Random"))
    assert best == 100 * 2.5 * PER_SECOND
    assert 1 - best / other == pytest.approx(0.334, abs=0.01)


# the general model ----------------------------------------------------------------------------------------------------

OWNERS = {"presence": "opportunistic", "up": {"mean": 10.0}, "suspended": {"mean": 2.0}, "away": {"mean": 4.0}}
POOLS: dict[str, dict[str, Any]] = {
    "dedicated": {},
    "unequal": {"groups": [{"name": "fast", "count": 3, "speed": 2.0}, {"name": "slow", "count": 30, "speed": 0.7}]},
    "pool": {"availability": OWNERS},
}


def of_pool(pool: str, workers: int = 8, **parts: Any) -> MasterWorkerScenario:
    """Ten tasks on workers of some kind."""
    kind = {"number": {"rule": "fixed", "workers": workers}, **POOLS[pool]}
    return scenario(policies=list(POLICIES), workers=kind, **{"application": {"tasks": 20, "iterations": 5}, **parts})


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("pool", POOLS)
def test_the_time_of_all_workers_is_spent_and_all_work_is_done(pool: str, policy: str) -> None:
    done = replicate(of_pool(pool, master={"dispatch_time": 0.01}), policy, 0)
    length = np.diff(done.end, prepend=0)
    assert done.spent.sum(axis=1).tolist() == (done.workers * length).tolist()
    assert (done.spent >= 0).all()
    if pool != "unequal":
        work = draw_workload(of_pool(pool).application, 1, 0).work
        assert done.spent[:, Activity.COMPUTING].tolist() == work.sum(axis=1).tolist()
    if SCHEMES[policy].dispatch in (Dispatch.NEXT_TASK, Dispatch.EARLIEST_COMPLETION) and pool != "pool":
        assert (done.spent[:, Activity.COMMUNICATING] == 20 * round(0.01 * PER_SECOND)).all()


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("pool", POOLS)
def test_the_intervals_of_a_worker_fill_the_iteration(pool: str, policy: str) -> None:
    done = replicate(of_pool(pool), policy, 0, logged=2)
    row = done.interval
    for worker in range(8):
        own = row.worker == worker
        assert row.start[own][0] == done.end[1]
        assert row.end[own][-1] == done.end[2]
        assert (row.start[own][1:] == row.end[own][:-1]).all()
    for activity in Activity:
        own = row.activity == activity
        assert (row.end[own] - row.start[own]).sum() == done.spent[2, activity]
    assert set(row.task[row.activity == Activity.COMPUTING].tolist()) == set(range(20))


def test_earliest_completion_on_equal_workers_is_lptf() -> None:
    one, other = (replicate(of_pool("dedicated"), policy, 0) for policy in ("LPTF", "Earliest Completion"))
    assert one.end.tolist() == other.end.tolist()


@pytest.mark.parametrize("pool", POOLS)
def test_chunks_of_one_are_random(pool: str) -> None:
    of_one = of_pool(pool, options={"chunk_size": 1})
    one, other = (replicate(of_one, policy, 0) for policy in ("Random", "Fixed Chunk"))
    assert one.end.tolist() == other.end.tolist()
    assert one.spent.tolist() == other.spent.tolist()


@pytest.mark.parametrize("rule", ["predict", "table-2", "feedback"])
def test_a_rule_chooses_numbers_that_can_be_had(rule: str) -> None:
    workers = {"number": {"rule": rule}, "groups": [{"count": 6}], "target_efficiency": 30.0}
    done = replicate(scenario(workers=workers), "Random & Average", 0)
    assert done.workers.min() >= 1
    assert done.workers.max() <= 6


def test_more_periods_begin_with_the_same_ones() -> None:
    """A short application draws few periods of the owners, a long one more: the same happens at first."""
    short, long = (of_pool("pool", application={"tasks": 20, "iterations": n}) for n in (3, 200))
    one, other = (replicate(one, "LPTF", 0) for one in (short, long))
    assert one.end.tolist() == other.end[:3].tolist()
    assert other.end[-1] / PER_SECOND > 16 * 13  # longer than the first 16 periods last


# measures -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("policy", OF_THE_PAPER)
def test_a_cell_agrees_with_the_pass_over_all_numbers(policy: str) -> None:
    found = sweep_workers(scenario(), [policy], 2)
    for n in (1, 7, 30):
        cell = simulate(scenario(workers={"number": {"rule": "fixed", "workers": n}}), policy, 1)
        assert cell["efficiency"] == pytest.approx(found.efficiency[0, 1, n - 1], rel=1e-12)
        assert cell["application_time"] == pytest.approx(found.time[0, 1, n - 1], rel=1e-12)
    assert found.efficiency[0, :, 0].tolist() == [1.0, 1.0]


@pytest.mark.parametrize("pool", ["unequal", "pool"])
def test_the_sweep_over_numbers_agrees_where_each_is_simulated(pool: str) -> None:
    found = sweep_workers(of_pool(pool), ["Guided", "Random"], 1, [3, 8])
    for q, policy in enumerate(("Guided", "Random")):
        cell = simulate(of_pool(pool), policy, 0)
        assert cell["efficiency"] == pytest.approx(found.efficiency[q, 0, 1], rel=1e-12)


def test_times_and_efficiencies_of_two_policies_are_inverse() -> None:
    cell = simulate(scenario(), "Random", 0)
    assert (1 + cell["time_loss"]) * (1 - cell["efficiency_loss"]) == pytest.approx(1.0, rel=1e-12)
    assert sum(value for name, value in cell.items() if name.startswith("worker_")) == pytest.approx(1.0)
    assert cell["speedup"] == pytest.approx(cell["efficiency"] * cell["mean_workers"])
    lptf = simulate(scenario(), "LPTF", 0)
    assert lptf["efficiency_loss"] == lptf["time_loss"] == lptf["iterations_to_learn"] == 0


def test_the_same_cell_has_the_same_bits() -> None:
    assert simulate(of_pool("pool"), "Guided", 1) == simulate(of_pool("pool"), "Guided", 1)
    assert simulate(of_pool("pool"), "Guided", 1) != simulate(of_pool("pool"), "Guided", 2)
