"""Rules 1, 3 and 4, by hand and as laws: exact delay classes, and which of them a job gets."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.parallel_jobs.records import Happening
from engine.parallel_jobs.time_sharing.reference import simulation as reference
from engine.parallel_jobs.time_sharing.rules import NOT_NOW, Mapping, choose_delay_class
from tests.engine.parallel_jobs.systems import FREE_MIGRATION, System, instants, jobs, machines, systems
from tests.engine.parallel_jobs.time_sharing.runs import BOTH, SED, SED_NM, Run


def test_delay_classes_are_exact_where_floats_are_not() -> None:
    assert 1.1 * 3 > 3.3
    classes = machines((1, 1.1), (1, 3.3)).classes
    assert classes.delay.tolist() == [1.1, 2.2, 3.3]
    assert classes.scaled.tolist() == [11, 22, 33]
    assert classes.of_load[:, 1:4].tolist() == [[0, 1, 2], [2, 3, 3]]  # 3: none, above alpha_max
    assert classes.capacity.tolist() == [3, 1]


@BOTH
def test_a_machine_of_1_1_carries_a_third_process_beside_jobs_of_3_3(run: Run) -> None:
    """One machine of 1.1 and two of 3.3, no migration. In floats 1.1 x 3 would be above 3.3, and job 4 would wait.

    Job 0 takes the fast machine until 11, job 1 a slow one until 33. Job 2 arrives at 12 and needs two: the other slow
    machine and the fast one, D = 3.3. Job 3 arrives at 34 and needs two: the slow machine of job 1 and the fast one,
    which with two processes has delay 2.2, so again D = 3.3. Job 4 arrives at 35 and needs one: the fast machine has
    delay 3.3 for it, and that is what the two others have anyway.
    """
    arriving = jobs([0, 0, 12, 34, 35], [10, 10, 100, 100, 1], [(1, 1), (1, 1), (2, 2), (2, 2), (1, 1)])
    records = run(arriving, machines((1, 1.1), (2, 3.3)), FREE_MIGRATION, SED_NM)
    assert records.start.tolist() == [0, 0, 12, 34, 35]
    assert records.end == pytest.approx([11, 33, 12 + 165, 34 + 165, 35 + 3.3])


@st.composite
def availabilities(draw: st.DrawFn) -> tuple[list[int], list[int], int, int]:
    """Ascending delays, an availability vector, and the limits of a job; small numbers, so that there are ties."""
    delay = sorted(draw(st.sets(st.integers(1, 8), min_size=1, max_size=6)))
    available = sorted(draw(st.lists(st.integers(0, 8), min_size=len(delay), max_size=len(delay))))
    low = draw(st.integers(1, 3))
    return delay, available, low, draw(st.integers(low, 10))


@given(case=availabilities())
@example(case=([1, 2, 4], [2, 4, 9], 1, 8))
def test_rule_3_is_the_shortest_delay_then_the_fewest_left_over_then_the_fastest(
    case: tuple[list[int], list[int], int, int],
) -> None:
    delay, available, low, high = case

    def expected_delay(m: int) -> Fraction:
        return Fraction(delay[m], min(available[m], high))

    usable = [m for m, count in enumerate(available) if count >= low]
    found = choose_delay_class(np.array(available), np.array(delay), low, high)
    if not usable:
        assert found == NOT_NOW
        return
    assert found == min(usable, key=lambda m: (expected_delay(m), available[m] - min(available[m], high), m))
    # The lemma: the second criterion never matters, the fastest of the tied classes always leaves the fewest over.
    assert found == min(usable, key=expected_delay)


@given(system=systems(most_jobs=25))
def test_rule_4_gives_the_delay_of_the_chosen_class_whichever_of_its_machines_are_taken(system: System) -> None:
    before = Mapping(system.machines).availability()
    for row, mapping in instants(system, reference.run(*system, SED)):
        if row.happening == Happening.START:
            low, high = int(system.jobs.min_size[row.job]), int(system.jobs.max_size[row.job])
            m = choose_delay_class(before, system.machines.classes.scaled, low, high)
            assert row.delay_class == m
            assert len(row.machines) == min(before[m], high)
            # There are too few machines in the faster classes, so one of class m is among any so many.
            assert m == 0 or before[m - 1] < len(row.machines)
        before = mapping.availability()
