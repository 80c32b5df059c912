"""The tab on a log tells what its file says, and flurries are left out by a link."""

from copy import deepcopy
from typing import Any

import orjson
import pytest
from dash import html

from components.pages.studio.families.parallel_jobs.log.file import (
    create_flurries,
    file_table,
    head_table,
    partitions_table,
    reading_table,
)
from components.pages.studio.families.parallel_jobs.log.panel import describe
from components.pages.studio.families.parallel_jobs.sketch.log_form import create_log
from components.sketches.link import from_link
from engine.logs.published_logs import RULES
from engine.logs.sacct.header import COMMAND
from engine.parallel_jobs.analyses.recorded import recorded
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.inputs.sources.logged import SAMPLE
from engine.results.result import Result
from engine.study.of_log import study_of_log
from engine.study.registry import read_scenario
from engine.study.run import run_study
from tests.components.trees import every
from workers.recorded import HEARD, Recorded

HEAD = """; Computer: </script><b>
; Acknowledge: Ada
; MaxProcs: 8
; UnixStartTime: 1704067200
; TimeZoneString: UTC
; Partition: 1 small
"""
DAY = 86_400


def told_of(lines: list[str]) -> tuple[Result, dict[str, Any]]:
    told = study_of_log((HEAD + "\n".join(lines) + "\n").encode(), "own.swf")[0]
    scenario = read_scenario(told["scenario"])
    assert isinstance(scenario, ParallelJobsScenario)
    return run_study(scenario), recorded(scenario.at({})) | {"heard": {name: told[name] for name in HEARD}}


def line(number: int, day: float, user: int, partition: int = 1) -> str:
    return f"{number} {int(day * DAY)} 0 30 1 -1 -1 1 60 -1 1 {user} 1 -1 1 {partition} -1 -1"


@pytest.fixture(scope="module")
def found() -> tuple[Result, dict[str, Any]]:
    """Ten users with a job each in each of five weeks, and in the third of them one with forty more."""
    quiet = [(7 * week + user / 2, user) for week in range(5) for user in range(1, 11)]
    busy = [(14 + n / 10, 3) for n in range(40)]
    lines = [line(n, day, user, 1 + n % 2) for n, (day, user) in enumerate(sorted(quiet + busy), 1)]
    return told_of(lines)


def test_the_head_is_told_word_for_word_and_partitions_by_its_names(found: tuple[Result, dict[str, Any]]) -> None:
    assert ["Computer", "</script><b>"] in head_table(*found).body
    assert ["Acknowledge", "Ada"] in head_table(*found).body
    rows = partitions_table(*found).body
    assert [row[:3] for row in rows] == [["Partition", "1", "small"], ["Partition", "2", ""]]
    assert sum(int(row[3]) for row in rows) == 90
    assert ["Partition", "1 small", "45 jobs, 0.375 processor-hours, sizes up to 1"] in file_table(*found).body
    assert ["Head", "Acknowledge", "Ada"] in file_table(*found).body


def test_lines_that_were_refused_are_told() -> None:
    lines = [line(n, n / 10, 1) for n in range(1, 151)]
    result, like = told_of([*lines, "151 12 garbage"])
    assert "1 line of the file could not be read." in like["caveats"]
    assert ["Refused", "line 157: 3 fields; a job has 18"] in reading_table(result, like).body
    forgotten = {name: value for name, value in like.items() if name != "heard"}
    assert "open the file to see it" in str(head_table(result, forgotten).body)


def opened(address: str) -> ParallelJobsScenario:
    found = from_link(address[len("/?s=") :].partition("&")[0])
    assert isinstance(found, ParallelJobsScenario)
    return found


def test_a_flurry_is_left_out_by_its_link_and_taken_back_by_another(found: tuple[Result, dict[str, Any]]) -> None:
    """A failure is a link that leaves out another user or week, or a flurry that is still told of when it is out."""
    result, _ = found
    said = create_flurries(*found)
    assert said[0].startswith("User 3 submitted 41 jobs in week 3, 82 % of all")
    without = opened(said[1].href)
    assert without.study == result.scenario.study
    less = recorded(without.at({}))
    assert less["jobs"] == 90 - 41
    back = create_flurries(run_study(without), less)
    assert back[0] == "Left out: user 3 in week 3. "
    assert opened(back[1].href).content_hash() == result.scenario.content_hash()


def test_the_command_that_makes_accounting_output_is_told_before_a_file_is_opened() -> None:
    """It is the one that refusals tell; a failure is another, or none in the form that a log begins with."""
    tree = read_scenario(study_of_log((HEAD + line(1, 0, 1)).encode(), "own.swf")[0]["scenario"]).model_dump(
        mode="json"
    )
    begun = deepcopy(tree)
    begun["workload"]["arrivals"] |= {"digest": SAMPLE.name, "rows": len(SAMPLE)}
    for one in (tree, begun):
        (command,) = [part.children for part in every(html.Div(create_log(one))) if isinstance(part, html.Code)]
        assert command.startswith(COMMAND)


def test_names_of_partitions_are_dropped_and_everything_else_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    """A failure is a name that is still told, a number that is not, or another label that goes with them."""
    kept = {"x": orjson.dumps({"kind": "swf", "head": [["Computer", "A"], ["Partition", "1 ada"], ["Queue", "0 bob"]]})}

    class Shelves:
        def use(self, _shelf: object, name: str, _key: str) -> bytes:
            return kept[name]

        def put(self, _shelf: object, name: str, value: bytes, _key: str) -> None:
            kept[name] = value

    logs = Recorded.__new__(Recorded)
    monkeypatch.setattr(logs, "_shelves", Shelves(), raising=False)
    assert logs.forget_names("x")
    assert logs.heard("x") == {"kind": "swf", "head": [["Computer", "A"]]}
    assert not logs.forget_names("x")


def test_of_a_log_that_many_use_what_is_published_of_it_stands_beside(found: tuple[Result, dict[str, Any]]) -> None:
    result, told = found
    assert "Published" not in [row[0] for row in file_table(result, told).body]
    assert "published" not in describe(result, told)
    small = result.scenario.model_dump(mode="json")
    small["cluster"]["groups"] = [{"name": "node", "count": 128, "speed_factor": 1}]
    scenario = read_scenario(small)
    like = Result(scenario, result.names, result.table, result.limits, done=result.done)
    told = told | {"jobs": 54_100}  # cleaned in another way
    assert "By its size this is SDSC-SP2" in describe(like, told)
    rows = [row for row in file_table(like, told).body if row[0] == "Published"]
    assert [row[1] for row in rows] == list(RULES)
    assert rows[1][2].startswith("84.8889 published")
    assert rows[1][2].endswith("one pass per instant: 82.9959")  # 2.23 % less
    assert rows[2][2].count("70.4779") == 2  # the sharp check: no difference
