"""What the process computes that can be ended; nothing here knows of a broker."""

from functools import lru_cache

import orjson

from engine.study.cells import StudyPlan
from engine.study.of_log import study_of_log
from engine.study.registry import FAMILIES, parse_scenario
from engine.study.run import run_study


def cell(scenario: bytes, index: int) -> bytes:
    """The metrics of one cell of a study, as JSON."""
    plan = _plan(scenario)
    return orjson.dumps(plan.compute(plan.cell(index)))


def trace(scenario: bytes, policy: str, replication: int, window: dict[str, float]) -> bytes:
    """What the figures replay of one replication, as JSON."""
    point = parse_scenario(scenario)
    return orjson.dumps(FAMILIES[point.family].runs.trace(point, policy, replication, window))


def ask(scenario: bytes, policy: str, replication: int, question: str) -> bytes:
    """What a policy would do with a job that does not exist, as JSON."""
    point = parse_scenario(scenario)
    answer = FAMILIES[point.family].runs.ask
    if answer is None:
        raise ValueError("models of this family cannot be asked")
    return orjson.dumps(answer(point, policy, replication, question.encode()))


def schedules(scenario: bytes) -> bytes:
    """What becomes of the jobs of a list under every policy, as JSON."""
    point = parse_scenario(scenario)
    found = FAMILIES[point.family].runs.schedules
    if found is None:
        raise ValueError("models of this family have no list of jobs")
    return orjson.dumps(found(point))


def recorded(scenario: bytes) -> bytes:
    """What a log is like, and how it was cleaned, as JSON."""
    point = parse_scenario(scenario)
    found = FAMILIES[point.family].runs.recorded
    if found is None or not getattr(point, "is_logged", False):
        raise ValueError("the jobs of this scenario are not those of a log")
    return orjson.dumps(found(point), option=orjson.OPT_SERIALIZE_NUMPY)


def for_whom(scenario: bytes) -> bytes:
    """What a replication means for whom, as JSON; what is not a number is null."""
    point = parse_scenario(scenario)
    found = FAMILIES[point.family].runs.for_whom
    if found is None:
        raise ValueError("models of this family do not tell for whom a policy is good")
    return orjson.dumps(found(point), option=orjson.OPT_SERIALIZE_NUMPY)


def log(data: bytes, called: str) -> bytes:
    """What is told of the file of a log, as JSON, and behind the end of its line the encoded table."""
    told, encoded = study_of_log(data, called)
    return orjson.dumps(told) + b"\n" + encoded


def preview(scenario: bytes) -> bytes:
    """The result of a whole study, which has to be small."""
    return run_study(parse_scenario(scenario)).to_bytes()


@lru_cache(maxsize=16)
def _plan(scenario: bytes) -> StudyPlan:
    return StudyPlan(parse_scenario(scenario))
