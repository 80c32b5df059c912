"""Backfilled admission (rule 22): nobody who passes the first that waits delays what it was promised."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.coscheduling.kernel import simulation as kernel
from engine.coscheduling.policies import SCHEMES
from engine.coscheduling.records import EVERYTHING
from engine.coscheduling.reference import simulation as reference
from engine.coscheduling.reference.dynamic_cluster import DynamicCluster
from engine.coscheduling.reference.gang_cluster import GangCluster
from engine.coscheduling.reference.shared_cluster import SharedCluster
from engine.study.registry import EXAMPLES, read_scenario
from engine.study.run import run_study
from tests.engine.coscheduling.systems import (
    IMPLEMENTATIONS,
    MS,
    US,
    Case,
    Job,
    Run,
    differences,
    jobs,
    system,
    systems,
)
from tests.engine.coscheduling.test_dedicated import COMMUNICATION, Plain, plain_cases

SHARED = ["GS", "GS-NR", "Local", "SB", "DCS", "PB", "PB-SY"]
often = settings(max_examples=30, deadline=None)


@st.composite
def crowded(draw: st.DrawFn, names: list[str]) -> Case:
    """More jobs than fit, of all sizes, some of them long; what their users say of them is anything."""
    machine = draw(systems(skewed=False))._replace(slots=draw(st.sampled_from([1, 2, 3])), backfill=True)
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    count = int(rng.integers(4, 14))
    arrival = np.cumsum(rng.choice([0, 0, MS, 700 * US], count))
    found = [
        Job(
            int(rng.choice([2, 2, machine.nodes, int(rng.integers(2, machine.nodes + 1))])),
            int(rng.choice([0, MS // 2, 3 * MS, 11 * MS])),
            int(rng.choice([0, 0, 500 * US])),
            int(rng.integers(1, 5)),
            int(at),
            int(rng.choice([0, 2, 10, 40])) * MS if rng.random() < 0.5 else None,
        )
        for at in arrival
    ]
    return Case(jobs(machine, *found), machine, SCHEMES[draw(st.sampled_from(names))])


def test_both_agree_and_somebody_passes() -> None:
    passed = {"gang": 0, "dynamic": 0}

    @settings(max_examples=300, deadline=None)
    @given(case=crowded(SHARED))
    def agree(case: Case) -> None:
        one, other = reference.run(*case, EVERYTHING), kernel.run(*case, EVERYTHING)
        assert differences(one, other) == []
        passed["gang" if case.scheme.gang else "dynamic"] += bool((np.diff(one.start) < 0).any())

    agree()
    assert min(passed.values()) >= 15, passed


@often
@given(case=crowded(SHARED))
def test_the_first_is_not_promised_a_later_time(case: Case) -> None:
    promised = []

    class Watched(SharedCluster):
        def _backfill(self, head: int) -> None:
            before = self.reservation(head)
            super()._backfill(head)
            assert self.start[head] < 0
            promised.append((before, self.reservation(head)))

    kind = type("Watching", (GangCluster if case.scheme.gang else DynamicCluster, Watched), {})
    cluster = kind(case.jobs, case.system, case.scheme, None)
    cluster.run(cluster.nodes)
    assert all(after <= before for before, after in promised), promised


@pytest.mark.parametrize("run", IMPLEMENTATIONS.values(), ids=IMPLEMENTATIONS)
@pytest.mark.parametrize("scheme", SHARED)
def test_who_passes_whom(run: Run, scheme: str) -> None:
    """On 5 nodes with a slot each: the second does not fit beside the first, which ends after 100 ms.

    The third would be in its way then, the fourth is gone: as under EASY, but for whole milliseconds and slots.
    """
    machine = system(5, slots=1, gang_quantum=10 * MS)

    def job(size: int, milliseconds: int, number: int) -> Job:
        return Job(size, milliseconds * MS - COMMUNICATION, arrival=number * MS)

    given = jobs(machine, job(3, 100, 0), job(4, 50, 1), job(2, 200, 2), job(2, 80, 3))
    in_order = run(given, machine, SCHEMES[scheme], None).start
    passing = run(given, machine._replace(backfill=True), SCHEMES[scheme], None).start
    assert in_order[1] <= in_order[2] <= in_order[3]
    assert passing[1] == in_order[1]
    assert passing[3] <= 10 * MS < 100 * MS <= passing[1] <= passing[2]


@pytest.mark.parametrize("run", IMPLEMENTATIONS.values(), ids=IMPLEMENTATIONS)
def test_with_one_process_a_node_it_is_easy(run: Run) -> None:
    """Jobs that end a bit before whole milliseconds start when those of dedicated nodes do that end at them."""

    @often
    @given(case=plain_cases(unit=MS, io=250 * US), less=st.integers(1, 390 * US))
    def starts(case: Plain, less: int) -> None:
        shorter = case.jobs._replace(computation=case.jobs.computation - less, nominal=case.jobs.nominal - less)
        local = run(shorter, case.system._replace(backfill=True), SCHEMES["Local"], None)
        assert local.start.tolist() == run(case.jobs, case.system, SCHEMES["SS-EASY"], None).start.tolist()

    starts()


def test_lost_capacity_is_measured_where_somebody_may_pass() -> None:
    """Cells of the paper's own admission are known by their content from before, and do not have it."""
    tree = EXAMPLES["coscheduled-or-easy"].model_dump(mode="json")
    tree["policies"] = ["SS-FCFS", "GS"]
    tree["study"] |= {"replications": 1, "vary": None, "and_vary": None}
    tree["workload"]["jobs"] = 20
    before = run_study(read_scenario(tree), processes=1)
    tree["options"]["admission"] = "backfilling"
    after = run_study(read_scenario(tree), processes=1)
    assert "capacity_lost" not in before.names
    assert all(0 < after.estimate(0, name, "capacity_lost").mean < 1 for name in after.scenario.policies)
    assert after.estimate(0, "SS-FCFS", "response_time") == before.estimate(0, "SS-FCFS", "response_time")
    tree["options"] |= {"admission": "in-order", "lost_capacity": True}
    asked = run_study(read_scenario(tree), processes=1)
    assert set(asked.names) == {*before.names, "capacity_lost"}
    for name in asked.scenario.policies:
        assert 0 < asked.estimate(0, name, "capacity_lost").mean < 1
        assert all(str(asked.estimate(0, name, one)) == str(before.estimate(0, name, one)) for one in before.names)
    dedicated = [study.estimate(0, "SS-FCFS", "capacity_lost") for study in (asked, after)]
    assert dedicated[0] == dedicated[1]
