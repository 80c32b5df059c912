"""Sums over users, cells and hours are the whole, and names of users are names."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.logs import keeping
from engine.logs.encoding import encode
from engine.logs.table import Table
from engine.parallel_jobs.analyses.for_whom import (
    AS_RECORDED,
    Served,
    by_hour,
    by_size,
    by_user,
    for_whom,
    of_week,
    waited_until,
)
from engine.parallel_jobs.measures import simulate
from engine.parallel_jobs.papers.examples import EXAMPLES
from engine.study.of_log import study_of_log
from engine.study.registry import read_scenario

TAU = 10.0
JOB = st.tuples(
    st.integers(0, 2_000_000), st.integers(0, 50_000), st.integers(1, 200_000), st.integers(1, 70), st.integers(-1, 5)
)


def served_of(rows: list[tuple[int, ...]]) -> Served:
    arrival, wait, run, size, user = np.array(sorted(rows), dtype=np.float64).T
    return Served(arrival, wait, run, run, size.astype(int), user.astype(int), of_week(arrival), user.astype(int) // 2)


@given(st.lists(JOB, min_size=1, max_size=40))
def test_users_cells_and_hours_add_up_to_the_whole(rows: list[tuple[int, ...]]) -> None:
    served = served_of(rows)
    users, cells = by_user(served, TAU), by_size(served, TAU)
    until = float((served.arrival + served.wait).max()) + 1.0
    hours = by_hour(served, served, 0.0, until, 64, of_week)
    assert users.jobs.sum() == cells.jobs.sum() == hours.arrivals.sum() == len(rows)
    assert users.hours.sum() * 3600 == pytest.approx(served.work.sum())
    assert (users.wait * users.jobs).sum() == pytest.approx(served.wait.sum())
    assert users.work_share.sum() == pytest.approx(1.0)
    slowdown = served.slowdown(TAU).sum()
    assert np.nansum(cells.slowdown * cells.jobs) == pytest.approx(slowdown)
    assert np.nansum(hours.wait * hours.arrivals) == pytest.approx(served.wait.sum())
    assert waited_until(served, np.array([until]))[0] == pytest.approx(served.wait.sum())


@given(st.lists(JOB, min_size=2, max_size=40), st.permutations(range(6)))
def test_other_numbers_for_users_change_nothing_but_the_numbers(rows: list[tuple[int, ...]], to: list[int]) -> None:
    served = served_of(rows)
    other = served._replace(user=np.where(served.user < 0, -1, np.array(to)[served.user]))
    one, two = by_user(served, TAU), by_user(other, TAU)
    assert (one.jain, one.gini) == pytest.approx((two.jain, two.gini), nan_ok=True)
    there = {int(user): place for place, user in enumerate(two.user)}
    for place, user in enumerate(one.user):
        same = there[-1 if user < 0 else to[user]]
        assert [column[place] for column in one[1:7]] == [column[same] for column in two[1:7]]


def test_a_job_that_waits_over_an_hour_counts_in_both_hours() -> None:
    """It arrives at 0:30 on Monday and starts at 1:15: it is half of a queue in one hour, a quarter in the next."""
    served = served_of([(1800, 2700, 3600, 2, 7)])
    hours = by_hour(served, served, 0.0, 7200.0, 4, of_week)
    assert hours.queue[:2].tolist() == [0.5, 0.25]
    assert hours.load[:2].tolist() == [0.5, 0.0]
    assert hours.hours[:3].tolist() == [1, 1, 0]
    assert np.isnan(hours.queue[2])


def test_sizes_and_decades_at_their_borders() -> None:
    """Sizes 2, 3 and 4: the bins end at 1, 2 and 4. Run times 9, 10 and 100 s: three decades."""
    cells = by_size(served_of([(0, 0, 9, 2, 1), (0, 0, 10, 3, 1), (0, 100, 100, 4, 1)]), TAU)
    assert cells.size.tolist() == [1, 2, 4]
    assert cells.run.tolist() == [0, 10, 100]
    assert cells.jobs.tolist() == [[0, 0, 0], [1, 0, 0], [0, 1, 1]]
    assert cells.slowdown[2, 2] == 2.0


def test_what_was_recorded_is_measured_over_the_same_jobs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three jobs on 4 processors: recorded waits 60, 0 and 120 s; FCFS makes them wait 0, 100 and 190 s."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    keeping._kept.cache_clear()
    rows = [(0, 60, 100, 4, 1, 0), (0, 0, 100, 4, 2, 1), (10, 120, 50, 2, 3, 1)]
    table = Table.of(
        {
            name: list(column)
            for name, column in zip(
                ("submit", "wait", "run", "allocated", "user", "group"), zip(*rows, strict=True), strict=True
            )
        }
    )
    keeping.put(table.name, encode(table))
    tree = study_of_log(b"; MaxProcs: 4\n" + b"".join(_line(n, row) for n, row in enumerate(rows)), "three")[0]
    arrivals = tree["scenario"]["workload"]["arrivals"] | {"carried": "", "digest": table.name}
    tree["scenario"]["workload"]["arrivals"] = arrivals
    told = for_whom(read_scenario(tree["scenario"]).at({}))["policies"]  # type: ignore[arg-type]
    assert list(told)[-1] == AS_RECORDED
    assert told[AS_RECORDED]["overall"]["wait"] == 60.0
    assert told["FCFS"]["overall"]["largest_wait"] == 190.0
    assert told["FCFS"]["overall"]["hours"] == told[AS_RECORDED]["overall"]["hours"] == 900 / 3600
    for found in told.values():  # groups are those of field 13: half of the user's number
        work = dict(zip(found["groups"]["name"], found["groups"]["work_share"], strict=True))
        assert work == {"group 0": pytest.approx(400 / 900), "group 1": pytest.approx(500 / 900)}


def _line(number: int, row: tuple[int, ...]) -> bytes:
    submit, wait, run, size, user, group = row
    return f"{number + 1} {submit} {wait} {run} {size} -1 -1 -1 -1 -1 1 {user} {group} -1 -1 -1 -1 -1\n".encode()


def test_a_log_is_told_over_its_measured_weeks_with_its_own_schedule_if_it_is_known() -> None:
    scenario = EXAMPLES["log-in-blocks"].at({})
    told = for_whom(scenario)["policies"]
    assert AS_RECORDED not in told  # a table in a link has no waits
    blocks = [simulate(scenario, "EASY", block) for block in range(scenario.blocks)]
    for of_tab, of_study in (("wait", "wait_time"), ("slowdown", "bounded_slowdown")):
        mean = sum(block[of_study] for block in blocks) / len(blocks)
        assert told["EASY"]["overall"][of_tab] == pytest.approx(mean)
    assert told["EASY"]["users"]["jobs"].sum() == told["EASY"]["overall"]["jobs"]


def test_hours_stay_where_they_are_at_another_load() -> None:
    """Most jobs of the example come from 8:00 to 18:00, and they do so at any load: hours are those of the log."""
    example = EXAMPLES["log-in-blocks"]

    def by_day(by: str, load: float) -> list[int]:
        arrivals = example.workload.arrivals.model_dump(mode="json") | {"load_by": by, "load_factor": load}
        tree = example.model_dump(mode="json")
        tree["workload"]["arrivals"], tree["policies"], tree["study"]["vary"] = arrivals, ["FCFS"], None
        told = for_whom(read_scenario(tree).at({}))["policies"]["FCFS"]  # type: ignore[arg-type]
        found: list[int] = told["hours"]["arrivals"].reshape(7, 24).sum(axis=0).tolist()
        return found

    for by in ("gaps", "week_clock"):
        found = by_day(by, 1.25)
        assert sum(found[8:18]) > 0.6 * sum(found)
