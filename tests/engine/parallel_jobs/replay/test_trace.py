"""What the figures replay: states, transitions, schedule, reasons and the course over time, held against the log."""

from collections import defaultdict
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
import orjson
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine.parallel_jobs import simulation
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.inputs.workload import draw_jobs, machines_of, rules_of
from engine.parallel_jobs.papers.examples import EXAMPLES
from engine.parallel_jobs.records import Happening
from engine.parallel_jobs.replay.events import events
from engine.parallel_jobs.replay.possible import possible
from engine.parallel_jobs.replay.states import EMPTY, StatePath, label
from engine.parallel_jobs.replay.timeline import BINS, timeline
from engine.parallel_jobs.replay.trace import MAXIMUM_JOBS, WINDOW_JOBS, trace
from engine.parallel_jobs.replay.tree import Trace
from engine.parallel_jobs.replay.window import Replay
from engine.parallel_jobs.space_sharing.reference.explanation import explanation, rows_of
from tests.engine.parallel_jobs.streams import REPRESENTED
from tests.engine.parallel_jobs.systems import FREE_MIGRATION, System, clusters, jobs_of, machines, systems

CODES = {name: policy.code for name, policy in REPRESENTED.items()}
SHARING_TIME = ("SED", "SED-NU", "SED-NM")
EVERY_POLICY = pytest.mark.parametrize("policy", CODES)
SYSTEM_1 = EXAMPLES["schnor-system-1"].at({"workload.jobs": 5000})
SYSTEM_2 = EXAMPLES["schnor-system-2"].at({"workload.jobs": 2000, "workload.arrivals.rate_per_1000_s": 2.0})
SYSTEMS = pytest.mark.parametrize("scenario", [SYSTEM_1, SYSTEM_2], ids=["system 1", "system 2"])


