"""Which partitions and queues of a log count is ticked in the form, and counted in the report of the cleaning."""

from collections.abc import Callable
from typing import Any

import pytest

from components.pages.studio.families.parallel_jobs.sketch import divisions_form
from components.pages.studio.families.parallel_jobs.sketch.divisions_form import CHOSEN, create_divisions, read_chosen
from components.pages.studio.sketch.form import merge, with_parsed_values
from components.pages.studio.sketch.reshape import choose
from components.sketches.link import from_link, to_link
from engine.parallel_jobs.analyses.recorded import recorded
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.study.of_log import study_of_log
from engine.study.registry import read_scenario
from tests.components.studio.forms import field_of, fields_of
from tests.components.studio.test_file_of_log import HEAD

Tree = dict[str, Any]
PARTITIONS, QUEUES = CHOSEN


def line(number: int, partition: int, queue: int) -> str:
    return f"{number} {number * 60} 0 30 1 -1 -1 1 60 -1 1 1 1 -1 {queue} {partition} -1 -1"


@pytest.fixture(scope="module")
def told() -> Tree:
    """Sixty jobs: in partition 1 thirty, in 2 and 5 fifteen each; two thirds in queue 0, the others in 3."""
    lines = [line(n, (1, 2, 1, 5)[n % 4], 3 * (n % 3 == 0)) for n in range(60)]
    return study_of_log((HEAD + "\n".join(lines) + "\n").encode(), "own.swf")[0]


def labels_in(children: Any, path: str) -> list[str]:
    return [chip.label for chip in field_of(children, path).children.children]


def heard(told: Tree) -> Callable[[], Any]:
    class Broker:
        def heard(self, name: str) -> Tree:
            return told if name == told["log"] else {}

    return Broker


def test_lists_have_names_of_the_head_and_jobs_as_recorded(told: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    """A failure is another number of jobs, a name at another partition, or a list that begins with something ticked."""
    monkeypatch.setattr(divisions_form, "recorded_logs", heard(told))
    form = create_divisions(told["scenario"])
    assert labels_in(form, PARTITIONS) == ["1 small · 30 jobs", "2 · 15 jobs", "5 · 15 jobs"]
    assert labels_in(form, QUEUES) == ["0 · 40 jobs", "3 · 20 jobs"]
    assert fields_of(form) == {PARTITIONS: [], QUEUES: []}


def test_what_is_ticked_is_in_the_scenario_its_link_and_the_report(told: Tree) -> None:
    """A short log carries its queues, too: without them nothing could be chosen in its link."""
    tree, reasons = with_parsed_values(merge(told["scenario"], {PARTITIONS: [2, 5], QUEUES: [3]}))
    assert not reasons
    scenario = from_link(to_link(read_scenario(tree)))
    assert isinstance(scenario, ParallelJobsScenario)
    assert scenario.workload.logged is not None
    assert scenario.workload.logged.cleaning.partitions == (2, 5)
    like = recorded(scenario.at({}))
    rules = {row["rule"]: (row["choice"], row["jobs"]) for row in like["report"]}
    expected = [n for n in range(60) if n % 2 and n % 3 == 0]
    assert like["jobs"] == len(expected)
    assert rules["other partitions"] == ("only 2, 5", 30)
    assert rules["other queues"] == ("only 3", 30 - len(expected))


def test_of_a_log_of_which_nothing_is_known_numbers_are_typed(told: Tree) -> None:
    tree = read_scenario(told["scenario"]).model_dump(mode="json")
    tree["workload"]["arrivals"] |= {"carried": "", "digest": "0" * 64}
    assert fields_of(create_divisions(tree)) == {PARTITIONS: "", QUEUES: ""}
    typed, reasons = with_parsed_values(merge(tree, {PARTITIONS: "5, 2", QUEUES: " "}))
    assert not reasons
    assert typed["workload"]["arrivals"]["cleaning"]["partitions"] == [5, 2]
    assert typed["workload"]["arrivals"]["cleaning"]["queues"] == []
    _, reasons = with_parsed_values(merge(tree, {PARTITIONS: "small"}))
    assert [one.path for one in reasons] == [PARTITIONS]
    with pytest.raises(ValueError, match="whole"):
        read_chosen("1.5")


def test_what_was_chosen_stays_to_be_taken_back_though_the_log_has_none_of_it(told: Tree) -> None:
    tree = merge(told["scenario"], {PARTITIONS: [9]})
    assert labels_in(create_divisions(tree), PARTITIONS)[-1] == "9 · 0 jobs"


def test_classes_by_user_begin_with_those_with_most_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """A failure is an order by number or by jobs: user 9 has one job, and most work."""
    users = [*([4] * 3), *range(20, 31), 9]
    lines = [f"{n} {n} 0 {500 if user == 9 else 10 + user} 1 -1 -1 1 900 -1 1 {user} 1 -1 1 1 -1 -1" for n, user
             in enumerate(users)]  # fmt: skip
    told = study_of_log((HEAD + "\n".join(lines) + "\n").encode(), "own.swf")[0]
    monkeypatch.setattr(divisions_form, "recorded_logs", heard(told))
    tree = choose(read_scenario(told["scenario"]).model_dump(mode="json"), "workload.arrivals.classes.by", "by-user")
    assert tree["workload"]["arrivals"]["classes"] == {"by": "by-user", "users": [9, 4, *range(30, 22, -1)]}
    scenario = read_scenario(tree)
    assert isinstance(scenario, ParallelJobsScenario)
    assert scenario.workload.class_names[0] == "user 9"
