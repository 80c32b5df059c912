"""The bench: a fair yardstick, and figures in the agreed form."""

from itertools import pairwise

import numpy as np
import pytest

from engine.compiled.yardstick import KEYS, _heap_operations, yardstick
from engine.reports.bench import CASES, run_bench

FIELDS = {"case", "unit", "value", "in_yardsticks", "ratio_to_reference", "identical_to_reference"}


def test_the_yardstick_keeps_a_heap_of_all_its_keys() -> None:
    heap = np.arange(float(KEYS))
    least = [_heap_operations(heap, 500) for _ in range(20)]
    assert all(one < other for one, other in pairwise(least))
    parent = (np.arange(1, KEYS) - 1) // 2
    assert (heap[parent] <= heap[1:]).all()
    assert len(set(heap.tolist())) == KEYS
    # 10,000 keys were put back, each later than it was by 1 on average, so the sum has grown by 10,000, give or take.
    assert heap.sum() - KEYS * (KEYS - 1) / 2 == pytest.approx(10_000, rel=0.05)


def test_the_yardstick_is_tens_of_nanoseconds() -> None:
    assert 1e-8 < yardstick() < 2e-6


@pytest.mark.parametrize("case", CASES)
def test_every_case_runs_and_what_it_compares_is_the_same(case: str) -> None:
    """At its smallest size. One case of Slurm's priority ended the whole bench after nine minutes."""
    found = CASES[case](True)
    assert np.isfinite(found.value)
    assert found.seconds is None or found.seconds > 0
    assert found.identical_to_reference is not False


def test_a_case_is_measured_in_its_unit_and_in_yardsticks() -> None:
    found = run_bench("sed-system-2", small=True)
    assert set(found) == {"yardstick_ns", "cases"}
    (line,) = found["cases"]
    assert set(line) == FIELDS
    assert line["case"] == "sed-system-2"
    assert line["in_yardsticks"] == pytest.approx(line["value"] / found["yardstick_ns"], rel=0.5)
    assert line["ratio_to_reference"] > 1
    assert line["identical_to_reference"] is True


def test_every_case_has_a_name_that_the_command_line_can_take() -> None:
    assert all(name.replace("-", "").isalnum() and name.islower() for name in CASES)
    with pytest.raises(KeyError):
        run_bench("none")
