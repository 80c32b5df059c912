"""Strokes made in a form that is older than the sketch: each concerns what was seen, and each is a step of undo."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from components.pages.studio.sketch.strokes import Stroke, follow, place_after
from engine.study.registry import EXAMPLES

PAINTED = {"event": "shutdown", "group": "fast", "count": 1, "at": 3600, "duration": 60, "notice": 0, "every": 0}
SEEN = range(3)
"""Outages that stand on the page, told apart by when they begin."""

STROKES = st.lists(
    st.tuples(st.just("paint"), st.just(0)) | st.tuples(st.sampled_from(["remove", "move"]), st.sampled_from(SEEN)),
    max_size=5,
)


def sketched() -> dict[str, Any]:
    tree = EXAMPLES["evacuation"].model_dump(mode="json")
    return tree | {"machine_events": [PAINTED | {"at": 1000 * (n + 1)} for n in SEEN]}


def stroke_of(verb: str, number: int) -> dict[str, Any]:
    if verb == "paint":
        return {"path": "machine_events.new", "value": PAINTED}
    if verb == "move":
        return {"fields": {f"machine_events.{number}.at": 1000 * (number + 1) + 7}}
    return {"action": f"{verb}-event", "number": number}


def test_what_entries_are_called_follows_those_that_go() -> None:
    assert place_after("machine_events.2.at", ["machine_events.0", "machine_events.0"]) == "machine_events.0.at"
    assert place_after("machine_events.2.at", ["machine_events.0", "machine_events.1"]) is None
    assert place_after("cluster.groups.1.count", ["machine_events.0"]) == "cluster.groups.1.count"
    assert place_after("machine_events.new", ["machine_events.0"]) == "machine_events.new"


@given(STROKES, st.integers(0, 5))
def test_strokes_concern_what_was_seen_however_many_are_asked_for_together(
    strokes: list[tuple[str, int]], cut: int
) -> None:
    """Those before *cut* are asked for together; the others were made meanwhile, in the same form."""
    at = {n: 1000 * (n + 1) for n in SEEN}
    painted = 0
    for verb, number in strokes:
        painted += verb == "paint"
        if verb == "remove":
            at.pop(number, None)
        elif number in at and verb == "move":
            at[number] = 1000 * (number + 1) + 7
    tree = sketched()
    gone: list[str] = []
    steps: list[dict[str, Any]] = []
    for part in (strokes[:cut], strokes[cut:]):
        made = [Stroke(**stroke_of(verb, number), gone=gone) for verb, number in part]
        found = follow(tree, made)
        tree, gone, steps = found.tree, gone + found.gone, steps + found.steps
    assert [event["at"] for event in tree["machine_events"]] == [*at.values(), *[3600] * painted]
    assert len(steps) == len(strokes)
    assert not steps or steps[-1]["machine_events"] == tree["machine_events"]


def test_a_group_that_goes_takes_its_outages_along() -> None:
    tree = EXAMPLES["evacuation"].model_dump(mode="json")
    names = [group["name"] for group in tree["cluster"]["groups"]]
    tree["machine_events"] = [PAINTED | {"group": name} for name in (names[0], names[1], names[0])]
    found = follow(tree, [Stroke(action="remove-group", number=0), Stroke(fields={"machine_events.1.at": 9000})])
    assert [(event["group"], event["at"]) for event in found.tree["machine_events"]] == [(names[1], 9000)]
    assert found.gone == ["machine_events.2", "machine_events.0", "cluster.groups.0"]


def test_a_button_that_is_pressed_twice_takes_one_away() -> None:
    tree = EXAMPLES["unequal-speeds"].model_dump(mode="json")
    once, twice = (follow(tree, [Stroke(action="remove-group", number=0)] * times) for times in (1, 2))
    assert twice.tree == once.tree
    assert follow(tree, [Stroke(action="copy-group", number=99)]).is_reshaped is False


def test_only_what_has_other_fields_is_built_anew() -> None:
    tree = sketched()
    moved = follow(tree, [Stroke(fields={"machine_events.1.at": 5})])
    assert not moved.is_reshaped
    assert moved.steps[0]["machine_events"][1]["at"] == 5
    same = follow(tree, [Stroke(path="measurement.warm_up.method", value=tree["measurement"]["warm_up"]["method"])])
    assert not same.is_reshaped
    assert follow(tree, [Stroke(example="convoy")]).is_reshaped


def test_a_choice_is_one_step_though_its_field_is_told_first() -> None:
    tree = EXAMPLES["schnor-system-1"].model_dump(mode="json")
    vary = tree["study"]["vary"]
    other = "cluster.groups.1.speed_factor"
    assert vary["field"] != other
    typed = {"study.vary.field": other, "study.vary.values": ", ".join(map(str, vary["values"]))}
    found = follow(tree, [Stroke(fields=typed), Stroke(path="study.vary.field", value=other)])
    assert found.steps[0] == tree
    assert found.steps[1]["study"]["vary"]["field"] == other


def test_a_sketch_that_nobody_can_run_is_no_step() -> None:
    found = follow(sketched(), [Stroke(fields={"machine_events.1.at": "soon"}), Stroke(action="add-event")])
    assert found.steps == []
    assert len(found.tree["machine_events"]) == 4
