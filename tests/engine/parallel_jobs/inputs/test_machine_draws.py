"""What a scenario says of its machines, and the events that are drawn from it."""

from typing import Any

import numpy as np
import pytest

from engine.inputs.rejection import TAGS, ScenarioError
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.inputs.workload import draw_jobs, machines_of, rules_of
from engine.parallel_jobs.machine_events import as_far_as_needed as with_machine_events
from engine.parallel_jobs.machine_events import draws as machine_draws
from engine.parallel_jobs.machine_events.as_far_as_needed import complete
from engine.parallel_jobs.machine_events.draws import DAY, HOUR, MINUTE, Absences, draw_machine_events, gone, standby
from engine.parallel_jobs.machine_events.events import NO_EVENTS, MachineEventKind, MachineEvents
from engine.parallel_jobs.papers.examples import EXAMPLES
from engine.parallel_jobs.policies import PolicyCode
from engine.parallel_jobs.records import Records
from engine.parallel_jobs.time_sharing.kernel import simulation as kernel
from tests.engine.parallel_jobs.systems import differences, machine_events

COMES, LEAVES, SHUTDOWN, FAILURE, RETURN, LIMIT, _ = MachineEventKind
TREE = EXAMPLES["schnor-system-1"].at({"workload.jobs": 200}).model_dump(mode="json")
FAST, SLOW = (group["name"] for group in TREE["cluster"]["groups"])
"""5 and 25 machines; 200 jobs take about 200,000 s."""

KINDS: dict[str, list[dict[str, Any]]] = {
    "owners": [{"event": "owners", "group": SLOW, "presence": 0.7}],
    "sessions": [{"event": "sessions", "group": FAST, "mean_away": 7200.0, "mean_session": 1800.0}],
    "shutdown": [{"event": "shutdown", "group": SLOW, "count": 9, "at": 5000.0, "duration": 600.0, "every": 9000.0}],
    "failures": [{"event": "failures", "group": SLOW, "mean_between": 90_000.0, "mean_repair": 3600.0}],
    "addition": [{"event": "addition", "group": FAST, "count": 3, "at": 50_000.0}],
}
KINDS["spares"] = [*KINDS["failures"], {"event": "spares", "group": SLOW, "count": 2}]
KINDS["all of them"] = [change for changes in list(KINDS.values())[:5] for change in changes] + KINDS["spares"][1:]


def scenario(*changes: dict[str, Any]) -> ParallelJobsScenario:
    return ParallelJobsScenario.read({**TREE, "machine_events": list(changes)})


def simulation(of: ParallelJobsScenario) -> Any:
    jobs, machines, rules = draw_jobs(of, 0), machines_of(of), rules_of(of)
    return lambda events: kernel.run(jobs, machines, rules, PolicyCode.SED, machine_events=events)


def rows(events: MachineEvents) -> list[tuple[float, int, MachineEventKind]]:
    kinds = map(MachineEventKind, events.kind.tolist())
    return list(zip(events.time.tolist(), events.machine.tolist(), kinds, strict=True))


# drawing --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_a_longer_horizon_begins_with_the_same_events(kind: str) -> None:
    short, long = (draw_machine_events(scenario(*KINDS[kind]), 3, horizon) for horizon in (150_000.0, 1_200_000.0))
    assert 0 < len(short.time) <= len(long.time)
    n = int((long.time < 150_000).sum())
    assert rows(short) == rows(long)[:n]
    assert short.notice.tolist() == long.notice[:n].tolist()


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_event_changes_the_path(kind: str) -> None:
    changed = scenario(*KINDS[kind])
    without, found = simulation(scenario())(NO_EVENTS), complete(changed, 0, simulation(changed))
    assert "end" in differences(without, found, with_log=False)
    if kind == "spares":
        only_failures = scenario(*KINDS["failures"])
        assert "end" in differences(complete(only_failures, 0, simulation(only_failures)), found, with_log=False)


@pytest.mark.parametrize("kind", KINDS)
def test_drawn_events_make_sense(kind: str) -> None:
    """In order; nobody leaves who has not come, and a machine that is gone does not go again."""
    events = draw_machine_events(scenario(*KINDS[kind]), 0, 2e6)
    assert (np.diff(events.time) >= 0).all()
    users, absent = np.zeros(30, dtype=int), np.zeros(30, dtype=bool)
    for _, machine, what in rows(events):
        if what == LIMIT:
            assert machine < 30
        elif what in (COMES, LEAVES):
            users[machine] += 1 if what == COMES else -1
            assert users[machine] >= 0
        else:
            assert absent[machine] == (what == RETURN)
            absent[machine] = what != RETURN


