"""Decisions about a job that its queue refuses: why it cannot be forced otherwise."""

from typing import Any

from components.pages.studio.families.parallel_jobs.what_if import BY_ITS_QUEUE, notes, offered
from engine.parallel_jobs.replay.trace import trace
from tests.engine.parallel_jobs.inputs.test_listed import listed


def test_what_a_queue_refuses_is_said_and_nothing_else() -> None:
    jobs: list[dict[str, Any]] = [{"arrival": n, "machines": 1, "run": 5.0 + 100 * (n == 1)} for n in range(3)]
    limits: list[dict[str, Any]] = [{"name": "short", "longest_estimate_s": 50.0}]
    found = trace(listed(jobs, queues=limits), "FCFS", 0)
    said = {step["job"]: notes(found, step) for step in found["steps"] if step["kind"] == "arrival"}
    assert said == {0: [], 1: [BY_ITS_QUEUE], 2: []}
    (refused,) = [step for step in found["steps"] if step["kind"] == "arrival" and step["job"] == 1]
    assert offered(found, refused) == []
