"""The table of questions: what the key of each depends on, and what is none."""

from typing import Any

import pytest

from engine.contract.runs import Runs
from engine.inputs.scenario import Scenario
from engine.study.registry import EXAMPLES, FAMILIES, read_scenario
from workers.questions import QUESTIONS, asking

JOBS = EXAMPLES["users-estimates"]
CHANGES: dict[str, dict[str, Any]] = {
    "title": {"title": "Another"},
    "policies": {"policies": ["EASY", "SJF", "FCFS"]},
    "seed": {"study": {"seed": 77}},
    "replications": {"study": {"replications": 7}},
    "sweep": {"study": {"vary": {"field": "measurement.slowdown_threshold", "values": [5.0, 20.0]}}},
}
CELL = ("EASY", 0)
DEPENDS: dict[str, tuple[tuple[Any, ...], set[str]]] = {
    "trace": ((*CELL, {"first_job": 1}), {"seed"}),
    "ask": ((*CELL, "{}"), {"seed"}),
    "what_if": ((*CELL, "{}"), {"seed"}),
    "fair_start": (CELL, {"seed"}),
    "whole": ((*CELL, "packed", None, "token"), {"seed"}),
    "schedules": ((), {"policies", "seed"}),
    "for_whom": ((), {"policies", "seed", "replications"}),
    "waiting_moment": ((), {"seed", "sweep"}),
    "recorded": ((), set()),
    "why": ((("EASY", "FCFS"), "response_time", True), {"seed", "replications"}),
    "why_sides": ((JOBS, "EASY", "response_time"), {"seed", "replications"}),
    "broken": (("EASY", "FCFS", "response_time"), {"seed"}),
    "broken_all": (("response_time",), {"policies", "seed"}),
    "coscheduled": ((JOBS, 3, None), {"policies", "seed", "replications"}),
    "pilot": (("EASY",), set()),
    "preview": ((0.5,), {"policies", "seed", "replications", "sweep"}),
}
"""What else is asked about jobs, and which of the changes are to another answer: all others find the same."""


def changed(change: dict[str, Any]) -> Scenario:
    tree = JOBS.model_dump(mode="json")
    return read_scenario(tree | change | {"study": tree["study"] | change.get("study", {})})


@pytest.mark.parametrize("name", DEPENDS)
def test_the_key_of_a_question_depends_on_what_its_answer_does(name: str) -> None:
    more, depends = DEPENDS[name]
    key = asking(name, JOBS, *more).key
    assert {what for what, change in CHANGES.items() if asking(name, changed(change), *more).key != key} == depends
    for number, one in enumerate(more):
        others = [*more[:number], "SJF" if one != JOBS else changed(CHANGES["seed"]), *more[number + 1 :]]
        is_price_or_place = (name, one) in (("preview", 0.5), ("whole", "token"))
        if name == "why" and number == 0:
            others[0] = ("EASY", "SJF")
        if (name == "broken" and number == 2) or name == "broken_all":
            others[-1] = "makespan"
        assert (asking(name, JOBS, *others).key == key) is is_price_or_place


def test_every_question_is_held_to_that() -> None:
    assert set(QUESTIONS) == {*DEPENDS, "read_log"}
    log = ("f" * 64, "a.swf", "UTC")
    keys = [asking("read_log", *log[:n], "b", *log[n + 1 :]).key for n in range(3)]
    assert len({asking("read_log", *log).key, *keys}) == 4


def test_what_families_answer_is_a_question() -> None:
    """Failure: an answer that nobody can ask for."""
    answers = {name for family in FAMILIES.values() for name in family.runs.answers}
    assert answers <= set(QUESTIONS)
    assert not answers & set(Runs.__dataclass_fields__)


@pytest.mark.parametrize("name", ["simulate", "__class__", "", "corral.trace"])
def test_what_is_no_question_is_not_asked(name: str) -> None:
    with pytest.raises(KeyError):
        asking(name, JOBS)
