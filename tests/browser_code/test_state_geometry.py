"""Where states, arrows and labels of the mapping-state diagram are, on an empty page: laws over generated diagrams."""

from math import hypot
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tests.browser_code.node_module import NodeModule, module_of

POINTS = 24
NEAR = 0.5
"""px"""
KINDS = ("arrival", "end", "upgrade", "migration", "machine")
GROUPS = [5, 25]

bare = module_of("pictures/state_geometry.js")


def a_state(layer: int, wish: float, share: float, machines: int) -> dict[str, Any]:
    used = [[{"jobs": [0], "machines": min(machines, 5)}], [{"jobs": [0, 1], "machines": max(0, machines - 5)}]]
    label = "(" + ", ".join(["10+10"] * (layer % 3) + ["0"] * 3) + ")"
    return {
        "layer": layer,
        "wish": wish,
        "share": share,
        "label": label,
        "number": "no. 9",
        "said": "12 %",
        "used": used,
    }


STATES = st.lists(
    st.builds(a_state, st.integers(-1, 7), st.floats(0, 10), st.floats(0, 1), st.integers(0, 30)),
    min_size=1,
    max_size=13,
)


@st.composite
def diagrams(draw: st.DrawFn) -> dict[str, Any]:
    states = draw(STATES)
    place = st.integers(0, len(states) - 1)
    edges = draw(st.lists(st.tuples(place, place, st.sampled_from(KINDS)), max_size=20, unique=True))
    told = [{"source": a, "target": b, "kind": kind, "label": "40 %"} for a, b, kind in edges]
    return {"states": states, "edges": told, "groups": GROUPS, "points": POINTS, "squares": 36, "rest": -1}


LOW = [a_state(layer, 0.0, float(n == 5), 0) for n, layer in enumerate((0, 1, -1, 2, 2, 2))]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@example(
    diagram={"states": LOW, "edges": [], "groups": GROUPS, "points": POINTS, "squares": 36, "rest": -1}, room=(310, 250)
)
@given(diagram=diagrams(), room=st.sampled_from([(310, 400), (800, 380), (1450, 520), (310, 250)]))
def test_arrows_end_at_rims_and_nothing_is_cut_or_covered(
    bare: NodeModule, diagram: Any, room: tuple[int, int]
) -> None:
    width, height = room
    found = bare.evaluate("([it, w, h]) => corral.stateGeometry.stateGeometry(it, w, h)", [diagram, width, height])
    nodes = found["nodes"]
    for node in nodes:
        assert node["r"] <= node["x"] + NEAR
        assert node["x"] + node["r"] <= width + NEAR
        assert node["r"] <= node["y"] + NEAR
        assert node["y"] + node["r"] <= height + NEAR
    for edge, line in zip(diagram["edges"], found["lines"], strict=True):
        assert len(line["x"]) == len(line["y"]) == POINTS
        for end, place in ((edge["source"], 0), (edge["target"], -1)):
            node = nodes[end]
            if hypot(nodes[edge["source"]]["x"] - nodes[edge["target"]]["x"], 0) < 2 * node["r"] != edge["source"]:
                continue  # circles of a crowded room may touch
            away = hypot(line["x"][place] - node["x"], line["y"][place] - node["y"])
            assert away == pytest.approx(node["r"], abs=NEAR)
    cells = found["cells"]
    assert len(cells) == sum(GROUPS) * len(nodes)
    for number, node in enumerate(nodes):
        of_node = cells[number * sum(GROUPS) : (number + 1) * sum(GROUPS)]
        used = sum(bool(cell["jobs"]) for cell in of_node)
        told = diagram["states"][number]["used"]
        assert used == sum(one["machines"] for group in told for one in group)
        for cell in of_node:
            assert hypot(cell["x"] - node["x"], cell["y"] - node["y"]) < node["r"]
    boxes = [node["box"] for node in nodes]
    for box in boxes:
        assert box["x0"] >= -NEAR
        assert box["x1"] <= width + NEAR
    for label in found["labels"]:
        assert label is None or not any(
            box["x0"] < label["x"] < box["x1"] and box["y0"] < label["y"] < box["y1"] for box in boxes
        )


@pytest.mark.parametrize("width", [310, 800, 1450])
def test_labels_of_six_states_stay_apart(bare: NodeModule, width: int) -> None:
    """Those of system 1 of Schnor et al. 1996, in two layers of two and three."""
    shares = [(0, 0.3), (2, 0.28), (1, 0.17), (1, 0.13), (2, 0.08), (1, 0.04)]
    states = [a_state(layer, n, share, 10) | {"label": "(0, 5, 0, 30)"} for n, (layer, share) in enumerate(shares)]
    diagram = {"states": states, "edges": [], "groups": GROUPS, "points": POINTS, "squares": 36, "rest": -1}
    found = bare.evaluate("([it, w, h]) => corral.stateGeometry.stateGeometry(it, w, h)", [diagram, width, 400])
    boxes = [node["box"] for node in found["nodes"]]
    for n, a in enumerate(boxes):
        for b in boxes[n + 1 :]:
            assert a["x1"] <= b["x0"] or b["x1"] <= a["x0"] or a["y1"] <= b["y0"] or b["y1"] <= a["y0"]
        assert found["nodes"][n]["lines"] == ["(0, 5, 0, 30)", "12 %"]


@pytest.mark.parametrize("width", [800, 1450])
def test_hardly_any_of_an_arrow_lies_below_a_label(bare: NodeModule, width: int) -> None:
    """Of all ways between six states; with the same bow for each it were three times as much."""
    shares = [(0, 0.3), (2, 0.28), (1, 0.17), (1, 0.13), (2, 0.08), (1, 0.04)]
    states = [a_state(layer, n, share, 10) | {"label": "(0, 5, 0, 30)"} for n, (layer, share) in enumerate(shares)]
    ways = [(a, b) for a in range(6) for b in range(6) if a != b]
    edges = [{"source": a, "target": b, "kind": "arrival", "label": "40 %"} for a, b in ways]
    diagram = {"states": states, "edges": edges, "groups": GROUPS, "points": POINTS, "squares": 36, "rest": -1}
    found = bare.evaluate("([it, w, h]) => corral.stateGeometry.stateGeometry(it, w, h)", [diagram, width, 400])
    boxes = [node["box"] for node in found["nodes"]]
    points = [place for line in found["lines"] for place in zip(line["x"], line["y"], strict=True)]
    covered = [
        (x, y) for x, y in points if any(one["x0"] < x < one["x1"] and one["y0"] < y < one["y1"] for one in boxes)
    ]
    assert len(covered) <= 0.02 * len(points)
