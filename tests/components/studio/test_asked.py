"""What the page says of a job that does not exist."""

from typing import Any

import orjson
import pytest

from components.pages.studio.families.parallel_jobs.ask.asked import answer
from components.pages.studio.families.parallel_jobs.ask.on_ask import question_of
from engine.parallel_jobs.analyses.ask import ask
from engine.parallel_jobs.papers.examples import EXAMPLES
from engine.parallel_jobs.records import Reason
from engine.parallel_jobs.replay.trace import trace

THREE = EXAMPLES["kumar-three-jobs"].at({})


def said(policy: str, time: float, **changes: Any) -> tuple[str, list[list[Any]]]:
    question = {"min_size": 32, "max_size": 128, "demand": 6400.0, "profit": 100.0} | changes
    found = ask(THREE, policy, 0, question_of(question, time).encode())
    why = answer(trace(THREE, policy, 0), time, found)
    return " ".join(why.sentences), why.tables[0].body if found["others"] else []


def test_who_gives_machines_and_who_ends_later() -> None:
    text, others = said("UFF", 10.0)  # at 0 all four would come at one instant, and nobody would have to give
    assert text.startswith("It is accepted: it starts at once on 32 of “processor”, ends 200 s after it came")
    assert "job 1 from 43 to 32, job 2 from 43 to 32, job 3 from 42 to 32 machines" in text
    assert "3 other jobs end at another time" in text
    assert "later in sum" in text
    assert sorted(row[0] for row in others) == [1, 2, 3]


def test_a_job_that_waits_says_how_long_and_disturbs_nobody() -> None:
    text, others = said("FCFS", 50.0)
    assert "it starts after 250 s" in text
    assert "No other job ends at another time." in text
    assert others == []


@pytest.mark.parametrize("reason", [reason for reason in Reason if reason != Reason.NONE])
def test_every_reason_of_a_rejection_has_words(reason: Reason) -> None:
    found: Any = {
        "job": 3,
        "reason": int(reason),
        "resized": [],
        "affected": 0,
        "others": [],
        "decisions": [],
    }
    assert answer(trace(THREE, "UFF", 0), 0.0, found).sentences[0].startswith("It is rejected: ")


def test_what_was_left_empty_is_not_asked_and_what_cannot_be_read_stays() -> None:
    asked = orjson.loads(question_of({"min_size": 2.0, "deadline": "", "profit": None, "demand": "many"}, 7.0))
    assert asked == {"min_size": 2, "demand": "many", "time": 7.0}
