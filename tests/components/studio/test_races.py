"""The race of every family: one picture, one clock, the work of one in the rows of all, and reasons of each policy."""

from functools import cache
from typing import Any

import pytest

from components.pages.studio.face import FACES, RACE
from components.pages.studio.ids import Id
from components.pages.studio.opened_panels import opened_panels
from components.pages.studio.replay.on_replay import offer_tabs, replication_of
from components.pages.studio.replay.overview import for_browser
from components.pages.studio.tab_places import are_of
from components.pages.studio.tabs import bars, create_tabs, shown_tabs
from engine.study.registry import EXAMPLES, FAMILIES

RACES: dict[str, tuple[str, dict[str, float]]] = {
    "coscheduling": ("same-eight-jobs", {}),
    "coscheduling, near": ("same-eight-jobs", {"since": 0.2, "until": 0.22}),
    "master-worker": ("heymann-figure-4", {"part": 1, "iteration": 2}),
    "master-worker, chunks": ("loop-chunks", {"part": 1, "iteration": 1}),
    "master-worker, owners": ("opportunistic-pool", {"part": 1, "iteration": 3}),
    "parallel-jobs": ("backfilling-helps", {}),
    "synchronous-iterative": ("figure-5-counterexample", {"analytic": 0, "iterations": 2}),
}
NAMED = pytest.mark.parametrize("name", RACES)


@cache
def traces(name: str) -> dict[str, Any]:
    scenario, window = EXAMPLES[RACES[name][0]], RACES[name][1]
    trace, middle = FAMILIES[scenario.family].runs.trace, scenario.points()[len(scenario.points()) // 2]
    return {policy: trace(scenario.at(middle), policy, 0, window) for policy in scenario.policies[-3:]}


def face_of(name: str) -> Any:
    return FACES[name.split(",")[0]]


@NAMED
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_one_of_them_is_in_the_rows_of_all_who_have_it(name: str, scheme: str) -> None:
    there, face = traces(name), face_of(name)
    (draw,) = face.pictures[RACE.value].figures.values()
    figure = draw(there, scheme)
    marked = [one for one in figure.data if (one.meta or {}).get("job") is not None]
    assert marked
    assert figure.layout.shapes[0].yref == "paper"  # the line that the player moves
    rows: dict[int, set[int]] = {}
    for one in marked:
        rows.setdefault(one.meta["job"], set()).update(int(y) for y in one.y if y is not None)
        for policy in there:
            assert f"{policy}: " in one.text
    assert set(range(len(there))) == set().union(*rows.values())
    names = [one.name for one in figure.data if one.showlegend is not False and one.name]
    assert len(names) == len(set(names))
    low, high = figure.layout.xaxis.range
    assert low < high
    assert [note.text.split(" ", 1)[1].removesuffix("</b>") for note in figure.layout.annotations] == list(there)


@NAMED
def test_the_player_stops_where_they_part_and_each_policy_has_a_reason_there(name: str) -> None:
    there = traces(name)
    player = face_of(name).race_player(there)
    times = [step["time"] for step in player["steps"]]
    assert times == sorted(set(times))
    assert len(times) > 1
    assert player["racers"] == list(there)
    assert len(player["said"]) == len(times)
    for policy in there:
        last = player["told"][policy]
        assert len(last) == len(times)
        assert last == sorted(last)
        assert last[-1] == len(player["reasons"][policy]) - 1
    for one in player["parted"]:
        assert any(policy in one["said"] for policy in there)
        for policy in there:
            reason = player["reasons"][policy][player["told"][policy][one["step"]]]
            assert reason
            assert all(reason)


@NAMED
def test_a_policy_against_itself_does_not_part(name: str) -> None:
    first = next(iter(traces(name).values()))
    same = {policy: first for policy in traces(name)}
    assert face_of(name).race_player(same)["parted"] == []
    (describe,) = face_of(name).pictures[RACE.value].sentences.values()
    assert "under" in describe(same)


@NAMED
def test_its_tables_have_a_column_for_each_policy(name: str) -> None:
    there, tables = traces(name), face_of(name).race_tables
    table = tables["race"](there)
    assert table.body
    assert all(len(row) == len(table.head) for row in table.body)
    for policy in there:
        assert any(policy in head for head in table.head)
    apart = tables["race-differences"](there)
    parted = face_of(name).race_player(there)["parted"]
    assert bool(apart.body) == bool(parted)


def test_a_run_that_is_shorter_is_drawn_in_the_window_of_the_longest() -> None:
    there, face = traces("coscheduling"), FACES["coscheduling"]
    shown = face.race_view(there)
    assert shown["end"] == max(trace["end"] for trace in there.values())
    (draw,) = face.pictures[RACE.value].figures.values()
    assert tuple(draw(there, "light").layout.xaxis.range) == (0.0, shown["end"])
    assert for_browser(face.overview(shown)) is not None


def test_families_share_the_tab_and_have_their_own_bars() -> None:
    panels, parts = opened_panels(), bars()
    assert RACE.value in panels
    for family, face in FACES.items():
        assert RACE in face.tabs
        assert set(face.race_tables) == {"race", "race-differences"}
        assert {"racers", "point", "player"} <= set(parts[f"{family} race"])
    assert "window" in parts["coscheduling race"]
    assert "iteration" in parts["master-worker race"]
    tree = EXAMPLES["same-eight-jobs"].model_dump(mode="json")
    shown = shown_tabs(tree, "GS")
    assert [tab.value for tab in create_tabs(shown)] == shown
    assert RACE.value in shown
    assert RACE.value not in shown_tabs(tree | {"policies": ["GS"]}, "GS")
    assert RACE.value not in shown_tabs(EXAMPLES["heymann-table-1"].model_dump(mode="json"), "LPTF")
    # Whoever comes from another family with a race needs the places of this one.
    assert not are_of("parallel-jobs", ["curves", "race", "timeline"])
    listed = EXAMPLES["backfilling-helps"].model_dump(mode="json")
    assert offer_tabs(listed, "EASY", "race", None, shown)[2] is not None


def test_what_is_wanted_names_the_iteration_and_the_racers() -> None:
    tree = EXAMPLES["heymann-figure-4"].model_dump(mode="json")
    fields = {Id.REPLAY_POLICY: "LPTF", Id.REPLAY_POINT: "0", Id.REPLAY_REPLICATION: 1}
    wanted = replication_of(
        {"tab": "race", "tree": tree, "fields": fields | {Id.RACERS: ["LPTF", "Random"], Id.ITERATION: 3}}
    )
    assert wanted["racers"] == ["LPTF", "Random"]
    assert wanted["window"] == {"part": 1, "iteration": 3}
