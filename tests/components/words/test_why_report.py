"""Why a policy does otherwise in another scenario, for the terminal: of both sides, or why not."""

import orjson
import pytest

from components.words.differences.why_report import sides_report
from engine.inputs.scenario import Scenario
from engine.study.registry import EXAMPLES, read_scenario


def _with(nodes: int, seed: int = 1) -> Scenario:
    tree = EXAMPLES["same-eight-jobs"].model_dump(mode="json")
    tree["cluster"]["nodes"] = nodes
    tree["policies"], tree["study"]["vary"]["values"] = ["SS-FCFS", "SS-EASY"], [0.0]
    tree["study"]["seed"] = seed
    return read_scenario(tree)


def test_both_sides_are_told_and_swapping_them_negates_all() -> None:
    a, b = _with(16), _with(24)
    there, back = (orjson.loads(sides_report(*pair, "json")) for pair in ((a, b), (b, a)))
    assert [one["policy"] for one in there] == ["SS-FCFS", "SS-EASY"]
    for one, other in zip(there, back, strict=True):
        assert one["difference"]["mean"] == pytest.approx(-other["difference"]["mean"])
        assert one["difference"]["mean"] < 0  # more nodes
    text = sides_report(a, b, "table")
    assert "SS-FCFS: Why B differs from A" in text
    assert "No episodes are told" in text


def test_other_draws_are_not_held_against_each_other() -> None:
    with pytest.raises(ValueError, match="the seeds differ"):
        sides_report(_with(16), _with(16, seed=2), "json")
