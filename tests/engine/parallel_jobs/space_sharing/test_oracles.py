"""Decisions that reference and kernel share, held against plain Python and against cases worked by hand."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.parallel_jobs.inputs.workload import draw_jobs, machines_of, rules_of
from engine.parallel_jobs.papers.examples import EXAMPLES
from engine.parallel_jobs.records import Reason
from engine.parallel_jobs.space_sharing.kernel import simulation as kernel
from engine.parallel_jobs.space_sharing.rules.profit import NEVER, is_late, limits_now, need
from tests.engine.parallel_jobs.space_sharing import oracles
from tests.engine.parallel_jobs.streams import CODES
from tests.engine.parallel_jobs.systems import FREE_MIGRATION, System, jobs, machines

LINEAR = np.arange(20.0)


@settings(max_examples=150, deadline=None)
@given(seed=st.integers(0, 2**32 - 1))
@pytest.mark.parametrize(("policy", "oracle"), [("EASY", oracles.Easy), ("Conservative", oracles.Conservative)])
def test_backfilling_starts_everybody_when_plain_python_does(
    policy: str, oracle: type[oracles.Queue], seed: int
) -> None:
    rng = np.random.default_rng(seed)
    n, processors = int(rng.integers(2, 25)), int(rng.integers(1, 9))
    arrival = np.cumsum(rng.choice([0, 0, 1, 2, 5], n)).astype(float)
    size, run = rng.integers(1, processors + 1, n), rng.choice([2, 4, 8], n).astype(float)
    factor = rng.choice([1.0, 1.5, 2.0, 4.0], n)
    lines = [oracles.Job(*line) for line in zip(arrival, run, size.tolist(), run * factor, strict=True)]
    stream = jobs(arrival.tolist(), (run * size).tolist(), [(s, s) for s in size.tolist()])
    system = System(stream._replace(estimate=factor), machines((processors, 1)), FREE_MIGRATION)
    assert kernel.run(*system, CODES[policy]).start.tolist() == oracle(lines, processors).starts()


@settings(max_examples=200, deadline=None, derandomize=True)
@given(seed=st.integers(0, 2**32 - 1))
@pytest.mark.parametrize(("policy", "oracle"), [("Simple", oracles.Simple), ("Lazy", oracles.Lazy)])
def test_profit_policies_take_and_finish_whom_plain_python_does(
    policy: str, oracle: type[oracles.Simple], seed: int
) -> None:
    """No two jobs are alike, so that no rounding decides between equals."""
    rng = np.random.default_rng(seed)
    n, processors = int(rng.integers(2, 20)), int(rng.integers(1, 9))
    gap = rng.exponential(2.0, n) * (rng.random(n) < 0.7)
    least = rng.integers(1, processors + 1, n)
    most = np.minimum(processors, least + rng.integers(0, processors, n))
    work, deadline, profit = rng.exponential(12.0, n) + 0.1, rng.exponential(12.0, n) + 0.1, rng.exponential(10.0, n)
    sizes = list(zip(least.tolist(), most.tolist(), strict=True))
    stream = jobs([0.0] * n, work.tolist(), sizes)._replace(gap=gap, deadline=deadline, profit=profit)
    found = kernel.run(*System(stream, machines((processors, 1)), FREE_MIGRATION), CODES[policy])
    lines = zip(found.arrival.tolist(), work, *zip(*sizes, strict=True), deadline, profit, strict=True)
    expected = oracle([oracles.Offer(*line) for line in lines], processors).ends()
    assert found.end == pytest.approx(expected, rel=1e-9)


# worked by hand -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("run", "start"), [(8.0, 2.0), (8.001, 20.0)])
def test_easy_lets_a_job_pass_that_ends_exactly_at_the_reservation(run: float, start: float) -> None:
    """Four processors: 3 until 10, then 4 are reserved until 20. The last one is idle, and wanted at 2 until 10."""
    stream = jobs([0, 1, 2], [30, 40, run], [(3, 3), (4, 4), (1, 1)])
    found = kernel.run(*System(stream, machines((4, 1)), FREE_MIGRATION), CODES["EASY"])
    assert found.start.tolist() == [0, 10, start]


def test_a_late_job_needs_what_still_meets_its_deadline_and_no_more_than_it_has() -> None:
    """From 1 to 8 processors, it has 5: 3 would do if it were resized; 6 would; none would."""
    assert [limits_now(least, 5, 1, 8, True, True) for least in (3, 6, NEVER)] == [(3, 8), (5, 8), (1, 8)]
    assert [limits_now(least, 5, 1, 8, True, False) for least in (3, 6, NEVER)] == [(3, 8), (5, 5), (5, 5)]
    assert limits_now(3, 5, 1, 8, False, True) == (5, 5)


def test_a_deadline_that_is_missed_by_rounding_is_met() -> None:
    """30 s of work in 10 s: 3 processors, also if the time left is short by less than a billionth."""
    assert [need(30.0, 10.0 * (1 - short), LINEAR, 1, 8) for short in (0.0, 1e-12, 5e-10, 1e-8)] == [3, 3, 3, 4]
    assert need(80.0, 10.0 * (1 - 1e-12), LINEAR, 1, 8) == 8
    assert need(80.0, 10.0 * (1 - 1e-8), LINEAR, 1, 8) == NEVER
    assert [is_late(2.0, 2.0 + 10.0 * (1 + over), 12.0) for over in (0.0, 1e-12, 5e-10, 1e-8)] == [False] * 3 + [True]


def lazy(resize_cost: float, mean_gap: float, by_the_letter: bool) -> np.ndarray:
    """Reasons of the jobs of Kumar's table 4.6, 20,000 of them."""
    tree = {"mean_interarrival_s": mean_gap, "workload.jobs": 20_000}
    one = EXAMPLES["kumar-table-4-6"].at(tree)
    rules = rules_of(one)._replace(resize_cost=resize_cost, lazy_by_the_letter=by_the_letter)
    return kernel.run(draw_jobs(one, 0), machines_of(one), rules, CODES["Lazy"]).reason


@pytest.mark.parametrize("resize_cost", [1.0, 100.0])
def test_lazy_dropped_accepted_jobs_where_resizes_take_long(resize_cost: float) -> None:
    assert not (lazy(resize_cost, 60.0, False) == Reason.DROPPED).any()


def test_by_the_letter_it_drops_one_in_a_hundred() -> None:
    """1.15 % in an independent program, when a job arrives every 42 s."""
    assert (lazy(0.0, 42.0, True) == Reason.DROPPED).mean() == pytest.approx(0.0115, abs=0.003)
