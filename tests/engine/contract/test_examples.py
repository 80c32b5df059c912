"""Examples are read when they are asked for: once, and no others."""

import pytest

from engine.contract.examples import Examples, written_as
from engine.inputs.rejection import ScenarioError
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.study.registry import EXAMPLES, FAMILIES


def test_each_is_read_once_and_only_when_it_is_asked_for() -> None:
    read = []

    def first() -> ParallelJobsScenario:
        read.append("first")
        return ParallelJobsScenario.read(EXAMPLES["schnor-system-1"].model_dump(mode="json"))

    known = Examples({"second": first, "first": first}, {"second": ("2", ""), "first": ("1", "one")})
    assert list(known) == ["second", "first"]
    assert len(known) == 2
    assert "first" in known
    assert "third" not in known
    assert known.words["first"] == ("1", "one")
    assert read == []
    assert known["first"] is known["first"]
    assert read == ["first"]
    with pytest.raises(KeyError):
        known["third"]


def test_a_mistake_shows_when_it_is_read() -> None:
    known = written_as(ParallelJobsScenario, {"wrong": {"family": "parallel-jobs", "title": "", "notes": ""}})
    assert "wrong" in known
    with pytest.raises(ScenarioError, match="policies"):
        known["wrong"]


def test_the_examples_of_all_families_stand_in_their_order() -> None:
    assert list(EXAMPLES) == [name for family in FAMILIES.values() for name in family.examples]
    for family in FAMILIES.values():
        for name, scenario in family.examples.items():
            assert EXAMPLES[name] is scenario
            assert scenario.family == family.name


def test_the_words_of_a_list_are_those_of_the_scenarios() -> None:
    assert EXAMPLES.words == {name: (known.title, known.notes) for name, known in EXAMPLES.items()}
