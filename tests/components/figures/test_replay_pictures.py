"""The pictures of a replay under policies that resize, reserve and reject: made by calling them."""

from itertools import combinations
from typing import Any

import plotly.graph_objects as go
import pytest
from dash import no_update

from components.controls.data_table import to_csv
from components.figures.common.job_colors import job_colors
from components.figures.parallel_jobs.allocation import allocation_of, allocation_tree, shares_of
from components.figures.parallel_jobs.profit import profit_tree
from components.figures.parallel_jobs.schedules.plan import draw_plan, span_of
from components.figures.parallel_jobs.schedules.schedule import draw_schedule
from components.figures.parallel_jobs.states.kept_states import (
    ENOUGH,
    KEPT_ROWS,
    MOST_CIRCLES,
    kept_rows,
    kept_states,
    short,
)
from components.figures.parallel_jobs.states.state_diagram import draw_state_diagram
from components.figures.parallel_jobs.states.state_edges import MAXIMUM_EDGES, edges_of, merge_transitions
from components.figures.parallel_jobs.states.transition_matrix import draw_matrix, probabilities
from components.figures.parallel_jobs.taken import FATES, counts, draw_taken
from components.pages.studio.face import table_of
from components.pages.studio.families.parallel_jobs import on_decisions, words
from components.pages.studio.families.parallel_jobs.face import for_player
from components.pages.studio.families.parallel_jobs.tables import STEP_TABLES, TABLES
from components.pages.studio.families.parallel_jobs.why.answer import explain
from components.pages.studio.replay.on_replay import offer_tabs
from engine.parallel_jobs.papers.examples import EXAMPLES
from engine.parallel_jobs.records import Reason
from engine.parallel_jobs.replay.trace import trace as trace_of

CASES = [
    ("kumar-table-4-6", "Lazy"),
    ("kumar-table-4-6", "Simple-R"),
    ("kumar-table-4-2", "UFF"),
    ("kumar-table-4-2", "FF"),
    ("side-by-side", "EASY"),
    ("side-by-side", "Conservative"),
    ("side-by-side", "SED"),
    ("kumar-three-jobs", "UFF"),
]


@pytest.fixture(scope="module")
def traces() -> dict[tuple[str, str], Any]:
    found = {}
    for name, policy in CASES:
        scenario = EXAMPLES[name]
        jobs = min(1500, scenario.workload.jobs)
        found[name, policy] = trace_of(scenario.at(scenario.points()[-1] | {"workload.jobs": jobs}), policy, 0)
    return found


def made_up(sizes: list[tuple[float, int, int]], machines: int = 8) -> Any:
    """A window from 0 s to 100 s in which jobs have these machines from these instants on."""
    time, job, size = (list(column) for column in zip(*sizes, strict=True))
    return {
        "policy": "UFF",
        "machine_group": [0] * machines,
        "steps": [{"time": 0.0, "plan": []}, {"time": 100.0, "plan": []}],
        "sizes": {"time": time, "job": job, "size": size},
        "bars": {},
        "kinds": ["job"],
        "present": {
            "job": sorted(set(job)),
            "kind": [0] * len(set(job)),
            "arrival": [0.0] * len(set(job)),
            "start": [0.0] * len(set(job)),
            "end": [100.0] * len(set(job)),
            "size": [1] * len(set(job)),
            "deadline": [None] * len(set(job)),
        },
    }


SHRINKS = made_up([(0.0, 0, 8), (50.0, 0, 3), (50.0, 1, 5), (75.0, 1, 0), (75.0, 0, 8)])


def test_allocation_adds_up_and_counts_resizes() -> None:
    found = allocation_of(SHRINKS)
    assert found.instants == [0.0, 50.0, 75.0, 100.0]
    assert found.sizes == [{0: 8}, {0: 3, 1: 5}, {0: 8}, {0: 8}]
    assert found.resizes() == (1, 1)
    assert found.mean() == 8.0
    assert "1 time a job shrinks and 1 time one expands; on average 8 of 8 machines" in words.describe_allocation(
        SHRINKS
    )


