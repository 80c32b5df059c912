"""Cells that run for ever, want too much memory or die: ended, named, and nobody else suffers from them."""

import time

import orjson
import psutil
import pytest

from engine.inputs.scenario import Scenario
from engine.study.cells import StudyPlan
from tests.workers.site import (
    DEADLY,
    ENDLESS,
    GREEDY,
    RUNS_FOR_EVER,
    SLOW,
    UNBOUNDED,
    Site,
    in_process,
    study,
    until,
)
from workers.checks import Checks
from workers.client import AnswerError
from workers.questions import asking

# Which broker it is makes no difference here.
pytestmark = pytest.mark.worker
BROKERS = ("redis",)

BAD = "FCFS at workload.arrivals.rate_per_1000_s = 1, replication 1: "
"""Cell 5 of three points and three policies, by name."""


def the_rest_is_there(site: Site, scenario: Scenario, computed: int) -> str:
    """The study is done but for one cell, whose reason is returned; so many cells were begun in all."""
    name = scenario.content_hash()
    assert site.finished(name, 60)[:4] == ("done", 36, 36, 1)
    result = site.client.result(scenario)
    assert result is not None
    assert result.cells_done == 35
    assert site.computed(name) == computed
    [reason] = site.client.failures(name)
    assert reason.startswith(BAD)
    return reason.removeprefix(BAD)


def test_a_cell_that_runs_for_ever_in_compiled_code_is_ended_once_and_named(site: Site) -> None:
    scenario = study(ENDLESS + 1)
    site.client.submit(scenario)
    # Its neighbor loses nothing, and nobody tries it again but once in the next queue.
    reason = the_rest_is_there(site, scenario, 36 + 1)
    assert reason == "took more than 1 s of processor time, more than ten times its estimate"


def test_a_cell_that_wants_too_much_memory_fails_alone_and_says_so(site: Site) -> None:
    scenario = study(GREEDY + 2)
    site.client.submit(scenario)
    assert "needs more memory than the 2.0 GB that it may take" in the_rest_is_there(site, scenario, 36)


def test_a_cell_that_kills_its_process_is_tried_twice_and_not_three_times(site: Site) -> None:
    scenario = study(DEADLY + 3)
    site.client.submit(scenario)
    reason = the_rest_is_there(site, scenario, 35 + 2)
    assert reason.startswith("2 worker processes have died of it (exit status 9)")


def test_cancel_ends_a_cell_that_runs_and_the_other_studies_go_on(site: Site) -> None:
    endless, other = study(UNBOUNDED + 4), study(SLOW + 705, replications=10)
    name = site.client.submit(endless)
    process = int(until(lambda: site.redis.hget(RUNS_FOR_EVER, name)))
    site.client.submit(other)
    assert psutil.pid_exists(process)
    site.client.cancel(name)
    until(lambda: not psutil.pid_exists(process))
    status = site.finished(other.content_hash())
    assert status[:4] == ("done", 90, 90, 0)
    assert site.computed(other.content_hash()) == 90
    result = site.client.result(other)
    assert result is not None
    assert result.fingerprint() == in_process(other).fingerprint()
    assert site.client.failures(name) == []


def test_a_preview_that_runs_for_ever_gets_a_sentence_and_the_next_one_is_served(site: Site) -> None:
    # One lane would be enough to block both processes, were it not ended.
    bad = [study(ENDLESS + number) for number in (6, 7)]
    for one in bad:
        assert site.client.preview(one) is None
    time.sleep(0.3)
    until(lambda: site.client.preview(study(708), timeout=1), 15)
    for one in bad:

        def answered(one: Scenario = one) -> bool:
            return site.client.preview(one, timeout=5) is not None

        with pytest.raises(AnswerError, match="took more than 1 s of processor time"):
            until(answered, 20)


def test_an_answer_that_nobody_waits_for_any_more_is_not_computed_on(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("workers.answers.WANTED", 1)
    scenario = study(ENDLESS + 9)
    [worker] = site.main_processes()
    key = asking("preview", scenario, None).key
    assert site.client.preview(scenario) is None
    assert site.redis.exists(f"corral:ordered:{key}")
    until(lambda: site.client.workers() and not site.redis.exists(f"corral:ordered:{key}"))
    assert site.client._store.answer(key) is None
    assert worker.is_running()


def test_a_check_of_a_cell_that_runs_for_ever_ends(site: Site) -> None:
    scenario = study(ENDLESS + 10, replications=1)
    plan = StudyPlan(scenario)
    values = {cell.index: plan.compute(cell) for cell in plan.cells()}
    checks = Checks(site.redis_url)
    name = checks.begin(plan.combine(values))

    def done() -> bool:
        found = checks.look(name)
        return found is not None and len(found.values) == found.total == 9

    until(done)
    found = checks.look(name)
    assert found is not None
    assert [orjson.dumps(one)[:30] for one in found.values.values() if "error" in one] == [
        b'{"error":"it took more than 1 '
    ]
