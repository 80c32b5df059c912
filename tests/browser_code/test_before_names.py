"""Names of curves on an axis that a before has raised, on an empty page: none on another, nothing that is not so."""

from itertools import pairwise
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.browser_code.node_module import NodeModule, module_of

HEIGHT, LABEL = 340, 32

bare = module_of("before/before_names.js")


def again(module: NodeModule, lasts: list[float], leaves: float, top: float) -> list[dict[str, Any]]:
    """What becomes of a name at each of *lasts* of 10, and of a line up to *leaves*, when the axis ends at *top*."""
    names = [{"name": "end", "y": y, "yshift": 0, "text": str(n)} for n, y in enumerate(lasts)]
    rail = {"name": "rail", "hovertext": "FCFS off the scale", "text": "FCFS off the scale", "yshift": 4}
    stays = {"name": "rail", "hovertext": "SED overload at 4.5–5", "text": "SED overload at 4.5–5", "yshift": 22}
    figure = {"data": [{"name": "FCFS", "y": [1, leaves, None]}], "layout": {"annotations": [*names, rail, stays]}}
    found: list[dict[str, Any]] = module.evaluate(
        "([figure, top]) => corral.namesAgain(figure, {range: [0, top]}, [0, 10])", [figure, top]
    )
    return found


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=60)
@given(
    lasts=st.lists(st.floats(0, 10), min_size=1, max_size=4),
    leaves=st.floats(11, 100),
    top=st.floats(10.5, 200),
)
def test_names_stand_apart_and_only_lines_that_leave_are_said_to(
    bare: NodeModule, lasts: list[float], leaves: float, top: float
) -> None:
    found = again(bare, lasts, leaves, top)
    heights = sorted(HEIGHT * one["y"] / top + one["yshift"] for one in found if one["name"] == "end")
    assert len(heights) == len(lasts)
    assert all(b - a >= LABEL - 1 for a, b in pairwise(heights))
    assert heights[-1] <= HEIGHT + 1
    said = [one["text"] for one in found if one["name"] == "rail"]
    assert said == (["FCFS off the scale"] if leaves > top else []) + ["SED overload at 4.5–5"]


def test_an_axis_that_stays_leaves_names_where_they_are(bare: NodeModule) -> None:
    assert [one["yshift"] for one in again(bare, [3, 4], 20, 10)] == [0, 0, 4, 22]
