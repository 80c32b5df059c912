"""The rail above curves: no two of its words touch, however narrow the page is; and the caps of lines that end."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from components.figures.result.curve_ends import LABEL, End, XAxis, YAxis, cap_of, names_of
from components.figures.result.policy_line import PALE
from components.figures.result.rail import APART, LANE, MOST_LANES, Stop, rail_of
from components.looks.parallel_jobs import PARALLEL_JOBS_LOOKS
from components.words.overload import overload_sentence, overloads
from engine.parallel_jobs.policies import POLICIES
from tests.components.figures.checked import draw_curves
from tests.components.studio.test_published import THREE, made_up, unsettled

LETTER = 7.2
"""Width of one, px."""

NARROW = {"plot": 200, "left": 72, "right": 84}
"""Of a picture on a page of 390 px."""

NAMES = list(PARALLEL_JOBS_LOOKS)


@st.composite
def stops(draw: st.DrawFn) -> list[Stop]:
    names = draw(st.lists(st.sampled_from(NAMES), unique=True, min_size=1))
    return [Stop(name, draw(st.floats(0.1, 2)), "overload at 1.1–1.25") for name in names]


@given(stops())
def test_no_two_notes_of_the_rail_touch(found: list[Stop]) -> None:
    axis = XAxis(0, 2, False)
    notes = rail_of(found, axis, "light").annotations
    if len(found) <= MOST_LANES:
        assert sorted(note["yshift"] for note in notes) == [4 + LANE * n for n in range(len(found))]
        assert [note["x"] for note in notes] == sorted((stop.x for stop in found), reverse=True)
    else:
        shares = [axis.share(note["x"]) for note in notes]
        assert all(later - before >= APART for before, later in pairwise(shares))
        assert sum(len(note["hovertext"].split("<br>")) for note in notes) == len(found)


def test_an_interval_and_a_formula_stand_at_the_foot_of_their_lane_inside_the_axis() -> None:
    inside = Stop(NAMES[0], 1.5, "saturates at 1.5 ± 0.1", (1.4, 1.6), 1.55)
    beyond = Stop(NAMES[1], 2.5, "saturates at 2.5 ± 0.6", (1.9, 3.1), 2.6)
    found = rail_of([inside, beyond], XAxis(0, 2, False), "light")
    (outer, inner) = (one for one in found.shapes if one["type"] == "line" and one["xref"] == "x")
    assert (outer["x0"], outer["x1"], inner["x0"], inner["x1"]) == (1.9, 2, 1.4, 1.6)
    assert inner["y0"] - outer["y0"] == LANE  # the one that goes farthest is lowest
    (ring,) = (one for one in found.shapes if one["type"] == "circle")
    assert ring["xanchor"] == 1.55
    assert "→" in found.annotations[0]["text"]
    assert "formula 1.55" in found.annotations[1]["hovertext"]


@given(stops())
def test_words_of_a_lane_fit_a_narrow_page(found: list[Stop]) -> None:
    axis = XAxis(0, 2, False)
    for note in rail_of(found[:MOST_LANES], axis, "light").annotations:
        at = NARROW["plot"] * axis.share(note["x"])
        room = NARROW["left"] + at if note["xanchor"] == "right" else NARROW["right"] + NARROW["plot"] - at
        assert LETTER * len(note["text"]) <= room + 40 or len(note["text"]) > 30


@given(st.lists(st.floats(0, 100), min_size=1, max_size=5))
def test_names_at_the_ends_stand_apart(heights: list[float]) -> None:
    ends = [End(name, 1, y, (0, 0), is_cut=False) for name, y in zip(NAMES, heights, strict=False)]
    places = [
        340 * note["y"] / 100 + note["yshift"] for note in names_of(ends, XAxis(0, 1, False), YAxis(0, 100), "light")
    ]
    assert all(above - below >= LABEL - 1 for below, above in pairwise(places))
    assert places[-1] <= 340 + 1 or len(places) * LABEL > 340


@given(st.floats(0.1, 1), st.floats(0, 100), st.floats(0, 0.09), st.floats(0, 100))
def test_a_cap_goes_on_for_a_few_pixels_in_the_direction_of_its_line(x: float, y: float, x0: float, y0: float) -> None:
    cap = cap_of(End("SED", x, y, (x0, y0), is_cut=True), XAxis(0, 1, False), YAxis(0, 100), "light")
    across, up = cap["x"][1] - x, (cap["y"][1] - y) / 100
    assert 0 < across <= 0.023
    assert abs(up) <= 0.023
    assert up * (y - y0) >= 0


def test_where_policies_are_overloaded_is_said_in_words() -> None:
    assert overload_sentence(made_up(("SED", "FCFS", "EASY"), THREE)) == ""
    result = made_up(("SED", "FCFS", "EASY"), THREE)
    unsettled(result, 2, "SED")
    unsettled(result, 0, "FCFS")
    for point in range(3):
        unsettled(result, point, "EASY")
    assert [(one.policy, one.point) for one in overloads(result, ["SED", "FCFS", "EASY"])] == [
        ("SED", 2),
        ("FCFS", 0),
        ("EASY", 0),
    ]
    assert overload_sentence(result) == (
        "SED overloads between 0.5 and 1 jobs per 1000 s. "
        "FCFS is overloaded up to a value between 0.1 and 0.5 jobs per 1000 s. EASY is overloaded everywhere."
    )


def test_no_arrow_points_at_a_line_that_ends() -> None:
    result = made_up(("SED", "FCFS"), THREE)
    unsettled(result, 2, "FCFS")
    figure = draw_curves(result, "response_time", ["SED", "FCFS"], "light")
    assert not any(note.showarrow for note in figure.layout.annotations)
    (cap,) = [trace for trace in figure.data if trace.meta == "cap"]
    assert (cap.legendgroup, cap.x[0]) == ("FCFS", 0.5)


def test_of_many_policies_one_is_in_focus_with_its_band_and_all_have_bars() -> None:
    policies = list(POLICIES)[:7]
    figure = draw_curves(made_up(tuple(policies), THREE), "response_time", policies, "light")
    focus = figure.layout.meta["focus"]
    lines = {trace.name: trace for trace in figure.data}
    for policy in policies:
        is_focus = policy == focus
        assert lines[policy].opacity == (None if is_focus else PALE)
        assert lines[f"{policy} band"].opacity == (None if is_focus else 0)
        assert len(lines[policy].error_y.array) == 3
    few = draw_curves(made_up(tuple(policies[:6]), THREE), "response_time", policies[:6], "light")
    assert few.layout.meta["focus"] is None
    assert not any(trace.opacity for trace in few.data)
