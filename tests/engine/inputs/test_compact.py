"""A link holds no defaults, and yet says of which kind each part is."""

from typing import Any

import pytest

from components.sketches.link import from_link, to_link
from tests.engine.parallel_jobs.logs.generated import scenario_of, some_log


@pytest.mark.parametrize(
    "part",
    [
        {"estimates": {"estimate": "exact"}},
        {"estimates": {"estimate": "multiple"}},
        {"other_sizes": {"assumed": "malleable"}},
        {"load_factor": 2.0},
    ],
)
def test_a_part_that_is_what_its_kind_usually_is_comes_back(part: dict[str, Any]) -> None:
    """Exact estimates are usual, except for logs, whose links were said to lack a field."""
    scenario = scenario_of(some_log(20, 2), 1, **part)
    assert from_link(to_link(scenario)) == scenario
