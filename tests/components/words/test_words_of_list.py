"""What is said of a list of jobs: numbers without intervals, in few words however many jobs there are."""

from components.pages.compare.inputs import table_of_inputs
from components.pages.studio.answer.answer import describe_curves
from components.sketches.changes import changes
from components.words.methods import methods_paragraph
from components.words.verdicts.verdict import verdict
from engine.study.ahead import result_ahead
from engine.study.cells import StudyPlan
from engine.study.registry import EXAMPLES
from tests.engine.parallel_jobs.inputs.test_listed import listed


def test_the_verdict_has_a_number_for_each_policy_and_no_interval() -> None:
    result = result_ahead(EXAMPLES["convoy"])
    assert result is not None
    words = verdict(result)
    assert words.short == "FF and EASY have the shortest mean response time of these jobs: 9 s."
    assert words.more == (
        "Of these jobs the mean response time is 9 s under FF and EASY and 23.1 s under FCFS. Nothing about them is "
        "random.",
    )
    assert all(result.settles(0, name) for name in result.scenario.policies)
    assert "±" not in words.short + words.more[0] + describe_curves(result, "response_time")


def test_where_something_is_varied_the_verdict_tells_its_place() -> None:
    result = result_ahead(EXAMPLES["same-eight-jobs"])
    assert result is not None
    assert verdict(result).short.endswith("these jobs at share of I/O = 30 %: 0.895 s.")


def test_the_methods_list_the_jobs_in_a_line() -> None:
    scenario = listed([{"arrival": n, "machines": 1, "run": 2, "estimate": 3} for n in range(200)])
    result = StudyPlan(scenario).combine({})
    words = methods_paragraph(result)
    assert "0/2/1/3, 1/2/1/3" in words
    assert "Student" not in words
    assert "replicated" not in words
    assert len(words) < 4_000


def test_lists_are_compared() -> None:
    two = EXAMPLES["backfilling-hurts"], EXAMPLES["backfilling-helps"]
    assert ["Jobs", "6 entries", "4 entries"] in table_of_inputs(*two).body
    assert "jobs 6 → 4" in [change.words for change in changes(*two)]


def test_three_digits_are_told_and_more_where_policies_would_read_the_same() -> None:
    helps, alone = (result_ahead(EXAMPLES[name]) for name in ("backfilling-helps", "longest-first"))
    assert helps is not None
    assert alone is not None
    words = verdict(helps, "response_time_p95")
    assert words.short == "EASY and Conservative have the shortest 95th percentile of response times: 19.9 s."
    assert "19.95 s under EASY and Conservative, 20.85 s under FCFS and 20.95 s under FF" in words.more[0]
    assert verdict(alone).short == "With FCFS the mean response time is 5.14 s."
