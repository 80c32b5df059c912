"""Traces: computed once, stored, and before the studies."""

import time

import orjson
import pytest

from engine.parallel_jobs.analyses.ask import ask as parallel_jobs_ask
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.study.registry import FAMILIES
from tests.workers.site import SLOW, Site, study, until
from workers.client import AnswerError

pytestmark = pytest.mark.worker
BROKERS = ("valkey",)


def test_a_trace_is_the_one_of_the_engine_and_is_stored(site: Site) -> None:
    scenario = study(21)
    assert site.client.ask("trace", scenario, "SED", 0, {"first_job": 10}) is None
    trace = site.client.ask("trace", scenario, "SED", 0, {"first_job": 10}, timeout=10)
    own = FAMILIES[scenario.family].runs.trace(scenario.at({}), "SED", 0, {"first_job": 10})
    assert trace == orjson.loads(orjson.dumps(own))
    assert site.client.ask("trace", scenario, "SED", 0, {"first_job": 10}) == trace
    assert site.client.ask("trace", scenario, "FCFS", 0, {"first_job": 10}) is None


def test_a_trace_does_not_wait_for_studies(site: Site) -> None:
    names = [site.client.submit(study(SLOW + seed, replications=50)) for seed in (22, 23, 24, 25, 26)]
    until(lambda: all(site.status(name).done for name in names))
    began = time.monotonic()
    assert site.client.ask("trace", study(27), "SED", 1, {}, timeout=10) is not None
    # At most for the two pieces of a second that are being computed; in the order of the queue it would be 10 s.
    assert time.monotonic() - began < 3
    for name in names:
        site.client.cancel(name)


def test_a_trace_that_fails_tells_why(site: Site) -> None:
    with pytest.raises(AnswerError, match="no-such-policy"):
        site.client.ask("trace", study(28), "no-such-policy", 0, {}, timeout=10)


def test_a_question_is_answered_by_a_worker_and_a_bad_one_gets_its_sentence(site: Site) -> None:
    scenario = study(29)
    question = '{"time": 5000.0, "min_size": 3, "max_size": 30, "demand": 600.0}'
    answer = site.client.ask("ask", scenario, "SED", 0, question, timeout=10)
    own = parallel_jobs_ask(
        ParallelJobsScenario.read(scenario.at({}).model_dump(mode="json")), "SED", 0, question.encode()
    )
    assert answer == orjson.loads(orjson.dumps(own))
    with pytest.raises(AnswerError, match="min_size: 99 machines are needed"):
        site.client.ask("ask", scenario, "SED", 0, question.replace("30,", "99,").replace("3,", "99,"), timeout=10)