def test_each_job_keeps_its_lane_and_its_steps_add_up() -> None:
    first, second = shares_of(allocation_of(SHRINKS))
    assert (first.lane, first.instants, first.sizes) == (0, [0.0, 50.0, 75.0, 100.0], [8, 3, 8, 8])
    assert (second.lane, second.instants, second.sizes) == (1, [50.0, 75.0], [5, 0])
    figure = go.Figure(allocation_tree(SHRINKS, "light"))
    assert figure.layout.shapes[0].x0 == 0.0
    assert (figure.layout.shapes[1].yref, figure.layout.shapes[1].y0) == ("y2", 8)
    together = next(line for line in figure.data if line.name == "all jobs")
    assert list(together.y) == [8, 8, 8, 8]
    assert "job 1: 3<br>job 2: 5" in together.hovertext[1]
    after = made_up([(0.0, 0, 4), (10.0, 1, 4), (20.0, 0, 0), (30.0, 2, 4)])
    assert [share.lane for share in shares_of(allocation_of(after))] == [0, 1, 0]


def test_no_two_jobs_share_a_lane_and_nothing_is_above_all_machines(traces: dict) -> None:
    for (_, policy), trace in traces.items():
        found = allocation_of(trace)
        for a, b in combinations(shares_of(found), 2):
            assert a.lane != b.lane or a.instants[-1] <= b.instants[0] or b.instants[-1] <= a.instants[0]
        if policy != "SED":
            assert max(found.totals()) <= len(trace["machine_group"])
            assert go.Figure(allocation_tree(trace, "dark")).layout.yaxis2.range[1] > len(trace["machine_group"])


def test_the_allocation_goes_where_machines_are_shared_in_time() -> None:
    tree = EXAMPLES["side-by-side"].model_dump(mode="json")
    assert "allocation" in offer_tabs(tree, "EASY", "curves")[1]
    assert "allocation" not in offer_tabs(tree, "SED", "curves")[1]
    assert offer_tabs(tree, "SED", "allocation")[-1] == "schedule"


def test_jobs_that_are_there_together_have_different_colors_in_the_plan() -> None:
    late = made_up([(0.0, 0, 4), (10.0, 8, 4), (20.0, 8, 0), (20.0, 16, 4)])
    colors = job_colors(late)
    assert len(set(colors.values())) == 3  # by job number alone they would all have the first one
    assert colors[0] == job_colors(SHRINKS)[0]


def blocks_of(trace: Any) -> list[Any]:
    return [line for line in draw_schedule(trace, "light", compact=True).data if "job" in (line.meta or {})]


def test_rejected_jobs_are_not_in_the_schedule_and_one_delay_is_not_mentioned(traces: dict) -> None:
    trace = traces["kumar-table-4-6", "Simple-R"]
    rejected = {n for n, reason in enumerate(trace["submitted"]["reason"]) if reason}
    drawn = {line.meta["job"] for line in blocks_of(trace)}
    assert rejected
    assert not drawn & rejected
    assert all("delay" not in line.text for line in blocks_of(trace))
    assert any("delay" in line.text for line in blocks_of(traces["side-by-side", "SED"]))
    assert "delay" not in table_of("schedule", trace).head


def test_many_states_are_grouped_and_the_words_say_so(traces: dict) -> None:
    trace = traces["side-by-side", "EASY"]
    assert len(trace["states"]) > MOST_CIRCLES
    kept = kept_states(trace)
    assert len(kept.states) == MOST_CIRCLES
    assert sum(state["share"] for state in kept.states) + kept.share_left_out == pytest.approx(1.0)
    diagram = draw_state_diagram(trace, "light").layout.meta["diagram"]
    assert len(diagram["states"]) == MOST_CIRCLES + 1
    assert diagram["states"][-1]["label"] == f"{kept.left_out} other states"
    assert diagram["states"][-1]["said"] == f"{100 * kept.share_left_out:.1f} %"
    assert len(kept_rows(trace).states) == KEPT_ROWS
    assert f"{kept.left_out} other states are not shown" in words.describe_states(trace)
    assert len(edges_of(trace)[0]) <= MAXIMUM_EDGES


def test_few_states_are_all_there(traces: dict) -> None:
    trace = traces["side-by-side", "SED"]
    assert kept_states(trace).left_out == 0
    assert len(draw_state_diagram(trace, "light").layout.meta["diagram"]["states"]) == len(trace["states"])
    assert "not shown" not in words.describe_states(trace)


def test_states_with_most_of_the_time_are_enough(traces: dict) -> None:
    """So many that they have 95 % of the time, where 12 can have that."""
    trace = traces["side-by-side", "EASY"]
    shares = [0.5, 0.3, 0.16, *[0.04 / 10] * 10]
    states = [state | {"share": share} for state, share in zip(trace["states"], shares, strict=False)]
    kept = kept_states(trace | {"states": states})
    assert [state["share"] for state in kept.states] == shares[:3]
    assert kept.share_left_out == pytest.approx(0.04)
    assert sum(shares[:2]) < ENOUGH < sum(shares[:3])


