"""The readable and the compiled form of space sharing give the same arrays, bit for bit."""

import os
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.parallel_jobs.machine_events.events import MachineEvents
from engine.parallel_jobs.policies import PolicyCode
from engine.parallel_jobs.records import Happening, Reason
from engine.parallel_jobs.space_sharing.kernel import simulation as kernel
from engine.parallel_jobs.space_sharing.kernel import waiting as tree
from engine.parallel_jobs.space_sharing.kernel.waiting import NOBODY, THERE, empty_queue
from engine.parallel_jobs.space_sharing.reference import simulation as reference
from engine.parallel_jobs.space_sharing.rules.sharing import deal
from tests.engine.compiled.parts import from_python
from tests.engine.parallel_jobs.streams import CODES, disrupted_streams, streams
from tests.engine.parallel_jobs.systems import PAPER_RULES, System, differences, jobs, machines


@pytest.mark.parametrize("policy", CODES)
@settings(max_examples=30, deadline=None)
@given(system=streams())
def test_they_agree(policy: str, system: System) -> None:
    one, other = reference.run(*system, CODES[policy]), kernel.run(*system, CODES[policy], with_log=True)
    assert differences(one, other) == []
    assert differences(one, kernel.run(*system, CODES[policy]), with_log=False) == []


@pytest.mark.parametrize("policy", CODES)
@settings(max_examples=50, deadline=None)
@given(case=disrupted_streams(complete=False))
def test_they_agree_whatever_happens_to_the_machines(policy: str, case: tuple[System, MachineEvents]) -> None:
    system, happenings = case
    one = reference.run(*system, CODES[policy], machine_events=happenings)
    other = kernel.run(*system, CODES[policy], with_log=True, machine_events=happenings)
    assert differences(one, other) == []
    without_log = kernel.run(*system, CODES[policy], machine_events=happenings)
    assert differences(one, without_log, with_log=False) == []


@pytest.mark.slow
def test_everything_that_can_happen_does() -> None:
    """Otherwise the agreement would say little."""
    happened: set[int] = set()
    reasons: set[int] = set()

    @settings(max_examples=150, deadline=None, database=None, derandomize=True)
    @given(system=streams(lazy_by_the_letter=True))
    def look(system: System) -> None:
        for code in (PolicyCode.UFF, PolicyCode.SIMPLE, PolicyCode.LAZY):
            records = kernel.run(*system, code, with_log=True)
            happened.update(records.log.happening.tolist())
            reasons.update(records.reason.tolist())

    look()
    assert {Happening.START, Happening.RESIZE, Happening.REJECTION, Happening.END} <= happened
    assert reasons == set(Reason) - {Reason.BY_RULE, Reason.BY_QUEUE}  # which only own policies and queues have


@pytest.mark.slow
def test_they_agree_without_the_compiler() -> None:
    if os.environ.get("NUMBA_DISABLE_JIT") == "1":
        pytest.skip("this run is without the compiler as a whole")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", __file__, "-k", "small_system"]
    inner = subprocess.run(
        command, env=os.environ | {"NUMBA_DISABLE_JIT": "1"}, capture_output=True, text=True, timeout=200, check=False
    )
    assert inner.returncode == 0, inner.stdout
    assert f"{len(CODES)} passed" in inner.stdout


@pytest.mark.parametrize("policy", CODES)
def test_they_agree_on_a_small_system(policy: str) -> None:
    rng = np.random.default_rng(4)
    low, more = rng.integers(1, 5, 60), rng.integers(0, 5, 60)
    sizes = list(zip(low.tolist(), (low + more).tolist(), strict=True))
    stream = jobs(np.cumsum(rng.integers(0, 4, 60)).tolist(), rng.integers(1, 30, 60).tolist(), sizes)
    deadline, profit = rng.integers(5, 40, 60).astype(float), rng.integers(1, 9, 60).astype(float)
    stream = stream._replace(deadline=deadline, profit=profit)
    system = System(stream, machines((4, 1), (4, 2)), PAPER_RULES)
    one, other = reference.run(*system, CODES[policy]), kernel.run(*system, CODES[policy], with_log=True)
    assert differences(one, other) == []


# their parts ----------------------------------------------------------------------------------------------------------


@given(
    bounds=st.lists(st.tuples(st.integers(1, 9), st.integers(0, 20)), min_size=1, max_size=12), idle=st.integers(0, 60)
)
def test_shares_are_as_if_dealt_one_by_one(bounds: list[tuple[int, int]], idle: int) -> None:
    least = np.array([low for low, _ in bounds])
    most = np.array([low + more for low, more in bounds])
    processors = int(least.sum()) + idle
    share = np.zeros(len(bounds), dtype=np.int64)
    deal(least, most, processors, share)
    one_by_one = least.copy()
    left, k = idle, 0
    while left > 0 and (one_by_one < most).any():
        if one_by_one[k] < most[k]:
            one_by_one[k] += 1
            left -= 1
        k = (k + 1) % len(bounds)
    assert share.tolist() == one_by_one.tolist()


@settings(max_examples=100)
@given(data=st.data())
def test_the_next_that_fits_is_the_one_that_a_look_at_all_of_them_finds(data: st.DataObject) -> None:
    """Jobs come and go; the tree grows, shrinks and is made anew on the way."""
    join, leave, ask_anew, search = map(from_python, (tree.join, tree.leave, tree.ask_anew, tree.next_after))
    rng = np.random.default_rng(data.draw(st.integers(0, 2**32 - 1)))
    queue = empty_queue(200)
    last = tree.last_times(queue) if data.draw(st.booleans()) else None
    waiting: dict[int, tuple[int, float]] = {}
    for job in range(200):
        waiting[job] = int(rng.integers(1, 9)), float(rng.integers(1, 9))
        join(queue, job, *waiting[job], last)
        for gone in rng.permutation(list(waiting))[: rng.integers(0, 3)].tolist():
            leave(queue, gone, last)
            del waiting[gone]
        for other in rng.permutation(list(waiting))[: rng.integers(0, 2)].tolist():
            waiting[other] = waiting[other][0], float(rng.integers(1, 9))
            ask_anew(queue, other, *waiting[other], last)
        free, spare, time = int(rng.integers(0, 9)), int(rng.integers(0, 5)), float(rng.integers(0, 9))
        found, first, after = [], 0, -np.inf if last is None else float(rng.integers(0, 9))
        while (next_one := search(queue, last, first, free, spare, time, after)) != NOBODY:
            found.append(next_one)
            first = int(queue.leaf[next_one]) + 1
        fits = [
            j for j, (needs, t) in waiting.items() if needs <= free and (needs <= spare or t <= time) and t >= after
        ]
        assert found == sorted(fits)
        assert queue.tally[THERE] == len(waiting)
