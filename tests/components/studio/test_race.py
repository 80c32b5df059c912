"""The race: several policies on the same jobs, one clock; what it draws, plays and says is what the traces say."""

from typing import Any

import orjson
import pytest
from dash.exceptions import PreventUpdate

from components.pages.studio.families.parallel_jobs.race import (
    RACE_TABLES,
    describe,
    draw,
    jobs_apart,
    jobs_of,
    race_player,
    told_of,
)
from components.pages.studio.ids import Id
from components.pages.studio.on_open import replication_on
from components.pages.studio.page_state import read_state
from components.pages.studio.race.parted import moments_of
from components.pages.studio.replay.offer import MOST_RACERS, racers_of
from components.pages.studio.replay.on_replay import replication_of
from components.pages.studio.tabs import shown_tabs
from components.pages.studio.why.on_why import create_jobs
from components.pages.studio.why.told import Pair
from components.visits.answers import empty_result
from engine.coscheduling.papers.examples import EXAMPLES as COSCHEDULING
from engine.inputs.scenario import Scenario
from engine.parallel_jobs.replay.trace import trace
from engine.study.registry import EXAMPLES, read_scenario
from tests.components.words.test_why import amount
from tests.components.words.test_why import tree as why_tree

POLICIES = ("FCFS", "EASY", "FF")
JOBS = [
    {"arrival": 0, "machines": 3, "run": 10},
    {"arrival": 1, "machines": 4, "run": 10},
    {"arrival": 2, "machines": 1, "run": 5},
    {"arrival": 3, "machines": 1, "run": 30},
]


def scenario(*policies: str) -> Scenario:
    return read_scenario(
        {
            "family": "parallel-jobs",
            "cluster": {"groups": [{"name": "machine", "count": 4, "speed_factor": 1}]},
            "workload": {"arrivals": {"process": "listed", "jobs": JOBS}},
            "policies": list(policies),
            "study": {"replications": 1},
        }
    )


@pytest.fixture(scope="module")
def traces() -> dict[str, Any]:
    found = {policy: trace(scenario(*POLICIES), policy, 0) for policy in POLICIES}  # type: ignore[arg-type]
    answer: dict[str, Any] = orjson.loads(orjson.dumps(found))
    return answer


def test_there_is_a_race_where_there_are_two_policies() -> None:
    assert "race" in shown_tabs(scenario("FCFS", "EASY").model_dump(mode="json"), None)
    assert "race" not in shown_tabs(scenario("FCFS").model_dump(mode="json"), None)
    assert "race" in shown_tabs(next(iter(COSCHEDULING.values())).model_dump(mode="json"), None)


def test_who_runs_are_the_wanted_ones_and_at_most_four() -> None:
    every = ["A", "B", "C", "D", "E"]
    assert racers_of(every, ["E", "B", "Z"]) == ("B", "E")
    assert racers_of(every, ["E"]) == racers_of(every, None) == ("A", "B", "C", "D")
    assert len(racers_of(every, every)) == MOST_RACERS


def test_a_link_says_who_runs_and_what_does_not_fit_is_as_if_it_were_not_there() -> None:
    result = empty_result(EXAMPLES["schnor-system-1"])
    assert read_state(result, {"tab": "race", "racers": "FCFS,SED"}).racers == ("SED", "FCFS")
    for asked in ("FCFS", "EASY,XF", "," * 5000, ""):
        assert read_state(result, {"tab": "race", "racers": asked}).racers == ("SED", "SED-NU", "FCFS")
    assert read_state(result, {"racers": "SED,FCFS", "off": "SED"}).racers == ("SED-NU", "FCFS")


def test_the_race_names_its_policies_and_no_other_tab_does() -> None:
    fields = {Id.REPLAY_POLICY: "FF", Id.REPLAY_POINT: "0", Id.REPLAY_REPLICATION: 1, Id.RACERS: ["EASY", "FF"]}
    tree = scenario(*POLICIES).model_dump(mode="json")
    race = replication_of({"tab": "race", "tree": tree, "fields": fields})
    assert (race["policy"], race["racers"]) == ("EASY", ["EASY", "FF"])
    alone = replication_of({"tab": "schedule", "tree": tree, "fields": fields})
    assert (alone["policy"], "racers" in alone) == ("FF", False)

    def shown(which: dict[str, Any]) -> Any:
        return {"study": {"tree": tree}, "which": which, "point": None, "step": None, "scheme": "light"}

    for tab, which in (("race", alone), ("schedule", race)):
        with pytest.raises(PreventUpdate):
            replication_on(tab, shown(which))
    assert replication_on("race", shown(race)) == race


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_job_is_one_trace_in_the_rows_of_all(traces: dict[str, Any], scheme: str) -> None:
    figure = draw(traces, scheme)
    drawn = [one for one in figure.data if (one.meta or {}).get("job") is not None]
    assert [one.meta["job"] for one in drawn] == jobs_of(traces) == [0, 1, 2, 3]
    assert figure.layout.shapes[0].x0 == 0
    for one in drawn:
        assert {int(y) for y in one.y if y is not None} == {0, 1, 2}
        for policy in POLICIES:
            assert f"{policy}: " in one.text
    names = [one.name for one in figure.data if one.showlegend]
    assert len(names) == len(set(names))
    assert "first different decision" in names


