"""Ordered queues: the reference, the kernel that knows every machine, and the one that counts."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

from engine.parallel_jobs.inputs.site.own_policies import OwnPolicy
from engine.parallel_jobs.machine_events.events import MachineEvents
from engine.parallel_jobs.policies import PolicyCode
from engine.parallel_jobs.space_sharing.kernel import simulation as every_machine
from engine.parallel_jobs.space_sharing.kernel.counting import run as counting
from engine.parallel_jobs.space_sharing.reference import simulation as reference
from engine.parallel_jobs.space_sharing.rules.orders import ORDERS, Order
from tests.engine.parallel_jobs.space_sharing.test_counting import equal_machines, many
from tests.engine.parallel_jobs.space_sharing.test_one_pass_per_instant import A, B, C, D, Lines, of_log
from tests.engine.parallel_jobs.streams import disrupted_streams, streams
from tests.engine.parallel_jobs.systems import System, differences

POLICY = pytest.mark.parametrize("policy", [PolicyCode(code).name for code in ORDERS])
GENERATED = settings(max_examples=30, deadline=None)


@POLICY
@GENERATED
@given(system=equal_machines())
def test_the_reference_and_both_kernels_agree(policy: str, system: System) -> None:
    code = int(PolicyCode[policy])
    one = reference.run(*system, code)
    assert differences(one, every_machine.run(*system, code, with_log=True)) == []
    assert differences(one, counting.run(*system, code, with_log=True)) == []


@POLICY
@GENERATED
@given(system=streams())
def test_they_agree_on_machines_that_are_not_equally_fast(policy: str, system: System) -> None:
    code = int(PolicyCode[policy])
    assert differences(reference.run(*system, code), every_machine.run(*system, code, with_log=True)) == []


@POLICY
@GENERATED
@given(case=disrupted_streams(complete=False, limited=True))
def test_and_where_something_happens_to_machines(policy: str, case: tuple[System, MachineEvents]) -> None:
    system, events = case
    code = int(PolicyCode[policy])
    one = reference.run(*system, code, machine_events=events)
    assert differences(one, every_machine.run(*system, code, with_log=True, machine_events=events)) == []


@POLICY
@pytest.mark.parametrize("processors", [40, 300])
def test_many_jobs_agree_with_the_kernel_that_knows_every_machine(policy: str, processors: int) -> None:
    system, code = many(2_000, processors, np.random.default_rng(processors)), int(PolicyCode[policy])
    one, other = every_machine.run(*system, code), counting.run(*system, code)
    assert differences(one, other, with_log=False) == []
    assert (one.start > one.arrival).any()


@GENERATED
@given(system=equal_machines())
def test_in_order_of_arrival_it_is_easy(system: System) -> None:
    """Bit for bit; in both kernels, which take the order from the table."""
    code = int(PolicyCode.SJF)
    by_arrival = {code: (Order.ARRIVAL, Order.ARRIVAL)}
    easy = counting.run(*system, int(PolicyCode.EASY), with_log=True)
    with pytest.MonkeyPatch.context() as patched:
        for module in (counting, every_machine):
            patched.setattr(module, "ORDERS", by_arrival)
            assert differences(easy, module.run(*system, code, with_log=True)) == []


WORKED: dict[str, tuple[Any, ...]] = {
    "SJF": ([0, 10, 2, 15], [0, 16, 10, 16, 4], [0, 6, 4, 6, 9], [0, 0, 18, 16, 10, 14, 14]),
    "WFP3": ([], [0, 10, 33, 3, 4], [0, 6, 4, 6, 9], [0, 0, 17, 14, 10, 14, 23]),
    "SAF": ([], [0, 16, 10, 16, 4], [0, 4, 19, 4, 7], [0, 0, 18, 12, 14, 10, 10]),
    "EASY_SJF": ([0, 10, 2, 15], [0, 10, 33, 3, 4], [0, 4, 9, 4, 11], [0, 0, 10, 16, 18, 22, 16]),
}
"""Of logs A to D: the specification's (`workloads.md`, section 4), by hand and by two programs of others."""


@pytest.mark.parametrize("policy", WORKED)
def test_the_worked_logs(policy: str) -> None:
    logs: tuple[tuple[Lines, int], ...] = ((A, 4), (B, 10), (C, 4), (D, 4))
    for (lines, processors), expected in zip(logs, WORKED[policy], strict=True):
        if expected:
            records = counting.run(*of_log(lines, processors), int(PolicyCode[policy]))
            assert [round(float(start) / 60, 3) for start in records.start] == expected


@pytest.mark.parametrize(
    ("policy", "starts"), [("SJF", [0, 0, 19, 16, 12, 16, 10]), ("EASY_SJF", [0, 0, 12, 18, 21, 18, 10])]
)
def test_one_of_two_equal_ends_moved_a_little_makes_it_another_log(policy: str, starts: list[float]) -> None:
    """Job 2 of log D runs 1e-6 s longer: then job 7 is seen between the two ends."""
    system = of_log(D, 4)
    demand = system.jobs.demand.copy()
    demand[1] += 2e-6
    moved, code = system._replace(jobs=system.jobs._replace(demand=demand)), int(PolicyCode[policy])
    found = counting.run(*moved, code, with_log=True)
    assert differences(reference.run(*moved, code), found) == []
    assert np.round(found.start / 60, 3).tolist() == starts


@pytest.mark.parametrize(("lines", "processors", "expected"), [(B, 10, 1), (C, 4, 2), (D, 4, 3)], ids="BCD")
def test_without_a_reservation_the_shortest_first_starts_as_with_one(
    lines: Lines, processors: int, expected: int
) -> None:
    """Of B, C and D; of A it does not: there the first that waits blocks what could start beside it."""
    found = starts_without_reservation(lines, processors)
    assert found == WORKED["SJF"][expected]


def starts_without_reservation(lines: Lines, processors: int) -> list[float]:
    """In minutes, of an own policy that takes the shortest first and lets nobody pass."""
    system = of_log(lines, processors)
    rules = OwnPolicy(name="own", order="-estimate", reservation="none").rules()  # type: ignore[call-arg]
    found = every_machine.run(
        *system._replace(rules=system.rules._replace(own=rules)), int(PolicyCode.OWN), with_log=True
    )
    return [round(float(start) / 60, 3) for start in found.start]


def test_without_a_reservation_log_a_is_another_schedule() -> None:
    """Were nothing different there, the check above would say nothing."""
    assert starts_without_reservation(A, 4) != WORKED["SJF"][0]
