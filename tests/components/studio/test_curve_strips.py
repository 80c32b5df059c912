"""Speedup, deadline and profit that are bent by hand: what a handle writes into is a field, with the model's bounds."""

from typing import Any

import orjson
import pytest

from components.pages.studio.families.parallel_jobs.sketch.curve_strips import (
    SPEEDUP_FIELDS,
    create_speedup_curve,
    create_worth_curve,
)
from components.pages.studio.sketch.folded import paths_in
from components.pages.studio.sketch.reshape import choose
from components.pages.studio.sketch.sketch import create_sketch
from components.words.inputs.fields import describe, value_at
from engine.study.registry import EXAMPLES, read_scenario

CLASS = "workload.job_classes.0"


def tree_of(name: str) -> dict[str, Any]:
    tree: dict[str, Any] = EXAMPLES[name].model_dump(mode="json")
    return tree


def told(strip: Any) -> dict[str, Any]:
    found: dict[str, Any] = orjson.loads(getattr(strip, "data-bent"))
    return found


@pytest.mark.parametrize("kind", ["linear", "amdahl", "downey", "table"])
def test_a_bent_speedup_is_in_fields_that_the_form_has(kind: str) -> None:
    tree = choose(tree_of("kumar-table-4-5"), f"{CLASS}.speedup.model", kind)
    strip = told(create_speedup_curve(tree, f"{CLASS}.speedup"))
    assert (strip["kind"], strip["most"]["value"]) == (kind, 64)
    bent = choose(tree, f"{CLASS}.speedup.model", "amdahl", {f"{CLASS}.speedup.serial_share": 0.25})
    after = tree if kind != "linear" else bent
    assert strip["fields"].keys() == set(SPEEDUP_FIELDS["amdahl" if kind == "linear" else kind])
    for name, handle in strip["fields"].items():
        words = describe(after, f"{CLASS}.speedup.{name}")
        assert handle["path"] in paths_in(create_sketch(after))
        assert handle["title"] == words.title
        assert handle["low"] == (words.low or 0)
    assert value_at(bent, f"{CLASS}.speedup") == {"model": "amdahl", "serial_share": 0.25}
    read_scenario(bent)


@pytest.mark.parametrize(
    ("kind", "field"),
    [
        ("constant-deadline", "mean"),
        ("exponential-deadline", "mean"),
        ("proportional-deadline", "times_demand"),
        ("none", ""),
    ],
)
def test_the_end_of_the_profit_is_the_deadline(kind: str, field: str) -> None:
    tree = choose(tree_of("kumar-table-4-5"), f"{CLASS}.deadline.deadline", kind)
    strip = told(create_worth_curve(tree, CLASS))
    fields = paths_in(create_sketch(tree))
    assert strip["profit"]["path"] in fields
    if field:
        assert strip["deadline"]["path"] == f"{CLASS}.deadline.{field}"
        assert strip["deadline"]["value"] == value_at(tree, strip["deadline"]["path"])
        assert strip["deadline"]["path"] in fields
    else:
        assert strip["deadline"] is None
        drawn = choose(tree, f"{CLASS}.deadline.deadline", "constant-deadline", {strip["coming"]["path"]: 900.0})
        read_scenario(drawn)
        assert value_at(drawn, f"{CLASS}.deadline") == {"deadline": "constant-deadline", "mean": 900.0}
