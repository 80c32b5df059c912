"""What was found when a policy was broken, in words, from the terminal and from Python. 8 s."""

from typing import Any

import orjson
import pytest
from click.testing import CliRunner

import corral
from app import main
from components.sketches.link import from_pasted
from components.words.searches.broken import broken_lines, matrix_cells
from components.words.searches.broken_report import side_by_side, text_schedule


def run(*options: str) -> Any:
    return CliRunner().invoke(main, ["break", "backfilling-helps", "--steps", "60", "--processes", "1", *options])


def found(**more: Any) -> dict[str, Any]:
    tree = {
        "policy": "EASY", "against": "FCFS", "metric": "response_time", "seed": 1, "is_worse": True, "ratio": 2.5,
        "values": [25.0, 10.0], "best": 2.7, "jobs": 5, "fewest_jobs": 3, "fewest_ratio": 1.5, "evaluations": 12_000,
        "measure": "ratio",
    }  # fmt: skip
    return tree | more


def test_a_ratio_is_told_with_both_values_and_as_a_lower_bound() -> None:
    first, second, third, last = broken_lines(found())
    assert first == "EASY's mean response time is 2.5 times FCFS's on 5 jobs: 25 against 10 s."
    assert second == "With 3 jobs left of it, it still is 1.5 times."
    assert "12,000 lists of at most 8 jobs" in third
    assert "lower bound" in last


def test_where_nothing_was_found_nothing_is_said_to_be_proved() -> None:
    first, second = broken_lines(found(is_worse=False, ratio=1.0))
    assert first.startswith("No list of jobs was found")
    assert "does not prove" in second


def test_the_terminal_tells_the_example_and_opens_it() -> None:
    answer = orjson.loads(run("EASY", "FCFS", "--format", "json").stdout)
    example = from_pasted(answer["link"])
    assert example.model_dump(mode="json") == answer["scenario"]
    assert answer["ratio"] == answer["values"][0] / answer["values"][1]
    table = run("EASY", "FCFS").stdout
    assert answer["sentences"][0] in table
    assert answer["link"] in table


def test_the_terminal_tells_everyone_against_everyone() -> None:
    """Failure: a cell without its example, or one that the table and the data tell differently."""
    answer = orjson.loads(run("--format", "json").stdout)
    policies = ["FCFS", "EASY", "Conservative", "FF"]
    assert answer["policies"] == policies
    assert [(one["policy"], one["against"]) for one in answer["pairs"]] == [
        (row, column) for row in policies for column in policies if row != column
    ]
    assert all(from_pasted(one["link"]).policies == (one["against"], one["policy"]) for one in answer["pairs"])
    cells = matrix_cells(answer)
    assert [row[n] for n, row in enumerate(cells)] == [""] * 4
    table = run().stdout
    assert "lower bound" in table
    assert all(cell in table for row in cells for cell in row)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("EASY", "EASY"), "is the same policy twice"),
        (("EASY", "Magic"), '"Magic" is no policy'),
        (("EASY", "FCFS", "--by", "utilization"), "allowed are response_time"),
    ],
)
def test_what_cannot_be_asked_is_refused_before_anything_is_searched(options: tuple[str, ...], words: str) -> None:
    answer = run(*options)
    assert answer.exit_code == 1
    assert words in answer.output


def test_python_gives_the_same() -> None:
    study = corral.example("backfilling-helps")
    example = study.break_policy("EASY", "FCFS", steps=60)
    answer = orjson.loads(run("EASY", "FCFS", "--format", "json").stdout)
    assert example.tree["scenario"] == answer["scenario"]
    assert str(example) == " ".join(answer["sentences"])
    assert list(example.jobs["estimate"] >= example.jobs["run"]) == [True] * len(example.jobs)
    result = corral.study.Study(example.scenario).run(processes=1, progress=False)
    means = result.mean("response_time").iloc[0]
    assert means["EASY"] / means["FCFS"] == example.ratio
    assert example.path["ratio"].max() == example.tree["best"]
    matrix = study.policies("EASY", "FCFS").break_all(processes=1, progress=False, chains=1, steps=60)
    assert matrix.ratios.loc["EASY", "FCFS"] == matrix.of("EASY", "FCFS").ratio


def test_a_schedule_in_letters() -> None:
    blocks = [(0, 0.0, 3.0, [(0, 1)]), (1, 1.0, 4.0, [(1, 2)]), (2, 2.0, 5.0, [(2, 1)])]
    lines = text_schedule({"blocks": blocks}, 3, 5.0)
    assert lines == ["111..", ".222.", ".2++3"]  # job 3 shares the last machine with job 2 until 4 s
    assert side_by_side(lines, lines).split("\n")[0] == "111..   111.."
    assert text_schedule({"blocks": blocks}, 1, 120.0) == ["11" + "." * 58]  # 2 s each: 0 and 2 s
