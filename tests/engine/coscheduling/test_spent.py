"""What processors spend on account of each job: what the log tells of it, and together the profile of the nodes."""

import numpy as np
from hypothesis import given, settings

from engine.coscheduling.kernel import simulation as kernel
from engine.coscheduling.policies import SCHEMES, OnDelivery, Waiting
from engine.coscheduling.records import EVERYTHING, Activity, Happening, Records
from tests.engine.coscheduling.systems import Case, cases

OF_MESSAGES = [
    name
    for name, scheme in SCHEMES.items()
    if not scheme.is_told and scheme.waiting != Waiting.SPIN_YIELD and scheme.on_delivery != OnDelivery.PERIODIC_BOOST
]
"""Schemes whose kernel work is that of interrupts and blocks alone."""

often = settings(max_examples=60, deadline=None)


@often
@given(case=cases(loaded=True))
def test_what_is_spent_on_jobs_is_what_nodes_do(case: Case) -> None:
    records = kernel.run(*case, None)
    np.testing.assert_array_equal(records.spent.sum(axis=0), records.profile[:, : Activity.IDLE].sum(axis=0))
    assert (records.spent >= 0).all()
    # What a task does it does while its job is there, one thing after the other.
    assert (records.spent.sum(axis=1) <= case.jobs.size * (records.end - records.start)).all()


@often
@given(case=cases(loaded=True))
def test_who_computes_spins_and_is_switched_to_is_in_the_intervals(case: Case) -> None:
    records = kernel.run(*case, EVERYTHING)
    told, count = records.interval, len(records.end)
    for activity in (Activity.COMPUTING, Activity.SPINNING, Activity.SWITCHING):
        own = told.activity == activity
        long = np.zeros(count, dtype=np.int64)
        np.add.at(long, told.job[own], (told.end - told.start)[own])
        np.testing.assert_array_equal(records.spent[:, activity], long)


@often
@given(case=cases(names=OF_MESSAGES, loaded=True))
def test_kernel_work_is_on_account_of_whose_message_it_is_and_who_blocks(case: Case) -> None:
    records, system = kernel.run(*case, EVERYTHING), case.system

    def rows(happening: Happening) -> np.ndarray:
        return _rows_of_jobs(records, happening)

    moves = rows(Happening.WOKEN) + rows(Happening.BOOSTED) + rows(Happening.BLOCKED_MESSAGE)
    expected = rows(Happening.INTERRUPTED) * system.interrupt + moves * system.move
    np.testing.assert_array_equal(records.spent[:, Activity.OVERHEAD], expected)


def _rows_of_jobs(records: Records, happening: Happening) -> np.ndarray:
    own = records.log.happening == happening
    return np.bincount(records.log.job[own], minlength=len(records.end))