def test_the_player_plays_every_instant_and_stops_where_they_part(traces: dict[str, Any]) -> None:
    player, found = race_player(traces), moments_of(told_of(traces))
    times = [step["time"] for step in player["steps"]]
    assert times == sorted({step["time"] for one in traces.values() for step in one["steps"]})
    assert [times[one["step"]] for one in player["parted"]] == [moment.time for moment in found]
    first = player["parted"][0]
    assert (times[first["step"]], first["jobs"]) == (2, (2,))
    assert first["said"] == "Job 3 at 2 s: it waits under FCFS; it starts on 1 machine under EASY and FF."
    for policy in POLICIES:
        last = player["told"][policy]
        assert len(last) == len(times) == len(player["said"])
        assert all(traces[policy]["steps"][n]["time"] <= time for n, time in zip(last, times, strict=True))
        assert player["reasons"][policy][last[first["step"]]][0].startswith("At 2 s: arrival")
    assert "Job 3" in player["reasons"]["EASY"][player["told"]["EASY"][first["step"]]][1]


def test_tables_and_words_say_the_same(traces: dict[str, Any]) -> None:
    table = RACE_TABLES["race"](traces)
    assert [row[0] for row in table.body] == [1, 2, 3, 4]
    assert table.body[2][2:8] == ["20", "25", "2", "7", "2", "7"]
    assert table.body[2][8:] == ["-18", "-18"] or table.body[2][8:] == ["−18", "−18"]
    apart = RACE_TABLES["race-differences"](traces)
    assert apart.body[0] == ["2", 3, "FCFS", "waits", "EASY", "starts on 1 machine"]
    assert "Jobs 1 to 4 are done under FCFS at" in describe(traces)
    same = {"one": traces["FCFS"], "other": traces["FCFS"]}
    assert "decide nothing otherwise" in describe(same)
    assert RACE_TABLES["race-differences"](same).body == []


def test_the_player_knows_who_differs_beyond_its_window(traces: dict[str, Any]) -> None:
    player = race_player(traces)
    assert (player["first"], player["earliest"], player["further"]) == (1, 1, None)
    assert jobs_apart(traces) == [1, 2, 3]  # under First Fit who passes delays who is first
    assert jobs_apart({"one": traces["EASY"], "other": traces["EASY"]}) == []


@pytest.mark.parametrize(("less_is_better", "words"), [(True, "lost: job 8, +90 s"), (False, "gained: job 8, +90 s")])
def test_why_shows_jobs_that_lost_and_gained_in_the_race(less_is_better: bool, words: str) -> None:
    result = empty_result(scenario(*POLICIES))
    metric = "response_time" if less_is_better else "profit"
    ledger = why_tree(amount(30.0), {"waiting": amount(30.0)}, metric=metric) | {
        "most_more": [{"entry": 7, "difference": 90.0}],
        "most_less": [],
    }
    (button,) = create_jobs(result, Pair("FCFS", "EASY", 0), ledger)
    assert words.split(",")[0] in button.children
    shown = button.to_plotly_json()["props"]
    assert (shown["data-racers"], shown["data-job"], shown["data-first"]) == ("FCFS,EASY", "7", "1")
    of_iterations = ledger | {"kind": "iteration"}
    assert create_jobs(result, Pair("FCFS", "EASY", 0), of_iterations) == []
    (of_run,) = create_jobs(empty_result(next(iter(COSCHEDULING.values()))), Pair("GS", "PB", 0), ledger)
    assert of_run.to_plotly_json()["props"]["data-first"] == "1"  # there the window is one of time


def test_where_they_differ_before_the_window_nothing_in_it_is_the_first() -> None:
    later = {policy: trace(scenario(*POLICIES), policy, 0, {"first_job": 3}) for policy in ("FCFS", "FF")}  # type: ignore[arg-type]
    assert moments_of(told_of(later))[0].is_earlier
    names = [one.name for one in draw(later, "light").data if one.showlegend]
    assert "they differ before this window" in names
    assert "first different decision" not in names
    assert "differ already before this window" in describe(later)