def test_probabilities_of_edges_out_of_a_state_add_up_to_those_that_are_drawn(traces: dict) -> None:
    for trace in traces.values():
        kept = kept_states(trace)
        out: dict[int, float] = {}
        for edge in merge_transitions(trace, kept):
            out[edge.source] = out.get(edge.source, 0.0) + edge.probability
        for number in range(len(kept.states)):
            assert out.get(number, 0.0) == pytest.approx(1.0)
        assert out.get(len(kept.states), 0.0) <= 1.0 + 1e-9


def test_every_state_is_drawn_as_the_machines_of_its_jobs(traces: dict) -> None:
    trace = traces["side-by-side", "SED"]
    diagram = draw_state_diagram(trace, "dark").layout.meta["diagram"]
    assert diagram["groups"] == [16, 8]
    for told, state in zip(diagram["states"], kept_states(trace).states, strict=False):
        assert told["used"] == state["used"]
        assert state["used"] is not None
        busy = sum(one["machines"] for one in state["used"][0])
        assert f"{busy} of 16 fast in use" in told["text"]


def test_rows_of_the_matrix_are_probabilities(traces: dict) -> None:
    for trace in traces.values():
        rows = probabilities(trace, kept_rows(trace))
        assert all(sum(row) == pytest.approx(1.0) or sum(row) == 0.0 for row in rows)
    trace = traces["side-by-side", "SED"]
    top = next(t for t in trace["transitions"] if t["count"])
    same = [t for t in trace["transitions"] if (t["source"], t["target"]) == (top["source"], top["target"])]
    cell = probabilities(trace, kept_rows(trace))[top["source"]][top["target"]]
    assert cell == pytest.approx(sum(t["probability"] for t in same))
    assert draw_matrix(trace, "dark").layout.meta["matrix"] == len(trace["states"])


def test_long_labels_are_shortened_in_the_middle() -> None:
    assert short("(8+4, 2)") == "(8+4, 2)"
    assert short("(8+8+4+4+2+2+1+1, 8+4+2+1)") == "(8+8+4+4+2+…+2+1)"


def test_profit_parts_are_stacked_and_told(traces: dict) -> None:
    trace = traces["kumar-table-4-6", "Lazy"]
    figure = go.Figure(profit_tree(trace, "light"))
    assert [line.name for line in figure.data][:3] == ["earned", "lost by ending late", "lost by rejecting jobs"]
    assert len({line.fillpattern.shape for line in figure.data}) == 4  # print has no colors
    share = 100 * trace["profit"]["earned"][-1] / sum(trace["submitted"]["profit"])
    assert f"Lazy earns {share:.1f} %" in words.describe_profit(trace)


def test_who_was_taken_has_a_marker_for_each_fate(traces: dict) -> None:
    trace = traces["kumar-table-4-6", "Simple-R"]
    figure = draw_taken(trace, "light")
    found = counts(trace)
    assert found[Reason.NONE] + sum(n for reason, n in found.items() if reason) == 1500
    assert [line.name for line in figure.data] == [f"{FATES[reason].words} ({n})" for reason, n in found.items()]
    assert sum(len(line.x) for line in figure.data) == 1500
    assert len({fate.symbol for fate in FATES.values()}) == len(Reason)
    assert figure.layout.xaxis.type == figure.layout.yaxis.type == "log"
    assert sum(row[1] for row in table_of("reasons", trace).body) == 1500


PLAN = [
    {"job": 0, "state": "running", "since": 0.0, "until": 60.0, "size": 4, "deadline": 80.0, "lookahead": True},
    {"job": 1, "state": "reserved", "since": 60.0, "until": None, "size": 4, "deadline": None, "lookahead": False},
    {"job": 2, "state": "waiting", "since": None, "until": None, "size": 1, "deadline": 5000.0, "lookahead": False},
]


def planning() -> Any:
    return made_up([(0.0, 0, 4)]) | {"steps": [{"time": 20.0, "plan": PLAN}, {"time": 100.0, "plan": []}]}