def test_owners_come_and_leave_on_working_days_at_their_hours() -> None:
    events = draw_machine_events(scenario(*KINDS["owners"]), 0, 70 * DAY)
    assert set(events.machine.tolist()) == set(range(5, 30))
    assert set((events.time // DAY % 7).tolist()) == {0, 1, 2, 3, 4}
    for what, hour in ((COMES, 9), (LEAVES, 17)):
        early = events.time[events.kind == what] % DAY - hour * HOUR
        assert abs(early).max() <= 30 * MINUTE
        assert abs(early).max() > 29 * MINUTE
    share = (events.kind == COMES).sum() / (25 * 50)
    assert share == pytest.approx(0.7, abs=4 * np.sqrt(0.7 * 0.3 / 1250))


def test_a_weekend_need_not_be_off_and_a_day_ends_at_midnight() -> None:
    night = {"event": "owners", "group": FAST, "comes_at": 0.0, "leaves_at": 24.0, "spread": 60.0, "weekend_off": False}
    events = draw_machine_events(scenario(night), 0, 7 * DAY)
    assert (events.kind == COMES).sum() == 5 * 7
    here = np.cumsum(np.where(events.kind == COMES, 1, -1)[events.machine == 0])
    assert set(here.tolist()) == {0, 1}


@pytest.mark.parametrize(
    ("kind", "begins", "before", "lasts"), [("sessions", COMES, 7200, 1800), ("failures", FAILURE, 90_000, 3600)]
)
def test_renewals_have_the_means_that_were_asked_for(
    kind: str, begins: MachineEventKind, before: float, lasts: float
) -> None:
    events = draw_machine_events(scenario(*KINDS[kind]), 0, 1e7)
    length, pause = [], []
    for machine in set(events.machine.tolist()):
        time = events.time[events.machine == machine]
        assert events.kind[events.machine == machine][0] == begins
        length += np.diff(time)[::2].tolist()
        pause += np.diff(time)[1::2].tolist()
    for samples, mean in ((length, lasts), (pause, before)):
        assert np.mean(samples) == pytest.approx(mean, abs=4 * mean / np.sqrt(len(samples)))


def test_shutdowns_come_again_and_additions_come_once() -> None:
    events = draw_machine_events(scenario(*KINDS["shutdown"]), 0, 20_000.0)
    last = range(21, 30)
    expected = [(t, machine, k) for t, k in ((5000, SHUTDOWN), (5600, RETURN), (14_000, SHUTDOWN)) for machine in last]
    assert rows(events) == [*expected, *((14_600, machine, RETURN) for machine in last)]
    assert set(events.notice.tolist()) == {300.0, 0.0}
    events = draw_machine_events(scenario(*KINDS["addition"]), 0, 1e6)
    assert rows(events) == [(t, m, k) for t, k in ((0, SHUTDOWN), (50_000, RETURN)) for m in (2, 3, 4)]


# absences and spares --------------------------------------------------------------------------------------------------


def test_of_absences_that_overlap_the_first_is_how_a_machine_goes_and_the_last_is_when_it_returns() -> None:
    failures = Absences.of(np.array([[1.0, 4.0], [10.0, 11.0], [20.0, 20.0]]), FAILURE)
    shutdowns = Absences.of(np.array([[3.0, 6.0], [6.0, 7.0], [30.0, np.inf]]), SHUTDOWN, 5.0)
    events = gone(8, [failures, shutdowns])
    assert rows(events)[:5] == [(1, 8, FAILURE), (7, 8, RETURN), (10, 8, FAILURE), (11, 8, RETURN), (30, 8, SHUTDOWN)]
    assert events.time[5:].tolist() == [np.inf]
    assert events.notice.tolist() == [0, 0, 0, 0, 5, 0]


def test_spares_stand_in_for_machines_that_are_down() -> None:
    """Spares 7 and 8, which come after 30 s; machines 1, 2 and 3 go down at 100, 110 and 120.

    Spare 7 comes for machine 1 at 130, spare 8 for machine 2 at 140. At 200 machine 1 returns: spare 7 is idle again,
    and comes for machine 3 at 230. That has returned by 220, so it does not. At 300 machine 2 returns. At 400 spare 7
    is broken when machine 1 goes down again: spare 8 comes at 430, and stays.
    """
    down = machine_events(
        *((100, 1, FAILURE, 0), (110, 2, SHUTDOWN, 0), (120, 3, FAILURE, 0), (200, 1, RETURN, 0), (220, 3, RETURN, 0)),
        *((300, 2, RETURN, 0), (390, 7, FAILURE, 0), (400, 1, FAILURE, 0)),
    )
    absences = standby({7: 30.0, 8: 30.0}, down)
    assert absences[7].tolist() == [[0, 130], [200, np.inf]]
    assert absences[8].tolist() == [[0, 140], [300, 430]]


def test_a_scenario_with_spares_uses_them_only_while_others_are_down() -> None:
    found = scenario({"event": "spares", "group": FAST, "count": 1, "delay": 60.0}, *KINDS["shutdown"])
    events = draw_machine_events(found, 0, 10_000.0)
    assert [(t, k) for t, machine, k in rows(events) if machine == 4] == [
        *((0, SHUTDOWN), (5060, RETURN), (5600, SHUTDOWN))
    ]


# the whole replication ------------------------------------------------------------------------------------------------


def test_events_go_on_until_the_last_job_has_ended() -> None:
    """First with a horizon that is too short."""
    changed = scenario(*KINDS["all of them"])
    run, seen = simulation(changed), []

    def simulate(events: MachineEvents) -> Records:
        seen.append(events)
        return run(events)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(with_machine_events, "first_horizon", lambda _: 10_000.0)
        found = complete(changed, 0, simulate)
    assert len(seen) > 2
    assert seen[-1].time[-1] > found.end.max() / 2
    assert differences(found, run(draw_machine_events(changed, 0, 1e7)), with_log=False) == []
    assert differences(found, complete(changed, 0, run), with_log=False) == []


def test_there_is_a_last_event_so_that_even_hopeless_jobs_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Machines fail after 10 s in the mean, and jobs of 6000 s on 30 machines never survive, until nothing fails.

    Such a scenario is refused; one that only has bad luck is not.
    """
    monkeypatch.setattr("engine.parallel_jobs.inputs.scenario.check_machine_events", lambda _: None)
    monkeypatch.setattr(machine_draws, "MOST_EVENTS", 5_000)
    monkeypatch.setattr(with_machine_events, "MOST_EVENTS", 5_000)
    groups = [
        {"event": "failures", "group": group, "mean_between": 10.0, "mean_repair": 10.0} for group in (FAST, SLOW)
    ]
    hopeless = scenario(*groups)
    events = draw_machine_events(hopeless, 0, 1e9)
    assert 5_000 < len(events.time) <= 5_030
    assert events.time[4_999:].max() == events.time[4_999]
    found = complete(hopeless, 0, simulation(hopeless))
    assert np.isfinite(found.end).all()
    assert found.lost.sum() > 0


def test_without_machine_events_nothing_is_drawn_and_links_are_as_short_as_before() -> None:
    plain = scenario()
    assert len(draw_machine_events(plain, 0, 1e9).time) == 0
    assert "machine_events" not in str(plain.compact())
    assert ParallelJobsScenario.read(scenario(*KINDS["all of them"]).model_dump(mode="json")).machine_events


# refusals -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "path", "words"),
    [
        ({**KINDS["owners"][0], "group": "others"}, "machine_events.0.group", "there is no machine group"),
        ({**KINDS["shutdown"][0], "count": 26}, "machine_events.0.count", "the group has 25"),
        ({**KINDS["shutdown"][0], "duration": 9000.0}, "machine_events.0", "must last longer than 0 s"),
        ({**KINDS["owners"][0], "comes_at": 18.0}, "machine_events.0", "cannot leave"),
        ({"event": "strike", "group": SLOW}, "machine_events.0.event", "is not allowed"),
    ],
)
def test_what_cannot_be_is_refused_where_it_stands(change: dict[str, Any], path: str, words: str) -> None:
    with pytest.raises(ScenarioError) as refused:
        scenario(change)
    (reason,) = refused.value.rejections
    assert reason.path == path
    assert words in reason.sentence


def test_enough_machines_must_be_left_for_every_job() -> None:
    """Of 30 machines 25 are shut down for good and 3 stand by, and then stand in: 5 are left, and jobs need 3."""
    gone_for_good = {"event": "shutdown", "group": SLOW, "count": 25, "at": 0.0, "duration": 0.0}
    scenario(gone_for_good, {"event": "spares", "group": FAST, "count": 3})
    others_too = {**gone_for_good, "group": FAST, "count": 3}
    scenario(gone_for_good, {**others_too, "at": 5000.0})
    with pytest.raises(ScenarioError, match=r"machine_events\.1\.count: this leaves 2 machines"):
        scenario(gone_for_good, others_too)


def test_no_field_is_called_like_a_tag() -> None:
    """Tags are left out of the paths of refusals."""
    fields: set[str] = set()

    def collect(schema: Any) -> None:
        if isinstance(schema, dict):
            fields.update(schema.get("properties", {}))
            for part in schema.values():
                collect(part)
        elif isinstance(schema, list):
            for part in schema:
                collect(part)

    collect(ParallelJobsScenario.model_json_schema())
    assert not fields & TAGS
