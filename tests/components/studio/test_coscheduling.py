"""The tabs and pictures of coscheduling, of real windows of a small study: made by calling them."""

from itertools import pairwise
from typing import Any

import pytest
from dash import no_update
from dash.exceptions import PreventUpdate

from components.controls.data_table import to_csv
from components.figures.coscheduling.boosts import draw_boosts_by_position, draw_boosts_by_state
from components.figures.coscheduling.feedback_queues import draw_feedback_queues, lanes_of
from components.figures.coscheduling.message_lines import delay_of, longest_first, words_of_message
from components.figures.coscheduling.node_timeline import draw_node_timeline
from components.figures.coscheduling.ousterhout import draw_ousterhout
from components.figures.coscheduling.performance_profile import draw_node_profile, draw_profile
from components.figures.coscheduling.type_slowdowns import draw_type_slowdowns, relative_slowdowns
from components.pages.studio.face import FACES, table_of
from components.pages.studio.families.coscheduling import words
from components.pages.studio.families.coscheduling.on_window import for_player, forget_window, view_of, window_of
from components.pages.studio.families.coscheduling.tables import STEP_TABLES, TABLES
from components.pages.studio.on_open import Opened
from components.pages.studio.replay.on_pictures import draw_tab
from components.pages.studio.replay.on_replay import offer_tabs
from components.pages.studio.tabs import all_tabs, shown_tabs, tab_to_open, tabs_of
from engine.coscheduling.family import COSCHEDULING
from engine.coscheduling.inputs.scenario import CoschedulingScenario
from engine.results.result import Result
from engine.study.cells import StudyPlan
from engine.study.registry import EXAMPLES

TREE = {
    "family": "coscheduling",
    "cluster": {"nodes": 8},
    "policies": ["PB", "SB", "GS", "SS-EASY"],
    "workload": {
        "jobs": 6,
        "job_types": [
            {"name": "J1", "computation": 35.0, "io": 15.0, "communication": 50.0},
            {"name": "J4", "computation": 90.0, "io": 5.0, "communication": 5.0},
        ],
        "size_classes": [{"smallest": 2, "largest": 8, "execution_time": 0.5}],
    },
    "study": {"replications": 2},
}
SCENARIO = CoschedulingScenario.read(TREE)
WINDOWS: dict[str, dict[str, float]] = {"whole": {}, "short": {"since": 0.3, "until": 0.34, "node": 7}}
CASES = [(policy, window) for policy in SCENARIO.policies for window in WINDOWS]


@pytest.fixture(scope="module")
def traces() -> dict[tuple[str, str], Any]:
    return {(policy, name): COSCHEDULING.runs.trace(SCENARIO, policy, 0, WINDOWS[name]) for policy, name in CASES}


@pytest.fixture(scope="module")
def result() -> Result:
    plan = StudyPlan(SCENARIO)
    cells = {cell.index: cell for cell in plan.cells()}
    policies = SCENARIO.policies
    return plan.combine(
        {n: COSCHEDULING.runs.simulate(SCENARIO, policies[cell.policy], cell.replication) for n, cell in cells.items()}
    )


@pytest.mark.parametrize("case", CASES)
def test_every_picture_sentence_and_table_can_be_made(traces: dict, case: tuple[str, str]) -> None:
    trace = traces[case]
    for scheme in ("light", "dark"):
        for draw in (draw_node_timeline, draw_feedback_queues, draw_node_profile):
            assert len(draw(trace, scheme).data) > 3
        assert draw_ousterhout(trace, 0, scheme).layout.xaxis.title.text == "Node"
    for describe in (words.describe_timeline, words.describe_queues, words.describe_node_profile):
        assert describe(trace).endswith(".")
    for name in (*TABLES, *STEP_TABLES):
        table = table_of(name, trace)
        assert {len(row) for row in table.body} <= {len(table.head)}, name
        assert to_csv(table).count("\n") == len(table.body) + 1


def test_the_timeline_needs_few_traces_for_all_its_bars(traces: dict) -> None:
    for trace in traces.values():
        figure = draw_node_timeline(trace, "light")
        bars = [one for one in figure.data if one.type == "bar" and one.base is not None]
        assert sum(len(one.y) for one in bars) == len(trace["intervals"]["start"]) + len(trace["io"].get("start", []))
        assert len(figure.data) < 40


