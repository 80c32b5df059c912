"""What a page is told by workers that answer, refuse, are at it, or are away."""

from typing import Any

import pytest
from redis import RedisError

from components.visits import answers
from components.visits.answers import BUSY, UnavailableError, answer_of, answer_soon, answers_of
from engine.study.registry import EXAMPLES
from workers.client import AnswerError

JOBS = EXAMPLES["convoy"]


class Workers:
    """Those that have *found* something; what they have heard, and for how long it was waited."""

    def __init__(self, found: Any) -> None:
        self.found = found
        self.heard: list[tuple[Any, ...]] = []

    def ask(self, *asked: Any, timeout: float = 0.0) -> Any:
        self.heard.append((asked[0], *asked[2:], timeout))
        if isinstance(self.found, Exception):
            raise self.found
        return self.found

    def compiling(self) -> dict[str, float]:
        return {}


def workers(patch: pytest.MonkeyPatch, found: Any) -> Workers:
    behind = Workers(found)
    patch.setattr(answers, "client", lambda: behind)
    return behind


def test_what_is_not_there_yet_is_worth_asking_again(monkeypatch: pytest.MonkeyPatch) -> None:
    behind = workers(monkeypatch, None)
    with pytest.raises(UnavailableError, match=BUSY) as refused:
        answer_of("for_whom", JOBS)
    assert refused.value.later
    with pytest.raises(UnavailableError, match="they look for it"):
        answer_of("for_whom", JOBS, seconds=0.2, otherwise="they look for it")
    assert answer_soon("for_whom", JOBS) is None
    assert [seconds for *_, seconds in behind.heard] == [answers.TRACE_SECONDS, 0.2, answers.SOON_SECONDS]


@pytest.mark.parametrize("ask", [answer_of, answer_soon])
def test_what_cannot_be_answered_is_said_and_not_asked_again(ask: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    workers(monkeypatch, AnswerError("no job waits"))
    with pytest.raises(UnavailableError, match="no job waits") as refused:
        ask("why", JOBS)
    assert not refused.value.later


def test_a_broker_that_is_away_keeps_nobody_who_asks_for_what_is_there_in_a_moment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    workers(monkeypatch, RedisError())
    assert answer_soon("why", JOBS) is None
    with pytest.raises(RedisError):
        answer_of("why", JOBS)


def test_of_several_questions_the_workers_hear_before_one_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Failure: one worker computes one policy after the other, and the others have nothing to do."""
    behind = workers(monkeypatch, {"miss": 0.0})
    assert answers_of("fair_start", [(JOBS, policy, 0) for policy in JOBS.policies]) == [{"miss": 0.0}] * 3
    waited = [seconds for *_, seconds in behind.heard]
    assert waited == [0.0] * 3 + [answers.TRACE_SECONDS] * 3
    assert [policy for _, policy, *_ in behind.heard] == 2 * list(JOBS.policies)
