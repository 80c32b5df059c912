"""Where pages get results from: computed ahead, or the workers' store. The only way from a page to the workers."""

import os
from functools import cache, lru_cache
from typing import Any

import orjson

from engine.ahead import result_ahead
from engine.registry import read_scenario
from engine.result import Result
from engine.scenario import Scenario
from engine.study import StudyPlan
from workers.client import AnswerError, Client


class UnavailableError(RuntimeError):
    """Something that the workers could not give; the text is a sentence for the page."""


TRACE_SECONDS = 20.0
"""How long a page waits for a trace before it says that the workers are busy."""


@cache
def client() -> Client:
    """The connection to the workers."""
    return Client(os.environ["REDIS_URL"])


@lru_cache(maxsize=64)
def _read(text: bytes) -> Scenario:
    return read_scenario(orjson.loads(text))


def scenario_of(tree: dict[str, Any]) -> Scenario:
    """The validated scenario of a *tree* that a browser sent back."""
    return _read(orjson.dumps(tree, option=orjson.OPT_SORT_KEYS))


def known_result(scenario: Scenario) -> Result | None:
    """What is known about the study of *scenario*, complete or not; computes nothing."""
    return result_ahead(scenario) or client().result(scenario)


def empty_result(scenario: Scenario) -> Result:
    """The result of a study of which nothing is known."""
    return StudyPlan(scenario).combine({})


@lru_cache(maxsize=32)
def _trace(text: bytes, policy: str, point: int, replication: int, first_job: int) -> dict[str, Any]:
    scenario = _read(text)
    at_point = scenario.at(scenario.points()[point])
    try:
        found = client().trace(at_point, policy, replication, first_job, timeout=TRACE_SECONDS)
    except AnswerError as error:
        raise UnavailableError(str(error)) from None
    if found is None:
        raise UnavailableError("the workers have not computed this trace yet; try again in a moment")
    return found


def trace_of(scenario: Scenario, policy: str, point: int, replication: int, first_job: int) -> dict[str, Any]:
    """One replication to be replayed; `UnavailableError` says why there is none."""
    return _trace(scenario.canonical(), policy, point, replication, first_job)
