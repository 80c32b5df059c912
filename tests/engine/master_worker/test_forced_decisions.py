"""Of every policy, on generated applications: forcing what was chosen changes nothing; what else is forced comes about,
and nothing differs before it."""

import numpy as np
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine.master_worker.forced import Forced
from engine.master_worker.policies import Dispatch
from engine.master_worker.records import Activity, Records
from engine.master_worker.reference.forcing import TellingMaster, decisions_of, run_forced
from engine.master_worker.system import ExhaustedError
from tests.engine.master_worker.cases import IMPLEMENTATIONS, Case, cases, differences


def handed_out(records: Records, begin: int) -> set[tuple[int, int, int]]:
    """When (ticks from the beginning) which task is with which worker first; of the iteration that is logged."""
    row = records.interval
    own = (row.task >= 0) & np.isin(row.activity, (Activity.COMPUTING, Activity.COMMUNICATING, Activity.LOST))
    return {(int(row.start[n]), int(row.task[n]), int(row.worker[n])) for n in np.flatnonzero(own)}


@settings(max_examples=40, deadline=None)
@given(case=cases(), data=st.data())
def test_a_forced_decision(case: Case, data: st.DataObject) -> None:
    iteration = data.draw(st.integers(0, len(case.tasks.work) - 1))
    case = case._replace(logged=iteration)
    try:
        records = IMPLEMENTATIONS["reference"](*case)
        taken = decisions_of(case.tasks, case.system, iteration)
        assume(taken)
        one = data.draw(st.sampled_from(taken))
        is_bound = case.system.dispatch == Dispatch.EARLIEST_COMPLETION
        tasks = one.tasks if is_bound else one.waiting
        task = data.draw(st.sampled_from(tasks))
        workers = [one.worker] if task != one.tasks[0] else [one.worker, *(one.ends if is_bound else one.ready)]
        worker = data.draw(st.sampled_from(workers))
        forced = Forced(one.time, iteration, task, worker)
        master = TellingMaster(case.tasks, case.system, iteration, forced)
        master.clock.run(until=master.over)
        found = run_forced(case.tasks, case.system, forced)
    except ExhaustedError:
        return
    # At one instant the same task may be lost and handed out again; what is forced is its first decision then.
    same = [other for other in taken if other.time == one.time and (other.tasks[0] == task or other.worker == worker)]
    assert found is not None
    assert master.is_done
    if (task, worker) == (one.tasks[0], one.worker) and len(same) == 1:
        assert differences(found, records) == []
        return
    np.testing.assert_array_equal(found.end[:iteration], records.end[:iteration])
    begin = int(records.end[iteration - 1]) if iteration else 0
    early = [{row for row in handed_out(one, begin) if row[0] < forced.time} for one in (found, records)]
    assert early[0] == early[1]
    got = [(other.tasks[0], other.worker) for other in master.taken if other.time == forced.time]
    assert (task, worker) in got


def test_telling_changes_nothing() -> None:
    """Also what the kernel simulates: it is the reference that is told of."""

    @settings(max_examples=30, deadline=None)
    @given(case=cases())
    def same(case: Case) -> None:
        try:
            records = IMPLEMENTATIONS["kernel"](*case)
            master = TellingMaster(case.tasks, case.system, case.logged)
            master.clock.run(until=master.over)
        except ExhaustedError:
            return
        assert differences(master.notebook.records(), records) == []

    same()
