"""What is told of misses: laws of the policies, of samples, and of who has lost how much."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.parallel_jobs import simulation
from engine.parallel_jobs.analyses.fair_start import by_whom, estimated, fair_start, fair_starts, misses_of, prepared
from engine.parallel_jobs.analyses.for_whom import for_whom
from engine.parallel_jobs.papers.examples import EXAMPLES
from engine.parallel_jobs.policies import PolicyCode
from tests.engine.parallel_jobs.space_sharing.test_counting import equal_machines
from tests.engine.parallel_jobs.space_sharing.test_one_pass_per_instant import Lines, of_log
from tests.engine.parallel_jobs.streams import streams
from tests.engine.parallel_jobs.systems import System

GENERATED = settings(max_examples=20, deadline=None)


def misses(system: System, policy: PolicyCode) -> np.ndarray:
    """Of all jobs, s."""
    jobs, machines, rules = system
    records = simulation.run(jobs, machines, rules, int(policy))
    every = np.arange(len(jobs.gap))
    return misses_of(records.start, fair_starts(prepared(jobs, records, rules), every, machines, rules, int(policy)))


@GENERATED
@given(system=st.one_of(equal_machines(), streams()))
def test_whom_nobody_passes_misses_nothing(system: System) -> None:
    """FCFS, on whichever machines and with whichever estimates."""
    assert not misses(system, PolicyCode.FCFS).any()


@GENERATED
@given(system=equal_machines())
def test_reservations_of_exact_estimates_are_kept(system: System) -> None:
    """Conservative backfilling on equal machines: later jobs only get places that nobody has."""
    exact = system.jobs._replace(estimate=np.ones(len(system.jobs.gap)), expected=np.zeros(len(system.jobs.gap)))
    assert not misses(system._replace(jobs=exact), PolicyCode.CONSERVATIVE).any()


@pytest.mark.parametrize("policy", [PolicyCode.EASY, PolicyCode.FF, PolicyCode.SAF, PolicyCode.CONSERVATIVE])
@GENERATED
@given(system=equal_machines())
def test_the_last_one_misses_nothing(policy: PolicyCode, system: System) -> None:
    found = misses(system, policy)
    assert found[-1] == 0.0
    assert (found >= 0.0).all()


def test_a_job_that_others_pass() -> None:
    """4 processors, minutes: a (3 for 10) runs; b wants 4 from minute 10 on; c wants 1 and comes at minute 2.

    First Fit starts c at once, for 20 minutes: b would start at 10 if nobody came after it, and starts at 22. EASY
    holds it back until b is over.
    """
    lines: Lines = [(0, 10, 3, 10), (1, 5, 4, 5), (2, 20, 1, 20)]
    assert (misses(of_log(lines, 4), PolicyCode.FF) / 60).tolist() == [0, 12, 0]
    assert not misses(of_log(lines, 4), PolicyCode.EASY).any()


def test_a_mean_of_drawn_jobs_has_the_error_of_sampling_without_replacement() -> None:
    values = np.array([0.0, 0.0, 3.0, 5.0])
    assert estimated(values, 4) == (2.0, 0.0)
    mean, error = estimated(values, 16)
    assert mean == 2.0
    assert error == pytest.approx(np.sqrt(6.0 / 4 * (1 - 4 / 16)))


@given(st.lists(st.tuples(st.integers(0, 50), st.integers(-1, 4)), min_size=1, max_size=30))
def test_users_add_up_to_the_whole(rows: list[tuple[int, int]]) -> None:
    miss, user = np.array(rows, dtype=np.float64).T
    found = by_whom(miss, user.astype(int))
    assert found.jobs.sum() == len(rows)
    assert found.missed.sum() == np.count_nonzero(miss)
    assert (found.mean * found.jobs).sum() == pytest.approx(miss.sum())
    assert found.largest.max() == miss.max()
    assert found.share.sum() == pytest.approx(1.0 if miss.any() else 0.0)
    lost = found.mean * found.jobs
    assert (np.diff(lost) <= 1e-9).all()


EXAMPLE = EXAMPLES["policy-for-whom"].at({"workload.jobs": 1500})


def test_it_is_told_of_the_jobs_that_the_tab_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """A sample of them has an error, the same sample each time; the whole has none, and is within four errors of it."""
    counted = for_whom(EXAMPLE)["policies"]["EASY"]
    every = fair_start(EXAMPLE, "EASY", 0)
    assert every["asked"] == every["measured"] == counted["overall"]["jobs"]
    assert every["users"]["jobs"].sum() == every["asked"]
    assert every["miss"]["error"] == every["missed"]["error"] == 0.0
    assert 0.0 < every["missed"]["mean"] < 1.0
    monkeypatch.setattr("engine.parallel_jobs.analyses.fair_start.EVERY", 1000)
    monkeypatch.setattr("engine.parallel_jobs.analyses.fair_start.SAMPLE", 300)
    some = fair_start(EXAMPLE, "EASY", 0)
    assert some["asked"] == 300
    for name in ("miss", "missed"):
        assert abs(some[name]["mean"] - every[name]["mean"]) < 4 * some[name]["error"]
        assert some[name] == fair_start(EXAMPLE, "EASY", 0)[name]


def test_what_would_take_too_long_is_refused_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.parallel_jobs.analyses.fair_start.SECONDS", 1e-3)
    assert "fewer jobs are quicker" in fair_start(EXAMPLE, "EASY", 0)["refused"]
    monkeypatch.setattr("engine.parallel_jobs.analyses.fair_start.SECONDS", 0.02)
    assert 30 <= fair_start(EXAMPLE, "EASY", 0)["asked"] < 300
    assert "a queue" in fair_start(EXAMPLES["side-by-side"].at({}), "SED", 0)["refused"]


def test_groups_are_those_who_share() -> None:
    scenario = EXAMPLES["fair-share"].at({"workload.jobs": 400})
    told = fair_start(scenario, "EASY", 0)
    names = {group.name for group in scenario.share_groups}
    assert set(told["groups"]["name"]) <= names | {"no group"}
    assert told["groups"]["jobs"].sum() == told["asked"]
    of_tab = for_whom(scenario)["policies"]["EASY"]["groups"]
    assert set(of_tab["name"]) == set(told["groups"]["name"])
    assert sum(of_tab["work_share"]) == pytest.approx(1.0)
