"""Mistakes stand at the fields they belong to, and nothing typed is lost."""

from typing import Any

import pytest

from components.pages.studio.sketch import form
from components.pages.studio.sketch.reshape import choose, press
from components.pages.studio.sketch.sketch import create_sketch
from components.words.inputs.fields import value_at
from engine.inputs.rejection import Reason, ScenarioError
from engine.study.registry import read_scenario
from tests.components.studio.forms import JOB, fields_of, with_every_union


def test_an_error_stands_at_its_field_or_at_the_nearest_below(tree: dict[str, Any]) -> None:
    paths = ["cluster.groups.0.count", f"{JOB}.min_size", "study.vary.values", "study.and_vary.values"]
    reasons = [
        Reason("cluster.groups.0.count", "a"),
        Reason(JOB, "b"),
        Reason("study.vary.values.2", "c"),
        Reason("study.and_vary.field", "d"),
        Reason("", "e"),
    ]
    assert form.errors_by_field(reasons, paths, tree) == (dict(zip(paths, "abcd", strict=True)), ["e"])


MISTAKES: dict[str, tuple[dict[str, Any], str]] = {
    f"{JOB}.min_size": ({f"{JOB}.min_size": 31}, "smallest size 31 is above the largest size 30"),
    f"{JOB}.min_size_spread.up_to": ({f"{JOB}.min_size_spread.up_to": 31}, "the cluster has 30"),
    f"{JOB}.demand.low": ({f"{JOB}.demand.low": 9500.0}, "the least demand 9500.0 s is above the greatest"),
    f"{JOB}.speedup.processors": ({f"{JOB}.speedup.processors": "1, 4, 2, 8, 16"}, "must ascend"),
    f"{JOB}.speedup.speedup": ({f"{JOB}.speedup.speedup": "1, 0.5, 2, 3, 4"}, "0.5 is too small"),
    f"{JOB}.estimate.at_most": ({f"{JOB}.estimate.at_most": 0.5}, "0.5 is too small; at least 1"),
    f"{JOB}.deadline.mean": ({f"{JOB}.deadline.mean": ""}, "a number from"),
    f"{JOB}.profit.mean": ({f"{JOB}.profit.mean": -1}, "-1 is too small; at least 0"),
    "workload.same_variate": ({"workload.same_variate": "on"}, "needs Poisson arrivals and exponential demands"),
    "options.checkpoint_interval": ({"options.checkpoint_interval": -1}, "-1 is too small"),
    "machine_events.0.count": ({"machine_events.0.count": 6}, "the group has 5"),
    "machine_events.0.notice": ({"machine_events.0.notice": -1}, "-1 is too small"),
    "notes": ({"notes": "x" * 2001}, "at most 2000 characters"),
}
"""Where a mistake is shown: what is typed, and a part of the sentence."""


@pytest.mark.parametrize("path", MISTAKES)
def test_a_mistake_is_explained_at_its_field(tree: dict[str, Any], path: str) -> None:
    draft = with_every_union(tree)
    for part, tag in (
        ("demand.distribution", "uniform"),
        ("min_size_spread.spread", "evenly"),
        ("speedup.model", "table"),
        ("estimate.estimate", "uniform-error"),
        ("deadline.deadline", "exponential-deadline"),
    ):
        draft = choose(draft, f"{JOB}.{part}", tag)
    typed, sentence = MISTAKES[path]
    fields = fields_of(create_sketch(draft))
    tree, reasons = form.with_parsed_values(form.merge(draft, fields | typed))
    assert reasons == []
    with pytest.raises(ScenarioError) as refused:
        read_scenario(tree)
    at, rest = form.errors_by_field(refused.value.rejections, list(fields), tree)
    assert rest == []
    assert sentence in at[path]
    assert fields_of(create_sketch(form.merge(draft, fields | typed)))[path] == typed[path]  # nothing typed is lost


@pytest.mark.parametrize(
    ("text", "sentence"),
    [("1, two, 4", "“two” is not a number"), ("", "at least one number is needed"), ("1,,", None), ("1 2", "“1 2”")],
)
def test_a_table_that_cannot_be_read_says_so_at_its_field(
    tree: dict[str, Any], text: str, sentence: str | None
) -> None:
    table = choose(tree, f"{JOB}.speedup.model", "table")
    typed = form.merge(table, {f"{JOB}.speedup.processors": text})
    parsed, reasons = form.with_parsed_values(typed)
    assert [(reason.path, sentence in reason.sentence) for reason in reasons if sentence] == (
        [(f"{JOB}.speedup.processors", True)] if sentence else []
    )
    assert fields_of(create_sketch(press(typed, "add-group")))[f"{JOB}.speedup.processors"] == text
    if sentence is None:
        assert value_at(parsed, f"{JOB}.speedup.processors") == [1]
