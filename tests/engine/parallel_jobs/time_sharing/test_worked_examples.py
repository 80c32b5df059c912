"""Single cases worked by hand: the three policies, and every option."""

from typing import Any

import numpy as np
import pytest

from engine.parallel_jobs.records import Happening
from engine.parallel_jobs.time_sharing.reference import simulation as reference
from tests.engine.parallel_jobs.systems import FREE_MIGRATION, System, jobs, machines
from tests.engine.parallel_jobs.time_sharing.runs import BOTH, CODES, SED, SED_NM, Run

# the smallest workload that tells the policies apart ------------------------------------------------------------------

FAST_AND_SLOW = machines((1, 1), (1, 2))
"""Speed factors 1 and 2, so delay classes 1 and 2; the fast machine may carry two processes."""


def one_second_of_pause(**options: Any) -> System:
    """Three jobs of 6 s that are there at 0: the first needs both machines, the others one each."""
    rules = FREE_MIGRATION._replace(checkpoint=1.0, **options)
    return System(jobs([0, 0, 0], [6, 6, 6], [(2, 2), (1, 1), (1, 1)]), FAST_AND_SLOW, rules)


@BOTH
@pytest.mark.parametrize(
    ("policy", "ends"),
    [("SED", [6, 9, 14.5]), ("SED-NU", [6, 12, 16]), ("SED-NM", [6, 9, 18])],
)
def test_three_jobs_on_two_machines_tell_the_three_policies_apart(run: Run, policy: str, ends: list[float]) -> None:
    """Worked by hand.

    The three SED policies, at 0: job 0 takes both machines with D = 2, does 2 / 2 per second, and ends at 6. The fast
    machine would have delay 2 with a second process, which is what job 0 has anyway, so job 1 starts there with D = 2,
    at 1/2. A further process would make it 3, above alpha_max: job 2 waits.
    SED, at 6: job 1 has 3 s left, is alone on the fast machine and is upgraded to D = 1: it ends at 9. Job 2 starts on
    the slow machine at 1/2. At 9 it has 4.5 s left, nobody waits, and the fast machine is idle: it migrates, stops for
    1 s, and ends at 9 + 1 + 4.5 = 14.5.
    SED-NU, at 6: job 1 keeps D = 2 and ends at 6 + 3 / (1/2) = 12. Job 2 finds both machines in class 2 and takes the
    slower architecture. At 12 it has 3 s left, migrates, and ends at 12 + 1 + 3 = 16.
    SED-NM: as SED until 9, but job 2 stays where it is and ends at 6 + 6 / (1/2) = 18.
    """
    assert run(*one_second_of_pause(), CODES[policy]).end.tolist() == ends


# the options ----------------------------------------------------------------------------------------------------------


@BOTH
def test_an_upgrade_can_be_made_to_wait_for_an_empty_queue(run: Run) -> None:
    """As above under SED, but at 6 job 2 still waits, so job 1 is not upgraded and goes on at 1/2 until 12.

    Job 2 starts on the slow machine at 6, and migrates at 12 with 3 s left: 12 + 1 + 3 = 16.
    """
    system = one_second_of_pause(upgrade_only_when_queue_empty=True)
    records = run(*system, SED)
    assert records.end.tolist() == [6, 12, 16]
    assert records.upgrades.sum() == 0


@BOTH
def test_an_upgrade_that_was_put_off_comes_with_the_next_end_that_leaves_the_queue_empty(run: Run) -> None:
    """As before, and job 3 (1/2 s, one machine) arrives at 6.5.

    At 6 the upgrade of job 1 is put off, so the fast machine stays in class 2, where job 3 starts beside it at 1/2. At
    7.5 job 3 ends with nobody waiting: now job 1, with 3 - 1.5 / 2 = 2.25 s left, gets D = 1 and ends at 9.75.
    """
    rules = FREE_MIGRATION._replace(upgrade_only_when_queue_empty=True)
    arriving = jobs([0, 0, 0, 6.5], [6, 6, 6, 0.5], [(2, 2), (1, 1), (1, 1), (1, 1)])
    records = run(arriving, FAST_AND_SLOW, rules, SED_NM)
    assert records.end.tolist() == [6, 9.75, 18, 7.5]
    assert records.upgrades.tolist() == [0, 1, 0, 0]


@BOTH
def test_an_upgrade_that_was_put_off_comes_with_a_migration_that_finds_the_queue_empty(run: Run) -> None:
    """Machines 1, 2, 2 and 4; four jobs at 0 (3, 6, 3 and 8 s; sizes 2-4, 1-3, 1-3 and 1). A pause of 1 s.

    Job 0 takes machines 0, 1 and 2 with D = 2 at 3 / 2, until 2. Job 1 shares machine 0 with D = 2 at 1/2: delays 2 / 1
    and 4 / 2 are equal, and the faster class wins. Job 2 takes machine 3 with D = 4 at 1/4. Job 3 waits.
    At 2 the upgrade of job 1 is put off, since job 3 waits. Job 3 starts on machine 1 at 1/2. Now nobody waits: job 2
    (2.5 s left) migrates to machine 2, D = 2, and with it comes the upgrade of job 1 (5 s left) to D = 1, until 7.
    At 7 job 2 has 2.5 - 4 / 2 = 0.5 s left, migrates to machine 0 and ends at 8.5. Then job 3 has 8 - 6.5 / 2 = 4.75 s
    left, migrates to machine 0 and ends at 14.25.
    """
    rules = FREE_MIGRATION._replace(checkpoint=1.0, upgrade_only_when_queue_empty=True)
    four = jobs([0, 0, 0, 0], [3, 6, 3, 8], [(2, 4), (1, 3), (1, 3), (1, 1)])
    records = run(four, machines((1, 1), (2, 2), (1, 4)), rules, SED)
    assert records.end.tolist() == [2, 7, 8.5, 14.25]
    assert records.upgrades.tolist() == [0, 1, 0, 0]
    assert records.migrations.tolist() == [0, 0, 2, 1]


