"""The schedule of a replay: what is away, who waits, what the colors mean; made by calling it."""

from itertools import combinations
from typing import Any

import pytest

from components.figures.parallel_jobs.job_groups import COLORED_BY, groups_of
from components.figures.parallel_jobs.schedules.schedule import draw_schedule
from components.figures.parallel_jobs.schedules.schedule_away import HATCHES, times_away
from components.figures.parallel_jobs.schedules.schedule_waiting import MOST_ROWS, bars_of
from components.pages.studio.face import table_of
from components.pages.studio.families.parallel_jobs import words
from engine.parallel_jobs.papers.examples import EXAMPLES
from engine.parallel_jobs.replay.trace import trace as trace_of
from engine.parallel_jobs.replay.tree import Trace

CASES = [
    ("evacuation", "SED"),
    ("interactive-day", "FCFS"),
    ("short-and-long-jobs", "FCFS"),
    ("kumar-table-4-6", "Lazy"),
]


@pytest.fixture(scope="module")
def traces() -> dict[str, Trace]:
    found = {}
    for name, policy in CASES:
        scenario = EXAMPLES[name].at({"workload.jobs": 200})
        found[name] = trace_of(scenario.at(scenario.points()[len(scenario.points()) // 3]), policy, 0)
    return found


def named(figure: Any, name: str) -> Any:
    return next(one for one in figure.data if one.name == name)


def test_what_is_away_is_hatched_with_its_reason_below_the_jobs(traces: dict[str, Trace]) -> None:
    figure = draw_schedule(traces["evacuation"], "light")
    hatched = named(figure, "shut down")
    assert figure.data[0] is hatched
    assert hatched.fillpattern.shape == HATCHES["shutdown"].shape
    gone = times_away(traces["evacuation"])[0]
    assert (gone.since, gone.machines) == (43_200.0, list(range(13, 20)))
    ys = [y for y in hatched.y if y is not None]
    assert (min(x for x in hatched.x if x), min(ys), max(ys)) == (43_200.0, 12.5, 19.5)
    assert "Hatched machines: shut down 7." in words.describe_schedule(traces["evacuation"])
    assert table_of("away", traces["evacuation"]).body[0][2:] == ["shut down", 7, "14–20"]
    assert len({hatch.shape for hatch in HATCHES.values()}) == len(HATCHES)


@pytest.mark.parametrize("by", COLORED_BY)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_color_is_in_the_legend_and_switches_its_jobs(traces: dict[str, Trace], by: Any, scheme: str) -> None:
    for trace in traces.values():
        groups = groups_of(trace, by, scheme)
        figure = draw_schedule(trace, scheme, by=by)
        keys = {one.legendgroup: one.marker.color for one in figure.data if one.legendgroup and one.showlegend is None}
        assert keys == dict(groups.groups)
        assert len(set(keys.values())) == len(keys)
        blocks = [one for one in figure.data if one.meta and "job" in one.meta]
        assert {one.meta["job"] for one in blocks} >= set(trace["bars"]["job"])
        for block in blocks:
            job = block.meta["job"]
            assert (block.legendgroup, keys[block.legendgroup]) == (groups.words(job), groups.color(job))


def test_sizes_and_waits_are_in_the_group_that_says_so(traces: dict[str, Trace]) -> None:
    trace = traces["short-and-long-jobs"]
    here = trace["present"]
    by_class, by_size, by_wait = (groups_of(trace, by, "light") for by in ("class", "size", "wait"))
    assert [group.words for group in by_class.groups] == ["short", "long"]
    for job, kind, size, start, arrival in zip(
        here["job"], here["kind"], here["size"], here["start"], here["arrival"], strict=True
    ):
        assert by_class.words(job) == trace["kinds"][kind]
        low, _, high = by_size.words(job).split()[0].partition("–")
        assert int(low) <= size <= int(high or low)
        assert (by_wait.words(job) == "no wait") == (start == arrival)


def test_few_that_wait_are_bars_and_many_are_a_number(traces: dict[str, Trace]) -> None:
    few, crowded = traces["interactive-day"], EXAMPLES["short-and-long-jobs"]
    many = trace_of(crowded.at(crowded.points()[-1] | {"workload.jobs": 200}), "FCFS", 0)
    bars = bars_of(few)
    assert len(bars) == len(few["waits"]["job"]) > 0
    assert max(bar.row for bar in bars) < MOST_ROWS
    for one, two in combinations(bars, 2):  # none lies on another
        assert one.row != two.row or one.until <= two.since or two.until <= one.since
    assert sum(one.name.endswith(" waits") for one in draw_schedule(few, "light").data) == len(bars)
    assert bars_of(many) == []
    area = named(draw_schedule(many, "light"), "jobs that wait")
    assert list(area.y) == [step["waiting"] for step in many["steps"]]


def test_arrivals_and_deadlines_have_marks_that_say_whose_they_are(traces: dict[str, Trace]) -> None:
    trace = traces["kumar-table-4-6"]
    figure = draw_schedule(trace, "light")
    here = trace["present"]
    ticks = named(figure, "arrival").meta["jobs"] + named(figure, "not taken").meta["jobs"]
    assert sorted(ticks) == here["job"]
    assert "not taken" not in {one.name for one in draw_schedule(traces["evacuation"], "light").data}
    drawn = set(trace["bars"]["job"])
    by_mark = {name: set(one.meta["jobs"]) for one in figure.data if (name := one.name or "").startswith("deadline")}
    assert set().union(*by_mark.values()) == drawn
    late = {
        job for job, end, by in zip(here["job"], here["end"], here["deadline"], strict=True) if end and by and end > by
    }
    assert by_mark.get("deadline missed", set()) == late & drawn
    assert "deadline" in words.describe_schedule(trace)
    assert table_of("schedule-jobs", trace).head[-2:] == ["deadline (s)", "late by (s)"]


def test_several_schedules_can_share_one_span_and_a_small_one_has_no_lane(traces: dict[str, Trace]) -> None:
    figure = draw_schedule(traces["evacuation"], "light", span=(0.0, 86_400.0))
    assert tuple(figure.layout.xaxis.range) == (0.0, 86_400.0)
    assert figure.layout.shapes[0].x0 == traces["evacuation"]["steps"][0]["time"]
    small = draw_schedule(traces["evacuation"], "light", compact=True)
    assert not any(one.yaxis == "y2" for one in small.data)


def test_a_job_that_stays_on_a_machine_is_one_block_there_whatever_it_gets_elsewhere() -> None:
    trace = trace_of(EXAMPLES["kumar-three-jobs"].at({}), "UFF", 0)
    figure, bars = draw_schedule(trace, "light", compact=True), trace["bars"]
    for one in figure.data:
        if not one.meta or "job" not in one.meta:
            continue
        drawn = sum(  # seconds on machines
            (one.x[n + 1] - one.x[n]) * round(one.y[n + 2] - one.y[n]) for n in range(0, len(one.x), 6)
        )
        rows = [n for n, job in enumerate(bars["job"]) if job == one.meta["job"]]
        assert drawn == pytest.approx(sum(bars["end"][n] - bars["start"][n] for n in rows))
        starts = {(one.x[n], one.y[n]) for n in range(0, len(one.x), 6)}
        ends = {(one.x[n + 1], one.y[n]) for n in range(0, len(one.x), 6)}
        assert not starts & ends
