"""Small streams computed by hand, on which every space-sharing policy does something else."""

import numpy as np
import pytest

from engine.parallel_jobs.model import Jobs, Rules
from engine.parallel_jobs.records import Reason, Records
from engine.parallel_jobs.space_sharing.kernel import simulation as kernel
from engine.parallel_jobs.space_sharing.reference import simulation as reference
from tests.engine.parallel_jobs.streams import CODES
from tests.engine.parallel_jobs.systems import PAPER_RULES, System, differences, jobs, machines


def both(system: System, policy: str) -> Records:
    """The records of the kernel, after a look at the reference."""
    records = kernel.run(*system, CODES[policy], with_log=True)
    assert differences(reference.run(*system, CODES[policy]), records) == []
    return records


def of_one_size() -> System:
    """Six jobs on 4 machines: 3 for 10 s, 3 for 10 s, 4 for 10 s, 1 for 25 s, 1 for 6 s, 2 for 20 s."""
    stream = jobs([0, 1, 2, 3, 4, 5], [30, 30, 40, 25, 6, 40], [(3, 3), (3, 3), (4, 4), (1, 1), (1, 1), (2, 2)])
    return System(stream, machines((4, 1)), PAPER_RULES)


@pytest.mark.parametrize(
    ("policy", "starts"),
    [
        ("FCFS", [0, 10, 20, 30, 30, 30]),
        ("FF", [0, 10, 40, 3, 20, 20]),  # who fits passes the third job, for as long as that takes
        ("EASY", [0, 10, 28, 3, 20, 38]),  # the fourth uses what the second leaves spare, and so delays the third
        ("Conservative", [0, 10, 20, 30, 4, 30]),  # the fifth is in nobody's way, the fourth would be in the third's
    ],
)
def test_four_ways_to_serve_a_queue(policy: str, starts: list[float]) -> None:
    assert both(of_one_size(), policy).start.tolist() == starts


def test_uniform_first_fit_shrinks_and_expands() -> None:
    """Kumar 2001, section 3.2.2: 43, 43 and 42 of 128 processors; alone, 100 s each."""
    system = System(jobs([0, 0, 0], [12800] * 3, [(32, 128)] * 3), machines((128, 1)), PAPER_RULES)
    together = both(system, "UFF")
    assert together.end == pytest.approx([12800 / 43, 12800 / 43, 300.0])
    assert [r.tolist() for r in (together.size, together.resizes)] == [[43, 43, 42], [0, 0, 1]]
    assert both(system, "FCFS").end.tolist() == [100.0, 200.0, 300.0]


def test_a_resize_stops_the_job() -> None:
    """Alone on 4 machines for 2 s, then half of them after a pause of 1 s, and all again after another."""
    system = System(jobs([0, 2], [40, 8], [(1, 4), (2, 2)]), machines((4, 1)), PAPER_RULES._replace(resize_cost=1.0))
    found = both(system, "UFF")
    # 8 done by 2; from 3 to 6 on 2 machines 6 more; 26 left at 6, on 4 machines from 7 on
    assert found.end.tolist() == [13.5, 6.0]
    assert found.resizes.tolist() == [2, 0]


def test_a_moldable_job_keeps_the_size_that_it_is_given() -> None:
    system = System(jobs([0, 1, 2], [8, 8, 8], [(1, 3), (1, 4), (1, 4)]), machines((4, 1)), PAPER_RULES)
    fixed = system._replace(jobs=system.jobs._replace(moldable=np.array([True, False, True])))
    found = both(fixed, "UFF")
    assert found.size.tolist() == [3, 1, 2]  # the third starts when the first has ended
    assert found.resizes.tolist() == [0, 1, 0]


def for_profit() -> Jobs:
    """Five jobs on 4 machines, of which the second can only start later, and the third disturbs the first."""
    stream = jobs([0, 2, 4, 20, 21], [40, 16, 2, 8, 3], [(1, 4), (3, 4), (1, 1), (1, 4), (1, 1)])
    return stream._replace(deadline=np.array([20.0, 30, 3, 100, 4]), profit=np.array([10.0, 100, 50, 10, 10]))


GONE, LATER = Reason.TOO_FEW_PROCESSORS, Reason.NOT_AT_LOOKAHEAD


@pytest.mark.parametrize(
    ("policy", "ends", "reasons"),
    [
        # At 2 the first job needs 2 machines, so 3 are too many; at 4 it loses 2 $ by giving one away for 2 s.
        ("Simple", [10.5, 2, 6, 22 + 1 / 3, 24], [0, GONE, 0, 0, 0]),
        ("Simple-R", [10, 2, 4, 22, 21], [0, GONE, GONE, 0, GONE]),
        # The second job waits for the first, whose deadline is the lookahead, and the 3 machines are reserved by 4.
        ("Lazy", [10, 14, 4, 22 + 1 / 3, 24], [0, 0, LATER, 0, 0]),
        ("Lazy-R", [10, 14, 4, 22, 21], [0, 0, LATER, 0, LATER]),
    ],
)
def test_four_ways_to_choose_jobs(policy: str, ends: list[float], reasons: list[int]) -> None:
    found = both(System(for_profit(), machines((4, 1)), PAPER_RULES), policy)
    assert found.end == pytest.approx(ends)
    assert found.reason.tolist() == reasons


def test_lazy_by_the_letter_gives_away_what_a_waiting_job_needs() -> None:
    system = System(for_profit(), machines((4, 1)), PAPER_RULES._replace(lazy_by_the_letter=True))
    found = both(system, "Lazy")
    assert found.end == pytest.approx([10.5, 14.5, 6, 22 + 1 / 3, 24])
    assert found.reason.tolist() == [0] * 5


def test_a_job_is_rejected_that_costs_more_than_it_brings() -> None:
    """The first job would end after 12 instead of 10 s and lose 2 of 10 $; the other brings a third of its profit."""
    for profit, reason in ((3.0, Reason.NO_PROFIT), (9.0, Reason.NONE)):
        stream = jobs([0, 4], [40, 2], [(1, 4), (1, 1)])
        stream = stream._replace(deadline=np.array([20.0, 2.4]), profit=np.array([10.0, profit]))
        found = both(System(stream, machines((4, 1)), PAPER_RULES), "Simple")
        assert found.reason.tolist() == [Reason.NONE, reason], profit


def test_the_fastest_machines_go_first_and_the_slowest_is_given_back_first() -> None:
    system = System(jobs([0, 1], [24, 4], [(1, 4), (2, 2)]), machines((2, 1), (2, 2)), PAPER_RULES)
    records = both(system, "UFF")
    log = records.log
    held = [log.machine[a:b].tolist() for a, b in zip(log.first_machine[:-1], log.first_machine[1:], strict=True)]
    assert held == [[], [2, 3, 0, 1], [], [0, 1], [2, 3], [], [2, 3, 0, 1], []]
    # 4 machines of which two are half as fast: 2 per s; then the two fast ones: 2 per s as well; 4 s on the slow ones
    assert records.end.tolist() == [12.0, 5.0]


def test_exact_estimates_reserve_the_very_instant() -> None:
    rules: Rules = PAPER_RULES
    system = System(jobs([0, 1, 2], [40, 40, 8], [(4, 4), (4, 4), (2, 2)]), machines((4, 1)), rules)
    model = reference.MODELS[CODES["Conservative"]](*system, CODES["Conservative"], explain_from=0)
    model.run_until(6)
    reserved = [one["start"] for one in model.explanations if one["outcome"] == "reserved" and one["job"] == 2]
    assert reserved[0] == 20.0
    assert both(system, "Conservative").start[2] == 20.0