@BOTH
@pytest.mark.parametrize(("checkpoint", "always", "if_it_pays"), [(4, 13, 12), (3, 12, 12), (2, 11, 11)])
def test_a_migration_can_be_made_to_depend_on_whether_it_pays(
    run: Run, checkpoint: float, always: float, if_it_pays: float
) -> None:
    """Two jobs of 6 s, one on each machine. At 6 the one on the slow machine has 3 s left, that is 6 s where it is.

    It is better off on the fast machine if the pause takes less than 3 s; at 3 s it does not matter, and it stays.
    """
    two = jobs([0, 0], [6, 6], [(1, 1), (1, 1)])
    rules = FREE_MIGRATION._replace(checkpoint=float(checkpoint))
    moved = run(two, FAST_AND_SLOW, rules, SED)
    assert moved.end.tolist() == [6, always]
    assert moved.migrations.tolist() == [0, 1]
    chosen = run(two, FAST_AND_SLOW, rules._replace(migrate_only_if_it_pays=True), SED)
    assert chosen.end.tolist() == [6, if_it_pays]
    assert chosen.migrations.tolist() == [0, int(checkpoint < 3)]


@BOTH
@pytest.mark.parametrize(("hold", "ends"), [(False, [6, 13, 9]), (True, [6, 13, 12])])
def test_a_migrating_job_can_be_made_to_hold_its_old_machines(run: Run, hold: bool, ends: list[float]) -> None:
    """Again two jobs of 6 s, a pause of 4 s, and job 2 (1 s) that arrives at 7.

    At 6 job 1 leaves the slow machine. Job 2 starts there at once and ends at 7 + 2 = 9, or, with the old machine held,
    only at 10 when the transfer has ended, and ends at 12. Job 1 ends at 6 + 4 + 3 = 13 either way.
    """
    three = jobs([0, 0, 7], [6, 6, 1], [(1, 1)] * 3)
    rules = FREE_MIGRATION._replace(checkpoint=4.0, hold_old_machines=hold)
    records = run(three, FAST_AND_SLOW, rules, SED)
    assert records.end.tolist() == ends
    assert records.busy.tolist() == ([13, 8] if not hold else [13, 12])


@BOTH
def test_a_job_is_upgraded_during_its_transfer_and_goes_on_when_that_has_ended(run: Run) -> None:
    """Machines 1, 2 and 4; jobs 0, 1 and 2 (2, 2 and 5 s) take one each; job 3 (4 s) needs two. A pause of 10 s.

    At 2 job 0 ends, but job 3 needs another machine, and while it waits nobody migrates. At 4 job 1 ends on machine 1,
    and job 3 takes machines 0 and 1 with D = 2, until 8. Nobody waits now: job 2 has done 4 / 4 = 1 s and migrates to
    machine 0, which it shares, so D = 2, until 14. At 8 it has machine 0 for itself and is upgraded to D = 1, which
    helps it from 14 on: it ends at 14 + 4 = 18.
    """
    rules = FREE_MIGRATION._replace(checkpoint=10.0)
    four = jobs([0, 0, 0, 0], [2, 2, 5, 4], [(1, 1), (1, 1), (1, 1), (2, 2)])
    records = run(four, machines((1, 1), (1, 2), (1, 4)), rules, SED)
    assert records.end.tolist() == [2, 4, 18, 8]
    assert records.upgrades.tolist() == [0, 0, 1, 0]
    assert records.migrations.tolist() == [0, 0, 1, 0]


@BOTH
def test_in_one_instant_releases_come_first_then_ends_then_the_arrival(run: Run) -> None:
    """Rule 9. Machines 1, 1 and 2; jobs of 6, 10 and 6 s at 0, one each; a pause of 4 s, old machines held.

    At 6 job 0 ends and job 2 (3 s left) goes to its machine until 10, the instant in which job 1 ends and job 3 (1 s)
    arrives, which finds machine 1 idle and takes it: it is the faster one, and ends at 11. Job 2 ends at 10 + 3 = 13.
    """
    rules = FREE_MIGRATION._replace(checkpoint=4.0, hold_old_machines=True)
    four = jobs([0, 0, 0, 10], [6, 10, 6, 1], [(1, 1)] * 4)
    extra = {} if run is reference.run else {"with_log": True}
    records = run(four, machines((2, 1), (1, 2)), rules, SED, **extra)
    assert records.end.tolist() == [6, 10, 13, 11]
    (at_10,) = np.nonzero(records.log.time == 10)
    happened = [Happening(happening).name for happening in records.log.happening[at_10]]
    assert happened == ["RELEASE", "END", "ARRIVAL", "START"]
    assert records.log.job[at_10].tolist() == [2, 1, 3, 3]