def test_the_plan_has_bars_deadlines_and_the_lookahead() -> None:
    trace = planning()
    figure = draw_plan(trace, 0, "light")
    assert figure.layout.shapes[0].x0 == 20.0
    running, reserved = (shape for shape in figure.layout.shapes if shape.type == "rect")
    assert (running.x1, running.line.dash, reserved.x0, reserved.line.dash) == (60.0, "solid", 60.0, "dash")
    by_name = {line.name: line for line in figure.data if line.name}
    assert list(by_name["deadline"].x) == [80.0]
    assert list(by_name["deadline beyond the picture"].text) == ["5\u2009000 s"]
    assert any(note.text == "lookahead: deadline of job 1" for note in figure.layout.annotations)
    assert list(figure.layout.yaxis.ticktext) == ["job 1 · 4 machines", "job 2 · 4 machines", "job 3 · 1 machine"]
    assert span_of(trace, trace["steps"][0]).last < 200


def test_the_plan_is_told_and_in_a_table() -> None:
    text = words.describe_plan(planning(), 0)
    assert text.startswith("The plan at 20 s: 1 running, 1 with a place reserved, 1 waiting.")
    assert "the end of job 1, by its deadline at 80 s" in text
    rows = table_of("plan", planning(), 0).body
    assert [row[1] for row in rows] == ["running", "reserved", "waiting"]
    assert rows[0][-1] == "runs on 4 machines since 0 s, to end at 60 s; the lookahead"
    assert "no job runs or waits" in draw_plan(planning(), 1, "dark").layout.annotations[0].text


@pytest.mark.parametrize("case", CASES)
def test_every_table_has_its_download_under_every_policy(traces: dict, case: tuple[str, str]) -> None:
    trace = traces[case]
    for name in (*TABLES, *STEP_TABLES):
        table = table_of(name, trace, len(trace["steps"]) // 2)
        assert {len(row) for row in table.body} <= {len(table.head)}, name
        assert to_csv(table).count("\n") == len(table.body) + 1, name
    assert len(table_of("decisions", trace).body) >= sum(len(step["decisions"]) for step in trace["steps"]) > 0


@pytest.mark.parametrize("case", CASES)
def test_every_sentence_can_be_said_under_every_policy(traces: dict, case: tuple[str, str]) -> None:
    trace = traces[case]
    for describe in (
        words.describe_states,
        words.describe_schedule,
        words.describe_allocation,
        words.describe_over_time,
        words.describe_profit,
        words.describe_taken,
    ):
        assert describe(trace).endswith(".")
    for n in range(0, len(trace["steps"]), 7):
        assert draw_plan(trace, n, "light").layout.xaxis.title.text == "Instant (s)"


def test_the_player_says_what_is_idle_only_where_jobs_have_machines_of_their_own(traces: dict) -> None:
    assert for_player(traces["side-by-side", "SED"])["idle"] is None
    trace = traces["side-by-side", "EASY"]
    idle = for_player(trace)["idle"]
    told = 0
    for free, step in zip(idle, trace["steps"], strict=True):
        if step["decisions"] and step["decisions"][-1]["outcome"] == "waits":  # nobody starts after that
            told += 1
            assert step["decisions"][-1]["idle"] == free
    assert told > 5


def test_the_profit_tab_is_away_without_deadlines_and_is_not_left_open() -> None:
    with_profit = EXAMPLES["kumar-table-4-6"].model_dump(mode="json")
    without = EXAMPLES["side-by-side"].model_dump(mode="json")
    for tree, shown in ((with_profit, True), (without, False)):
        tabs, there, _, opened = offer_tabs(tree, None, "profit")
        assert ("profit" in there) is shown
        assert [tab.value for tab in tabs] == there
        assert opened is no_update if shown else opened == "curves"
        assert offer_tabs(tree, None, "profit", None, there)[:2] == (no_update, no_update)
    assert offer_tabs(without, None, "schedule")[-1] is no_update


def test_decisions_are_those_of_the_instant_and_at_most_the_last(
    traces: dict[tuple[str, str], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    trace = traces["kumar-table-4-6", "Lazy"]
    monkeypatch.setattr(on_decisions, "trace_named", lambda _which: trace)
    which = {"tree": EXAMPLES["kumar-table-4-6"].model_dump(mode="json"), "policy": "Lazy"}
    last = len(trace["steps"]) - 1
    for asked, shown in ((None, 0), (0, 0), (7, 7), (last, last), (last + 5, last)):
        said, plan, *_ = on_decisions.explain_decision({"which": which, "step": asked, "scheme": "light"})  # type: ignore[typeddict-item]
        why = explain(trace, shown)
        assert str(said[: len(why)]) == str(why)  # and then what else could have been decided
        assert plan == draw_plan(trace, shown, "light")
    assert str(explain(trace, 0)) != str(explain(trace, 7)) != str(explain(trace, last))