@pytest.mark.parametrize("policy", SCENARIO.policies)
def test_io_has_a_lane_below_the_processor_as_long_as_the_queues_say(traces: dict, policy: str) -> None:
    trace = traces[policy, "short"]
    io = trace["io"]
    assert all(0.3 <= start < end <= 0.34 for start, end in zip(io["start"], io["end"], strict=True))
    at_node = sum(end - start for start, end, node in zip(io["start"], io["end"], io["node"], strict=True) if node == 7)
    assert at_node > 0
    levels = trace["levels"]
    if levels:  # those of node 7, told by another part of the engine
        pieces = zip(levels["since"], levels["until"], levels["state"], strict=True)
        assert at_node == pytest.approx(sum(until - since for since, until, state in pieces if state == "in I/O"))
    lanes = [one for one in draw_node_timeline(trace, "light").data if one.legendgroup == "io" and one.base is not None]
    assert min(lanes[0].offset) > 0  # below the middle of the row
    assert "in I/O" in {row[3] for row in table_of("timeline", trace).body}
    assert trace["detail"] == "intervals"


@pytest.mark.parametrize("case", CASES)
def test_no_two_processes_share_a_lane_of_the_queues_at_once(traces: dict, case: tuple[str, str]) -> None:
    trace = traces[case]
    lanes, levels = lanes_of(trace), trace["levels"]
    stays: dict[int, list[tuple[float, float, int]]] = {}
    for job in set(levels.get("job", [])):
        own = [n for n, other in enumerate(levels["job"]) if other == job]
        since, until = min(levels["since"][n] for n in own), max(levels["until"][n] for n in own)
        stays.setdefault(lanes[job], []).append((since, until, job))
    for lane in stays.values():
        assert all(before[1] <= after[0] for before, after in pairwise(sorted(lane)))
    names = [note.text for note in draw_feedback_queues(trace, "light").layout.annotations]
    assert len(names) == len(set(names))


def test_levels_of_the_queues_are_in_their_lanes(traces: dict) -> None:
    trace = traces["PB", "short"]
    figure = draw_feedback_queues(trace, "light")
    lanes = lanes_of(trace)
    for line in figure.data:
        if line.customdata is not None:
            lane = lanes[int(line.name.removeprefix("job ")) - 1]
            assert all(abs(y - lane) <= 0.36 for y in line.y if y is not None)
    low, high = min(trace["levels"]["level"]), max(trace["levels"]["level"])
    assert set(figure.layout.yaxis.ticktext or ()) == ({str(low), str(high)} if high > low else set())


def test_the_profile_has_the_interval_of_what_is_computed_beside_its_number(result: Result) -> None:
    figure = draw_profile(result, 0, "light")
    shares = {policy: result.estimate(0, policy, "computing_share") for policy in result.scenario.policies}
    dots = {one.name.removesuffix(" computing"): one for one in figure.data if one.type == "scatter"}
    assert set(dots) == set(shares)
    for policy, share in shares.items():
        assert dots[policy].error_x.array[0] == pytest.approx(100 * share.half_width)
        low, high = figure.layout.xaxis2.range
        assert low < 100 * share.mean < high
    told = {one.y: one for one in figure.layout.annotations}
    assert set(told) == set(shares)
    assert len({one.x for one in told.values()}) == 1  # in a column, where they lie on no dot of another row
    assert min(one.x for one in told.values()) > figure.layout.xaxis2.domain[1]
    assert not any(one.text for one in figure.data if one.type == "bar")


def test_the_matrix_has_a_block_for_each_job_and_row(traces: dict) -> None:
    trace = traces["GS", "short"]
    bars = [one for one in draw_ousterhout(trace, 0, "light").data if one.type == "bar"]
    drawn = [
        (row, node, int(text) - 1)
        for bar in bars
        for row, width, base, text in zip(bar.y, bar.x, bar.base, bar.text or (), strict=False)
        for node in range(round(base - 0.5), round(base - 0.5 + width))
    ]
    cells = trace["matrix"]["rows"][0]
    assert sorted(drawn) == [(n, m, job) for n, row in enumerate(cells) for m, job in enumerate(row) if job >= 0]
    assert sum(len(bar.text or ()) for bar in bars) < len(drawn)


def test_of_a_message_one_can_see_why_its_receiver_was_not_running(traces: dict) -> None:
    trace = traces["PB", "short"]
    order = longest_first(trace)
    delays = [delay_of(trace["messages"], n) for n in order if trace["messages"]["received"][n] is not None]
    assert len(delays) > 10
    assert delays == sorted(delays, reverse=True)
    assert "Meanwhile its node did: " in words_of_message(trace, order[0])
    figure = draw_node_timeline(trace, "light")
    assert figure.data[-1].name == "the chosen message"
    assert set(figure.layout.meta["messages"]) <= {str(n) for n in order}
    assert table_of("messages", trace).body[0][-1] == trace["messages"]["waited_for"][order[0]]
    assert traces["PB", "whole"]["messages"] == {}


