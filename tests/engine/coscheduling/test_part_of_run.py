"""A run simulated in parts, and windows simulated from a state on the way, are those of one whole run."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.coscheduling.kernel import simulation as kernel
from engine.coscheduling.kernel.clock import go_on
from engine.coscheduling.kernel.packing import pack, unpack
from engine.coscheduling.kernel.part_of_run import just_before, log_in, sum_up_in, with_account
from engine.coscheduling.kernel.records import records_of, seen_in
from engine.coscheduling.kernel.state import first_state
from engine.coscheduling.kernel.tables import ROW, look_at
from engine.coscheduling.policies import SCHEMES
from engine.coscheduling.records import EVERYTHING, Activity, Records, Seen, Spans, Window
from engine.coscheduling.replay.course import MARGIN, course_of, from_columns, to_columns
from engine.coscheduling.replay.detail import within
from engine.coscheduling.replication import Model
from engine.coscheduling.system import MILLISECOND
from tests.engine.coscheduling.systems import GROUPS, Case, Job, cases, differences, jobs, system

ENDLESS = 1 << 60
"""Of whatever steps are counted in."""


@pytest.mark.parametrize("names", GROUPS.values(), ids=GROUPS)
def test_a_run_in_parts_is_one_run(names: Sequence[str]) -> None:
    @settings(max_examples=30, deadline=None)
    @given(case=cases(names=names, loaded=True), data=st.data())
    def in_parts(case: Case, data: st.DataObject) -> None:
        whole = kernel.run(*case, EVERYTHING)
        first = first_state(*case)
        state = first.copy()
        look_at(state.totals, EVERYTHING)
        log = np.zeros(len(whole.log.time) + len(whole.interval.start), dtype=ROW)
        over, by_time = False, data.draw(st.booleans())
        steps = (MILLISECOND, 60_000, 7 * MILLISECOND, 333_333) if by_time else (7, 1, 60, 500)
        # It has to be cut anywhere, not everywhere: the last part is all that is left.
        for step in (*data.draw(st.lists(st.sampled_from(steps), max_size=40)), ENDLESS):
            if over:
                break
            if by_time:
                over = go_on(state, log, pause_time=int(state.totals["horizon"][0]) + step)
            else:
                over = go_on(state, log, pause_events=int(state.totals["events"][0]) + step)
            state = unpack(pack(state, first), first)
        assert over
        seen = seen_in(log[: int(state.totals["written"][0])])
        assert differences(records_of(case.jobs, state)._replace(**seen._asdict()), whole) == []

    in_parts()


def _clipped(seen: Seen, window: Window) -> Seen:
    """What touches the window, cut there: beyond it nothing has to be known."""
    seen = within(seen, window)
    interval = seen.interval._replace(
        start=np.maximum(seen.interval.start, window.since), end=np.minimum(seen.interval.end, window.until)
    )
    return Seen(interval, seen.log)


def _as_records(whole: Records, seen: Seen) -> Records:
    return whole._replace(**seen._asdict())


def _window(data: st.DataObject, over: int, reach: list[int], nodes: int) -> Window:
    """Often one that begins where a state is, or a nanosecond later."""
    anywhere = st.integers(0, over)
    since = data.draw(st.one_of(st.sampled_from([0, *reach][::-1]), anywhere)) + data.draw(st.integers(0, 1))
    until = data.draw(anywhere)
    first = data.draw(st.integers(0, nodes - 1))
    return Window(since, max(until, since + 1), first, data.draw(st.integers(first + 1, nodes)))


def _summed_up_in_one(case: Case, window: Window, spans: int) -> tuple[Seen, Spans]:
    """What a run from its beginning to its end, without a pause, sums up in the window."""
    state, sums = first_state(*case), (window.end_node - window.first_node) * spans * int(Activity.IDLE)
    look_at(state.totals, window, spans, sums)
    log = np.zeros(sums + 100_000, dtype=ROW)
    assert go_on(state, log)
    written = int(state.totals["written"][0])
    assert written <= len(log)
    found = (log[name][:sums].reshape(-1, spans, int(Activity.IDLE)) for name in ("time", "job"))
    return seen_in(log[sums:written]), Spans(*found)


@pytest.mark.parametrize("every", [1, 2, 3, 7])
@pytest.mark.parametrize("few", [2, 5])
def test_a_window_where_a_job_begins_beside_others_that_are_ahead(every: int, few: int) -> None:
    """Dedicated nodes: short jobs begin in the middle of the time for which the nodes of long ones are simulated."""
    machine = system(5, slots=1)
    long, short = Job(2, 20 * MILLISECOND - 100), Job(3, 0, iterations=3)
    case = Case(jobs(machine, *[long, short, long, short, short][:few]), machine, SCHEMES["SS-EASY"])
    whole, first = kernel.run(*case, EVERYTHING), first_state(*case)
    course = course_of(Model(*case), every)
    assert all(one <= other for one, other in pairwise(course.reach.tolist()))
    for reach, packed in zip(course.reach.tolist(), course.packed, strict=False):
        window = Window(reach, int(whole.end.max()), 0, machine.nodes)
        if window.since < window.until:
            found = _clipped(log_in(unpack(packed, first), window, rows=0), window)
            expected = _clipped(Seen(whole.interval, whole.log), window)
            assert differences(_as_records(whole, found), _as_records(whole, expected)) == []


@pytest.mark.parametrize("names", GROUPS.values(), ids=GROUPS)
def test_a_window_from_a_state_on_the_way_is_that_of_the_whole_run(names: Sequence[str]) -> None:
    far = []

    @settings(max_examples=30, deadline=None)
    @given(case=cases(names=names, loaded=True), data=st.data())
    def from_states(case: Case, data: st.DataObject) -> None:
        whole = kernel.run(*case, EVERYTHING)
        course = from_columns(*to_columns(course_of(Model(*case), data.draw(st.sampled_from([40, 3, 300])), 12)))
        assert len(course.reach) <= 12
        assert all(one <= other for one, other in pairwise(course.reach.tolist()))
        window = _window(data, int(whole.end.max()), course.reach.tolist(), case.system.nodes)
        first = first_state(*case)
        n = int(np.searchsorted(course.reach, window.since, side="right"))
        state = unpack(course.packed[n - 1], first) if n else with_account(first.copy())
        near = just_before(state, window.since, data.draw(st.sampled_from([0, MARGIN, MILLISECOND])))
        far.append(int(near.totals["events"][0]))
        spans = data.draw(st.integers(1, 5))
        expected = _clipped(Seen(whole.interval, whole.log), window)
        matrix, sums = _summed_up_in_one(case, window, spans)
        for one in (state, near):
            found = _clipped(log_in(one, window, rows=data.draw(st.sampled_from([0, 10_000]))), window)
            assert differences(_as_records(whole, found), _as_records(whole, expected)) == []
            of_spans, summed = sum_up_in(one, window, spans, rows=0)
            np.testing.assert_array_equal(summed.time, sums.time)
            np.testing.assert_array_equal(summed.job, sums.job)
            assert differences(_as_records(whole, of_spans), _as_records(whole, matrix)) == []

    from_states()
    if max(far) <= 20:
        from_states()  # other cases: now and then thirty have none
    assert max(far) > 20  # otherwise every window would begin where the run does
