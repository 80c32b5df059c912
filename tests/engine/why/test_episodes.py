"""Episodes: on generated workloads they are where states differ, and the whole difference is made in them."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.contract.entries import Stays
from engine.coscheduling.analyses.why import entries as of_coscheduling
from engine.coscheduling.inputs.scenario import CoschedulingScenario
from engine.coscheduling.policies import SCHEMES
from engine.parallel_jobs.analyses.why import entries
from engine.parallel_jobs.policies import COUNTING, POLICIES
from engine.why.episodes import Episode, episodes, summed_up
from engine.why.ledger import ledger
from engine.why.paired import SAME, paired
from tests.engine.parallel_jobs.inputs.test_listed import jobs_by_hand, listed

KIND = {"name": "J1", "computation": 35.0, "io": 15.0, "communication": 50.0}
QUEUES = st.sampled_from(sorted(name for name, scheme in SCHEMES.items() if scheme.queue))
NAMES = st.sampled_from(sorted(name for name, policy in POLICIES.items() if policy.code in COUNTING))
State = tuple[frozenset[int], frozenset[tuple[int, float]]]


def state_at(time: float, arrival: np.ndarray, of: Stays) -> State:
    """Who waits, and who runs since when, after everything that happens at an instant."""
    waits = frozenset(np.flatnonzero((arrival <= time) & (of.start > time)).tolist())
    runs = frozenset((n, float(of.start[n])) for n in np.flatnonzero((of.start <= time) & (of.end > time)).tolist())
    return waits, runs


def where_states_differ(arrival: np.ndarray, one: Stays, other: Stays) -> list[tuple[float, float]]:
    """The maximal spans of time in which states differ, instant by instant."""
    instants = sorted({float(x) for part in (arrival, *one[:2], *other[:2]) for x in part})
    found: list[tuple[float, float]] = []
    for time, until in zip(instants, [*instants[1:], np.inf], strict=True):
        if state_at(time, arrival, one) != state_at(time, arrival, other):
            if found and found[-1][1] == time:
                found[-1] = (found[-1][0], until)
            else:
                found.append((time, until))
    return found


@settings(max_examples=80, deadline=None)
@given(drawn=st.lists(jobs_by_hand(), min_size=2, max_size=14), a=NAMES, b=NAMES)
def test_they_are_where_states_differ_and_make_the_whole_difference(
    drawn: list[dict[str, Any]], a: str, b: str
) -> None:
    scenario = listed(drawn, machines=7, policies=list(dict.fromkeys([a, b])))
    one, other = (entries(scenario, policy, 0) for policy in (a, b))
    assert one.stays is not None
    assert other.stays is not None
    arrival = one.stays.start - one.measure("wait_time").parts["waiting"]
    pair = paired(one, other, "response_time")
    found = episodes(one.stays, other.stays, pair.difference)
    rounded = [Stays(*np.round(stays[:2], 9)) for stays in (one.stays, other.stays)]
    spans = where_states_differ(np.round(arrival, 9), *rounded)
    assert [x for row in found for x in row[:2]] == pytest.approx([x for span in spans for x in span])
    assert sum(row.brought for row in found) == pytest.approx(pair.difference.sum(), abs=1e-9)
    inside = np.zeros(len(arrival), dtype=bool)
    for row in found:
        here = (np.maximum(one.stays.end, other.stays.end) <= row.end) & (
            np.minimum(one.stays.start, other.stays.start) >= row.begin
        )
        ends_in_it = pair.difference[here].sum()
        assert row.brought == pytest.approx(ends_in_it, abs=1e-9)
        inside |= here
    assert abs(pair.difference[~inside]).max(initial=0.0) <= 1e-9  # what sums in another order leave
    back = episodes(other.stays, one.stays, -pair.difference)
    assert [row._replace(brought=-row.brought) for row in back] == found
    assert episodes(one.stays, one.stays, pair.difference) == []


def test_one_by_hand() -> None:
    """Jobs 2 and 3 start at other times and touch, 5 does so on its own; the replication ends with it."""
    one = Stays(np.array([0.0, 1, 9, 20, 30]), np.array([1.0, 9, 12, 21, 34]))
    other = Stays(np.array([0.0, 4, 1, 20, 29]), np.array([1.0, 12, 4, 21, 33]))
    found = episodes(one, other, np.array([0.0, 3, -8, 0, -1]))
    assert found == [Episode(1, 12, 1, 2, -5, True), Episode(29, 34, 4, 1, -1, False)]
    assert summed_up(found)[:2] == (2, 1)  # the first makes 5 of 6
    assert summed_up([])[:2] == (0, None)


def test_the_ledger_tells_them_where_machines_are_alike() -> None:
    drawn = [{"arrival": n, "machines": 1 + n % 4, "run": 5 + 7 * (n % 3)} for n in range(40)]
    tree = ledger(listed(drawn, machines=5), ("FCFS", "EASY")).tree()
    rows = tree["episodes"]["largest"]
    assert tree["episodes"]["number"] == len(rows)
    assert sum(row["brought"] for row in rows) == pytest.approx(tree["difference"]["mean"])
    groups = [{"name": "fast", "count": 3, "speed_factor": 1}, {"name": "slow", "count": 2, "speed_factor": 2}]
    for other in (
        ledger(listed(drawn, cluster={"groups": groups}), ("FCFS", "EASY")),
        ledger(listed(drawn, machines=5, policies=["FCFS", "UFF"]), ("FCFS", "UFF")),
    ):
        rows = other.tree()["episodes"]["largest"]
        assert sum(row["brought"] for row in rows) == pytest.approx(other.difference.mean)
    shutdown = {"event": "shutdown", "group": "machine", "count": 1, "at": 10.0, "duration": 5.0, "notice": 0.0}
    assert ledger(listed(drawn, machines=5, machine_events=[shutdown]), ("FCFS", "EASY")).episodes is not None


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 99), a=QUEUES, b=QUEUES, partitions=st.sampled_from([1, 2]))
def test_of_dedicated_nodes_they_make_the_whole_difference(seed: int, a: str, b: str, partitions: int) -> None:
    size = {"smallest": 2, "largest": 8, "execution_time": 0.02}
    tree = {
        "family": "coscheduling",
        "cluster": {"nodes": 8 * partitions, "partitions": partitions},
        "workload": {"jobs": 14, "job_types": [KIND], "size_classes": [size]},
        "policies": list(dict.fromkeys([a, b])),
        "study": {"seed": seed},
    }
    scenario = CoschedulingScenario.read(tree)
    one, other = (of_coscheduling(scenario, policy, 0) for policy in (a, b))
    assert one.stays is not None
    assert other.stays is not None
    same = one.stays.start == other.stays.start
    np.testing.assert_allclose(one.stays.end[same], other.stays.end[same], rtol=0, atol=1e-9)  # wherever they start
    pair = paired(one, other, "response_time")
    found = episodes(one.stays, other.stays, pair.difference)
    assert sum(row.brought for row in found) == pytest.approx(pair.difference.sum(), abs=1e-9)
    assert bool(found) == (not same.all())


def going_on(time: float, arrival: np.ndarray, of: Stays) -> tuple[set[int], set[tuple[int, float, float]]]:
    """Who waits, and who runs since and until when, after everything that happens at an instant."""
    rows = [(n, float(of.start[n]), float(of.end[n])) for n in range(len(arrival))]
    return {row[0] for row in rows if arrival[row[0]] <= time < row[1]}, {
        row for row in rows if row[1] <= time < row[2]
    }


@settings(max_examples=40, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    a=st.sampled_from(sorted(SCHEMES)),
    b=st.sampled_from(sorted(SCHEMES)),
    rate=st.sampled_from([2_000.0, 20_000.0, 60_000.0]),
    owned=st.sampled_from([0, 0, 4]),
)
def test_of_nodes_that_jobs_share_they_are_where_jobs_run_since_or_until_another_time(
    seed: int, a: str, b: str, rate: float, owned: int
) -> None:
    """Failure: an instant outside at which others wait or run, a job outside that ends at another time, another sum."""
    size = {"smallest": 2, "largest": 8, "execution_time": 0.02}
    tree = {
        "family": "coscheduling",
        "cluster": {"nodes": 8, "background_load": 0.3 if owned else 0.0, "loaded_nodes": owned},
        "workload": {
            "jobs": 12,
            "job_types": [KIND],
            "size_classes": [size],
            "arrivals": {"process": "poisson", "rate_per_1000_s": rate},
        },
        "policies": list(dict.fromkeys([a, b])),
        "study": {"seed": seed},
    }
    scenario = CoschedulingScenario.read(tree)
    one, other = (of_coscheduling(scenario, policy, 0) for policy in (a, b))
    assert one.stays is not None
    assert other.stays is not None
    pair = paired(one, other, "response_time")
    found = episodes(one.stays, other.stays, pair.difference)
    if not (one.stays.is_shared or other.stays.is_shared):
        return
    assert sum(row.brought for row in found) == pytest.approx(pair.difference.sum(), abs=1e-9)
    arrival = one.stays.start - one.measure("wait_time").parts["waiting"]
    instants = sorted({float(x) for part in (*one.stays[:2], *other.stays[:2]) for x in part})
    for time in instants:
        if not any(row.begin <= time < row.end for row in found):
            states = [going_on(time, np.round(arrival, 9), of) for of in (one.stays, other.stays)]
            assert states[0] == states[1]
    inside = np.zeros(len(arrival), dtype=bool)
    for row in found:
        inside |= (one.stays.start >= row.begin) & (one.stays.end <= row.end)
    assert (abs(pair.difference[~inside]) <= SAME * pair.scale[~inside]).all()  # parts are sums, too
    back = episodes(other.stays, one.stays, -pair.difference)
    assert [row[:2] for row in back] == [row[:2] for row in found]
    assert episodes(one.stays, one.stays, pair.difference) == []


def test_jobs_that_share_nodes_part_though_they_start_at_the_same_time() -> None:
    """Job 1 ends at another time, 2 and 3 are alike, of 4 a nanosecond counts, and 5 starts at another time alone."""
    start = np.array([0.0, 1, 20, 30, 40])
    one = Stays(start, np.array([5.0, 6, 22, 33, 44]), is_shared=True)
    other = Stays(np.array([0.0, 1, 20, 30, 41]), np.array([7.0, 6, 22, 33 + 1e-9, 44]), is_shared=True)
    found = episodes(one, other, other.end - one.end)
    assert [row[:4] for row in found] == [(0, 7, 0, 1), (30, 33 + 1e-9, 3, 1), (40, 44, 4, 1)]
    alone = Stays(start, other.end)
    assert episodes(Stays(*one[:2]), alone, other.end - one.end) == []