FEWER = settings(max_examples=settings().max_examples // 2)
"""Of systems that are drawn alike for thirteen policies: hundreds are left."""


@cache
def first(scenario: ParallelJobsScenario, policy: str) -> Trace:
    """The trace of the first replication, which several tests look at and none changes."""
    return trace(scenario, policy, 0)


# states and transitions -----------------------------------------------------------------------------------------------


@EVERY_POLICY
@SYSTEMS
def test_shares_of_time_and_probabilities_out_of_each_visited_state_sum_to_1(
    scenario: ParallelJobsScenario, policy: str
) -> None:
    tree = first(scenario, policy)
    assert sum(state["share"] for state in tree["states"]) == pytest.approx(1, rel=1e-12)
    labels = [state["label"] for state in tree["states"]]
    assert len(set(labels)) == len(labels)
    out: dict[int, float] = defaultdict(float)
    for transition in tree["transitions"]:
        out[transition["source"]] += transition["probability"]
    for number, state in enumerate(tree["states"]):
        assert out[number] == pytest.approx(1 if state["share"] else 0, rel=1e-12)


@EVERY_POLICY
@SYSTEMS
def test_shares_of_time_are_those_of_the_records(scenario: ParallelJobsScenario, policy: str) -> None:
    tree = first(scenario, policy)
    records = simulation.run(draw_jobs(scenario, 0), machines_of(scenario), rules_of(scenario), CODES[policy])
    running = sum(state["share"] * state["jobs"] for state in tree["states"])
    assert running == pytest.approx((records.end - records.start).sum() / records.end.max())


def count(tree: Trace, source: str, target: str) -> int:
    """How often a transition was seen, whatever set it off."""
    name = [state["label"].replace(" ", "") for state in tree["states"]]
    found = [t for t in tree["transitions"] if (name[t["source"]], name[t["target"]]) == (source, target)]
    assert found, "not even possible"
    return sum(transition["count"] for transition in found)


def test_the_job_on_5_shared_machines_never_ends_before_that_on_30_unless_upgrading_is_off() -> None:
    """Under SED a job is on 5 shared machines only while one that began earlier is on 30: 800 s against 2400 s.

    Without upgrading it may have been there for long when the next one takes 25 or 30.
    """
    assert count(first(SYSTEM_1, "SED"), "(0,5,0,30)", "(0,0,0,30)") == 0
    assert count(first(SYSTEM_1, "SED"), "(0,5,0,30)", "(5,0,0,0)") > 0
    assert count(first(SYSTEM_1, "SED-NU"), "(0,5,0,30)", "(0,0,0,30)") > 0


@st.composite
def one_class_without_transfers(draw: st.DrawFn) -> System:
    """One class of jobs, free migration, and random demands, so that no two jobs end in one instant."""
    cluster = draw(clusters(most_groups=3, most_machines=3))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    n_jobs = 80
    low = draw(st.integers(1, len(cluster.group)))
    high = draw(st.integers(low, len(cluster.group)))
    capacity = (1 / cluster.speed_factor[cluster.group]).sum()
    gap = rng.exponential(1 / (draw(st.sampled_from([0.4, 0.8, 1.5])) * capacity), n_jobs)
    sizes = [(low, high)] * n_jobs
    return System(jobs_of(gap, rng.exponential(1, n_jobs), sizes, np.zeros(n_jobs)), cluster, FREE_MIGRATION)


@pytest.mark.parametrize("policy", [*SHARING_TIME, "FCFS"])
@given(system=one_class_without_transfers())
def test_every_visited_state_and_transition_is_a_possible_one(policy: str, system: System) -> None:
    limits = int(system.jobs.min_size[0]), int(system.jobs.max_size[0])
    if policy == "FCFS":
        limits = int(system.jobs.requested[0]), int(system.jobs.requested[0])
    found = possible(system.machines, CODES[policy], *limits)
    assume(found is not None)
    states, transitions = found  # type: ignore[misc]
    path = StatePath(len(system.machines.classes.delay))
    walked = [path.step(event) for event in events(simulation.run(*system, CODES[policy], with_log=True).log)]
    assert {step.target for step in walked} <= states
    assert set(walked) <= transitions


def test_the_possible_states_of_system_1_are_those_that_are_visited() -> None:
    """And no more than that: the enumeration is exact here."""
    found = possible(machines((5, 1), (25, 4)), CODES["SED"], 3, 30)
    assert found is not None
    names = {label(state, 4).replace(" ", "") for state in found[0]}
    assert names == {"(0,0,0,0)", "(0,0,0,30)", "(0,5,0,30)", "(5,0,0,0)", "(5,0,0,25)", "(0,0,0,25)"}


def test_where_the_options_leave_more_open_nothing_is_enumerated() -> None:
    for option in ("upgrade_only_when_queue_empty", "migrate_only_if_it_pays", "hold_old_machines"):
        tree = orjson.loads(SYSTEM_2.canonical())
        tree["options"][option] = True
        assert not trace(ParallelJobsScenario.read(tree), "SED", 0)["enumerated"]
    assert first(SYSTEM_2, "SED")["enumerated"]


def test_jobs_of_one_class_are_written_apart_the_larger_first() -> None:
    assert label(((0, 10), (0, 20), (3, 5)), 4) == "(20+10, 0, 0, 5)"
    assert label(EMPTY, 2) == "(0, 0)"


# availability ---------------------------------------------------------------------------------------------------------


def test_availability_vectors_are_those_of_the_paper() -> None:
    """Facts S1, S2 and S3, at every step of a window in which the system is in that state."""
    tree = trace(SYSTEM_1.at({"workload.arrivals.rate_per_1000_s": 0.6}), "SED", 0)
    name = [state["label"] for state in tree["states"]]
    seen = defaultdict(set)
    for step, state in zip(tree["steps"], tree["step_state"], strict=True):
        seen[name[state]].add(tuple(step["available"]))
    assert seen["(0, 0, 0, 0)"] == {(5, 5, 5, 30)}
    assert seen["(0, 0, 0, 30)"] == {(0, 5, 5, 5)}
    assert seen["(5, 0, 0, 0)"] == {(0, 0, 0, 25)}


# schedule and reasons -------------------------------------------------------------------------------------------------


def replayed(system: System, policy: str) -> tuple[Replay, list[Any]]:
    """All of a replication, and the rows that needed a decision."""
    log, everybody = simulation.run(*system, CODES[policy], with_log=True).log, range(len(system.jobs.gap))
    explained = explanation(*system, CODES[policy], rows_of(log, everybody), log)
    replay = Replay(*system, CODES[policy], everybody, explained)
    decided = []
    for event in events(log):
        replay.follow(event)
        decided += [row for row in event.rows if row.happening in (Happening.START, Happening.MIGRATION)]
        for row in event.rows:
            if row.job in replay.mapping.running:
                last = [other for other in event.rows if other.job == row.job][-1]
                assert replay.mapping.delay_class(row.job) == last.delay_class
    return replay, decided


@EVERY_POLICY
@FEWER
@given(system=systems(most_jobs=25))
def test_bars_on_one_place_of_a_machine_never_overlap_and_add_up_to_its_processes(policy: str, system: System) -> None:
    replay, _ = replayed(system, policy)
    assert replay.over
    places = defaultdict(list)
    for bar in replay.bars:
        assert bar["start"] < bar["end"]
        places[bar["machine"], bar["slot"]].append((bar["start"], bar["end"]))
    for bars in places.values():
        assert all(one[1] <= other[0] for one, other in pairwise(sorted(bars)))
    busy = np.zeros(len(system.machines.group))
    for machine in range(len(busy)):  # the union of its bars
        reached = 0.0
        for start, end in sorted(span for place, bars in places.items() if place[0] == machine for span in bars):
            busy[machine] += max(0.0, end - max(start, reached))
            reached = max(reached, end)
    records = simulation.run(*system, CODES[policy])
    # In space sharing only the machines of a group are counted, not which of them it was.
    place = np.arange(len(busy)) if policy in SHARING_TIME else system.machines.group
    expected = np.bincount(place, records.busy)
    np.testing.assert_allclose(np.bincount(place, busy), expected, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("policy", sorted(set(CODES) - set(SHARING_TIME)))
@FEWER
@given(system=systems(most_jobs=25))
def test_who_is_said_to_start_does(policy: str, system: System) -> None:
    replay, decided = replayed(system, policy)
    started = [row.job for row in decided]
    said = [
        one["job"] for step in replay.steps for one in step["decisions"] if one["outcome"] in ("starts", "backfills")
    ]
    assert said == started
    assert {step["time"] for step in replay.steps if step["plan"]} <= {step["time"] for step in replay.steps}


@pytest.mark.parametrize("policy", SHARING_TIME)
@given(system=systems(most_jobs=25))
def test_the_reasons_shown_lead_to_what_happened(policy: str, system: System) -> None:
    replay, decided = replayed(system, policy)
    shown = [decision for step in replay.steps for decision in step["decisions"]]
    taken = [decision for decision in shown if decision["outcome"] != "waits"]
    assert [decision["job"] for decision in taken] == [row.job for row in decided]
    for decision, row in zip(taken, decided, strict=True):
        assert decision["outcome"] == ("starts" if row.happening == Happening.START else "migrates")
        (chosen,) = (candidate for candidate in decision["candidates"] if candidate["chosen"])
        assert (chosen["delay_class"], chosen["size"]) == (row.delay_class, len(row.machines))
        if row.happening == Happening.START:
            best = min(candidate["expected_delay"] or np.inf for candidate in decision["candidates"])
            assert chosen["expected_delay"] == pytest.approx(best, rel=1e-12)
    for decision in shown:
        if decision["outcome"] == "waits":
            assert all(candidate["expected_delay"] is None for candidate in decision["candidates"])


def test_the_expected_delays_of_section_3_2_are_shown() -> None:
    shown = first(SYSTEM_1, "SED")["steps"][0]["decisions"][0]["candidates"]
    assert [candidate["expected_delay"] for candidate in shown] == pytest.approx([0.2, 0.4, 0.6, 4 / 30])
    assert [candidate["chosen"] for candidate in shown] == [False, False, False, True]


# the window -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("first_job", [0, 700, 1990, 10**9, -5])
def test_a_window_begins_with_the_arrival_of_its_first_job_and_shows_all_of_its_jobs(first_job: int) -> None:
    tree = trace(SYSTEM_2, "SED", 0, {"first_job": first_job})
    begin = max(0, min(first_job, 1999))
    assert tree["first_job"] == begin
    assert tree["steps"][0]["job"] == begin
    assert tree["steps"][0]["trigger"].startswith("arrival")
    shown = {job for job in tree["bars"]["job"] if job >= begin}
    assert shown >= set(range(begin, min(begin + WINDOW_JOBS, 2000)))
    assert len(tree["step_state"]) == len(tree["steps"])
    times = [step["time"] for step in tree["steps"]]
    assert times == sorted(times)


def test_states_and_timeline_do_not_depend_on_the_window() -> None:
    one, other = (trace(SYSTEM_2, "SED", 0, {"first_job": job}) for job in (0, 900))
    for part in ("states", "transitions", "timeline", "classes", "groups", "machine_group"):
        assert one[part] == other[part]


def test_a_trace_is_json_and_the_same_every_time() -> None:
    text = orjson.dumps(trace(SYSTEM_1, "SED-NU", 3))
    assert text == orjson.dumps(trace(SYSTEM_1, "SED-NU", 3))
    assert text != orjson.dumps(trace(SYSTEM_1, "SED-NU", 4))


@pytest.mark.slow
def test_a_long_replication_is_followed_over_its_first_jobs() -> None:
    tree = trace(SYSTEM_1.at({"workload.jobs": MAXIMUM_JOBS + 1}), "FCFS", 0)
    assert tree["jobs"] == MAXIMUM_JOBS


# over time ------------------------------------------------------------------------------------------------------------


@EVERY_POLICY
@FEWER
@given(system=systems(most_jobs=25))
def test_the_course_over_time_adds_up_to_the_records(policy: str, system: System) -> None:
    records = simulation.run(*system, CODES[policy], with_log=True)
    group = system.machines.group
    names = [str(number) for number in range(group.max() + 1)]
    course = timeline(records, list(events(records.log)), group, names, 0.0)
    width = records.end.max() / BINS
    tolerance = {"rtol": 1e-7, "atol": 1e-7 * records.end.max()}
    np.testing.assert_allclose(sum(course["queue"]) * width, (records.start - records.arrival).sum(), **tolerance)
    np.testing.assert_allclose(sum(course["running"]) * width, (records.end - records.start).sum(), **tolerance)
    for number, name in enumerate(names):
        busy = sum(course["utilization"][name]) * width * (group == number).sum()
        np.testing.assert_allclose(busy, records.busy[group == number].sum(), **tolerance)
        assert -1e-7 < min(course["utilization"][name]) <= max(course["utilization"][name]) < 1 + 1e-7


@SYSTEMS
def test_the_course_of_a_trace_is_that_of_its_replication(scenario: ParallelJobsScenario) -> None:
    tree = trace(scenario, "SED", 1)
    records = simulation.run(draw_jobs(scenario, 1), machines_of(scenario), rules_of(scenario), CODES["SED"])
    width = records.end.max() / BINS
    assert len(tree["timeline"]["time"]) == BINS
    assert sum(tree["timeline"]["queue"]) * width == pytest.approx((records.start - records.arrival).sum())
    assert set(tree["timeline"]["utilization"]) == {"fast", "slow"}
