"""Of every policy, on generated streams: forcing what was chosen changes nothing; what else is forced differs first."""

from collections import defaultdict
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.parallel_jobs.analyses.what_if import SHARE, START, WAIT, Choice, choices
from engine.parallel_jobs.forced import STAYS, Forced
from engine.parallel_jobs.machine_events.events import MachineEvents, with_users
from engine.parallel_jobs.model import OwnRules
from engine.parallel_jobs.policies import TIME_SHARING, PolicyCode
from engine.parallel_jobs.records import Log, Records
from engine.parallel_jobs.replay.events import events
from engine.parallel_jobs.replay.window import Replay
from engine.parallel_jobs.space_sharing.reference import forcing as space_sharing
from engine.parallel_jobs.space_sharing.reference.decision import Decision
from engine.parallel_jobs.space_sharing.reference.explanation import Explained, explanation
from engine.parallel_jobs.space_sharing.reference.simulation import run as run_space_sharing
from engine.parallel_jobs.time_sharing.reference import forcing as time_sharing
from engine.parallel_jobs.time_sharing.reference.simulation import run as run_time_sharing
from tests.engine.parallel_jobs.space_sharing.operations import drawn, operated
from tests.engine.parallel_jobs.space_sharing.operations import policies as of_a_site
from tests.engine.parallel_jobs.space_sharing.test_own_policies import OWN, of_users, policies, with_rules
from tests.engine.parallel_jobs.streams import CODES, disrupted_streams
from tests.engine.parallel_jobs.systems import System, disrupted_systems

FEW = settings(max_examples=8, deadline=None)
SPACE_SHARING = {name: code for name, code in CODES.items() if code != PolicyCode.MULTIFACTOR}

Case = tuple[System, MachineEvents]
Found = tuple[float, int, Choice]


def decisions(
    system: System, code: int, records: Records, happenings: MachineEvents
) -> Iterator[tuple[float, Decision]]:
    """All of a replication, with their instants."""
    jobs, machines, rules = system
    log = records.log
    explained = Explained([], [], {})
    if code not in TIME_SHARING:
        explained = explanation(jobs, machines, rules, code, (0, len(log.time)), log, happenings)
    machines = with_users(machines, happenings)
    replay = Replay(jobs, machines, rules, code, range(len(jobs.gap)), explained)
    for event in events(log):
        replay.follow(event)
    for step in replay.steps:
        for decision in step["decisions"]:
            yield step["time"], decision


def what_could_be(system: System, code: int, records: Records, happenings: MachineEvents) -> list[Found]:
    """All choices of jobs that are decided about once in an instant."""
    there: dict[tuple[float, int], list[list[Choice]]] = defaultdict(list)
    for time, decision in decisions(system, code, records, happenings):
        job = decision["job"]
        there[time, job].append(choices(decision, bool(records.arrival[job] == time)))
    once = {key: found[0] for key, found in there.items() if len(found) == 1}
    return [(time, job, one) for (time, job), found in once.items() for one in found]


def forced(system: System, code: int, records: Records, happenings: MachineEvents, of: Found) -> Records:
    time, job, choice = of
    starts = choice.name != WAIT
    number = 0 if choice.name in (START, WAIT) else int(choice.name.split()[1])
    is_share = choice.name.startswith(SHARE)
    decision = Forced(time, job, starts, number - 1 if number and not is_share else STAYS, number if is_share else 0)
    if code in TIME_SHARING:
        return time_sharing.run_forced(*system, code, decision, np.inf, happenings)
    found, reached = space_sharing.run_forced(*system, code, decision, records.log, np.inf, happenings)
    assert reached > 1e300
    return found


def rows(log: Log) -> list[tuple[float, int, int, int, tuple[int, ...]]]:
    first, machine = log.first_machine.tolist(), log.machine.tolist()
    columns = zip(log.time.tolist(), log.happening.tolist(), log.job.tolist(), log.delay_class.tolist(), strict=True)
    return [(*row, tuple(machine[first[n] : first[n + 1]])) for n, row in enumerate(columns)]


def check(system: System, code: int, happenings: MachineEvents, draw: st.DataObject) -> None:
    run = run_time_sharing if code in TIME_SHARING else run_space_sharing
    records = run(*system, code, machine_events=happenings)
    there, log = what_could_be(system, code, records, happenings), rows(records.log)
    for is_chosen in (True, False):
        alike = [one for one in there if one[2].is_chosen == is_chosen]
        if not alike:
            continue
        of = draw.draw(st.sampled_from(alike))
        found = forced(system, code, records, happenings, of)
        other = rows(found.log)
        if is_chosen:
            assert other == log
            np.testing.assert_array_equal(found.end, records.end)
            continue
        first = next(n for n in range(len(log)) if n >= len(other) or other[n] != log[n])
        assert log[first][0] >= of[0]  # nothing differs before it
        mine = ([row[1:] for row in one if row[0] == of[0] and row[2] == of[1]] for one in (log, other))
        assert len({str(one) for one in mine}) == 2  # and it does


@pytest.mark.parametrize("code", TIME_SHARING)
@FEW
@given(case=disrupted_systems(), draw=st.data())
def test_under_time_sharing(code: int, case: Case, draw: st.DataObject) -> None:
    check(case[0], code, case[1], draw)


@pytest.mark.parametrize("code", SPACE_SHARING.values(), ids=SPACE_SHARING)
@FEW
@given(case=disrupted_streams(complete=False), draw=st.data())
def test_under_space_sharing(code: int, case: Case, draw: st.DataObject) -> None:
    check(case[0], code, case[1], draw)


@FEW
@given(case=disrupted_streams(complete=False), rules=policies(), seed=st.integers(0, 9), draw=st.data())
def test_under_own_policies(case: Case, rules: OwnRules, seed: int, draw: st.DataObject) -> None:
    check(with_rules(of_users(case[0], seed), rules), OWN, case[1], draw)


@FEW
@given(case=disrupted_streams(), rules=of_a_site(), seed=st.integers(0, 10**6), draw=st.data())
def test_where_a_site_is_run_by_operators(case: Case, rules: OwnRules, seed: int, draw: st.DataObject) -> None:
    check(operated(case[0], rules, drawn(seed), seed), OWN, case[1], draw)