def test_the_matrix_is_known_in_a_window_in_which_nothing_is_placed(traces: dict) -> None:
    trace = traces["GS", "short"]
    assert any(job >= 0 for row in trace["matrix"]["rows"][0] for job in row)
    assert trace["matrix"]["since"][0] <= trace["window"]["since"]
    whole = traces["GS", "whole"]["matrix"]
    known = max(n for n, since in enumerate(whole["since"]) if since <= trace["window"]["since"])
    assert trace["matrix"]["rows"][0] == whole["rows"][known]
    assert trace["matrix"]["row"][0] == whole["row"][known]


def test_queues_of_a_node_do_not_depend_on_the_nodes_that_are_shown(traces: dict) -> None:
    one = COSCHEDULING.runs.trace(SCENARIO, "PB", 0, WINDOWS["short"] | {"first_node": 0, "nodes": 2})
    assert one["levels"] == traces["PB", "short"]["levels"]
    assert max(one["intervals"]["node"]) <= 1


def test_a_window_beyond_the_end_is_moved_into_the_run() -> None:
    trace = COSCHEDULING.runs.trace(SCENARIO, "SB", 0, {"since": 900.0, "until": 900.5})
    assert trace["window"]["until"] == pytest.approx(trace["end"])
    assert trace["window"]["until"] - trace["window"]["since"] == pytest.approx(0.5)


def test_the_profile_adds_up_and_every_picture_of_a_result_can_be_made(result: Result) -> None:
    figure = draw_profile(result, 0, "light")
    bars = [one for one in figure.data if one.type == "bar"]
    assert [sum(one.x[n] for one in bars) for n in range(4)] == pytest.approx([100] * 4)
    assert [name[:2] for name in draw_boosts_by_state(result, 0, "dark").data[0].x] == ["S1", "S2", "S3"]
    assert len(draw_boosts_by_position(result, 0, "light").data) == 1
    assert len(draw_type_slowdowns(result, 0, "light").data) == 4
    for found in relative_slowdowns(result, 0).values():
        assert min(one.mean for one in found) == pytest.approx(1.0)
    for describe in (words.describe_profile, words.describe_boosts, words.describe_types):
        assert describe(result, 0).endswith(".")
    for name, make in (item for _, pictures in FACES["coscheduling"].results for item in pictures.tables.items()):
        table = make(result, 0)
        assert {len(row) for row in table.body} == {len(table.head)}, name


def test_tabs_follow_the_family_and_the_policy() -> None:
    tree = SCENARIO.model_dump(mode="json")
    own = ["timeline", "race", "queues", "node-decisions", "profile", "boosts"]
    assert shown_tabs(tree, "PB") == ["curves", "why", *own, "break", "fairness", "data"]
    assert "matrix" in shown_tabs(tree, "GS")
    assert not {"matrix", "queues"} & set(shown_tabs(tree, "SS-EASY"))  # its nodes have neither rows nor levels
    assert "queues" not in shown_tabs(tree, "GS")
    assert tab_to_open(tree, "GS", "queues") == "matrix"
    assert tab_to_open(tree, "SB", "matrix") == "queues"
    assert tab_to_open(tree, "SB", "schedule") == "curves"
    assert "boosts" not in shown_tabs(tree | {"policies": ["SB", "GS"]}, "SB")
    assert offer_tabs(tree, "GS", "queues")[-1] == "matrix"
    parallel = EXAMPLES["side-by-side"].model_dump(mode="json")
    assert offer_tabs(parallel, "SED", "timeline")[-1] == "curves"
    assert offer_tabs(parallel, "SED", "states")[-1] is no_update
    assert all_tabs()[0].value == "curves"
    assert len({tab.value for tab in all_tabs()}) == len({tab.value for face in FACES for tab in tabs_of(face)})


def test_the_window_is_what_the_fields_hold() -> None:
    assert window_of(None, None, None, None, None) == {}
    assert window_of(1.5, 2.5, 3, 4, 8) == {"since": 1.5, "until": 2.5, "first_node": 2, "nodes": 4, "node": 7}
    assert window_of(5, 2, "", "", "") == {"since": 5}
    with pytest.raises(PreventUpdate):
        forget_window(TREE, {"tree": TREE})
    assert forget_window({}, {"tree": TREE}) == (None,) * 5


def test_the_player_steps_through_slots_and_the_buttons_know_the_window(traces: dict) -> None:
    player = for_player(traces["GS", "whole"])
    assert len(player["steps"]) == len(player["words"]) > 3
    assert for_player(traces["PB", "whole"])["steps"] == []
    assert view_of(traces["PB", "short"])["per_second"] == 1000.0
    assert view_of(traces["PB", "short"])["node"] == 7


def test_a_tab_of_another_family_is_not_drawn() -> None:
    which = {"tree": SCENARIO.model_dump(mode="json"), "policy": "PB"}
    shown: Opened = {"study": {"tree": which["tree"]}, "which": which, "point": "0", "step": None, "scheme": "light"}
    with pytest.raises(PreventUpdate):
        draw_tab("schedule", shown, "", None)
