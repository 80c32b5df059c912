"""The readable and the compiled form give the same arrays, to the tick and to the bit."""

import numpy as np
import pytest
from hypothesis import given, settings

from engine.master_worker.kernel import simulation as kernel
from engine.master_worker.kernel.lists import makespans as makespans_for_all
from engine.master_worker.kernel.lists import makespans_on
from engine.master_worker.policies import Dispatch
from engine.master_worker.records import Activity
from engine.master_worker.reference import simulation as reference
from engine.master_worker.system import Rule
from tests.engine.master_worker.cases import Case, cases, differences, fixed, makespans, outcome


@pytest.mark.parametrize("dispatch", Dispatch, ids=lambda one: one.name.lower())
def test_they_agree(dispatch: Dispatch) -> None:
    @settings(max_examples=80, deadline=None)
    @given(case=cases([dispatch]))
    def agree(case: Case) -> None:
        one, other = outcome(reference.run, case), outcome(kernel.run, case)
        if one is not None and other is not None:
            assert differences(one, other) == []

    agree()


@settings(max_examples=60, deadline=None)
@given(case=cases([Dispatch.NEXT_TASK]))
def test_one_pass_for_all_numbers_agrees_with_the_reference(case: Case) -> None:
    """Where both apply: dedicated workers, no costs, a fixed number."""
    work = np.take_along_axis(case.tasks.work, case.tasks.order, axis=1)
    most = len(case.system.crew.speed)
    own = case.system.crew.speed
    slow = {name: case.system.crew._replace(speed=speed, **_nobody_comes(most)) for name, speed in
            (("own", own), ("equal", np.full(most, 1024)))}  # fmt: skip
    fast, busy = makespans_on(work, own)
    equal = makespans_for_all(work, most)
    for n in range(1, most + 1):
        system = case.system._replace(costs=case.system.costs._replace(message=0, task=0), number=fixed(n, most))
        records = reference.run(case.tasks, system._replace(crew=slow["own"]))
        assert makespans(records) == fast[:, n - 1].tolist()
        assert records.spent[:, Activity.COMPUTING].tolist() == busy[:, n - 1].tolist()
        assert makespans(reference.run(case.tasks, system._replace(crew=slow["equal"]))) == equal[:, n - 1].tolist()


def _nobody_comes(workers: int) -> dict[str, np.ndarray]:
    none = np.zeros((0, workers), dtype=np.int64)
    return {"up": none, "down": none, "is_away": none.astype(bool)}


def test_more_workers_than_a_tree_of_a_few_lanes_has() -> None:
    """Beyond powers of two, and beyond the number of tasks."""
    work = np.random.default_rng(3).integers(1, 1000, (3, 70))
    found = makespans_for_all(work, 80)
    for n in (1, 2, 3, 31, 32, 33, 63, 64, 65, 69, 70, 71, 80):
        one, _ = makespans_on(work, np.full(n, 1024))
        assert found[:, n - 1].tolist() == one[:, -1].tolist()


@pytest.mark.slow
def test_everything_that_can_happen_does() -> None:
    """Otherwise the agreement would say little."""
    activities: set[int] = set()
    rules: set[int] = set()
    lost, infeasible, feasible = 0, 0, 0

    @settings(max_examples=250, deadline=None, database=None, derandomize=True)
    @given(case=cases())
    def look(case: Case) -> None:
        nonlocal lost, infeasible, feasible
        records = outcome(kernel.run, case)
        if records is None:
            return
        activities.update(records.interval.activity.tolist())
        if len(set(records.workers.tolist())) > 1:
            rules.add(case.system.number.rule)
        lost += int(records.lost_tasks.sum())
        predicted = records.decision.within_time > 0
        possible = records.decision.within_time <= records.decision.within_target
        feasible += int((predicted & possible).sum())
        infeasible += int((predicted & ~possible).sum())

    look()
    assert activities == set(Activity)
    assert rules == {Rule.PREDICT, Rule.FEEDBACK}
    assert min(lost, infeasible, feasible) > 0
