"""Of every scheme, on generated jobs: forcing what was chosen changes nothing, what else is forced comes of it in the
reference as in the kernel, and nothing differs before it."""

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine.coscheduling.analyses.what_if import simulated
from engine.coscheduling.forced import BOOST, NOBODY, RUN, SLOT, START, WAIT, Forced
from engine.coscheduling.kernel import simulation as kernel
from engine.coscheduling.kernel.state import first_state
from engine.coscheduling.policies import SCHEMES
from engine.coscheduling.records import EVERYTHING, Happening, Records
from engine.coscheduling.reference.forcing import run_forced
from engine.coscheduling.replay.deciding import Deciding, Taken
from engine.coscheduling.replay.instant import through, up_to
from engine.coscheduling.replication import Model
from engine.inputs.span import SpanError
from tests.engine.coscheduling.systems import GROUPS, Case, cases, differences

FEW = settings(max_examples=8, deadline=None)
ROWS = {Happening.DISPATCHED, Happening.BOOSTED, Happening.SLOT}


def taken_at(case: Case, time: int) -> list[Taken]:
    """What the kernel decides at an instant."""
    state, deciding = first_state(*case), Deciding()
    up_to(state, time)
    through(state, time, deciding)
    return deciding.taken


def of_nodes(case: Case, records: Records, draw: st.DataObject) -> list[tuple[Forced, bool]]:
    """What could have been at a drawn instant, and whether it was."""
    log = records.log
    times = sorted(set(log.time[np.isin(log.happening, list(ROWS))].tolist()))
    assume(times)
    time = draw.draw(st.sampled_from(times))
    found = []
    taken = taken_at(case, time)
    assert taken
    for one in taken:
        if sum(other.node == one.node for other in taken) > 1:
            continue  # what is forced is forced upon all of them
        kind = {RUN: RUN, SLOT: SLOT}.get(one.kind, BOOST)
        if kind == BOOST and one.chosen is not None:
            found.append((Forced(time, NOBODY, one.candidates[one.chosen].job, one.node), False))
        for number, candidate in enumerate(one.candidates):
            node = candidate.level if kind == SLOT else one.node
            if candidate.state or kind != BOOST:
                found.append((Forced(time, kind, candidate.job, node), number == one.chosen))
    return found


def of_queue(records: Records, draw: st.DataObject) -> list[tuple[Forced, bool]]:
    job = draw.draw(st.integers(0, len(records.arrival) - 1))
    instants = {int(t) for t in (*records.arrival, *records.end) if records.arrival[job] <= t <= records.start[job]}
    time = draw.draw(st.sampled_from(sorted(instants)))
    starts = bool(records.start[job] == time)
    return [(Forced(time, START, job), starts), (Forced(time, WAIT, job), not starts)]


@pytest.mark.parametrize("names", GROUPS.values(), ids=GROUPS)
@FEW
@given(data=st.data())
def test_a_forced_decision(names: list[str], data: st.DataObject) -> None:
    case = data.draw(cases(names))
    records = kernel.run(*case, EVERYTHING)
    there = of_queue(records, data) if case.scheme.queue else of_nodes(case, records, data)
    assume(there)
    forced, is_chosen = data.draw(st.sampled_from(there))
    try:
        found = simulated(Model(*case), first_state(*case), records, forced)
    except SpanError:
        assert forced.kind == WAIT  # nothing happens any more at which it would be looked at
        return
    if found is None:
        assert forced.kind == START  # too few nodes are idle
        assert not is_chosen
        return
    plain = records._replace(interval=found.interval, log=found.log)
    if is_chosen:
        assert differences(found, plain) == []
        return
    assert differences(found, run_forced(*case, forced)) == []
    early = np.flatnonzero(records.start < forced.time)
    np.testing.assert_array_equal(found.start[early], records.start[early])
    gone = records.end < forced.time
    np.testing.assert_array_equal(found.end[gone], records.end[gone])
    if forced.kind in (START, WAIT):
        assert (found.start[forced.job] == forced.time) == (forced.kind == START)


def test_every_scheme_is_in_a_group() -> None:
    assert {name for names in GROUPS.values() for name in names} == set(SCHEMES)
