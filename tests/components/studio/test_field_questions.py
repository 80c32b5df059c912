"""What is asked where a field is empty or holds no such number, and that it is said once."""

from typing import Any

import pytest

from components.pages.studio.sketch import on_sketch
from components.pages.studio.sketch.sketch import create_sketch
from engine.study.registry import EXAMPLES
from tests.components.studio.forms import fields_of

MACHINES = "cluster.groups.1.count"


def read(path: str, typed: Any) -> tuple[Any, ...]:
    """What comes of typing this into a field of the first example."""
    tree = EXAMPLES["schnor-system-1"].model_dump(mode="json")
    fields = fields_of(create_sketch(tree)) | {path: typed}
    return on_sketch.read_sketch(1, list(fields.values()), [{"path": one} for one in fields], tree, tree)


@pytest.mark.parametrize(
    ("path", "typed", "sentence"),
    [
        (MACHINES, "", "How many machines? A whole number from 1 to 200\u2009000."),
        (MACHINES, 2.5, "2.5 is not whole. How many machines? A whole number from 1 to 200\u2009000."),
        ("workload.jobs", None, "How many jobs? A whole number from 1 to 2\u2009000\u2009000."),
        ("study.seed", "", "Seed: a whole number from 0 to 4\u2009294\u2009967\u2009295."),
        ("cluster.groups.1.speed_factor", "", "Speed factor: a number from "),
        ("policies", [], "Choose at least one policy."),
    ],
)
def test_an_empty_field_asks_instead_of_saying_that_nothing_is_no_number(path: str, typed: Any, sentence: str) -> None:
    at, problems, _, is_refused, *_ = read(path, typed)
    assert at[path].startswith(sentence)
    assert is_refused  # half a machine does not silently become none
    said = str(problems)
    assert sentence not in said  # beside its field, and nowhere else
    assert "Run waits for: " in said


def test_a_number_out_of_range_still_says_what_is_wrong() -> None:
    at, *_ = read(MACHINES, 0)
    assert at == {MACHINES: "0 is too small; at least 1 is allowed"}


def test_which_own_policy_has_to_be_mended_is_said() -> None:
    own = {"own_policies": [{"name": "rule 1", "order": "submitt"}]}
    tree = EXAMPLES["schnor-system-1"].model_dump(mode="json") | own
    (said,) = on_sketch._to_mend({"own_policies.0.order": "no name", "workload.jobs": "not whole"}, tree)
    assert said == "Run waits for: order of “rule 1”, jobs."
