"""Job classes have names of their own, by which metrics tell them apart."""

import orjson
from hypothesis import given
from hypothesis import strategies as st

from engine.inputs.naming import LONGEST, apart
from engine.study.registry import EXAMPLES, read_scenario
from engine.study.run import run_study


def test_of_those_called_alike_the_second_gets_a_number() -> None:
    assert apart(["job", "job", "long", "job"]) == ["job", "job 2", "long", "job 3"]
    assert apart(["job", "job", "job 2"]) == ["job", "job 3", "job 2"]


@given(st.lists(st.sampled_from(["job", "job 2", "job 3", "x" * LONGEST, "x" * (LONGEST - 2) + " 2"]), max_size=8))
def test_all_are_told_apart_and_who_is_alone_keeps_its_name(names: list[str]) -> None:
    found = apart(names)
    assert len(set(found)) == len(names)
    assert all(len(name) <= LONGEST for name in found)
    assert all(new == old for new, old in zip(found, names, strict=True) if names.count(old) == 1)
    assert apart(found) == found


def test_two_classes_of_one_name_have_results_of_their_own() -> None:
    """Both columns were those of the second class, and CSV had its rows twice."""
    tree = orjson.loads(EXAMPLES["schnor-system-1"].at({"workload.jobs": 200}).canonical())
    (kind,) = tree["workload"]["job_classes"]
    short = kind | {"demand": {"distribution": "constant", "mean": 1}}
    tree["workload"]["job_classes"] = [kind, short]
    tree["study"]["replications"], tree["policies"] = 1, ["SED"]
    scenario = read_scenario(tree)
    assert read_scenario(orjson.loads(scenario.canonical())) == scenario
    result = run_study(scenario)
    assert len(set(result.names)) == len(result.names)
    first, second = (result.estimate(0, "SED", f"class_slowdown[{kind['name']}{n}]").mean for n in ("", " 2"))
    assert first != second
